import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createStore, type Store } from '#functions/store/store.ts';
import type { NumberedEvent } from '#shared/search.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog, memorySlots } from '#tests/support/memory-stores.ts';
import { eventReader, readEvents } from '#tests/support/read-stream.ts';
import {
  bodyOf,
  followSearch,
  idOf,
  postSearch,
  searchApp,
  stopSearch,
  UNLIMITED,
} from '#tests/support/search-app.ts';

const OWNER = { userId: 'rumi', email: '' };
/** The number of events in a deep search over the fake providers, from `run` to `done`. */
const EVENTS = 27;

let database: EmbeddedDynamoDb;
let store: Store;
beforeAll(async () => {
  database = await startDynamoDb();
  store = createStore({ client: database.client, tableName: await database.createTable() });
});
afterAll(() => database.close());

/** Each has its own chat. */
const deepBodyOf = (name: string) => ({ ...bodyOf(name, true), chatId: `chat_${name}` });
const ownersApp = (overrides: Parameters<typeof searchApp>[0] = {}) =>
  searchApp({ ...store, authenticate: async () => OWNER, ...overrides });
const messagesOf = async (chatId: string) =>
  (await store.messages.list({ userId: OWNER.userId, chatId }))?.messages ?? [];

/** Follows a search to its end as the page does, since a reader has to reconnect now and then. */
async function followToEnd(app: ReturnType<typeof searchApp>, searchId: string, browser = 'one') {
  const events: NumberedEvent[] = [];
  while (events.at(-1)?.event.type !== 'done') {
    const request = followSearch(searchId, events.at(-1)?.id);
    request.headers.set('x-browser-id', `browser-number-${browser}`);
    const response = await app.fetch(request);
    expect(response.status).toBe(200);
    events.push(...(await readEvents(response)));
  }
  return events;
}

describe('a search', () => {
  it.each(Array.from({ length: EVENTS }, (_, index) => index + 1))(
    'is saved and can be followed to its end when the reader leaves after event %i',
    async (count) => {
      const body = deepBodyOf(`left-${count}`);
      const app = ownersApp();
      const reader = eventReader(await app.fetch(postSearch(body)));
      await reader.read(count);
      await reader.leave();
      const events = await followToEnd(app, await idOf(body, OWNER.userId));
      expect(events.map(({ id }) => id)).toEqual(events.map((_, index) => index + 1));
      expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
      expect((await messagesOf(body.chatId)).map(({ role }) => role)).toEqual(['user', 'assistant']);
    },
  );

  it.each(Array.from({ length: EVENTS - 3 }, (_, index) => index + 1))(
    'stopped after event %i ends once, and its result so far is saved',
    async (count) => {
      const body = deepBodyOf(`stopped-${count}`);
      const app = ownersApp();
      const reader = eventReader(await app.fetch(postSearch(body)));
      await reader.read(count);
      expect((await app.fetch(stopSearch(await idOf(body, OWNER.userId)))).status).toBe(200);
      await reader.leave();
      const events = await followToEnd(app, await idOf(body, OWNER.userId));
      const outcome = events.at(-1)?.event;
      expect(events.filter(({ event }) => event.type === 'done')).toHaveLength(1);
      // A stop that arrives after the search’s last work finds it answered.
      expect(['stopped', 'answered']).toContain(outcome?.type === 'done' ? outcome.data.outcome : undefined);
      const [, answer] = await messagesOf(body.chatId);
      expect(answer?.metadata?.outcome).toBe(outcome?.type === 'done' ? outcome.data.outcome : undefined);
    },
  );
});

describe('many searches at once, each with a follower on another instance', () => {
  // The embedded database handles a few hundred requests a second; the larger load would need a real one.
  it.each([
    [200, 'kept in memory', () => memorySearchLog()],
    [20, 'over the database', () => store.searchLog],
  ])('%i of them %s: none is lost, and both sides see the same events', async (count, where, open) => {
    const now = Date.now();
    // Their clock is frozen, so no lease expires however long a busy machine keeps them waiting.
    const shared = { searchLog: open(), slots: memorySlots(), clock: () => now };
    const limits = { ...UNLIMITED, atOnce: count };
    const [here, elsewhere] = [searchApp({ ...shared, limits }), searchApp({ ...shared, limits })];
    const streams = await Promise.all(
      Array.from({ length: count }, async (_, index) => {
        const body = bodyOf(`many-${where.length}-${index}`);
        const response = await here.fetch(postSearch(body));
        // Each in its own browser, as one browser has at most ten readers.
        const following = followToEnd(elsewhere, await idOf(body), `${index}`);
        return Promise.all([readEvents(response), following]);
      }),
    );
    for (const [streamed, followed] of streams) {
      expect(streamed.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
      expect(followed).toEqual(streamed);
    }
  });
});

describe('a clock that steps', () => {
  it.each([
    ['forward', 3_600_000],
    ['backward', -3_600_000],
  ])('%s by an hour during a search leaves every reader one complete stream', async (_, step) => {
    let offset = 0;
    const searchLog = memorySearchLog();
    const providers = fakeProviders({
      replies: {
        formatting: async () => {
          offset = step;
          await delay(1_000);
          return [];
        },
      },
    });
    const stepping = searchApp({ searchLog, providers, clock: () => Date.now() + offset });
    const streaming = readEvents(await stepping.fetch(postSearch()));
    const searchId = await idOf();
    const following = followToEnd(searchApp({ searchLog }), searchId);
    for (const events of await Promise.all([streaming, following])) {
      expect(events.map(({ id }) => id)).toEqual(events.map((_each, index) => index + 1));
      expect(events.filter(({ event }) => event.type === 'done')).toHaveLength(1);
      expect(events.filter(({ event }) => event.type === 'message')).toHaveLength(1);
    }
  });
});
