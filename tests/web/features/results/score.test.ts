import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { percent, scoreBand } from '#web/features/results/score.tsx';

describe('a score', () => {
  it.each([
    [100, 'good'],
    [80, 'good'],
    [79.9, 'fair'],
    [60, 'fair'],
    [59.9, 'poor'],
    [0, 'poor'],
  ] as const)('of %s is %s', (score, band) => {
    expect(scoreBand(score)).toBe(band);
  });

  it('is displayed as a percentage in the same band', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 100, noNaN: true }), (score) => {
        expect(scoreBand(Number.parseInt(percent(score), 10))).toBe(scoreBand(score));
      }),
    );
  });
});
