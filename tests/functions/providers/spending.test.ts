import { describe, expect, it } from 'vitest';
import type { ProvidersConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { Providers } from '#functions/providers/ports.ts';
import { estimateTokens } from '#functions/providers/ports.ts';
import { rememberLookups } from '#functions/search/remember-lookups.ts';
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

describe('what a search has spent', () => {
  it('is nothing before its first call', () => {
    expect(spendOf(make())).toEqual({ ...NOTHING, dollars: 0 });
  });

  it('is counted and priced over all three providers, for each search on its own', async () => {
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

  it('is estimated, from above, where the server counts no tokens', async () => {
    const providers = make();
    server.answer(reply('{"profiles":[]}'));
    await providers.languageModel.complete(REQUEST, calm());
    expect(spendOf(providers)).toMatchObject({
      inputTokens: SENT,
      outputTokens: estimateTokens('{"profiles":[]}'),
      tokensEstimated: true,
    });
  });

  it('holds every repeat as a call, and no tokens for one that was not answered', async () => {
    const providers = make();
    server.answer(limited, hangUp, GOOD_REPLY);
    await providers.languageModel.complete(REQUEST, calm());
    expect(spendOf(providers)).toMatchObject({
      modelCalls: 3,
      inputTokens: 1_000,
      outputTokens: 100,
    });
  });

  it('holds the tokens of a reply that is of no use', async () => {
    const providers = make();
    server.answer(reply('{"prof', { prompt_tokens: 900, completion_tokens: 500 }, 'length'));
    await expect(providers.languageModel.complete(REQUEST, calm())).rejects.toThrow('cut off');
    expect(spendOf(providers)).toMatchObject({ modelCalls: 1, inputTokens: 900, outputTokens: 500 });
  });

  it('holds what is under way when it is stopped: nobody knows whether it was answered', async () => {
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

  it('is nothing for what could not be sent', async () => {
    const { openai } = configFor(server.url);
    const providers = make({ openai: { ...openai, apiKey: undefined } });
    await expect(providers.languageModel.complete(REQUEST, calm())).rejects.toMatchObject({
      code: 'missing-key',
    });
    expect(spendOf(providers)).toEqual({ ...NOTHING, dollars: 0 });
  });

  it('holds no page and no lookup that failed', async () => {
    const providers = make();
    server.answer(down);
    await expect(providers.webSearch.search('x', calm())).rejects.toMatchObject({ status: 503 });
    await expect(providers.profileData.lookUp(PROFILE_URL, calm())).rejects.toMatchObject({ status: 503 });
    expect(spendOf(providers)).toMatchObject({ searchPages: 0, lookups: 0 });
  });

  it('holds what broke off in mid-answer, each time: who has begun to answer has done the work', async () => {
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
  ] as const)('holds a lookup of somebody unknown where %s charges for it', async (provider, lookups) => {
    const providers = make({ profile: { provider, apiKey: KEYS.profile, baseUrl: server.url } });
    server.answer(json({ description: 'Person profile does not exist' }, 404));
    expect(await providers.profileData.lookUp(PROFILE_URL, calm())).toBeUndefined();
    expect(spendOf(providers)).toMatchObject({ lookups, dollars: lookups * 0.02 });
  });

  it('holds two pages at most, however often the first has to be asked for', async () => {
    const providers = make();
    server.answer(pages([down, down, page(1, NEXT)], page(11)));
    await providers.webSearch.search('x', calm());
    expect(spendOf(providers)).toMatchObject({ searchPages: 2 });
  });

  it('holds a second page that nobody waited for: it may have been paid for', async () => {
    const providers = make();
    server.answer(pages(page(1), silence));
    await providers.webSearch.search('x', calm());
    expect(spendOf(providers)).toMatchObject({ searchPages: 2 });
  });

  it('holds no lookup that was remembered', async () => {
    const made = make();
    const cache = {
      read: async () => ({ record: undefined }),
      remember: async () => undefined,
      erase: async () => false,
    };
    const profileData = rememberLookups(made.profileData, { cache, clock: Date.now, log: () => undefined });
    await profileData.lookUp(PROFILE_URL, calm());
    expect(spendOf(made)).toMatchObject({ lookups: 0 });
  });

  it('holds a lookup again a week after it was remembered', async () => {
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
    const { lookUp } = rememberLookups(made.profileData, {
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

  it('is bounded: four repeats of model calls a search', async () => {
    const providers = make();
    for (let count = 0; count < 8; count += 1) {
      server.answer(limited, GOOD_REPLY);
      await providers.languageModel.complete(REQUEST, calm()).catch(() => undefined);
    }
    expect(spendOf(providers)).toMatchObject({ modelCalls: 8 + 4 });
  });
});

describe('the price', () => {
  it('is not given for a model whose price is not known, unless nothing of it was used', async () => {
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
  ] as const)('is nothing in %s mode: %s', (mode, unpaid, missingKeys) => {
    const config = configFor(server.url, { mode, missingKeys });
    const spend = spendOf(createProviders(config, { fetch }).open());
    expect(spend).toEqual({ ...NOTHING, unpaid });
  });

  it('is paid where real providers are recorded', () => {
    const recorded = createProviders(configFor(server.url, { mode: 'record' }), { fetch });
    const spend = spendOf(recorded.open());
    expect(spend).toHaveProperty('dollars', 0);
  });
});

describe('a search for twenty people over all three providers', () => {
  it('takes twenty-six model calls, two search pages and five lookups in deep mode, and says so', async () => {
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

  it('takes twenty-one model calls, two search pages and no lookup in standard mode', async () => {
    const { message } = await searchWith({ deepResearch: false });
    expect(message?.metadata?.spend).toMatchObject({ modelCalls: 21, searchPages: 2, lookups: 0 });
  });
});
