import { expect, it, vi } from 'vitest';
import { searchIdOf } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';

const NOW = Date.UTC(2026, 10, 22, 12);
const question = (id: string, minutesAgo: number): Message => ({
  ...{ id, chatId: 'chat_1', userId: 'anonymous', role: 'user', content: 'Find experts' },
  timestamp: new Date(NOW - minutesAgo * 60_000).toISOString(),
});

it('deleting a local chat deletes the logs of its recent searches on the service', async () => {
  const forgetSearch = vi.fn(async () => undefined);
  const store = new LocalChats({ storage: undefined, now: () => NOW, forgetSearch, tabs: undefined });
  const messages = [question('msg_old', 600), question('msg_new', 1)];
  store.archive.change({ messages: new Map(messages.map((message) => [message.id, message])) });
  await store.deleteChat('chat_1');
  const named = { userId: 'anonymous', chatId: 'chat_1', messageId: 'msg_new' };
  const searchId = await searchIdOf(named);
  await expect.poll(() => forgetSearch.mock.calls).toEqual([[searchId]]);
});

it('moving a chat into an account removes it locally without ending its searches', async () => {
  const forgetSearch = vi.fn(async () => undefined);
  const store = new LocalChats({ storage: undefined, now: () => NOW, forgetSearch, tabs: undefined });
  store.archive.change({ messages: new Map([['msg_new', question('msg_new', 1)]]) });
  store.removeChat('chat_1');
  expect(store.archive.read().messages.size).toBe(0);
  expect(forgetSearch).not.toHaveBeenCalled();
});
