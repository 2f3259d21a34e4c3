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
  const work = formatting ?? Promise.resolve(nothing);
  const { fields, failure } = await paced(tools, PAUSES.formatting, work);
  directory.formatted = fields;
  const { length } = directory.results.linkedinProfiles;
  if (failure === undefined) {
    step.complete([describe(length)]);
    if (fields.size < length) notes.push(describeUnsaid(length - fields.size));
  } else {
    step.fail(failure);
    notes.push(`${failure}. The results are shown as the web search returned them.`);
  }
  throwIfStopped(tools.signal);
}

function describe(count: number): string {
  if (count === 0) return 'Nothing to prepare';
  return count === 1 ? '1 profile ready' : `${count} profiles ready`;
}

const describeUnsaid = (count: number): string =>
  count === 1
    ? 'The AI said nothing usable on 1 profile; its card shows what the web search returned.'
    : `The AI said nothing usable on ${count} profiles; their cards show what the web search returned.`;
