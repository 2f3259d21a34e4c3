import { cleanText } from '#shared/clean-text.ts';
import { LIMITS, SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { type OrganicResult, profilesIn } from './found-profiles.ts';
import { type FoundPages, ProviderError, showingOnly } from './ports.ts';

/* Which pages a web search reads, and of which query. */

/** A search provider as its adapter implements it: one page at a time, counted from 1. */
export interface PagedSearch {
  readonly label: string;
  /** @throws ProviderError; the signal's reason when aborted. */
  page(query: string, number: number, signal: AbortSignal): Promise<SearchPage>;
}

/** One page of a search provider's answer. */
export interface SearchPage {
  results: readonly OrganicResult[];
  /** As counted by the provider; undefined if it does not say. */
  totalResults: number | undefined;
  /** The query that the results are for, if it is not the one that was sent. */
  searchedInstead?: string | undefined;
  currentPage: number;
  /** Undefined if the provider does not say. */
  hasNextPage: boolean | undefined;
  /** Without credentials. */
  nextPageUrl: string | undefined;
}

export interface SearchPagesOptions {
  query: string;
  /** The query to run instead of reading the second page, if `query` finds fewer than {@link MIN_PEOPLE} people. */
  alternative: string | undefined;
  /** Requests one page. */
  page: (query: string, number: number, signal: AbortSignal) => Promise<SearchPage>;
  /**
   * Runs a call with retries. `overrides` are for one that may be given up before the search ends, and retried only once `mayRetry`
   * resolves.
   */
  guard: (
    call: () => Promise<SearchPage>,
    overrides?: { signal: AbortSignal; mayRetry: Promise<boolean> },
  ) => Promise<SearchPage>;
  signal: AbortSignal;
}

/** If a query finds fewer people than this, the second of its two pages is used for the alternative. */
const MIN_PEOPLE = 10;

/** An empty page is the last, whatever it links to: providers also link to empty pages. */
const isLast = ({ hasNextPage, results }: SearchPage): boolean =>
  hasNextPage === false || results.length === 0;

/** Google omits near-duplicates, so a page followed by others may have fewer than ten results. One with this few is likely the last. */
const MAX_RESULTS_ON_LAST_PAGE = 5;
const isLikelyLast = (page: SearchPage): boolean =>
  isLast(page) || (page.hasNextPage === undefined && page.results.length <= MAX_RESULTS_ON_LAST_PAGE);

/**
 * Searches, reading at most two pages: providers return ten results a page, and few return the twenty requested. They are the query's
 * first two, unless it finds few people and there is an alternative. People from the first page are kept if the second fails or is aborted.
 * docs/decisions/0013-alternatives-within-two-pages.md
 */
export async function searchPages(options: SearchPagesOptions): Promise<FoundPages> {
  const { query, alternative } = options;
  const found =
    alternative !== undefined && hasManyRequirements(query)
      ? await searchPageByPage(options)
      : await searchBothPages(options);
  return showingOnly(found, found.linkedinProfiles.slice(0, SEARCH_RESULTS_REQUESTED));
}

/** Requests the second page only once the first has shown which query it should be of. */
async function searchPageByPage(options: SearchPagesOptions): Promise<FoundPages> {
  const { query, page, guard, signal } = options;
  const first = { query, number: 1, page: await guard(() => page(query, 1, signal)) };
  if (isLikelyLast(first.page)) return await searchAlternative(first, options);
  if (hasEnoughPeople(first)) return toResults(first);
  const outcome = await outcomeOf(guard(() => page(query, 2, signal)));
  return isRepeated(outcome, first)
    ? toResults(markAsLast(first))
    : toResults(first, { query, number: 2, outcome, signal });
}

/**
 * Requests both pages in parallel, so that a search takes no longer than one. The second is given up if the first is the only page (or
 * likely is, and there is an alternative) or has enough people. It is retried only once the first has been answered, so that a provider
 * that is down is not called twice as often.
 */
async function searchBothPages(options: SearchPagesOptions): Promise<FoundPages> {
  const { query, alternative, page, guard, signal } = options;
  const isOnlyPage = alternative === undefined ? isLast : isLikelyLast;
  const secondAbort = new AbortController();
  const firstAnswered = Promise.withResolvers<boolean>();
  const firstRequest = guard(() => page(query, 1, signal));
  const secondSignal = AbortSignal.any([signal, secondAbort.signal]);
  const secondOutcome = outcomeOf(
    guard(() => page(query, 2, secondSignal), { signal: secondSignal, mayRetry: firstAnswered.promise }),
  );
  let first: ReadPage;
  try {
    first = { query, number: 1, page: await firstRequest };
    if (!isOnlyPage(first.page)) {
      if (hasEnoughPeople(first)) return toResults(first);
      firstAnswered.resolve(true);
      const outcome = await secondOutcome;
      if (!isRepeated(outcome, first)) return toResults(first, { query, number: 2, outcome, signal });
      first = markAsLast(first);
    }
  } finally {
    firstAnswered.resolve(false);
    secondAbort.abort();
  }
  return await searchAlternative(first, options);
}

/** Whether a page adds nothing to the one before it: beyond the last page, providers return an empty page or the last one again. */
function isRepeated(outcome: Outcome, { page: previous }: ReadPage): boolean {
  const known = new Set(previous.results.map(({ link }) => link));
  return 'page' in outcome && outcome.page.results.every(({ link }) => known.has(link));
}

const markAsLast = (read: ReadPage): ReadPage => ({ ...read, page: { ...read.page, hasNextPage: false } });

const hasEnoughPeople = (first: ReadPage): boolean =>
  profilesIn([first], first.query).length >= SEARCH_RESULTS_REQUESTED;

/** The only page of a query, plus the alternative's first page if it has few people. */
async function searchAlternative(
  onlyPage: ReadPage,
  { alternative, page, guard, signal }: SearchPagesOptions,
): Promise<FoundPages> {
  if (alternative === undefined || profilesIn([onlyPage], onlyPage.query).length >= MIN_PEOPLE)
    return toResults(onlyPage);
  const outcome = await outcomeOf(guard(() => page(alternative, 1, signal)));
  return toResults(onlyPage, { query: alternative, number: 1, outcome, signal });
}

/**
 * Reads single pages for one search, each with everybody on it. Since a provider need not say which page is the last, a page is taken for
 * that if it adds nothing to the one read before it: otherwise it would be paid for again under every further number.
 */
export function openSinglePages() {
  let previous: ReadPage | undefined;
  return async (
    query: string,
    number: number,
    { page, guard, signal }: Pick<SearchPagesOptions, 'page' | 'guard' | 'signal'>,
  ): Promise<FoundPages> => {
    const read = { query, number, page: await guard(() => page(query, number, signal)) };
    const isEnd = previous?.query === query && previous.number === number - 1 && isRepeated(read, previous);
    previous = read;
    return toResults(isEnd ? markAsLast(read) : read);
  };
}

/** A query that requires this many things together may well find fewer people than a page shows. */
const MANY_REQUIREMENTS = 3;

/** Whether a query requires many things together. Only quoted phrases and groups of alternatives count; plain words narrow it little. */
function hasManyRequirements(query: string): boolean {
  const parts = query.match(/\([^)]*\)|-?"[^"]*"|\S+/g) ?? [];
  const alternatives = parts.filter((part) => part === 'OR').length;
  return parts.filter((part) => /^[("]/.test(part)).length - alternatives >= MANY_REQUIREMENTS;
}

type Outcome = { page: SearchPage } | { error: unknown };

const outcomeOf = (work: Promise<SearchPage>): Promise<Outcome> =>
  work.then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  );

/** @throws the error itself if it is neither a provider's failure nor due to the end of the search. */
function failureReason(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProviderError) return error.message;
  if (signal.aborted) return 'The time for it ran out';
  throw error;
}

/** A page that was read, with its query and number. */
interface ReadPage {
  query: string;
  number: number;
  page: SearchPage;
}

interface FurtherPage extends Omit<ReadPage, 'page'> {
  outcome: Outcome;
  signal: AbortSignal;
}

/** The results of one page, with those of a further page or the reason why it could not be read. */
function toResults(first: ReadPage, further?: FurtherPage): FoundPages {
  const second = further && 'page' in further.outcome ? [{ ...further, page: further.outcome.page }] : [];
  const failed = further && 'error' in further.outcome ? further.outcome.error : undefined;
  const pages = [first, ...second];
  const last = pages.findLast(({ query }) => query === first.query) ?? first;
  const { currentPage, nextPageUrl } = last.page;
  const linkedinProfiles = profilesIn(pages, first.query);
  const firstPageUrls = new Set(profilesIn([first], first.query).map(({ url }) => url));
  const searchedInstead = cleanText(first.page.searchedInstead ?? '', LIMITS.queryLength);
  const secondPageUrls = linkedinProfiles.flatMap(({ url }) => (firstPageUrls.has(url) ? [] : [url]));
  return {
    totalResults: first.page.totalResults ?? linkedinProfiles.length,
    currentPage,
    hasNextPage: !isLast(last.page),
    ...(nextPageUrl === undefined ? {} : { nextPageUrl }),
    linkedinProfiles,
    ...(further && failed !== undefined && { furtherPageFailure: failureReason(failed, further.signal) }),
    pagesRead: pages.map(({ query, number, page }) => ({ query, page: number, isLast: isLast(page) })),
    ...(searchedInstead !== '' && { searchedInstead }),
    ...(secondPageUrls.length > 0 && { onSecondPage: new Set(secondPageUrls) }),
  };
}
