import { FALLBACK_SCORE } from '#shared/constants.ts';
import type { TargetCriteria } from '#shared/search-query.ts';
import type { FoundProfile } from '#shared/search-results.ts';
import { mentions } from './mentions.ts';

/** The specified local score (specification §5, §9) of a profile no model has scored: from what its title and snippet mention. */
export function fallbackScore(
  profile: Pick<FoundProfile, 'title' | 'snippet'>,
  criteria: TargetCriteria,
): number {
  const text = `${profile.title}\n${profile.snippet}`;
  const has = (term: string | undefined) => term !== undefined && mentions(text, term);
  const keywords = [...criteria.interests, ...criteria.experience].filter(has);
  const score =
    FALLBACK_SCORE.base +
    (has(criteria.nationality) ? FALLBACK_SCORE.nationality : 0) +
    (has(criteria.location) ? FALLBACK_SCORE.location : 0) +
    keywords.length * FALLBACK_SCORE.perInterestOrExperience;
  return Math.min(score, FALLBACK_SCORE.maximum);
}
