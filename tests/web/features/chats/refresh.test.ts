import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#shared/message.ts';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { readDraft, restoreWaiting } from '#web/features/chats/drafts.ts';
import { messagesKey } from '#web/features/chats/messages.ts';
import { type ChatStore, ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { openPage, STANDARD, settled, texts } from './conversation-rig.ts';
import { MemoryStorage } from './stores/memory-storage.ts';
import { serverStore } from './stores/server-store.ts';

afterEach(() => vi.unstubAllGlobals());

/** A signed-in user's page with an open chat, and its server; reads can be held until released. */
async function open() {
  const { store, server, home } = serverStore();
  await home.createChat(sampleChat({ userId: 'sub-1', messageCount: 0 }));
  await home.putMessages('chat_1', [sampleMessage(), answer()]);
  const gates = new Map<keyof ChatStore, Promise<void>>();
  const held = async <Value>(call: keyof ChatStore, read: Promise<Value>): Promise<Value> => {
    const value = await read;
    await gates.get(call);
    return value;
  };
  const slow: ChatStore = {
    ...store,
    listChats: () => held('listChats', store.listChats()),
    listMessages: (id) => held('listMessages', store.listMessages(id)),
  };
  const storage = new MemoryStorage({ expertscope_current_chat: 'chat_1' });
  const page = await openPage({ store: slow, storage });
  await settled();
  server.calls.length = 0;
  /** Holds back results of this read until the returned function is called. */
  const hold = (call: keyof ChatStore = 'listChats') => {
    const { promise, resolve } = Promise.withResolvers<void>();
    gates.set(call, promise);
    return async () => {
      gates.delete(call);
      resolve();
      await settled();
    };
  };
  const poll = async () => {
    home.tell({ type: 'due' });
    await settled();
  };
  return { ...page, server, home, hold, poll };
}

/** Keeps changes of chats from the server until the returned function is called. */
function holdUpdates(store: ChatStore): () => void {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { updateChat } = store;
  store.updateChat = async (id, change) => {
    await promise;
    return updateChat(id, change);
  };
  return resolve;
}

const further = (content: string, seconds: number): Message =>
  sampleMessage({ id: `msg_${seconds}`, content, timestamp: at(seconds) });

describe('a background refresh', () => {
  it('picks up changes from another device, and reads messages only when there are new ones', async () => {
    const { home, server, poll, state } = await open();
    await poll();
    expect(server.calls).toEqual(['listChats']);
    await home.updateChat('chat_1', { title: 'Economists' });
    await poll();
    expect(state().chats).toMatchObject([{ title: 'Economists' }]);
    expect(server.calls).not.toContain('listMessages');
    await home.putMessages('chat_1', [further('And in Cusco?', 30)]);
    await poll();
    expect(texts(state().messages).at(-1)).toBe('user: And in Cusco?');
  });

  it.each([
    ['older than the last one is added', 'msg_new', 4],
    ['that is known is written again', 'msg_1', 40],
  ])('reads the messages when one %s', async (_, id, seconds) => {
    const { home, poll, state } = await open();
    await home.putMessages('chat_1', [
      sampleMessage({ id, content: 'And in Cusco?', timestamp: at(seconds) }),
    ]);
    await poll();
    expect(texts(state().messages)).toContain('user: And in Cusco?');
  });

  it('closes a chat deleted elsewhere during a search, but not one that has only just begun', async () => {
    const { act, home, poll, state } = await open();
    void act.send('And in Cusco?', STANDARD);
    await settled();
    await home.deleteChat('chat_1');
    await poll();
    const notices = ['The chat you had open was deleted in another tab or on another device.'];
    expect(state()).toMatchObject({ chats: [], currentChatId: undefined, notices });
    void act.send('Food lawyers', { deepResearch: false, newChat: true });
    await settled();
    await poll();
    expect(state()).toMatchObject({ chats: [{ title: 'Food lawyers' }], currentChatId: 'chat_new_2' });
  });

  it('leaves what was typed in a chat deleted elsewhere to the start screen, unfinished edits included', async () => {
    const tab = new MemoryStorage({
      expertscope_draft_chat_1: 'and in Puno',
      expertscope_draft_edit_msg_1: 'Peruvian economists who teach',
    });
    vi.stubGlobal('sessionStorage', tab);
    const { home, poll, state } = await open();
    await home.deleteChat('chat_1');
    await poll();
    expect(state().returned).toEqual({
      chatId: undefined,
      text: 'Peruvian economists who teach\nand in Puno',
    });
    expect(tab.entries.size).toBe(0);
  });

  it('drops the messages of a chat that another page has deleted', async () => {
    const { home, poll, session } = await open();
    expect(session.queries.getQueryData(messagesKey('chat_1'))).toHaveLength(2);
    await home.deleteChat('chat_1');
    await poll();
    expect(session.queries.getQueryData(messagesKey('chat_1'))).toBeUndefined();
  });

  it('fails silently and leaves the page unchanged', async () => {
    const { server, poll, state } = await open();
    server.isDown = true;
    await poll();
    expect(state()).toMatchObject({ error: undefined, currentChatId: 'chat_1', isLoading: false });
    expect([state().chats.length, state().messages.length]).toEqual([1, 2]);
    expect(server.calls).toEqual(['listChats']);
  });

  it('is skipped while a refresh is under way', async () => {
    const { server, act, hold, poll } = await open();
    const release = hold();
    void act.refresh();
    await settled();
    await poll();
    await release();
    expect(server.calls).toEqual(['listChats', 'listMessages']);
  });

  it('is skipped while a local change is being stored', async () => {
    const { act, poll, server, store } = await open();
    const release = holdUpdates(store);
    act.renameChat('chat_1', 'Economists');
    await settled();
    await poll();
    expect(server.calls).toEqual([]);
    release();
    await settled();
    // Skipped rather than put off: the next poll follows anyway.
    expect(server.calls).toEqual(['updateChat']);
    await poll();
    expect(server.calls).toEqual(['updateChat', 'listChats']);
  });
});

describe('after a failed read', () => {
  const FAILED = { code: 'chat-error', message: 'Failed' };

  it('a refresh of the chats takes back their error', async () => {
    const { store, server, home } = serverStore();
    server.isDown = true;
    const { state, act } = await openPage({ store });
    expect(state()).toMatchObject({ chats: [], error: FAILED });
    await home.createChat(sampleChat());
    home.tell({ type: 'due' });
    await settled();
    expect(state().error).toEqual(FAILED);
    server.isDown = false;
    home.tell({ type: 'due' });
    await settled();
    expect(state()).toMatchObject({ chats: [{ id: 'chat_1' }], error: undefined });
    store.updateChat = () => Promise.reject(new ChatStoreError('Not changed'));
    await act.renameChat('chat_1', 'Economists');
    home.tell({ type: 'due' });
    await settled();
    expect(state().error?.message).toBe('Not changed');
  });

  /** A chat whose messages could not be read. */
  async function openUnread() {
    const page = await open();
    const { home, server, store, act, state } = page;
    await home.createChat(sampleChat({ id: 'chat_2' }));
    await home.putMessages('chat_2', [
      sampleMessage({ id: 'msg_3', chatId: 'chat_2' }),
      answer({ id: 'msg_4', chatId: 'chat_2' }),
    ]);
    await act.refresh();
    const { listMessages } = store;
    const repair = () => Object.assign(store, { listMessages });
    store.listMessages = () => Promise.reject(new ChatStoreError('Failed'));
    act.selectChat('chat_2');
    await settled();
    expect(state()).toMatchObject({ currentChatId: 'chat_2', messages: [], error: FAILED });
    server.calls.length = 0;
    return { ...page, repair };
  }

  it('a refresh of the messages takes back theirs', async () => {
    const { poll, repair, state } = await openUnread();
    await poll();
    expect(state().error).toEqual(FAILED);
    repair();
    await poll();
    expect(state().messages).toHaveLength(2);
    expect(state().error).toBeUndefined();
  });

  it('a refresh of the messages leaves the error of something else', async () => {
    const { poll, repair, session, state } = await openUnread();
    const error = { code: 'send-message-error', message: 'Used up.' };
    session.page.setState({ error });
    repair();
    await poll();
    expect(state()).toMatchObject({ error, messages: [{}, {}] });
  });

  it('the next poll reads messages that the one before could not', async () => {
    const { home, poll, server, state, store } = await open();
    const { listMessages } = store;
    store.listMessages = () => Promise.reject(new ChatStoreError('Failed'));
    await home.putMessages('chat_1', [further('And in Cusco?', 30)]);
    await poll();
    expect(state().messages).toHaveLength(2);
    store.listMessages = listMessages;
    await poll();
    expect(texts(state().messages).at(-1)).toBe('user: And in Cusco?');
    await poll();
    expect(server.calls.filter((call) => call === 'listMessages')).toHaveLength(1);
  });

  it('choosing the same chat reads it again', async () => {
    const { act, repair, server, state } = await openUnread();
    repair();
    act.selectChat('chat_2');
    await settled();
    expect(state().messages).toHaveLength(2);
    expect(state().error).toBeUndefined();
    act.selectChat('chat_2');
    await settled();
    expect(server.calls).toEqual(['listMessages']);
  });

  it('choosing the same chat during a poll reads it again if the poll fails', async () => {
    const { act, poll, repair, state, store } = await openUnread();
    const polled = Promise.withResolvers<Message[]>();
    store.listMessages = () => polled.promise;
    await poll();
    act.selectChat('chat_2');
    repair();
    polled.reject(new ChatStoreError('Failed'));
    await settled();
    expect(state().messages).toHaveLength(2);
    expect(state().error).toBeUndefined();
  });

  it('choosing the same chat while it loads reads it once, and its error stays', async () => {
    const { act, state, store } = await openUnread();
    const read = Promise.withResolvers<Message[]>();
    const listMessages = vi.fn(() => read.promise);
    store.listMessages = listMessages;
    act.selectChat('chat_2');
    await settled();
    act.selectChat('chat_2');
    read.reject(new ChatStoreError('Failed'));
    await settled();
    expect(listMessages).toHaveBeenCalledOnce();
    expect(state().error).toEqual(FAILED);
  });

  it('a message is sent only with what it follows up, and goes back into the input without', async () => {
    const { act, repair, searches, session, state } = await openUnread();
    await act.send('Only in Cusco', STANDARD);
    act.takeReturned();
    // As an offline copy may have it.
    session.queries.setQueryData(messagesKey('chat_2'), []);
    await act.send('Only in Cusco', STANDARD);
    expect(searches.requests).toEqual([]);
    expect(state()).toMatchObject({
      messages: [],
      error: FAILED,
      returned: { chatId: 'chat_2', text: 'Only in Cusco' },
    });
    repair();
    void act.send('Only in Cusco', STANDARD);
    await settled();
    expect(searches.requests).toMatchObject([{ chatId: 'chat_2', refines: 'msg_4' }]);
    expect(state()).toMatchObject({ error: undefined, returned: undefined });
    expect(state().messages).toHaveLength(3);
  });

  it('a message waits for what it follows up: it survives a reload, and can be taken back and edited', async () => {
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const { act, hold, repair, searches, session, state } = await openUnread();
    repair();
    const release = hold('listMessages');
    void act.send('Only in Cusco', STANDARD);
    await settled();
    // As the next page does.
    restoreWaiting();
    expect(readDraft('chat_2')).toBe('Only in Cusco');
    void act.send('Only in Lima', STANDARD);
    expect(state().returned).toEqual({ chatId: 'chat_2', text: 'Only in Lima' });
    act.takeReturned();
    act.takeBackWaiting();
    expect(state().returned).toEqual({ chatId: 'chat_2', text: 'Only in Cusco' });
    act.takeReturned();
    void act.send('Only in Puno', STANDARD);
    await release();
    expect(searches.requests).toMatchObject([{ content: 'Only in Puno', refines: 'msg_4' }]);
    expect(state().returned).toBeUndefined();
    expect(session.page.getState().waiting).toEqual({});
    expect(sessionStorage.getItem('expertscope_draft_waiting_chat_2')).toBeNull();
  });

  it('a message whose chat could not be read leaves no draft once its sender has left', async () => {
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const { act, session, store } = await openUnread();
    const read = Promise.withResolvers<Message[]>();
    store.listMessages = () => read.promise;
    void act.send('Only in Cusco', STANDARD);
    await settled();
    session.close();
    sessionStorage.removeItem('expertscope_draft_waiting_chat_2');
    read.reject(new ChatStoreError('Failed'));
    await settled();
    expect(sessionStorage.length).toBe(0);
    expect(session.page.getState().returned).toBeUndefined();
  });

  it('a message that waits for its chat to be read is not sent once its sender has left', async () => {
    const { act, hold, repair, searches, session } = await openUnread();
    repair();
    const release = hold('listMessages');
    void act.send('Only in Cusco', STANDARD);
    await settled();
    session.close();
    await release();
    expect(searches.requests).toEqual([]);
    expect(session.remembered.list(session.userId)).toEqual([]);
  });
});

describe('a refresh during a local change', () => {
  it('does not restore an old title or a deleted chat', async () => {
    const { act, hold, state } = await open();
    let release = hold();
    const refreshed = act.refresh();
    await settled();
    act.renameChat('chat_1', 'Economists');
    await settled();
    await release();
    await refreshed;
    expect(state().chats).toMatchObject([{ title: 'Economists' }]);
    release = hold();
    const again = act.refresh();
    await settled();
    act.deleteChat('chat_1');
    await settled();
    await release();
    await again;
    expect(state()).toMatchObject({ chats: [], currentChatId: undefined });
  });

  it('does not remove an answer that has arrived since', async () => {
    const { act, searches, hold, home, state } = await open();
    const sent = act.send('And in Cusco?', STANDARD);
    await settled();
    const release = hold('listMessages');
    const refreshed = act.refresh();
    await settled();
    const { question, reply } = searches.stored(50);
    await home.putMessages('chat_1', [question, reply]);
    searches.answerAll(50);
    await sent;
    expect(state().messages).toHaveLength(4);
    await release();
    expect(state().messages).toHaveLength(4);
    await refreshed;
    expect(state().messages).toHaveLength(4);
  });

  it('is repeated once when another change is announced during it', async () => {
    const { act, hold, home, server, state } = await open();
    const release = hold();
    void act.refresh();
    await settled();
    await home.updateChat('chat_1', { title: 'Economists' });
    for (let times = 0; times < 3; times += 1) home.tell({ type: 'changed' });
    await release();
    expect(state().chats).toMatchObject([{ title: 'Economists' }]);
    expect(server.calls.filter((call) => call === 'listChats')).toHaveLength(2);
  });

  it('waits until the change has reached the server', async () => {
    const { act, server, store, state } = await open();
    const release = holdUpdates(store);
    act.renameChat('chat_1', 'Economists');
    const refreshed = act.refresh();
    await settled();
    expect(server.calls).toEqual([]);
    expect(state().chats).toMatchObject([{ title: 'Economists' }]);
    release();
    await refreshed;
    expect(server.calls[0]).toBe('updateChat');
    expect(state().chats).toMatchObject([{ title: 'Economists' }]);
  });
});
