import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { canonicalProfileUrl, isCanonical } from '#shared/linkedin-url.ts';
import type { Message, MessageMetadata } from '#shared/message.ts';
import {
  type DisplayProfile,
  type FoundProfile,
  flattenCriteria,
  type PageRead,
  profilesIn,
  type TargetCriteria,
} from '#shared/results.ts';
import type { Basis, SearchRequest } from '#shared/search-request.ts';
import { truncate } from '#shared/truncate.ts';
import type { SentPlan } from '../session.ts';
import { byScore, settledDirectory, withContinuations } from './continuations.ts';

/** Characters of a person's title or snippet that are sent; search engines return fewer. */
const MAX_TEXT_LENGTH = 1_000;

/** An answer as its reader sees it now. */
interface ShownAnswer {
  /** The numbers that its people are shown under, by canonical profile URL. */
  numbers: ReadonlyMap<string, number>;
  /** Given the stored criteria, those that its people are judged by; undefined if they are as stored. */
  adjust: (stored: readonly Criterion[]) => AdjustedCriteria | undefined;
}

/** By id, how to find out what an answer on the page shows. */
export const shownAnswers = new Map<string, () => ShownAnswer>();

/**
 * What a follow-up request tells the service about its answer: criteria, query and people, within {@link LIMITS}. People
 * come in the order of their numbers or, if the answer is not shown, best first.
 * @param question the question that was answered, if it is known
 * @param continuations questions and answers that have added people, oldest first
 * @param only the canonical profile URL of the one person to send, if everybody else is of no use
 * @returns undefined if the answer has nothing to follow up
 */
export function basisOf(
  answer: Message,
  question: Message | undefined,
  continuations: readonly Message[],
  only?: string,
): Basis | undefined {
  const { metadata: own = {} } = answer;
  const profileDisplayData = settledDirectory(own);
  const settled = profileDisplayData ? { ...answer, metadata: { ...own, profileDisplayData } } : answer;
  const { metadata = {} } = withContinuations(settled, continuations);
  const { searchQuery: query, profileDisplayData: data, pagesRead, outcome } = metadata;
  const googleSearchQuery = query?.googleSearchQuery ?? data?.searchQuery;
  const people = withNumbers(peopleOf(metadata), shownAnswers.get(answer.id)?.().numbers);
  const isUsable = people.length > 0 || (query !== undefined && outcome === 'answered');
  if (!isUsable || googleSearchQuery === undefined) return undefined;
  const alternatives = query?.alternativeSearchTerms?.slice(0, 10);
  return {
    request: truncate(question?.content ?? '', LIMITS.contentLength),
    ...(query?.brief !== undefined && { brief: truncate(query.brief, LIMITS.briefLength) }),
    googleSearchQuery: truncate(googleSearchQuery, LIMITS.queryLength),
    criteria: criteriaOf(query?.criteria ?? data?.criteria ?? readCriteria(query?.targetCriteria)),
    ...(alternatives && {
      alternativeSearchTerms: alternatives.map((term) => truncate(term, LIMITS.queryLength)),
    }),
    ...(pagesRead && { pagesRead: pagesRead.filter(hasSendableQuery).slice(0, LIMITS.pagesRead) }),
    ...(query?.excludedUrls && {
      excludedUrls: query.excludedUrls.filter(isCanonical).slice(0, LIMITS.peopleOfBasis),
    }),
    people: people.filter(({ url }) => only === undefined || url === only).slice(0, LIMITS.peopleOfBasis),
  };
}

/** Criteria as an answer's reader has adjusted them, worded as a request too. */
type AdjustedCriteria = Pick<Basis, 'criteria' | 'request'>;

/** The adjusted criteria of an answer's basis; undefined if they are as stored. */
export const adjustedCriteria = (basis: Basis | undefined, answerId = ''): AdjustedCriteria | undefined =>
  basis && shownAnswers.get(answerId)?.().adjust(basis.criteria);

/**
 * The basis with adjusted criteria, if there are any. What still says the others is left out: the query, which is empty only then, and, as
 * when the person sets criteria, the request and its brief.
 */
export function withCriteria(
  basis: Basis | undefined,
  adjusted: AdjustedCriteria | undefined,
): Basis | undefined {
  if (basis === undefined || adjusted === undefined) return basis;
  const { brief: _, alternativeSearchTerms: __, ...rest } = basis;
  const { criteria, request } = adjusted;
  return { ...rest, request: truncate(request, LIMITS.contentLength), googleSearchQuery: '', criteria };
}

const LAST = Number.MAX_SAFE_INTEGER;

/** People with the numbers they are shown under, in that order; those out of sight come last, without one. */
function withNumbers(
  people: Basis['people'],
  numbers: ReadonlyMap<string, number> = new Map(),
): Basis['people'] {
  const numbered = people.map((person) => {
    const rank = numbers.get(person.url);
    return { ...person, ...(rank !== undefined && { rank }) };
  });
  return numbered.sort(({ rank: one = LAST }, { rank: two = LAST }) => one - two);
}

const hasSendableQuery = ({ query }: PageRead): boolean => query.length <= LIMITS.queryLength;

function criteriaOf(criteria: readonly Criterion[]): Criterion[] {
  const byId = new Map(criteria.toReversed().map((criterion) => [criterion.id, criterion]));
  return [...byId.values()].reverse().slice(0, LIMITS.criteria);
}

/** The criteria of an older answer, which stored only target criteria. */
const readCriteria = (targetCriteria: Partial<TargetCriteria> = {}): Criterion[] =>
  flattenCriteria(targetCriteria).map((each, index) => ({ id: `c${index + 1}`, ...each, need: 'required' }));

/** All people of an answer as the web search found them or, if those results are no longer stored, as their cards show them. */
function peopleOf({ searchResults, profileDisplayData: data }: MessageMetadata): Basis['people'] {
  const found = new Map(
    searchResults?.linkedinProfiles.map((profile) => [canonicalProfileUrl(profile.url), profile]),
  );
  const ranked = profilesIn(data).sort(byScore);
  const shown = ranked.map((profile, index) => {
    const { title, snippet, position, ...marks } =
      found.get(canonicalProfileUrl(profile.profileUrl)) ?? toFoundProfile(profile, index + 1);
    return {
      ...marks,
      title,
      snippet,
      position,
      url: profile.profileUrl,
      ...(profile.scoreSource !== 'fallback' && { relevanceScore: profile.relevanceScore }),
    };
  });
  const people = new Map<string, Basis['people'][number]>();
  for (const { url, title, snippet, ...person } of [...shown, ...found.values()]) {
    const canonical = canonicalProfileUrl(url);
    if (canonical === undefined || people.has(canonical)) continue;
    people.set(canonical, {
      ...person,
      url: canonical,
      title: truncate(title, MAX_TEXT_LENGTH),
      snippet: truncate(snippet, MAX_TEXT_LENGTH),
    });
  }
  return [...people.values()];
}

function toFoundProfile(
  { fullName, headline, summary, profileUrl, foundBy }: DisplayProfile,
  position: number,
): FoundProfile {
  const title = [fullName, headline].filter(Boolean).join(' - ');
  return { url: profileUrl, title, snippet: summary, position, ...(foundBy && { foundBy }) };
}

/**
 * Adds examples of people to find more like, or unlike. They come first among the basis's people, so that limits cut them last, and may be
 * from any answer in the messages.
 */
export function withExamples(
  basis: Basis | undefined,
  examples: Basis['examples'] = [],
  messages: readonly Message[],
): Basis | undefined {
  if (basis === undefined || examples.length === 0) return basis;
  const everybody = [
    ...basis.people,
    ...messages.toReversed().flatMap(({ metadata = {} }) => peopleOf(metadata)),
  ];
  const byUrl = new Map(everybody.toReversed().map((person) => [person.url, person]));
  const known = examples.filter(({ url }) => byUrl.has(url));
  const marked = new Set(known.map(({ url }) => url));
  const people = [
    ...known.flatMap(({ url }) => byUrl.get(url) ?? []),
    ...basis.people.filter(({ url }) => !marked.has(url)),
  ];
  return { ...basis, people: people.slice(0, LIMITS.peopleOfBasis), examples: known };
}

/** The canonical profile URLs of everybody in the messages' answers, newest answers first. */
export const peopleIn = (messages: readonly Message[]): string[] => {
  const urls = messages.toReversed().flatMap(({ metadata = {} }) => peopleOf(metadata).map(({ url }) => url));
  return [...new Set(urls)];
};

/** A placeholder for each of a request's ids, which are generated when it is sent. */
const ID_PLACEHOLDER = 'x'.repeat(LIMITS.idLength);

/**
 * Trims a plan until the request fits into one body: first it drops entries of `leaveOut`, last first, then people, the last shown first, then
 * the end of the request that was answered. A search for more people drops people first and leaves them out, since they are not new: it
 * needs only their addresses. The one person to verify is never dropped.
 */
export function withinLimit(
  { content, deepResearch }: Pick<SearchRequest, 'content' | 'deepResearch'>,
  { leaveOut: unwanted = [], ...plan }: SentPlan,
): SentPlan {
  const ids = { chatId: ID_PLACEHOLDER, messageId: ID_PLACEHOLDER };
  const { basis, task } = plan;
  const { people = [], request = '' } = basis ?? {};
  let kept = { people: people.length, leaveOut: LIMITS.peopleLeftOut, request: request.length };
  const trimmedTo = (size: typeof kept): SentPlan => {
    const dropped = task?.kind === 'more' ? people.slice(size.people).map(({ url }) => url) : [];
    const leaveOut = [...new Set([...dropped, ...unwanted])].slice(0, size.leaveOut);
    return {
      ...plan,
      ...(basis && {
        basis: { ...basis, people: people.slice(0, size.people), request: truncate(request, size.request) },
      }),
      ...(leaveOut.length > 0 && { leaveOut }),
    };
  };
  const fits = (size: typeof kept) =>
    new TextEncoder().encode(JSON.stringify({ ...ids, content, deepResearch, ...trimmedTo(size) })).length <=
    LIMITS.bodyBytes;
  const order =
    task?.kind === 'more'
      ? (['people', 'leaveOut', 'request'] as const)
      : (['leaveOut', 'people', 'request'] as const);
  for (const part of order) {
    const least = part === 'people' && task?.kind === 'verify' ? 1 : 0;
    const most = findLargest(least, kept[part], (tried) => fits({ ...kept, [part]: tried }));
    kept = { ...kept, [part]: most };
    if (fits(kept)) break;
  }
  return trimmedTo(kept);
}

/**
 * The greatest number from `least` to `limit` for which `holds` is true, by binary search: it must be true for every smaller number too.
 * If it is true for none, `least`.
 */
function findLargest(least: number, limit: number, holds: (count: number) => boolean): number {
  let [low, high] = [least, limit];
  while (low < high) {
    const middle = Math.ceil((low + high) / 2);
    if (holds(middle)) low = middle;
    else high = middle - 1;
  }
  return low;
}
