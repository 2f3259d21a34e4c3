import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createProviders, type SharedProviders } from '#functions/providers/create.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import type { Providers } from '#functions/providers/ports.ts';
import { json, startProviderServer } from '#tests/support/provider-server.ts';
import completions from '#tests/support/wire-samples/openai-completions.json' with { type: 'json' };
import { calm, configFor, PROFILE_URL, REQUEST } from './setup.ts';

const labels = (shared: SharedProviders) => {
  const { languageModel, webSearch, profileData } = shared.open();
  return [languageModel.label, webSearch.label, profileData.label];
};
const noFetch = () => Promise.reject(new Error('not to be called'));

describe('createProviders', () => {
  it('labels live providers with the model and their names', () => {
    expect(labels(createProviders(configFor('http://localhost')))).toEqual([
      'gpt-4.1-mini',
      'SerpApi',
      'Proxycurl',
    ]);
  });

  it('labels simulated and replayed providers as such', () => {
    const config = configFor('http://localhost', {
      profile: { provider: 'enrichlayer', apiKey: undefined, baseUrl: 'http://localhost' },
      search: { provider: 'serper', apiKey: undefined, baseUrl: 'http://localhost' },
    });
    expect(labels(createProviders({ ...config, mode: 'simulated' }))).toEqual([
      'gpt-4.1-mini (simulated)',
      'Serper (simulated)',
      'Enrich Layer (simulated)',
    ]);
    expect(labels(createProviders({ ...config, mode: 'replay' }, { fetch: noFetch }))).toEqual([
      'gpt-4.1-mini (replayed)',
      'Serper (replayed)',
      'Enrich Layer (replayed)',
    ]);
  });

  it('uses given labels unchanged', () => {
    const config = configFor('http://localhost', { mode: 'simulated' });
    expect(labels(createProviders(config, { labels: { 'web-search': 'Index of 5,000' } }))).toEqual([
      'gpt-4.1-mini (simulated)',
      'Index of 5,000',
      'Proxycurl (simulated)',
    ]);
  });

  it('needs no real keys for simulated providers', async () => {
    await using server = await startProviderServer(json(completions.query));
    const config = configFor(server.url, { mode: 'simulated' });
    const keyless = { ...config, openai: { ...config.openai, apiKey: undefined } };
    await createProviders(keyless).open().languageModel.complete(REQUEST, calm());
    expect(server.requests[0]?.headers.authorization).toBe('Bearer simulated');
  });

  it.each([
    [30, 'a language model', ({ languageModel }) => languageModel.complete(REQUEST, calm())],
    [20, 'a web search', ({ webSearch }) => webSearch.searchPage({ query: 'x', page: 1 }, calm())],
    [30, 'profile data', ({ profileData }) => profileData.lookUp(PROFILE_URL, calm())],
  ] satisfies [number, string, (providers: Providers) => Promise<unknown>][])(
    'gives up a call after %s s without an answer: %s',
    async (seconds, _, ask) => {
      const limit = new AbortController();
      const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
      onTestFinished(() => begin.mockRestore());
      const silent: ProviderFetch = (_url, { signal }) => {
        limit.abort(new DOMException('Too slow', 'TimeoutError'));
        return Promise.reject(signal?.reason);
      };
      const providers = createProviders(configFor('http://localhost'), {
        fetch: silent,
        delay: async () => undefined,
      });
      await expect(ask(providers.open())).rejects.toMatchObject({
        code: 'timeout',
        message: expect.stringContaining(`did not answer within ${seconds} s`),
      });
      for (const [milliseconds] of begin.mock.calls) expect(milliseconds).toBe(seconds * 1_000);
    },
  );

  it.each(['record', 'replay'] as const)('refuses to fall back to the network in %s mode', (mode) => {
    expect(() => createProviders(configFor('http://localhost', { mode }))).toThrow(
      `createProviders needs a fetch of its own when providers are in ${mode} mode`,
    );
  });
});
