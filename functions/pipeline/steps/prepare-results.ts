import { PAUSES } from '#shared/constants.ts';
import type { SearchTools } from '../context.ts';
import { paced, throwIfStopped } from '../context.ts';
import type { Directory } from '../directory.ts';
import { startStep } from '../progress.ts';
import type { FormatResult } from './format-profiles.ts';

/**
 * Step 6: takes in the formatting begun after the search. Where it failed the directory keeps the local formatting, and a note
 * says so.
 * @param formatting undefined when nobody was found.
 */
export async function prepareResults(
  formatting: Promise<FormatResult> | undefined,
  directory: Directory,
  tools: SearchTools,
  notes: string[],
): Promise<void> {
  const step = startStep(tools, 'formatting');
  const nothing: FormatResult = { fields: new Map(), failure: undefined };
  const { fields, failure } = await paced(tools, PAUSES.formatting, formatting ?? Promise.resolve(nothing));
  directory.formatted = fields;
  if (failure === undefined) step.complete([describe(directory.results.linkedinProfiles.length)]);
  else {
    step.fail(failure);
    notes.push(`${failure}. The results are shown as the web search returned them.`);
  }
  throwIfStopped(tools.signal);
}

function describe(count: number): string {
  if (count === 0) return 'Nothing to prepare';
  return count === 1 ? '1 profile ready' : `${count} profiles ready`;
}
