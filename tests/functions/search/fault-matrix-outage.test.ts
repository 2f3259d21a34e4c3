import { describe, expect, it, vi } from 'vitest';
import { createProviders } from '#functions/providers/create.ts';
import { configFor, KEYS } from '#tests/functions/providers/setup.ts';
import { countingFetch, searchOver } from '#tests/support/faults-search.ts';
import { type Call, startStandIn } from '#tests/support/stand-in-providers.ts';

const SEARCHES = 20;
const MAX_CALLS_PER_REQUEST = 1.2;

interface Outage {
  name: string;
  /** The calls to the provider that is down. */
  calls: readonly Call[];
  /** How many requests there are in total: one per search, or five lookups each. */
  requests: number;
  deepResearch: boolean;
}

const OUTAGES: readonly Outage[] = [
  { name: 'the model', calls: ['query'], requests: SEARCHES, deepResearch: false },
  { name: 'the web search', calls: ['search page 1'], requests: SEARCHES, deepResearch: false },
  { name: 'the profile-data provider', calls: ['lookup'], requests: 5 * SEARCHES, deepResearch: true },
];

/** Providers shared by many searches, one of which refuses connections while it is down. */
async function shareProviders(calls: readonly Call[], halfOpenAfter: number) {
  const standIn = await startStandIn();
  const tries = new Map<Call, number>();
  const state = { down: true };
  const fetches = {
    down: countingFetch(tries, calls[0]),
    up: countingFetch(tries),
  };
  const providers = createProviders(
    configFor(standIn.url, {
      profile: { provider: 'enrichlayer', apiKey: KEYS.profile, baseUrl: `${standIn.url}/api/v2` },
    }),
    {
      delay: async () => undefined,
      breaker: { failures: 5, halfOpenAfter },
      fetch: (url, init) => fetches[state.down ? 'down' : 'up'](url, init),
    },
  );
  const made = () => calls.reduce((sum, call) => sum + (tries.get(call) ?? 0), 0);
  return { providers, state, made, [Symbol.asyncDispose]: () => standIn[Symbol.asyncDispose]() };
}

describe.concurrent('twenty searches in a row while a provider is down', () => {
  it.each(OUTAGES)(
    'spend at most 1.2 calls per request on $name',
    async ({ calls, requests, deepResearch }) => {
      await using shared = await shareProviders(calls, 60_000);
      for (let index = 0; index < SEARCHES; index += 1) {
        const search = await searchOver(shared.providers.open(), { deepResearch });
        expect(search.done?.outcome).toBe(deepResearch ? 'answered' : 'apologised');
        expect(search.cards).toHaveLength(deepResearch ? 20 : 0);
        expect(search.cards.filter((card) => card.isVerified)).toEqual([]);
      }
      expect(shared.made()).toBeGreaterThanOrEqual(1);
      expect(shared.made()).toBeLessThanOrEqual(requests * MAX_CALLS_PER_REQUEST);
    },
  );

  it.each(OUTAGES)('are followed by good ones once $name is back', async ({ calls, deepResearch }) => {
    await using shared = await shareProviders(calls, 30);
    for (let index = 0; index < 3; index += 1) await searchOver(shared.providers.open(), { deepResearch });
    shared.state.down = false;
    await vi.waitFor(
      async () => {
        const search = await searchOver(shared.providers.open(), { deepResearch });
        expect(search.done?.outcome).toBe('answered');
        expect(search.cards.filter((card) => card.isVerified)).toHaveLength(deepResearch ? 5 : 0);
      },
      { timeout: 150_000, interval: 40 },
    );
  });
});
