import { expect, it, vi } from 'vitest';
import { searchIdOf } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import { answer, sampleDirectory } from '#tests/web/features/search/sample-events.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { removePersonLocally } from '#web/features/chats/stores/local-removal.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const question = (id: string, minutesAgo: number): Message => ({
  ...{ id, chatId: 'chat_1', userId: 'anonymous', role: 'user', content: 'Find experts' },
  timestamp: new Date(NOW - minutesAgo * 60_000).toISOString(),
});

it('deleting a local chat deletes the logs of its recent searches on the service', async () => {
  const forgetSearch = vi.fn(async () => undefined);
  const store = new LocalChats({ storage: undefined, now: () => NOW, forgetSearch, tabs: undefined });
  const messages = [question('msg_old', 600), question('msg_begun_late', 90), question('msg_new', 1)];
  store.archive.change({ messages: new Map(messages.map((message) => [message.id, message])) });
  await store.deleteChat('chat_1');
  const searchIds = await Promise.all(
    ['msg_begun_late', 'msg_new'].map((messageId) =>
      searchIdOf({ userId: 'anonymous', chatId: 'chat_1', messageId }),
    ),
  );
  await expect.poll(() => forgetSearch.mock.calls.flat().toSorted()).toEqual(searchIds.toSorted());
});

it('moving a chat into an account removes it locally without ending its searches', async () => {
  const forgetSearch = vi.fn(async () => undefined);
  const store = new LocalChats({ storage: undefined, now: () => NOW, forgetSearch, tabs: undefined });
  store.archive.change({ messages: new Map([['msg_new', question('msg_new', 1)]]) });
  store.removeChat('chat_1');
  expect(store.archive.read().messages.size).toBe(0);
  expect(forgetSearch).not.toHaveBeenCalled();
});

it('removing a person deletes the logs of the recent searches of the chats that had them, and no others', async () => {
  const forgetSearch = vi.fn(async () => undefined);
  const store = new LocalChats({ storage: undefined, now: () => NOW, forgetSearch, tabs: undefined });
  const profileUrl = 'https://www.linkedin.com/in/ana';
  const directory = sampleDirectory(1);
  const profileDisplayData = {
    ...directory,
    otherProfiles: directory.otherProfiles.map((profile) => ({ ...profile, profileUrl })),
  };
  const messages = [
    question('msg_1', 2),
    answer({ metadata: { outcome: 'answered', profileDisplayData } }),
    answer({ id: 'msg_again', metadata: { outcome: 'answered', profileDisplayData } }),
    question('msg_next', 1),
    { ...question('msg_other', 1), chatId: 'chat_2' },
  ];
  store.archive.change({ messages: new Map(messages.map((message) => [message.id, message])) });
  const news: string[] = [];
  store.subscribe(({ type }) => news.push(type));
  news.length = 0;
  expect(removePersonLocally({ profileUrl, store })).toMatchObject({ answers: 2, chats: 1 });
  const searchIds = await Promise.all(
    ['msg_1', 'msg_next'].map((messageId) =>
      searchIdOf({ userId: 'anonymous', chatId: 'chat_1', messageId }),
    ),
  );
  await expect.poll(() => forgetSearch.mock.calls.flat().toSorted()).toEqual(searchIds.toSorted());
  expect(removePersonLocally({ profileUrl, store })).toMatchObject({ answers: 0 });
  expect(news).toEqual(['changed']);
  expect(forgetSearch).toHaveBeenCalledTimes(2);
});
