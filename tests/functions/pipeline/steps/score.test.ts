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

  it('keeps the best five of the marked profiles', () => {
    expect(chosen([61, 99, 62, 98, 63, 97, 64].map((score) => scored(score)))).toEqual([99, 98, 97, 64, 63]);
  });

  it('accepts scores from 60 up, and only marked profiles', () => {
    expect(chosen([scored(60), scored(59), scored(95, false)])).toEqual([60]);
  });
});
