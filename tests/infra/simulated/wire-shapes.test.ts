import OpenAI from 'openai';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedProviders } from '#infra/local/simulated-providers.ts';
import { startProviders } from './ask.ts';

let providers: SimulatedProviders;

beforeAll(async () => {
  providers = await startProviders();
});

afterAll(() => providers.close());

const keysOf = (value: unknown): string[] => Object.keys(Object(value)).toSorted();

const askOpenAi = (
  body: string,
  headers: Record<string, string> = { authorization: 'Bearer k' },
): Promise<Response> =>
  fetch(`${providers.openaiBaseUrl}/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });

const search = async (
  query: Record<string, string>,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const response = await fetch(
    `${providers.serpapiBaseUrl}/search.json?${new URLSearchParams(query).toString()}`,
  );
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

const QUERY = { engine: 'google', q: 'site:linkedin.com/in "Peruvian" "lawyer"', api_key: 'k', num: '20' };

describe('OpenAI chat completions', () => {
  const messages = [{ role: 'user' as const, content: 'hello' }];

  it('have the fields of a recorded completion', async () => {
    const body: unknown = await (await askOpenAi(JSON.stringify({ model: 'gpt-4.1-mini', messages }))).json();
    expect(keysOf(body)).toEqual([
      'choices',
      'created',
      'id',
      'model',
      'object',
      'system_fingerprint',
      'usage',
    ]);
    expect(body).toMatchObject({
      object: 'chat.completion',
      model: 'gpt-4.1-mini-simulated',
      choices: [
        {
          index: 0,
          message: { role: 'assistant', refusal: null, annotations: [] },
          logprobs: null,
          finish_reason: 'stop',
        },
      ],
      usage: {
        prompt_tokens: expect.any(Number),
        completion_tokens: expect.any(Number),
        prompt_tokens_details: { cached_tokens: 0 },
      },
    });
  });

  it('end with finish_reason length when max_tokens is too small', async () => {
    const client = new OpenAI({ apiKey: 'k', baseURL: providers.openaiBaseUrl });
    const { choices } = await client.chat.completions.create({ model: 'm', messages, max_tokens: 2 });
    expect(choices[0]?.finish_reason).toBe('length');
    expect(choices[0]?.message.content).toHaveLength(8);
  });

  it('require a key', async () => {
    const response = await askOpenAi('{}', {});
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      error: {
        message: expect.stringContaining('Incorrect API key'),
        type: 'invalid_request_error',
        param: null,
        code: 'invalid_api_key',
      },
    });
  });

  it.each([
    '{',
    '[]',
    '{"model":"m"}',
    '{"messages":[{"role":"user","content":"x"}]}',
    '{"model":"m","messages":"x"}',
  ])('reject %s with a 400 that the SDK understands', async (body) => {
    const response = await askOpenAi(body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { type: 'invalid_request_error', message: expect.any(String) },
    });
  });
});

describe('SerpApi searches', () => {
  it('have the fields of a recorded page, and ten results whatever num says', async () => {
    const { status, body } = await search(QUERY);
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual([
      'organic_results',
      'pagination',
      'related_questions',
      'search_information',
      'search_metadata',
      'search_parameters',
      'serpapi_pagination',
    ]);
    expect(keysOf(body['search_metadata'])).toEqual([
      'created_at',
      'id',
      'json_endpoint',
      'processed_at',
      'status',
      'total_time_taken',
    ]);
    expect(keysOf(body['search_parameters'])).toEqual(['device', 'engine', 'gl', 'google_domain', 'hl', 'q']);
    expect(keysOf(body['serpapi_pagination'])).toEqual(['current', 'next', 'next_link', 'other_pages']);
    expect(body['organic_results']).toHaveLength(10);
  });

  it('link to the next page until the last', async () => {
    const currents: unknown[] = [];
    let next: unknown = 'first';
    for (let start = 0; next !== undefined && start < 300; start += 10) {
      const { body } = await search({ ...QUERY, q: '"beekeeper" "honey producer"', start: `${start}` });
      const { current, next: following } = Object(body['serpapi_pagination']) as Record<string, unknown>;
      currents.push(current);
      next = following;
    }
    expect(next).toBe(undefined);
    expect(currents).toEqual(currents.map((_each, at) => at + 1));
    expect(currents.length).toBeGreaterThan(2);
    const { body } = await search({
      ...QUERY,
      q: '"beekeeper" "honey producer"',
      start: `${currents.length * 10}`,
    });
    expect(body).toHaveProperty('error');
  });

  it('answer 200 with an error when there are no results', async () => {
    const { status, body } = await search({ ...QUERY, q: 'flurbo grink' });
    expect(status).toBe(200);
    expect(keysOf(body)).toEqual(['error', 'search_information', 'search_metadata', 'search_parameters']);
    expect(body['search_information']).toEqual({ organic_results_state: 'Fully empty' });
    expect(body['error']).toBe("Google hasn't returned any results for this query.");
  });

  it.each([
    [401, { engine: 'google', q: 'x' }, /^Invalid API key/],
    [400, { engine: 'google', api_key: 'k' }, /Missing query `q` parameter/],
    [400, { engine: 'bing', q: 'x', api_key: 'k' }, /Unsupported/],
  ] as const)('answer %i for an incomplete request', async (expected, query, message) => {
    const { status, body } = await search(query);
    expect(status).toBe(expected);
    expect(body).toEqual({ error: expect.stringMatching(message) });
  });
});
