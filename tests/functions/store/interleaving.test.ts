import { describe, expect, it } from 'vitest';
import { chatOrder } from '#functions/store/keys.ts';
import type { Store } from '#functions/store/store.ts';
import { compareCounts, readChatItem } from './inspect.ts';
import { newPerson, sketchSearch } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();
const CHAT = 'chat_1';
/** Later than this file’s clock ever gets. */
const EVENING = NOON + 6 * 3_600_000;

interface Operation {
  name: string;
  run: (store: Store, userId: string) => Promise<unknown>;
  /** What holds for the chat afterwards, whatever else happens. */
  leaves: object;
  /** The change in the number of messages. */
  count: number;
}

function save(store: Store, { userId, name, at }: { userId: string; name: string; at: number }) {
  const { opening, reply } = sketchSearch({ userId, suffix: `_${name}`, at, takes: 1_000 });
  return store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
}

const OPERATIONS: readonly Operation[] = [
  {
    name: 'archiving',
    run: (store, userId) => store.chats.update({ userId, chatId: CHAT, isArchived: true }),
    leaves: { isArchived: true },
    count: 0,
  },
  {
    name: 'renaming',
    run: (store, userId) => store.chats.update({ userId, chatId: CHAT, title: 'Renamed' }),
    leaves: { title: 'Renamed' },
    count: 0,
  },
  {
    name: 'adding a message',
    run: (store, userId) =>
      store.messages.add({ userId, chatId: CHAT, messageId: 'msg_added', role: 'user', content: 'x' }),
    leaves: {},
    count: 1,
  },
  {
    name: 'bringing in a message of the past',
    run: (store, userId) =>
      store.messages.add({
        userId,
        chatId: CHAT,
        messageId: 'msg_old',
        role: 'user',
        content: 'x',
        timestamp: new Date(NOON - 86_400_000).toISOString(),
      }),
    leaves: {},
    count: 1,
  },
  {
    name: 'deleting a message',
    run: (store, userId) => store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_first' }),
    leaves: {},
    count: -1,
  },
  {
    name: 'a search',
    run: (store, userId) => save(store, { userId, name: 'early', at: NOON }),
    leaves: {},
    count: 2,
  },
  {
    name: 'a later search',
    run: (store, userId) => save(store, { userId, name: 'late', at: EVENING }),
    leaves: {
      lastMessageAt: new Date(EVENING + 1_000).toISOString(),
      updatedAt: new Date(EVENING + 1_000).toISOString(),
    },
    count: 2,
  },
];

const pairs = OPERATIONS.flatMap((one) =>
  OPERATIONS.filter((other) => other !== one).map((other) => [one.name, other.name, one, other] as const),
);

it('the later of two times is kept even if another clock is ahead', async () => {
  const address = { userId: newPerson(), chatId: CHAT };
  const ahead = setup.open({ clock: () => EVENING + 60_000 });
  const store = setup.open();
  await store.chats.create(address);
  await ahead.chats.update({ ...address, title: 'Renamed in the future' });
  const slow = setup.openFaulty();
  const at = NOON + 3_600_000;
  // The last write does the counting, after the later search has been counted.
  slow.beforeWrite(3, () => save(store, { userId: address.userId, name: 'late', at: at + 60_000 }));
  await save(slow.store, { userId: address.userId, name: 'early', at });
  const chat = await store.chats.read(address);
  expect(chat?.lastMessageAt).toBe(new Date(at + 61_000).toISOString());
  expect(chat?.updatedAt).toBe(new Date(EVENING + 60_000).toISOString());
});

describe.each(pairs)('%s, with %s in between', (_one, _other, one, other) => {
  it('has the effects of both, whichever write the other one precedes', async () => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: CHAT };
      const store = setup.open();
      await store.chats.create(address);
      await store.messages.add({ ...address, messageId: 'msg_first', role: 'user', content: 'x' });

      const slow = setup.openFaulty();
      slow.beforeWrite(number, () => other.run(store, userId));
      await one.run(slow.store, userId);
      if (slow.writes.length <= number) return expect(number).toBeGreaterThan(0);

      const chat = await store.chats.read(address);
      expect(chat).toMatchObject({
        ...one.leaves,
        ...other.leaves,
        messageCount: 1 + one.count + other.count,
      });
      if (chat === undefined) continue;
      expect(await readChatItem(setup, address)).toMatchObject({ order: chatOrder(chat) });
      const { stored, lastStored } = await compareCounts(store, address);
      expect(stored.count).toBe(chat.messageCount);
      if (lastStored !== undefined) expect(chat.lastMessageAt >= lastStored).toBe(true);
      expect(chat.updatedAt >= chat.lastMessageAt).toBe(true);
    }
  });
});
