import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Chat } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import { at, sampleChat, sampleDirectory, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import {
  bringChats,
  declineLocalChats,
  findLocalChats,
  localSearches,
  receivingAccountOver,
  takeDraftAlong,
} from '#web/features/chats/stores/bring-chats.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { RemoteChats } from '#web/features/chats/stores/remote-chats.ts';
import { createSearchConnection } from '#web/features/search/connection.ts';
import { initialSearch } from '#web/features/search/search-state.ts';
import { Searches } from '#web/features/search/searches.ts';
import { FakeSearches, openPage } from '../conversation-rig.ts';
import { setUpAccounts } from './account-rig.ts';
import { MemoryStorage } from './memory-storage.ts';
import { serverStore } from './server-store.ts';

const openApi = setUpAccounts();

async function openAccount(refuse?: (request: Request) => Response | undefined) {
  const { api } = await openApi(refuse);
  return { account: receivingAccountOver(api), store: new RemoteChats({ api }) };
}

/** A browser with `count` chats of two messages each, oldest first. */
async function openBrowser(count: number) {
  const storage = new MemoryStorage();
  const local = new LocalChats({ storage, tabs: undefined });
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    const id = newId('chat');
    ids.push(id);
    await local.createChat(sampleChat({ id, title: `Chat ${index}` }));
    await local.putMessages(id, exchange(id, index));
  }
  return { local, storage, ids };
}

function exchange(chatId: string, index: number): Message[] {
  const timestamp = at(index * 10);
  const question = sampleMessage({ id: newId('msg'), chatId, timestamp });
  const metadata = { profileDisplayData: sampleDirectory(2), outcome: 'answered' as const };
  const id = newId('msg');
  return [
    question,
    sampleMessage({
      ...question,
      id,
      role: 'assistant',
      content: 'I found 2.',
      metadata,
      timestamp: at(index * 10 + 1),
    }),
  ];
}

/** Search results: ten people, each with this snippet. */
function resultsOf(snippet: string) {
  const linkedinProfiles = Array.from({ length: 10 }, (_, position) => ({
    url: `https://www.linkedin.com/in/person-${position}`,
    title: 'A person',
    snippet,
    position,
  }));
  return { totalResults: 10, currentPage: 1, hasNextPage: false, linkedinProfiles };
}

/** The part of messages a user can see. */
const seen = (messages: readonly Message[]) =>
  messages.map(({ id, role, content, metadata, timestamp }) => ({ id, role, content, metadata, timestamp }));

it('an account that cannot be reached costs a browser of many chats no more reading than one of few', async () => {
  const readsOf = async (count: number) => {
    const { local } = await openBrowser(count);
    const { account } = await openAccount();
    const createChat = () => Promise.reject(new Error('offline'));
    const read = vi.spyOn(local.archive, 'read');
    expect(await bringChats({ local, account: { ...account, createChat } })).toEqual({
      brought: 0,
      left: count,
    });
    return read.mock.calls.length;
  };
  expect(await readsOf(30)).toBe(await readsOf(3));
});

describe('moving local chats into an account', () => {
  it('moves every chat completely, in order, and leaves nothing behind', async () => {
    const { local, ids } = await openBrowser(3);
    const before = await Promise.all(ids.map((id) => local.listMessages(id)));
    const { account, store } = await openAccount();
    const progress: string[] = [];
    const onProgress = (done: number, total: number) => progress.push(`${done} of ${total}`);
    expect(await bringChats({ local, account, onProgress })).toEqual({ brought: 3, left: 0 });
    expect(progress).toEqual(['0 of 3', '1 of 3', '2 of 3']);
    expect((await store.listChats()).chats.map(({ title }) => title)).toEqual(['Chat 2', 'Chat 1', 'Chat 0']);
    const after = await Promise.all(ids.map((id) => store.listMessages(id)));
    expect(after.map(seen)).toEqual(before.map(seen));
    expect(findLocalChats('ada', { store: local, storage: undefined }).chats).toBe(0);
    expect(local.archive.read().messages.size).toBe(0);
  });

  it('preserves when each chat was created and last used', async () => {
    const { local, ids } = await openBrowser(2);
    const before = (await local.listChats()).chats;
    const { account, store } = await openAccount();
    await bringChats({ local, account });
    const times = (chats: readonly Chat[]) =>
      chats.map(({ id, createdAt, lastMessageAt }) => ({ id, createdAt, lastMessageAt }));
    const after = (await store.listChats()).chats;
    expect(times(after)).toEqual(times(before));
    expect(after.map(({ lastMessageAt }) => lastMessageAt)).toEqual([at(11), at(1)]);
    expect(ids).toHaveLength(2);
  });

  it('preserves the order of messages with the same timestamp', async () => {
    const { local, ids } = await openBrowser(1);
    const [chatId = ''] = ids;
    const late = ['msg_z', 'msg_m', 'msg_a'];
    for (const id of late)
      await local.putMessages(chatId, [sampleMessage({ id, chatId, timestamp: at(60) })]);
    const { account, store } = await openAccount();
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    expect((await store.listMessages(chatId)).slice(2).map(({ id }) => id)).toEqual(late);
  });

  it('sorts moved chats by date, and dates those from a fast clock by the account’s own', async () => {
    const { local, ids } = await openBrowser(1);
    const ahead = newId('chat');
    const never = '2999-01-01T00:00:00.000Z';
    await local.createChat(sampleChat({ id: ahead, title: 'Ahead', createdAt: never, lastMessageAt: never }));
    await local.putMessages(ahead, [sampleMessage({ id: newId('msg'), chatId: ahead, timestamp: never })]);
    const { account, store } = await openAccount();
    const own = newId('chat');
    await store.createChat(sampleChat({ id: own, title: 'Own' }));
    expect(await bringChats({ local, account })).toEqual({ brought: 2, left: 0 });
    const { chats } = await store.listChats();
    expect(chats.map(({ id }) => id)).toEqual([ahead, own, ...ids]);
    expect((chats[0]?.lastMessageAt ?? never) < '2026-11-22').toBe(true);
  });

  it('adds nothing twice when repeated after an interruption', async () => {
    const { local, ids } = await openBrowser(2);
    let posts = 0;
    const { account, store } = await openAccount((request) => {
      if (request.method === 'POST') posts += 1;
      return posts === 5 ? new Response('gateway timeout', { status: 504 }) : undefined;
    });
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 1 });
    expect(await local.listMessages(ids[1] ?? '')).toHaveLength(2);
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    expect(await bringChats({ local, account })).toEqual({ brought: 0, left: 0 });
    const chats = (await store.listChats()).chats;
    expect(chats.map(({ title, messageCount }) => [title, messageCount])).toEqual([
      ['Chat 1', 2],
      ['Chat 0', 2],
    ]);
    for (const id of ids) expect(await store.listMessages(id)).toHaveLength(2);
  });

  it('moves what another page adds to a chat meanwhile', async () => {
    const { local, storage, ids } = await openBrowser(1);
    const [chatId = ''] = ids;
    const other = new LocalChats({ storage, tabs: undefined });
    const added = sampleMessage({ id: newId('msg'), chatId, timestamp: at(60) });
    let posts = 0;
    const { account, store } = await openAccount(({ method }) => {
      if (method === 'POST') posts += 1;
      if (posts === 3) void other.putMessages(chatId, [added]);
      return undefined;
    });
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    expect((await store.listMessages(chatId)).map(({ id }) => id).slice(2)).toEqual([added.id]);
    expect(local.archive.read().messages.size).toBe(0);
  });

  it('does not move what another page deletes meanwhile', async () => {
    const { local, storage, ids } = await openBrowser(2);
    const [first = '', second = ''] = ids;
    const other = new LocalChats({ storage, tabs: undefined });
    const { account, store } = await openAccount(({ method }) => {
      if (method === 'POST') other.removeChat(second);
      return undefined;
    });
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    expect((await store.listChats()).chats.map(({ id }) => id)).toEqual([first]);
  });

  it('keeps archived chats archived', async () => {
    const { local, ids } = await openBrowser(1);
    const [id = ''] = ids;
    await local.updateChat(id, { isArchived: true });
    const { account, store } = await openAccount();
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    expect((await store.listChats()).chats).toEqual([]);
    expect(await store.listMessages(id)).toHaveLength(2);
  });

  it('keeps a rejected chat in the browser, complete, and moves the others', async () => {
    const { local, ids } = await openBrowser(3);
    const [, second = ''] = ids;
    await local.putMessages(second, [sampleMessage({ id: newId('msg'), chatId: second, role: 'tool' })]);
    const { account } = await openAccount();
    expect(await bringChats({ local, account })).toEqual({ brought: 2, left: 1 });
    expect((await local.listChats()).chats.map(({ id }) => id)).toEqual([second]);
    expect(await local.listMessages(second)).toHaveLength(3);
  });

  it.each([
    ['the session has expired', 401],
    ['the service has no time', 408],
    ['a limit is reached', 429],
  ])('stops at the first chat when %s', async (_, status) => {
    const { local } = await openBrowser(3);
    let calls = 0;
    const { account } = await openAccount(() => {
      calls += 1;
      return Response.json({ error: { code: 'a-code', message: 'No.' } }, { status });
    });
    expect(await bringChats({ local, account })).toEqual({ brought: 0, left: 3 });
    expect(calls).toBe(1);
    expect((await local.listChats()).chats).toHaveLength(3);
  });

  it('moves a large answer complete, as a page saves it', async () => {
    const { local, ids } = await openBrowser(1);
    const [chatId = ''] = ids;
    const metadata = { searchResults: resultsOf('wörds '.repeat(8_000)), outcome: 'answered' } as const;
    const large = sampleMessage({ id: newId('msg'), chatId, role: 'assistant', metadata, timestamp: at(50) });
    await local.putMessages(chatId, [large]);
    const { account, store } = await openAccount();
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    await store.putMessages(chatId, [{ ...large, id: newId('msg') }]);
    const stored = (await store.listMessages(chatId)).slice(-2);
    expect(stored.map((message) => message.metadata)).toEqual([metadata, metadata]);
  });

  it('drops undisplayed raw data from a message too large for one request', async () => {
    const { local, ids } = await openBrowser(1);
    const [chatId = ''] = ids;
    // More than a million bytes, but fewer characters.
    const searchResults = resultsOf('wörds '.repeat(16_000));
    const metadata = { searchResults, profileDisplayData: sampleDirectory(2) };
    const large = sampleMessage({ id: newId('msg'), chatId, role: 'assistant', metadata, timestamp: at(50) });
    await local.putMessages(chatId, [large]);
    const { account, store } = await openAccount();
    expect(await bringChats({ local, account })).toEqual({ brought: 1, left: 0 });
    const brought = (await store.listMessages(chatId)).at(-1);
    expect(brought?.metadata).toEqual({ profileDisplayData: metadata.profileDisplayData });
  });
});

describe('the offer', () => {
  it('is made while there are local chats, until the user declines', async () => {
    const { local: store, storage } = await openBrowser(1);
    expect(findLocalChats('ada', { store, storage }).isDeclined).toBe(false);
    declineLocalChats('ada', { storage });
    expect(findLocalChats('ada', { store, storage }).isDeclined).toBe(true);
    expect(findLocalChats('mateo', { store, storage }).isDeclined).toBe(false);
    expect(findLocalChats('ada', { store, storage }).chats).toBe(1);
  });

  it('is not made when there are none', async () => {
    const { local: store, storage } = await openBrowser(0);
    expect(findLocalChats('ada', { store, storage }).chats).toBe(0);
  });
});

/** A browser with a chat whose question has no answer yet, and the service running its search. */
async function openAsking() {
  const { local, storage } = await openBrowser(0);
  const question = sampleMessage({ id: newId('msg'), chatId: newId('chat'), userId: 'anonymous' });
  const { id: messageId, chatId, content } = question;
  await local.createChat(sampleChat({ id: chatId }));
  await local.putMessages(chatId, [question]);
  const sent = {
    chatId,
    messageId,
    content,
    deepResearch: true,
    userId: 'anonymous',
    sentAt: Date.parse(at(0)),
  };
  storage.setItem('expertscope_running', JSON.stringify([sent]));
  const service = new FakeSearches();
  service.isFollowable = true;
  const connection = createSearchConnection(service);
  const searches = new Searches({ openConnection: async () => connection });
  const answer = sampleMessage({
    ...question,
    id: newId('msg'),
    role: 'assistant',
    content: 'I found 2.',
    timestamp: at(9),
  });
  const isRemembered = () => storage.getItem('expertscope_running') !== null;
  return {
    ...{ local, storage, service, question, answer, isRemembered },
    searches: localSearches({ storage, searches }),
  };
}

describe('a chat with a running search', () => {
  it('is moved with its answer once that has arrived', async () => {
    const { local, service, question, answer, isRemembered, searches } = await openAsking();
    const { account, store } = await openAccount();
    const bringing = bringChats({ local, account, searches });
    await expect.poll(() => service.followed).toHaveLength(1);
    expect((await store.listChats()).chats).toEqual([]);
    service.push(
      { type: 'run', data: { searchId: 'search_1', chatId: question.chatId, userMessage: question } },
      { type: 'message', data: answer },
      { type: 'done', data: { outcome: 'answered' } },
    );
    service.end();
    expect(await bringing).toEqual({ brought: 1, left: 0 });
    const brought = await store.listMessages(question.chatId);
    expect(brought.map(({ id }) => id)).toEqual([question.id, answer.id]);
    expect(isRemembered()).toBe(false);
  });

  it('is not moved if it is deleted before the search ends', async () => {
    const { local, storage, service, question, searches } = await openAsking();
    const { account, store } = await openAccount();
    const bringing = bringChats({ local, account, searches });
    await expect.poll(() => service.followed).toHaveLength(1);
    new LocalChats({ storage, tabs: undefined }).removeChat(question.chatId);
    service.push(
      { type: 'run', data: { searchId: 'search_1', chatId: question.chatId, userMessage: question } },
      { type: 'done', data: { outcome: 'stopped' } },
    );
    service.end();
    expect(await bringing).toEqual({ brought: 0, left: 0 });
    expect((await store.listChats()).chats).toEqual([]);
  });

  it('is moved as it is when its search is unknown', async () => {
    const { local, service, question, isRemembered, searches } = await openAsking();
    service.isFollowable = false;
    const { account, store } = await openAccount();
    expect(await bringChats({ local, account, searches })).toEqual({ brought: 1, left: 0 });
    expect(await store.listMessages(question.chatId)).toHaveLength(1);
    expect(isRemembered()).toBe(false);
  });

  it('stays, still waiting, when its search cannot be reached', async () => {
    const { local, storage, question, isRemembered } = await openAsking();
    const state = initialSearch(question.chatId);
    const follow = async () => ({ state, ending: 'lost' as const, refusal: undefined });
    const { account, store } = await openAccount();
    const searches = localSearches({ storage, searches: { follow } });
    expect(await bringChats({ local, account, searches })).toEqual({ brought: 0, left: 1 });
    expect(await local.listMessages(question.chatId)).toHaveLength(1);
    expect((await store.listChats()).chats).toEqual([]);
    expect(isRemembered()).toBe(true);
  });
});

describe('what was typed in the chat that was open before the sign-in', () => {
  afterEach(() => void vi.unstubAllGlobals());

  it('moves to the start screen if the chat stays in the browser, and stays with the chat otherwise', async () => {
    const { local, storage, ids } = await openBrowser(2);
    const [open = '', other = ''] = ids;
    const inAccount = newId('chat');
    const drafts = {
      [`expertscope_draft_${open}`]: 'only women',
      [`expertscope_draft_${other}`]: 'in Lima',
      [`expertscope_draft_${inAccount}`]: 'in Quito',
    };
    const tab = new MemoryStorage(drafts);
    vi.stubGlobal('sessionStorage', tab);
    storage.setItem('expertscope_current_chat', inAccount);
    const { session } = await openPage({ store: serverStore().store, storage });
    takeDraftAlong(session, { store: local });
    expect(Object.fromEntries(tab.entries)).toEqual(drafts);
    session.currentChat.set(open);
    takeDraftAlong(session, { store: local });
    takeDraftAlong(session, { store: local });
    expect(session.page.getState().returned).toEqual({ chatId: undefined, text: 'only women' });
    expect([...tab.entries.values()]).toEqual(['in Lima', 'in Quito']);
  });
});
