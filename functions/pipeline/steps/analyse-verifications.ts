import { PAUSES } from '#shared/constants.ts';
import type { DeepResearchResult, ScoredProfile } from '#shared/deep-research.ts';
import type { Verification } from '../assess-profile.ts';
import type { SearchTools } from '../context.ts';
import { pauseFor } from '../context.ts';
import { startStep } from '../progress.ts';

/** Step 5 (deep mode): weighs the verifications against each other. Recommended are those that meet all criteria, best first. */
export async function analyseVerifications(
  scored: readonly ScoredProfile[],
  verifications: readonly Verification[],
  tools: SearchTools,
): Promise<DeepResearchResult> {
  const step = startStep(tools, 'final-analysis');
  const verifiedProfiles = verifications.map((verification) => verification.profile);
  const finalRecommendations = verifiedProfiles
    .filter((profile) => profile.meetsAllCriteria)
    .toSorted((a, b) => b.finalRelevanceScore - a.finalRelevanceScore);
  await pauseFor(tools, PAUSES.finalAnalysis);
  step.complete([describe(finalRecommendations.length, verifiedProfiles.length)]);
  return {
    filteredProfiles: [...scored],
    verifiedProfiles,
    totalProcessed: scored.length,
    profilesForVerification: verifiedProfiles.length,
    finalRecommendations,
  };
}

function describe(recommended: number, checked: number): string {
  if (checked === 0) return 'Ranked by relevance, nothing was verified';
  return `${recommended} of ${checked} checked ${checked === 1 ? 'profile meets' : 'profiles meet'} all criteria`;
}
