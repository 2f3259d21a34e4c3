import type { SearchResults } from '#shared/search-results.ts';

/** A web search restricted to profile pages. */
export interface WebSearch {
  /** The search provider's name as people are to read it. */
  readonly label: string;
  /**
   * Up to 20 distinct profiles, best first, canonical URLs, positions counted from 1. An empty list is an answer, not an error.
   * Aborted with some found already, it answers with those.
   * @throws ProviderError; the signal's reason when aborted before that.
   */
  search(query: string, signal: AbortSignal): Promise<SearchResults>;
}
