import type { FoundProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StopRequested, startStep } from '../context.ts';
import { askModel, type RequestInput } from '../model/model-call.ts';
import { type FormattedProfile, formattingPrompt } from '../model/prompts/formatting.ts';
import { UnreadableReply } from '../model/replies.ts';

export interface FormatResult {
  /** By canonical profile URL; profiles without a usable reply are absent and shown as read from the search result. */
  fields: ReadonlyMap<string, FormattedProfile>;
  /** The message for the user if a call failed; an unreadable reply does not count as a failure. docs/behaviour.md#failures */
  failure: string | undefined;
}

/** The work of step 6 in standard mode: the model turns results into display fields, one parallel call per person. Never rejects. */
export async function formatProfiles(
  input: RequestInput,
  profiles: readonly FoundProfile[],
  deps: SearchDeps,
): Promise<FormatResult> {
  const fields = new Map<string, FormattedProfile>();
  let failure: string | undefined;
  const work = profiles.map(async (profile) => {
    try {
      const formatted = await askModel(formattingPrompt, { ...input, profile }, deps);
      if (formatted !== undefined) fields.set(profile.url, formatted);
    } catch (error) {
      deps.log('formatting failed', error);
      if (!(error instanceof UnreadableReply))
        failure = SEARCH_ERRORS.formattingFailed(readableReason(error));
    }
  });
  await Promise.all(work);
  return { fields, failure };
}

interface PrepareOptions {
  /** Absent in deep mode, and when nobody was found. */
  formatting?: Promise<FormatResult> | undefined;
  /** Number of people. */
  count: number;
  /** Receives what to tell the user about people whose formatting failed. */
  notes: string[];
}

/**
 * Step 6: waits for the formatting started after the search. People whose formatting failed keep the fields read by code, and a note
 * says how many. In deep mode there is nothing to wait for: cards show what the results and the records say.
 * @returns the formatted fields; undefined without formatting
 */
export async function prepareResults(
  { formatting, count, notes }: PrepareOptions,
  deps: SearchDeps,
): Promise<FormatResult['fields'] | undefined> {
  const step = startStep(deps, 'formatting');
  const result = await step.paced(formatting ?? Promise.resolve(undefined));
  // Formatting cut short by a stop has not failed.
  if (deps.signal.reason instanceof StopRequested) step.complete();
  else if (result?.failure !== undefined) {
    step.fail(result.failure);
    notes.push(`${result.failure}. ${describeUnformatted(count - result.fields.size, count)}`);
  } else {
    step.complete([count === 0 ? 'Nothing to prepare' : `${profileCount(count)} ready`]);
    if (result !== undefined && result.fields.size < count)
      notes.push(describeUnusable(count - result.fields.size));
  }
  return result?.fields;
}

function describeUnformatted(count: number, total: number): string {
  if (count === total) return 'The results are shown as the web search returned them.';
  return count === 1
    ? `1 of ${total} results is shown as the web search returned it.`
    : `${count} of ${total} results are shown as the web search returned them.`;
}

const describeUnusable = (count: number): string =>
  count === 1
    ? 'The AI said nothing usable on 1 profile; its card shows what the web search returned.'
    : `The AI said nothing usable on ${count} profiles; their cards show what the web search returned.`;
