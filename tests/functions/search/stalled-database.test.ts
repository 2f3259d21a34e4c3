import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { createClient } from '#functions/store/client.ts';
import { StoreError } from '#functions/store/errors.ts';
import { createStore } from '#functions/store/store.ts';
import { unlessAborted } from '#functions/timing.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import {
  memoryQuotas,
  memorySearchLog,
  memorySearchMessages,
  memorySlots,
} from '#tests/support/memory-stores.ts';
import { readEvents, readUntilText } from '#tests/support/read-stream.ts';
import { bodyOf, postSearch, searchApp, UNLIMITED } from '#tests/support/search-app.ts';

const credentials = { accessKeyId: 'a', secretAccessKey: 'b' };
/** A database that never answers, over a client that does not give up either: only limits of our own end a wait for it. */
const silent = {
  handle: (_: unknown, { abortSignal = new AbortController().signal }: { abortSignal?: AbortSignal } = {}) =>
    unlessAborted(abortSignal, new Promise<never>(() => undefined)),
};
const client = createClient({ region: 'us-east-1', credentials, transport: { requestHandler: silent } });
const stalled = createStore({ client, tableName: 'stalled' });

const LIMITS = { ...UNLIMITED, anonymous: { standard: 3, deep: 3 }, signedIn: { standard: 3, deep: 3 } };
const OWNER = { userId: 'rumi', email: 'rumi@example.com' };
/** Time limits of seconds pass twenty times as fast; longer ones never do, so that a wait exceeds the test’s timeout. */
const faster = (milliseconds: number, signal: AbortSignal) =>
  wait(milliseconds <= 10_000 ? milliseconds / 20 : 200_000, undefined, { signal, ref: false });
const callers = [
  ['an anonymous caller', undefined],
  ['a signed-in person', OWNER],
] as const;

describe('a database that stalls from the start', () => {
  beforeAll(() => {
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => {
      const controller = new AbortController();
      const abort = () => controller.abort(new DOMException('Too slow', 'TimeoutError'));
      faster(milliseconds, controller.signal).then(abort, () => undefined);
      return controller.signal;
    });
  });
  afterAll(() => {
    vi.restoreAllMocks();
  });

  /** The suppressions are known: an instance that has never read them shows nobody (suppression.test.ts). */
  const suppressed = { load: async () => () => false };
  const fromTheStart = (identity?: typeof OWNER) =>
    searchApp({ ...stalled, suppressed, limits: LIMITS, delay: faster, authenticate: async () => identity });

  it('still lets a signed-in person search', async () => {
    const response = await fromTheStart(OWNER).fetch(postSearch(bodyOf('stalled')));
    const events = await readEvents(response);
    expect(events[0]?.event.type).toBe('run');
    expect(events.filter(({ event }) => event.type === 'message')).toHaveLength(1);
    expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered', error: NOT_SAVED } });
  });

  it('frees the slot of a search that it could not count in time', async () => {
    const slots = memorySlots();
    const release: typeof slots.release = async (slot) => {
      slot.signal?.throwIfAborted();
      await slots.release(slot);
    };
    const search = (name: string, quotas: Pick<typeof stalled.quotas, 'take' | 'giveBack'>) =>
      searchApp({
        quotas,
        slots: { ...slots, release },
        limits: { ...LIMITS, atOnce: 1 },
        delay: faster,
      }).fetch(postSearch(bodyOf(name)));
    expect((await search('uncounted', stalled.quotas)).status).toBe(503);
    const next = await search('counted', memoryQuotas());
    expect(next.status).toBe(200);
    await next.body?.cancel();
  });

  it.each([
    ['an anonymous caller', undefined, false],
    ['a deep search', OWNER, true],
  ] as const)('rejects %s within seconds', async (_, identity, deep) => {
    const response = await fromTheStart(identity).fetch(postSearch(bodyOf('stalled', deep)));
    expect(response.status).toBe(503);
    expect(response.headers.get('retry-after')).toBe('5');
  });
});

describe('a database that stalls', () => {
  it('yields no share and no people of a list, but 503, once the client gives up', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    // Accepts connections and never answers.
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const endpoint = `http://127.0.0.1:${port}`;
    const givingUp = createClient({ region: 'us-east-1', endpoint, credentials });
    const store = createStore({ client: givingUp, tableName: 'stalled' });
    const user = { id: OWNER.userId, email: '', displayName: '', createdAt: '', updatedAt: '' };
    const users = { ...store.users, ensure: async () => user };
    const app = createChatsApp({ store: { ...store, users }, authenticate: async () => OWNER });
    const paths = ['/api/shared/AAAAAAAAAAAAAAAAAAAAAA', '/api/lists/list_1/people'];
    const answers = await Promise.all(paths.map((path) => app.request(path)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    givingUp.destroy();
    server.close();
    log.mockRestore();
  });

  it.each(callers)('during the search of %s delays its end by seconds only', async (_, identity) => {
    const { searchLog, searchMessages, slots } = stalled;
    const app = searchApp({
      searchLog: { ...searchLog, claim: memorySearchLog().claim },
      quotas: memoryQuotas(),
      slots: { ...memorySlots(), release: slots.release },
      searchMessages: {
        open: (options) => ({
          ...searchMessages.open(options),
          saveUserMessage: memorySearchMessages().open(options).saveUserMessage,
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

  it('does not keep a search that breaks off from ending', async () => {
    const app = searchApp({
      providers: {
        ...fakeProviders(),
        spend: () => {
          throw new Error('lost count');
        },
      },
      searchMessages: {
        open: (options) => ({
          ...memorySearchMessages().open(options),
          saveNoAnswer: () => new Promise<never>(() => undefined),
        }),
      },
      delay: faster,
      authenticate: async () => OWNER,
    });
    const events = await readEvents(await app.fetch(postSearch(bodyOf('broken-off'))));
    expect(events.at(-1)?.event).toMatchObject({ type: 'done', data: { outcome: 'failed' } });
  });

  it('does not delay the answer itself, whatever has to be waited for after it', async () => {
    const gate = Promise.withResolvers<void>();
    const app = searchApp({
      searchMessages: {
        open: (options) => ({
          ...memorySearchMessages().open(options),
          saveAssistantMessage: async () => {
            await gate.promise;
            throw new StoreError('down');
          },
        }),
      },
      authenticate: async () => OWNER,
      delay: (milliseconds, signal) => wait(milliseconds < 5_000 ? 0 : 100_000, undefined, { signal }),
    });
    const { body } = await app.fetch(postSearch());
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    const text = await readUntilText(reader, 'event: message\n');
    expect(text).not.toContain('event: done\n');
    gate.resolve();
    while (!(await reader?.read())?.done);
  });
});
