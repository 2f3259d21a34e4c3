import {
  type CompletionTask,
  estimateTokens,
  ProviderError,
  type ReplySchema,
} from '#functions/providers/ports.ts';
import type { FoundProfile, SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { truncate } from '#shared/truncate.ts';
import { type SearchDeps, StepFailure } from '../context.ts';
import { withoutLinkedIn } from '../evidence/local-reading.ts';
import { repeatsInstructions } from './instructions.ts';
import { UnreadableReply } from './replies.ts';

/** The temperature of every call but the query's. docs/behaviour.md#model-calls */
const TEMPERATURE = 0.3;

/** In characters: for a longer request, the judging calls get the query call's brief instead. */
export const MAX_REQUEST_LENGTH = 200;
/**
 * In estimated tokens: how much of the brief, and of it and the criteria together, goes with every person. Genuine ones fit; what a caller
 * sends may be longer, and every person's call would be charged for it.
 */
const MAX_BRIEF_TOKENS = 260;
const MAX_ASKED_TOKENS = 600;
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
  maxTokens(input: Input): number;
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
  const { task, temperature = TEMPERATURE, schema } = prompt;
  const request = {
    task,
    temperature,
    maxTokens: prompt.maxTokens(input),
    reply: schema,
    system: `Task: ${task}\n${prompt.system}`,
    user: prompt.user(input),
  };
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
export function requestData({ request, query }: RequestInput) {
  const asked = cutToTokens(query.brief ?? truncate(request, MAX_REQUEST_LENGTH), MAX_BRIEF_TOKENS);
  return { request: asked, criteria: criteriaData(query, MAX_ASKED_TOKENS - estimateTokens(asked)) };
}

function cutToTokens(text: string, maxTokens: number): string {
  let cut = text;
  while (estimateTokens(cut) > maxTokens)
    cut = truncate(cut, Math.floor((cut.length * maxTokens) / estimateTokens(cut)));
  return cut;
}

/**
 * By id, as '{subject}: {text}', preceded by the need unless it is 'required', and by 'unscored' where that applies. The first ones, as far
 * as there is room.
 * @param room in estimated tokens
 */
function criteriaData({ criteria = [] }: SearchQuery, room: number): Record<string, string> {
  const told = new Map<string, string>();
  let left = room;
  for (const { id, subject, text, need, isUnscored } of criteria) {
    const marks = [...(need === 'required' ? [] : [need]), ...(isUnscored ? ['unscored'] : [])];
    const criterion = `${[...marks, subject].join(' ')}: ${text}`;
    left -= estimateTokens(JSON.stringify([id, criterion]));
    if (left < 0) break;
    told.set(id, criterion);
  }
  return Object.fromEntries(told);
}

/** A search result as shown to a model, shortened because calls are charged by length. */
export const resultData = <Profile extends Pick<FoundProfile, 'title' | 'snippet'>>(
  profile: Profile,
): Profile => ({
  ...profile,
  title: truncate(profile.title, MAX_TITLE_LENGTH),
  snippet: truncate(withoutLinkedIn(profile.snippet), MAX_SNIPPET_LENGTH),
});

/** One person as sent to a model: in a list, since models know search results as lists, and reply with an index. */
export const personData = (input: ProfileInput) => {
  const { url, title, snippet, position } = input.profile;
  return JSON.stringify({
    ...requestData(input),
    profiles: [{ index: 0, ...resultData({ url, title, snippet, position }) }],
  });
};
