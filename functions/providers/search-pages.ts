import { SEARCH_RESULTS_REQUESTED } from '#shared/constants.ts';
import type { SearchResults } from '#shared/search-results.ts';
import type { OrganicResult } from './collect-profiles.ts';
import { collectProfiles } from './collect-profiles.ts';
import { ProviderError } from './ports/provider-error.ts';

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

/** A search provider as its adapter speaks to it: a page at a time, counted from 1. */
export interface PagedSearch {
  readonly label: string;
  /** @throws ProviderError; the signal's reason when aborted. */
  page(query: string, number: number, signal: AbortSignal): Promise<SearchPage>;
}

export interface SearchPagesOptions {
  /** Asks for one page. */
  page: (number: number, signal: AbortSignal) => Promise<SearchPage>;
  /** Runs a call that may be repeated. */
  guard: (call: () => Promise<SearchPage>, signal: AbortSignal) => Promise<SearchPage>;
  signal: AbortSignal;
}

/**
 * A search over the first two pages: providers give ten results a page whatever is asked for. Both are asked for at once, so that a
 * search takes as long as one page (decision 7). The second is given up where the first is the only one or holds enough; when it
 * fails or is aborted the first still answers: whoever was found is kept. It is repeated only once the first has answered: a provider
 * that is down is not asked twice as often.
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
    const first = await guard(askBoth, signal);
    const enough = collectProfiles(first.results).length >= SEARCH_RESULTS_REQUESTED;
    if (!first.hasNextPage || enough || second === undefined) return toResults([first]);
    const asked = await second;
    const outcome = isRepeatable(asked) ? await outcomeOf(guard(() => page(2, signal), signal)) : asked;
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

const isRepeatable = (outcome: Outcome): boolean =>
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
