import * as v from 'valibot';

/** One person as the web search found them. `url` is canonical (see linkedin-url.ts); `position` counts from 1. */
export const FoundProfile = v.object({
  url: v.string(),
  title: v.string(),
  snippet: v.string(),
  position: v.number(),
});
export type FoundProfile = v.InferOutput<typeof FoundProfile>;

export const SearchResults = v.object({
  totalResults: v.number(),
  currentPage: v.number(),
  hasNextPage: v.boolean(),
  nextPageUrl: v.optional(v.string()),
  linkedinProfiles: v.array(FoundProfile),
  /** Why a further page could not be read, as a readable reason; absent when every page asked for was. */
  furtherPageFailure: v.optional(v.string()),
});
export type SearchResults = v.InferOutput<typeof SearchResults>;
