import { describe, expect, it } from 'vitest';
import { searchIdOf } from '#shared/ids.ts';
import { APOLOGY } from '#shared/search-errors.ts';
import {
  at,
  profilesEvent,
  sampleChat,
  sampleMessage,
  stepEvent,
} from '#tests/web/features/search/sample-events.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { ApiError } from '#web/lib/api.ts';
import { FakeSearches, openPage, settled, texts } from '../conversation-rig.ts';
import { MemoryStorage, storageEvent } from '../stores/memory-storage.ts';

const DEEP = { deepResearch: true };

/** Crypto runs outside the promise queue. */
const followed = async (searches: FakeSearches, times = 1) => {
  while (searches.followed.length < times) await settled();
  await settled();
};

function followable(known: FakeSearches): FakeSearches {
  const searches = new FakeSearches();
  searches.isFollowable = true;
  searches.requests.push(...known.requests);
  return searches;
}

/** A page closed during its search, with what it leaves in storage. */
async function closedInTheMiddle() {
  const page = await openPage();
  const sent = page.act.send('Economists', DEEP);
  await settled();
  page.searches.push(stepEvent('query-generation', 'active'));
  await settled();
  page.session.close();
  await sent;
  return page;
}

describe('a reload during a search', () => {
  it('follows the search from its first event and stores its answer once', async () => {
    const before = await closedInTheMiddle();
    const { storage } = before;
    const searches = followable(before.searches);
    const { state } = await openPage({ storage, searches });
    expect(texts(state().messages)).toEqual(['user: Economists']);
    expect(state()).toMatchObject({ isLoading: true, loadingMessage: 'Initializing AI systems...' });
    await followed(searches);
    const name = { userId: 'anonymous', chatId: 'chat_new_1', messageId: 'msg_new_2' };
    expect(searches.followed).toEqual([{ searchId: await searchIdOf(name), after: 0 }]);
    searches.push(stepEvent('query-generation', 'active'), profilesEvent(2));
    await settled();
    expect(state().search).toMatchObject({ phase: 'streaming', profiles: { totalProfiles: 2 } });
    searches.answerAll(1);
    await settled();
    const { question, reply } = searches.stored(1);
    expect(state()).toMatchObject({ messages: [question, reply], isLoading: false, search: undefined });
    expect(storage.json('expertscope_messages')).toEqual([question, reply]);
    expect(state().chats).toMatchObject([{ messageCount: 2 }]);
    expect(storage.json('expertscope_chats')).toMatchObject([{ messageCount: 2 }]);
    expect(storage.getItem('expertscope_running')).toBeNull();
  });

  it('is handled by any number of tabs, which store one answer', async () => {
    const before = await closedInTheMiddle();
    const { storage } = before;
    const tabs = [followable(before.searches), followable(before.searches)] as const;
    const pages = [
      await openPage({ storage, searches: tabs[0] }),
      await openPage({ storage, searches: tabs[1] }),
    ];
    for (const searches of tabs) {
      await followed(searches);
      searches.answerAll(1);
      await settled();
    }
    for (const page of pages) expect(page.state().messages).toHaveLength(2);
    expect(storage.json('expertscope_messages')).toHaveLength(2);
    expect(storage.json('expertscope_chats')).toMatchObject([{ messageCount: 2 }]);
  });

  it('resends a message that had not reached the service, under the same ids', async () => {
    const { storage } = await closedInTheMiddle();
    const { searches, state } = await openPage({ storage });
    await followed(searches);
    const request = {
      chatId: 'chat_new_1',
      messageId: 'msg_new_2',
      content: 'Economists',
      deepResearch: true,
    };
    expect(searches.requests).toEqual([request]);
    searches.answerAll(1);
    await settled();
    expect(state().messages).toHaveLength(2);
  });

  it('returns the text to the input when the service then refuses it', async () => {
    const { storage } = await closedInTheMiddle();
    const { searches, state } = await openPage({ storage });
    await followed(searches);
    searches.end(new ApiError({ status: 429, code: 'quota-exceeded', message: 'Used up.' }));
    await settled();
    expect(state()).toMatchObject({
      messages: [],
      chats: [],
      error: { message: 'Used up.' },
      returned: { chatId: undefined, text: 'Economists' },
    });
  });

  it('does not resend an old message, which stays in the chat', async () => {
    const { storage } = await closedInTheMiddle();
    const now = () => Date.parse(at(3_000));
    const { searches, state } = await openPage({ storage, now });
    await followed(searches);
    expect(searches.requests).toEqual([]);
    expect(texts(state().messages)).toEqual(['user: Economists']);
    expect(state()).toMatchObject({ isLoading: false, search: undefined, error: undefined });
    expect(storage.getItem('expertscope_running')).toBeNull();
  });

  it('keeps the people found and apologises if the search is lost after all', async () => {
    const before = await closedInTheMiddle();
    const searches = followable(before.searches);
    const { state } = await openPage({ storage: before.storage, searches });
    await followed(searches);
    searches.push(profilesEvent(2));
    await settled();
    searches.end(new ApiError({ status: 404, code: 'not-found', message: 'Nothing.' }));
    searches.isFollowable = false;
    await followed(searches, 2);
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
    expect(state()).toMatchObject({ isLoading: false, search: { profiles: { totalProfiles: 2 } } });
    expect(searches.requests).toEqual(before.searches.requests);
  });

  it('does not resend a message whose search was to be stopped', async () => {
    const { act, session, searches, storage } = await openPage();
    const sent = act.send('Economists', DEEP);
    await settled();
    const stopped = Promise.withResolvers<void>();
    searches.stop = () => stopped.promise;
    act.stop();
    const page = await openPage({ storage });
    await settled();
    expect(page.searches.requests).toEqual([]);
    session.close();
    await sent;
  });

  it('lets the search be stopped', async () => {
    const before = await closedInTheMiddle();
    const searches = followable(before.searches);
    const { act, state } = await openPage({ storage: before.storage, searches });
    await followed(searches);
    searches.push(profilesEvent(2));
    await settled();
    act.stop();
    expect(state().isStopping).toBe(true);
    act.stop();
    while (searches.stopped.length === 0) await settled();
    await settled();
    expect(searches.stopped).toHaveLength(1);
    expect(state()).toMatchObject({ isStopping: false, search: { outcome: 'stopped' } });
  });
});

describe('a search in another tab', () => {
  it('is followed in the chat open in both once that tab has begun it', async () => {
    const chat = sampleChat({ lastMessageAt: at(0) });
    const storage = new MemoryStorage({
      expertscope_chats: JSON.stringify([chat]),
      expertscope_current_chat: 'chat_1',
    });
    const tabs = new EventTarget();
    const there = await openPage({ storage });
    const searches = followable(there.searches);
    const here = await openPage({ storage, searches, store: new LocalChats({ storage, tabs }) });
    there.act.send('Economists', DEEP);
    await settled();
    tabs.dispatchEvent(storageEvent('expertscope_messages'));
    await followed(searches);
    expect(here.state()).toMatchObject({ isLoading: true, messages: [{ content: 'Economists' }] });
    searches.requests.push(...there.searches.requests);
    there.searches.answerAll(1);
    searches.answerAll(1);
    await settled();
    expect(here.state().messages).toEqual(there.state().messages);
    expect(storage.json('expertscope_messages')).toHaveLength(2);
  });
});

describe('a message without an answer', () => {
  const waiting = (seconds: number) =>
    new MemoryStorage({
      expertscope_chats: JSON.stringify([sampleChat()]),
      expertscope_messages: JSON.stringify([sampleMessage({ timestamp: at(seconds) })]),
      expertscope_current_chat: 'chat_1',
    });

  it('is followed once, showing nothing until there is something to show', async () => {
    const { searches, state, act } = await openPage({ storage: waiting(-1_000) });
    expect(state()).toMatchObject({ isLoading: true, loadingMessage: undefined, search: undefined });
    await followed(searches);
    expect(state()).toMatchObject({ isLoading: false, error: undefined });
    await act.refresh();
    await settled();
    expect(searches.followed).toHaveLength(1);
    expect(searches.requests).toEqual([]);
  });

  it('stays when the service refuses to say whether it has a search, and is followed another time', async () => {
    const searches = new FakeSearches();
    searches.isFollowable = true;
    const { act, state, storage } = await openPage({ storage: waiting(-1_000), searches });
    await followed(searches);
    searches.end(new ApiError({ status: 403, code: 'forbidden', message: 'Not from here.' }));
    await settled();
    expect(state()).toMatchObject({ isLoading: false, error: undefined, returned: undefined });
    expect(storage.json('expertscope_messages')).toHaveLength(1);
    await act.refresh();
    await followed(searches, 2);
    expect(state().messages).toHaveLength(1);
  });

  it('is not followed once its search has been forgotten', async () => {
    const { searches, state } = await openPage({ storage: waiting(-3_700) });
    await settled();
    expect(state().isLoading).toBe(false);
    expect(searches.followed).toEqual([]);
  });
});
