import { afterEach, describe, expect, it, vi } from 'vitest';
import { APOLOGY } from '#shared/search-errors.ts';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { restoreWaiting } from '#web/features/chats/drafts.ts';
import { ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { beginExchange, returnText } from '#web/features/chats/turns/exchange.ts';
import { ApiError } from '#web/lib/api.ts';
import { ids, openPage, STANDARD, settled, texts } from '../conversation-rig.ts';
import { MemoryStorage } from '../stores/memory-storage.ts';
import { serverStore } from '../stores/server-store.ts';

describe('sending while signed in', () => {
  it('leaves storage to the search', async () => {
    const { store, writes } = serverStore();
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.answerAll(1);
    await sent;
    expect(writes()).toEqual([]);
    const { question, reply } = searches.stored(1);
    expect(state()).toMatchObject({
      messages: [question, reply],
      chats: [{ userId: 'sub-1', messageCount: 2 }],
    });
  });

  it('stores the question and an apology itself when the search is unreachable', async () => {
    const { store, home, writes } = serverStore();
    const { act, session, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
    await settled();
    // From here on the store's own copy counts, dated by its clock.
    expect(session.page.getState().unsaved).toEqual({ chat_new_1: [] });
    expect(writes()).toEqual(['createChat', 'putMessages']);
    expect(texts(await home.listMessages('chat_new_1'))).toEqual(texts(state().messages));
  });

  it('keeps the question on the page when nothing can be reached', async () => {
    const { store, server } = serverStore();
    const { act, state, searches } = await openPage({ store });
    server.isDown = true;
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    act.newChat();
    expect(state().messages).toEqual([]);
    act.selectChat('chat_new_1');
    await settled();
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
    expect(state().error).toBeUndefined();
  });

  it('keeps such an unsaved chat listed, usable and deletable', async () => {
    const { store, home, writes } = serverStore();
    store.createChat = () => Promise.reject(new ChatStoreError('Failed'));
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    await home.createChat(sampleChat({ id: 'chat_other' }));
    home.tell({ type: 'changed' });
    await settled();
    expect(ids(state().chats)).toContain('chat_new_1');
    expect(texts(state().messages)).toHaveLength(2);
    const again = act.send('Lawyers', STANDARD);
    await settled();
    expect(searches.requests.at(-1)).toMatchObject({ chatId: 'chat_new_1', content: 'Lawyers' });
    searches.end(new TypeError('network'));
    await again;
    await settled();
    act.deleteChat('chat_new_1');
    await settled();
    expect(writes()).toEqual([]);
    expect(state()).toMatchObject({ error: undefined, currentChatId: undefined });
    expect(ids(state().chats)).toEqual(['chat_other']);
  });

  it('deletes a new chat once its first search has ended, without listing it until then', async () => {
    const { store, home } = serverStore();
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question } = searches.stored(1);
    await home.createChat(sampleChat({ id: question.chatId }));
    await home.putMessages(question.chatId, [question]);
    act.deleteChat(question.chatId);
    await settled();
    await sent;
    home.tell({ type: 'changed' });
    await settled();
    expect(ids((await home.listChats()).chats)).toEqual([]);
    expect(ids(state().chats)).toEqual([]);
  });

  it('deletes a new chat that the page is still storing as soon as it is stored', async () => {
    const { store, home } = serverStore();
    const gate = Promise.withResolvers<void>();
    const create = store.createChat;
    store.createChat = async (chat) => {
      await gate.promise;
      await create(chat);
    };
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    act.deleteChat('chat_new_1');
    await settled();
    gate.resolve();
    await settled();
    home.tell({ type: 'changed' });
    await settled();
    expect(ids((await home.listChats()).chats)).toEqual([]);
    expect(state()).toMatchObject({ chats: [], error: undefined });
  });

  it('stores nothing of a new chat deleted before its search began', async () => {
    const { store, home, writes } = serverStore();
    const { act, state } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    act.deleteChat('chat_new_1');
    await sent;
    await settled();
    expect(writes()).toEqual(['deleteChat']);
    expect(ids((await home.listChats()).chats)).toEqual([]);
    expect(state()).toMatchObject({ chats: [], error: undefined });
  });

  it('stores nothing of a chat that is deleted during a search', async () => {
    const { store, home, writes } = serverStore();
    await home.createChat(sampleChat());
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const { act, state } = await openPage({ store });
    act.selectChat('chat_1');
    await settled();
    const sent = act.send('Lawyers', STANDARD);
    await settled();
    const deleted = act.deleteChat('chat_1');
    await sent;
    await settled();
    expect(await deleted).toBe(true);
    expect(writes()).toEqual(['deleteChat']);
    expect(state()).toMatchObject({ chats: [], notices: [], error: undefined });
  });

  it('stores a question itself when stopped before it reached the server', async () => {
    const { store, home } = serverStore();
    const { act, state } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    act.stop();
    await sent;
    await settled();
    expect(texts(state().messages)).toEqual(['user: Economists']);
    expect(texts(await home.listMessages('chat_new_1'))).toEqual(['user: Economists']);
  });
});

describe('a question that no store has', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** A signed-in user's page whose server cannot be reached, with an existing chat that is open if `isInChat`. */
  async function openOffline(isInChat = false) {
    const tab = new MemoryStorage();
    vi.stubGlobal('sessionStorage', tab);
    const { store, server, home, writes } = serverStore();
    await home.createChat(sampleChat({ lastMessageAt: at(4) }));
    await home.putMessages('chat_1', [sampleMessage()]);
    const page = await openPage({ store });
    if (isInChat) page.act.selectChat('chat_1');
    await settled();
    server.isDown = true;
    const send = async (text: string) => {
      const sent = page.act.send(text, STANDARD);
      await settled();
      page.searches.end(new TypeError('network'));
      await sent;
      await settled();
    };
    return { ...page, tab, server, home, writes, send, refresh: () => home.tell({ type: 'changed' }) };
  }

  it.each([
    ['of the start screen, if its chat is in no store either', false, 'expertscope_draft_new'],
    ['of its chat', true, 'expertscope_draft_chat_1'],
  ])('is, after a reload, a draft %s', async (_, isInChat, key) => {
    const { tab, send } = await openOffline(isInChat);
    await send('Economists');
    expect(tab.getItem(key)).toBeNull();
    await send('in Lima');
    tab.setItem(key, 'who dive');
    restoreWaiting();
    expect(Object.fromEntries(tab.entries)).toEqual({ [key]: 'Economists\nin Lima\nwho dive' });
  });

  it.each([
    ['a new chat', false, 'chat_new_1'],
    ['an existing chat', true, 'chat_1'],
  ])('is stored in %s by the next refresh', async (_, isInChat, chatId) => {
    const { tab, server, home, send, refresh, session } = await openOffline(isInChat);
    await send('Economists');
    server.isDown = false;
    refresh();
    await settled();
    expect(texts(await home.listMessages(chatId)).slice(-2)).toEqual([
      'user: Economists',
      `assistant: ${APOLOGY}`,
    ]);
    expect(session.page.getState().unsaved).toEqual({ [chatId]: [] });
    expect(tab.entries.size).toBe(0);
  });

  it('is gone with its chat', async () => {
    const { tab, act, send } = await openOffline();
    await send('Economists');
    act.deleteChat('chat_new_1');
    await settled();
    expect(tab.entries.size).toBe(0);
  });

  it('is not sent to the service again once that has declined it', async () => {
    const { store, home, writes, send, refresh } = await openOffline(true);
    const cause = new ApiError({ status: 400, code: 'invalid', message: 'No.' });
    const { putMessages } = store;
    store.putMessages = async (...given) => {
      await putMessages(...given).catch(() => undefined);
      throw new ChatStoreError('Failed', { cause });
    };
    await send('Economists');
    refresh();
    await settled();
    expect(writes()).toEqual(['putMessages']);
    expect(await home.listMessages('chat_1')).toHaveLength(1);
  });
});

describe('a user who signs out', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it.each([
    ['in a new chat', false],
    ['in a chat that is being planned for', true],
  ])('while a search %s is being prepared begins none, and leaves no text', async (_, isFollowUp) => {
    const [tab, storage] = [new MemoryStorage(), new MemoryStorage()];
    vi.stubGlobal('sessionStorage', tab);
    const { store, home } = serverStore();
    await home.createChat(sampleChat({ lastMessageAt: at(4) }));
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const gate = Promise.withResolvers<readonly string[]>();
    const { act, session, searches } = await openPage({ store, storage, readHidden: () => gate.promise });
    if (isFollowUp) act.selectChat('chat_1');
    await settled();
    const sent = act.send('Economists', STANDARD);
    if (!isFollowUp) await settled();
    session.close();
    session.remembered.forgetOthers('anonymous');
    gate.resolve([]);
    await sent;
    await settled();
    expect(searches.requests).toEqual([]);
    expect(session.page.getState()).toMatchObject({ sends: {}, error: undefined, returned: undefined });
    expect(session.remembered.list('sub-1')).toEqual([]);
    expect(tab.entries.size).toBe(0);
  });

  it('does not get back a text that is declined afterwards', async () => {
    const { session } = await openPage({ store: serverStore().store });
    const returned = () => session.page.getState().returned?.text;
    const asked = { content: 'Economists', deepResearch: false, plan: {}, isTyped: true, chat: undefined };
    const exchange = beginExchange(session, asked);
    session.close();
    returnText(session, exchange);
    expect(returned()).toBeUndefined();
    await session.open();
    returnText(session, exchange);
    expect(returned()).toBe('Economists');
  });
});
