import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createProviders } from '#functions/providers/create.ts';
import type { Providers } from '#functions/providers/ports/index.ts';
import { estimateTokens } from '#functions/providers/spending/estimate-tokens.ts';
import { rememberLookups } from '#functions/search/remember-lookups.ts';
import type { ProviderServer } from '#tests/support/provider-server.ts';
import { hangUp, json, silence, startProviderServer, text } from '#tests/support/provider-server.ts';
import type { TestConfig } from '../setup.ts';
import { calm, configFor, PROFILE_URL, pages, REQUEST, testProviders } from '../setup.ts';

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

let server: ProviderServer;
beforeEach(async () => {
  server = await startProviderServer(GOOD_REPLY);
});
afterEach(() => server[Symbol.asyncDispose]());

const make = (change: Partial<TestConfig> = {}) => testProviders(configFor(server.url, change));
const spendOf = (providers: Providers, signal: AbortSignal) => providers.spendOf?.(signal);
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
    expect(spendOf(make(), calm())).toEqual({ ...NOTHING, dollars: 0 });
  });

  it('is counted and priced over all three providers, for each search on its own', async () => {
    const providers = make();
    const [one, other] = [calm(), calm()];
    await providers.languageModel.complete(REQUEST, one);
    await providers.languageModel.complete(REQUEST, one);
    await providers.languageModel.complete(REQUEST, other);
    server.answer(pages(page(1, NEXT), page(11)));
    await providers.webSearch.search('x', one);
    server.answer(json({ full_name: 'Ximena' }));
    await providers.profileData.lookUp(PROFILE_URL, one);
    expect(spendOf(providers, one)).toEqual({
      modelCalls: 2,
      inputTokens: 2_000,
      outputTokens: 200,
      tokensEstimated: false,
      searchPages: 2,
      lookups: 1,
      dollars: expect.closeTo((2_000 * 0.4 + 200 * 1.6) / 1e6 + 2 * 0.015 + 0.02, 9),
    });
    expect(spendOf(providers, other)).toMatchObject({ modelCalls: 1, searchPages: 0, lookups: 0 });
  });

  it('is estimated, from above, where the server counts no tokens', async () => {
    const providers = make();
    const signal = calm();
    server.answer(reply('{"profiles":[]}'));
    await providers.languageModel.complete(REQUEST, signal);
    expect(spendOf(providers, signal)).toMatchObject({
      inputTokens: SENT,
      outputTokens: estimateTokens('{"profiles":[]}'),
      tokensEstimated: true,
    });
  });

  it('holds every repeat as a call, and no tokens for one that was not answered', async () => {
    const providers = make();
    const signal = calm();
    server.answer(limited, hangUp, GOOD_REPLY);
    await providers.languageModel.complete(REQUEST, signal);
    expect(spendOf(providers, signal)).toMatchObject({
      modelCalls: 3,
      inputTokens: 1_000,
      outputTokens: 100,
    });
  });

  it('holds the tokens of a reply that is of no use', async () => {
    const providers = make();
    const signal = calm();
    server.answer(reply('{"prof', { prompt_tokens: 900, completion_tokens: 500 }, 'length'));
    await expect(providers.languageModel.complete(REQUEST, signal)).rejects.toThrow('cut off');
    expect(spendOf(providers, signal)).toMatchObject({ modelCalls: 1, inputTokens: 900, outputTokens: 500 });
  });

  it('holds what is under way when it is stopped: nobody knows whether it was answered', async () => {
    const asked = Promise.withResolvers<void>();
    server.answer(() => asked.resolve());
    const providers = make();
    const controller = new AbortController();
    const work = providers.languageModel.complete(REQUEST, controller.signal);
    await asked.promise;
    controller.abort(new Error('stopped'));
    expect(spendOf(providers, controller.signal)).toMatchObject({ modelCalls: 1, inputTokens: SENT });
    await expect(work).rejects.toThrow('stopped');
    expect(spendOf(providers, controller.signal)).toMatchObject({ modelCalls: 1, tokensEstimated: true });
  });

  it('is nothing for what could not be sent', async () => {
    const { openai } = configFor(server.url);
    const providers = make({ openai: { ...openai, apiKey: undefined } });
    const signal = calm();
    await expect(providers.languageModel.complete(REQUEST, signal)).rejects.toMatchObject({
      code: 'missing-key',
    });
    expect(spendOf(providers, signal)).toEqual({ ...NOTHING, dollars: 0 });
  });

  it('holds no page and no lookup that failed', async () => {
    const providers = make();
    const signal = calm();
    server.answer(down);
    await expect(providers.webSearch.search('x', signal)).rejects.toMatchObject({ status: 503 });
    await expect(providers.profileData.lookUp(PROFILE_URL, signal)).rejects.toMatchObject({ status: 503 });
    expect(spendOf(providers, signal)).toMatchObject({ searchPages: 0, lookups: 0 });
  });

  it('holds two pages at most, however often the first has to be asked for', async () => {
    const providers = make();
    const signal = calm();
    server.answer(pages([down, down, page(1, NEXT)], page(11)));
    await providers.webSearch.search('x', signal);
    expect(spendOf(providers, signal)).toMatchObject({ searchPages: 2 });
  });

  it('holds a second page that nobody waited for: it may have been paid for', async () => {
    const providers = make();
    const signal = calm();
    server.answer(pages(page(1), silence));
    await providers.webSearch.search('x', signal);
    expect(spendOf(providers, signal)).toMatchObject({ searchPages: 2 });
  });

  it('holds no lookup that was remembered', async () => {
    const made = make();
    const cache = {
      read: async () => ({ record: undefined }),
      remember: async () => undefined,
      erase: async () => false,
    };
    const profileData = rememberLookups(made.profileData, { cache, clock: Date.now, log: () => undefined });
    const signal = calm();
    await profileData.lookUp(PROFILE_URL, signal);
    expect(spendOf(made, signal)).toMatchObject({ lookups: 0 });
  });

  it('is bounded: two repeats of model calls a search', async () => {
    const providers = make();
    const signal = calm();
    for (let count = 0; count < 8; count += 1) {
      server.answer(limited, GOOD_REPLY);
      await providers.languageModel.complete(REQUEST, signal).catch(() => undefined);
    }
    expect(spendOf(providers, signal)).toMatchObject({ modelCalls: 8 + 2 });
  });
});

describe('the price', () => {
  it('is not given for a model whose price is not known, unless nothing of it was used', async () => {
    const { prices } = configFor(server.url);
    const providers = make({ prices: { ...prices, perMillionInputTokens: undefined } });
    const signal = calm();
    expect(spendOf(providers, signal)).toHaveProperty('dollars', 0);
    await providers.languageModel.complete(REQUEST, signal);
    expect(spendOf(providers, signal)).not.toHaveProperty('dollars');
  });

  it.each([
    ['simulated', 'simulated', []],
    ['replay', 'replayed', []],
    ['record', 'simulated', ['OPENAI_API_KEY']],
  ] as const)('is nothing in %s mode: %s', (mode, unpaid, missingKeys) => {
    const config = configFor(server.url, { mode, missingKeys });
    const spend = spendOf(createProviders(config, { fetch }), calm());
    expect(spend).toEqual({ ...NOTHING, unpaid });
  });

  it('is paid where real providers are recorded', () => {
    const spend = spendOf(createProviders(configFor(server.url, { mode: 'record' }), { fetch }), calm());
    expect(spend).toHaveProperty('dollars', 0);
  });
});
