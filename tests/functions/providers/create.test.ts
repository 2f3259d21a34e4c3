import { describe, expect, it } from 'vitest';
import { createProviders, type SharedProviders } from '#functions/providers/create.ts';
import { json, startProviderServer } from '#tests/support/provider-server.ts';
import completions from '#tests/support/wire-samples/openai-completions.json' with { type: 'json' };
import { calm, configFor, REQUEST } from './setup.ts';

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

  it.each(['record', 'replay'] as const)('refuses to fall back to the network in %s mode', (mode) => {
    expect(() => createProviders(configFor('http://localhost', { mode }))).toThrow(
      `createProviders needs a fetch of its own when providers are in ${mode} mode`,
    );
  });
});
