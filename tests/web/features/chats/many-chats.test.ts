import { describe, expect, it } from 'vitest';
import type { Chat } from '#shared/chat.ts';
import { at, sampleChat } from '#tests/web/features/search/sample-events.ts';
import { readHistory } from '#web/features/chats/history/history.ts';
import { type ChatStore, ChatStoreError, type StoreNews } from '#web/features/chats/stores/chat-store.ts';
import { ids, openPage, settled } from './conversation-rig.ts';
import { MemoryStorage } from './stores/memory-storage.ts';
import { serverStore } from './stores/server-store.ts';

const PAGE = 3;
const idOf = (age: number) => `chat_${age}`;
const named = (...ages: number[]) => ages.map(idOf);

/** A server with `count` chats, `chat_0` the newest, listed three to a page. */
async function pagedStore(count: number) {
  const { store: base, server, home } = serverStore();
  const news: ((news: StoreNews) => void)[] = [];
  for (let age = 0; age < count; age += 1) {
    await home.createChat(sampleChat({ id: idOf(age), userId: 'sub-1', lastMessageAt: at(-age) }));
  }
  const store: ChatStore = {
    ...base,
    async listChats(cursor) {
      const { chats: all } = await base.listChats();
      const rest = all.filter(({ lastMessageAt }) => cursor === undefined || lastMessageAt < cursor);
      const chats = rest.slice(0, PAGE);
      return { chats, ...(rest.length > PAGE && { cursor: chats.at(-1)?.lastMessageAt }) };
    },
    subscribe(listener) {
      news.push(listener);
      return () => undefined;
    },
  };
  const elsewhere = async (change: (chat: typeof home) => Promise<unknown>) => {
    await change(home);
    for (const listener of news) listener({ type: 'changed' });
    await settled();
    await settled();
  };
  const begin = (chat: Partial<Chat>) => home.createChat(sampleChat({ userId: 'sub-1', ...chat }));
  return { store, server, elsewhere, begin };
}

const remembering = (chatId: string) => new MemoryStorage({ expertscope_current_chat: chatId });

describe('an account with more than one page of chats', () => {
  it('loads its chats page by page, each once, to the end', async () => {
    const { store } = await pagedStore(7);
    const { act, state } = await openPage({ store });
    expect(ids(state().chats)).toEqual(named(0, 1, 2));
    expect(state().hasMoreChats).toBe(true);
    await act.loadMoreChats();
    expect(ids(state().chats)).toEqual(named(0, 1, 2, 3, 4, 5));
    await act.loadMoreChats();
    expect(ids(state().chats)).toEqual(named(0, 1, 2, 3, 4, 5, 6));
    expect(state()).toMatchObject({ hasMoreChats: false, isLoadingMoreChats: false });
  });

  it('finds the chats between the list and an older one that is open', async () => {
    const { store, server } = await pagedStore(9);
    const { session, state } = await openPage({ store, storage: remembering('chat_7') });
    expect(ids(state().chats)).toEqual(named(0, 1, 2, 7));
    expect((await readHistory(session)).get('chat_4')).toMatchObject({ id: 'chat_4' });
    await readHistory(session);
    expect(server.calls.filter((name) => name === 'listHistory')).toHaveLength(1);
  });

  it('does not load the same page twice concurrently, and keeps the input free', async () => {
    const { store, server } = await pagedStore(7);
    const { act, state } = await openPage({ store });
    server.calls.length = 0;
    const loading = [act.loadMoreChats(), act.loadMoreChats()];
    expect(state()).toMatchObject({ isLoadingMoreChats: true, isLoading: false });
    await Promise.all(loading);
    expect(server.calls).toEqual(['listChats']);
  });

  it('requests nothing once all chats are listed', async () => {
    const { store, server } = await pagedStore(3);
    const { act, state } = await openPage({ store });
    expect(state().hasMoreChats).toBe(false);
    server.calls.length = 0;
    await act.loadMoreChats();
    expect(server.calls).toEqual([]);
  });

  it('can retry a page that failed to load', async () => {
    const { store, server } = await pagedStore(5);
    const { act, state } = await openPage({ store });
    server.isDown = true;
    await act.loadMoreChats();
    expect(state()).toMatchObject({ error: { code: 'chat-error' }, hasMoreChats: true });
    expect(state().isLoadingMoreChats).toBe(false);
    server.isDown = false;
    await act.loadMoreChats();
    expect(ids(state().chats)).toEqual(named(0, 1, 2, 3, 4));
  });

  it('reopens the last open chat, however far down the list it is', async () => {
    const { store } = await pagedStore(9);
    const { state, act } = await openPage({ store, storage: remembering('chat_7') });
    expect(state().currentChatId).toBe('chat_7');
    expect(ids(state().chats)).toEqual(named(0, 1, 2, 7));
    await act.loadMoreChats();
    await act.loadMoreChats();
    expect(ids(state().chats)).toEqual(named(0, 1, 2, 3, 4, 5, 6, 7, 8));
  });

  it('shows the start screen when the last open chat is gone', async () => {
    const { store } = await pagedStore(9);
    const { state } = await openPage({ store, storage: remembering('chat_gone') });
    expect(state()).toMatchObject({ currentChatId: undefined, error: undefined });
  });

  it('keeps its chats listed when another device changes some of them', async () => {
    const { store, elsewhere, begin } = await pagedStore(9);
    const { act, state } = await openPage({ store });
    await act.loadMoreChats();
    act.selectChat('chat_5');
    await settled();
    await elsewhere(async (home) => {
      await home.deleteChat('chat_1');
      for (const seconds of [5, 6, 7]) await begin({ id: `chat_new_${seconds}`, lastMessageAt: at(seconds) });
    });
    const fresh = ['chat_new_7', 'chat_new_6', 'chat_new_5'];
    expect(ids(state().chats)).toEqual([...fresh, ...named(0, 2, 3, 5)]);
    expect(state()).toMatchObject({ currentChatId: 'chat_5', hasMoreChats: true });
    await elsewhere((home) => home.deleteChat('chat_5'));
    expect(state().currentChatId).toBeUndefined();
  });

  it('reports an error when the last open chat cannot be looked up', async () => {
    const { store } = await pagedStore(9);
    store.findChat = () => Promise.reject(new ChatStoreError('Failed to fetch chats'));
    const { state } = await openPage({ store, storage: remembering('chat_7') });
    expect(state().error).toEqual({ code: 'chat-error', message: 'Failed to fetch chats' });
  });
});
