import { afterEach, describe, expect, it, vi } from 'vitest';
import { APOLOGY, NOT_SAVED } from '#shared/search-errors.ts';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { restoreWaiting } from '#web/features/chats/drafts.ts';
import { shownMessages } from '#web/features/chats/messages.ts';
import { ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { finishFailed } from '#web/features/chats/turns/ending.ts';
import { beginExchange, returnText } from '#web/features/chats/turns/exchange.ts';
import { shownTurns } from '#web/features/chats/turns/turns.ts';
import { saveUnsaved } from '#web/features/chats/turns/unsaved.ts';
import { chooseVersion } from '#web/features/chats/turns/versions.ts';
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
    expect(writes()).toEqual(['createChat', 'putMessages', 'putMessages']);
    expect(texts(await home.listMessages('chat_new_1'))).toEqual(texts(state().messages));
  });

  it('stores an apology itself when the search has ended without one', async () => {
    const { store, home } = serverStore();
    const { act, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question } = searches.started(1);
    await home.createChat(sampleChat({ id: question.chatId }));
    await home.putMessages(question.chatId, [question]);
    await settled();
    searches.push({ type: 'done', data: { outcome: 'failed' } });
    searches.end();
    await sent;
    await settled();
    expect(texts(await home.listMessages('chat_new_1'))).toEqual([
      'user: Economists',
      `assistant: ${APOLOGY}`,
    ]);
  });

  it('says in the service’s words why it no longer reports a search that had begun', async () => {
    const { act, state, searches } = await openPage({ store: serverStore().store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.started(1);
    searches.end(new ApiError({ status: 401, code: 'unauthenticated', message: 'Please sign in again.' }));
    await sent;
    expect(state().error).toEqual({ code: 'send-message-error', message: 'Please sign in again.' });
  });

  it('shows an answer without an error if contact is lost after it has arrived', async () => {
    const { act, state, searches } = await openPage({ store: serverStore().store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.push({ type: 'message', data: searches.started(1).reply });
    searches.end(new ApiError({ status: 401, code: 'unauthenticated', message: 'Please sign in again.' }));
    await sent;
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${answer().content}`]);
    expect(state().error).toBeUndefined();
  });

  it('never lowers the number of a chat’s messages', async () => {
    const { store, home } = serverStore();
    await home.createChat(sampleChat());
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const { act, state, searches } = await openPage({ store });
    act.selectChat('chat_1');
    await settled();
    const sent = act.send('Lawyers', STANDARD);
    await settled();
    const others = ['msg_7', 'msg_8', 'msg_9'].map((id) => sampleMessage({ id, timestamp: at(15) }));
    await home.putMessages('chat_1', others);
    await act.refresh();
    searches.answerAll(20);
    await sent;
    expect(state().chats).toMatchObject([{ messageCount: 5 }]);
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
    return { ...page, tab, store, server, home, writes, send, refresh: () => home.tell({ type: 'changed' }) };
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

  const chats = [
    ['a new chat', false, 'chat_new_1'],
    ['an existing chat', true, 'chat_1'],
  ] as const;

  it.each(chats)('stays on the page in %s, and is not stored later', async (_, isInChat, chatId) => {
    const { act, state, server, writes, send, refresh } = await openOffline(isInChat);
    await send('Economists');
    const before = writes().length;
    server.isDown = false;
    refresh();
    await settled();
    act.selectChat(chatId);
    await settled();
    expect(writes()).toHaveLength(before);
    expect(texts(state().messages).slice(-2)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
  });

  it.each(chats)('gives way in %s to its answer when asked again', async (_, isInChat, chatId) => {
    const { act, session, searches, tab, server, home, send, refresh } = await openOffline(isInChat);
    await send('Economists');
    server.isDown = false;
    const again = act.regenerate();
    await settled();
    if (!isInChat) await home.createChat(sampleChat({ id: chatId }));
    const { question, reply } = searches.stored(20);
    await home.putMessages(chatId, [question, reply]);
    searches.answerAll(20);
    await again;
    expect(tab.entries.size).toBe(0);
    refresh();
    await settled();
    expect((await home.listMessages(chatId)).slice(-2)).toEqual([question, reply]);
    expect(shownTurns(shownMessages(session, chatId)).at(-1)).toMatchObject({ question, answer: reply });
  });

  it.each(chats)('is looked for once in %s, not at every refresh', async (_, isInChat) => {
    const { server, store, send, refresh } = await openOffline(isInChat);
    await send('Economists');
    server.isDown = false;
    const list = vi.spyOn(store, 'listMessages');
    for (let round = 0; round < 3; round += 1) {
      refresh();
      await settled();
    }
    const looks = list.mock.calls.length;
    refresh();
    await settled();
    expect(looks).toBeGreaterThan(0);
    expect(list.mock.calls.length).toBe(looks + (isInChat ? 1 : 0));
  });

  it('turns out to be answered even if it was looked for in vain before', async () => {
    const { session, searches, server, home, send, refresh } = await openOffline(true);
    await send('Economists');
    server.isDown = false;
    refresh();
    await settled();
    expect(session.page.getState().unsaved['chat_1']).toHaveLength(2);
    const { question, reply } = searches.stored(200);
    await home.putMessages('chat_1', [question, reply]);
    refresh();
    await settled();
    expect(session.page.getState().unsaved['chat_1']).toEqual([]);
    expect(shownMessages(session, 'chat_1').slice(-2)).toEqual([question, reply]);
  });

  it('is announced as no unsaved answer', async () => {
    const { state, send } = await openOffline();
    await send('Economists');
    expect(state().notices).toEqual([]);
  });

  it('goes into the input of the start screen if its chat turns out to be deleted', async () => {
    const { state, tab, server, home, send, refresh } = await openOffline(true);
    await send('Economists');
    await send('in Lima');
    tab.setItem('expertscope_draft_chat_1', 'who dive');
    server.isDown = false;
    await home.deleteChat('chat_1');
    refresh();
    await settled();
    expect(state()).toMatchObject({
      currentChatId: undefined,
      returned: { chatId: undefined, text: 'Economists\nin Lima\nwho dive' },
    });
    expect(tab.entries.size).toBe(0);
  });

  it('is no draft if nobody typed it', async () => {
    const { act, searches, tab } = await openOffline(true);
    const again = act.regenerate();
    await settled();
    searches.end(new TypeError('network'));
    await again;
    await settled();
    expect(tab.entries.size).toBe(0);
  });

  it('stays a draft when another version is asked again', async () => {
    const { act, session, searches, server, home } = await openOffline(true);
    server.isDown = false;
    const first = act.send('Economists', STANDARD);
    await settled();
    const asked = searches.stored(20);
    await home.putMessages('chat_1', [asked.question, asked.reply]);
    searches.answerAll(20);
    await first;
    server.isDown = true;
    const edited = act.regenerate('Lawyers');
    await settled();
    searches.end(new TypeError('network'));
    await edited;
    await settled();
    server.isDown = false;
    const turn = shownTurns(shownMessages(session, 'chat_1')).at(-1);
    if (turn === undefined) throw new Error('There is no turn.');
    chooseVersion(session, turn, 0);
    const again = act.regenerate();
    await settled();
    searches.answerAll(30);
    await again;
    await settled();
    restoreWaiting();
    expect(sessionStorage.getItem('expertscope_draft_chat_1')).toBe('Lawyers');
  });

  it('is a draft as it was last edited', async () => {
    const { act, searches, tab, send } = await openOffline(true);
    await send('Economists');
    const again = act.regenerate('Lawyers');
    await settled();
    searches.end(new TypeError('network'));
    await again;
    await settled();
    restoreWaiting();
    expect(Object.fromEntries(tab.entries)).toEqual({ expertscope_draft_chat_1: 'Lawyers' });
  });

  it.each(chats)(
    'turns out to be answered in %s if only the response was lost',
    async (_, isInChat, chatId) => {
      const { session, searches, tab, server, home, send, refresh } = await openOffline(isInChat);
      await send('Economists');
      if (!isInChat) await home.createChat(sampleChat({ id: chatId }));
      const { question, reply } = searches.stored(20);
      await home.putMessages(chatId, [question, reply]);
      server.isDown = false;
      refresh();
      await settled();
      expect(shownMessages(session, chatId).slice(-2)).toEqual([question, reply]);
      expect(session.page.getState()).toMatchObject({ unsaved: { [chatId]: [] }, uncreated: new Set() });
      expect(tab.entries.size).toBe(0);
    },
  );

  it('is gone with its chat', async () => {
    const { tab, act, send } = await openOffline();
    await send('Economists');
    act.deleteChat('chat_new_1');
    await settled();
    expect(tab.entries.size).toBe(0);
  });
});

describe('an answer that could not be stored', () => {
  afterEach(() => void vi.unstubAllGlobals());

  /** A signed-in user's page with a search in an existing chat whose answer, dated before anything else, is stored neither by it nor by the page. */
  async function openUnsaved({ isInChat = true } = {}) {
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const { store, server, home, writes } = serverStore();
    if (isInChat) {
      await home.createChat(sampleChat());
      await home.putMessages('chat_1', [sampleMessage()]);
    }
    const page = await openPage({ store });
    if (isInChat) page.act.selectChat('chat_1');
    await settled();
    const sent = page.act.send('Economists', STANDARD);
    await settled();
    const { reply } = page.searches.started(10);
    const answered = { ...reply, metadata: { ...reply.metadata, questionId: 'msg_new_1' } };
    page.searches.push(
      { type: 'message', data: answered },
      { type: 'done', data: { outcome: 'answered', error: NOT_SAVED } },
    );
    server.isDown = true;
    page.searches.end();
    await sent;
    await settled();
    server.isDown = false;
    const refresh = async () => {
      home.tell({ type: 'changed' });
      await settled();
    };
    return { ...page, store, home, writes, refresh, answered };
  }

  it('is stored by the next refresh, and dated as it was', async () => {
    const { home, state, refresh, answered } = await openUnsaved();
    expect(state().notices).toEqual([NOT_SAVED.message]);
    await refresh();
    const [, question, stored] = await home.listMessages('chat_1');
    expect(question).toMatchObject({ content: 'Economists', timestamp: at(10) });
    expect(stored).toEqual(answered);
    expect(state().notices).toEqual([]);
  });

  it('is stored by a later refresh if the next ones cannot', async () => {
    const { store, home, refresh, answered } = await openUnsaved();
    const { putMessages } = store;
    store.putMessages = () => Promise.reject(new ChatStoreError('Failed'));
    for (let round = 0; round < 3; round += 1) await refresh();
    store.putMessages = putMessages;
    await refresh();
    expect((await home.listMessages('chat_1')).at(-1)).toEqual(answered);
  });

  it('is stored with its chat if that is in no store either', async () => {
    const { store, home, refresh, answered } = await openUnsaved({ isInChat: false });
    const { listMessages } = store;
    const missing = new ApiError({ status: 404, code: 'not-found', message: 'No.' });
    store.listMessages = async (chatId) => {
      if ((await home.findChat(chatId)) === undefined) throw new ChatStoreError('Failed', { cause: missing });
      return listMessages(chatId);
    };
    await refresh();
    expect(ids((await home.listChats()).chats)).toEqual(['chat_new_1']);
    expect((await home.listMessages('chat_new_1')).at(-1)).toEqual(answered);
  });

  it('is announced once, however many there are', async () => {
    const { session, state, answered } = await openUnsaved();
    saveUnsaved(session, sampleChat(), [answered]);
    expect(state().notices).toEqual([NOT_SAVED.message]);
    await settled();
  });

  it('is announced until all are stored', async () => {
    const { store, session, state, refresh, answered } = await openUnsaved();
    const other = { ...answered, id: 'msg_other', chatId: 'chat_2' };
    session.page.setState(({ unsaved }) => ({ unsaved: { ...unsaved, chat_2: [other] } }));
    await refresh();
    expect(state().notices).toEqual([NOT_SAVED.message]);
    await store.createChat(sampleChat({ id: 'chat_2' }));
    await refresh();
    await refresh();
    expect(state().notices).toEqual([]);
  });

  it('is announced no longer once its chat is deleted', async () => {
    const { act, state, session } = await openUnsaved();
    await act.deleteChat('chat_1');
    await settled();
    expect(state().notices).toEqual([]);
    expect(session.page.getState().unsaved['chat_1']).toEqual([]);
  });

  it('is announced no longer once its chat turns out to be deleted', async () => {
    const { store, home, state, refresh } = await openUnsaved();
    store.putMessages = () => Promise.reject(new ChatStoreError('Failed'));
    await home.deleteChat('chat_1');
    await refresh();
    expect(state().notices).toEqual([
      'The chat you had open was deleted in another tab or on another device.',
    ]);
  });

  it('leaves no draft of its question if that could be stored', async () => {
    const { store, refresh } = await openUnsaved();
    const { putMessages } = store;
    store.putMessages = (chatId, messages) =>
      messages.some(({ role }) => role === 'assistant')
        ? Promise.reject(new ChatStoreError('Failed'))
        : putMessages(chatId, messages);
    await refresh();
    restoreWaiting();
    expect(sessionStorage.length).toBe(0);
  });

  it('is not sent to the service again once that has declined it', async () => {
    const { store, home, writes, refresh } = await openUnsaved();
    const cause = new ApiError({ status: 400, code: 'invalid', message: 'No.' });
    const { putMessages } = store;
    store.putMessages = async (chatId) => {
      await putMessages(chatId, []);
      throw new ChatStoreError('Failed', { cause });
    };
    const before = writes().length;
    await refresh();
    await refresh();
    expect(writes()).toHaveLength(before + 1);
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

  it('leaves no text of a question that fails afterwards', async () => {
    const tab = new MemoryStorage();
    vi.stubGlobal('sessionStorage', tab);
    const { store, server } = serverStore();
    const { session } = await openPage({ store });
    server.isDown = true;
    const asked = { content: 'Economists', deepResearch: false, plan: {}, isTyped: true, chat: undefined };
    const exchange = beginExchange(session, asked);
    session.close();
    await finishFailed(session, exchange);
    await settled();
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
