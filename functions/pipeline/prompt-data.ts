import type { SearchQuery } from '#shared/search-query.ts';
import type { FoundProfile } from '#shared/search-results.ts';

/** In characters: what a web search shows is shorter, so only what somebody stuffed is cut. */
const LONGEST_REQUEST = 500;
const LONGEST_TITLE = 120;
const LONGEST_SNIPPET = 300;

/** What is asked for, as the steps after the query are told it. */
export const promptRequest = (request: string, { targetCriteria }: SearchQuery) => ({
  request: request.slice(0, LONGEST_REQUEST),
  targetCriteria,
});

/** A search result as a model is shown it: every call is paid for by its length. */
export const promptProfile = <Profile extends Pick<FoundProfile, 'title' | 'snippet'>>(
  profile: Profile,
): Profile => ({
  ...profile,
  title: profile.title.slice(0, LONGEST_TITLE),
  snippet: profile.snippet.slice(0, LONGEST_SNIPPET),
});
