import * as v from 'valibot';
import { ChatId, MessageId } from './ids.ts';
import * as results from './results.ts';
import { count } from './schemas.ts';
import { STEP_RECORD_LIMITS, StepRecord } from './steps.ts';
import { Timestamp } from './time.ts';

/** How a search ended: with an answer, with an apology, stopped by the user, or with a failure. */
export const OUTCOMES = ['answered', 'apologised', 'stopped', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

/** A search's usage of its providers. Absent from messages stored before usage was counted. */
export const Spend = v.object({
  /** Requests sent to the language model, including retries. */
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** Whether some of the tokens were estimated because the server did not count them. */
  tokensEstimated: v.boolean(),
  /** Paid pages of web search results. */
  searchPages: count,
  /** Paid profile lookups; cached ones are free. */
  lookups: count,
  /** In US dollars, at the configured prices; absent if a price is unknown, or nothing was paid. */
  dollars: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Present if stand-ins replaced the real providers, so that nothing was paid. */
  unpaid: v.optional(results.StandIns),
});
export type Spend = v.InferOutput<typeof Spend>;

export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** Everything in a message besides its text. */
export const MessageMetadata = v.object({
  searchQuery: v.optional(results.SearchQuery),
  searchResults: v.optional(results.SearchResults),
  deepResearchResults: v.optional(results.DeepResearchResult),
  profileDisplayData: v.optional(results.DisplayData),
  /** Names of the chat model and the search provider, and in deep mode of the profile-data provider. */
  model: v.optional(v.string()),
  step: v.optional(v.picklist(['profile_search', 'deep_research_complete'])),
  useDeepResearch: v.optional(v.boolean()),
  /** How the search ended. A stopped or apologising answer can be requested again. */
  outcome: v.optional(v.picklist(OUTCOMES)),
  /** The search's usage of its providers, however it ended. */
  spend: v.optional(Spend),
  /** The search's steps, in order. Absent from messages stored before steps were kept. */
  steps: v.optional(v.pipe(v.array(StepRecord), v.maxLength(STEP_RECORD_LIMITS.steps))),
  rating: v.optional(v.picklist(RATINGS)),
  /**
   * For a question, the answer that it follows; null if it starts the chat, absent if it follows the preceding message. Questions that
   * follow the same answer are versions of each other. An answer has the same value as its question.
   */
  refines: v.optional(v.nullable(MessageId)),
  /** For an answer, the question that it answers. Absent from messages stored before this was kept. */
  questionId: v.optional(MessageId),
  /**
   * The task, if the request was not made in words. The question and answer of 'more' and 'verify' are not a separate turn: their people
   * belong to the answer that they refine.
   */
  task: v.optional(v.picklist(['criteria', 'more', 'verify'])),
  /**
   * For each query behind an answer, the last page that was read and whose people are all shown. 'more' includes the queries of the answer
   * that it continues.
   */
  pagesRead: v.optional(v.array(results.PageRead)),
  /** Whether there are further pages of results to find more people on. Absent if that is not known. */
  hasMore: v.optional(v.boolean()),
  /** How the criteria differ from those of the answer it refines, one readable line each; empty if the request failed to change them. */
  changes: v.optional(v.array(v.string())),
});
export type MessageMetadata = v.InferOutput<typeof MessageMetadata>;

/** Shown in place of the changes if there are none. */
export const NOTHING_CHANGED =
  'Nothing changed: your request was not understood as a change to the criteria. Name a place, role, degree or company, or edit the criteria.';

/** Shown with the rest of a damaged message, or in place of a lost text. Never stored. */
export const PARTLY_UNREADABLE = 'This message could not be read in full.';

export const Message = v.object({
  id: MessageId,
  content: v.string(),
  role: v.picklist(['user', 'assistant', 'tool']),
  timestamp: Timestamp,
  chatId: ChatId,
  userId: v.string(),
  metadata: v.optional(MessageMetadata),
  /** What can no longer be read of a stored message: its metadata, or also its text, which is then empty. Never sent to the service. */
  lost: v.optional(v.picklist(['metadata', 'text'])),
});
export type Message = v.InferOutput<typeof Message>;
