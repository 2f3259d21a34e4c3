import * as v from 'valibot';
import { Score } from './score.ts';

/** A profile as a card shows it. Missing texts are empty strings; `profileUrl` is canonical. */
export const DisplayProfile = v.object({
  id: v.string(),
  fullName: v.string(),
  headline: v.string(),
  profileUrl: v.string(),
  location: v.string(),
  currentPosition: v.object({ title: v.string(), company: v.string() }),
  education: v.object({ school: v.string(), degree: v.string() }),
  summary: v.string(),
  relevanceScore: Score,
  isVerified: v.boolean(),
  verificationReasoning: v.optional(v.string()),
  tags: v.array(v.string()),
});
export type DisplayProfile = v.InferOutput<typeof DisplayProfile>;

/** The directory as known so far: verified profiles and the others, each highest score first. */
export const DisplayData = v.object({
  verifiedProfiles: v.array(DisplayProfile),
  otherProfiles: v.array(DisplayProfile),
  totalProfiles: v.number(),
  searchQuery: v.string(),
  useDeepResearch: v.boolean(),
  /** The profile-data provider's name as people are to read it; present in deep mode. */
  profileProvider: v.optional(v.string()),
});
export type DisplayData = v.InferOutput<typeof DisplayData>;
