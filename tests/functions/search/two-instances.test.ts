import { setImmediate as nextTurn, setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SearchAppDeps } from '#functions/search/deps.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { bodyOf, followSearch, idOf, postSearch, searchApp, UNLIMITED } from '#tests/support/search-app.ts';
import { killedAtWrite, quickly, readUntil } from './instances.ts';

let database: EmbeddedDynamoDb;
let store: Store;
let tableName: string;
beforeAll(async () => {
  database = await startDynamoDb();
  tableName = await database.createTable();
  store = createStore({ client: database.client, tableName });
});
afterAll(() => database.close());

/** Exhausted quotas, whose answer waits for `open`. */
function usedUp(): { quotas: SearchAppDeps['quotas']; open: () => void } {
  const gate = Promise.withResolvers<void>();
  const take: SearchAppDeps['quotas']['take'] = async ({ quotas: [full] }) => {
    await gate.promise;
    return full ? { taken: false, full } : { taken: true };
  };
  return { quotas: { take, giveBack: async () => undefined }, open: gate.resolve };
}
const LIMITED = { ...UNLIMITED, anonymous: { standard: 3, deep: 3 } };
const NOW = Date.now();
/** Stands still, so that a lease expires only where a test says so, however slow the machine is. */
const clock = () => NOW;

describe('a repeat on another instance while the first send is still being admitted', () => {
  it('is rejected in the same words', async () => {
    const body = bodyOf('refused');
    const { quotas, open } = usedUp();
    const reads = Promise.withResolvers<void>();
    const read: Store['searchLog']['read'] = (options) => {
      reads.resolve();
      return store.searchLog.read(options);
    };
    const limited = { ...store, clock, limits: LIMITED, quotas };
    const first = searchApp(limited).fetch(postSearch(body));
    await expect.poll(async () => store.searchLog.read({ searchId: await idOf(body) })).not.toBe(undefined);
    const elsewhere = searchApp({ ...limited, searchLog: { ...store.searchLog, read } });
    const second = elsewhere.fetch(postSearch(body));
    await reads.promise;
    open();
    const answers = await Promise.all([first, second]);
    expect(answers.map(({ status }) => status)).toEqual([429, 429]);
    expect(answers[1]?.headers.get('retry-after')).not.toBe(null);
    const [said, saidAgain] = await Promise.all(answers.map((answer) => answer.text()));
    expect(saidAgain).toBe(said);
    // The rejected search cannot be followed, and does not prevent sending it again once there is room.
    expect((await elsewhere.fetch(followSearch(await idOf(body)))).status).toBe(404);
    const later = await searchApp(store).fetch(postSearch(body));
    expect((await readEvents(later)).at(-1)?.event.data).toEqual({ outcome: 'answered' });
  });

  it('is rejected like all the others, and none of them keeps a slot', async () => {
    const body = bodyOf('refused-many');
    const { quotas, open } = usedUp();
    open();
    const limited = { ...store, clock, limits: { ...LIMITED, atOnce: 1 }, quotas };
    const apps = [searchApp(limited), searchApp(limited)];
    const bodies = await Promise.all(
      Array.from({ length: 60 }, async (_, index) => {
        const answer = await apps[index % 2]?.fetch(postSearch(body, { 'x-viewer-address': '203.0.113.60' }));
        return `${answer?.status} ${await answer?.text()}`;
      }),
    );
    expect(new Set(bodies).size).toBe(1);
    expect(bodies[0]).toContain('429');
    const free = searchApp({ ...store, limits: { ...UNLIMITED, atOnce: 1 } });
    const later = await free.fetch(postSearch(bodyOf('afterwards'), { 'x-viewer-address': '203.0.113.60' }));
    expect(later.status).toBe(200);
    await later.text();
  });

  it('is rejected as unavailable if the reason is one that only a newer release knows', async () => {
    const body = bodyOf('refused-newly');
    const { quotas, open } = usedUp();
    const reads = Promise.withResolvers<void>();
    const { searchLog } = store;
    const newer: Store['searchLog'] = {
      ...searchLog,
      withdraw: (options) =>
        searchLog.withdraw({ ...options, refusal: { code: 'newer', message: 'Not today.', headers: {} } }),
    };
    const older: Store['searchLog'] = {
      ...searchLog,
      read: (options) => {
        reads.resolve();
        return searchLog.read(options);
      },
    };
    const limited = { ...store, clock, limits: LIMITED, quotas };
    const first = searchApp({ ...limited, searchLog: newer }).fetch(postSearch(body));
    await expect.poll(async () => searchLog.read({ searchId: await idOf(body) })).not.toBe(undefined);
    const second = searchApp({ ...limited, searchLog: older }).fetch(postSearch(body));
    await reads.promise;
    open();
    await first;
    const answer = await second;
    expect([answer.status, await answer.json()]).toEqual([
      503,
      { error: { code: 'unavailable', message: 'Not today.' } },
    ]);
  });

  it('is not kept waiting for ever by a search that takes too long to start: it follows that one', async () => {
    const searchLog = memorySearchLog();
    const openProviders = () => new Promise<never>(() => undefined);
    void searchApp({ searchLog, clock, openProviders }).fetch(postSearch());
    await expect.poll(async () => searchLog.read({ searchId: await idOf() })).not.toBe(undefined);
    const elsewhere = searchApp({ searchLog, clock, delay: () => nextTurn() });
    const response = await elsewhere.fetch(postSearch());
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it('begins the search itself when the first send fails', async () => {
    const body = bodyOf('broken');
    const asked = Promise.withResolvers<void>();
    const failing = Promise.withResolvers<never>();
    const openProviders = () => {
      asked.resolve();
      return failing.promise;
    };
    const broken = searchApp({ ...store, clock, openProviders });
    const first = broken.fetch(postSearch(body));
    await expect.poll(async () => store.searchLog.read({ searchId: await idOf(body) })).not.toBe(undefined);
    const second = searchApp({ ...store, clock }).fetch(postSearch(body));
    await asked.promise;
    failing.reject(new Error('no providers'));
    expect((await first).status).toBe(500);
    expect((await readEvents(await second)).at(-1)?.event.data).toEqual({ outcome: 'answered' });
  });
});

describe('the slot of a search whose instance was killed', () => {
  const from = { 'x-viewer-address': '203.0.113.50' };
  const one = { ...UNLIMITED, atOnce: 1 };

  it('is free again once a follower has ended the search', async () => {
    const body = bodyOf('killed');
    const frozen = createStore({ client: database.client, tableName, clock });
    const { killed, ...instance } = killedAtWrite(frozen.searchLog, { number: 4, reached: true });
    const here = searchApp({ ...frozen, clock, limits: one, ...instance });
    await readUntil(await here.fetch(postSearch(body, from)), killed);
    const elsewhere = searchApp({ ...frozen, clock, limits: one, delay: quickly });
    expect((await elsewhere.fetch(postSearch(bodyOf('next'), from))).status).toBe(429);
    const ending = searchApp({ ...frozen, clock: () => NOW + 60_000, delay: quickly });
    await readEvents(await ending.fetch(followSearch(await idOf(body))));
    const next = await elsewhere.fetch(postSearch(bodyOf('next'), from));
    expect(next.status).toBe(200);
    await next.text();
  });

  it('goes to the next search after the lease has expired, even if nobody ended it', async () => {
    const { killed, ...instance } = killedAtWrite(store.searchLog, { number: 4, reached: true });
    const here = searchApp({ ...store, limits: one, ...instance });
    await readUntil(await here.fetch(postSearch(bodyOf('killed-too'), from)), killed);
    const later = createStore({ client: database.client, tableName, clock: () => Date.now() + 15_000 });
    const next = await searchApp({ ...later, limits: one }).fetch(postSearch(bodyOf('one'), from));
    expect(next.status).toBe(200);
    await next.text();
  });
});

describe('a follower who leaves', () => {
  it('stops the polling at once', async () => {
    const searchLog = memorySearchLog();
    const gate = Promise.withResolvers<unknown[]>();
    const providers = fakeProviders({ replies: { formatting: () => gate.promise } });
    const body = bodyOf('left-alone');
    const streaming = searchApp({ searchLog, providers }).fetch(postSearch(body));
    await streaming;
    let asked = 0;
    const list: typeof searchLog.list = (options) => {
      asked += 1;
      return searchLog.list(options);
    };
    const elsewhere = searchApp({ searchLog: { ...searchLog, list }, delay: quickly });
    const response = await elsewhere.fetch(followSearch(await idOf(body)));
    const left = Promise.withResolvers<void>();
    const reading = readUntil(response, left.promise);
    await expect.poll(() => asked).toBeGreaterThan(3);
    left.resolve();
    await reading;
    const before = asked;
    await wait(100);
    expect(asked - before).toBeLessThanOrEqual(1);
    gate.resolve([]);
    await readEvents(await streaming);
  });
});
