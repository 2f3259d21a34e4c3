import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventFeed } from '#functions/search/event-feed.ts';
import { NumberTakenError, StoreError } from '#functions/store/errors.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { unlessAborted } from '#functions/timing.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog } from '#tests/support/memory-stores.ts';
import { eventReader, readEvents } from '#tests/support/read-stream.ts';
import { bodyOf, followSearch, idOf, postSearch, searchApp } from '#tests/support/search-app.ts';
import { reduceSearch } from '#web/features/search/reduce-search.ts';
import { initialSearch } from '#web/features/search/search-state.ts';
import { killedAtWrite, quickly, readUntil } from './instances.ts';

/** The number of events in a deep search over the fake providers, from `run` to `done`. */
const EVENTS = (await readEvents(await searchApp().fetch(postSearch(bodyOf('counted', true))))).length;
/** A clock by which every lease has expired. */
const MUCH_LATER = () => Date.now() + 60_000;
const numbersTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

let database: EmbeddedDynamoDb;
let store: Store;
beforeAll(async () => {
  database = await startDynamoDb();
  store = createStore({ client: database.client, tableName: await database.createTable() });
});
afterAll(() => database.close());

describe.each([
  ['before', false],
  ['after', true],
])('an instance killed just %s an event is logged', (_, reached) => {
  it.each(numbersTo(EVENTS))('leaves readers with nothing that the log lacks: event %i', async (number) => {
    const { searchLog } = store;
    const body = bodyOf(`killed-${number}-${reached}`, true);
    const { killed, ...instance } = killedAtWrite(searchLog, { number, reached });
    const seen = await readUntil(await searchApp(instance).fetch(postSearch(body)), killed);
    expect(seen.map(({ id }) => id)).toEqual(numbersTo(Math.max(1, number - 1)));

    const searchId = await idOf(body);
    const elsewhere = searchApp({ searchLog, clock: MUCH_LATER, delay: quickly });
    const response = await elsewhere.fetch(followSearch(searchId, seen.at(-1)?.id));
    expect(response.status).toBe(200);
    const whole = [...seen, ...(await readEvents(response))];
    expect(whole.map(({ id }) => id)).toEqual(numbersTo(whole.length));
    expect(whole.filter(({ event }) => event.type === 'done')).toHaveLength(1);
    expect(await searchLog.list({ searchId, after: 0 })).toEqual(whole);
  });
});

/** Follows as the page does: from its last event, or from the start if the service does not know that one. */
async function followOn(app: ReturnType<typeof searchApp>, searchId: string, lastEventId: number) {
  const response = await app.fetch(followSearch(searchId, lastEventId));
  if (response.status !== 404) return await readEvents(response);
  return await readEvents(await app.fetch(followSearch(searchId)));
}

describe('readers ahead of the log when their instance was killed', () => {
  it.each([1, 2, 3, 4])('get the answer and the end once each: %i events more', async (more) => {
    const { searchLog } = store;
    const body = bodyOf(`ahead-${more}`, true);
    const searchId = await idOf(body);
    const providers = fakeProviders({ replies: { formatting: () => new Promise(() => undefined) } });
    const lost = 12;
    const append: typeof searchLog.append = (options) =>
      (options.events[0]?.id ?? 0) < lost ? searchLog.append(options) : new Promise(() => undefined);
    // Nothing renews the lease: the instance is as good as dead, except that its events still stream unlogged.
    const renew = async () => ({ stopRequested: false });
    const here = searchApp({ searchLog: { ...searchLog, append, renew }, providers });
    const reader = eventReader(await here.fetch(postSearch(body)));
    const events = await reader.read(lost + more - 1);
    await reader.leave();
    const state = events.reduce(reduceSearch, initialSearch(body.chatId));
    expect(state).toMatchObject({ lastEventId: lost + more - 1, phase: 'streaming' });
    // A slow log may lack more than this for a while, and so would the answer.
    const loggedHere = async () => (await searchLog.list({ searchId, after: 0 })).length;
    await expect.poll(loggedHere).toBe(lost - 1);

    const elsewhere = searchApp({ searchLog, clock: MUCH_LATER, delay: quickly });
    // First before the search has ended, which following it causes, then after.
    for (let time = 1; time <= 2; time += 1) {
      const rest = await followOn(elsewhere, searchId, state.lastEventId);
      const types = rest.map(({ event }) => event.type);
      expect(types.filter((type) => type === 'message' || type === 'done')).toEqual(['message', 'done']);
      expect(rest.reduce(reduceSearch, state)).toMatchObject({
        phase: 'finished',
        outcome: 'stopped',
        assistantMessage: { role: 'assistant' },
      });
    }
  });
});

describe('the log of a search', () => {
  const HOUR = 3_600_000;

  it.each([
    ['somebody without an account', undefined, HOUR],
    ['somebody with one', { userId: 'user-1', email: 'rumi@example.com' }, 24 * HOUR],
  ])('for %s expires in time', async (_, person, lifetime) => {
    const now = Date.parse('2026-11-23T12:00:00Z');
    const searchLog = memorySearchLog();
    const until = new Set<number>();
    const app = searchApp({
      clock: () => now,
      authenticate: async () => person,
      searchMessages: store.searchMessages,
      searchLog: {
        ...searchLog,
        claim: (options) => {
          until.add(options.expiresAt);
          return searchLog.claim(options);
        },
        append: (options) => {
          until.add(options.expiresAt);
          return searchLog.append(options);
        },
      },
    });
    await readEvents(await app.fetch(postSearch(bodyOf(`kept-${lifetime}`))));
    expect([...until]).toEqual([now + lifetime]);
  });
});

describe('following from the last event', () => {
  it('ends at once', async () => {
    const searchLog = memorySearchLog();
    const all = await readEvents(await searchApp({ searchLog }).fetch(postSearch()));
    const response = await searchApp({ searchLog }).fetch(followSearch(await idOf(), all.length));
    expect(response.status).toBe(200);
    // Not empty: Lambda sends status and headers with the first byte.
    expect(await response.text()).toBe(':\n\n');
  });
});

describe('a log that is slow or down', () => {
  it('delays all events but the first for a while', async () => {
    const gate = Promise.withResolvers<void>();
    const searchLog = memorySearchLog();
    const app = searchApp({
      searchLog: {
        ...searchLog,
        append: async (options) => {
          await gate.promise;
          await searchLog.append(options);
        },
      },
      delay: (_, signal) => wait(100_000, undefined, { signal }),
    });
    const reader = eventReader(await app.fetch(postSearch()));
    await reader.read(1);
    const next = reader.read(2);
    await Promise.race([next, wait(50)]);
    expect(reader.events.map(({ event }) => event.type)).toEqual(['run']);
    gate.resolve();
    await next;
    const all = await reader.read(Number.POSITIVE_INFINITY);
    expect(all.at(-1)?.event.type).toBe('done');
  });

  it.each([
    ['never answers', () => new Promise<never>(() => undefined)],
    ['answers late', () => wait(200)],
    ['always fails', () => Promise.reject(new StoreError('down'))],
  ])('does not delay events for long when it %s', async (_, append) => {
    const delay = (milliseconds: number, signal: AbortSignal) =>
      wait(milliseconds / 50, undefined, { signal });
    const app = searchApp({ searchLog: { ...memorySearchLog(), append }, delay });
    const events = await readEvents(await app.fetch(postSearch(bodyOf('slow', true))));
    expect(events.map(({ id }) => id)).toEqual(numbersTo(EVENTS));
    expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('holds back the end until the answer is logged, so that no later reader gets a different one', async () => {
    const gate = Promise.withResolvers<void>();
    const searchLog = memorySearchLog();
    const append: typeof searchLog.append = async (options) => {
      if (options.events.some(({ event }) => event.type === 'message')) await gate.promise;
      await searchLog.append(options);
    };
    const app = searchApp({ searchLog: { ...searchLog, append }, delay: quickly });
    const reader = eventReader(await app.fetch(postSearch(bodyOf('answer-held', true))));
    await reader.read(EVENTS - 1);
    const end = reader.read(EVENTS);
    await Promise.race([end, wait(100)]);
    expect(reader.events.at(-1)?.event.type).toBe('message');
    gate.resolve();
    await end;
    expect(reader.events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('once given up on, gets one more attempt at the end, with every event', async () => {
    const tries: number[] = [];
    const append: typeof store.searchLog.append = ({ events }) => {
      tries.push(events.length);
      return Promise.reject(new StoreError('down'));
    };
    const app = searchApp({ searchLog: { ...memorySearchLog(), append }, delay: quickly });
    const events = await readEvents(await app.fetch(postSearch()));
    expect(tries).toEqual([1, 1, 1, 1, 1, events.length]);
  });

  it('given up on midway has every event in the end, once it is reachable', async () => {
    const { searchLog } = store;
    const append: typeof searchLog.append = (options) =>
      options.events.length === 1 && options.events[0]?.id === 5
        ? Promise.reject(new StoreError('down'))
        : searchLog.append(options);
    const body = bodyOf('given-up', true);
    const app = searchApp({ searchLog: { ...searchLog, append }, delay: quickly });
    const events = await readEvents(await app.fetch(postSearch(body)));
    const elsewhere = searchApp({ ...store, clock: MUCH_LATER, delay: quickly });
    const followed = await readEvents(await elsewhere.fetch(followSearch(await idOf(body), 4)));
    expect(followed).toEqual(events.slice(4));
  });

  it('that fails now and then has every event in the end', async () => {
    let writes = 0;
    const { searchLog } = store;
    const append: typeof searchLog.append = (options) => {
      writes += 1;
      return writes % 3 === 0 ? Promise.reject(new StoreError('throttled')) : searchLog.append(options);
    };
    const body = bodyOf('throttled', true);
    const app = searchApp({ searchLog: { ...searchLog, append }, delay: quickly });
    const events = await readEvents(await app.fetch(postSearch(body)));
    expect(await searchLog.list({ searchId: await idOf(body), after: 0 })).toEqual(events);
  });
});

describe('an instance presumed dead', () => {
  it('cuts its readers off, and the log gives them the same history and end as a follower elsewhere', async () => {
    const held = fakeProviders({
      replies: {
        formatting: (_, signal) =>
          new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
      },
    });
    const body = bodyOf('presumed-dead');
    const searchId = await idOf(body);
    const ended = Promise.withResolvers<void>();
    /** Renews the lease only once another instance has ended the search; nothing else that takes time ever happens. */
    const unresponsive = (milliseconds: number, signal: AbortSignal) => {
      const isRenewal = milliseconds >= 500 && milliseconds < 1_000;
      return unlessAborted(signal, isRenewal ? ended.promise : new Promise<never>(() => undefined));
    };
    const here = searchApp({ ...store, providers: held, delay: unresponsive });
    const streaming = (async () => readEvents(await here.fetch(postSearch(body))))();
    await expect.poll(async () => (await store.searchLog.list({ searchId, after: 0 })).length).toBe(8);
    const elsewhere = searchApp({ ...store, clock: MUCH_LATER, delay: quickly });
    const followed = await readEvents(await elsewhere.fetch(followSearch(searchId)));
    ended.resolve();
    const seen = await streaming;
    expect(seen.some(({ event }) => event.type === 'done')).toBe(false);
    const rest = await readEvents(await here.fetch(followSearch(searchId, seen.at(-1)?.id)));
    expect([...seen, ...rest]).toEqual(followed);
    expect(followed.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'stopped' } });
  });

  it('stops spending as soon as the log has another instance’s event', async () => {
    const stopped = Promise.withResolvers<void>();
    const providers = fakeProviders({
      replies: {
        formatting: (_, signal) =>
          new Promise((_resolve, reject) =>
            signal.addEventListener('abort', () => {
              stopped.resolve();
              reject(signal.reason);
            }),
          ),
      },
    });
    const searchLog = memorySearchLog();
    const append: typeof searchLog.append = (options) =>
      options.events[0]?.id === 5
        ? Promise.reject(new NumberTakenError('Event 5 is another one'))
        : searchLog.append(options);
    // It cannot learn of this from its lease.
    const renew = async () => ({ stopRequested: false });
    const app = searchApp({ searchLog: { ...searchLog, append, renew }, providers });
    const seen = await readEvents(await app.fetch(postSearch()));
    expect(seen.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    await stopped.promise;
  });

  it('that writes on has its event kept by the instance that ends the search', async () => {
    const { searchLog } = store;
    const body = bodyOf('still-alive');
    const searchId = await idOf(body);
    const { killed, ...instance } = killedAtWrite(searchLog, { number: 5, reached: false });
    const seen = await readUntil(await searchApp(instance).fetch(postSearch(body)), killed);
    let late = 0;
    const list: typeof searchLog.list = async (options) => {
      const events = await searchLog.list(options);
      const last = events.at(-1);
      if (options.after === 0) late += 1;
      if (options.after === 0 && late === 1 && last)
        await searchLog.append({ searchId, events: [{ ...last, id: last.id + 1 }], expiresAt: MUCH_LATER() });
      return events;
    };
    const ending = searchApp({ searchLog: { ...searchLog, list }, clock: MUCH_LATER, delay: quickly });
    const followed = await readEvents(await ending.fetch(followSearch(searchId, seen.at(-1)?.id)));
    expect(followed.map(({ id }) => id)).toEqual([5, 6, 7]);
    expect(followed.at(-1)?.event.type).toBe('done');
  });
});

describe('the events of a running search', () => {
  it('reach every follower from the point it asks for', async () => {
    const feed = new EventFeed();
    const collect = async (after?: number) => {
      const ids: number[] = [];
      for await (const { id } of feed.follow(after)) ids.push(id);
      return ids;
    };
    const early = collect();
    for (let count = 0; count < 3; count += 1) feed.publish({ type: 'done', data: { outcome: 'answered' } });
    const late = collect(1);
    feed.publish({ type: 'done', data: { outcome: 'answered' } });
    feed.close();
    expect(await early).toEqual([1, 2, 3, 4]);
    expect(await late).toEqual([2, 3, 4]);
    expect(await collect(9)).toEqual([]);
  });
});
