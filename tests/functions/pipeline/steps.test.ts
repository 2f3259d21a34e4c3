import { describe, expect, it } from 'vitest';
import { selectForVerification } from '#functions/pipeline/steps/score.ts';
import { foundProfile } from '#tests/support/fake-providers.ts';

describe('the selection for verification', () => {
  const scored = (relevanceScore: number, shouldVerify = true) => ({
    ...foundProfile(relevanceScore),
    relevanceScore,
    shouldVerify,
    reasoning: 'r',
    scoreSource: 'model' as const,
  });
  const chosen = (scores: ReturnType<typeof scored>[]) =>
    selectForVerification(scores)
      .filter((profile) => profile.shouldVerify)
      .map((profile) => profile.relevanceScore);

  it('cuts to the best five of those marked', () => {
    expect(chosen([61, 99, 62, 98, 63, 97, 64].map((score) => scored(score)))).toEqual([99, 98, 97, 64, 63]);
  });

  it('takes 60, refuses 59 and respects the mark', () => {
    expect(chosen([scored(60), scored(59), scored(95, false)])).toEqual([60]);
  });
});
