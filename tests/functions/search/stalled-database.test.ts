import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { createClient } from '#functions/store/client.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import { memoryQuotas, memorySavings, memorySearchLog, memorySlots } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { bodyOf, postSearch, searchApp, UNLIMITED } from '#tests/support/search-app.ts';

/** A database that accepts connections and never answers. With all the client’s retries, each request would take 12 s. */
const server = createServer(() => undefined);
let client: ReturnType<typeof createClient>;
let stalled: Store;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
  client = createClient({ region: 'us-east-1', endpoint: `http://127.0.0.1:${port}`, credentials });
  stalled = createStore({ client, tableName: 'stalled' });
});
afterAll(() => {
  client.destroy();
  server.close();
});

const LIMITS = { ...UNLIMITED, anonymous: { standard: 3, deep: 3 }, signedIn: { standard: 3, deep: 3 } };
const OWNER = { userId: 'rumi', email: 'rumi@example.com' };
/** Time limits pass twenty times as fast; a wait without one still exceeds the test’s timeout. */
const faster = (milliseconds: number, signal: AbortSignal) => wait(milliseconds / 20, undefined, { signal });
const callers = [
  ['an anonymous caller', undefined],
  ['a signed-in person', OWNER],
] as const;

describe('a database that stalls', () => {
  /** The suppressions are known: an instance that has never read them shows nobody (suppression.test.ts). */
  const suppressed = { load: async () => () => false };
  const fromTheStart = (identity?: typeof OWNER) =>
    searchApp({ ...stalled, suppressed, limits: LIMITS, delay: faster, authenticate: async () => identity });

  it('from the start still lets a signed-in person search', async () => {
    const response = await fromTheStart(OWNER).fetch(postSearch(bodyOf('stalled')));
    const events = await readEvents(response);
    expect(events[0]?.event.type).toBe('run');
    expect(events.filter(({ event }) => event.type === 'message')).toHaveLength(1);
    expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered', error: NOT_SAVED } });
  });

  it.each([
    ['an anonymous caller', undefined, false],
    ['a deep search', OWNER, true],
  ] as const)('from the start rejects %s within seconds', async (_, identity, deep) => {
    const response = await fromTheStart(identity).fetch(postSearch(bodyOf('stalled', deep)));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });

  it('yields no share and no people of a list, but 503 within seconds', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const user = { id: OWNER.userId, email: '', displayName: '', createdAt: '', updatedAt: '' };
    const users = { ...stalled.users, ensure: async () => user };
    const app = createChatsApp({ store: { ...stalled, users }, authenticate: async () => OWNER });
    const paths = ['/api/shared/AAAAAAAAAAAAAAAAAAAAAA', '/api/lists/list_1/people'];
    const answers = await Promise.all(paths.map((path) => app.request(path)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    log.mockRestore();
  });

  it.each(callers)('during the search of %s delays its end by seconds only', async (_, identity) => {
    const { searchLog, searchSavings, slots } = stalled;
    const app = searchApp({
      searchLog: { ...searchLog, claim: memorySearchLog().claim },
      quotas: memoryQuotas(),
      slots: { ...memorySlots(), release: slots.release },
      searchSavings: {
        open: (options) => ({
          ...searchSavings.open(options),
          saveUserMessage: memorySavings().open(options).saveUserMessage,
        }),
      },
      limits: LIMITS,
      delay: faster,
      authenticate: async () => identity,
    });
    const events = await readEvents(await app.fetch(postSearch(bodyOf('stalling'))));
    const [answer, done] = events.slice(-2);
    expect(answer?.event.type).toBe('message');
    const error = identity && { error: NOT_SAVED };
    expect(done?.event).toEqual({ type: 'done', data: { outcome: 'answered', ...error } });
  });

  it('does not delay the answer itself, whatever has to be waited for after it', async () => {
    const neverAgain = new Promise<never>(() => undefined);
    const app = searchApp({
      searchSavings: {
        open: (options) => ({
          ...memorySavings().open(options),
          saveAssistantMessage: () => neverAgain,
        }),
      },
      authenticate: async () => OWNER,
      delay: (milliseconds, signal) => wait(milliseconds < 5_000 ? 0 : 100_000, undefined, { signal }),
    });
    const reader = (await app.fetch(postSearch())).body?.getReader();
    let text = '';
    while (!text.includes('event: message\n'))
      text += new TextDecoder().decode((await reader?.read())?.value);
    expect(text).not.toContain('event: done\n');
    await reader?.cancel();
  });
});
