import * as v from 'valibot';
import { ChatId, MessageId } from './ids.ts';
import * as results from './results.ts';
import { STEP_RECORD_LIMITS, StepRecord } from './steps.ts';
import { Timestamp } from './time.ts';

/** How a search ended: with an answer, with an apology, stopped by the person, or not at all. */
export const OUTCOMES = ['answered', 'apologised', 'stopped', 'failed'] as const;
export type Outcome = (typeof OUTCOMES)[number];

const count = v.pipe(v.number(), v.integer(), v.minValue(0));

/** What a search used of its providers. Absent from messages stored before it was counted. */
export const Spend = v.object({
  /** Requests sent to the language model, repeats after a failure included. */
  modelCalls: count,
  inputTokens: count,
  outputTokens: count,
  /** Whether some of the tokens were estimated because the server did not count them. */
  tokensEstimated: v.boolean(),
  /** Pages of web search results that are paid for. */
  searchPages: count,
  /** Profile lookups that are paid for; what was remembered is not. */
  lookups: count,
  /** In US dollars, by the configured prices; absent where one of them is not known, or nothing was paid. */
  dollars: v.optional(v.pipe(v.number(), v.minValue(0))),
  /** Present where no real provider was asked, so that nothing was paid. */
  unpaid: v.optional(results.StandIns),
});
export type Spend = v.InferOutput<typeof Spend>;

export const RATINGS = ['good', 'bad'] as const;
export type Rating = (typeof RATINGS)[number];

/** What a message carries beside its text */
export const MessageMetadata = v.object({
  searchQuery: v.optional(results.SearchQuery),
  searchResults: v.optional(results.SearchResults),
  deepResearchResults: v.optional(results.DeepResearchResult),
  profileDisplayData: v.optional(results.DisplayData),
  /** Label of what answered: chat model + search provider (+ profile-data provider in deep mode). */
  model: v.optional(v.string()),
  step: v.optional(v.picklist(['profile_search', 'deep_research_complete'])),
  useDeepResearch: v.optional(v.boolean()),
  /** How the search ended; a stopped or apologising answer can be asked for again. */
  outcome: v.optional(v.picklist(OUTCOMES)),
  /** What the search used of its providers, however it ended. */
  spend: v.optional(Spend),
  /** What the search did, in its order. Absent from messages stored before it was kept. */
  steps: v.optional(v.pipe(v.array(StepRecord), v.maxLength(STEP_RECORD_LIMITS.steps))),
  rating: v.optional(v.picklist(RATINGS)),
  /**
   * Of a question: the answer that it follows, null where it begins the chat; absent where it follows what comes before it. Questions that
   * follow the same are versions of each other. An answer has it like its question.
   */
  refines: v.optional(v.nullable(MessageId)),
  /** Of an answer: the question it answers. Absent from messages stored before it was kept. */
  questionId: v.optional(MessageId),
  /**
   * What was asked for other than in words. The question and answer of 'more' and 'verify' are not a turn of their own: their people are
   * part of the answer that they refine.
   */
  task: v.optional(v.picklist(['criteria', 'more', 'verify'])),
  /**
   * Of each query behind an answer the furthest page that was read and whose people are all shown; of 'more' also of those behind the answer
   * that it goes on from.
   */
  pagesRead: v.optional(v.array(results.PageRead)),
  /** Whether there are pages left to find more people on. Absent where that is not known. */
  hasMore: v.optional(v.boolean()),
  /** What an answer's criteria have otherwise than those of the answer that it refines, a readable line each; empty where they were to change and did not. */
  changes: v.optional(v.array(v.string())),
});
export type MessageMetadata = v.InferOutput<typeof MessageMetadata>;

/** Stands in place of the changes where there are none. */
export const NOTHING_CHANGED =
  'Nothing changed: your request was not understood as a change of what is asked for. Name a place, role, degree or company, or edit the criteria.';

/** Stands beside what is left of a message, and in the place of a text that is lost. It is shown, and never stored. */
export const NOT_WHOLE = 'This message could not be read in full.';

export const Message = v.object({
  id: MessageId,
  content: v.string(),
  role: v.picklist(['user', 'assistant', 'tool']),
  timestamp: Timestamp,
  chatId: ChatId,
  userId: v.string(),
  metadata: v.optional(MessageMetadata),
  /** What of a stored message cannot be read any more: its metadata, or the text too, which is empty then. Nobody sends it to the service. */
  lost: v.optional(v.picklist(['metadata', 'text'])),
});
export type Message = v.InferOutput<typeof Message>;
