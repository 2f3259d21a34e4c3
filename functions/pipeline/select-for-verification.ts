import { MAXIMUM_PROFILES_VERIFIED, MINIMUM_SCORE_TO_VERIFY } from '#shared/constants.ts';
import type { ScoredProfile } from '#shared/deep-research.ts';

/**
 * The scored profiles, best first, with `shouldVerify` left only on the best five of those that the model marked and that score
 * 60 or more. What the model marked is never trusted to keep the limit: every lookup costs money.
 */
export function selectForVerification(profiles: readonly ScoredProfile[]): ScoredProfile[] {
  const ranked = profiles.toSorted((a, b) => b.relevanceScore - a.relevanceScore);
  const marked = ranked.filter(
    (profile) => profile.shouldVerify && profile.relevanceScore >= MINIMUM_SCORE_TO_VERIFY,
  );
  const chosen = new Set(marked.slice(0, MAXIMUM_PROFILES_VERIFIED));
  return ranked.map((profile) => ({ ...profile, shouldVerify: chosen.has(profile) }));
}
