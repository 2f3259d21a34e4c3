import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { SearchMode } from '#shared/steps.ts';
import { profileCount, readableReason, type SearchDeps, startStep, throwIfStopped } from '../context.ts';
import type { Directory } from '../directory.ts';
import { askModel, chunk, type ProfilesInput } from '../model-call.ts';
import { type FormattedProfile, formattingPrompts } from '../prompts/formatting.ts';
import { UnreadableReply } from '../replies.ts';

/**
 * In standard mode the person waits for it, so many small calls answer side by side; in deep mode it has the time of scoring and
 * verification, and fewer calls leave room to repeat one.
 */
const PROFILES_PER_CALL = { standard: 5, deep: 10 };

export interface FormatResult {
  /** By canonical profile URL; profiles the model left out are absent and shown as the search result reads. */
  fields: ReadonlyMap<string, FormattedProfile>;
  /** What people are told when a call itself failed; a reply that cannot be read is no failure. docs/behaviour.md#failures */
  failure: string | undefined;
}

/** The work of step 6: the model reads the results into display fields, side by side in chunks. Never rejects. */
export async function formatProfiles(
  input: ProfilesInput,
  mode: SearchMode,
  deps: SearchDeps,
): Promise<FormatResult> {
  const fields = new Map<string, FormattedProfile>();
  let failure: string | undefined;
  const work = chunk(input.profiles, PROFILES_PER_CALL[mode]).map(async (profiles) => {
    try {
      const read = await askModel(formattingPrompts[mode], { ...input, profiles }, deps);
      for (const [url, formatted] of read) fields.set(url, formatted);
    } catch (error) {
      deps.log('formatting failed', error);
      if (!(error instanceof UnreadableReply))
        failure = SEARCH_ERRORS.formattingFailed(readableReason(error));
    }
  });
  await Promise.all(work);
  return { fields, failure };
}

/**
 * Step 6: takes in the formatting begun after the search. Where it failed the directory keeps the local formatting, and a note
 * says so.
 * @param formatting undefined when nobody was found.
 */
export async function prepareResults(
  formatting: Promise<FormatResult> | undefined,
  directory: Directory,
  deps: SearchDeps,
  notes: string[],
): Promise<void> {
  const step = startStep(deps, 'formatting');
  const nothing: FormatResult = { fields: new Map(), failure: undefined };
  const { fields, failure } = await step.paced(formatting ?? Promise.resolve(nothing));
  directory.formatted = fields;
  const { length } = directory.results.linkedinProfiles;
  if (failure === undefined) {
    step.complete([length === 0 ? 'Nothing to prepare' : `${profileCount(length)} ready`]);
    if (fields.size < length) notes.push(describeUnsaid(length - fields.size));
  } else {
    step.fail(failure);
    notes.push(`${failure}. The results are shown as the web search returned them.`);
  }
  throwIfStopped(deps.signal);
}

const describeUnsaid = (count: number): string =>
  count === 1
    ? 'The AI said nothing usable on 1 profile; its card shows what the web search returned.'
    : `The AI said nothing usable on ${count} profiles; their cards show what the web search returned.`;
