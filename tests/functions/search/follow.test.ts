import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import type { SearchLog } from '#functions/store/search-log.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import { claimSearch, stepEvent } from '#tests/functions/store/samples.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog, memorySearchMessages, memorySlots } from '#tests/support/memory-stores.ts';
import { eventReader, readEvents } from '#tests/support/read-stream.ts';
import {
  followSearch,
  idOf,
  patient,
  postSearch,
  searchApp,
  searchBody,
  stopSearch,
} from '#tests/support/search-app.ts';
import { liftTimeLimits, restoreTimeLimits } from '#tests/support/time-limits.ts';

const SEARCH_ID = await idOf();
const as = (userId: string) => ({ authenticate: async () => ({ userId, email: '' }) });

/** Providers whose formatting waits for `release`, and ends when the search is stopped. */
function heldProviders() {
  const gate = Promise.withResolvers<unknown[]>();
  const providers = fakeProviders({
    replies: {
      formatting: (_, signal) => {
        const stopped = new Promise((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason)),
        );
        return Promise.race([gate.promise, stopped]);
      },
    },
  });
  return { providers, release: () => gate.resolve([]) };
}

describe('following a search', () => {
  it('replays from the last event read and continues live, on the same instance and on another', async () => {
    const searchLog = memorySearchLog();
    const { providers, release } = heldProviders();
    const here = searchApp({ searchLog, providers });
    const elsewhere = searchApp({ searchLog });
    const reader = eventReader(await here.fetch(postSearch()));
    const seen = await reader.read(4);
    await reader.leave();
    const follows = [here, elsewhere].map(async (app) =>
      readEvents(await app.fetch(followSearch(SEARCH_ID, '4'))),
    );
    const whole = (async () => readEvents(await elsewhere.fetch(followSearch(SEARCH_ID))))();
    release();
    const [rest, restElsewhere] = await Promise.all(follows);
    expect(rest?.[0]?.id).toBe(5);
    expect(restElsewhere).toEqual(rest);
    expect(await whole).toEqual([...seen, ...(rest ?? [])]);
    expect(rest?.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('also works after the end', async () => {
    const searchLog = memorySearchLog();
    const streamed = await readEvents(await searchApp({ searchLog }).fetch(postSearch()));
    expect(await readEvents(await searchApp({ searchLog }).fetch(followSearch(SEARCH_ID)))).toEqual(streamed);
  });

  it.each([
    ['a missing search', 'search_0000', undefined],
    ['what is no id', 'chat_1', undefined],
    ['a negative event id', SEARCH_ID, '-1'],
    ['an event id that was never given', SEARCH_ID, '9999'],
    ['a forged event id', SEARCH_ID, '1; DROP'],
  ])('answers %s as a missing search', async (_, searchId, lastEventId) => {
    const app = searchApp();
    await readEvents(await app.fetch(postSearch()));
    const response = await app.fetch(followSearch(searchId, lastEventId));
    expect(response.status).toBe(404);
    expect(await response.text()).toBe('{"error":{"code":"not-found","message":"There is nothing here."}}');
  });

  it('and stopping are for the owner only: a foreign search looks like a missing one', async () => {
    const searchLog = memorySearchLog();
    const savings = memorySearchMessages();
    await readEvents(
      await searchApp({ searchLog, searchMessages: savings, ...as('rumi') }).fetch(postSearch()),
    );
    const searchId = await idOf(searchBody, 'rumi');
    for (const other of [searchApp({ searchLog }), searchApp({ searchLog, ...as('mallory') })]) {
      expect((await other.fetch(followSearch(searchId))).status).toBe(404);
      expect((await other.fetch(stopSearch(searchId))).status).toBe(404);
    }
    expect((await searchApp({ searchLog, ...as('rumi') }).fetch(followSearch(searchId))).status).toBe(200);
  });
});

describe('stopping a search', () => {
  it('works from another instance, keeps what was found, and is repeatable', async () => {
    const searchLog = memorySearchLog();
    const { providers } = heldProviders();
    const response = await searchApp({ searchLog, providers }).fetch(postSearch());
    const all = readEvents(response);
    const elsewhere = searchApp({ searchLog });
    expect(await (await elsewhere.fetch(stopSearch(SEARCH_ID))).json()).toEqual({ stopped: true });
    const last = (await all).slice(-2).map(({ event }) => event);
    expect(last).toMatchObject([
      {
        type: 'message',
        data: { metadata: { outcome: 'stopped', profileDisplayData: { totalProfiles: 7 } } },
      },
      { type: 'done', data: { outcome: 'stopped' } },
    ]);
    expect((await elsewhere.fetch(stopSearch(SEARCH_ID))).status).toBe(200);
  });
});

describe('a repeated send', () => {
  it('starts one search however often it is sent at once, with the same stream for its few readers', async () => {
    const shared = { searchLog: memorySearchLog(), slots: memorySlots() };
    const { providers, release } = heldProviders();
    const apps = [searchApp({ ...shared, providers }), searchApp({ ...shared, providers })];
    const responses = await Promise.all(
      Array.from({ length: 1_000 }, async (_, index) => await apps[index % 2]?.fetch(postSearch())),
    );
    release();
    const taken = responses.filter((response) => response?.status === 200);
    expect(responses.filter((response) => response?.status === 429)).toHaveLength(1_000 - taken.length);
    // The sender that began it, and four readers.
    expect(taken).toHaveLength(5);
    const streams = await Promise.all(taken.map(async (response) => (response ? readEvents(response) : [])));
    expect(providers.calls.filter((call) => call === 'query')).toHaveLength(1);
    const [first] = streams;
    expect(first?.at(-1)?.event.type).toBe('done');
    for (const stream of streams) expect(stream).toEqual(first);
  });

  it('attaches to the finished search', async () => {
    const app = searchApp();
    const first = await readEvents(await app.fetch(postSearch()));
    expect(await readEvents(await app.fetch(postSearch()))).toEqual(first);
  });

  it.each([
    ['text', { content: 'somebody else' }],
    ['mode', { deepResearch: true }],
  ])('with another %s is rejected', async (_, change) => {
    const app = searchApp();
    await readEvents(await app.fetch(postSearch()));
    const response = await app.fetch(postSearch({ ...searchBody, ...change }));
    expect(response.status).toBe(409);
  });
});

describe('readers', () => {
  const by = (name: string) => ({ 'x-browser-id': `browser-number-${name}` });
  const follow = (searchId: string, name: string) => {
    const request = followSearch(searchId);
    for (const [header, value] of Object.entries(by(name))) request.headers.set(header, value);
    return request;
  };

  it('are limited to four per search across instances, and one that leaves makes room', async () => {
    const shared = { searchLog: memorySearchLog(), slots: memorySlots() };
    const { providers, release } = heldProviders();
    const own = await searchApp({ ...shared, providers }).fetch(postSearch());
    const read = async (name: string) => await searchApp(shared).fetch(follow(SEARCH_ID, name));
    const readers = [await read('one'), await read('two'), await read('three'), await read('four')];
    expect(readers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const fifth = await read('five');
    expect(fifth.status).toBe(429);
    expect(Number(fifth.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await fifth.json()).error.code).toBe('too-many-readers');
    const repeat = await searchApp(shared).fetch(postSearch());
    expect([repeat.status, (await repeat.json()).error.code]).toEqual([429, 'too-many-readers']);
    await readers[0]?.body?.cancel();
    const asked = new Request(follow(SEARCH_ID, 'five'), { method: 'HEAD' });
    expect((await searchApp(shared).fetch(asked)).status).toBe(405);
    expect((await read('five')).status).toBe(200);
    release();
    expect((await readEvents(own)).at(-1)?.event.type).toBe('done');
  });

  it('are limited to ten per browser, over all searches', async () => {
    const shared = { searchLog: memorySearchLog(), slots: memorySlots() };
    const { providers, release } = heldProviders();
    const app = searchApp({ ...shared, providers });
    const ids: string[] = [];
    for (let number = 0; number < 4; number += 1) {
      const body = { ...searchBody, messageId: `msg_reader_${number}` };
      await app.fetch(postSearch(body));
      ids.push(await idOf(body));
    }
    const statuses: number[] = [];
    for (const _ of [0, 1, 2, 3])
      for (const id of ids) statuses.push((await app.fetch(follow(id, 'one'))).status);
    expect(statuses).toEqual([
      ...Array.from({ length: 10 }, () => 200),
      ...Array.from({ length: 6 }, () => 429),
    ]);
    // Those rejected take no place from other browsers.
    expect((await app.fetch(follow(ids[3] ?? '', 'two'))).status).toBe(200);
    release();
  });

  it('count for as long as their stream may last, and five seconds more if their end is lost', async () => {
    let now = Date.now();
    const { providers, release } = heldProviders();
    const app = searchApp({ providers, clock: () => now });
    await app.fetch(postSearch());
    const read = async (name: string) => (await app.fetch(follow(SEARCH_ID, name))).status;
    for (const name of ['one', 'two', 'three', 'four']) expect(await read(name)).toBe(200);
    now += 29_999;
    expect(await read('five')).toBe(429);
    now += 1;
    expect(await read('five')).toBe(200);
    release();
  });

  it.each([
    ['25 seconds', 'wait=30', 25_000],
    ['3 seconds if they ask for brief streams', 'wait=3', 3_000],
  ])('have to reconnect after %s', async (_, prefer, duration) => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    onTestFinished(() => void vi.useRealTimers());
    const { providers, release } = heldProviders();
    const app = searchApp({ providers });
    await app.fetch(postSearch());
    let text = '';
    let isOver = false;
    const request = followSearch(SEARCH_ID);
    request.headers.set('prefer', prefer);
    const response = await app.fetch(request);
    const reading = (async () => {
      for await (const part of response.body?.pipeThrough(new TextDecoderStream()) ?? []) text += part;
      isOver = true;
    })();
    await vi.advanceTimersByTimeAsync(duration - 1);
    expect([isOver, text.includes('continue')]).toEqual([false, false]);
    await vi.advanceTimersByTimeAsync(1);
    expect(text).toMatch(/\n\n: continue\n\n$/);
    await reading;
    release();
  });

  it('without a working counter are admitted on the search’s own instance only', async () => {
    const down = () => Promise.reject(new StoreError('Failed to count what is running'));
    const shared = { searchLog: memorySearchLog() };
    const { providers, release } = heldProviders();
    const memory = memorySlots();
    let isDown = false;
    const slots: typeof memory = {
      take: (options) => (isDown ? down() : memory.take(options)),
      release: (options) => (isDown ? down() : memory.release(options)),
    };
    const here = searchApp({ ...shared, providers, slots });
    await here.fetch(postSearch());
    isDown = true;
    expect((await here.fetch(followSearch(SEARCH_ID))).status).toBe(200);
    const elsewhere = await searchApp({ ...shared, slots }).fetch(followSearch(SEARCH_ID));
    expect(elsewhere.status).toBe(503);
    expect(elsewhere.headers.get('retry-after')).toBe('2');
    expect((await elsewhere.json()).error).toEqual({
      code: 'unavailable',
      message: 'Failed to count what is running',
    });
    release();
  });

  it('poll the log less often while nothing comes, and quickly again once something does', async () => {
    const searchLog = memorySearchLog();
    const { searchId } = await claimSearch(searchLog, { leaseUntil: Number.POSITIVE_INFINITY });
    const done: NumberedEvent = { id: 3, event: { type: 'done', data: { outcome: 'answered' } } };
    /** What is logged during which pause. */
    const logged = new Map([
      [7, stepEvent(2)],
      [10, done],
    ]);
    const append = (event: NumberedEvent) => searchLog.append({ searchId, events: [event], expiresAt: 0 });
    await append(stepEvent(1));
    const pauses: number[] = [];
    const app = searchApp({
      ...as('person-1'),
      searchLog,
      delay: async (milliseconds) => {
        const event = logged.get(pauses.push(milliseconds));
        if (event) await append(event);
      },
    });
    const streamed = await readEvents(await app.fetch(followSearch(searchId)));
    expect(streamed.map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(pauses).toEqual([300, 450, 675, 1_012.5, 1_500, 1_500, 1_500, 300, 450, 675]);
  });

  it('stay connected while the log fails 20 times in a row at most; then they have to reconnect', async () => {
    const searchLog = memorySearchLog();
    const { searchId } = await claimSearch(searchLog, { leaseUntil: Number.POSITIVE_INFINITY });
    const step = stepEvent(1);
    const done: NumberedEvent = { id: 2, event: { type: 'done', data: { outcome: 'answered' } } };
    /** What reading the log comes to, in sequence. */
    const followWith = async (...reads: readonly ('fails' | NumberedEvent)[]) => {
      const left = reads.values();
      const list: typeof searchLog.list = async () => {
        const { value } = left.next();
        if (value === 'fails') throw new StoreError('Failed to fetch the events of the search');
        return value === undefined ? [] : [value];
      };
      const app = searchApp({
        ...as('person-1'),
        searchLog: { ...searchLog, list },
        delay: () => nextTurn(),
      });
      return await readEvents(await app.fetch(followSearch(searchId)));
    };
    const failures = Array.from({ length: 20 }, () => 'fails' as const);
    expect(await followWith(...failures, step, ...failures, done)).toEqual([step, done]);
    await expect(followWith(step, ...failures, 'fails', done)).rejects.toThrow('Failed to fetch the events');
  });
});

describe('a search that ends slowly', () => {
  it('keeps its lease until its end is logged, so that no other instance ends it too', async () => {
    const owner = as('rumi');
    const gate = Promise.withResolvers<void>();
    const [saving, logging] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let stage: 'searching' | 'saving' | 'logging' = 'searching';
    const searchLog = memorySearchLog();
    const app = searchApp({
      ...owner,
      providers: heldProviders().providers,
      searchLog: {
        ...searchLog,
        renew: async () => {
          if (stage === 'saving') saving.resolve();
          if (stage === 'logging') logging.resolve();
          return { stopRequested: true };
        },
        end: async (options) => {
          stage = 'logging';
          await logging.promise;
          return await searchLog.end(options);
        },
      },
      searchMessages: {
        open: (options) => {
          const saver = memorySearchMessages().open(options);
          const saveAssistantMessage: typeof saver.saveAssistantMessage = async (message) => {
            stage = 'saving';
            await gate.promise;
            return await saver.saveAssistantMessage(message);
          };
          return { ...saver, saveAssistantMessage };
        },
      },
      delay: (milliseconds, signal) => patient(milliseconds < 1_000 ? 5 : milliseconds, signal),
    });
    const events = readEvents(await app.fetch(postSearch()));
    await saving.promise;
    gate.resolve();
    expect((await events).at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'stopped' } });
  });
});

describe('a search whose instance died', () => {
  async function deadSearch(kept: number): Promise<SearchLog> {
    const full = memorySearchLog();
    const streamed = await readEvents(await searchApp({ searchLog: full }).fetch(postSearch()));
    const state = await full.read({ searchId: SEARCH_ID });
    if (!state || state.refusal) throw new Error('not logged');
    const searchLog = memorySearchLog();
    await searchLog.claim({
      search: state.search,
      lease: { searchId: SEARCH_ID, holder: 'dead', leaseUntil: 0 },
      expiresAt: 0,
    });
    await searchLog.append({ searchId: SEARCH_ID, events: streamed.slice(0, kept), expiresAt: 0 });
    return searchLog;
  }

  it('is ended by its follower, with the people it had found', async () => {
    const searchLog = await deadSearch(7);
    const streamed = await readEvents(await searchApp({ searchLog }).fetch(followSearch(SEARCH_ID)));
    expect(streamed.map(({ id }) => id)).toEqual(streamed.map((_, index) => index + 1));
    expect(streamed.slice(-2).map(({ event }) => event)).toMatchObject([
      {
        type: 'message',
        data: {
          content: 'This search was interrupted on our side. These are the 7 profiles found until then.',
          metadata: { outcome: 'stopped', profileDisplayData: { totalProfiles: 7 } },
        },
      },
      { type: 'done', data: { outcome: 'stopped' } },
    ]);
    expect((await searchLog.read({ searchId: SEARCH_ID }))?.status).toBe('ended');
  });

  it('is given its last events by a follower even if it is marked as ended', async () => {
    const searchLog = await deadSearch(7);
    await searchLog.end({ searchId: SEARCH_ID, holder: 'dead' });
    const streamed = await readEvents(await searchApp({ searchLog }).fetch(followSearch(SEARCH_ID)));
    expect(streamed.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'stopped' } });
  });

  it('is ended once by many simultaneous followers', async () => {
    const searchLog = await deadSearch(7);
    const streams = await Promise.all(
      Array.from({ length: 20 }, async () =>
        readEvents(await searchApp({ searchLog }).fetch(followSearch(SEARCH_ID))),
      ),
    );
    for (const stream of streams) expect(stream).toEqual(streams[0]);
    expect(streams[0]?.filter(({ event }) => event.type === 'message')).toHaveLength(1);
  });

  it.each([
    ['made in its place', 7],
    ['that is in the log', -1],
  ])('reports that the answer %s could not be saved', async (_, kept) => {
    const savings = memorySearchMessages();
    const searchId = await idOf(searchBody, 'rumi');
    const full = memorySearchLog();
    const whole = await readEvents(
      await searchApp({ searchLog: full, searchMessages: savings, ...as('rumi') }).fetch(postSearch()),
    );
    const state = await full.read({ searchId });
    if (!state || state.refusal) throw new Error('not logged');
    const searchLog = memorySearchLog();
    const lease = { searchId, holder: 'dead', leaseUntil: 0 };
    await searchLog.claim({ search: state.search, lease, expiresAt: 0 });
    await searchLog.append({ searchId, events: whole.slice(0, kept), expiresAt: 0 });
    const searchMessages: typeof savings = {
      open: (options) => ({
        ...savings.open(options),
        saveAssistantMessage: () => Promise.reject(new StoreError('Failed to create message')),
      }),
    };
    const follower = searchApp({ searchLog, searchMessages, ...as('rumi'), delay: () => nextTurn() });
    const streamed = await readEvents(await follower.fetch(followSearch(searchId)));
    expect(streamed.at(-1)?.event).toMatchObject({ type: 'done', data: { error: NOT_SAVED } });
  });

  it('apologises when it had found nobody', async () => {
    const streamed = await readEvents(
      await searchApp({ searchLog: await deadSearch(2) }).fetch(postSearch()),
    );
    expect(streamed.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'apologised' } });
  });

  it('gets only its last event when the answer was already logged', async () => {
    const whole = memorySearchLog();
    const { length } = await readEvents(await searchApp({ searchLog: whole }).fetch(postSearch()));
    const streamed = await readEvents(
      await searchApp({ searchLog: await deadSearch(length - 1) }).fetch(followSearch(SEARCH_ID)),
    );
    expect(streamed).toHaveLength(length);
    expect(streamed.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });
});

describe('a database that is down', () => {
  const down = () => Promise.reject(new StoreError('Failed to create search'));

  it.each(['claim', 'append', 'renew', 'end', 'list'] as const)(
    'during "%s" leaves the live stream intact',
    async (operation) => {
      const app = searchApp({
        searchLog: { ...memorySearchLog(), [operation]: down },
        delay: () => nextTurn(),
      });
      const streamed = await readEvents(await app.fetch(postSearch()));
      expect(streamed.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
      expect(streamed.map(({ id }) => id)).toEqual(streamed.map((_, index) => index + 1));
    },
  );
});

describe('a claim that arrives too late', () => {
  beforeAll(restoreTimeLimits);
  afterAll(liftTimeLimits);

  const lateLog = () => {
    const searchLog = memorySearchLog();
    const gate = Promise.withResolvers<void>();
    const landed = Promise.withResolvers<void>();
    const late: SearchLog = {
      ...searchLog,
      claim: async (options) => {
        await gate.promise;
        const claim = await searchLog.claim(options);
        landed.resolve();
        return claim;
      },
    };
    return { searchLog, late, land: gate.resolve, landed: landed.promise };
  };

  it('is withdrawn, so that the search running without a log is not taken for dead', async () => {
    const { searchLog, late, land, landed } = lateLog();
    const { providers, release } = heldProviders();
    const owner = { ...as('rumi'), searchMessages: memorySearchMessages() };
    const own = await searchApp({ searchLog: late, providers, ...owner }).fetch(postSearch());
    land();
    await landed;
    const searchId = await idOf(searchBody, 'rumi');
    await expect.poll(() => searchLog.read({ searchId })).toBeUndefined();
    release();
    expect((await readEvents(own)).at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('is withdrawn as well when only its response was lost', async () => {
    const searchLog = memorySearchLog();
    const withdrawn = Promise.withResolvers<string>();
    const lossy: SearchLog = {
      ...searchLog,
      claim: async (options) => {
        await searchLog.claim(options);
        const cause = Object.assign(new Error('no'), { code: 'ECONNREFUSED' });
        throw new StoreError('Failed to log the search', { cause });
      },
      withdraw: async (options) => {
        await searchLog.withdraw(options);
        withdrawn.resolve(options.searchId);
      },
    };
    const owner = { ...as('rumi'), searchMessages: memorySearchMessages() };
    const { providers, release } = heldProviders();
    const own = await searchApp({ searchLog: lossy, providers, ...owner }).fetch(postSearch());
    const searchId = await idOf(searchBody, 'rumi');
    expect(await withdrawn.promise).toBe(searchId);
    expect(await searchLog.read({ searchId })).toBeUndefined();
    release();
    expect((await readEvents(own)).at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
  });

  it('for a search rejected by then leaves nothing to follow either', async () => {
    const { searchLog, late, land, landed } = lateLog();
    expect((await searchApp({ searchLog: late }).fetch(postSearch())).status).toBe(503);
    land();
    await landed;
    await expect.poll(() => searchLog.read({ searchId: SEARCH_ID })).toBeUndefined();
  });
});
