import { describe, expect, it } from 'vitest';
import { searchWith } from '#tests/support/faults-search.ts';

describe('a search for twenty people over all three providers', () => {
  it('takes twelve model calls, two search pages and five lookups in deep mode, and says so', async () => {
    const { message } = await searchWith({ deepResearch: true });
    const { dollars, ...spend } = message?.metadata?.spend ?? {};
    expect(spend).toEqual({
      modelCalls: 12,
      searchPages: 2,
      lookups: 5,
      inputTokens: 12 * 800,
      outputTokens: 12 * 64,
      tokensEstimated: false,
    });
    expect(dollars).toBeCloseTo((12 * (800 * 0.4 + 64 * 1.6)) / 1e6 + 2 * 0.015 + 5 * 0.02, 9);
  });

  it('takes five model calls, two search pages and no lookup in standard mode', async () => {
    const { message } = await searchWith({ deepResearch: false });
    expect(message?.metadata?.spend).toMatchObject({ modelCalls: 5, searchPages: 2, lookups: 0 });
  });
});
