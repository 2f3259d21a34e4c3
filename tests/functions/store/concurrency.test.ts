import { describe, expect, it } from 'vitest';
import { compareCounts, readPending } from './inspect.ts';
import { newPerson, sketchSearch } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();
const CHAT = 'chat_1';
const WRITERS = Array.from({ length: 100 }, (_, number) => number);

describe('a hundred concurrent writers on one chat', () => {
  it('have every message stored and counted once, in order of time', async () => {
    const store = setup.openForRaces();
    const address = { userId: newPerson(), chatId: CHAT };
    await store.chats.create(address);
    const added = await Promise.all(
      WRITERS.map((number) =>
        store.messages.add({ ...address, messageId: `msg_${number}`, role: 'user', content: String(number) }),
      ),
    );
    expect(new Set(added.map(({ status }) => status))).toEqual(new Set(['added']));
    const messages = added.flatMap((result) => (result.status === 'added' ? [result.message] : []));
    const history = (await store.messages.list(address))?.messages ?? [];
    expect(history).toEqual(messages.toSorted((a, b) => (a.timestamp < b.timestamp ? -1 : 1)));
    const counts = await compareCounts(store, address);
    expect(counts.said).toEqual({ count: 100, listed: 100 });
    expect(counts.lastMessageAt).toBe(history.at(-1)?.timestamp);
    expect(await readPending(setup, address)).toEqual([]);
  });

  it('who all repeat one message store and count it once', async () => {
    const store = setup.openForRaces();
    const address = { userId: newPerson(), chatId: CHAT };
    await store.chats.create(address);
    const added = await Promise.all(
      WRITERS.map(() =>
        store.messages.add({ ...address, messageId: 'msg_1', role: 'user', content: 'Hello' }),
      ),
    );
    const statuses = added.map(({ status }) => status).sort();
    expect(statuses).toEqual(['added', ...Array.from({ length: 99 }, () => 'exists')]);
    expect(new Set(added.map((result) => ('message' in result ? result.message.timestamp : ''))).size).toBe(
      1,
    );
    const { said, stored } = await compareCounts(store, address);
    expect(said).toEqual({ count: 1, listed: 1 });
    expect(stored).toEqual(said);
    expect(await readPending(setup, address)).toEqual([]);
  });

  it('who save, add, delete, rename and read leave correct counts, never seen below zero', async () => {
    const store = setup.openForRaces();
    const userId = newPerson();
    const address = { userId, chatId: CHAT };
    await store.chats.create(address);
    const seen: number[] = [];
    const turns = [
      (number: number) =>
        store.messages.add({ ...address, messageId: `msg_${number}`, role: 'user', content: 'x' }),
      (number: number) => store.messages.delete({ ...address, messageId: `msg_${number - 1}` }),
      (number: number) =>
        store.chats.update({ ...address, title: `Title ${number}`, isArchived: number % 2 === 0 }),
      async () => seen.push((await store.chats.read(address))?.messageCount ?? -1),
      (number: number) => {
        const times = { at: NOON + number, takes: 5_000 - 2 * number };
        const { opening, reply } = sketchSearch({ userId, suffix: `${number}`, ...times });
        return store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
      },
    ];
    await Promise.all(WRITERS.map((number) => turns[number % turns.length]?.(number)));
    await store.chats.update({ ...address, isArchived: false });
    const { said, stored } = await compareCounts(store, address);
    expect(said).toEqual(stored);
    expect(said.count).toBeGreaterThanOrEqual(40);
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(0);
    expect(await readPending(setup, address)).toEqual([]);
  });
});
