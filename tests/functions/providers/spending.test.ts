import { describe, expect, it } from 'vitest';
import type { ProvidersConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { Providers } from '#functions/providers/ports.ts';
import { estimateTokens } from '#functions/providers/ports.ts';
import { withLookupCache } from '#functions/search/lookup-cache.ts';
import type { LookupCache } from '#functions/store/lookups.ts';
import { searchWith } from '#tests/support/faults-search.ts';
import { hangUp, json, resetMidBody, silence, text } from '#tests/support/provider-server.ts';
import { calm, configFor, KEYS, PROFILE_URL, pages, REQUEST, serverPerTest, testProviders } from './setup.ts';

const reply = (content: string, usage?: object, finish_reason = 'stop') =>
  json({ choices: [{ finish_reason, message: { content } }], ...(usage && { usage }) });
const GOOD_REPLY = reply('{}', { prompt_tokens: 1_000, completion_tokens: 100 });
const SENT = estimateTokens(REQUEST.system + REQUEST.user + JSON.stringify(REQUEST.reply.schema));

const page = (from: number, next?: string) =>
  json({
    organic_results: Array.from({ length: 10 }, (_, index) => ({
      title: `Person ${from + index}`,
      link: `https://www.linkedin.com/in/person-${from + index}`,
    })),
    serpapi_pagination: next === undefined ? {} : { next },
  });
const NEXT = 'https://serpapi.com/search.json?start=10';
const down = text('<html>down</html>', 503);
const limited = json({ error: { message: 'slow down' } }, 429);

const server = serverPerTest(() => GOOD_REPLY);

const make = (change: Partial<ProvidersConfig> = {}) => testProviders(configFor(server.url, change));
const spendOf = (providers: Providers) => providers.spend?.();
const NOTHING = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  tokensEstimated: false,
  searchPages: 0,
  lookups: 0,
};

describe('the spend of a search', () => {
  it('is zero before the first call', () => {
    expect(spendOf(make())).toEqual({ ...NOTHING, dollars: 0 });
  });

  it('is counted and priced across all three providers, separately for each search', async () => {
    const shared = createProviders(configFor(server.url));
    const [one, other] = [shared.open(), shared.open()];
    await one.languageModel.complete(REQUEST, calm());
    await one.languageModel.complete(REQUEST, calm());
    await other.languageModel.complete(REQUEST, calm());
    server.answer(pages(page(1, NEXT), page(11)));
    await one.webSearch.search('x', calm());
    server.answer(json({ full_name: 'Ximena' }));
    await one.profileData.lookUp(PROFILE_URL, calm());
    expect(spendOf(one)).toEqual({
      modelCalls: 2,
      inputTokens: 2_000,
      outputTokens: 200,
      tokensEstimated: false,
      searchPages: 2,
      lookups: 1,
      dollars: expect.closeTo((2_000 * 0.4 + 200 * 1.6) / 1e6 + 2 * 0.015 + 0.02, 9),
    });
    expect(spendOf(other)).toMatchObject({ modelCalls: 1, searchPages: 0, lookups: 0 });
  });

  it('is estimated if the server reports no tokens', async () => {
    const providers = make();
    server.answer(reply('{"profiles":[]}'));
    await providers.languageModel.complete(REQUEST, calm());
    expect(spendOf(providers)).toMatchObject({
      inputTokens: SENT,
      outputTokens: estimateTokens('{"profiles":[]}'),
      tokensEstimated: true,
    });
  });

  it('includes every retry as a call, but no tokens for unanswered calls', async () => {
    const providers = make();
    server.answer(limited, hangUp, GOOD_REPLY);
    await providers.languageModel.complete(REQUEST, calm());
    expect(spendOf(providers)).toMatchObject({
      modelCalls: 3,
      inputTokens: 1_000,
      outputTokens: 100,
    });
  });

  it('includes the tokens of an unusable reply', async () => {
    const providers = make();
    server.answer(reply('{"prof', { prompt_tokens: 900, completion_tokens: 500 }, 'length'));
    await expect(providers.languageModel.complete(REQUEST, calm())).rejects.toThrow('cut off');
    expect(spendOf(providers)).toMatchObject({ modelCalls: 1, inputTokens: 900, outputTokens: 500 });
  });

  it.each([
    ['cut off', { content: '{"profiles":[{"ind' }, 'length'],
    ['stopped by a filter', { content: '{"profiles":[{"ind' }, 'content_filter'],
    ['a refusal', { content: null, refusal: 'I cannot do that' }, 'stop'],
  ])('is estimated for a reply that is %s too', async (_, message, finish_reason) => {
    const providers = make();
    server.answer(json({ choices: [{ finish_reason, message }] }));
    await expect(providers.languageModel.complete(REQUEST, calm())).rejects.toThrow();
    expect(spendOf(providers)).toMatchObject({
      modelCalls: 1,
      inputTokens: SENT,
      outputTokens: estimateTokens(message.content ?? 'I cannot do that'),
      tokensEstimated: true,
    });
  });

  it('is no estimate because of calls that failed unanswered', async () => {
    const providers = make();
    server.answer(limited, GOOD_REPLY);
    await providers.languageModel.complete(REQUEST, calm());
    expect(spendOf(providers)).toMatchObject({ modelCalls: 2, inputTokens: 1_000, tokensEstimated: false });
  });

  it('includes a call that is under way when stopped, since it may have been answered', async () => {
    const asked = Promise.withResolvers<void>();
    server.answer(() => asked.resolve());
    const providers = make();
    const controller = new AbortController();
    const work = providers.languageModel.complete(REQUEST, controller.signal);
    await asked.promise;
    controller.abort(new Error('stopped'));
    expect(spendOf(providers)).toMatchObject({ modelCalls: 1, inputTokens: SENT });
    await expect(work).rejects.toThrow('stopped');
    expect(spendOf(providers)).toMatchObject({ modelCalls: 1, tokensEstimated: true });
  });

  it('is zero for a call that could not be sent', async () => {
    const { openai } = configFor(server.url);
    const providers = make({ openai: { ...openai, apiKey: undefined } });
    await expect(providers.languageModel.complete(REQUEST, calm())).rejects.toMatchObject({
      code: 'missing-key',
    });
    expect(spendOf(providers)).toEqual({ ...NOTHING, dollars: 0 });
  });

  it('includes no failed page or lookup', async () => {
    const providers = make();
    server.answer(down);
    await expect(providers.webSearch.search('x', calm())).rejects.toMatchObject({ status: 503 });
    await expect(providers.profileData.lookUp(PROFILE_URL, calm())).rejects.toMatchObject({ status: 503 });
    expect(spendOf(providers)).toMatchObject({ searchPages: 0, lookups: 0 });
  });

  it('includes every answer that breaks off midway, since the provider has done the work', async () => {
    const providers = make();
    server.answer(resetMidBody);
    await expect(providers.languageModel.complete(REQUEST, calm())).rejects.toMatchObject({ code: 'cut' });
    await expect(providers.profileData.lookUp(PROFILE_URL, calm())).rejects.toMatchObject({ code: 'cut' });
    server.answer(pages([resetMidBody, page(1)], silence));
    await providers.webSearch.searchPage({ query: 'x', page: 1 }, calm());
    expect(spendOf(providers)).toMatchObject({
      modelCalls: 3,
      inputTokens: 3 * SENT,
      tokensEstimated: true,
      searchPages: 2,
      lookups: 1,
    });
  });

  it.each([
    ['enrichlayer', 0],
    ['proxycurl', 1],
  ] as const)(
    'includes a lookup of an unknown person only if %s charges for it',
    async (provider, lookups) => {
      const providers = make({ profile: { provider, apiKey: KEYS.profile, baseUrl: server.url } });
      server.answer(json({ description: 'Person profile does not exist' }, 404));
      expect(await providers.profileData.lookUp(PROFILE_URL, calm())).toBeUndefined();
      expect(spendOf(providers)).toMatchObject({ lookups, dollars: lookups * 0.02 });
    },
  );

  it('includes at most two pages, however often the first is retried', async () => {
    const providers = make();
    server.answer(pages([down, down, page(1, NEXT)], page(11)));
    await providers.webSearch.search('x', calm());
    expect(spendOf(providers)).toMatchObject({ searchPages: 2 });
  });

  it('includes a second page that was abandoned, since it may have been charged', async () => {
    const providers = make();
    server.answer(pages(page(1), silence));
    await providers.webSearch.search('x', calm());
    expect(spendOf(providers)).toMatchObject({ searchPages: 2 });
  });

  it('includes no remembered lookup', async () => {
    const made = make();
    const cache = {
      read: async () => ({ record: undefined }),
      remember: async () => undefined,
      erase: async () => false,
    };
    const profileData = withLookupCache(made.profileData, { cache, clock: Date.now, log: () => undefined });
    await profileData.lookUp(PROFILE_URL, calm());
    expect(spendOf(made)).toMatchObject({ lookups: 0 });
  });

  it('includes a lookup again a week after it was remembered', async () => {
    server.answer(json({ full_name: 'Ximena' }));
    const made = make();
    const clock = { now: Date.parse('2026-11-23T12:00:00Z') };
    const known = new Map<string, Parameters<LookupCache['remember']>[0]>();
    const cache: LookupCache = {
      read: async ({ profileUrl }) => {
        const entry = known.get(profileUrl);
        return entry && entry.expiresAt > clock.now ? entry.lookup : undefined;
      },
      remember: async (entry) => void known.set(entry.profileUrl, entry),
      erase: async () => false,
    };
    const { lookUp } = withLookupCache(made.profileData, {
      cache,
      clock: () => clock.now,
      log: () => undefined,
    });
    const paidAfter = async (milliseconds: number) => {
      clock.now += milliseconds;
      await lookUp(PROFILE_URL, calm());
      return spendOf(made)?.lookups;
    };
    expect(await paidAfter(0)).toBe(1);
    expect(await paidAfter(7 * 86_400_000 - 1)).toBe(1);
    expect(await paidAfter(1)).toBe(2);
  });

  it('is limited to four retries of model calls per search', async () => {
    const providers = make();
    for (let count = 0; count < 8; count += 1) {
      server.answer(limited, GOOD_REPLY);
      await providers.languageModel.complete(REQUEST, calm()).catch(() => undefined);
    }
    expect(spendOf(providers)).toMatchObject({ modelCalls: 8 + 4 });
  });
});

describe('the price', () => {
  it('is omitted for a model of unknown price, unless it was not used', async () => {
    const { prices } = configFor(server.url);
    const providers = make({ prices: { ...prices, perMillionInputTokens: undefined } });
    expect(spendOf(providers)).toHaveProperty('dollars', 0);
    await providers.languageModel.complete(REQUEST, calm());
    expect(spendOf(providers)).not.toHaveProperty('dollars');
  });

  it.each([
    ['simulated', 'simulated', []],
    ['replay', 'replayed', []],
    ['record', 'simulated', ['OPENAI_API_KEY']],
  ] as const)('is omitted in %s mode: %s', (mode, unpaid, missingKeys) => {
    const config = configFor(server.url, { mode, missingKeys });
    const spend = spendOf(createProviders(config, { fetch }).open());
    expect(spend).toEqual({ ...NOTHING, unpaid });
  });

  it('is given when real providers are recorded', () => {
    const recorded = createProviders(configFor(server.url, { mode: 'record' }), { fetch });
    const spend = spendOf(recorded.open());
    expect(spend).toHaveProperty('dollars', 0);
  });
});

describe('a search for twenty people with all three providers', () => {
  it('reports 26 model calls, two search pages and five lookups in deep mode', async () => {
    const { message } = await searchWith({ deepResearch: true });
    const { dollars, ...spend } = message?.metadata?.spend ?? {};
    expect(spend).toEqual({
      modelCalls: 26,
      searchPages: 2,
      lookups: 5,
      inputTokens: 26 * 800,
      outputTokens: 26 * 64,
      tokensEstimated: false,
    });
    expect(dollars).toBeCloseTo((26 * (800 * 0.4 + 64 * 1.6)) / 1e6 + 2 * 0.015 + 5 * 0.02, 9);
  });

  it('reports 21 model calls, two search pages and no lookup in standard mode', async () => {
    const { message } = await searchWith({ deepResearch: false });
    expect(message?.metadata?.spend).toMatchObject({ modelCalls: 21, searchPages: 2, lookups: 0 });
  });
});
