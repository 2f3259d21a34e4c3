import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { directory, person } from '#tests/web/gallery/people.ts';
import {
  clearLocalData,
  exportLocalData,
  ImportError,
  importLocalData,
  type LocalData,
} from '#web/features/chats/index.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { findTurn, shownTurns } from '#web/features/chats/turns/turns.ts';
import { ids } from './conversation-rig.ts';
import { MemoryStorage } from './stores/memory-storage.ts';

const CHATS = [
  sampleChat({ messageCount: 2, lastMessageAt: at(9) }),
  sampleChat({ id: 'chat_2', isArchived: true }),
];
const MESSAGES = [sampleMessage(), answer()];

function home(entries: Record<string, string> = {}) {
  const storage = new MemoryStorage(entries);
  return { storage, store: new LocalChats({ storage, tabs: undefined }) };
}

const filled = () =>
  home({
    expertscope_chats: JSON.stringify(CHATS),
    expertscope_messages: JSON.stringify(MESSAGES),
    expertscope_current_chat: 'chat_1',
  });

const file = (change: Partial<LocalData> = {}): string =>
  JSON.stringify({
    chats: CHATS,
    messages: MESSAGES,
    currentChatId: 'chat_1',
    exportDate: at(60),
    ...change,
  });

const NOTHING = {
  chatsAdded: 0,
  chatsCompleted: 0,
  chatsUnchanged: 0,
  chatsCopied: 0,
  messagesAdded: 0,
  unreadable: 0,
};

describe('exportLocalData', () => {
  it('contains chats, messages, the current chat and the date', () => {
    expect(exportLocalData({ ...filled(), now: () => Date.parse(at(60)) })).toEqual({
      chats: CHATS,
      messages: MESSAGES,
      currentChatId: 'chat_1',
      exportDate: at(60),
    });
  });

  it('has no current chat when the open one belongs to an account', () => {
    const here = filled();
    here.storage.setItem('expertscope_current_chat', 'chat_of_account');
    expect(exportLocalData(here).currentChatId).toBeNull();
  });

  it('has no current chat when none is open', () => {
    expect(exportLocalData(home())).toMatchObject({ chats: [], messages: [], currentChatId: null });
  });
});

describe('importLocalData', () => {
  it('restores an export into an empty browser unchanged', () => {
    const here = home();
    const exported = exportLocalData({ ...filled(), now: () => 0 });
    expect(importLocalData(JSON.stringify(exported), here)).toEqual({
      ...NOTHING,
      chatsAdded: 2,
      messagesAdded: 2,
    });
    expect(exportLocalData({ ...here, now: () => 0 })).toEqual(exported);
  });

  it('marks an imported directory as imported, and still recognises the file the second time', async () => {
    const here = home();
    const directed = answer();
    const profileDisplayData = directory(
      [person({ id: 'one', fullName: 'Marisol Etcheverry', isVerified: true })],
      true,
    );
    directed.metadata = { ...directed.metadata, profileDisplayData };
    const text = file({ messages: [MESSAGES[0] ?? sampleMessage(), directed] });
    importLocalData(text, here);
    const shown = (await here.store.listMessages('chat_1')).map(
      (message) => message.metadata?.profileDisplayData,
    );
    expect(shown).toContainEqual({ ...profileDisplayData, isImported: true });
    expect(importLocalData(text, here)).toMatchObject({ chatsAdded: 0, chatsCopied: 0, messagesAdded: 0 });
    expect(importLocalData(JSON.stringify(exportLocalData(here)), here)).toMatchObject({ chatsCopied: 0 });
  });

  it('changes nothing when repeated', () => {
    const here = filled();
    const before = new Map(here.storage.entries);
    expect(importLocalData(file(), here)).toEqual({ ...NOTHING, chatsUnchanged: 2 });
    expect(here.storage.entries).toEqual(before);
  });

  it('adds the messages that an existing chat lacks', async () => {
    const here = filled();
    const later = sampleMessage({ id: 'msg_3', content: 'And in Cusco?', timestamp: at(30) });
    const report = importLocalData(file({ messages: [...MESSAGES, later] }), here);
    expect(report).toEqual({ ...NOTHING, chatsUnchanged: 1, chatsCompleted: 1, messagesAdded: 1 });
    expect(await here.store.listMessages('chat_1')).toEqual([...MESSAGES, later]);
    expect((await here.store.listChats()).chats).toMatchObject([{ messageCount: 3, lastMessageAt: at(30) }]);
  });

  it('imports a chat with different messages as a copy', async () => {
    const here = filled();
    const other = sampleMessage({ content: 'Economists in Puno' });
    const report = importLocalData(file({ messages: [other, answer()] }), here);
    expect(report).toEqual({ ...NOTHING, chatsUnchanged: 1, chatsCopied: 1, messagesAdded: 2 });
    expect(await here.store.listMessages('chat_1')).toEqual(MESSAGES);
    const copy = (await here.store.listChats()).chats.find(({ id }) => id !== 'chat_1');
    const copied = await here.store.listMessages(copy?.id ?? '');
    expect(copied.map(({ content }) => content)).toEqual(['Economists in Puno', answer().content]);
    expect(copied.map(({ id }) => id)).not.toContain('msg_1');
  });

  it('preserves versions and continuations in a copied chat', async () => {
    const here = filled();
    const more = { refines: 'msg_2', task: 'more' } as const;
    const messages = [
      sampleMessage({ content: 'Economists in Puno' }),
      answer(),
      sampleMessage({ id: 'msg_3', timestamp: at(20), metadata: more }),
      answer({ id: 'msg_3_apology', timestamp: at(21), metadata: { ...more, outcome: 'failed' } }),
      sampleMessage({ id: 'msg_5', timestamp: at(22), metadata: { refines: null } }),
      sampleMessage({ id: 'msg_6', timestamp: at(23), metadata: { refines: 'msg_5_apology' } }),
    ];
    importLocalData(file({ messages }), here);
    const { chats } = await here.store.listChats();
    const copy = chats.find(({ id }) => id !== 'chat_1');
    const copied = await here.store.listMessages(copy?.id ?? '');
    expect(copied.map(({ id }) => id)).not.toContain('msg_3');
    expect(shownTurns(copied).map(({ versions: { count } }) => count)).toEqual([2, 1]);
    const [first, second] = shownTurns(copied).at(0)?.versions.ids ?? [];
    const turns = shownTurns(copied, { [second ?? '']: first ?? '' });
    expect(turns.map(({ continuations }) => continuations.length)).toEqual([2]);
  });

  it('keeps answers with their questions in a copied chat, in any order', async () => {
    const here = filled();
    const follows = { refines: 'msg_2' };
    const messages = [
      sampleMessage({ content: 'Economists in Puno' }),
      answer(),
      sampleMessage({ id: 'msg_3', content: 'Bergen?', timestamp: at(20), metadata: follows }),
      sampleMessage({ id: 'msg_4', content: 'Trondheim?', timestamp: at(21), metadata: follows }),
      answer({
        id: 'msg_5',
        content: 'Bergen',
        timestamp: at(22),
        metadata: { ...follows, questionId: 'msg_3' },
      }),
      answer({
        id: 'msg_6',
        content: 'Trondheim',
        timestamp: at(23),
        metadata: { ...follows, questionId: 'msg_4' },
      }),
    ];
    importLocalData(file({ messages }), here);
    const { chats } = await here.store.listChats();
    const copied = await here.store.listMessages(chats.find(({ id }) => id !== 'chat_1')?.id ?? '');
    const answered = copied.map(({ id }) => findTurn(copied, id));
    const said = answered.slice(-2).map((turn) => [turn?.question?.content, turn?.answer?.content]);
    expect(said).toEqual([
      ['Bergen?', 'Bergen'],
      ['Trondheim?', 'Trondheim'],
    ]);
  });

  it('adds missing messages to a chat that has others the file lacks, under its own title', async () => {
    const here = filled();
    await here.store.updateChat('chat_1', { title: 'My economists' });
    await here.store.putMessages('chat_1', [sampleMessage({ id: 'msg_7', timestamp: at(40) })]);
    const missing = sampleMessage({ id: 'msg_8', timestamp: at(30) });
    const report = importLocalData(file({ chats: [], messages: [sampleMessage(), missing] }), here);
    expect(report).toEqual({ ...NOTHING, chatsCompleted: 1, messagesAdded: 1 });
    expect((await here.store.listChats()).chats).toMatchObject([
      { title: 'My economists', messageCount: 4, lastMessageAt: at(40) },
    ]);
  });

  it('imports a chat as a copy if another one here has a message of the same id', async () => {
    const here = filled();
    const chats = [sampleChat({ id: 'chat_5', title: 'Lawyers' })];
    const messages = [sampleMessage({ chatId: 'chat_5' })];
    expect(importLocalData(file({ chats, messages }), here)).toMatchObject({ chatsCopied: 1 });
    const copy = (await here.store.listChats()).chats.find(({ title }) => title === 'Lawyers');
    expect(await here.store.listMessages(copy?.id ?? '')).toHaveLength(1);
    expect(await here.store.listMessages('chat_1')).toHaveLength(2);
  });

  it('keeps a question in a copied chat after the apology it followed, which was never stored', async () => {
    const here = filled();
    const messages = [
      sampleMessage({ content: 'Economists in Puno' }),
      sampleMessage({ id: 'msg_4', timestamp: at(21), metadata: { refines: null } }),
      sampleMessage({ id: 'msg_5', timestamp: at(22), metadata: { refines: 'msg_1_apology' } }),
    ];
    importLocalData(file({ messages }), here);
    const copy = (await here.store.listChats()).chats.find(({ id }) => id !== 'chat_1');
    const [first, , third] = await here.store.listMessages(copy?.id ?? '');
    expect(third?.metadata?.refines).toBe(`${first?.id}_apology`);
  });

  it('imports a chat with a different title as a copy', async () => {
    const here = filled();
    const chats = [{ ...sampleChat(), title: 'Someone else’s' }];
    expect(importLocalData(file({ chats }), here)).toMatchObject({ chatsCopied: 1, messagesAdded: 2 });
    const titles = (await here.store.listChats()).chats.map(({ title }) => title).sort();
    expect(titles).toEqual(['Peruvian economists', 'Someone else’s']);
  });

  it('keeps a local rating without copying the chat', async () => {
    const here = filled();
    await here.store.rateMessage('chat_1', 'msg_2', 'good');
    expect(importLocalData(file(), here)).toMatchObject({ chatsUnchanged: 2, chatsCopied: 0 });
    expect((await here.store.listMessages('chat_1'))[1]?.metadata?.rating).toBe('good');
  });

  it('counts the messages that a chat has here, not those that could not be read', () => {
    const { store } = home();
    importLocalData(file({ chats: [sampleChat({ messageCount: 9 })] }), { store });
    expect(store.archive.read().chats.get('chat_1')).toMatchObject({ messageCount: 2 });
    importLocalData(file({ chats: [sampleChat({ title: 'Another', messageCount: 9 })] }), { store });
    const copies = [...store.archive.read().chats.values()].filter(({ title }) => title === 'Another');
    expect(copies).toMatchObject([{ messageCount: 2 }]);
  });

  it('skips and counts unreadable entries, and keeps messages whose chat is missing', async () => {
    const here = home();
    const text = JSON.stringify({ chats: [7, CHATS[1]], messages: [null, ...MESSAGES, { id: 'msg_x' }] });
    expect(importLocalData(text, here)).toEqual({
      ...NOTHING,
      chatsAdded: 2,
      messagesAdded: 2,
      unreadable: 3,
    });
    expect(ids((await here.store.listChats()).chats)).toEqual(['chat_1']);
  });

  it('opens the file’s current chat only when none is open', () => {
    const empty = home();
    importLocalData(file(), empty);
    expect(empty.storage.getItem('expertscope_current_chat')).toBe('chat_1');
    const busy = home({ expertscope_current_chat: 'chat_9' });
    importLocalData(file(), busy);
    expect(busy.storage.getItem('expertscope_current_chat')).toBe('chat_9');
  });

  it.each(['', '{', 'null', '[]', '{"chats":[]}', '{"chats":{},"messages":[]}'])('rejects %j', (text) => {
    const here = filled();
    const before = new Map(here.storage.entries);
    expect(() => importLocalData(text, here)).toThrow(ImportError);
    expect(here.storage.entries).toEqual(before);
  });

  it('says that it does not take the export of an account', () => {
    const text = JSON.stringify({ exportedAt: at(60), userId: 'user_1', chats: [], lists: [], user: null });
    expect(() => importLocalData(text, home())).toThrow('This file is the export of an account');
    expect(() => importLocalData('{"userId":"user_1"}', home())).toThrow('This file is not an export');
  });

  it.each([
    ['nothing', 0],
    ['the messages but not their chat', 2],
  ])('changes nothing when storage has room for %s', async (_, count) => {
    const here = filled();
    const before = new Map(here.storage.entries);
    const chats = [sampleChat({ id: 'chat_9' })];
    const messages = ['msg_8', 'msg_9'].map((id) => sampleMessage({ id, chatId: 'chat_9' }));
    here.storage.quota = here.storage.used + 10 + JSON.stringify(messages.slice(0, count)).length;
    expect(() => importLocalData(file({ chats, messages }), here)).toThrow('not enough room');
    expect(here.storage.entries).toEqual(before);
    expect(ids((await here.store.listChats()).chats)).toEqual(['chat_1']);
  });

  it('keeps what the page could not store before', async () => {
    const here = filled();
    here.storage.quota = here.storage.used;
    await here.store.createChat(sampleChat({ id: 'chat_3' }));
    const chats = [sampleChat({ id: 'chat_9' })];
    expect(() => importLocalData(file({ chats, messages: [] }), here)).toThrow('not enough room');
    expect(ids((await here.store.listChats()).chats)).toEqual(['chat_1', 'chat_3']);
    here.storage.quota = 5_000_000;
    await here.store.updateChat('chat_1', { title: 'Economists' });
    expect(ids((await new LocalChats({ storage: here.storage, tabs: undefined }).listChats()).chats)).toEqual(
      ['chat_1', 'chat_3'],
    );
  });

  it('notifies the page', () => {
    const here = home();
    const news: unknown[] = [];
    here.store.subscribe((item) => news.push(item));
    importLocalData(file(), here);
    expect(news).toEqual([{ type: 'changed' }]);
  });
});

describe('clearLocalData', () => {
  const search = (userId: string, number: number) => ({
    userId,
    chatId: `chat_${number}`,
    messageId: `msg_${number}`,
    content: 'Find lawyers',
    deepResearch: false,
    sentAt: number,
  });

  it('removes what could not be stored', async () => {
    const here = filled();
    here.storage.quota = here.storage.used;
    await here.store.createChat(sampleChat({ id: 'chat_3' }));
    clearLocalData(here);
    expect((await here.store.listChats()).chats).toEqual([]);
  });

  it('keeps a signed-in user’s open chat, drafts and running searches', () => {
    const tab = new MemoryStorage({ expertscope_draft_new: 'Economists' });
    vi.stubGlobal('sessionStorage', tab);
    onTestFinished(() => void vi.unstubAllGlobals());
    const here = filled();
    here.storage.setItem('expertscope_current_chat', 'chat_of_account');
    const running = [search('anonymous', 1), search('person-1', 3)];
    here.storage.setItem('expertscope_running', JSON.stringify(running));
    clearLocalData({ ...here, userId: 'person-1' });
    expect(Object.fromEntries(here.storage.entries)).toEqual({
      expertscope_current_chat: 'chat_of_account',
      expertscope_running: JSON.stringify(running.slice(1)),
    });
    expect(tab.entries.size).toBe(1);
    clearLocalData(here);
    expect(tab.entries.size).toBe(0);
  });

  it('forgets an open local chat even when someone has signed in since', () => {
    const here = filled();
    clearLocalData({ ...here, userId: 'person-1' });
    expect([...here.storage.entries]).toEqual([]);
  });

  it('removes all chat data, including entries set aside as unreadable, and nothing else', async () => {
    const here = filled();
    here.storage.setItem('expertscope_unreadable_1', 'x');
    here.storage.setItem('expertscope_theme', 'light');
    const news: unknown[] = [];
    here.store.subscribe((item) => news.push(item));
    clearLocalData(here);
    expect([...here.storage.entries.keys()]).toEqual(['expertscope_theme']);
    expect((await here.store.listChats()).chats).toEqual([]);
    expect(news).toEqual([{ type: 'changed' }]);
  });
});
