import { once } from 'node:events';
import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tryKeys } from '#functions/providers/try-keys.ts';
import { type SimulatedProviders, startSimulatedProviders } from '#infra/local/simulated-providers.ts';

const KEY = 'sk-a-key-that-works';
let providers: SimulatedProviders;
beforeAll(async () => {
  providers = await startSimulatedProviders({ people: 1, apiKey: KEY });
});
afterAll(() => providers.close());

const environment = (variables: Record<string, string> = {}) => ({
  OPENAI_BASE_URL: providers.openaiBaseUrl,
  OPENAI_API_KEY: KEY,
  SERPAPI_BASE_URL: providers.serpapiBaseUrl,
  SERPAPI_API_KEY: KEY,
  PROFILE_BASE_URL: providers.enrichLayerBaseUrl,
  PROFILE_API_KEY: KEY,
  ...variables,
});

type Reply = { status: number; body: unknown; headers?: Record<string, string> };

/** A server that answers by method and path, and records the requests and their keys. */
async function serve(replies: Readonly<Record<string, Reply>>) {
  const asked: string[] = [];
  const keys: unknown[] = [];
  const server = createServer(({ method, url = '', headers }, response) => {
    asked.push(`${method} ${url}`);
    keys.push(headers['x-api-key'] ?? headers.authorization);
    const missing: Reply = { status: 404, body: { error: 'no such page' } };
    const { status, body, headers: own } = replies[`${method} ${url}`] ?? missing;
    response.writeHead(status, { 'content-type': 'application/json', ...own }).end(JSON.stringify(body));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    keys,
    async [Symbol.asyncDispose]() {
      server.close();
      server.closeAllConnections();
    },
  };
}

const verdicts = async (variables: Record<string, string>) =>
  (await tryKeys(environment(variables))).map(({ verdict }) => verdict);

describe('the keys', () => {
  it('work, and the credit left in their accounts is reported', async () => {
    expect(await tryKeys(environment())).toEqual([
      { name: 'OPENAI_API_KEY', verdict: 'works', says: 'gpt-4.1-mini is available' },
      { name: 'SERPAPI_API_KEY', verdict: 'works', says: 'SerpApi has 5000 searches left' },
      { name: 'PROFILE_API_KEY', verdict: 'works', says: 'Enrich Layer has 1000 credits left' },
    ]);
  });

  it('are checked at Proxycurl outside the versioned path of its lookups', async () => {
    const [, , profiles] = await tryKeys(
      environment({ PROFILE_PROVIDER: 'proxycurl', PROFILE_BASE_URL: providers.proxycurlBaseUrl }),
    );
    expect(profiles).toMatchObject({ verdict: 'works', says: 'Proxycurl has 1000 credits left' });
  });

  it('are checked at Enrich Layer next to its lookups, even at a custom base URL', async () => {
    await using own = await serve({
      'GET /lookups/credit-balance': { status: 200, body: { credit_balance: 7 } },
      'GET /api/v2/credit-balance': { status: 200, body: { credit_balance: 8 } },
    });
    const saysAt = async (url: string) => (await tryKeys(environment({ PROFILE_BASE_URL: url })))[2]?.says;
    expect(await saysAt(`${own.url}/lookups`)).toBe('Enrich Layer has 7 credits left');
    expect(await saysAt(own.url)).toBe('Enrich Layer has 8 credits left');
  });

  it('are refused one by one, in the provider’s words and without showing the key', async () => {
    const trials = await tryKeys(environment({ OPENAI_API_KEY: 'sk-wrong-1', SERPAPI_API_KEY: 'wrong-2' }));
    expect(trials.map(({ verdict }) => verdict)).toEqual(['refused', 'refused', 'works']);
    expect(trials[1]?.says).toMatch(/^SerpApi answered 401 Unauthorized - Invalid API key/);
    expect(JSON.stringify(trials)).not.toMatch(/sk-wrong-1|wrong-2/);
  });

  it('are refused without being sent if no header can hold them', async () => {
    const [model] = await tryKeys(environment({ OPENAI_API_KEY: 'sk-pasted\nsk-twice' }));
    expect(model).toMatchObject({ verdict: 'refused', says: expect.stringContaining('one word') });
  });

  it('are tried without the line ends and spaces they were pasted with, as searches use them', async () => {
    const pasted = environment({ OPENAI_API_KEY: `${KEY}\r`, SERPAPI_API_KEY: ` ${KEY} ` });
    expect((await tryKeys(pasted)).map(({ verdict }) => verdict)).toEqual(['works', 'works', 'works']);
  });

  it('are unreachable if no server answers, or one that is not the provider’s', async () => {
    await using portal = await serve({ 'GET /account.json?api_key=k': { status: 200, body: { page: 1 } } });
    await using down = await serve({ 'GET /api/v2/credit-balance': { status: 503, body: {} } });
    expect(
      await verdicts({
        // Nothing listens on the discard port.
        OPENAI_BASE_URL: 'http://127.0.0.1:9/v1',
        SERPAPI_API_KEY: 'k',
        SERPAPI_BASE_URL: portal.url,
        PROFILE_BASE_URL: `${down.url}/`,
      }),
    ).toEqual(['unreachable', 'unreachable', 'unreachable']);
    expect(down.asked).toEqual(['GET /api/v2/credit-balance']);
  });

  it('are missing if not set', async () => {
    expect(await verdicts({ PROFILE_API_KEY: '' })).toEqual(['works', 'works', 'missing']);
  });

  it('are checked at Serper by its account, and reported under the variable that has the key', async () => {
    await using serper = await serve({ 'GET /account': { status: 200, body: { balance: 2_492 } } });
    const variables = { SEARCH_PROVIDER: 'serper', SEARCH_BASE_URL: serper.url };
    const [, own] = await tryKeys(environment({ ...variables, SEARCH_API_KEY: 'serper-key' }));
    expect(own).toEqual({ name: 'SEARCH_API_KEY', verdict: 'works', says: 'Serper has 2492 credits left' });
    const [, shared] = await tryKeys(environment(variables));
    expect(shared?.name).toBe('SERPAPI_API_KEY');
    expect(serper.keys).toEqual(['serper-key', KEY]);
  });
});

describe('a language model’s key', () => {
  const ofModel = async (replies: Record<string, Reply>) => {
    await using server = await serve(replies);
    const [trial] = await tryKeys(environment({ OPENAI_BASE_URL: server.url }));
    return { ...trial, asked: server.asked };
  };
  const LOOK_UP = 'GET /models/gpt-4.1-mini';
  const ASK = 'POST /chat/completions';
  const completion = { choices: [{ finish_reason: 'length', message: { content: 'Hel' } }] };

  it.each([403, 404, 405])(
    'is tested with a short completion if it cannot look up models: %i',
    async (status) => {
      const restricted = { status, body: { error: { message: 'Missing scopes: api.model.read' } } };
      expect(
        await ofModel({ [LOOK_UP]: restricted, [ASK]: { status: 200, body: completion } }),
      ).toMatchObject({
        verdict: 'works',
        asked: [LOOK_UP, ASK],
      });
    },
  );

  it.each([
    { finish_reason: 'stop', message: { content: '' } },
    { finish_reason: 'content_filter', message: { content: 'Hel' } },
    { finish_reason: 'stop', message: { content: null, refusal: 'No.' } },
  ])('works whatever the model answers: %j', async (choice) => {
    const [lookUp, answer] = [
      { status: 404, body: {} },
      { status: 200, body: { choices: [choice] } },
    ];
    expect((await ofModel({ [LOOK_UP]: lookUp, [ASK]: answer })).verdict).toBe('works');
  });

  it('is not tested with a completion if the lookup of the model settles it', async () => {
    expect((await ofModel({ [LOOK_UP]: { status: 401, body: {} } })).asked).toEqual([LOOK_UP]);
  });

  it('is refused if its account has no credit', async () => {
    const message = 'You exceeded your current quota';
    const broke = { status: 429, body: { error: { message, code: 'insufficient_quota' } } };
    expect(await ofModel({ [ASK]: broke })).toMatchObject({
      verdict: 'refused',
      says: expect.stringContaining(message),
    });
  });

  it.each([
    [429, {}],
    [429, { 'retry-after': '60' }],
    [408, {}],
  ])('is unreachable, not refused, if the server is busy or slow (%i, %j)', async (status, headers) => {
    const busy = {
      status,
      headers,
      body: { error: { message: 'Rate limit reached', code: 'rate_limit_exceeded' } },
    };
    expect(await ofModel({ [LOOK_UP]: busy })).toMatchObject({
      verdict: 'unreachable',
      says: expect.stringContaining('Rate limit reached'),
    });
  });

  it('cannot be tested at a server that supports neither call', async () => {
    expect(await ofModel({})).toMatchObject({ verdict: 'unreachable', asked: [LOOK_UP, ASK] });
  });
});
