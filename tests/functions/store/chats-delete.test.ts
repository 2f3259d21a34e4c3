import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import type { Store } from '#functions/store/store.ts';
import { searchIdOf } from '#shared/ids.ts';
import type { MessageMetadata } from '#shared/message.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { readChatItem, readPartition } from './inspect.ts';
import { leaseOf, MUCH_LATER, newPerson, noise, openSearch, sketchSearch, stepEvents } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();
const CHAT = 'chat_1';
const DAY = 86_400_000;
/** The attributes of a fence, none of which belongs to a message. */
const FENCE = ['expiresAt', 'fenced', 'pk', 'sk', 'v'];

async function fill(store: Store, userId: string, count: number) {
  await store.chats.create({ userId, chatId: CHAT });
  const numbers = Array.from({ length: count }, (_, number) => number);
  await Promise.all(
    numbers.map((number) =>
      store.messages.add({ userId, chatId: CHAT, messageId: `msg_${number}`, role: 'user', content: 'text' }),
    ),
  );
}

/** The chat cannot be read, and only expiring fences of it remain in the table. */
async function expectGone(store: Store, userId: string) {
  const address = { userId, chatId: CHAT };
  expect((await store.chats.list({ userId })).chats).toEqual([]);
  expect(await store.chats.read(address)).toBeUndefined();
  expect(await store.messages.list(address)).toBeUndefined();
  await expectOnlyFences(userId);
}

async function expectOnlyFences(userId: string) {
  for (const item of await readPartition(setup, { userId, chatId: CHAT }))
    expect(Object.keys(item).sort()).toEqual(FENCE);
}

const beginSearch = (store: Store, userId: string, metadata: MessageMetadata = {}) =>
  openSearch(store, sketchSearch({ userId, metadata }));

/** Incompressible, so it is stored in parts. */
const largeMetadata = () => ({ model: noise(800_000) });

describe('deleting a chat', () => {
  it('deletes it with all its messages', async () => {
    const store = setup.open();
    const userId = newPerson();
    await fill(store, userId, 120);
    expect(await store.chats.delete({ userId, chatId: CHAT })).toBe(true);
    const traces = await readChatItem(setup, { userId, chatId: CHAT });
    const stays = Number(traces['expiresAt']) * 1_000 - setup.clock.read();
    expect(Math.ceil(stays / DAY)).toBe(30);
    expect(await readPartition(setup, { userId, chatId: CHAT })).toEqual([]);
    await expectGone(store, userId);
  });

  it.each([
    ['its title', { title: 7 }],
    ['its time', { lastMessageAt: 7 }],
    ['what is announced', { pending: 7 }],
    ['a marker', { pending: new Set(['nothing of ours']) }],
    ['its id', { id: 7, userId: 7 }],
  ])('deletes it even if it is damaged: %s', async (_, damage) => {
    const store = setup.open();
    const userId = newPerson();
    await fill(store, userId, 2);
    const Item = { ...(await readChatItem(setup, { userId, chatId: CHAT })), ...damage };
    await setup.database().client.send(new PutCommand({ TableName: setup.tableName(), Item }));
    expect(await store.chats.delete({ userId, chatId: CHAT })).toBe(true);
    expect(await readPartition(setup, { userId, chatId: CHAT })).toEqual([]);
    await expectGone(store, userId);
  });

  it('deletes a message with a damaged stamp, once', async () => {
    const store = setup.open();
    const userId = newPerson();
    await fill(store, userId, 1);
    const [message] = await readPartition(setup, { userId, chatId: CHAT });
    const Item = { ...message, addedBy: 7 };
    await setup.database().client.send(new PutCommand({ TableName: setup.tableName(), Item }));
    const address = { userId, chatId: CHAT, messageId: 'msg_0' };
    expect([await store.messages.delete(address), await store.messages.delete(address)]).toEqual([
      true,
      false,
    ]);
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 0 });
  });

  it('reports whether there was one to delete', async () => {
    const store = setup.open();
    const userId = newPerson();
    expect(await store.chats.delete({ userId, chatId: CHAT })).toBe(false);
    await fill(store, userId, 1);
    await store.chats.delete({ userId, chatId: CHAT });
    expect(await store.chats.delete({ userId, chatId: CHAT })).toBe(false);
  });

  it('leaves other chats and other people’s chats alone', async () => {
    const store = setup.open();
    const [userId, other] = [newPerson(), newPerson()];
    await fill(store, userId, 2);
    await fill(store, other, 2);
    await store.chats.create({ userId, chatId: 'chat_2' });
    await store.chats.delete({ userId, chatId: CHAT });
    expect((await store.chats.list({ userId })).chats.map(({ id }) => id)).toEqual(['chat_2']);
    expect(await store.chats.read({ userId: other, chatId: CHAT })).toMatchObject({ messageCount: 2 });
  });

  it('deletes an archived one, and one that is deleted several times at once', async () => {
    const store = setup.openForRaces();
    const userId = newPerson();
    await fill(store, userId, 30);
    await store.chats.update({ userId, chatId: CHAT, isArchived: true });
    await Promise.all([1, 2, 3].map(() => store.chats.delete({ userId, chatId: CHAT })));
    await expectGone(store, userId);
  });
});

describe('a deletion interrupted at any write', () => {
  it.each(FAULTS)('is completed by the next list: %s', async (fault) => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      // More than one batch in the case where the process dies between two of them.
      await fill(setup.open(), userId, fault === 'killed after' ? 27 : 2);
      const faulty = setup.openFaulty();
      faulty.failWrite(number, fault);
      const store = faulty.store;
      await store.chats.delete({ userId, chatId: CHAT }).catch(() => undefined);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(2);
      const { chats } = await setup.open().chats.list({ userId });
      // The first write marks the chat as deleted; before that nothing has changed.
      if (number === 0 && !fault.endsWith('after')) {
        expect(chats).toMatchObject([{ id: CHAT, messageCount: 2 }]);
        const page = await setup.open().messages.list({ userId, chatId: CHAT });
        expect(page?.messages).toHaveLength(2);
        continue;
      }
      expect(chats).toEqual([]);
      await expectOnlyFences(userId);
      await expectGone(setup.open(), userId);
    }
  });

  it.each([
    ['a list', (store: Store, userId: string) => store.chats.list({ userId })],
    ['reading the chat', (store: Store, userId: string) => store.chats.read({ userId, chatId: CHAT })],
    ['its messages', (store: Store, userId: string) => store.messages.list({ userId, chatId: CHAT })],
    ['creating it', (store: Store, userId: string) => store.chats.create({ userId, chatId: CHAT })],
    ['a search in it', (store: Store, userId: string) => beginSearch(store, userId)()],
    [
      'a message to it',
      (store: Store, userId: string) =>
        store.messages.add({ userId, chatId: CHAT, messageId: 'msg_9', role: 'user', content: 'x' }),
    ],
  ])('is completed by %s alone', async (_, read) => {
    const userId = newPerson();
    await fill(setup.open(), userId, 2);
    const faulty = setup.openFaulty();
    faulty.failWrite(1, 'timeout before');
    await expect(faulty.store.chats.delete({ userId, chatId: CHAT })).rejects.toThrow();
    expect(await readPartition(setup, { userId, chatId: CHAT })).not.toEqual([]);
    await read(setup.open(), userId);
    expect(await readPartition(setup, { userId, chatId: CHAT })).toEqual([]);
  });

  it('is completed by a repeat', async () => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      await fill(setup.open(), userId, 2);
      const faulty = setup.openFaulty();
      faulty.failWrite(number, 'timeout before');
      const store = faulty.store;
      await store.chats.delete({ userId, chatId: CHAT }).catch(() => undefined);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(2);
      expect(await store.chats.delete({ userId, chatId: CHAT })).toBe(true);
      await expectGone(setup.open(), userId);
    }
  });
});

describe('a deletion and a search at the same time', () => {
  it.each([
    ['an ordinary answer', () => ({ model: 'm' })],
    ['an answer stored in parts', largeMetadata],
  ])('leave nothing when the deletion comes before any write of the search: %s', async (_, makeMetadata) => {
    for (let number = 1; ; number += 1) {
      const userId = newPerson();
      const store = setup.open();
      const faulty = setup.openFaulty();
      faulty.beforeWrite(number, () => store.chats.delete({ userId, chatId: CHAT }));
      await beginSearch(faulty.store, userId, makeMetadata())();
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(2);
      await expectGone(store, userId);
    }
  });

  it.each([
    ['an ordinary answer', () => ({ model: 'm' })],
    ['an answer stored in parts', largeMetadata],
  ])('leave nothing when the rest of the search happens during the deletion: %s', async (_, makeMetadata) => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const searching = setup.openFaulty();
      const search = beginSearch(searching.store, userId, makeMetadata());
      // The search got as far as its question.
      searching.failWrite(2, 'timeout before');
      await search().catch(() => undefined);
      searching.heal();
      const deleting = setup.openFaulty();
      deleting.beforeWrite(number, search);
      await deleting.store.chats.delete({ userId, chatId: CHAT });
      if (deleting.writes.length <= number) return expect(number).toBeGreaterThan(2);
      await expectGone(setup.open(), userId);
    }
  });

  it('leave nothing when the writer dies right after its first write past the deletion', async () => {
    for (let number = 1; ; number += 1) {
      const userId = newPerson();
      const store = setup.open();
      const faulty = setup.openFaulty();
      faulty.beforeWrite(number, () => store.chats.delete({ userId, chatId: CHAT }));
      faulty.failWrite(number, 'killed after');
      await beginSearch(faulty.store, userId, largeMetadata())().catch(() => undefined);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(4);
      await expectGone(store, userId);
    }
  });

  it('leave nothing when the writer resumes long after the deletion', async () => {
    for (let number = 1; ; number += 1) {
      const userId = newPerson();
      const searching = setup.openFaulty();
      const search = beginSearch(searching.store, userId, { model: 'm' });
      searching.failWrite(number, 'timeout before');
      await search().catch(() => undefined);
      if (searching.writes.length <= number) return expect(number).toBeGreaterThan(2);
      setup.clock.pass(3_600_000);
      const store = setup.open();
      await store.chats.read({ userId, chatId: CHAT });
      await store.chats.delete({ userId, chatId: CHAT });
      await search();
      await expectGone(store, userId);
    }
  });
});

describe('the searches of a deleted chat or message', () => {
  const search = async (store: Store, userId: string, suffix: string) => {
    const sketch = sketchSearch({ userId, suffix, metadata: { questionId: `msg_question${suffix}` } });
    await openSearch(store, sketch)();
    return await claim(store, userId, sketch);
  };
  /** A search whose question was announced in its chat but could not be written. */
  const searchUnsaved = async (userId: string) => {
    const sketch = sketchSearch({ userId });
    const faulty = setup.openFaulty();
    faulty.failWrite(1, 'timeout before');
    await expect(faulty.store.searchMessages.open(sketch.opening).saveUserMessage()).rejects.toThrow();
    return await claim(setup.open(), userId, sketch);
  };
  const claim = async (
    store: Store,
    userId: string,
    { userMessage, reply }: ReturnType<typeof sketchSearch>,
  ) => {
    const searchId = await searchIdOf({ userId, chatId: 'chat_1', messageId: userMessage.id });
    const asked = { searchId, userId, chatId: 'chat_1', userMessage, assistantMessageId: reply.id };
    const expiresAt = MUCH_LATER;
    const claimed = { ...asked, deepResearch: false };
    await store.searchLog.claim({ search: claimed, lease: leaseOf(claimed), expiresAt });
    await store.searchLog.append({ searchId, events: stepEvents(1, 2), expiresAt });
    return searchId;
  };
  const logged = async (store: Store, searchId: string) => ({
    search: await store.searchLog.read({ searchId }),
    events: (await store.searchLog.list({ searchId, after: 0 })).length,
  });

  it('lose their logs at once, even if the question was deleted first', async () => {
    const store = setup.open();
    const userId = newPerson();
    const [one, other] = [await search(store, userId, '_1'), await search(store, userId, '_2')];
    for (const searchId of [one, other]) await store.searchLog.end({ searchId, holder: 'first' });
    await store.messages.delete({ userId, chatId: 'chat_1', messageId: 'msg_question_2' });
    await store.chats.delete({ userId, chatId: 'chat_1' });
    for (const searchId of [one, other])
      expect(await logged(store, searchId)).toEqual({ search: undefined, events: 0 });
  });

  it.each(['question', 'answer'])(
    'lose their logs with their %s alone, while others keep theirs',
    async (role) => {
      const store = setup.open();
      const userId = newPerson();
      const [one, other] = [await search(store, userId, '_1'), await search(store, userId, '_2')];
      for (const searchId of [one, other]) await store.searchLog.end({ searchId, holder: 'first' });
      expect(await store.messages.delete({ userId, chatId: CHAT, messageId: `msg_${role}_1` })).toBe(true);
      expect(await logged(store, one)).toEqual({ search: undefined, events: 0 });
      expect(await logged(store, other)).toMatchObject({ search: { status: 'ended' }, events: 2 });
    },
  );

  it.each([
    { what: 'chat', remove: (store: Store, userId: string) => store.chats.delete({ userId, chatId: CHAT }) },
    {
      what: 'question',
      remove: (store: Store, userId: string) =>
        store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_question' }),
    },
  ])('are stopped if running, and lose their logs once they have ended: $what', async ({ remove }) => {
    const store = setup.open();
    const userId = newPerson();
    const searchId = await search(store, userId, '');
    await remove(store, userId);
    const holder = { searchId, holder: 'first', leaseUntil: MUCH_LATER };
    expect(await store.searchLog.renew(holder)).toEqual({ stopRequested: true });
    await store.searchLog.append({ searchId, events: stepEvents(3, 3), expiresAt: MUCH_LATER });
    expect(await store.searchLog.end(holder)).toBe(true);
    expect(await logged(store, searchId)).toEqual({ search: undefined, events: 0 });
  });

  it('are also stopped when their question is announced but not stored yet', async () => {
    const store = setup.open();
    const userId = newPerson();
    const searchId = await searchUnsaved(userId);
    expect(await readPartition(setup, { userId, chatId: CHAT })).toEqual([]);
    await store.chats.delete({ userId, chatId: CHAT });
    const holder = { searchId, holder: 'first', leaseUntil: MUCH_LATER };
    expect(await store.searchLog.renew(holder)).toEqual({ stopRequested: true });
    expect(await store.searchLog.end(holder)).toBe(true);
    expect(await logged(store, searchId)).toEqual({ search: undefined, events: 0 });
  });

  it('are erased with the account even if their question is not stored yet', async () => {
    const store = setup.open();
    const userId = newPerson();
    const searchId = await searchUnsaved(userId);
    const stopped: unknown[] = [];
    const wait = async () => {
      const holder = { searchId, holder: 'first', leaseUntil: MUCH_LATER };
      stopped.push(await store.searchLog.renew(holder));
      await store.searchLog.end(holder);
    };
    await store.account.erase({ userId, settles: 0, wait });
    expect(stopped).toEqual([{ stopRequested: true }]);
    expect(await logged(store, searchId)).toEqual({ search: undefined, events: 0 });
  });

  it('lose their logs even if their instance has died', async () => {
    const clock = { now: NOON };
    const store = setup.open({ clock: () => clock.now });
    const userId = newPerson();
    const searchId = await search(store, userId, '');
    await store.searchLog.renew({ searchId, holder: 'first', leaseUntil: NOON + 10_000 });
    clock.now = NOON + 60_000;
    await store.chats.delete({ userId, chatId: 'chat_1' });
    expect(await logged(store, searchId)).toEqual({ search: undefined, events: 0 });
  });
});
