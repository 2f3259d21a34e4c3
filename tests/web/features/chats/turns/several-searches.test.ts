import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { answer, at, sampleChat, stepEvent } from '#tests/web/features/search/sample-events.ts';
import { readDraft } from '#web/features/chats/drafts.ts';
import { clearLocalData } from '#web/features/chats/index.ts';
import { searchedChats } from '#web/features/chats/search-view.ts';
import { ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import {
  ids,
  openPage,
  SearchesByChat,
  SIGNED_IN,
  STANDARD,
  seeded,
  settled,
  texts,
} from '../conversation-rig.ts';
import { MemoryStorage, storageEvent } from '../stores/memory-storage.ts';
import { serverStore } from '../stores/server-store.ts';

afterEach(() => vi.unstubAllGlobals());

type Page = Awaited<ReturnType<typeof openPage>>;

const DEEP = { deepResearch: true };
const pageOf = ({ session }: Page) => session.page.getState();
const searchedIn = ({ session }: Page) =>
  searchedChats(session.page.getState(), session.searches.store.getState());

/** Waits for a condition that depends on crypto, which runs outside the promise queue. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await settled();
  await settled();
}

/** A page with searches in two chats, the second of which is open. */
async function searchingTwice(options: Parameters<typeof openPage>[0] = {}) {
  const searches = new SearchesByChat(options.store && SIGNED_IN);
  const page = await openPage({ storage: seeded(), transport: searches, ...options });
  const first = page.act.send('And in Cusco?', STANDARD);
  page.act.selectChat('chat_2');
  await settled();
  const second = page.act.send('Food lawyers', STANDARD);
  await settled();
  return { page, searches, first, second };
}

describe('a message', () => {
  it.each([
    ['the chat that it was typed in', 'chat_1', 'chat_1'],
    ['a new chat if it was typed on the start screen', undefined, 'chat_new_1'],
  ])('goes to %s, although another one is open by then', async (_, chatId, sentTo) => {
    const { act, searches, state } = await openPage({ storage: seeded() });
    act.selectChat('chat_2');
    await settled();
    const sent = act.send('And in Cusco?', { ...STANDARD, chatId });
    await settled();
    expect(searches.requests).toMatchObject([{ chatId: sentTo, content: 'And in Cusco?' }]);
    expect(state().currentChatId).toBe('chat_2');
    searches.answerAll(50);
    await sent;
  });
});

describe('two searches at once', () => {
  it('run independently, and each answer goes to its own chat', async () => {
    const { page, searches, first, second } = await searchingTwice();
    expect(searchedIn(page).sort()).toEqual(['chat_1', 'chat_2']);
    expect(page.state()).toMatchObject({ currentChatId: 'chat_2', isLoading: true });
    searches.in('chat_2').push(stepEvent('query-generation', 'active'));
    await settled();
    expect(page.state().search?.steps).toHaveLength(1);
    searches.in('chat_1').answerAll(50);
    await first;
    expect(searchedIn(page)).toEqual(['chat_2']);
    expect(page.state()).toMatchObject({ isLoading: true, search: { phase: 'streaming' } });
    searches.in('chat_2').answerAll(60);
    await second;
    expect(texts(page.state().messages)).toEqual(['user: Food lawyers', 'assistant: I found 2 profiles.']);
    page.act.selectChat('chat_1');
    await settled();
    expect(texts(page.state().messages)).toHaveLength(4);
  });

  it('allow a third in a new chat, whose refusal returns the text and leaves them running', async () => {
    const { page, searches } = await searchingTwice();
    page.act.newChat();
    const third = page.act.send('Chilean astronomers', DEEP);
    await settled();
    const { currentChatId = '' } = page.state();
    const message = 'You already have 2 searches running. Wait for one to end, or stop it.';
    searches.in(currentChatId).end(new ApiError({ status: 429, code: 'quota-exceeded', message }));
    await third;
    expect(page.state()).toMatchObject({
      currentChatId: undefined,
      error: { message },
      returned: { chatId: undefined, text: 'Chilean astronomers' },
    });
    expect(searchedIn(page).sort()).toEqual(['chat_1', 'chat_2']);
  });

  it('can be stopped separately, even from another chat', async () => {
    const { page, searches, first } = await searchingTwice();
    page.act.stopIn('chat_1');
    await first;
    expect(searches.in('chat_1').stopped).toHaveLength(1);
    expect(searchedIn(page)).toEqual(['chat_2']);
    expect(searches.in('chat_2').stopped).toEqual([]);
  });

  it('are limited to five per page', async () => {
    const searches = new SearchesByChat();
    const page = await openPage({ storage: seeded(), transport: searches });
    for (const name of ['one', 'two', 'three', 'four', 'five', 'six']) {
      void page.act.send(name, { deepResearch: false, newChat: true });
      await settled();
    }
    expect(searchedIn(page)).toHaveLength(5);
    expect(page.state()).toMatchObject({
      currentChatId: undefined,
      returned: { chatId: undefined, text: 'six' },
      error: { message: '5 searches are already running on this page. Wait for one to end, or stop it.' },
    });
    page.act.takeReturned();
    page.act.selectChat('chat_1');
    await settled();
    await page.act.regenerate();
    expect(searchedIn(page)).toHaveLength(5);
    // Nobody typed this request.
    expect(page.state()).toMatchObject({ returned: undefined, error: { code: 'send-message-error' } });
  });
});

describe('a request typed while a search runs in its chat', () => {
  async function waiting() {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    await page.act.send('And in Puno?', DEEP);
    return { page, sent, contents: () => page.searches.requests.map(({ content }) => content) };
  }

  it('is sent when the search has ended, in the mode chosen when it was typed', async () => {
    const { page, sent, contents } = await waiting();
    expect(pageOf(page).waiting).toEqual({ chat_1: { content: 'And in Puno?', deepResearch: true } });
    expect(contents()).toEqual(['And in Cusco?']);
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(pageOf(page).waiting).toEqual({});
    expect(page.searches.requests.at(-1)).toMatchObject({
      chatId: 'chat_1',
      content: 'And in Puno?',
      deepResearch: true,
    });
    expect(texts(page.state().messages).at(-1)).toBe('user: And in Puno?');
    page.searches.end(new ApiError({ status: 429, code: 'quota-exceeded', message: 'Used up.' }));
    await expect.poll(() => page.state().returned).toEqual({ chatId: 'chat_1', text: 'And in Puno?' });
  });

  it('is sent into its chat even if another is open by then, which stays open', async () => {
    const { page, sent, contents } = await waiting();
    page.act.selectChat('chat_2');
    await settled();
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_2', messages: [] });
    expect(contents()).toEqual(['And in Cusco?', 'And in Puno?']);
  });

  it('is also sent after a stop', async () => {
    const { page, sent, contents } = await waiting();
    page.searches.push(stepEvent('query-generation', 'active'));
    page.act.stop();
    await sent;
    await settled();
    expect(contents()).toEqual(['And in Cusco?', 'And in Puno?']);
  });

  it('is also sent after an apology of the service, which is there for it', async () => {
    const { page, sent, contents } = await waiting();
    const { reply } = page.searches.started(50);
    page.searches.push({ type: 'message', data: reply }, { type: 'done', data: { outcome: 'apologised' } });
    page.searches.end();
    await sent;
    await settled();
    expect(contents()).toEqual(['And in Cusco?', 'And in Puno?']);
  });

  it('is returned to the input when the service is unreachable', async () => {
    const { page, sent, contents } = await waiting();
    page.searches.end(new TypeError('network'));
    await sent;
    expect(contents()).toEqual(['And in Cusco?']);
    expect(page.state().returned).toEqual({ chatId: 'chat_1', text: 'And in Puno?' });
  });

  it('is returned together with the request before it when that is refused', async () => {
    const { page, sent } = await waiting();
    page.searches.end(new ApiError({ status: 429, code: 'quota-exceeded', message: 'Used up.' }));
    await sent;
    expect(page.state()).toMatchObject({
      error: { message: 'Used up.' },
      returned: { chatId: 'chat_1', text: 'And in Cusco?\nAnd in Puno?' },
    });
  });

  it('is returned to the start screen when its chat goes with its only question', async () => {
    const page = await openPage();
    const sent = page.act.send('Economists', STANDARD);
    await settled();
    await page.act.send('And in Puno?', DEEP);
    page.searches.end(new ApiError({ status: 429, code: 'quota-exceeded', message: 'Used up.' }));
    await sent;
    expect(page.state()).toMatchObject({
      chats: [],
      returned: { chatId: undefined, text: 'Economists\nAnd in Puno?' },
    });
  });

  it('is returned to the input of its new chat when the first question there fails', async () => {
    const page = await openPage();
    const sent = page.act.send('Economists', STANDARD);
    await settled();
    await page.act.send('And in Puno?', DEEP);
    page.searches.end(new TypeError('network'));
    await sent;
    expect(page.state().returned).toEqual({ chatId: 'chat_new_1', text: 'And in Puno?' });
  });

  it('becomes a draft when it is returned while another screen is open', async () => {
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const { page, sent } = await waiting();
    vi.stubGlobal('location', { pathname: '/lists' });
    page.searches.end(new TypeError('network'));
    await sent;
    expect(page.state().returned).toBeUndefined();
    expect(readDraft('chat_1')).toBe('And in Puno?');
  });

  it('becomes a draft when something is sent in another chat before its input has taken it back', async () => {
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const { page, sent } = await waiting();
    page.searches.end(new TypeError('network'));
    await sent;
    page.act.selectChat('chat_2');
    await settled();
    void page.act.send('Food lawyers', STANDARD);
    await settled();
    expect(page.state().returned).toBeUndefined();
    expect(readDraft('chat_1')).toBe('And in Puno?');
  });

  it('can be withdrawn, and is not replaced by another request', async () => {
    const { page, contents } = await waiting();
    await page.act.send('And in Lima?', STANDARD);
    expect(pageOf(page).waiting['chat_1']?.content).toBe('And in Puno?');
    expect(page.state().returned).toEqual({ chatId: 'chat_1', text: 'And in Lima?' });
    page.act.takeReturned();
    page.act.takeBackWaiting();
    expect(page.state().returned).toEqual({ chatId: 'chat_1', text: 'And in Puno?' });
    page.searches.answerAll(50);
    await settled();
    expect(contents()).toEqual(['And in Cusco?']);
  });

  it('is sent even if its chat has been archived by then, which stays archived', async () => {
    const { page, sent } = await waiting();
    await page.act.archiveChat('chat_1');
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(page.searches.requests.map(({ chatId, content }) => [chatId, content])).toEqual([
      ['chat_1', 'And in Cusco?'],
      ['chat_1', 'And in Puno?'],
    ]);
    page.searches.answerAll(60);
    await settled();
    expect(ids((await page.store.listArchivedChats()).chats)).toEqual(['chat_1']);
    expect(ids(page.state().chats)).not.toContain('chat_1');
    expect(texts(await page.store.listMessages('chat_1')).slice(-2)).toEqual([
      'user: And in Puno?',
      'assistant: I found 2 profiles.',
    ]);
  });

  it('is sent into an archived chat even while the store cannot tell whether it is still there', async () => {
    const { store, server, home } = serverStore();
    await home.createChat(sampleChat({ userId: 'sub-1' }));
    const storage = new MemoryStorage({ expertscope_current_chat: 'chat_1' });
    const page = await openPage({ store, storage });
    const sent = page.act.send('Economists', STANDARD);
    await settled();
    await page.act.send('And in Puno?', DEEP);
    await page.act.archiveChat('chat_1');
    server.isDown = true;
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(page.searches.requests.map(({ chatId, content }) => [chatId, content])).toEqual([
      ['chat_1', 'Economists'],
      ['chat_1', 'And in Puno?'],
    ]);
  });

  it('is dropped when its chat is deleted', async () => {
    const { page, sent, contents } = await waiting();
    page.searches.push(stepEvent('query-generation', 'active'));
    await page.act.deleteChat('chat_1');
    await sent;
    await settled();
    expect(contents()).toEqual(['And in Cusco?']);
    expect(page.searches.stopped).toHaveLength(1);
  });

  it('is returned to the input when its chat cannot be deleted', async () => {
    const { page, sent, contents } = await waiting();
    page.store.deleteChat = () => Promise.reject(new ChatStoreError('Failed: deleteChat'));
    page.searches.push(stepEvent('query-generation', 'active'));
    await page.act.deleteChat('chat_1');
    await sent;
    expect(contents()).toEqual(['And in Cusco?']);
    expect(page.state()).toMatchObject({
      currentChatId: 'chat_1',
      error: { message: 'Failed: deleteChat' },
      returned: { chatId: 'chat_1', text: 'And in Puno?' },
    });
  });
});

describe('clearing the browser’s data during a search', () => {
  it('stops the search, drops the request that waits for it, and deletes its log', async () => {
    const storage = seeded();
    const forgotten: string[] = [];
    const forgetSearch = async (id: string) => forgotten.push(id);
    const now = () => Date.parse(at(100));
    const store = new LocalChats({ storage, now, forgetSearch, tabs: undefined });
    const page = await openPage({ storage, store });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    await page.act.send('And in Puno?', DEEP);
    page.searches.push(stepEvent('query-generation', 'active'));
    page.act.stopAll();
    page.act.newChat();
    clearLocalData({ storage, store });
    await sent;
    await settled();
    expect(page.searches.requests.map(({ content }) => content)).toEqual(['And in Cusco?']);
    expect(page.searches.stopped).toHaveLength(1);
    expect(forgotten).toContain(page.searches.stopped[0]);
    expect(page.state()).toMatchObject({ chats: [], returned: undefined, error: undefined });
    expect(storage.getItem('expertscope_messages')).toBeNull();
  });
});

describe('a chat deleted in another tab during its search', () => {
  /** @returns a page searching in its open chat with a request waiting, and the other tab */
  async function searching() {
    const storage = seeded();
    const page = await openPage({ storage });
    const other = new LocalChats({ storage, tabs: undefined });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    await page.act.send('And in Puno?', STANDARD);
    const deleteThere = async () => {
      await other.deleteChat('chat_1');
      page.store instanceof LocalChats && page.store.tell({ type: 'changed' });
      await settled();
    };
    return { page, sent, deleteThere };
  }

  it('is closed at once, returns the waiting request, and does not reappear when the search ends', async () => {
    const { page, sent, deleteThere } = await searching();
    await deleteThere();
    const left = { currentChatId: undefined, returned: { chatId: undefined, text: 'And in Puno?' } };
    expect(page.state()).toMatchObject(left);
    expect(ids(page.state().chats)).toEqual(['chat_2']);
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(page.state()).toMatchObject({ ...left, error: undefined });
    expect(ids(page.state().chats)).toEqual(['chat_2']);
    expect(page.searches.requests).toHaveLength(1);
    expect(page.storage.json('expertscope_messages')).toEqual([]);
  });

  it('returns the waiting request to the start screen’s draft when another chat is open', async () => {
    const { page, sent, deleteThere } = await searching();
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    page.act.selectChat('chat_2');
    await settled();
    await deleteThere();
    expect(page.state().currentChatId).toBe('chat_2');
    expect(ids(page.state().chats)).toEqual(['chat_2']);
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(page.searches.requests).toHaveLength(1);
    expect(readDraft(undefined)).toBe('And in Puno?');
  });

  it('leaves no error behind for later changes in that tab', async () => {
    const { page, sent, deleteThere } = await searching();
    await deleteThere();
    page.searches.answerAll(50);
    await sent;
    await page.act.refresh();
    expect(page.state()).toMatchObject({ currentChatId: undefined, error: undefined });
  });

  it('stays open when archived instead, and receives the waiting request', async () => {
    const { page, sent } = await searching();
    const other = new LocalChats({ storage: page.storage, tabs: undefined });
    await other.updateChat('chat_1', { isArchived: true });
    await page.act.refresh();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_1', isLoading: true });
    page.searches.answerAll(50);
    await sent;
    await settled();
    expect(page.searches.requests.map(({ content }) => content)).toEqual(['And in Cusco?', 'And in Puno?']);
    expect(await other.listMessages('chat_1')).toHaveLength(5);
  });
});

describe('an answer that arrives unseen', () => {
  it('marks its chat until that is opened, even across a reload', async () => {
    const { page, searches, first } = await searchingTwice();
    searches.in('chat_1').answerAll(50);
    await first;
    expect([...pageOf(page).answered]).toEqual(['chat_1']);
    expect(page.reported).toEqual(['chat_1']);
    const reloaded = await openPage({ storage: page.storage });
    expect([...pageOf(reloaded).answered]).toEqual(['chat_1']);
    reloaded.act.selectChat('chat_1');
    expect([...pageOf(reloaded).answered]).toEqual([]);
    expect(page.storage.getItem('expertscope_answered')).toBeNull();
  });

  it('marks the open chat of a hidden page until the page is visible', async () => {
    let isSeen = false;
    const tabs = new EventTarget();
    const page = await openPage({ storage: seeded(), isVisible: () => isSeen, tabs });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.searches.answerAll(50);
    await sent;
    expect([...pageOf(page).answered]).toEqual(['chat_1']);
    isSeen = true;
    tabs.dispatchEvent(new Event('visibilitychange'));
    expect([...pageOf(page).answered]).toEqual([]);
  });

  it('marks the current chat of a page showing another screen until the chat is opened again', async () => {
    let isSeen = false;
    const page = await openPage({ storage: seeded(), isVisible: () => isSeen });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.searches.answerAll(50);
    await sent;
    expect([...pageOf(page).answered]).toEqual(['chat_1']);
    isSeen = true;
    page.act.selectChat('chat_1');
    expect([...pageOf(page).answered]).toEqual([]);
  });

  it('loses its mark, whichever page has set it, while its chat is in view', async () => {
    const tabs = new EventTarget();
    const page = await openPage({ storage: seeded(), tabs });
    page.storage.setItem('expertscope_answered', '["chat_1","chat_2"]');
    tabs.dispatchEvent(storageEvent('expertscope_answered'));
    expect([...pageOf(page).answered]).toEqual(['chat_2']);
    expect(page.storage.json('expertscope_answered')).toEqual(['chat_2']);
  });

  it('displaces the oldest of fifty marks', async () => {
    const marked = Array.from({ length: 50 }, (_, index) => `chat_old_${index}`);
    const storage = seeded();
    storage.setItem('expertscope_answered', JSON.stringify(marked));
    const { searches, first } = await searchingTwice({ storage });
    searches.in('chat_1').answerAll(50);
    await first;
    expect(storage.json('expertscope_answered')).toEqual([...marked.slice(1), 'chat_1']);
  });

  it('marks nothing if its chat is open, or the search was stopped or refused', async () => {
    const { page, searches, first, second } = await searchingTwice();
    page.act.stopIn('chat_1');
    searches.in('chat_2').answerAll(60);
    await Promise.all([first, second]);
    page.act.selectChat('chat_1');
    const third = page.act.send('And in Puno?', STANDARD);
    await settled();
    page.act.selectChat('chat_2');
    searches.in('chat_1').end(new ApiError({ status: 429, code: 'quota-exceeded', message: 'Used up.' }));
    await third;
    expect([...pageOf(page).answered]).toEqual([]);
  });
});

describe('an answer in the open chat', () => {
  it('is reported too, as its reader may be working in another window, unless it was stopped', async () => {
    const page = await openPage({ storage: seeded() });
    const stopped = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.act.stop();
    await stopped;
    expect(page.reported).toEqual([]);
    const answered = page.act.send('And in Puno?', STANDARD);
    await settled();
    page.searches.answerAll(50);
    await answered;
    expect(page.reported).toEqual(['chat_1']);
    expect([...pageOf(page).answered]).toEqual([]);
  });
});

it.each([
  [9_999, false],
  [10_000, true],
])('a search that took %d ms counts as long: %s', async (took, isLong) => {
  let time = Date.parse(at(0));
  const page = await openPage({ storage: seeded(), now: () => time });
  const sent = page.act.send('And in Cusco?', STANDARD);
  await settled();
  time += took;
  page.searches.answerAll(50);
  await sent;
  expect(pageOf(page).hasWaitedLong).toBe(isLong);
});

describe('the searches of a closed page', () => {
  /** What a page leaves when closed during two searches, and a server that still has both. */
  async function left() {
    const { page, searches, first, second } = await searchingTwice();
    page.session.close();
    await Promise.all([first, second]);
    for (const chatId of ['chat_1', 'chat_2']) searches.in(chatId).isFollowable = true;
    return { storage: page.storage, store: page.store, searches };
  }

  it('are all followed to their answers by the next page, whichever chat is open', async () => {
    const { storage, searches } = await left();
    const page = await openPage({ storage, transport: searches });
    expect(page.state().currentChatId).toBe('chat_2');
    await until(() => ['chat_1', 'chat_2'].every((id) => searches.in(id).followed.length === 1));
    expect(searchedIn(page).sort()).toEqual(['chat_1', 'chat_2']);
    searches.in('chat_1').answerAll(50);
    searches.in('chat_2').answerAll(60);
    await until(() => searchedIn(page).length === 0);
    expect([...pageOf(page).answered]).toEqual(['chat_1']);
    expect(storage.json('expertscope_messages')).toHaveLength(6);
    expect(storage.getItem('expertscope_running')).toBeNull();
  });

  it('are followed once their chats can be read', async () => {
    const { store, server, home } = serverStore();
    for (const id of ['chat_1', 'chat_2']) await home.createChat(sampleChat({ id }));
    const storage = new MemoryStorage({ expertscope_current_chat: 'chat_1' });
    const { page, searches, first, second } = await searchingTwice({ store, storage });
    page.session.close();
    await Promise.all([first, second]);
    for (const chatId of ['chat_1', 'chat_2']) searches.in(chatId).isFollowable = true;
    server.isDown = true;
    const delay = async () => {
      server.isDown = false;
    };
    const next = await openPage({ store, storage, transport: searches, delay });
    await until(() => ['chat_1', 'chat_2'].every((id) => searches.in(id).followed.length === 1));
    expect(searchedIn(next).sort()).toEqual(['chat_1', 'chat_2']);
  });

  it('are followed once the service can be reached, even if it took too long for one attempt', async () => {
    const { storage, searches } = await left();
    const there = searches.in('chat_1');
    const { follow } = there;
    let isReachable = false;
    there.follow = async function* (...given) {
      if (!isReachable) throw networkError('offline');
      yield* follow.apply(there, given);
    };
    const delay = async () => {
      await settled();
      isReachable = true;
    };
    const page = await openPage({ storage, transport: searches, delay });
    await until(() => there.followed.length === 1);
    there.answerAll(50);
    await until(() => !searchedIn(page).includes('chat_1'));
    expect([...pageOf(page).answered]).toEqual(['chat_1']);
  });

  it('are forgotten if their answers are there', async () => {
    const { storage, store } = await left();
    const [search] = storage.json('expertscope_running') as { messageId: string }[];
    await store.putMessages('chat_1', [answer({ id: 'msg_5', timestamp: at(90) })]);
    const page = await openPage({ storage });
    await until(() => !storage.getItem('expertscope_running')?.includes(search?.messageId ?? '-'));
    expect(pageOf(page).elsewhere).not.toHaveProperty('chat_1');
    page.session.close();
  });

  it('are forgotten if their chat is gone', async () => {
    const { storage, store, searches } = await left();
    await store.deleteChat('chat_1');
    const page = await openPage({ storage, transport: searches });
    await until(() => searches.in('chat_2').followed.length === 1);
    expect(searchedIn(page)).toEqual(['chat_2']);
    expect(searches.in('chat_1').followed).toEqual([]);
  });
});

describe('searches in another page of the same browser', () => {
  /** Two pages of one browser; the first searches in a chat that is not open in the second. */
  async function twoPages() {
    const { locks } = navigator;
    const storage = seeded();
    const searches = new SearchesByChat();
    const there = await openPage({ storage, transport: searches, locks });
    const sent = there.act.send('And in Cusco?', STANDARD);
    await settled();
    const tabs = new EventTarget();
    storage.setItem('expertscope_current_chat', 'chat_2');
    const here = await openPage({ storage, transport: searches, locks, tabs });
    await settled();
    const tell = (key: string) => tabs.dispatchEvent(storageEvent(key));
    return { there, here, sent, searches, tell };
  }

  it('show as running and answered here, and are followed only once', async () => {
    const { there, here, sent, searches, tell } = await twoPages();
    expect(searchedIn(here)).toEqual(['chat_1']);
    there.act.selectChat('chat_2');
    searches.in('chat_1').answerAll(50);
    await sent;
    tell('expertscope_running');
    expect(searchedIn(here)).toEqual([]);
    expect([...pageOf(here).answered]).toEqual(['chat_1']);
    await settled();
    expect(searches.in('chat_1').followed).toEqual([]);
    expect(here.reported).toEqual([]);
    here.session.close();
  });

  it.each(['stopIn', 'deleteChat'] as const)('end with %s here', async (action) => {
    const { here, sent, searches } = await twoPages();
    void here.act[action]('chat_1');
    await sent;
    expect(searches.in('chat_1').stopped).toHaveLength(1);
    here.session.close();
  });

  /** A page of a signed-in user that sends in a new chat, and another one that opens before the service has it. */
  async function sendingInNewChat() {
    const { store, home } = serverStore();
    const storage = new MemoryStorage();
    const { locks } = navigator;
    const there = await openPage({ store, storage, locks });
    const sent = there.act.send('Economists', STANDARD);
    await settled();
    storage.removeItem('expertscope_current_chat');
    const tabs = new EventTarget();
    const here = await openPage({ store, storage, locks, tabs });
    onTestFinished(() => here.session.close());
    await until(() => ids(here.state().chats).includes('chat_new_1'));
    const ended = async () => {
      await sent;
      tabs.dispatchEvent(storageEvent('expertscope_running'));
      await until(() => pageOf(here).uncreated.size === 0);
      home.tell({ type: 'changed' });
      await settled();
    };
    return { there, here, home, ended };
  }

  it('leave their new chat readable here', async () => {
    const { there, here, home, ended } = await sendingInNewChat();
    const { question, reply } = there.searches.stored(20);
    await home.createChat(sampleChat({ id: question.chatId }));
    await home.putMessages(question.chatId, [question, reply]);
    there.searches.answerAll(20);
    await ended();
    here.act.selectChat('chat_new_1');
    await settled();
    expect(here.state().messages).toEqual([question, reply]);
  });

  it('leave no chat here if they are refused', async () => {
    const { there, here, ended } = await sendingInNewChat();
    there.searches.end(new ApiError({ status: 429, code: 'quota-exceeded', message: 'Used up.' }));
    await ended();
    expect(ids(here.state().chats)).toEqual([]);
  });

  it('are taken over when their page is closed', async () => {
    const { there, here, sent, searches } = await twoPages();
    searches.in('chat_1').isFollowable = true;
    there.session.close();
    await sent;
    await until(() => searches.in('chat_1').followed.length === 1);
    searches.in('chat_1').answerAll(50);
    await until(() => searchedIn(here).length === 0);
    expect([...pageOf(here).answered]).toEqual(['chat_1']);
    here.session.close();
  });
});
