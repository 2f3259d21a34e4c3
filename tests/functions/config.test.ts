import { describe, expect, it } from 'vitest';
import { ConfigError, readConfig } from '#functions/config.ts';

describe('the configuration', () => {
  it('has the documented defaults and simulates without keys', () => {
    expect(readConfig({})).toMatchObject({
      port: 3000,
      dataDir: '.local',
      pacing: 'steps',
      searchDeadline: 90_000,
      providers: {
        mode: 'simulated',
        openai: { baseUrl: 'https://api.openai.com/v1', model: 'gpt-4.1-mini' },
        search: { provider: 'serpapi', baseUrl: 'https://serpapi.com' },
        profile: { provider: 'enrichlayer' },
      },
    });
  });

  const keys = { OPENAI_API_KEY: 'a', SERPAPI_API_KEY: 'b', PROFILE_API_KEY: 'c' };

  it('goes live with all three keys, not with two, and an empty one is none', () => {
    expect(readConfig(keys).providers.mode).toBe('live');
    expect(readConfig({ ...keys, PROFILE_API_KEY: ' ' }).providers.mode).toBe('simulated');
  });

  it('takes another web search by name, with its own key', () => {
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

  it('lets PROVIDERS decide', () => {
    expect(readConfig({ ...keys, PROVIDERS: 'simulated' }).providers.mode).toBe('simulated');
    expect(readConfig({ PROVIDERS: 'live' }).providers.mode).toBe('live');
  });

  it('names every bad variable at once and says what to write', () => {
    const read = () => readConfig({ PORT: 'http', PACING: 'slow', OPENAI_BASE_URL: 'ftp://x' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/PORT must be a whole number from 0 to 65535/);
    expect(read).toThrow(/PACING must be one of steps, off/);
    expect(read).toThrow(/OPENAI_BASE_URL must start with http/);
  });

  it.each(['record', 'replay'])('wants a folder to %s', (PROVIDERS) => {
    expect(() => readConfig({ PROVIDERS })).toThrow('RECORDING must name the folder');
  });
});
