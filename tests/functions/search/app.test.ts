import { beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { StoreError } from '#functions/store/errors.ts';
import { delay } from '#functions/timing.ts';
import { listen } from '#infra/local/listen.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog } from '#tests/support/memory-stores.ts';
import { watchOwnTimers } from '#tests/support/own-timers.ts';
import { eventCollector, eventReader, readEvents } from '#tests/support/read-stream.ts';
import { idOf, postSearch, searchApp, searchBody, stopSearch } from '#tests/support/search-app.ts';
import { BAD_TOKENS, createTokenMint, POOL, type TokenMint } from '#tests/support/tokens.ts';

const JSON_HEADERS = { 'content-type': 'application/json' };

describe('POST /api/searches', () => {
  it('streams the contract’s events over HTTP, numbered from 1 without gaps', async () => {
    const server = await listen(searchApp().fetch, 0);
    try {
      const response = await fetch(`http://127.0.0.1:${server.port}/api/searches`, {
        method: 'POST',
        headers: JSON_HEADERS,
        body: JSON.stringify({ ...searchBody, deepResearch: true }),
      });
      expect(response.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
      expect(response.headers.get('cache-control')).toBe('private, no-cache, no-transform');
      expect(response.headers.get('x-accel-buffering')).toBe('no');
      const events = await readEvents(response);
      expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
      expect(events[0]?.event).toMatchObject({
        type: 'run',
        data: { chatId: 'chat_1_a', userMessage: { id: 'msg_1_a', role: 'user', userId: 'anonymous' } },
      });
      expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
      expect(events.filter(({ event }) => event.type === 'done')).toHaveLength(1);
    } finally {
      await server.close();
    }
  });

  it('parses the same however the stream is sliced', async () => {
    const text = await (await searchApp().fetch(postSearch())).text();
    const whole = eventCollector();
    whole.feed(text);
    for (let round = 0; round < 50; round += 1) {
      const sliced = eventCollector();
      for (let at = 0; at < text.length; ) {
        const next = at + 1 + Math.floor(Math.random() * 200);
        sliced.feed(text.slice(at, next));
        at = next;
      }
      expect(sliced.events).toEqual(whole.events);
    }
  });

  it('sends the first event before any provider has answered', async () => {
    const never = fakeProviders({ replies: { query: () => new Promise(() => undefined) } });
    const response = await searchApp({ providers: never }).fetch(postSearch());
    const reader = eventReader(response);
    await reader.read(2);
    expect(reader.events.map(({ event }) => event.type)).toEqual(['run', 'step']);
    await reader.leave();
  });

  it('runs to its end when the reader leaves', async () => {
    const providers = fakeProviders();
    let ended: (() => void) | undefined;
    const finished = new Promise<void>((resolve) => {
      ended = resolve;
    });
    const app = searchApp({
      openProviders: async () => ({ providers, finish: async () => ended?.() }),
    });
    await (await app.fetch(postSearch())).body?.cancel();
    await finished;
    expect(providers.calls).toContain('formatting');
  });

  it('leaves no timer running once its stream has ended', async () => {
    const timers = watchOwnTimers();
    await timers.run(async () => readEvents(await searchApp({ delay }).fetch(postSearch())));
    expect(timers.begun).toBeGreaterThan(0);
    await expect.poll(() => timers.pending).toBe(0);
  });

  it('ends at its deadline', async () => {
    const providers = fakeProviders({
      replies: {
        query: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    const events = await readEvents(await searchApp({ providers, deadline: 20 }).fetch(postSearch()));
    expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'apologised' } });
  });

  it('trims the request', async () => {
    const events = await readEvents(
      await searchApp().fetch(postSearch({ ...searchBody, content: '  lawyers \n' })),
    );
    expect(events[0]?.event).toMatchObject({ data: { userMessage: { content: 'lawyers' } } });
  });

  it.each([
    ['x', /^x{599}…$/],
    ['é', /^é{400,455}$/],
    ['日', /^日{280,303}$/],
    ['"', /^"{599}…$/],
  ])(
    'accepts a request of 15,000 characters, and tells most calls of its beginning: %s',
    async (character, told) => {
      const providers = fakeProviders();
      const content = character.repeat(15_000);
      const events = await readEvents(
        await searchApp({ providers }).fetch(postSearch({ ...searchBody, content, deepResearch: true })),
      );
      expect(events[0]?.event).toMatchObject({ data: { userMessage: { content } } });
      expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
      const [query, ...others] = providers.completions;
      expect(query).toMatchObject({ task: 'query', user: content });
      for (const { user } of others) expect(JSON.parse(user).request).toMatch(told);
    },
  );

  it.each([
    [{ ...searchBody, content: '   ' }, 'The field "content" must not be empty.'],
    [{ ...searchBody, content: 'x'.repeat(15_001) }, 'The field "content" must be at most 15000 characters.'],
    [
      { ...searchBody, chatId: 'nope' },
      'The field "chatId" must look like chat_…: letters, digits, "-" and "_".',
    ],
  ])('rejects %o', async (body, message) => {
    const response = await searchApp().fetch(postSearch(body));
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: { code: 'bad-request', message } });
  });

  it('answers unknown paths with the contract’s JSON error', async () => {
    const response = await searchApp().fetch(new Request('http://localhost/api/nothing'));
    expect(response.status).toBe(404);
    expect(await response.json()).toEqual({
      error: { code: 'not-found', message: 'There is nothing here.' },
    });
  });
});

describe('a deployment without anonymous access', () => {
  it.each([
    ['starting', () => postSearch()],
    ['following', () => new Request('http://localhost/api/searches/srch_a/events')],
    ['stopping', () => stopSearch('srch_a')],
  ])('rejects %s a search without a token', async (_, request) => {
    const response = await searchApp({ anonymous: false }).fetch(request());
    expect(response.status).toBe(401);
    expect(await response.json()).toEqual({
      error: {
        code: 'unauthorised',
        message: 'Only people with an account can search here. Please sign in.',
      },
    });
  });

  it('serves people with an account as usual', async () => {
    const authenticate = async () => ({ userId: 'user-1', email: '' });
    const response = await searchApp({ anonymous: false, authenticate }).fetch(stopSearch('srch_a'));
    expect(response.status).toBe(404);
  });
});

describe('GET /api/health', () => {
  it('reports the providers in use', async () => {
    const response = await searchApp().fetch(new Request('http://localhost/api/health'));
    expect(response.headers.get('cache-control')).toBe('no-store');
    expect(await response.json()).toEqual({
      status: 'ok',
      version: '0.0.0-test',
      providers: 'simulated',
      configured: { model: null, search: null, profiles: null },
    });
  });
});

describe('POST /api/searches/:searchId/stop', () => {
  it('ends the running search as stopped, and keeps what it found', async () => {
    const providers = fakeProviders({
      replies: {
        formatting: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    const app = searchApp({ providers });
    const response = await app.fetch(postSearch());
    const collector = eventCollector();
    for await (const chunk of response.body ?? []) {
      collector.feed(new TextDecoder().decode(chunk));
      const [first] = collector.events;
      const formatting = collector.events.some(
        ({ event }) =>
          event.type === 'step' && event.data.id === 'formatting' && event.data.status === 'active',
      );
      if (first?.event.type === 'run' && formatting && collector.events.length < 9)
        expect(await (await app.fetch(stopSearch(first.event.data.searchId))).json()).toEqual({
          stopped: true,
        });
    }
    const message = collector.events.find(({ event }) => event.type === 'message')?.event;
    expect(message).toMatchObject({
      data: {
        content: 'You stopped this search. These are the 7 profiles found until then.',
        metadata: { outcome: 'stopped', profileDisplayData: { totalProfiles: 7 } },
      },
    });
    expect(collector.events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'stopped' } });
  });

  it('answers for a search that is not running as for a missing one', async () => {
    expect((await searchApp().fetch(stopSearch('search_1'))).status).toBe(404);
  });
});

describe('DELETE /api/searches/:searchId', () => {
  const forget = (searchId: string) =>
    new Request(`http://localhost/api/searches/${searchId}`, { method: 'DELETE' });

  it('deletes the log of an ended search, and answers for another person’s as for a missing one', async () => {
    const searchLog = memorySearchLog();
    const app = searchApp({ searchLog });
    await (await app.fetch(postSearch())).text();
    const searchId = await idOf();
    const stranger = searchApp({ searchLog, authenticate: async () => ({ userId: 'user-1', email: '' }) });
    const own = await idOf(searchBody, 'user-2');
    expect((await stranger.fetch(forget(own))).status).toBe(404);
    expect((await app.fetch(forget(searchId))).status).toBe(200);
    expect(await searchLog.read({ searchId })).toBeUndefined();
    expect((await app.fetch(forget(searchId))).status).toBe(404);
  });

  it('stops a running search even if its log could not be reached when it started', async () => {
    const providers = fakeProviders({
      replies: {
        formatting: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    const claim = () => Promise.reject(new StoreError('Failed to log the search'));
    const app = searchApp({ providers, searchLog: { ...memorySearchLog(), claim } });
    const response = await app.fetch(postSearch());
    expect(await (await app.fetch(forget(await idOf()))).json()).toEqual({ deleted: true });
    const last = (await readEvents(response)).at(-1);
    expect(last?.event).toEqual({ type: 'done', data: { outcome: 'stopped' } });
  });
});

/** Every route of the search function that depends on the caller. */
const ROUTES = [
  ['POST', '/api/searches', JSON.stringify(searchBody)],
  ['GET', '/api/searches/search_1/events', undefined],
  ['POST', '/api/searches/search_1/stop', undefined],
  ['DELETE', '/api/searches/search_1', undefined],
] as const;

it('every route but health is covered by these tests', () => {
  const routes = searchApp()
    .routes.filter(({ method }) => method !== 'ALL')
    .map(({ method, path }) => `${method} ${path}`);
  const named = ROUTES.map(([method, path]) => `${method} ${path.replace('search_1', ':searchId')}`);
  expect(routes.sort()).toEqual([...named, 'GET /api/health'].sort());
});

describe.each(ROUTES)('%s %s', (method, path, body) => {
  let tokens: TokenMint;
  beforeAll(async () => {
    tokens = await createTokenMint();
  });

  it.each(BAD_TOKENS)('returns 401 for a bad token, never treating it as anonymous: %s', async (kind) => {
    const app = searchApp({ authenticate: createAuthenticator({ ...POOL, jwks: tokens.jwks }) });
    const response = await app.request(path, {
      method,
      headers: { 'content-type': 'application/json', 'x-auth-token': await tokens.mintBad(kind, 'person-1') },
      ...(body !== undefined && { body }),
    });
    expect(response.status).toBe(401);
    expect(await response.json()).toMatchObject({ error: { code: 'unauthorised' } });
  });
});
