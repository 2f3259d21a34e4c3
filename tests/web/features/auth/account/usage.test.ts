import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { describeUsage } from '#web/features/auth/account/usage.tsx';

const NOW = '2026-11-26T21:40:00.000Z';
const MIDNIGHT = '2026-11-27T00:00:00.000Z';

beforeAll(() => {
  vi.useFakeTimers({ now: new Date(NOW) });
});
afterAll(() => {
  vi.useRealTimers();
});

describe('the description of an account’s usage', () => {
  it('says how many searches of each kind are left, and when the count resets', () => {
    const usage = { standard: { left: 19, limit: 20 }, deep: { left: 0, limit: 3 }, spent: null };
    expect(describeUsage({ ...usage, resetsAt: MIDNIGHT })).toEqual([
      'Left today: 19 of 20 searches and 0 of 3 Deep Research searches. The count starts again at 00:00 UTC, in 2 hours.',
    ]);
    expect(describeUsage({ ...usage, standard: null, resetsAt: '2026-11-26T22:00:00.000Z' })).toEqual([
      'Left today: 0 of 3 Deep Research searches. The count starts again at 00:00 UTC, in about an hour.',
    ]);
  });

  it('names a single search, and the kinds that cannot be made at all', () => {
    const usage = { standard: { left: 1, limit: 1 }, deep: { left: 0, limit: 0 }, spent: null };
    expect(describeUsage({ ...usage, resetsAt: MIDNIGHT })).toEqual([
      'Left today: 1 of 1 search. The count starts again at 00:00 UTC, in 2 hours.',
      'Your account cannot make Deep Research searches at present.',
    ]);
    expect(describeUsage({ ...usage, standard: null, resetsAt: MIDNIGHT })).toEqual([
      'Your account cannot make Deep Research searches at present.',
    ]);
    expect(describeUsage({ ...usage, standard: { left: 0, limit: 0 }, resetsAt: MIDNIGHT })).toEqual([
      'Your account cannot make searches or Deep Research searches at present.',
    ]);
  });

  it('says that searches are not limited', () => {
    expect(describeUsage({ standard: null, deep: null, resetsAt: MIDNIGHT, spent: null })).toEqual([
      'Your searches are not limited.',
    ]);
  });

  it.each([
    [{ searches: 1, dollars: 0, unpriced: 0 }, '1 search since 3 Nov 2026 cost nothing.'],
    [
      { searches: 12, dollars: 0.1249, unpriced: 0 },
      '12 searches since 3 Nov 2026 cost the operator of this site $0.125.',
    ],
    [
      { searches: 1_200, dollars: 31.5, unpriced: 2 },
      '1,200 searches since 3 Nov 2026 cost the operator of this site $31.50. The price of 2 of them is not known.',
    ],
    [{ searches: 12, dollars: 0, unpriced: 12 }, 'What 12 searches since 3 Nov 2026 cost is not known.'],
    [
      { searches: 12, dollars: 0, unpriced: 2 },
      '12 searches since 3 Nov 2026 cost nothing as far as is known. The price of 2 of them is not known.',
    ],
  ])('says what searches have cost: %j', (spent, sentence) => {
    const since = new Date(2026, 10, 3, 12).toISOString();
    const usage = { standard: null, deep: null, resetsAt: MIDNIGHT, spent: { since, ...spent } };
    expect(describeUsage(usage).at(-1)).toBe(sentence);
  });
});
