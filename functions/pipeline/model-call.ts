import { type CompletionTask, ProviderError, type ReplySchema } from '#functions/providers/ports.ts';
import type { FoundProfile, SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { type SearchDeps, StepFailure } from './context.ts';

/** The temperature of every call but the query's. docs/behaviour.md#model-calls */
const TEMPERATURE = 0.3;

/** In characters: what a web search shows is shorter, so only what somebody stuffed is cut. */
const LONGEST_REQUEST = 500;
const LONGEST_TITLE = 120;
const LONGEST_SNIPPET = 300;

/** One kind of model call: what is said, what is sent with it, and how the reply is read. */
export interface Prompt<Input, Reply> {
  task: CompletionTask;
  /** The instructions: ours, trusted. They are sent with a first line that names the task. */
  system: string;
  temperature?: number;
  /** Longest reply, in tokens. */
  maxTokens: number;
  /** The input as the model is shown it: data, never trusted. */
  user(input: Input): string;
  schema: ReplySchema;
  /** What the step says when the model answered with nothing, where that is not as usual. */
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
    const empty = error instanceof ProviderError && error.code === 'no-response';
    throw empty
      ? new StepFailure(prompt.noResponse ?? SEARCH_ERRORS.noModelResponse, { cause: error })
      : error;
  });
  return prompt.read(completion.text, input);
}

/** What the calls after the query are told of the search. */
export interface RequestInput {
  request: string;
  query: SearchQuery;
}

export interface ProfilesInput extends RequestInput {
  profiles: readonly FoundProfile[];
}

/** What is asked for, as a model is shown it. */
export const requestData = ({ request, query }: RequestInput) => ({
  request: request.slice(0, LONGEST_REQUEST),
  criteria: query.targetCriteria,
});

/** A search result as a model is shown it: every call is paid for by its length. */
export const resultData = <Profile extends Pick<FoundProfile, 'title' | 'snippet'>>(
  profile: Profile,
): Profile => ({
  ...profile,
  title: profile.title.slice(0, LONGEST_TITLE),
  snippet: profile.snippet.slice(0, LONGEST_SNIPPET),
});

/** The list cut into pieces of at most `size`, in order: one call each. */
export function chunk<T>(list: readonly T[], size: number): T[][] {
  const pieces: T[][] = [];
  for (let start = 0; start < list.length; start += size) pieces.push(list.slice(start, start + size));
  return pieces;
}
