import * as v from 'valibot';
import { Criterion } from './criteria.ts';
import { ChatId, MessageId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { RATINGS } from './message.ts';
import { FoundProfile, PageRead } from './results.ts';
import { listOf, nonBlankText, ProfileUrl } from './schemas.ts';

/* The request that starts a search. docs/behaviour.md#http-contract */

const text = (maxLength: number) => v.pipe(v.string(), v.maxLength(maxLength));

const Criteria = v.pipe(
  listOf(Criterion, LIMITS.criteria),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have ids of their own'),
);

/**
 * The answer that a request continues, as the page has it, since the server stores nothing for people without an account. It is user input,
 * trusted no more than the request itself.
 */
export const Basis = v.strictObject({
  /** The request that was answered. */
  request: text(LIMITS.contentLength),
  /** The summary of a long request that every step got instead. */
  brief: v.exactOptional(text(LIMITS.briefLength)),
  googleSearchQuery: text(LIMITS.queryLength),
  criteria: Criteria,
  alternativeSearchTerms: v.exactOptional(listOf(text(LIMITS.queryLength), 10)),
  /** From the answer, or from the latest search for more people that continued it. Defaults to the first two pages of its query. */
  pagesRead: v.exactOptional(
    listOf(v.strictObject({ ...PageRead.entries, query: text(LIMITS.queryLength) }), LIMITS.pagesRead),
  ),
  /** People that the answer's requests rejected or gave by address as examples: nothing that continues it finds them. */
  excludedUrls: v.exactOptional(listOf(ProfileUrl, LIMITS.peopleOfBasis)),
  /** The people found, in the order of the page or, if it does not show the answer, best first; as the web search found them. */
  people: listOf(
    v.strictObject({
      ...FoundProfile.entries,
      url: ProfileUrl,
      relevanceScore: v.exactOptional(v.number()),
      /**
       * The number that the page shows the person under, from 1. Somebody without one is out of sight, unless nobody has one: their numbers
       * then follow from their order.
       */
      rank: v.exactOptional(v.pipe(v.number(), v.integer(), v.minValue(1))),
    }),
    LIMITS.peopleOfBasis,
  ),
  /** Which of `people` further results should be like or unlike. Only for the task 'more'. Entries that are not in `people` are ignored. */
  examples: v.exactOptional(
    listOf(v.strictObject({ url: ProfileUrl, rating: v.picklist(RATINGS) }), LIMITS.examples),
  ),
});
export type Basis = v.InferOutput<typeof Basis>;

/** A search that does more than read a request in words. Each task continues the answer that the request refines. */
export const SearchTask = v.variant('kind', [
  /** Search with criteria, and optionally a Google query, set by the user. No model reads the request. */
  v.strictObject({
    kind: v.literal('criteria'),
    criteria: Criteria,
    googleSearchQuery: v.exactOptional(nonBlankText(LIMITS.queryLength)),
  }),
  /** Find more people with the same criteria, for the same answer: on the next pages of results, then with the alternative queries. */
  v.strictObject({ kind: v.literal('more') }),
  /** Look up and assess one person of the answer. */
  v.strictObject({ kind: v.literal('verify'), url: ProfileUrl }),
]);
export type SearchTask = v.InferOutput<typeof SearchTask>;

/** Body of `POST /api/searches`. */
export const SearchRequest = v.strictObject({
  chatId: ChatId,
  messageId: MessageId,
  content: nonBlankText(LIMITS.contentLength),
  deepResearch: v.boolean(),
  /** The answer in the same chat that this request follows; null if it starts the chat anew. Defaults to the preceding one. */
  refines: v.exactOptional(v.nullable(MessageId)),
  /** The content of that answer. */
  basis: v.exactOptional(Basis),
  task: v.exactOptional(SearchTask),
  /** People who must not be found, looked up or shown, because the user has seen them before or has hidden them. */
  leaveOut: v.exactOptional(listOf(ProfileUrl, LIMITS.peopleLeftOut)),
});
export type SearchRequest = v.InferOutput<typeof SearchRequest>;

/** The part of a request that only the instance running the search needs. */
export type SearchPlan = Pick<SearchRequest, 'basis' | 'task' | 'leaveOut'>;
