import * as v from 'valibot';
import { filledText } from './contract.ts';
import { Criterion } from './criteria.ts';
import { ChatId, MessageId } from './ids.ts';
import { LIMITS } from './limits.ts';
import { canonicalProfileUrl } from './linkedin-url.ts';
import { RATINGS } from './message.ts';
import { FoundProfile, PageRead } from './results.ts';

/* What a page asks the search function for. docs/behaviour.md#http-contract */

const text = (longest: number) => v.pipe(v.string(), v.maxLength(longest));
const list = <Item extends v.GenericSchema>(item: Item, most: number) =>
  v.pipe(v.array(item), v.maxLength(most, `must have at most ${most} entries`));

const ProfileUrl = v.pipe(
  v.string(),
  v.check((url) => canonicalProfileUrl(url) === url, 'must be a canonical profile URL'),
);

const Criteria = v.pipe(
  list(Criterion, LIMITS.criteria),
  v.check((all) => new Set(all.map(({ id }) => id)).size === all.length, 'must have ids of their own'),
);

/**
 * The answer that a request goes on from, as the page has it: the server stores nothing for people without an account. It is data of
 * whoever sends it, like the request itself, and trusted as little.
 */
export const Basis = v.strictObject({
  /** The request that was answered. */
  request: text(LIMITS.contentLength),
  /** The short of a long one, as every step was told it. */
  brief: v.exactOptional(text(LIMITS.briefLength)),
  googleSearchQuery: text(LIMITS.queryLength),
  criteria: Criteria,
  alternativeSearchTerms: v.exactOptional(list(text(LIMITS.queryLength), 10)),
  /** As the answer, or the last that found more people for it, says. Absent: its query's first two pages. */
  pagesRead: v.exactOptional(
    list(v.strictObject({ ...PageRead.entries, query: text(LIMITS.queryLength) }), LIMITS.pagesRead),
  ),
  /** Who was found, best first, as the web search found them. */
  people: list(
    v.strictObject({ ...FoundProfile.entries, url: ProfileUrl, relevanceScore: v.exactOptional(v.number()) }),
    LIMITS.peopleOfBasis,
  ),
  /** Who of these people more are to be like, and unlike; with the task 'more' only. Anybody else among them does not count. */
  examples: v.exactOptional(
    list(v.strictObject({ url: ProfileUrl, rating: v.picklist(RATINGS) }), LIMITS.examples),
  ),
});
export type Basis = v.InferOutput<typeof Basis>;

/** What else than reading a request a search can be asked for; each goes on from the answer that the request refines. */
export const SearchTask = v.variant('kind', [
  /** Search by criteria, and by a Google query, that the person has set: no model reads the request. */
  v.strictObject({
    kind: v.literal('criteria'),
    criteria: Criteria,
    googleSearchQuery: v.exactOptional(filledText(LIMITS.queryLength)),
  }),
  /** More people by the same criteria, in the same answer: the next pages of results, then the alternative searches. */
  v.strictObject({ kind: v.literal('more') }),
  /** One person of the answer looked up and assessed. */
  v.strictObject({ kind: v.literal('verify'), url: ProfileUrl }),
]);
export type SearchTask = v.InferOutput<typeof SearchTask>;

/** Body of `POST /api/searches`. */
export const SearchRequest = v.strictObject({
  chatId: ChatId,
  messageId: MessageId,
  content: filledText(LIMITS.contentLength),
  deepResearch: v.boolean(),
  /** The answer of the same chat that this one follows; null where it begins the chat anew. Absent: what comes before it. */
  refines: v.exactOptional(v.nullable(MessageId)),
  /** What the page knows of that answer. */
  basis: v.exactOptional(Basis),
  task: v.exactOptional(SearchTask),
  /** People who are not to be found, looked up or shown: seen before, or hidden by the person. */
  leaveOut: v.exactOptional(list(ProfileUrl, LIMITS.peopleLeftOut)),
});
export type SearchRequest = v.InferOutput<typeof SearchRequest>;

/** What of a request only the instance that runs the search has to know. */
export type SearchPlan = Pick<SearchRequest, 'basis' | 'task' | 'leaveOut'>;
