import { type CompletionTask, ProviderError, type ReplySchema } from '#functions/providers/ports.ts';
import type { FoundProfile, SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { type SearchDeps, StepFailure } from '../context.ts';
import { withoutLinkedIn } from '../evidence/local-reading.ts';
import { repeatsInstructions } from './instructions.ts';
import { UnreadableReply } from './replies.ts';

/** The temperature of every call but the query's. docs/behaviour.md#model-calls */
const TEMPERATURE = 0.3;

/** In characters: for a longer request, the judging calls get the query call's brief instead. */
export const MAX_REQUEST_LENGTH = 200;
/** In characters: more than a web search shows, so only stuffed texts are cut. */
const MAX_TITLE_LENGTH = 120;
const MAX_SNIPPET_LENGTH = 280;

/** One kind of model call: its instructions, its input, and how its reply is read. */
export interface Prompt<Input, Reply> {
  task: CompletionTask;
  /** The instructions: ours, trusted. They are sent after a line that names the task. */
  system: string;
  temperature?: number;
  /** Limit on the reply's length, in tokens. */
  maxTokens: number;
  /** The input as shown to the model: data, never trusted. */
  user(input: Input): string;
  schema: ReplySchema;
  /** The step's message for an empty reply, if not the usual one. */
  noResponse?: string;
  /** @throws StepFailure for a reply that cannot be read. */
  read(text: string, input: Input): Reply;
}

/**
 * Makes one model call and reads its reply.
 * @throws StepFailure for an empty or unreadable reply; ProviderError for every other failure.
 */
export async function askModel<Input, Reply>(
  prompt: Prompt<Input, Reply>,
  input: Input,
  { providers, signal }: SearchDeps,
): Promise<Reply> {
  const { task, temperature = TEMPERATURE, maxTokens, schema } = prompt;
  const system = `Task: ${task}\n${prompt.system}`;
  const request = { task, system, user: prompt.user(input), temperature, maxTokens, reply: schema };
  const completion = await providers.languageModel.complete(request, signal).catch((error: unknown) => {
    const isEmpty = error instanceof ProviderError && error.code === 'no-response';
    throw isEmpty
      ? new StepFailure(prompt.noResponse ?? SEARCH_ERRORS.noModelResponse, { cause: error })
      : error;
  });
  const reply = prompt.read(completion.text, input);
  if (repeatsInstructions(reply, prompt.system)) throw new UnreadableReply(SEARCH_ERRORS.toldInstructions);
  return reply;
}

/** What the calls after the query are told about the search. */
export interface RequestInput {
  request: string;
  query: SearchQuery;
}

/**
 * One person per call: texts by different strangers are never in the same prompt, so no page can say anything about another person.
 * docs/decisions/0012-one-person-per-call.md
 */
export interface ProfileInput extends RequestInput {
  profile: FoundProfile;
}

/** What is asked for, as shown to a model. */
export const requestData = ({ request, query }: RequestInput) => ({
  request: query.brief ?? request.slice(0, MAX_REQUEST_LENGTH),
  criteria: criteriaData(query),
});

/** By id, as '{subject}: {text}', preceded by the need unless it is 'required', and by 'unscored' where that applies. */
const criteriaData = ({ criteria = [] }: SearchQuery): Record<string, string> =>
  Object.fromEntries(
    criteria.map(({ id, subject, text, need, isUnscored }) => {
      const marks = [...(need === 'required' ? [] : [need]), ...(isUnscored ? ['unscored'] : [])];
      return [id, `${[...marks, subject].join(' ')}: ${text}`];
    }),
  );

/** A search result as shown to a model, shortened because calls are charged by length. */
export const resultData = <Profile extends Pick<FoundProfile, 'title' | 'snippet'>>(
  profile: Profile,
): Profile => ({
  ...profile,
  title: profile.title.slice(0, MAX_TITLE_LENGTH),
  snippet: withoutLinkedIn(profile.snippet).slice(0, MAX_SNIPPET_LENGTH),
});

/** One person as sent to a model: in a list, since models know search results as lists, and reply with an index. */
export const personData = (input: ProfileInput) => {
  const { url, title, snippet, position } = input.profile;
  return JSON.stringify({
    ...requestData(input),
    profiles: [{ index: 0, ...resultData({ url, title, snippet, position }) }],
  });
};
