import { SCORE_COLOURS } from '#shared/constants.ts';

export type ScoreBand = 'good' | 'fair' | 'poor';

/** Green, yellow or red of specification §2, by what it says about the match. */
export function scoreBand(score: number): ScoreBand {
  if (score >= SCORE_COLOURS.green) return 'good';
  return score >= SCORE_COLOURS.yellow ? 'fair' : 'poor';
}

/** A score as people read it. Cut, not rounded: 69.6 stands among the scores below 70 and has to read like one. */
export const percent = (score: number): string => `${Math.floor(score)}%`;
