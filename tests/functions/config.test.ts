import { describe, expect, it } from 'vitest';
import { configuredProviders, readConfig } from '#functions/config.ts';
import { ConfigError } from '#functions/environment.ts';

describe('the configuration', () => {
  it('has the documented defaults and simulates without keys', () => {
    expect(readConfig({})).toMatchObject({
      pacing: 'steps',
      sensitiveCriteria: 'score',
      searchDeadline: 90_000,
      providers: {
        mode: 'simulated',
        openai: { baseUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-mini' },
        search: { provider: 'serpapi', baseUrl: 'https://serpapi.com' },
        profile: { provider: 'enrichlayer' },
      },
    });
  });

  it('lets people search without an account, unless told otherwise', () => {
    expect(readConfig({}).anonymous).toBe(true);
    expect(readConfig({ ANONYMOUS: 'off' }).anonymous).toBe(false);
    expect(() => readConfig({ ANONYMOUS: 'no' })).toThrow('ANONYMOUS must be one of on, off');
  });

  const keys = { OPENAI_API_KEY: 'a', SERPAPI_API_KEY: 'b', PROFILE_API_KEY: 'c' };

  it('goes live with all three keys but not with two, and an empty key counts as missing', () => {
    expect(readConfig(keys).providers.mode).toBe('live');
    expect(readConfig({ ...keys, PROFILE_API_KEY: ' ' }).providers.mode).toBe('simulated');
  });

  it('selects another search provider by name, with its own key', () => {
    const { OPENAI_API_KEY, PROFILE_API_KEY } = keys;
    const { providers } = readConfig({
      OPENAI_API_KEY,
      PROFILE_API_KEY,
      SEARCH_PROVIDER: 'serper',
      SEARCH_API_KEY: 'd',
    });
    expect(providers).toMatchObject({
      mode: 'live',
      search: { provider: 'serper', apiKey: 'd', baseUrl: 'https://google.serper.dev' },
    });
  });

  it('says which keys are missing', () => {
    expect(readConfig({}).providers.missingKeys).toEqual([
      'OPENAI_API_KEY',
      'SERPAPI_API_KEY',
      'PROFILE_API_KEY',
    ]);
    expect(readConfig({ ...keys, PROFILE_API_KEY: '' }).providers.missingKeys).toEqual(['PROFILE_API_KEY']);
    const serper = { SEARCH_PROVIDER: 'serper', OPENAI_API_KEY: 'a', PROFILE_API_KEY: 'c' };
    expect(readConfig(serper).providers.missingKeys).toEqual(['SEARCH_API_KEY']);
  });

  it('records real providers with all keys, simulated ones with none, and rejects a partial set', () => {
    const record = { PROVIDERS: 'record', RECORDING: 'folder' };
    expect(readConfig({ ...keys, ...record }).providers.mode).toBe('record');
    expect(readConfig(record).providers.mode).toBe('record');
    expect(() => readConfig({ ...keys, ...record, SERPAPI_API_KEY: '' })).toThrow(
      'Set SERPAPI_API_KEY too to record the real providers',
    );
  });

  it('reports the configured providers by name, null without a key, and none when simulated', () => {
    const configured = (environment: Record<string, string>) =>
      configuredProviders(readConfig(environment).providers);
    const keys = { OPENAI_API_KEY: 'key-a', SEARCH_API_KEY: 'key-b', PROFILE_API_KEY: 'key-c' };
    const names = { SEARCH_PROVIDER: 'serper', PROFILE_PROVIDER: 'proxycurl', OPENAI_MODEL: 'llama-5' };
    expect(configured({ ...keys, ...names })).toEqual({
      model: 'llama-5',
      search: 'serper',
      profiles: 'proxycurl',
    });
    expect(configured({ PROVIDERS: 'live', OPENAI_API_KEY: 'key-a' })).toEqual({
      model: 'gpt-4.1-mini',
      search: null,
      profiles: null,
    });
    const nobody = { model: null, search: null, profiles: null };
    expect(configured({ ...keys, ...names, PROVIDERS: 'simulated' })).toEqual(nobody);
    expect(configured({ OPENAI_API_KEY: 'key-a' })).toEqual(nobody);
  });

  it('names the available providers', () => {
    expect(() => readConfig({ SEARCH_PROVIDER: 'toString' })).toThrow(
      'SEARCH_PROVIDER must be one of serpapi, serper',
    );
  });

  it('PROVIDERS overrides the mode', () => {
    expect(readConfig({ ...keys, PROVIDERS: 'simulated' }).providers.mode).toBe('simulated');
    expect(readConfig({ PROVIDERS: 'live' }).providers.mode).toBe('live');
  });

  it('names every bad variable at once and says what to write', () => {
    const read = () =>
      readConfig({
        ...{ PACING: 'slow', SENSITIVE_CRITERIA: 'hide', OPENAI_BASE_URL: 'ftp://x' },
        ...{ MESSAGES_PER_CHAT: '1', PROVIDERS: 'replay' },
      });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PACING must be one of steps, off/);
    expect(read).toThrow(/SENSITIVE_CRITERIA must be one of score, show, ignore/);
    expect(read).toThrow(/OPENAI_BASE_URL must start with http/);
    expect(read).toThrow(/MESSAGES_PER_CHAT must be at least 2/);
    expect(read).toThrow(/RECORDING must name the folder of recordings/);
  });

  it.each(['record', 'replay'])('requires a folder to %s', (PROVIDERS) => {
    expect(() => readConfig({ PROVIDERS })).toThrow('RECORDING must name the folder');
  });

  const NO_PRICES = {
    perMillionInputTokens: undefined,
    perMillionOutputTokens: undefined,
    perSearchPage: 0.015,
    perLookup: 0.04,
  };

  it('has prices for known providers, and for the default model only', () => {
    expect(readConfig({}).providers.prices).toEqual({
      ...NO_PRICES,
      perMillionInputTokens: 0.4,
      perMillionOutputTokens: 1.6,
    });
    expect(readConfig({ OPENAI_MODEL: 'llama3.2' }).providers.prices).toEqual(NO_PRICES);
    expect(readConfig({ PROFILE_PROVIDER: 'proxycurl' }).providers.prices.perLookup).toBeUndefined();
    expect(readConfig({ SEARCH_PROVIDER: 'serper' }).providers.prices.perSearchPage).toBe(0.002);
  });

  it('accepts the prices given, including zero', () => {
    const { providers } = readConfig({
      OPENAI_MODEL: 'llama3.2',
      PRICE_PER_MILLION_INPUT_TOKENS: '0',
      PRICE_PER_MILLION_OUTPUT_TOKENS: '0.125',
      PRICE_PER_SEARCH_PAGE: '0.001',
      PRICE_PER_LOOKUP: '1',
    });
    expect(providers.prices).toEqual({
      perMillionInputTokens: 0,
      perMillionOutputTokens: 0.125,
      perSearchPage: 0.001,
      perLookup: 1,
    });
  });

  it.each(['-1', '1e-3', '0,5', '$1', 'free'])('rejects %j as a price', (PRICE_PER_LOOKUP) => {
    expect(() => readConfig({ PRICE_PER_LOOKUP })).toThrow(
      'PRICE_PER_LOOKUP must be a price in US dollars such as 0.015',
    );
  });
});
