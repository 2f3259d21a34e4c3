import { describe, expect, it } from 'vitest';
import { StoreError } from '#functions/store/errors.ts';
import type { Store } from '#functions/store/store.ts';
import { FAULTS, type Fault } from '#tests/support/dynamodb-faults.ts';
import { compareCounts, readPending } from './inspect.ts';
import { newPerson, openSearch, sketchSearch } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();
const CHAT = 'chat_1';
const AN_HOUR = 3_600_000;

interface Operation {
  name: string;
  /** What exists before the operation. */
  prepare: (store: Store, userId: string) => Promise<unknown>;
  /** Prepares the operation once; the result can be run repeatedly. */
  begin: (store: Store, userId: string) => () => Promise<unknown>;
  /** The number of messages at the end. */
  messages: number;
}

const withTwo = async (store: Store, userId: string) => {
  await store.chats.create({ userId, chatId: CHAT });
  for (const messageId of ['msg_a', 'msg_b'])
    await store.messages.add({ userId, chatId: CHAT, messageId, role: 'user', content: messageId });
};

const beginSearch = (store: Store, userId: string) =>
  openSearch(store, sketchSearch({ userId, at: NOON + AN_HOUR }));

const OPERATIONS: readonly Operation[] = [
  { name: 'a search in a new chat', prepare: async () => undefined, begin: beginSearch, messages: 2 },
  { name: 'a search in a chat with messages', prepare: withTwo, begin: beginSearch, messages: 4 },
  {
    name: 'adding a message',
    prepare: withTwo,
    begin: (store, userId) => () =>
      store.messages.add({ userId, chatId: CHAT, messageId: 'msg_c', role: 'user', content: 'c' }),
    messages: 3,
  },
  {
    name: 'deleting a message',
    prepare: withTwo,
    begin: (store, userId) => () => store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_a' }),
    messages: 1,
  },
  {
    name: 'changing a message',
    prepare: withTwo,
    begin: (store, userId) => () =>
      store.messages.update({ userId, chatId: CHAT, messageId: 'msg_a', rating: 'good' }),
    messages: 2,
  },
  {
    name: 'creating a chat',
    prepare: async () => undefined,
    begin: (store, userId) => () => store.chats.create({ userId, chatId: CHAT }),
    messages: 0,
  },
  {
    name: 'changing a chat',
    prepare: withTwo,
    begin: (store, userId) => () => store.chats.update({ userId, chatId: CHAT, title: 'New' }),
    messages: 2,
  },
];

/** Runs the operation with one write failing; `isReached` tells whether it made that many writes. */
async function breakOff(
  operation: Operation,
  { number, fault, userId }: { number: number; fault: Fault; userId: string },
) {
  await operation.prepare(setup.open(), userId);
  const faulty = setup.openFaulty();
  const run = operation.begin(faulty.store, userId);
  faulty.failWrite(number, fault);
  const error = await run().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  faulty.heal();
  return { isReached: faulty.writes.length > number, error, run };
}

describe.each(OPERATIONS)('$name, interrupted', (operation) => {
  it.each(FAULTS)('leaves correct counts at the next read and after a repeat: %s', async (fault) => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: CHAT };
      const { isReached, error, run } = await breakOff(operation, { number, fault, userId });
      if (!isReached) return expect(number).toBeGreaterThan(0);
      expect(error).toBeInstanceOf(StoreError);

      const store = setup.open();
      const afterwards = await compareCounts(store, address);
      expect(afterwards.said).toEqual(afterwards.stored);

      await run();
      const repeated = await compareCounts(store, address);
      expect(repeated.said).toEqual({ count: operation.messages, listed: operation.messages });
      expect(repeated.stored).toEqual(repeated.said);
      if (repeated.lastStored !== undefined && operation.name !== 'deleting a message')
        expect(repeated.lastMessageAt).toBe(repeated.lastStored);
    }
  });

  it('is settled by the first read after a quarter of an hour, without a repeat', async () => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: CHAT };
      const { isReached } = await breakOff(operation, { number, fault: 'killed after', userId });
      if (!isReached) return expect(number).toBeGreaterThan(0);
      setup.clock.pass(AN_HOUR);
      const { said, stored } = await compareCounts(setup.open(), address);
      expect(said).toEqual(stored);
      expect(await readPending(setup, address)).toEqual([]);
    }
  });

  it('keeps counts correct when a condition fails at any write', async () => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: CHAT };
      await operation.prepare(setup.open(), userId);
      const faulty = setup.openFaulty();
      faulty.failCondition(number);
      await operation.begin(faulty.store, userId)();
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(0);
      const { said, stored } = await compareCounts(setup.open(), address);
      expect(said).toEqual(stored);
    }
  });

  it('keeps counts correct when a reader presumes the writer dead before any write', async () => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: CHAT };
      await operation.prepare(setup.open(), userId);
      const faulty = setup.openFaulty();
      faulty.beforeWrite(number, async () => {
        setup.clock.pass(AN_HOUR);
        await setup.open().chats.read(address);
      });
      await operation.begin(faulty.store, userId)();
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(0);
      const { said, stored } = await compareCounts(setup.open(), address);
      expect(said).toEqual(stored);
    }
  });

  it('changes no count when its writer resumes after the operation was settled', async () => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const address = { userId, chatId: CHAT };
      const { isReached, run } = await breakOff(operation, { number, fault: 'timeout before', userId });
      if (!isReached) return expect(number).toBeGreaterThan(0);
      setup.clock.pass(AN_HOUR);
      await setup.open().chats.read(address);
      await run();
      const { said, stored } = await compareCounts(setup.open(), address);
      expect(said).toEqual(stored);
    }
  });
});
