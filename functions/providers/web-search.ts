import * as v from 'valibot';
import { cleanText, hasHiddenText } from '#shared/clean-text.ts';
import { LIMITS, SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { FoundProfile } from '#shared/results.ts';
import { type FoundPages, ProviderError, showingOnly } from './ports.ts';

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

const text = v.optional(v.fallback(v.string(), ''), '');
const isText = (value: unknown): value is string => typeof value === 'string';
const Facts = v.pipe(
  v.array(v.unknown()),
  v.transform((all) => all.filter(isText)),
);
const OrganicResult = v.object({
  link: v.string(),
  title: text,
  snippet: text,
  /** What the search engine shows about the person besides the snippet: place, role and employer, in this order, or some of them. */
  facts: v.optional(v.fallback(Facts, []), []),
});
/** One result on a page. */
type OrganicResult = v.InferOutput<typeof OrganicResult>;

/** The results of a page, in order. Malformed entries are skipped, so that one of them does not lose the others. */
export const OrganicResults = v.pipe(
  v.optional(v.nullable(v.array(v.unknown())), null),
  v.transform((list): OrganicResult[] =>
    (list ?? []).flatMap((entry) => {
      const result = v.safeParse(OrganicResult, entry);
      return result.success ? [result.output] : [];
    }),
  ),
);

export interface SearchPagesOptions {
  query: string;
  /** The query to run instead of reading the second page, if `query` finds fewer than {@link FEW} people. */
  alternative: string | undefined;
  /** Requests one page. */
  page: (query: string, number: number, signal: AbortSignal) => Promise<SearchPage>;
  /** Runs a call with retries. `own` is for one that may be given up before the search ends, and retried only once `mayRetry` resolves. */
  guard: (
    call: () => Promise<SearchPage>,
    own?: { signal: AbortSignal; mayRetry: Promise<boolean> },
  ) => Promise<SearchPage>;
  signal: AbortSignal;
}

/** If a query finds fewer people than this, the second of its two pages is used for the alternative. */
const FEW = 10;

/** An empty page is the last, whatever it links to: providers also link to empty pages. */
const isLast = ({ hasNextPage, results }: SearchPage): boolean =>
  hasNextPage === false || results.length === 0;

/** Google omits near-duplicates, so a page followed by others may have fewer than ten results. One with this few is likely the last. */
const LIKELY_LAST = 5;
const isLikelyLast = (page: SearchPage): boolean =>
  isLast(page) || (page.hasNextPage === undefined && page.results.length <= LIKELY_LAST);

/**
 * Searches, reading at most two pages: providers return ten results a page, and few return the twenty requested. They are the query's
 * first two, unless it finds few people and there is an alternative. People from the first page are kept if the second fails or is aborted.
 * docs/decisions/0013-alternatives-within-two-pages.md
 */
export async function searchPages(options: SearchPagesOptions): Promise<FoundPages> {
  const { query, alternative } = options;
  const found =
    alternative !== undefined && asksForMuch(query)
      ? await searchPageByPage(options)
      : await searchBothPages(options);
  return showingOnly(found, found.linkedinProfiles.slice(0, SEARCH_RESULTS_REQUESTED));
}

/** Requests the second page only once the first has shown which query it should be of. */
async function searchPageByPage(options: SearchPagesOptions): Promise<FoundPages> {
  const { query, page, guard, signal } = options;
  const first = { query, number: 1, page: await guard(() => page(query, 1, signal)) };
  if (isLikelyLast(first.page)) return await searchAlternative(first, options);
  if (isEnough(first)) return toResults([first]);
  const outcome = await outcomeOf(guard(() => page(query, 2, signal)));
  return isRepeated(outcome, first)
    ? toResults([asOnly(first)])
    : toResults([first], { query, number: 2, outcome, signal });
}

/**
 * Requests both pages in parallel, so that a search takes no longer than one. The second is given up if the first is the only page (or
 * likely is, and there is an alternative) or has enough people. It is retried only once the first has been answered, so that a provider
 * that is down is not called twice as often.
 */
async function searchBothPages(options: SearchPagesOptions): Promise<FoundPages> {
  const { query, alternative, page, guard, signal } = options;
  const isOnly = alternative === undefined ? isLast : isLikelyLast;
  const givenUp = new AbortController();
  const answered = Promise.withResolvers<boolean>();
  const asked = guard(() => page(query, 1, signal));
  const forSecond = AbortSignal.any([signal, givenUp.signal]);
  const second = outcomeOf(
    guard(() => page(query, 2, forSecond), { signal: forSecond, mayRetry: answered.promise }),
  );
  let first: ReadPage;
  try {
    first = { query, number: 1, page: await asked };
    if (!isOnly(first.page)) {
      if (isEnough(first)) return toResults([first]);
      answered.resolve(true);
      const outcome = await second;
      if (!isRepeated(outcome, first)) return toResults([first], { query, number: 2, outcome, signal });
      first = asOnly(first);
    }
  } finally {
    answered.resolve(false);
    givenUp.abort();
  }
  return await searchAlternative(first, options);
}

/** Whether a page adds nothing to the one before it: beyond the last page, providers return an empty page or the last one again. */
function isRepeated(outcome: Outcome, { page: before }: ReadPage): boolean {
  const known = new Set(before.results.map(({ link }) => link));
  return 'page' in outcome && outcome.page.results.every(({ link }) => known.has(link));
}

const asOnly = (first: ReadPage): ReadPage => ({ ...first, page: { ...first.page, hasNextPage: false } });

const isEnough = (first: ReadPage): boolean =>
  collectProfiles([first], first.query).length >= SEARCH_RESULTS_REQUESTED;

/** The only page of a query, plus the alternative's first page if it has few people. */
async function searchAlternative(
  only: ReadPage,
  { alternative, page, guard, signal }: SearchPagesOptions,
): Promise<FoundPages> {
  if (alternative === undefined || collectProfiles([only], only.query).length >= FEW)
    return toResults([only]);
  const outcome = await outcomeOf(guard(() => page(alternative, 1, signal)));
  return toResults([only], { query: alternative, number: 1, outcome, signal });
}

/** Everybody on one page of a query's results. */
export async function searchOnePage(
  query: string,
  number: number,
  { page, guard, signal }: Pick<SearchPagesOptions, 'page' | 'guard' | 'signal'>,
): Promise<FoundPages> {
  return toResults([{ query, number, page: await guard(() => page(query, number, signal)) }]);
}

/** A query that requires this many things together may well find fewer people than a page shows. */
const MUCH = 3;

/** Whether a query requires many things together. Only quoted phrases and groups of alternatives count; plain words narrow it little. */
function asksForMuch(query: string): boolean {
  const parts = query.match(/\([^)]*\)|-?"[^"]*"|\S+/g) ?? [];
  const alternatives = parts.filter((part) => part === 'OR').length;
  return parts.filter((part) => /^[("]/.test(part)).length - alternatives >= MUCH;
}

type Outcome = { page: SearchPage } | { error: unknown };

const outcomeOf = (work: Promise<SearchPage>): Promise<Outcome> =>
  work.then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  );

/** @throws the error itself if it is neither a provider's failure nor due to the end of the search. */
function reasonOf(error: unknown, signal: AbortSignal): string {
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
function toResults([first]: readonly [ReadPage], further?: FurtherPage): FoundPages {
  const second = further && 'page' in further.outcome ? [{ ...further, page: further.outcome.page }] : [];
  const failed = further && 'error' in further.outcome ? further.outcome.error : undefined;
  const pages = [first, ...second];
  const last = pages.findLast(({ query }) => query === first.query) ?? first;
  const { currentPage, nextPageUrl } = last.page;
  const linkedinProfiles = collectProfiles(pages, first.query);
  const onFirst = new Set(collectProfiles([first], first.query).map(({ url }) => url));
  const searchedInstead = cleanText(first.page.searchedInstead ?? '', LIMITS.queryLength);
  const later = linkedinProfiles.flatMap(({ url }) => (onFirst.has(url) ? [] : [url]));
  return {
    totalResults: first.page.totalResults ?? linkedinProfiles.length,
    currentPage,
    hasNextPage: !isLast(last.page),
    ...(nextPageUrl === undefined ? {} : { nextPageUrl }),
    linkedinProfiles,
    ...(further && failed !== undefined && { furtherPageFailure: reasonOf(failed, further.signal) }),
    pagesRead: pages.map(({ query, number, page }) => ({ query, page: number, isLast: isLast(page) })),
    ...(searchedInstead !== '' && { searchedInstead }),
    ...(later.length > 0 && { onSecondPage: new Set(later) }),
  };
}

/** In characters (code points). */
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1_000;

const LONGEST_FACT = 120;
/** Place, role and employer. */
const MOST_FACTS = 3;

/** Counts such as '8.2K+ followers' say nothing about the person. */
const isOfPerson = (fact: string): boolean =>
  /\p{L}/u.test(fact) && !/\b(?:followers?|connections?)\b/i.test(fact);

/** 'Boston, Massachusetts', 'Greater Munich', 'San Francisco Bay Area'. */
const IS_PLACE = /,|^Greater\s|\s(?:Area|Region|Metroplex)$/;

/**
 * The snippet with the facts in front of it, labelled as LinkedIn labels them in snippets, so that both are read alike. Facts that the
 * title or snippet already contain are left out.
 */
function withFacts(
  { title, snippet }: Pick<FoundProfile, 'title' | 'snippet'>,
  facts: readonly string[],
): string {
  const said = `${title} · ${snippet}`.toLowerCase();
  const isWhole = facts.length === MOST_FACTS;
  const labelled = facts.map((fact, index) => {
    if (index === 0 && (isWhole || IS_PLACE.test(fact))) return { fact, text: `Location: ${fact}` };
    return { fact, text: isWhole && index === MOST_FACTS - 1 ? `Experience: ${fact}` : fact };
  });
  const more = labelled.filter(({ fact }) => !said.includes(fact.toLowerCase())).map(({ text }) => text);
  return [...more, snippet].filter((part) => part !== '').join(' · ');
}

/** Checks only the part that the cleaned text is made from. */
const hidesIn = (text: string): boolean => hasHiddenText(text.slice(0, LONGEST_SNIPPET * 2));

/**
 * The distinct profiles among search results, in order, with positions counted from 1. Results that are not profile pages are left out.
 * A person found twice keeps the first position, with a missing title or snippet filled in from the later result. `foundBy` is set for
 * people found by a query other than the search's own.
 */
function collectProfiles(pages: readonly ReadPage[], own: string): FoundProfile[] {
  const results = pages.flatMap(({ query, number, page }) =>
    page.results.map((result) => ({ ...result, ...(query !== own && { foundBy: { query, page: number } }) })),
  );
  const byUrl = new Map<string, Omit<FoundProfile, 'url' | 'position'> & { facts: readonly string[] }>();
  for (const result of results) {
    const url = canonicalProfileUrl(result.link);
    if (url === undefined) continue;
    const title = cleanText(result.title, LONGEST_TITLE);
    const snippet = cleanText(result.snippet, LONGEST_SNIPPET);
    const first = byUrl.get(url);
    const facts = result.facts.map((fact) => cleanText(fact, LONGEST_FACT)).filter(isOfPerson);
    const isHiding = first?.hasHiddenText || [result.title, result.snippet, ...result.facts].some(hidesIn);
    const { foundBy } = first ?? result;
    byUrl.set(url, {
      title: first?.title || title,
      snippet: first?.snippet || snippet,
      facts: first?.facts.length ? first.facts : facts.slice(0, MOST_FACTS),
      ...(isHiding && { hasHiddenText: true }),
      ...(foundBy && { foundBy }),
    });
  }
  return Array.from(byUrl, ([url, { facts, ...texts }], index) => ({
    url,
    ...texts,
    snippet: withFacts(texts, facts),
    position: index + 1,
  }));
}
