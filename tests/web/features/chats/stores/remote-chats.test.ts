import { getRequestListener } from '@hono/node-server';
import { QueryClient } from '@tanstack/react-query';
import { Hono } from 'hono';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { type Served, serve } from '#tests/web/features/search/serve.ts';
import { chatsQuery } from '#web/features/chats/chats.ts';
import { createSession } from '#web/features/chats/create-session.ts';
import { messagesKey, messagesQuery } from '#web/features/chats/messages.ts';
import type { StoreNews } from '#web/features/chats/stores/chat-store.ts';
import { RemoteChats } from '#web/features/chats/stores/remote-chats.ts';
import {
  announceChats,
  announceRemoval,
  type WatchOptions,
  watchServer,
} from '#web/features/chats/stores/watch-server.ts';
import { Searches } from '#web/features/search/index.ts';
import { createApi } from '#web/lib/create-api.ts';
import { once } from '#web/lib/lazy.ts';

let served: Served | undefined;
afterEach(async () => served?.close());

interface Call {
  method: string;
  path: string;
  token: string | undefined;
  body: unknown;
}

/** A store over a real server running `app`, and the calls that reached it. */
async function open(app: Hono) {
  const calls: Call[] = [];
  const outer = new Hono();
  outer.use(async (c, next) => {
    const text = await c.req.raw.clone().text();
    const { pathname, search } = new URL(c.req.url);
    calls.push({
      method: c.req.method,
      path: pathname + search,
      token: c.req.header('x-auth-token'),
      body: text === '' ? undefined : JSON.parse(text),
    });
    await next();
  });
  outer.route('/', app);
  served = await serve(getRequestListener(outer.fetch));
  const api = createApi({ baseUrl: served.baseUrl, getToken: async () => 'an.id.token' });
  const store = new RemoteChats({ api });
  const session = createSession({
    userId: 'sub-1',
    openStore: async () => store,
    searches: new Searches({ openConnection: () => Promise.reject(new Error('no searches')) }),
    storage: undefined,
    retryDelay: () => 1,
  });
  return { store, session, calls };
}

const watchedBy = (userId: string): WatchOptions => ({
  userId,
  searches: new Searches({ openConnection: () => Promise.reject(new Error('no searches')) }),
  page: new EventTarget(),
});

const broken = { error: { code: 'internal-error', message: 'Something went wrong.' } };

describe('RemoteChats', () => {
  /** A page that has read messages. @returns what it still has of them when it hears what `announce` tells it */
  async function knownAfter(announce: (userId: string) => void) {
    const queries = new QueryClient();
    const api = createApi({ baseUrl: 'http://127.0.0.1:9', getToken: async () => undefined });
    const offline = { queries, userId: 'sub-9', storage: undefined };
    const store = new RemoteChats({ api, offline, watched: watchedBy('sub-9') });
    queries.setQueryData(messagesKey('chat_1'), [answer()]);
    const told = Promise.withResolvers<unknown>();
    const stop = store.subscribe(() => told.resolve(queries.getQueryData(messagesKey('chat_1'))));
    announce('sub-9');
    onTestFinished(stop);
    return told.promise;
  }

  it('drops cached data before announcing that another page removed a person', async () => {
    expect(await knownAfter(announceRemoval)).toBeUndefined();
  });

  it('keeps cached data when another page has merely changed something', async () => {
    expect(await knownAfter(announceChats)).toEqual([answer()]);
  });

  it.each([
    ['begun', (store: RemoteChats) => store.createChat(sampleChat())],
    ['renamed', (store: RemoteChats) => store.updateChat('chat_1', { title: 'Lawyers' })],
    ['deleted', (store: RemoteChats) => store.deleteChat('chat_1')],
    ['written in', (store: RemoteChats) => store.putMessages('chat_1', [answer()])],
    ['rated', (store: RemoteChats) => store.rateMessage('chat_1', 'msg_2', 'good')],
  ])('tells the browser’s other pages that a chat was %s', async (_, change) => {
    const fetch = async () => Response.json({ ...sampleChat(), deleted: true });
    const store = new RemoteChats({ api: createApi({ fetch }), watched: watchedBy('sub-9') });
    onTestFinished(store.subscribe(() => undefined));
    const told = Promise.withResolvers<StoreNews>();
    onTestFinished(watchServer(watchedBy('sub-9'), told.resolve).stop);
    await change(store);
    expect(await told.promise).toEqual({ type: 'changed' });
  });

  it('lists chats page by page with the signed-in user’s token', async () => {
    const app = new Hono();
    app.get('/api/chats', (c) =>
      c.req.query('cursor') === 'a b'
        ? c.json({ chats: [sampleChat({ id: 'chat_1', lastMessageAt: at(1) })] })
        : c.json({ chats: [sampleChat({ id: 'chat_2', lastMessageAt: at(2) })], cursor: 'a b' }),
    );
    const { store, calls } = await open(app);
    const { chats, cursor } = await store.listChats();
    expect([chats.map(({ id }) => id), cursor]).toEqual([['chat_2'], 'a b']);
    const older = await store.listChats(cursor);
    await store.listArchivedChats();
    await store.listArchivedChats(cursor);
    expect([older.chats.map(({ id }) => id), older.cursor]).toEqual([['chat_1'], undefined]);
    expect(calls.map(({ path, token }) => [path, token])).toEqual([
      ['/api/chats', 'an.id.token'],
      ['/api/chats?cursor=a+b', 'an.id.token'],
      ['/api/chats?archived=true', 'an.id.token'],
      ['/api/chats?archived=true&cursor=a+b', 'an.id.token'],
    ]);
  });

  it('lists messages oldest first, page by page', async () => {
    const app = new Hono();
    app.get('/api/chats/chat_1/messages', (c) =>
      c.req.query('cursor') === undefined
        ? c.json({ messages: [sampleMessage()], cursor: 'next' })
        : c.json({ messages: [answer()] }),
    );
    const { store } = await open(app);
    expect(await store.listMessages('chat_1')).toEqual([sampleMessage(), answer()]);
  });

  it('does not follow a cycle of pages for ever', async () => {
    const app = new Hono();
    app.get('/api/chats/chat_1/messages', (c) => c.json({ messages: [], cursor: 'again' }));
    const { store, calls } = await open(app);
    expect(await store.listMessages('chat_1')).toEqual([]);
    expect(calls).toHaveLength(40);
  });

  it('finds a chat, or undefined if it does not exist', async () => {
    const app = new Hono();
    app.get('/api/chats/chat_1', (c) => c.json(sampleChat()));
    app.get('/api/chats/:id', (c) => c.json({ error: { code: 'not-found', message: 'No.' } }, 404));
    const { store } = await open(app);
    expect(await store.findChat('chat_1')).toEqual(sampleChat());
    expect(await store.findChat('chat_gone')).toBeUndefined();
  });

  it('treats what another device has deleted as deleted', async () => {
    const app = new Hono();
    app.delete('*', (c) => c.json({ error: { code: 'not-found', message: 'No.' } }, 404));
    const { store, calls } = await open(app);
    await store.deleteChat('chat_1');
    await store.removeMessage('chat_1', 'msg_1');
    expect(calls.map(({ path }) => path)).toEqual(['/api/chats/chat_1', '/api/chats/chat_1/messages/msg_1']);
  });

  it('sends the requests of the contract when writing', async () => {
    const app = new Hono();
    app.post('/api/chats', (c) => c.json(sampleChat(), 201));
    app.patch('/api/chats/chat_1', (c) => c.json(sampleChat({ title: 'Economists' })));
    app.post('/api/chats/chat_1/messages', (c) => c.json(sampleMessage(), 201));
    app.patch('/api/chats/chat_1/messages/msg_2', (c) => c.json(answer()));
    app.delete('/api/chats/chat_1', (c) => c.json({ deleted: true }));
    const { store, calls } = await open(app);
    await store.createChat(sampleChat());
    expect(await store.updateChat('chat_1', { title: 'Economists' })).toEqual(
      sampleChat({ title: 'Economists' }),
    );
    await store.putMessages('chat_1', [sampleMessage()]);
    await store.rateMessage('chat_1', 'msg_2', 'good');
    await store.rateMessage('chat_1', 'msg_2', undefined);
    await store.deleteChat('chat_1');
    expect(calls.map(({ method, path, body }) => ({ method, path, body }))).toEqual([
      { method: 'POST', path: '/api/chats', body: { id: 'chat_1', title: 'Peruvian economists' } },
      { method: 'PATCH', path: '/api/chats/chat_1', body: { title: 'Economists' } },
      {
        method: 'POST',
        path: '/api/chats/chat_1/messages',
        body: { id: 'msg_1', role: 'user', content: sampleMessage().content, timestamp: at(1) },
      },
      { method: 'PATCH', path: '/api/chats/chat_1/messages/msg_2', body: { metadata: { rating: 'good' } } },
      { method: 'PATCH', path: '/api/chats/chat_1/messages/msg_2', body: { metadata: { rating: null } } },
      { method: 'DELETE', path: '/api/chats/chat_1', body: undefined },
    ]);
  });

  it('retries a read after a server error, but no refusal and no write', async () => {
    const app = new Hono();
    let reads = 0;
    app.get('/api/chats', (c) => {
      reads += 1;
      return reads < 3 ? c.json(broken, 500) : c.json({ chats: [] });
    });
    app.get('/api/chats/chat_1/messages', (c) =>
      c.json({ error: { code: 'not-found', message: 'No.' } }, 404),
    );
    app.delete('/api/chats/chat_1', (c) => c.json(broken, 500));
    const { session, store, calls } = await open(app);
    const { pages } = await session.queries.fetchInfiniteQuery(chatsQuery(session));
    expect(pages).toEqual([{ chats: [] }]);
    expect(calls).toHaveLength(3);
    const messages = session.queries.fetchQuery(messagesQuery(session, 'chat_1'));
    await expect(messages).rejects.toThrow('Failed to fetch messages');
    await expect(store.deleteChat('chat_1')).rejects.toThrow('Failed to delete chat');
    expect(calls).toHaveLength(5);
  });

  it.each([
    ['Failed to fetch chats', (store: RemoteChats) => store.listChats()],
    ['Failed to fetch chats', (store: RemoteChats) => store.listArchivedChats()],
    ['Failed to fetch chats', (store: RemoteChats) => store.findChat('chat_1')],
    ['Failed to create chat', (store: RemoteChats) => store.createChat(sampleChat())],
    ['Failed to update chat', (store: RemoteChats) => store.updateChat('chat_1', { isArchived: true })],
    ['Failed to create message', (store: RemoteChats) => store.putMessages('chat_1', [answer()])],
    ['Failed to update message', (store: RemoteChats) => store.rateMessage('chat_1', 'msg_2', 'bad')],
  ])('fails with the catalogue’s message: %s', async (message, call) => {
    const app = new Hono();
    app.all('*', (c) => c.json(broken, 500));
    const { store } = await open(app);
    await expect(call(store)).rejects.toMatchObject({
      name: 'ChatStoreError',
      message,
      cause: { status: 500 },
    });
  });

  it.each([
    ['Failed to create chat', (store: RemoteChats) => store.createChat(sampleChat())],
    ['Failed to create message', (store: RemoteChats) => store.putMessages('chat_1', [answer()])],
    ['Failed to update message', (store: RemoteChats) => store.rateMessage('chat_1', 'msg_2', 'bad')],
  ])('gives a write up after half a minute: %s', async (message, write) => {
    const limit = new AbortController();
    const begin = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(limit.signal);
    onTestFinished(() => begin.mockRestore());
    const passed = new DOMException('', 'TimeoutError');
    const fetch = async () => {
      limit.abort(passed);
      return Response.json({});
    };
    const store = new RemoteChats({ api: createApi({ fetch }) });
    await expect(write(store)).rejects.toMatchObject({ message, cause: passed });
    expect(begin.mock.calls).toEqual([[30_000]]);
  });

  it('rejects chats that do not match the schema', async () => {
    const app = new Hono();
    app.get('/api/chats', (c) => c.json({ chats: [{ id: 'nonsense' }] }));
    const { store } = await open(app);
    await expect(store.listChats()).rejects.toThrow('Failed to fetch chats');
  });
});

describe('a store with lazily loaded code', () => {
  it('loads its code once, on the first call, and again after a failure', async () => {
    const app = new Hono();
    app.get('/api/chats', (c) => c.json({ chats: [] }));
    const { store } = await open(app);
    let loads = 0;
    const openStore = once(async () => {
      loads += 1;
      if (loads === 1) throw new Error('chunk lost');
      return store;
    });
    expect(loads).toBe(0);
    await expect(openStore()).rejects.toThrow('chunk lost');
    expect((await (await openStore()).listChats()).chats).toEqual([]);
    expect((await (await openStore()).listChats()).chats).toEqual([]);
    expect(loads).toBe(2);
  });
});
