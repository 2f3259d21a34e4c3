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

export interface SearchPagesOptions {
  first: () => Promise<SearchPage>;
  second: (first: SearchPage) => Promise<SearchPage>;
  signal: AbortSignal;
}

/**
 * A search over at most two pages: providers give ten results a page whatever is asked for. The second is fetched after the first
 * and only when that leaves room and says there is more, because every page is paid for; when it fails or is aborted the first
 * still answers: whoever was found is kept.
 */
export async function searchPages({ first, second, signal }: SearchPagesOptions): Promise<SearchResults> {
  const firstPage = await first();
  const found = collectProfiles(firstPage.results);
  if (!firstPage.hasNextPage || found.length >= SEARCH_RESULTS_REQUESTED) return toResults([firstPage]);
  try {
    return toResults([firstPage, await second(firstPage)]);
  } catch (error) {
    if (!(error instanceof ProviderError) && !signal.aborted) throw error;
    const furtherPageFailure = error instanceof ProviderError ? error.message : 'The time for it ran out';
    return { ...toResults([firstPage]), furtherPageFailure };
  }
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
