import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { httpEvent } from './support/http-event.ts';
import { type RunningFunction, runFunction } from './support/run-function.ts';

const KEY = 'key-made-while-deploying';
const Buffered = v.object({ statusCode: v.number(), body: v.pipe(v.string(), v.parseJson()) });

describe('the simulated providers under Lambda’s own client', () => {
  let lambda: RunningFunction;
  beforeAll(async () => {
    lambda = await runFunction('simulated', { SIMULATED_API_KEY: KEY });
    await lambda.ready;
  });
  afterAll(() => lambda.close());

  const search = async (key: string) => {
    const query = new URLSearchParams({
      engine: 'google',
      q: 'site:linkedin.com/in nurse Lyon',
      api_key: key,
    });
    const answer = lambda.invoke(httpEvent({ method: 'GET', path: `/serpapi/search.json?${query}` }));
    await answer.ended;
    return v.parse(Buffered, JSON.parse(answer.body()));
  };

  it('invent everyone before the first call, and answer it in the provider’s format', async () => {
    const { statusCode, body } = await search(KEY);
    expect([statusCode, body]).toEqual([
      200,
      expect.objectContaining({ organic_results: expect.arrayContaining([expect.anything()]) }),
    ]);
  });

  it('reject another key, and log neither key', async () => {
    expect((await search('simulated')).statusCode).toBe(401);
    expect(lambda.log().join('\n')).not.toContain(KEY);
  });
});

describe('the simulated providers without a key', () => {
  it('do not start, because their address is public', async () => {
    const lambda = await runFunction('simulated', {});
    await expect(lambda.ready).rejects.toThrow('SIMULATED_API_KEY must be set');
    await lambda.close();
  });
});
