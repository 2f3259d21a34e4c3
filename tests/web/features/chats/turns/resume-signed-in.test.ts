import { afterEach, describe, expect, it, vi } from 'vitest';
import { NOT_SAVED } from '#shared/search-errors.ts';
import {
  answer,
  at,
  profilesEvent,
  sampleChat,
  sampleMessage,
} from '#tests/web/features/search/sample-events.ts';
import { restoreWaiting } from '#web/features/chats/drafts.ts';
import { StreamCutError } from '#web/features/search/event-stream.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import { FakeSearches, openPage, STANDARD, settled, texts } from '../conversation-rig.ts';
import { MemoryStorage, storageEvent } from '../stores/memory-storage.ts';
import { serverStore } from '../stores/server-store.ts';

afterEach(() => void vi.unstubAllGlobals());

const HOUR = 3_600;

/** A user's second device; the chat's last message was sent from the first, `seconds` after the start of the samples. */
async function secondDevice({ seconds, isFollowable }: { seconds: number; isFollowable: boolean }) {
  const { store, home, ...server } = serverStore();
  await home.createChat(sampleChat());
  await home.putMessages('chat_1', [sampleMessage({ timestamp: at(seconds), userId: 'sub-1' })]);
  const searches = new FakeSearches();
  searches.isFollowable = isFollowable;
  searches.requests.push({
    chatId: 'chat_1',
    messageId: 'msg_1',
    content: sampleMessage().content,
    ...STANDARD,
  });
  const page = await openPage({ store, searches });
  page.act.selectChat('chat_1');
  while (seconds > -24 * HOUR && searches.followed.length === 0) await settled();
  await settled();
  return { ...page, ...server, home };
}

describe('a search sent from another device', () => {
  it('is followed when its chat is opened', async () => {
    const { state, searches, writes } = await secondDevice({ seconds: -23 * HOUR, isFollowable: true });
    searches.push(profilesEvent(3));
    await settled();
    expect(state().search).toMatchObject({ profiles: { totalProfiles: 3 } });
    searches.answerAll(1);
    await settled();
    expect(state().messages).toMatchObject([{ role: 'user' }, { role: 'assistant' }]);
    expect(state()).toMatchObject({ isLoading: false, chats: [{ messageCount: 2 }] });
    expect(writes()).toEqual([]);
  });

  it('leaves its message unchanged when the search is unknown', async () => {
    const { state, searches } = await secondDevice({ seconds: -HOUR, isFollowable: false });
    expect(searches.requests).toHaveLength(1);
    expect(texts(state().messages)).toHaveLength(1);
    expect(state()).toMatchObject({ isLoading: false, search: undefined, error: undefined });
  });

  it('is not followed after a day', async () => {
    const { searches } = await secondDevice({ seconds: -25 * HOUR, isFollowable: true });
    expect(searches.followed).toEqual([]);
  });
});

describe('an answer that could not be saved', () => {
  async function unsaved(isDown: boolean) {
    const { store, server, home } = serverStore();
    const page = await openPage({ store });
    const sent = page.act.send('Economists', STANDARD);
    await settled();
    const { question, reply } = page.searches.started(1);
    server.isDown = isDown;
    page.searches.push(
      { type: 'message', data: reply },
      { type: 'done', data: { outcome: 'answered', error: NOT_SAVED } },
    );
    page.searches.end();
    await sent;
    await settled();
    return { ...page, home, question, reply };
  }

  it('stays on the page with a notice', async () => {
    const { state, question, reply } = await unsaved(true);
    expect(state()).toMatchObject({
      messages: [question, reply],
      notices: [NOT_SAVED.message],
      error: undefined,
      isLoading: false,
    });
  });

  it('is saved by the page if that now works', async () => {
    const { state, home, question, reply } = await unsaved(false);
    expect(texts(await home.listMessages(question.chatId))).toEqual(texts([question, reply]));
    expect(state()).toMatchObject({ messages: [question, reply], notices: [] });
  });
});

describe('a search whose stream was lost', () => {
  it('fails without storing an apology, since the answer may still arrive', async () => {
    const { store, home, writes } = serverStore();
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question, reply } = searches.started(1);
    searches.push(profilesEvent(2));
    searches.end(new StreamCutError({ lastEventId: 2 }));
    await sent;
    expect(writes()).toEqual([]);
    expect(state()).toMatchObject({
      messages: [question],
      search: { outcome: 'failed', profiles: { totalProfiles: 2 } },
      error: { message: 'Failed to send message' },
    });
    await home.createChat(sampleChat({ id: question.chatId }));
    await home.putMessages(question.chatId, [question, reply]);
    await act.refresh();
    expect(state().messages).toEqual([question, reply]);
  });
});

/** Closes a page before what it sends has reached the server. */
async function closeWhileSending(
  { session }: Awaited<ReturnType<typeof openPage>>,
  sending: Promise<void>,
): Promise<void> {
  await settled();
  session.close();
  await sending;
}

describe('a message not yet sent when the page was closed', () => {
  it('is restored with its new chat and sent', async () => {
    const { store } = serverStore();
    const storage = new MemoryStorage();
    const before = await openPage({ store, storage });
    await closeWhileSending(before, before.act.send('Economists', STANDARD));
    const { searches, state } = await openPage({ store, storage });
    expect(state()).toMatchObject({ currentChatId: 'chat_new_1', chats: [{ title: 'Economists' }] });
    expect(texts(state().messages)).toEqual(['user: Economists']);
    while (searches.requests.length === 0) await settled();
    expect(searches.requests).toEqual(before.searches.requests);
    searches.answerAll(1);
    await settled();
    expect(state().messages).toHaveLength(2);
  });

  it('is restored in its archived chat, below the earlier messages', async () => {
    const { store, home } = serverStore();
    const storage = new MemoryStorage();
    await home.createChat(sampleChat({ isArchived: true, messageCount: 2 }));
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const before = await openPage({ store, storage, now: () => Date.parse(at(20)) });
    before.act.selectChat('chat_1');
    await settled();
    await closeWhileSending(before, before.act.send('And in Cusco?', STANDARD));
    const { act, state } = await openPage({ store, storage, now: () => Date.parse(at(20)) });
    act.selectChat('chat_1');
    await settled();
    expect(state()).toMatchObject({ currentChatId: 'chat_1', chats: [] });
    expect(texts(state().messages)).toHaveLength(3);
    expect(texts(state().messages).at(-1)).toBe('user: And in Cusco?');
  });

  it('is restored below the earlier messages even when the local clock is slow', async () => {
    const { store, home } = serverStore();
    const storage = new MemoryStorage();
    await home.createChat(sampleChat());
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const before = await openPage({ store, storage });
    before.act.selectChat('chat_1');
    await settled();
    await closeWhileSending(before, before.act.send('And in Cusco?', STANDARD));
    const { act, state } = await openPage({ store, storage });
    act.selectChat('chat_1');
    await settled();
    expect(texts(state().messages)).toHaveLength(3);
    expect(texts(state().messages).at(-1)).toBe('user: And in Cusco?');
  });

  it.each([
    ['of the start screen', false, 'expertscope_draft_new'],
    ['of its chat', true, 'expertscope_draft_chat_1'],
  ])('is not sent after ten minutes, but is, after a reload, a draft %s', async (_, isInChat, key) => {
    const tab = new MemoryStorage();
    vi.stubGlobal('sessionStorage', tab);
    const { store, home } = serverStore();
    const storage = new MemoryStorage();
    if (isInChat) {
      await home.createChat(sampleChat());
      await home.putMessages('chat_1', [sampleMessage(), answer()]);
    }
    const before = await openPage({ store, storage });
    if (isInChat) before.act.selectChat('chat_1');
    await settled();
    await closeWhileSending(before, before.act.send('Economists', STANDARD));
    const { state, searches } = await openPage({ store, storage, now: () => Date.parse(at(601)) });
    while (searches.followed.length === 0) await settled();
    await settled();
    expect(searches.requests).toEqual([]);
    expect(texts(state().messages).at(-1)).toBe('user: Economists');
    restoreWaiting();
    expect(Object.fromEntries(tab.entries)).toEqual({ [key]: 'Economists' });
  });

  it('waits without an apology while the service cannot be reached', async () => {
    const { store } = serverStore();
    const storage = new MemoryStorage();
    const before = await openPage({ store, storage });
    await closeWhileSending(before, before.act.send('Economists', STANDARD));
    const searches = new FakeSearches();
    let tries = 0;
    // biome-ignore lint/correctness/useYield: there is nothing to be read
    searches.follow = async function* () {
      tries += 1;
      throw networkError('offline');
    };
    const { session, state } = await openPage({ store, storage, searches });
    while (tries === 0 || session.page.getState().sends['chat_new_1']) await settled();
    expect(texts(state().messages)).toEqual(['user: Economists']);
    expect(state().error).toBeUndefined();
    expect(session.remembered.list('sub-1')).toHaveLength(1);
    session.close();
  });

  it('is not sent again if another page has seen it declined meanwhile', async () => {
    const { store } = serverStore();
    const storage = new MemoryStorage();
    const before = await openPage({ store, storage });
    await closeWhileSending(before, before.act.send('Economists', STANDARD));
    const { session, searches } = await openPage({ store, storage });
    before.session.remembered.forget('msg_new_2');
    while (session.page.getState().sends['chat_new_1']) await settled();
    expect(searches.followed).toHaveLength(1);
    expect(searches.requests).toEqual([]);
  });

  it('is not put into the input if it is declined and nobody typed it', async () => {
    const { store, home } = serverStore();
    const storage = new MemoryStorage();
    await home.createChat(sampleChat());
    await home.putMessages('chat_1', [sampleMessage(), answer()]);
    const before = await openPage({ store, storage });
    before.act.selectChat('chat_1');
    await settled();
    const more = {
      content: 'Find more people',
      refines: answer().id,
      task: { kind: 'more' },
      ...STANDARD,
    } as const;
    await closeWhileSending(before, before.act.ask(more));
    const { state, searches } = await openPage({ store, storage });
    while (searches.requests.length === 0) await settled();
    searches.end(new ApiError({ status: 429, code: 'x', message: 'All used up for today.' }));
    await settled();
    expect(state()).toMatchObject({ returned: undefined, error: { message: 'All used up for today.' } });
  });

  it('is sent by another page of the browser, with its new chat', async () => {
    const { store } = serverStore();
    const storage = new MemoryStorage();
    const before = await openPage({ store, storage });
    const tabs = new EventTarget();
    const other = await openPage({ store, storage, tabs });
    await closeWhileSending(before, before.act.send('Economists', STANDARD));
    tabs.dispatchEvent(storageEvent('expertscope_running'));
    while (other.searches.requests.length === 0) await settled();
    expect(other.searches.requests).toEqual(before.searches.requests);
    other.searches.answerAll(1);
    await settled();
    expect(other.state().chats).toMatchObject([{ title: 'Economists' }]);
    expect(storage.getItem('expertscope_running')).toBeNull();
  });

  it('is forgotten when another user opens the page', async () => {
    const storage = new MemoryStorage();
    const before = await openPage({ store: serverStore().store, storage });
    before.act.send('Economists', STANDARD);
    await settled();
    before.session.close();
    // While an account cannot be loaded nobody counts as signed in, and the message is kept for it.
    await openPage({ storage });
    expect(storage.getItem('expertscope_running')).toContain('Economists');
    await openPage({ store: serverStore().store, storage, userId: 'sub-2' });
    expect(storage.getItem('expertscope_running')).toBeNull();
  });
});
