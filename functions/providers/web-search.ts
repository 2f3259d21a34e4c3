import * as v from 'valibot';
import { cleanText, hasHiddenText } from '#shared/clean-text.ts';
import { SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { FoundProfile, SearchResults } from '#shared/results.ts';
import { ProviderError } from './ports.ts';

/** A search provider as its adapter speaks to it: a page at a time, counted from 1. */
export interface PagedSearch {
  readonly label: string;
  /** @throws ProviderError; the signal's reason when aborted. */
  page(query: string, number: number, signal: AbortSignal): Promise<SearchPage>;
}

/** One page of a search provider's answer. */
export interface SearchPage {
  results: readonly OrganicResult[];
  /** As the provider counts them; undefined where it does not say. */
  totalResults: number | undefined;
  currentPage: number;
  hasNextPage: boolean;
  /** Without credentials. */
  nextPageUrl: string | undefined;
}

const text = v.optional(v.fallback(v.string(), ''), '');
const OrganicResult = v.object({ link: v.string(), title: text, snippet: text });
/** One result on a page. */
type OrganicResult = v.InferOutput<typeof OrganicResult>;

/** The results of a page, in its order, whatever else stands in the list: one odd entry does not cost the others. */
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
  /** Asks for one page. */
  page: (number: number, signal: AbortSignal) => Promise<SearchPage>;
  /** Runs a call that may be retried. */
  guard: (call: () => Promise<SearchPage>) => Promise<SearchPage>;
  signal: AbortSignal;
}

/**
 * A search over the first two pages: providers give ten results a page whatever is asked for. Both are asked for at once, so that a
 * search takes as long as one page (docs/decisions/0007-two-search-pages-at-once.md). The second is given up where the first is the only
 * one or holds enough; when it fails or is aborted the first still answers: whoever was found is kept. It is retried only once the first
 * has answered: a provider that is down is not asked twice as often.
 */
export async function searchPages({ page, guard, signal }: SearchPagesOptions): Promise<SearchResults> {
  const givenUp = new AbortController();
  let second: Promise<Outcome> | undefined;
  const askBoth = () => {
    const first = page(1, signal);
    // With the first attempt that is let through: a provider that is left alone is not asked for the second page either.
    second ??= outcomeOf(page(2, AbortSignal.any([signal, givenUp.signal])));
    return first;
  };
  try {
    const first = await guard(askBoth);
    const enough = collectProfiles(first.results).length >= SEARCH_RESULTS_REQUESTED;
    if (!first.hasNextPage || enough || second === undefined) return toResults([first]);
    const asked = await second;
    const outcome = isRetryable(asked) ? await outcomeOf(guard(() => page(2, signal))) : asked;
    if ('page' in outcome) return toResults([first, outcome.page]);
    return { ...toResults([first]), furtherPageFailure: reasonOf(outcome.error, signal) };
  } finally {
    givenUp.abort();
  }
}

type Outcome = { page: SearchPage } | { error: unknown };

const outcomeOf = (work: Promise<SearchPage>): Promise<Outcome> =>
  work.then(
    (page) => ({ page }),
    (error: unknown) => ({ error }),
  );

const isRetryable = (outcome: Outcome): boolean =>
  'error' in outcome && outcome.error instanceof ProviderError && outcome.error.retryable;

/** @throws what is neither a provider's failure nor the end of the search. */
function reasonOf(error: unknown, signal: AbortSignal): string {
  if (error instanceof ProviderError) return error.message;
  if (signal.aborted) return 'The time for it ran out';
  throw error;
}

function toResults(pages: readonly [SearchPage, ...SearchPage[]]): SearchResults {
  const last = pages.at(-1) ?? pages[0];
  const linkedinProfiles = collectProfiles(pages.flatMap((page) => page.results));
  return {
    totalResults: pages[0].totalResults ?? linkedinProfiles.length,
    currentPage: last.currentPage,
    hasNextPage: last.hasNextPage,
    ...(last.nextPageUrl === undefined ? {} : { nextPageUrl: last.nextPageUrl }),
    linkedinProfiles,
  };
}

/** In characters (code points). */
const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1_000;

/** Only the beginning is looked at, of which the text is made. */
const hidesIn = (text: string): boolean => hasHiddenText(text.slice(0, LONGEST_SNIPPET * 2));

/**
 * The distinct profiles among search results, at most 20, first come first, counted from 1. What is no profile page is left out;
 * a person found twice is kept where first found, with a missing title or snippet filled from the later one.
 */
function collectProfiles(results: readonly OrganicResult[]): FoundProfile[] {
  const byUrl = new Map<string, Omit<FoundProfile, 'url' | 'position'>>();
  for (const result of results) {
    const url = canonicalProfileUrl(result.link);
    if (url === undefined) continue;
    const title = cleanText(result.title, LONGEST_TITLE);
    const snippet = cleanText(result.snippet, LONGEST_SNIPPET);
    const first = byUrl.get(url);
    const isHiding = first?.hasHiddenText || [result.title, result.snippet].some(hidesIn);
    byUrl.set(url, {
      title: first?.title || title,
      snippet: first?.snippet || snippet,
      ...(isHiding && { hasHiddenText: true }),
    });
  }
  return Array.from(byUrl, ([url, texts], index) => ({ url, ...texts, position: index + 1 })).slice(
    0,
    SEARCH_RESULTS_REQUESTED,
  );
}
