import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SEARCH_FUNCTION_ACCESS } from '#infra/cloud/constructs/data.ts';
import { ErrorBody } from '#shared/contract.ts';
import { httpEvent, searchEvent } from './support/http-event.ts';
import { KEYS, type SearchFunction, startSearchFunction } from './support/start-functions.ts';
import { refused } from './support/table-access.ts';

const QUERY = 'Peruvian engineers in the United States';
const health = httpEvent({ method: 'GET', path: '/api/health' });

const idsOf = (body: string): number[] => [...body.matchAll(/^id: (\d+)$/gm)].map(([, id]) => Number(id));
const eventsOf = (body: string): string[] =>
  [...body.matchAll(/^event: (\w+)$/gm)].map(([, name]) => name ?? '');

describe('the search function under Lambda’s own client', () => {
  let search: SearchFunction;
  beforeAll(async () => {
    search = await startSearchFunction();
  });
  afterAll(() => search.close());

  const lines = () => search.lambda.log().flatMap((line) => (line.startsWith('{') ? [JSON.parse(line)] : []));
  const providerCalls = () => lines().filter(({ message }) => message?.event === 'provider-call');

  it('sends status and headers before the body', async () => {
    const answer = search.lambda.invoke(health);
    await answer.ended;
    expect(answer.headers['lambda-runtime-function-response-mode']).toBe('streaming');
    expect(answer.prelude()).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'application/json', 'cache-control': 'no-store' },
    });
    expect(JSON.parse(answer.body())).toMatchObject({
      status: 'ok',
      providers: 'live',
      configured: { model: 'gpt-4.1-mini', search: 'serpapi', profiles: 'enrichlayer' },
    });
  });

  it('reports errors before the first byte with a status, in the contract’s error format', async () => {
    const answer = search.lambda.invoke(
      httpEvent({ method: 'POST', path: '/api/searches', body: { chatId: 'x' } }),
    );
    await answer.ended;
    expect(answer.prelude().statusCode).toBe(400);
    expect(v.parse(ErrorBody, JSON.parse(answer.body())).error.code).toBe('bad-request');
  });

  it('sends status and headers even for a response without a body', async () => {
    const answer = search.lambda.invoke(httpEvent({ method: 'HEAD', path: '/api/health' }));
    await answer.ended;
    expect(answer.prelude().statusCode).toBe(200);
    expect(answer.isError).toBe(false);
  });

  it('streams events while the search still waits for its first provider', async () => {
    const answer = search.lambda.invoke(searchEvent(QUERY));
    await answer.until('event: step');
    expect(answer.prelude()).toMatchObject({
      statusCode: 200,
      headers: { 'content-type': 'text/event-stream; charset=utf-8' },
    });
    expect(answer.body()).not.toContain('event: done');
    answer.leave();
  });

  it('completes the search of a client that left, and serves the next caller', async () => {
    const next = search.lambda.invoke(health);
    search.letProvidersAnswer();
    await next.ended;
    expect([next.prelude().statusCode, search.lambda.isRunning()]).toEqual([200, true]);
    expect(providerCalls().length).toBeGreaterThan(2);
  });

  it('streams a search to its end, event by event, with consecutive numbers', async () => {
    const answer = search.lambda.invoke(searchEvent(QUERY));
    await answer.ended;
    const ids = idsOf(answer.body());
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    expect(eventsOf(answer.body()).at(0)).toBe('run');
    expect(eventsOf(answer.body()).slice(-2)).toEqual(['message', 'done']);
    expect(answer.body()).toContain('"outcome":"answered"');
    expect(answer.chunks.length).toBeGreaterThan(5);
    expect(answer.trailers).toEqual({});
  });

  it('answers a reader who has read everything already', async () => {
    const asked = searchEvent(QUERY);
    const whole = search.lambda.invoke(asked);
    await whole.ended;
    const [, searchId = ''] = /"searchId":"([^"]+)"/.exec(whole.body()) ?? [];
    const headers = { 'last-event-id': String(idsOf(whole.body()).at(-1)) };
    const answer = search.lambda.invoke(
      httpEvent({ method: 'GET', path: `/api/searches/${searchId}/events`, headers }),
    );
    await answer.ended;
    expect(answer.prelude().statusCode).toBe(200);
    expect([answer.isError, answer.body()]).toEqual([false, ':\n\n']);
  });

  it('fetches its keys once, however many calls it gets', () => {
    expect(search.secrets.calls()).toBe(1);
  });

  it('makes only table requests that its role allows', () => {
    const requests = search.database.requests();
    expect(requests.length).toBeGreaterThan(10);
    expect(refused(requests, SEARCH_FUNCTION_ACCESS)).toEqual([]);
  });

  describe('its log', () => {
    it('contains neither keys nor requests', () => {
      const text = search.lambda.log().join('\n');
      for (const secret of [...Object.values(KEYS), QUERY, '203.0.113.7']) expect(text).not.toContain(secret);
    });

    it('has a line for each provider call, readable by the metrics', () => {
      expect(providerCalls().length).toBeGreaterThan(2);
      for (const { message } of providerCalls())
        expect(message).toMatchObject({
          provider: expect.stringMatching(/^(language-model|web-search|profile-data)$/),
          outcome: expect.any(String),
          duration: expect.any(Number),
        });
    });

    it('has a line for each step and for the search', () => {
      const events = lines().map(({ message }) => message);
      expect(events).toContainEqual(
        expect.objectContaining({
          event: 'step',
          step: 'profile-search',
          status: 'completed',
          duration: expect.any(Number),
        }),
      );
      expect(events).toContainEqual(
        expect.objectContaining({
          event: 'search',
          outcome: 'answered',
          deepResearch: false,
          duration: expect.any(Number),
        }),
      );
    });
  });
});

describe('the search function when a provider is down', () => {
  let search: SearchFunction;
  beforeAll(async () => {
    // Nothing listens on the discard port, so the connection is refused at once.
    search = await startSearchFunction({ OPENAI_BASE_URL: 'http://127.0.0.1:9/v1' });
    search.letProvidersAnswer();
  });
  afterAll(() => search.close());

  it('reports errors after the first byte as an event, and completes the stream', async () => {
    const answer = search.lambda.invoke(searchEvent(QUERY));
    await answer.ended;
    expect(answer.prelude().statusCode).toBe(200);
    expect(eventsOf(answer.body()).at(0)).toBe('run');
    expect(answer.body()).toContain('"outcome":"apologised"');
    expect(answer.trailers).toEqual({});
  });
});

describe('the search function before its keys are stored', () => {
  let search: SearchFunction;
  beforeAll(async () => {
    search = await startSearchFunction({}, { keys: 'never stored' });
    search.letProvidersAnswer();
  });
  afterAll(() => search.close());

  it('starts, so that the deployment can be inspected, and a search reports the missing keys', async () => {
    const looked = search.lambda.invoke(health);
    const searched = search.lambda.invoke(searchEvent(QUERY));
    await Promise.all([looked.ended, searched.ended]);
    expect(looked.prelude().statusCode).toBe(200);
    expect(JSON.parse(looked.body()).configured).toEqual({ model: null, search: null, profiles: null });
    expect(searched.body()).toContain('Please check your API key');
  });
});
