import { SEARCH_RESULTS_REQUESTED } from '#shared/constants.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { FoundProfile } from '#shared/search-results.ts';
import { cleanText } from './clean-text.ts';

const LONGEST_TITLE = 300;
const LONGEST_SNIPPET = 1_000;

/** One line of a search provider's answer, in its order. */
export interface OrganicResult {
  link: string;
  title: string;
  snippet: string;
}

/**
 * The distinct profiles among search results, at most 20, first come first, counted from 1. What is no profile page is left out;
 * a person found twice is kept where first found, with a missing title or snippet filled from the later one.
 */
export function collectProfiles(results: readonly OrganicResult[]): FoundProfile[] {
  const byUrl = new Map<string, { title: string; snippet: string }>();
  for (const result of results) {
    const url = canonicalProfileUrl(result.link);
    if (url === undefined) continue;
    const title = cleanText(result.title, LONGEST_TITLE);
    const snippet = cleanText(result.snippet, LONGEST_SNIPPET);
    const first = byUrl.get(url);
    byUrl.set(url, { title: first?.title || title, snippet: first?.snippet || snippet });
  }
  return Array.from(byUrl, ([url, texts], index) => ({ url, ...texts, position: index + 1 })).slice(
    0,
    SEARCH_RESULTS_REQUESTED,
  );
}
