import * as v from 'valibot';
import { ProfileRecord } from './profile-record.ts';
import { Score } from './score.ts';
import { FoundProfile } from './search-results.ts';

/** Where a score came from: the model, or the local fallback of specification §5 when the model could not be used. */
export const ScoreSource = v.picklist(['model', 'fallback']);

export const ScoredProfile = v.object({
  ...FoundProfile.entries,
  relevanceScore: Score,
  reasoning: v.string(),
  shouldVerify: v.boolean(),
  scoreSource: ScoreSource,
});
export type ScoredProfile = v.InferOutput<typeof ScoredProfile>;

/** A profile after verification. `proxycurlData` is the provider's record, whichever provider is in use; absent when the lookup gave none. */
export const VerifiedProfile = v.object({
  originalProfile: ScoredProfile,
  proxycurlData: v.optional(ProfileRecord),
  finalRelevanceScore: Score,
  verificationReasoning: v.string(),
  meetsAllCriteria: v.boolean(),
});
export type VerifiedProfile = v.InferOutput<typeof VerifiedProfile>;

export const DeepResearchResult = v.object({
  filteredProfiles: v.array(ScoredProfile),
  verifiedProfiles: v.array(VerifiedProfile),
  totalProcessed: v.number(),
  profilesForVerification: v.number(),
  finalRecommendations: v.array(VerifiedProfile),
});
export type DeepResearchResult = v.InferOutput<typeof DeepResearchResult>;
