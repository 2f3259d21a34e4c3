import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener } from '@hono/node-server';
import fc from 'fast-check';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { searchIdOf } from '#shared/ids.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { REFUSING_ADDRESS } from '#tests/support/provider-server.ts';
import { delay, type WaitingTools } from '#web/features/search/backoff.ts';
import { connectionOver, createSearchConnection } from '#web/features/search/connection.ts';
import { StreamCutError } from '#web/features/search/event-stream.ts';
import { Searches, type SearchState } from '#web/features/search/index.ts';
import { reduceSearch } from '#web/features/search/reduce-search.ts';
import { initialSearch } from '#web/features/search/search-state.ts';
import { createSearchTransport, type SearchTransport } from '#web/features/search/transport.ts';
import { ApiError } from '#web/lib/api.ts';
import { createApi } from '#web/lib/create-api.ts';
import { impatient } from './impatient.ts';
import {
  answer,
  doneEvent,
  encode,
  encodeAll,
  numbered,
  runEvent,
  stepEvent,
  wholeSearch,
} from './sample-events.ts';
import { type Served, serve } from './serve.ts';

const request = { chatId: 'chat_1', messageId: 'msg_1', content: 'Economists', deepResearch: false };
const EVENT_STREAM = { 'content-type': 'text/event-stream' };

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
  served = undefined;
});

async function searchesOf(app: Hono, stopGrace = 60_000, tools?: WaitingTools): Promise<Searches> {
  served = await serve(getRequestListener(app.fetch));
  const transport = createSearchTransport(createApi({ baseUrl: served.baseUrl }));
  const connection = createSearchConnection(transport, tools && { tools });
  return new Searches({ openConnection: async () => connection, stopGrace });
}

/** Resolves with the first state that `matches`. */
function stateWhere(searches: Searches, matches: (state: SearchState) => boolean): Promise<SearchState> {
  const { promise, resolve } = Promise.withResolvers<SearchState>();
  const unsubscribe = searches.store.subscribe(({ chat_1: state }) => {
    if (state === undefined || !matches(state)) return;
    unsubscribe();
    resolve(state);
  });
  return promise;
}

/** A server that sends `text`, then holds the stream open until asked to stop, when it sends done. */
function holding(text: string, { answersStop }: { answersStop: boolean }) {
  const app = new Hono();
  const stopped: string[] = [];
  const { promise: stopping, resolve: stop } = Promise.withResolvers<void>();
  app.post('/api/searches', () => {
    const body = new ReadableStream({
      async start(controller) {
        controller.enqueue(new TextEncoder().encode(text));
        await stopping;
        controller.enqueue(new TextEncoder().encode(encode(90, 'done', { outcome: 'stopped' })));
        controller.close();
      },
    });
    return new Response(body, { headers: EVENT_STREAM });
  });
  app.post('/api/searches/:id/stop', (c) => {
    stopped.push(c.req.param('id'));
    if (answersStop) stop();
    return answersStop
      ? c.json({ stopped: true })
      : c.json({ error: { code: 'internal-error', message: 'No.' } }, 500);
  });
  return { app, stopped, stop };
}

/** A server that writes `text` in chunks of the given lengths, in separate packets as far as the network allows. */
const slicing =
  (text: string, lengths: readonly number[]) => async (_: IncomingMessage, response: ServerResponse) => {
    response.writeHead(200, EVENT_STREAM);
    const bytes = Buffer.from(text);
    for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
      const to = from + (lengths[turn % lengths.length] ?? 1);
      response.write(bytes.subarray(from, to));
      await new Promise((resolve) => setImmediate(resolve));
      from = to;
    }
    response.end();
  };

describe('Searches', () => {
  it('delivers the same search however the network splits it', async () => {
    const lengths = fc.array(fc.integer({ min: 1, max: 300 }), { minLength: 1, maxLength: 20 });
    const property = fc.asyncProperty(lengths, async (slices) => {
      served = await serve(slicing(encodeAll(wholeSearch()), slices));
      const api = createApi({ baseUrl: served.baseUrl });
      const openConnection = async () => connectionOver(api);
      const { state } = await new Searches({ openConnection }).start(request);
      await served.close();
      expect(state).toEqual(numbered(wholeSearch()).reduce(reduceSearch, initialSearch('chat_1')));
    });
    await fc.assert(property, { numRuns: 20 });
    served = undefined;
  });

  it('delivers the complete search to the page', async () => {
    const app = new Hono();
    const bodies: unknown[] = [];
    app.post('/api/searches', async (c) => {
      bodies.push(await c.req.json());
      return c.body(encodeAll(wholeSearch()), 200, EVENT_STREAM);
    });
    const searches = await searchesOf(app);
    const phases = new Set<string | undefined>();
    searches.store.subscribe(({ chat_1: state }) => phases.add(state?.phase));
    const { state, refusal } = await searches.start(request);
    expect(bodies).toEqual([request]);
    expect([...phases]).toEqual(['connecting', 'streaming', 'finished']);
    expect(refusal).toBeUndefined();
    expect(state).toMatchObject({ outcome: 'answered', assistantMessage: answer() });
    expect(searches.store.getState()['chat_1']).toBe(state);
  });

  it('reports a refusal with the service’s message', async () => {
    const app = new Hono();
    app.post('/api/searches', (c) =>
      c.json({ error: { code: 'quota-exceeded', message: 'The limit is reached for now.' } }, 429),
    );
    const { state, refusal } = await (await searchesOf(app)).start(request);
    expect(refusal).toMatchObject({
      status: 429,
      code: 'quota-exceeded',
      message: 'The limit is reached for now.',
    });
    expect(state).toMatchObject({ phase: 'finished', outcome: 'failed', error: { code: 'quota-exceeded' } });
  });

  it('treats a 404 before the search has begun as a refusal: its chat is gone', async () => {
    const app = new Hono();
    const message = 'This chat has been deleted.';
    app.post('/api/searches', (c) => c.json({ error: { code: 'not-found', message } }, 404));
    const { ending, refusal } = await (await searchesOf(app)).start(request);
    expect([ending, refusal?.message]).toEqual(['refused', message]);
  });

  it('fails without a refusal when the server errors, is unreachable or returns a web page', async () => {
    const broken = new Hono();
    broken.post('/api/searches', (c) =>
      c.json({ error: { code: 'internal-error', message: 'Broken.' } }, 500),
    );
    const first = await (await searchesOf(broken)).start(request);
    const unreachable = createSearchTransport(createApi({ baseUrl: REFUSING_ADDRESS }));
    const openConnection = async () => createSearchConnection(unreachable, { tools: impatient });
    const second = await new Searches({ openConnection }).start(request);
    const page = new Hono();
    page.post('/api/searches', (c) => c.html('<!doctype html><title>Sign in to the network</title>'));
    const third = await (await searchesOf(page)).start(request);
    const ends = [first, second, third].map(({ state, refusal }) => [
      state.outcome,
      state.error?.code,
      refusal,
    ]);
    expect(ends).toEqual([
      ['failed', 'internal-error', undefined],
      ['failed', 'network-error', undefined],
      ['failed', 'unreadable-answer', undefined],
    ]);
  });

  it('sends nothing if its code cannot be loaded', async () => {
    const openConnection = () => Promise.reject(new Error('gone'));
    expect(await new Searches({ openConnection }).start(request)).toMatchObject({ ending: 'unsent' });
    const name = { userId: 'ada', chatId: 'chat_1', messageId: 'msg_1' };
    // Whether there is one to follow is still unknown.
    expect(await new Searches({ openConnection }).follow(name)).toMatchObject({ ending: 'lost' });
  });

  it('keeps partial results when a cut stream’s search cannot be found again', async () => {
    const app = new Hono();
    app.post('/api/searches', (c) => c.body(encodeAll(wholeSearch().slice(0, 5)), 200, EVENT_STREAM));
    app.notFound((c) => c.json({ error: { code: 'not-found', message: 'There is nothing here.' } }, 404));
    const { state, ending } = await (await searchesOf(app)).start(request);
    expect(ending).toBe('missing');
    expect(state).toMatchObject({ outcome: 'failed', error: { code: 'not-found' }, lastEventId: 5 });
    expect(state.profiles?.totalProfiles).toBe(1);
  });

  it('stops through the server, whose outcome counts', async () => {
    const { app, stopped } = holding(encodeAll([runEvent(), stepEvent('query-generation', 'active')]), {
      answersStop: true,
    });
    const searches = await searchesOf(app);
    const running = searches.start(request);
    await stateWhere(searches, ({ lastEventId }) => lastEventId === 2);
    searches.stop('chat_1');
    searches.stop('chat_1');
    expect(await running).toMatchObject({ state: { outcome: 'stopped', lastEventId: 90 }, ending: 'done' });
    expect(stopped).toEqual(['search_1']);
  });

  it('closes the stream when the server fails to stop the search', async () => {
    const { app, stop } = holding(encodeAll([runEvent()]), { answersStop: false });
    // No second attempt to stop it, since by then the port may be another test's.
    const tools = { ...impatient, delay: () => new Promise<void>(() => undefined) };
    const searches = await searchesOf(app, 30, tools);
    const running = searches.start(request);
    await stateWhere(searches, ({ lastEventId }) => lastEventId === 1);
    searches.stop('chat_1');
    expect(await running).toMatchObject({
      state: { phase: 'finished', outcome: 'stopped', lastEventId: 1 },
      ending: 'stopped',
    });
    stop();
  });

  it('stops a search without events by the id derived from its message', async () => {
    const { app, stopped } = holding(': warm\n\n', { answersStop: true });
    const searches = await searchesOf(app);
    const running = searches.start(request);
    searches.stop('chat_1');
    expect((await running).state).toMatchObject({ outcome: 'stopped', searchId: undefined });
    expect(stopped).toEqual([await searchIdOf({ userId: 'anonymous', ...request })]);
  });

  it('gives up a request to stop a search after ten seconds', async () => {
    const limit = new AbortController();
    const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => begin.mockRestore());
    const passed = new DOMException('', 'TimeoutError');
    const fetch = async () => {
      limit.abort(passed);
      return Response.json({ stopped: true });
    };
    const transport = createSearchTransport(createApi({ fetch }));
    await expect(transport.stop('search_1')).rejects.toBe(passed);
    expect(begin.mock.calls).toEqual([[10_000]]);
  });

  it('allows one search at a time per chat', async () => {
    const app = new Hono();
    app.post('/api/searches', (c) => c.body(encodeAll([doneEvent('answered')]), 200, EVENT_STREAM));
    const searches = await searchesOf(app);
    const first = searches.start(request);
    await expect(searches.start(request)).rejects.toThrow('A search is running already.');
    await first;
    expect((await searches.start(request)).state.outcome).toBe('answered');
  });

  it('runs searches in several chats concurrently', async () => {
    const { app, stop } = holding(encodeAll([runEvent()]), { answersStop: true });
    const searches = await searchesOf(app);
    const running = ['chat_1', 'chat_2'].map((chatId) => searches.start({ ...request, chatId }));
    await stateWhere(searches, ({ lastEventId }) => lastEventId === 1);
    stop();
    const endings = (await Promise.all(running)).map(({ state }) => [state.chatId, state.outcome]);
    expect(endings).toEqual([
      ['chat_1', 'stopped'],
      ['chat_2', 'stopped'],
    ]);
    expect(Object.keys(searches.store.getState()).sort()).toEqual(['chat_1', 'chat_2']);
  });

  it('closes the stream at once when the page is left', async () => {
    const { app, stopped, stop } = holding(encodeAll([runEvent()]), { answersStop: true });
    const searches = await searchesOf(app);
    const running = searches.start(request);
    await stateWhere(searches, ({ lastEventId }) => lastEventId === 1);
    searches.close();
    expect((await running).ending).toBe('left');
    expect(stopped).toEqual([]);
    stop();
  });
});

const ALL = numbered(wholeSearch());
/** A search cut after three events, and a connection that opens when the test says so. */
function cutSearch() {
  const reconnect = Promise.withResolvers<void>();
  const transport: SearchTransport = {
    async *open(): AsyncGenerator<NumberedEvent> {
      yield* ALL.slice(0, 3);
      throw new StreamCutError({ lastEventId: 3 });
    },
    async *follow(_, { after, onOpen }): AsyncGenerator<NumberedEvent> {
      await reconnect.promise;
      onOpen?.();
      await settled();
      yield* ALL.slice(after);
    },
    stop: async () => undefined,
  };
  const connection = createSearchConnection(transport, { tools: impatient });
  const searches = new Searches({ openConnection: async () => connection });
  const shown: boolean[] = [];
  searches.store.subscribe(({ chat_1: state }) => {
    const isReconnecting = state?.isReconnecting ?? false;
    if (shown.at(-1) !== isReconnecting) shown.push(isReconnecting);
  });
  return { searches, shown, reconnect: reconnect.resolve };
}

/** Timers that advance when the test says so. */
const withFakeClock = () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());
};
/** Resolves once every ready promise has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('a lost connection', () => {
  withFakeClock();

  it('is shown after a second, until the stream is back', async () => {
    const { searches, shown, reconnect } = cutSearch();
    const running = searches.start(request);
    await settled();
    vi.advanceTimersByTime(999);
    expect(shown).toEqual([false]);
    vi.advanceTimersByTime(1);
    expect(shown).toEqual([false, true]);
    reconnect();
    const { state } = await running;
    expect(shown).toEqual([false, true, false]);
    expect(state).toMatchObject({ outcome: 'answered', lastEventId: 11 });
  });

  it('is not shown when the stream is back sooner', async () => {
    const { searches, shown, reconnect } = cutSearch();
    const running = searches.start(request);
    await settled();
    vi.advanceTimersByTime(999);
    reconnect();
    await running;
    vi.advanceTimersByTime(1_000);
    expect(shown).toEqual([false]);
  });
});

const unanswered = (status: number) => new ApiError({ status, code: 'x', message: 'x' });

/** A service that answers the n-th request as `answers` says, and a page on the fake clock. */
function reaching(answers: (count: number, signal: AbortSignal) => AsyncIterable<NumberedEvent>) {
  let count = 0;
  const answer = (_: unknown, { signal }: { signal: AbortSignal }) => {
    count += 1;
    return answers(count, signal);
  };
  const transport: SearchTransport = { open: answer, follow: answer, stop: async () => undefined };
  const connection = createSearchConnection(transport, { tools: { ...impatient, random: () => 1, delay } });
  const searches = new Searches({ openConnection: async () => connection });
  return { searches, requests: () => count };
}

// biome-ignore lint/correctness/useYield: a stream that breaks before its first event
async function* failing(error: unknown): AsyncGenerator<NumberedEvent> {
  throw error;
}

describe('a search that cannot reach the service', () => {
  withFakeClock();

  it.each([0, 502, 503, 504])('fails after half a minute of attempts that end with %s', async (status) => {
    const { searches, requests } = reaching(() => failing(unanswered(status)));
    const running = searches.start(request);
    await vi.advanceTimersByTimeAsync(29_999);
    expect(searches.store.getState()['chat_1']).toMatchObject({
      phase: 'connecting',
      isReconnecting: true,
    });
    const tried = requests();
    await vi.advanceTimersByTimeAsync(1);
    expect(await running).toMatchObject({
      ending: 'lost',
      refusal: undefined,
      state: { phase: 'finished', outcome: 'failed', isReconnecting: false },
    });
    await vi.advanceTimersByTimeAsync(600_000);
    expect(tried).toBeGreaterThan(5);
    expect(requests()).toBe(tried);
  });

  it('fails then too when the response, or the code that requests it, never arrives', async () => {
    const connections = [
      ['unsent', new Searches({ openConnection: () => new Promise(() => undefined) })],
      [
        'lost',
        // biome-ignore lint/correctness/useYield: a stream that never begins
        reaching(async function* (_, signal) {
          await delay(1_000_000, signal);
        }).searches,
      ],
    ] as const;
    for (const [ending, searches] of connections) {
      const ended = vi.fn();
      void searches.start(request).then(ended);
      await vi.advanceTimersByTimeAsync(29_999);
      expect(ended).not.toHaveBeenCalled();
      await vi.advanceTimersByTimeAsync(1);
      expect(ended).toHaveBeenCalledWith(expect.objectContaining({ ending }));
    }
  });

  it('continues when the service is reached in time, and is then retried for as long as any search', async () => {
    const { searches } = reaching(async function* (count) {
      if (count < 8) throw unanswered(503);
      if (count === 8) yield* ALL.slice(0, 3);
      if (count < 60) throw unanswered(503);
      yield* ALL.slice(3);
    });
    const running = searches.start(request);
    await vi.advanceTimersByTimeAsync(590_000);
    expect(await running).toMatchObject({ ending: 'done', state: { outcome: 'answered' } });
  });

  it('differs from a followed search, which is retried for longer', async () => {
    const { searches } = reaching(() => failing(unanswered(0)));
    const running = searches.follow({ userId: 'anonymous', ...request });
    await vi.advanceTimersByTimeAsync(31_000);
    expect(searches.store.getState()['chat_1']?.phase).toBe('connecting');
    searches.close();
    expect((await running).ending).toBe('left');
  });
});
