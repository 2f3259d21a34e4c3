import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Message } from '#shared/message.ts';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { type ChatStore, ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { NOTICES } from '#web/features/chats/stores/local-format.ts';
import { ids, openPage, settled, texts } from './conversation-rig.ts';
import { MemoryStorage, storageEvent } from './stores/memory-storage.ts';

afterEach(() => vi.unstubAllGlobals());

const seeded = (change: Record<string, string> = {}) =>
  new MemoryStorage({
    expertscope_chats: JSON.stringify([
      sampleChat({ messageCount: 2, lastMessageAt: at(9) }),
      sampleChat({ id: 'chat_2', title: 'Lawyers', lastMessageAt: at(4) }),
      sampleChat({ id: 'chat_3', title: 'Old', isArchived: true }),
    ]),
    expertscope_messages: JSON.stringify([
      sampleMessage(),
      answer(),
      sampleMessage({ id: 'msg_5', chatId: 'chat_2', content: 'Food lawyers', timestamp: at(-90_000) }),
    ]),
    expertscope_current_chat: 'chat_1',
    ...change,
  });

/** A store in which the named calls fail as a server's would. */
const failing = (storage: MemoryStorage, ...calls: (keyof ChatStore)[]): ChatStore => {
  const store = new LocalChats({ storage, tabs: undefined });
  const broken = calls.map((call) => [call, () => Promise.reject(new ChatStoreError(`Failed: ${call}`))]);
  return Object.assign(store, Object.fromEntries(broken));
};

describe('on load', () => {
  it('restores the chats, the current chat and its messages', async () => {
    const { state } = await openPage({ storage: seeded() });
    expect(ids(state().chats)).toEqual(['chat_1', 'chat_2']);
    expect(state()).toMatchObject({
      currentChatId: 'chat_1',
      messages: [sampleMessage(), answer()],
      isLoading: false,
      error: undefined,
      notices: [],
    });
  });

  it.each(['chat_gone', 'chat_3', '"nonsense"'])(
    'shows the start screen when the current chat was %s',
    async (current) => {
      const { state } = await openPage({ storage: seeded({ expertscope_current_chat: current }) });
      expect(state()).toMatchObject({ currentChatId: undefined, messages: [] });
    },
  );

  it('reports unreadable chats until the notice is dismissed', async () => {
    const { state, act } = await openPage({ storage: seeded({ expertscope_chats: '[7]' }) });
    expect(state().notices).toEqual([NOTICES.unreadable]);
    act.dismissNotice(NOTICES.unreadable);
    expect(state().notices).toEqual([]);
  });

  it('reports that chats could not be fetched', async () => {
    const storage = seeded();
    const { state, act } = await openPage({ storage, store: failing(storage, 'listChats') });
    expect(state()).toMatchObject({
      isLoading: false,
      error: { code: 'chat-error', message: 'Failed: listChats' },
    });
    act.clearError();
    expect(state().error).toBeUndefined();
  });

  it('uses the default message for an unexpected error', async () => {
    const storage = seeded();
    const store = failing(storage);
    store.listChats = () => Promise.reject(new TypeError('x is not a function'));
    const { state } = await openPage({ storage, store });
    expect(state().error).toEqual({ code: 'chat-error', message: 'An error occurred' });
  });
});

it('a page whose store could be loaded only later hears of changes all the same', async () => {
  const storage = seeded();
  const store = new LocalChats({ storage, tabs: undefined });
  let isLost = true;
  const openStore = async () => (isLost ? Promise.reject(new Error('chunk lost')) : store);
  const { act, session, state } = await openPage({ store, openStore });
  expect(state()).toMatchObject({ chats: [], error: { code: 'chat-error' } });
  isLost = false;
  await act.refresh();
  const rename = async (title: string) => {
    await new LocalChats({ storage, tabs: undefined }).updateChat('chat_1', { title });
    store.tell({ type: 'changed' });
    await settled();
  };
  await rename('Economists');
  expect(state().chats[0]?.title).toBe('Economists');
  session.close();
  await rename('Left');
  expect(state().chats[0]?.title).toBe('Economists');
});

describe('choosing chats', () => {
  it('makes a new chat current without storing anything', async () => {
    const { state, act, storage } = await openPage({ storage: seeded() });
    const before = storage.getItem('expertscope_chats');
    act.newChat();
    expect(state()).toMatchObject({ currentChatId: undefined, messages: [] });
    expect(storage.getItem('expertscope_chats')).toBe(before);
    expect(storage.getItem('expertscope_current_chat')).toBeNull();
  });

  it('loads the messages of the selected chat and remembers it', async () => {
    const { state, act, storage } = await openPage({ storage: seeded() });
    act.selectChat('chat_2');
    expect(state()).toMatchObject({ currentChatId: 'chat_2', messages: [], isLoading: true });
    await settled();
    expect(texts(state().messages)).toEqual(['user: Food lawyers']);
    expect(state().isLoading).toBe(false);
    expect(storage.getItem('expertscope_current_chat')).toBe('chat_2');
  });

  it('shows the chat selected last, whichever loads first', async () => {
    const storage = seeded();
    const store = failing(storage);
    const waiting = new Map<string, (messages: Message[]) => void>();
    store.listMessages = (chatId) => new Promise((resolve) => waiting.set(chatId, resolve));
    const { state, act } = await openPage({ storage: seeded({ expertscope_current_chat: '' }), store });
    act.selectChat('chat_1');
    act.selectChat('chat_2');
    await settled();
    expect([...waiting.keys()]).toEqual(['chat_1', 'chat_2']);
    // Answers, because a question without one would trigger a follow request.
    waiting.get('chat_2')?.([answer({ id: 'msg_5', chatId: 'chat_2' })]);
    await settled();
    waiting.get('chat_1')?.([answer()]);
    await settled();
    expect(state()).toMatchObject({ currentChatId: 'chat_2', messages: [{ id: 'msg_5' }], isLoading: false });
  });

  it('reports that messages could not be fetched', async () => {
    const storage = seeded();
    const { state } = await openPage({ storage, store: failing(storage, 'listMessages') });
    expect(state()).toMatchObject({
      currentChatId: 'chat_1',
      error: { code: 'chat-error', message: 'Failed: listMessages' },
    });
  });
});

describe('changing chats', () => {
  it('renames with the trimmed title, and ignores a blank one', async () => {
    const { state, act } = await openPage({ storage: seeded() });
    act.renameChat('chat_2', '  Food lawyers ');
    act.renameChat('chat_1', '   ');
    await settled();
    expect(state().chats.map(({ title }) => title)).toEqual(['Peruvian economists', 'Food lawyers']);
    expect(state().chats[1]?.updatedAt).toBe(at(100));
  });

  it('renames with no more of a title than the service takes', async () => {
    const { state, act } = await openPage({ storage: seeded() });
    act.renameChat('chat_2', `${'x'.repeat(199)} and more`);
    await settled();
    expect(state().chats[1]?.title).toBe('x'.repeat(199));
  });

  it('keeps a title that could not be stored in the tab, until another one is or the chat is deleted', async () => {
    const tab = new MemoryStorage();
    vi.stubGlobal('sessionStorage', tab);
    const storage = seeded();
    const store = failing(storage, 'updateChat');
    const { act } = await openPage({ storage, store });
    const kept = () => Object.fromEntries(tab.entries);
    for (const title of ['Economists', '  Economists who teach ']) act.renameChat('chat_1', title);
    act.renameChat('chat_2', 'Food lawyers');
    await settled();
    expect(kept()).toEqual({
      expertscope_draft_title_chat_1: 'Economists who teach',
      expertscope_draft_title_chat_2: 'Food lawyers',
    });
    Reflect.deleteProperty(store, 'updateChat');
    act.renameChat('chat_1', 'Economists of Lima');
    act.deleteChat('chat_2');
    await settled();
    expect(kept()).toEqual({});
  });

  it('archives, and restores to the same place', async () => {
    const { state, act, storage } = await openPage({ storage: seeded() });
    act.archiveChat('chat_1');
    await settled();
    expect(ids(state().chats)).toEqual(['chat_2']);
    expect(state().currentChatId).toBeUndefined();
    act.unarchiveChat('chat_1');
    await settled();
    expect(ids(state().chats)).toEqual(['chat_1', 'chat_2']);
    expect(storage.json('expertscope_messages')).toHaveLength(3);
  });

  it('reopens a chat when archiving is undone, unless another has been opened', async () => {
    const { state, act, storage } = await openPage({ storage: seeded() });
    (await act.archiveChat('chat_1'))?.();
    expect(state()).toMatchObject({ currentChatId: 'chat_1', messages: [{ id: 'msg_1' }, { id: 'msg_2' }] });
    await settled();
    expect(ids(state().chats)).toEqual(['chat_1', 'chat_2']);
    expect(storage.json('expertscope_chats')).toContainEqual(
      expect.objectContaining({ id: 'chat_1', isArchived: false }),
    );
    const takeBack = await act.archiveChat('chat_1');
    act.selectChat('chat_2');
    takeBack?.();
    await settled();
    expect(ids(state().chats)).toEqual(['chat_1', 'chat_2']);
    expect(state().currentChatId).toBe('chat_2');
  });

  it.each(['archiveChat', 'deleteChat'] as const)(
    'keeps a chat out of the list after archiving, undo and %s at once',
    async (action) => {
      const store = new LocalChats({ storage: seeded(), tabs: undefined });
      const { state, act } = await openPage({ store });
      const takeBack = await act.archiveChat('chat_1');
      const gate = Promise.withResolvers<void>();
      const updateChat = store.updateChat.bind(store);
      store.updateChat = (id, change) => gate.promise.then(() => updateChat(id, change));
      takeBack?.();
      const gone = act[action]('chat_1');
      await settled();
      gate.resolve();
      await gone;
      await settled();
      expect(ids(state().chats)).toEqual(['chat_2']);
    },
  );

  it('keeps a chat archived when undoing fails', async () => {
    const store = new LocalChats({ storage: seeded(), tabs: undefined });
    const { state, act } = await openPage({ store });
    const takeBack = await act.archiveChat('chat_1');
    store.updateChat = () => Promise.reject(new ChatStoreError('Failed: updateChat'));
    takeBack?.();
    await settled();
    expect(state()).toMatchObject({ currentChatId: undefined, chats: [{ id: 'chat_2' }] });
    expect(state().chats).toHaveLength(1);
    expect(state().error?.message).toBe('Failed: updateChat');
  });

  it('says so when undoing fails for a chat that was open', async () => {
    const storage = seeded();
    const store = new LocalChats({ storage, tabs: undefined });
    const { state, act } = await openPage({ storage, store });
    const takeBack = await act.archiveChat('chat_1');
    store.updateChat = () => Promise.reject(new ChatStoreError('Failed: updateChat'));
    takeBack?.();
    expect(state().currentChatId).toBe('chat_1');
    await settled();
    expect(state()).toMatchObject({ currentChatId: undefined, error: { message: 'Failed: updateChat' } });
  });

  it('no longer says that changes could not be stored once they have been', async () => {
    const storage = seeded();
    storage.quota = 0;
    const { state, act } = await openPage({ storage });
    act.renameChat('chat_2', 'Food and drink lawyers');
    await settled();
    expect(state().notices).toEqual([NOTICES.unsaved]);
    await act.refresh();
    expect(state().notices).toEqual([NOTICES.unsaved]);
    storage.quota = 1_000_000;
    act.renameChat('chat_1', 'Economists from Peru');
    await settled();
    expect(state().notices).toEqual([]);
    expect(JSON.stringify(storage.json('expertscope_chats'))).toContain('Food and drink lawyers');
  });

  it('closes a deleted chat if it is the current one', async () => {
    const { state, act } = await openPage({ storage: seeded() });
    act.deleteChat('chat_2');
    await settled();
    expect(state()).toMatchObject({ currentChatId: 'chat_1', messages: [{ id: 'msg_1' }, { id: 'msg_2' }] });
    act.deleteChat('chat_1');
    await settled();
    expect(state()).toMatchObject({ chats: [], currentChatId: undefined, messages: [] });
  });

  it('deletes what was typed in a chat with it, unfinished edits included', async () => {
    const tab = new MemoryStorage({
      expertscope_draft_chat_1: 'and in Puno',
      expertscope_draft_edit_msg_1: 'Peruvian economists who teach',
      expertscope_draft_new: 'Peruvian divers',
    });
    vi.stubGlobal('sessionStorage', tab);
    const { act } = await openPage({ storage: seeded() });
    act.deleteChat('chat_1');
    await settled();
    expect([...tab.entries.keys()]).toEqual(['expertscope_draft_new']);
  });

  it('lists a deleted chat again when it is restored from a copy', async () => {
    const store = new LocalChats({ storage: seeded(), tabs: undefined });
    const { state, act } = await openPage({ store });
    const copy = (await store.listChats()).chats.find(({ id }) => id === 'chat_1');
    act.deleteChat('chat_1');
    await settled();
    expect(ids(state().chats)).toEqual(['chat_2']);
    if (copy === undefined) throw new Error('There is no such chat');
    await store.createChat(copy);
    store.tell({ type: 'changed' });
    await settled();
    expect(ids(state().chats)).toContain('chat_1');
  });

  it('leaves everything as it was when the store fails', async () => {
    const storage = seeded();
    const { state, act } = await openPage({ storage, store: failing(storage, 'updateChat', 'deleteChat') });
    act.renameChat('chat_1', 'x');
    await settled();
    expect(state().error?.message).toBe('Failed: updateChat');
    act.deleteChat('chat_1');
    await settled();
    expect(state().error?.message).toBe('Failed: deleteChat');
    expect(state()).toMatchObject({ currentChatId: 'chat_1', chats: [{ title: 'Peruvian economists' }, {}] });
  });
});

describe('rating', () => {
  const ratingIn = (messages: readonly Message[]) => messages.at(-1)?.metadata?.rating;

  it('shows at once, is stored, can be changed, and is cleared when given again', async () => {
    const { state, act, store } = await openPage({ storage: seeded() });
    const shown = [];
    const stored = [];
    for (const rating of ['good', 'bad', 'bad'] as const) {
      act.rate('msg_2', rating);
      shown.push(ratingIn(state().messages));
      await settled();
      stored.push(ratingIn(await store.listMessages('chat_1')));
    }
    expect(shown).toEqual(['good', 'bad', undefined]);
    expect(stored).toEqual(shown);
  });

  it('is reverted when it could not be stored', async () => {
    const storage = seeded();
    const { state, act } = await openPage({ storage, store: failing(storage, 'rateMessage') });
    act.rate('msg_2', 'good');
    expect(ratingIn(state().messages)).toBe('good');
    await settled();
    expect(ratingIn(state().messages)).toBeUndefined();
    expect(state().error?.message).toBe('Failed: rateMessage');
  });
});

describe('two tabs', () => {
  async function twoTabs() {
    const storage = seeded();
    const tabs = new EventTarget();
    const here = await openPage({ storage, store: new LocalChats({ storage, tabs }) });
    const there = new LocalChats({ storage, tabs: undefined });
    const heard = async () => {
      tabs.dispatchEvent(storageEvent('expertscope_chats'));
      await settled();
    };
    return { here, there, heard };
  }

  it('shows what the other tab has sent, renamed and created', async () => {
    const { here, there, heard } = await twoTabs();
    await there.updateChat('chat_2', { title: 'Food lawyers' });
    await there.putMessages('chat_1', [
      sampleMessage({ id: 'msg_6', content: 'And in Cusco?', timestamp: at(30) }),
    ]);
    await there.createChat(sampleChat({ id: 'chat_4', lastMessageAt: at(50) }));
    await heard();
    expect(ids(here.state().chats)).toEqual(['chat_4', 'chat_1', 'chat_2']);
    expect(here.state().chats[2]?.title).toBe('Food lawyers');
    expect(texts(here.state().messages).at(-1)).toBe('user: And in Cusco?');
  });

  it('closes a chat that the other tab has deleted', async () => {
    const { here, there, heard } = await twoTabs();
    await there.deleteChat('chat_1');
    await heard();
    expect(here.state()).toMatchObject({ currentChatId: undefined, messages: [] });
  });

  it('continues a running search whatever the other tab does', async () => {
    const { here, there, heard } = await twoTabs();
    const sent = here.act.send('Economists in Puno', { deepResearch: false, newChat: true });
    await settled();
    await there.createChat(sampleChat({ id: 'chat_4', lastMessageAt: at(50) }));
    await heard();
    expect(here.state()).toMatchObject({ currentChatId: 'chat_new_1', isLoading: true });
    here.searches.answerAll(60);
    await sent;
    expect(here.state().chats).toMatchObject([
      { id: 'chat_new_1', messageCount: 2 },
      { id: 'chat_4' },
      {},
      {},
    ]);
    expect(await there.listMessages('chat_new_1')).toHaveLength(2);
  });

  it('counts messages that both tabs add to one chat concurrently', async () => {
    const { here, there, heard } = await twoTabs();
    const sent = here.act.send('And in Cusco?', { deepResearch: false });
    await settled();
    const asked = sampleMessage({ id: 'msg_6', content: 'And in Puno?', timestamp: at(30) });
    await there.putMessages('chat_1', [asked, { ...answer(), id: 'msg_7', timestamp: at(31) }]);
    await heard();
    here.searches.answerAll(60);
    await sent;
    expect(await there.listMessages('chat_1')).toHaveLength(6);
    expect(here.state().chats[0]).toMatchObject({ id: 'chat_1', messageCount: 6, lastMessageAt: at(65) });
  });
});
