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
  const nothing: FormatResult = { fields: new Map(), failure: undefined, unreadable: 0 };
  const work = formatting ?? Promise.resolve(nothing);
  const { fields, failure, unreadable } = await paced(tools, PAUSES.formatting, work);
  directory.formatted = fields;
  if (failure === undefined) step.complete([describe(directory.results.linkedinProfiles.length)]);
  else {
    step.fail(failure);
    notes.push(`${failure}. The results are shown as the web search returned them.`);
  }
  if (unreadable > 0) notes.push(describeUnreadable(unreadable));
  throwIfStopped(tools.signal);
}

function describe(count: number): string {
  if (count === 0) return 'Nothing to prepare';
  return count === 1 ? '1 profile ready' : `${count} profiles ready`;
}

const describeUnreadable = (count: number): string =>
  `The AI’s words on ${count === 1 ? '1 profile' : `${count} profiles`} could not be read; ${count === 1 ? 'its card shows' : 'their cards show'} what the web search returned.`;
