import { setImmediate } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { accountName } from '#functions/store/service-keys.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { delay, unlessAborted } from '#functions/timing.ts';
import type { Search } from '#shared/search.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import { SPEND } from '#tests/functions/store/samples.ts';
import { itemsOf } from '#tests/infra/operate/write-account.ts';
import { type EmbeddedDynamoDb, startDynamoDb, userRecords } from '#tests/support/dynamodb.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import {
  followSearch,
  idOf,
  postSearch,
  searchApp,
  searchBody,
  UNLIMITED,
} from '#tests/support/search-app.ts';

const OWNER = { userId: 'user-1', email: 'rumi@example.com' };
/** A delay for limits that a test must not reach, however slow the machine is. */
const endless = (_: number, signal: AbortSignal) =>
  unlessAborted(signal, new Promise<never>(() => undefined));
const here = { userId: OWNER.userId, chatId: searchBody.chatId };

describe('a signed-in person’s search', () => {
  let database: EmbeddedDynamoDb;
  let store: Store;
  let tableName: string;
  beforeAll(async () => {
    database = await startDynamoDb();
  });
  afterAll(() => database.close());
  beforeEach(async () => {
    tableName = await database.createTable();
    store = createStore({ client: database.client, tableName });
  });

  const ownersApp = (overrides: Parameters<typeof searchApp>[0] = {}) =>
    searchApp({
      authenticate: async () => OWNER,
      searchMessages: store.searchMessages,
      ...overrides,
    });
  const search = async (body: unknown = searchBody, overrides = {}) =>
    readEvents(await ownersApp(overrides).fetch(postSearch(body)));
  const messages = async () => (await store.messages.list(here))?.messages ?? [];
  type OpenOptions = Parameters<Store['searchMessages']['open']>[0];
  type Saver = ReturnType<Store['searchMessages']['open']>;
  /** The store of messages, with some of its operations replaced. */
  const savingWith = (replace: (real: Saver, options: OpenOptions) => Partial<Saver>) => ({
    open(options: OpenOptions): Saver {
      const real = store.searchMessages.open(options);
      return { ...real, ...replace(real, options) };
    },
  });

  it('is stored exactly as it was streamed: the request, then the answer with all its metadata', async () => {
    const events = await search({ ...searchBody, deepResearch: true });
    const [run] = events;
    const answer = events.flatMap(({ event }) => (event.type === 'message' ? [event.data] : []))[0];
    const request = run?.event.type === 'run' ? run.event.data.userMessage : undefined;
    expect(await messages()).toEqual([request, answer]);
    expect(request?.userId).toBe(OWNER.userId);
    expect(await store.chats.read(here)).toMatchObject({
      title: searchBody.content,
      messageCount: 2,
      lastMessageAt: answer?.timestamp,
    });
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'answered' });
  });

  it('is stored with its apology when it fails', async () => {
    const events = await search(searchBody, {
      providers: fakeProviders({ search: () => Promise.reject(new Error('x')) }),
    });
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'apologised' });
    expect((await messages())[1]?.content).toContain("I'm sorry, I encountered an error");
  });

  it('is stored even if the reader leaves', async () => {
    let finished: (() => void) | undefined;
    const ended = new Promise<void>((resolve) => {
      finished = resolve;
    });
    const providers = fakeProviders();
    const app = ownersApp({ openProviders: async () => ({ providers, finish: async () => finished?.() }) });
    await (await app.fetch(postSearch())).body?.cancel();
    await ended;
    expect(await messages()).toHaveLength(2);
  });

  it('saves its request to the chat before any provider is called', async () => {
    let before: number | undefined;
    const reading = { query: async () => (before = (await messages()).length) };
    await search(searchBody, { providers: fakeProviders({ replies: reading }) });
    expect(before).toBe(1);
  });

  it('does not restore a chat deleted during the search', async () => {
    const deleting = {
      formatting: async () => {
        await store.chats.delete(here);
        return [];
      },
    };
    const events = await search(searchBody, { providers: fakeProviders({ replies: deleting }) });
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'answered' });
    expect(await store.chats.read(here)).toBeUndefined();
    expect(await store.messages.list(here)).toBeUndefined();
  });

  it('in a deleted chat is rejected each time, and uses up no quota and no slot', async () => {
    await store.chats.create({ ...here, title: 'Gone' });
    await store.chats.delete(here);
    const providers = fakeProviders();
    const limits = { ...UNLIMITED, signedIn: { standard: 1, deep: 1 }, atOnce: 1 };
    const opened: string[] = [];
    const openProviders = async ({ userMessage }: Search) => {
      opened.push(userMessage.id);
      return { providers, finish: async () => undefined };
    };
    const app = ownersApp({ ...store, openProviders, limits });
    for (const messageId of ['msg_1', 'msg_1', 'msg_2']) {
      const response = await app.fetch(postSearch({ ...searchBody, messageId }));
      expect(response.status).toBe(404);
      expect(await response.json()).toEqual({
        error: {
          code: 'not-found',
          message: 'This chat, or this message in it, has been deleted. Start a new chat to search.',
        },
      });
    }
    // Nor does a recording begin that nothing would finish.
    expect(opened).toEqual([]);
    const elsewhere = { ...searchBody, chatId: 'chat_2', messageId: 'msg_3' };
    expect((await app.fetch(postSearch(elsewhere))).status).toBe(200);
  });

  it('of a deleted account is refused, and nothing is spent, stored or counted', async () => {
    await store.users.noteErasure({ userId: OWNER.userId });
    const before = await itemsOf(database, tableName);
    const providers = fakeProviders();
    const limits = { ...UNLIMITED, signedIn: { standard: 1, deep: 1 } };
    const app = ownersApp({ ...store, providers, limits, delay: endless });
    const response = await app.fetch(postSearch());
    expect(response.status).toBe(401);
    expect((await response.json()).error.code).toBe('account-erased');
    expect(providers.calls).toEqual([]);
    expect(await itemsOf(database, tableName)).toEqual(before);
  });

  it('of a deleted account keeps no slot either if that is known only late', async () => {
    await store.users.noteErasure({ userId: OWNER.userId });
    const taken = Promise.withResolvers<void>();
    const slots: Pick<Store['slots'], 'take' | 'release'> = {
      ...store.slots,
      take: (options) => store.slots.take(options).finally(taken.resolve),
    };
    const users: Pick<Store['users'], 'ensure'> = {
      ensure: async (options) => {
        await taken.promise;
        return await store.users.ensure(options);
      },
    };
    const limits = { ...UNLIMITED, newAccount: { standard: 1, deep: 1 } };
    const response = await ownersApp({ ...store, slots, users, limits }).fetch(postSearch());
    expect(response.status).toBe(401);
    const slot = { name: accountName(OWNER.userId), holder: 'another', until: Date.now() + 60_000 };
    expect(await store.slots.take({ ...slot, atOnce: 1 })).toBe(true);
  });

  it('creates the user record of a new person', async () => {
    await search(searchBody, store);
    const user = await userRecords({ client: database.client, tableName }).read(OWNER.userId);
    expect(user).toMatchObject({ id: OWNER.userId, email: OWNER.email });
  });

  it('is not delayed by a user record that fails or never arrives', async () => {
    const failures: string[] = [];
    for (const ensure of [() => new Promise<never>(() => undefined), () => Promise.reject(new Error('down'))])
      expect(
        (await search(searchBody, { users: { ensure }, log: (what: string) => failures.push(what) })).at(-1)
          ?.event.data,
      ).toEqual({ outcome: 'answered' });
    expect(failures).toEqual(["a person's record could not be created"]);
  });

  it('is rejected when its message id belongs to another message', async () => {
    await search();
    const response = await ownersApp().fetch(postSearch({ ...searchBody, content: 'something else' }));
    expect(response.status).toBe(409);
  });

  it.each([
    ['damaged', 409, 'This chat could not be read in full'],
    ['full', 413, 'This chat is full.'],
  ] as const)('is rejected before it costs anything when its chat is %s', async (status, code, message) => {
    const providers = fakeProviders();
    const searchMessages = savingWith(() => ({ saveUserMessage: async () => ({ status }) }));
    const response = await ownersApp({ searchMessages, providers }).fetch(postSearch());
    expect(response.status).toBe(code);
    expect((await response.json()).error.message).toContain(message);
    expect(providers.calls).toEqual([]);
  });

  it('counts every message when two run at once in one chat', async () => {
    await Promise.all([search(), search({ ...searchBody, messageId: 'msg_2_b', content: 'lawyers' })]);
    expect(await store.chats.read(here)).toMatchObject({ messageCount: 4 });
    expect((await messages()).map(({ role }) => role).toSorted()).toEqual([
      'assistant',
      'assistant',
      'user',
      'user',
    ]);
  });

  it('streams its answer even if nothing can be stored, retries, and reports it as not saved', async () => {
    let tries = 0;
    const failing = async () => {
      tries += 1;
      throw new Error('database down');
    };
    const savings = {
      open: () => ({ saveUserMessage: failing, saveAssistantMessage: failing, saveNoAnswer: failing }),
    };
    const events = await search(searchBody, { searchMessages: savings });
    expect(events.some(({ event }) => event.type === 'message')).toBe(true);
    expect(events.at(-1)?.event.data).toEqual({
      outcome: 'answered',
      error: {
        code: 'not-saved',
        message: 'This answer could not be saved to your account. It stays on this page until you leave it.',
      },
    });
    expect(tries).toBe(4);
  });

  it.each([
    ['', false],
    [', even if its answer cannot be saved', true],
  ])('has its cost counted before it ends%s', async (_, isDown) => {
    const saved = Promise.withResolvers<void>();
    let attempts = 0;
    const searchMessages = savingWith((real) => ({
      async saveAssistantMessage(answer) {
        attempts += 1;
        try {
          if (isDown) throw new Error('database down');
          return await real.saveAssistantMessage(answer);
        } finally {
          if (!isDown || attempts === 3) saved.resolve();
        }
      },
    }));
    const spent: Pick<Store['spent'], 'add'> = {
      async add(options) {
        await saved.promise;
        // As slow as a database may be.
        for (let turn = 0; turn < 50; turn += 1) await setImmediate();
        await store.spent.add(options);
      },
    };
    const events = await search(searchBody, {
      searchMessages,
      spent,
      providers: { ...fakeProviders(), spend: () => SPEND },
      delay: (milliseconds: number, signal: AbortSignal) =>
        milliseconds <= 1_000 ? delay(0, signal) : endless(milliseconds, signal),
    });
    const [answer, done] = events.slice(-2);
    expect(done?.event.data).toEqual({ outcome: 'answered', ...(isDown && { error: NOT_SAVED }) });
    expect(answer?.event.data).toMatchObject({ metadata: { spend: SPEND } });
    expect(await store.spent.read({ userId: OWNER.userId })).toMatchObject({
      searches: 1,
      dollars: SPEND.dollars,
      unpriced: 0,
    });
  });

  /** Follows a search after its instance died, with only these events in the log. */
  const followDead = async (kept: Awaited<ReturnType<typeof search>>) => {
    const searchId = await idOf(searchBody, OWNER.userId);
    const state = await store.searchLog.read({ searchId });
    if (!state || state.refusal) throw new Error('not logged');
    const searchLog = memorySearchLog();
    const lease = { searchId, holder: 'dead', leaseUntil: 0 };
    await searchLog.claim({ search: state.search, lease, expiresAt: 0 });
    await searchLog.append({ searchId, events: kept, expiresAt: 0 });
    return await readEvents(await ownersApp({ searchLog }).fetch(followSearch(searchId)));
  };

  it('ends as it was saved when its instance died before the answer reached the log', async () => {
    const events = await search(searchBody, store);
    const followed = await followDead(events.slice(0, -2));
    expect(followed.slice(-2)).toEqual(events.slice(-2));
    expect((await messages())[1]).toEqual(followed.at(-2)?.event.data);
  });

  it('is reported as not saved when the chat’s answer differs from the log’s', async () => {
    const events = await search(searchBody, store);
    const others = events.slice(0, -1).map(({ id, event }) => ({
      id,
      event:
        event.type === 'message' ? { ...event, data: { ...event.data, content: 'Another answer' } } : event,
    }));
    expect((await followDead(others)).at(-1)?.event.data).toMatchObject({ error: NOT_SAVED });
  });

  it('is reported as not saved when another instance has already ended it with another answer', async () => {
    const searchMessages = savingWith((real, options) => ({
      async saveAssistantMessage(saved) {
        const message = { ...saved.message, content: 'Another answer' };
        await store.searchMessages.open(options).saveAssistantMessage({ message });
        return real.saveAssistantMessage(saved);
      },
    }));
    const events = await search(searchBody, { searchMessages });
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'answered', error: NOT_SAVED });
    expect((await messages())[1]?.content).toBe('Another answer');
  });

  it('is reported as not saved when its message id proves to be another message’s only at its end, even by another instance', async () => {
    await search();
    const before = await messages();
    const searchMessages = savingWith(() => ({
      saveUserMessage: () => Promise.reject(new Error('database down')),
    }));
    const events = await search({ ...searchBody, content: 'lawyers' }, { ...store, searchMessages });
    const [answer, done] = (await followDead(events.slice(0, -2))).slice(-2);
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'answered', error: NOT_SAVED });
    expect(answer?.event).toMatchObject({ type: 'message', data: { role: 'assistant' } });
    expect(done?.event.data).toEqual({ outcome: 'stopped', error: NOT_SAVED });
    expect(await messages()).toEqual(before);
  });

  it('is saved with its request if that could not be saved in time before', async () => {
    const limit = new AbortController();
    const begin = vi
      .spyOn(AbortSignal, 'timeout')
      .mockImplementation((milliseconds) =>
        milliseconds === 2_000 ? limit.signal : new AbortController().signal,
      );
    onTestFinished(() => begin.mockRestore());
    const searchMessages = savingWith(() => ({
      saveUserMessage({ signal = new AbortController().signal } = {}) {
        limit.abort(new DOMException('Too slow', 'TimeoutError'));
        return unlessAborted(signal, new Promise<never>(() => undefined));
      },
    }));
    const events = await search(searchBody, { searchMessages });
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'answered' });
    expect((await messages()).map(({ role }) => role)).toEqual(['user', 'assistant']);
  });

  it('is saved on the second attempt when the first fails', async () => {
    let failures = 1;
    const searchMessages = savingWith((real) => ({
      async saveAssistantMessage(saved) {
        if (failures-- > 0) throw new Error('throttled');
        return real.saveAssistantMessage(saved);
      },
    }));
    const events = await search(searchBody, { searchMessages });
    expect(events.at(-1)?.event.data).toEqual({ outcome: 'answered' });
    expect(await messages()).toHaveLength(2);
  });
});
