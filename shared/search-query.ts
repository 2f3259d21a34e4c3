import * as v from 'valibot';

/** Who is looked for, as the model understood the request. Every part may be missing. */
export const TargetCriteria = v.object({
  nationality: v.optional(v.string()),
  location: v.optional(v.string()),
  education: v.optional(v.string()),
  profession: v.optional(v.string()),
  interests: v.optional(v.array(v.string()), []),
  experience: v.optional(v.array(v.string()), []),
});
export type TargetCriteria = v.InferOutput<typeof TargetCriteria>;

/** The search query object made by the model (specification §3). */
export const SearchQuery = v.object({
  googleSearchQuery: v.string(),
  targetCriteria: TargetCriteria,
  alternativeSearchTerms: v.optional(v.array(v.string())),
});
export type SearchQuery = v.InferOutput<typeof SearchQuery>;
