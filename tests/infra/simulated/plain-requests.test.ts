import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { SimulatedProviders } from '#infra/local/simulated-providers.ts';
import { MIN_TOP_MATCH_SCORE } from '#shared/limits.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { collectSearch } from '#tests/support/collect-search.ts';
import { startProviders } from './ask.ts';
import { PLAIN_REQUESTS } from './plain-requests.ts';

let simulated: SimulatedProviders;

beforeAll(async () => {
  simulated = await startProviders();
});

afterAll(() => simulated.close());

/** Everyone that the pipeline shows for a request, through the real adapters. */
async function search(content: string, deepResearch = false): Promise<readonly DisplayProfile[]> {
  const { providers: config } = readConfig({
    PROVIDERS: 'simulated',
    OPENAI_STRUCTURED_OUTPUT: 'on',
    OPENAI_BASE_URL: simulated.openaiBaseUrl,
    SERPAPI_BASE_URL: simulated.serpapiBaseUrl,
    PROFILE_BASE_URL: simulated.enrichLayerBaseUrl,
  });
  const events = await collectSearch({ providers: createProviders(config).open(), content, deepResearch });
  const shown = events.flatMap((event) =>
    event.type === 'message' ? [event.data.metadata?.profileDisplayData] : [],
  )[0];
  return [...(shown?.verifiedProfiles ?? []), ...(shown?.otherProfiles ?? [])];
}

const isTopMatch = (profile: DisplayProfile): boolean => profile.relevanceScore >= MIN_TOP_MATCH_SCORE;

describe('a plain request', () => {
  it.each(PLAIN_REQUESTS)('finds top matches and other people: %s', async (request) => {
    const profiles = await search(request);
    expect(profiles.filter((profile) => isTopMatch(profile)).length).toBeGreaterThanOrEqual(2);
    expect(profiles.some((profile) => !isTopMatch(profile))).toBe(true);
  });

  it.each(PLAIN_REQUESTS.filter((_request, at) => at % 6 === 4))(
    'finds verified top matches in deep mode: %s',
    async (request) => {
      const profiles = await search(request, true);
      const verified = profiles.filter((profile) => profile.isVerified && isTopMatch(profile));
      expect(verified.length).toBeGreaterThanOrEqual(2);
    },
  );

  it.each(['flurbo grink zxcvq', 'wibble snarf in the quux', 'qwrtz 12345'])(
    'that is nonsense finds nobody: %s',
    async (request) => {
      expect(await search(request)).toEqual([]);
    },
  );
});
