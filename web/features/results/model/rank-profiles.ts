import { TOP_MATCHES_SCORE } from '#shared/constants.ts';
import type { DisplayData, DisplayProfile } from '#shared/display.ts';

export interface RankedProfile {
  profile: DisplayProfile;
  /** From 1, over the whole directory. */
  rank: number;
}

export interface RankedProfiles {
  top: readonly RankedProfile[];
  other: readonly RankedProfile[];
}

/** Verified and other profiles together, highest score first, equals in the order they came in, split at the Top Matches threshold. */
export function rankProfiles({ verifiedProfiles, otherProfiles }: DisplayData): RankedProfiles {
  const ranked = [...verifiedProfiles, ...otherProfiles]
    .sort((one, two) => two.relevanceScore - one.relevanceScore)
    .map((profile, index) => ({ profile, rank: index + 1 }));
  const isTop = ({ profile }: RankedProfile) => profile.relevanceScore >= TOP_MATCHES_SCORE;
  return { top: ranked.filter(isTop), other: ranked.filter((entry) => !isTop(entry)) };
}
