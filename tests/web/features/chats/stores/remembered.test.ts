import { describe, expect, it } from 'vitest';
import {
  createCurrentChat,
  createRememberedSearches,
  hasStoredChats,
} from '#web/features/chats/stores/remembered.ts';
import { disabledStorage, MemoryStorage } from './memory-storage.ts';

const search = (number: number, change: { userId?: string; chatId?: string } = {}) => ({
  userId: 'anonymous',
  chatId: `chat_${number}`,
  messageId: `msg_${number}`,
  content: 'Economists',
  deepResearch: true,
  sentAt: number,
  ...change,
});

it('the chat opened last is remembered, unless what is stored is no chat’s id', () => {
  const storage = new MemoryStorage();
  const current = createCurrentChat(storage);
  current.set('chat_1');
  expect(createCurrentChat(storage).get()).toBe('chat_1');
  current.set(undefined);
  expect([current.get(), storage.length]).toEqual([undefined, 0]);
  storage.setItem('expertscope_current_chat', '../lists');
  expect(current.get()).toBeUndefined();
});

it.each(['expertscope_chats', 'expertscope_messages'])(
  'a browser with %s alone has chats to be read',
  (key) => {
    expect(hasStoredChats(new MemoryStorage({ [key]: '[]' }))).toBe(true);
    expect(hasStoredChats(new MemoryStorage())).toBe(false);
  },
);

describe('a browser’s remembered searches', () => {
  it('are kept per user until forgotten', () => {
    const storage = new MemoryStorage();
    const remembered = createRememberedSearches(storage);
    remembered.add(search(1));
    remembered.add(search(2, { userId: 'sub-1' }));
    expect(remembered.list('anonymous')).toEqual([search(1)]);
    expect(createRememberedSearches(storage).list('sub-1')).toEqual([search(2, { userId: 'sub-1' })]);
    remembered.forget('msg_1');
    remembered.forget('msg_2');
    expect(storage.length).toBe(0);
  });

  it('are limited to the newest ten, one per chat', () => {
    const remembered = createRememberedSearches(new MemoryStorage());
    for (let number = 1; number <= 14; number += 1) remembered.add(search(number));
    remembered.add(search(15, { chatId: 'chat_14' }));
    expect(remembered.list('anonymous').map(({ messageId }) => messageId)).toEqual(
      [5, 6, 7, 8, 9, 10, 11, 12, 13, 15].map((number) => `msg_${number}`),
    );
  });

  it('of signed-out users are dropped', () => {
    const remembered = createRememberedSearches(new MemoryStorage());
    remembered.add(search(1));
    remembered.add(search(2, { userId: 'sub-1' }));
    remembered.add(search(3, { userId: 'sub-2' }));
    remembered.forgetOthers('sub-2');
    expect(['anonymous', 'sub-1', 'sub-2'].map((id) => remembered.list(id).length)).toEqual([1, 0, 1]);
  });

  it.each(['{oops', '7', 'null', '[7,{"chatId":"x"}]'])('are empty when storage holds %s', (text) => {
    const remembered = createRememberedSearches(new MemoryStorage({ expertscope_running: text }));
    expect(remembered.list('anonymous')).toEqual([]);
    remembered.add(search(1));
    expect(remembered.list('anonymous')).toEqual([search(1)]);
  });

  it('are empty without storage, and nothing fails', () => {
    for (const storage of [undefined, disabledStorage]) {
      const remembered = createRememberedSearches(storage);
      remembered.add(search(1));
      remembered.forget('msg_1');
      expect(remembered.list('anonymous')).toEqual([]);
    }
  });
});
