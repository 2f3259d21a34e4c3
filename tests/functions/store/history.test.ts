import { describe, expect, it, vi } from 'vitest';
import { chatKey, chatsOf, digestKey, type Item, kindOf, messageKey } from '#functions/store/keys.ts';
import type { Store } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { forEachConcurrently } from '#functions/timing.ts';
import { FAULTS } from '#tests/support/dynamodb-faults.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import {
  answeredWith,
  newMessage,
  newPerson,
  openSearch,
  personOf,
  profileOf,
  sketchSearch,
} from './samples.ts';
import { setUpStore } from './setup.ts';

const CHAT = 'chat_1';
const QUARTER = 15 * 60_000;

const setup = setUpStore();
const table = () => new Table(setup.database().client, setup.tableName(), setup.clock.read);
const search = (store: Store, userId: string, { suffix = '', slugs = ['ada', 'bea'] } = {}) =>
  openSearch(store, sketchSearch({ userId, suffix, metadata: answeredWith(...slugs) }))();
const say = (store: Store, userId: string, { chatId = CHAT, messageId = 'msg_a', content = 'Find x' } = {}) =>
  store.messages.add({ userId, chatId, messageId, role: 'user', content });
const itemsOf = async (userId: string): Promise<Item[]> =>
  (await table().query(chatsOf(userId), undefined)).filter((item) => kindOf(item) === 'digest');

async function readAll(store: Store, userId: string) {
  const pages = [await store.history.list({ userId })];
  for (let { cursor } = pages[0] ?? {}; cursor !== undefined; ) {
    const page = await store.history.list({ userId, cursor });
    pages.push(page);
    cursor = page.cursor;
  }
  return {
    pages: pages.length,
    sizes: pages.map((page) => Buffer.byteLength(JSON.stringify(page))),
    chats: pages.flatMap(({ chats }) => chats),
    digests: pages.flatMap(({ digests }) => digests),
  };
}

describe('the digests of a search', () => {
  it('hold the request and the people found, with the chat, archived or not', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    await search(store, userId);
    await store.chats.update({ userId, chatId: CHAT, isArchived: true });
    const { chats, digests } = await readAll(store, userId);
    expect(chats).toMatchObject([{ id: CHAT, title: 'Find experts', isArchived: true }]);
    const person = (slug: string) => ({
      name: `The invented ${slug}`,
      headline: 'Engineer',
      profileUrl: urlOf(slug),
    });
    expect(digests.map(({ timestamp: _, ...digest }) => digest)).toEqual([
      { chatId: CHAT, messageId: 'msg_answer', people: [person('ada'), person('bea')] },
      { chatId: CHAT, messageId: 'msg_question', request: 'Find experts' },
    ]);
  });

  it('are limited in size, however much was asked or found', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    const slugs = Array.from({ length: 500 }, (_, index) => `p${index}`);
    await search(store, userId, { slugs });
    await say(store, userId, { content: '\u{1F469}'.repeat(7_000) });
    const { digests } = await readAll(store, userId);
    expect(digests.map(({ people }) => people?.length).filter(Boolean)).toEqual([60]);
    expect(digests.find(({ messageId }) => messageId === 'msg_a')?.request?.length).toBe(2_000);
  });

  it('follow a changed request, and omit a message with nothing to find it by', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId);
    await store.messages.update({ userId, chatId: CHAT, messageId: 'msg_a', content: 'Find lawyers' });
    const reply = { userId, chatId: CHAT, messageId: 'msg_b', role: 'assistant' } as const;
    await store.messages.add({ ...reply, content: 'Nobody was found.' });
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find lawyers' }]);
  });

  it('follow the later of two changes of a request', async () => {
    const [store, userId, slow] = [setup.open(), newPerson(), setup.openFaulty()];
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId);
    const message = { userId, chatId: CHAT, messageId: 'msg_a' };
    // The earlier change is made, but the digest does not follow it yet.
    slow.beforeWrite(2, () => store.messages.update({ ...message, content: 'Find lawyers' }));
    await slow.store.messages.update({ ...message, content: 'Find divers' });
    expect((await store.messages.list(message))?.messages).toMatchObject([{ content: 'Find lawyers' }]);
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find lawyers' }]);
  });

  it('stay when a second attempt stores the message, and the first one is found dead', async () => {
    const userId = newPerson();
    const { failWrite, heal, store } = setup.openFaulty();
    await store.chats.create({ userId, chatId: CHAT });
    failWrite(3, 'throttled');
    await expect(say(store, userId)).rejects.toThrow();
    heal();
    expect(await say(store, userId)).toMatchObject({ status: 'added' });
    setup.clock.pass(2 * QUARTER);
    expect((await store.chats.list({ userId })).chats).toMatchObject([{ messageCount: 1 }]);
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
  });

  it('stay when another attempt stores the same message first', async () => {
    const [userId, slow] = [newPerson(), setup.openFaulty()];
    await slow.store.chats.create({ userId, chatId: CHAT });
    slow.beforeWrite(3, () => say(setup.open(), userId));
    expect(await say(slow.store, userId)).toMatchObject({ status: 'exists' });
    expect((await readAll(slow.store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
  });

  it('stay when another attempt stores the message just as the first one is found dead', async () => {
    const [userId, faulty] = [newPerson(), setup.openFaulty()];
    await faulty.store.chats.create({ userId, chatId: CHAT });
    faulty.failWrite(2, 'killed after');
    await expect(say(faulty.store, userId)).rejects.toThrow();
    setup.clock.pass(2 * QUARTER);
    const reader = setup.openFaulty();
    // The reader has fenced the first attempt and found no message.
    reader.beforeWrite(1, () => say(setup.open(), userId));
    expect((await reader.store.chats.list({ userId })).chats).toMatchObject([{ messageCount: 1 }]);
    expect((await readAll(setup.open(), userId)).digests).toMatchObject([{ request: 'Find x' }]);
  });

  it.each([
    ['an answer with people', answeredWith('cy'), [['cy']]],
    ['an answer without people', {}, []],
  ])(
    'belong to the answer that is stored, however far another attempt at it has come: %s',
    async (_, metadata, found) => {
      for (let number = 1; number < 5; number += 1) {
        const [store, userId, slow] = [setup.open(), newPerson(), setup.openFaulty()];
        const taken = sketchSearch({ userId, content: 'Taken over', metadata });
        slow.beforeWrite(number, openSearch(store, taken));
        await search(slow.store, userId);
        const { messages = [] } = (await store.messages.list({ userId, chatId: CHAT })) ?? {};
        expect(messages[1]?.content).toBe('Taken over');
        const { digests } = await readAll(store, userId);
        expect(
          digests.flatMap(({ people }) => (people ? [people.map(({ profileUrl }) => profileUrl)] : [])),
        ).toEqual(found.map((slugs) => slugs.map((slug) => urlOf(slug))));
      }
    },
  );

  it('belong to the answer that is stored after another attempt died before it', async () => {
    const [store, userId, faulty] = [setup.open(), newPerson(), setup.openFaulty()];
    faulty.failWrite(3, 'killed after');
    await expect(search(faulty.store, userId)).rejects.toThrow();
    await search(store, userId, { slugs: ['cy'] });
    expect((await readAll(store, userId)).digests).toMatchObject([
      { messageId: 'msg_answer', people: [{ profileUrl: urlOf('cy') }] },
      { messageId: 'msg_question' },
    ]);
  });

  /** The profile URLs in the stored answer and in its digest, once dead writers have been found dead. */
  async function foundAndSearchable(store: Store, userId: string) {
    setup.clock.pass(2 * QUARTER);
    await store.chats.list({ userId });
    const { messages = [] } = (await store.messages.list({ userId, chatId: CHAT })) ?? {};
    const { digests } = await readAll(store, userId);
    const urlsOf = (people: readonly { profileUrl: string }[] = []) =>
      people.map(({ profileUrl }) => profileUrl);
    return {
      found: urlsOf(messages[1]?.metadata?.profileDisplayData?.otherProfiles),
      searchable: urlsOf(digests.find(({ messageId }) => messageId === 'msg_answer')?.people),
    };
  }

  it.each([
    ['with people', answeredWith('cy')],
    ['without people', {}],
  ])('belong to the answer that is stored, wherever another attempt at it dies: %s', async (_, metadata) => {
    for (let overtaken = 1; overtaken < 6; overtaken += 1)
      for (let last = overtaken - 1; last < 6; last += 1) {
        const [store, userId, faulty] = [setup.open(), newPerson(), setup.openFaulty()];
        const other = openSearch(store, sketchSearch({ userId, content: 'Taken over', metadata }));
        faulty.beforeWrite(overtaken, other);
        faulty.failWrite(last, 'killed after');
        await search(faulty.store, userId).catch(() => undefined);
        if (last < overtaken) await other();
        const { found, searchable } = await foundAndSearchable(store, userId);
        expect(searchable).toEqual(found);
      }
  });

  it('belong to the answer that is stored, wherever a second attempt dies too', async () => {
    const stored = new Set<string>();
    for (let last = 0; last < 9; last += 1) {
      const [store, userId] = [setup.open(), newPerson()];
      const [first, second] = [setup.openFaulty(), setup.openFaulty()];
      first.failWrite(3, 'killed after');
      await expect(search(first.store, userId)).rejects.toThrow();
      second.failWrite(last, 'killed after');
      await search(second.store, userId, { slugs: ['bea'] }).catch(() => undefined);
      await search(store, userId, { slugs: ['cy'] });
      const { found, searchable } = await foundAndSearchable(store, userId);
      expect(searchable).toEqual(found);
      for (const url of found) stored.add(url);
    }
    expect([...stored]).toEqual([urlOf('cy'), urlOf('bea')]);
  });

  it('belong to an answer without people, however many other attempts it forestalls', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    const [first, second] = [setup.openFaulty(), setup.openFaulty()];
    const nobody = openSearch(store, sketchSearch({ userId, content: 'Nobody', metadata: {} }));
    second.beforeWrite(4, nobody);
    first.beforeWrite(4, () => search(second.store, userId));
    await search(first.store, userId);
    expect((await readAll(store, userId)).digests).toMatchObject([{ messageId: 'msg_question' }]);
  });

  /** Adds a message; the write with this number waits until `resume` is called. */
  async function sayHalting(
    { beforeWrite, store }: ReturnType<typeof setup.openFaulty>,
    { userId, number }: { userId: string; number: number },
  ) {
    const [reached, resumed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    beforeWrite(number, () => {
      reached.resolve();
      return resumed.promise;
    });
    const added = say(store, userId).catch((error: unknown) => error);
    await Promise.race([reached.promise, added]);
    return () => {
      resumed.resolve();
      return added;
    };
  }

  /** Two attempts at one message, of which the first halts before the write with this number, until `resume` is called. */
  async function haltAt(number: number) {
    const [store, userId] = [setup.open(), newPerson()];
    const [slow, other] = [setup.openFaulty(), setup.openFaulty()];
    await store.chats.create({ userId, chatId: CHAT });
    const findDead = () => {
      setup.clock.pass(2 * QUARTER);
      return store.chats.list({ userId });
    };
    return { store, userId, other, findDead, resume: await sayHalting(slow, { userId, number }) };
  }

  it('stay when another attempt signs them that has been found dead', async () => {
    const { store, userId, other, findDead, resume } = await haltAt(1);
    await findDead();
    other.beforeWrite(2, resume);
    expect(await say(other.store, userId)).toMatchObject({ status: 'added' });
    expect(await resume()).toEqual({ status: 'conflict' });
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
  });

  it('stay when another attempt that has signed them is found dead', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    const [dying, other] = [setup.openFaulty(), setup.openFaulty()];
    await store.chats.create({ userId, chatId: CHAT });
    dying.failWrite(1, 'killed after');
    const resume = await sayHalting(dying, { userId, number: 1 });
    setup.clock.pass(QUARTER / 2);
    other.beforeWrite(2, async () => {
      await resume();
      // Only the first attempt is now older than a quarter of an hour.
      setup.clock.pass((3 * QUARTER) / 4);
      await store.chats.list({ userId });
    });
    expect(await say(other.store, userId)).toMatchObject({ status: 'added' });
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
  });

  it('are not restored after their message has been deleted', async () => {
    for (const number of [3, 4]) {
      const { store, userId, other, findDead, resume } = await haltAt(1);
      await findDead();
      other.beforeWrite(2, resume);
      // The message is stored by then, without a digest or with one that has just been restored.
      other.beforeWrite(number, () => store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_a' }));
      await say(other.store, userId);
      expect((await readAll(store, userId)).digests).toEqual([]);
    }
  });

  it.each([
    { halted: 1, isFoundDead: false },
    { halted: 1, isFoundDead: true },
    { halted: 2, isFoundDead: false },
    { halted: 2, isFoundDead: true },
  ])(
    'are stored exactly if their message is, whichever of two attempts at it ends last: %o',
    async ({ halted, isFoundDead }) => {
      for (const isLast of [true, false])
        for (const fault of ['timeout before', 'killed after'] as const) {
          const { store, userId, other, findDead, resume } = await haltAt(halted);
          if (isFoundDead) await findDead();
          if (!isLast) other.beforeWrite(2, resume);
          other.failWrite(2, fault);
          await say(other.store, userId).catch(() => undefined);
          await findDead();
          await resume();
          const { messages = [] } = (await store.messages.list({ userId, chatId: CHAT })) ?? {};
          const { digests } = await readAll(store, userId);
          expect(digests.map(({ messageId }) => messageId)).toEqual(messages.map(({ id }) => id));
        }
    },
  );

  it('still belong to the first message when another is sent with its id', async () => {
    const [store, userId, dying] = [setup.open(), newPerson(), setup.openFaulty()];
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId);
    dying.failWrite(1, 'killed after');
    await expect(say(dying.store, userId, { content: 'Another' })).rejects.toThrow();
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
    expect(await say(store, userId, { content: 'Another' })).toEqual({ status: 'conflict' });
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
    await store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_a' });
    expect(await say(store, userId)).toEqual({ status: 'conflict' });
    expect(await itemsOf(userId)).toEqual([]);
  });
});

describe('a page of history', () => {
  /** Three chats, the second so large that a page ends within it. */
  async function fillPages(store: Store, userId: string): Promise<string[]> {
    for (const chatId of ['chat_1', 'chat_10', 'chat_2']) await store.chats.create({ userId, chatId });
    await say(store, userId, { chatId: 'chat_10', messageId: 'msg_x' });
    const item = await table().get(digestKey({ userId, chatId: 'chat_10', messageId: 'msg_x' }), undefined);
    const numbers = Array.from({ length: 1_100 }, (_, index) => `msg_${index}`);
    await forEachConcurrently(numbers, 25, (messageId) =>
      table().put({ ...item, ...digestKey({ userId, chatId: 'chat_10', messageId }) }, undefined),
    );
    return numbers;
  }

  it('omits a chat that is being deleted, even when the page starts within it', async () => {
    const userId = newPerson();
    await fillPages(setup.open(), userId);
    const faulty = setup.openFaulty();
    // The first write marks the chat as deleted; the others remove its contents.
    faulty.failWrite(1, 'timeout before');
    await expect(faulty.store.chats.delete({ userId, chatId: 'chat_10' })).rejects.toThrow();
    const { pages, chats, digests } = await readAll(setup.open(), userId);
    expect([pages, digests]).toEqual([2, []]);
    expect(chats.map(({ id }) => id)).toEqual(['chat_1', 'chat_2']);
  });

  it('omits a chat deleted since the previous page', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    await fillPages(store, userId);
    const { cursor = '', digests } = await store.history.list({ userId });
    expect(digests).not.toEqual([]);
    const faulty = setup.openFaulty();
    faulty.failWrite(1, 'timeout before');
    await expect(faulty.store.chats.delete({ userId, chatId: 'chat_10' })).rejects.toThrow();
    expect(await store.history.list({ userId, cursor })).toMatchObject({
      chats: [{ id: 'chat_2' }],
      digests: [],
    });
  });

  it('continues where the previous one ended, even within a chat', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    const numbers = await fillPages(store, userId);
    const { pages, chats, digests } = await readAll(store, userId);
    expect(pages).toBe(2);
    expect(chats.map(({ id }) => id)).toEqual(['chat_1', 'chat_10', 'chat_2']);
    expect(new Set(digests.map(({ messageId }) => messageId))).toEqual(new Set([...numbers, 'msg_x']));
  });

  it('ends before it exceeds a Lambda function’s response limit', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    const [fullName, headline] = ['海'.repeat(120), '海'.repeat(240)];
    const otherProfiles = Array.from({ length: 60 }, (_, index) =>
      profileOf(`p${index}`, { fullName, headline }),
    );
    const display = { verifiedProfiles: [], totalProfiles: 60, searchQuery: '', useDeepResearch: false };
    const metadata = { profileDisplayData: { ...display, otherProfiles } };
    await openSearch(store, sketchSearch({ userId, metadata }))();
    const item = await table().get(digestKey({ userId, chatId: CHAT, messageId: 'msg_answer' }), undefined);
    const names = Array.from({ length: 100 }, (_, index) => `msg_${index}`);
    for (const messageId of names)
      await table().put({ ...item, ...digestKey({ userId, chatId: CHAT, messageId }) }, undefined);
    const { pages, sizes, digests } = await readAll(store, userId);
    expect(pages).toBe(2);
    expect(Math.max(...sizes)).toBeLessThan(6_000_000);
    const ids = digests.map(({ messageId }) => messageId);
    expect(ids.sort()).toEqual([...names, 'msg_answer', 'msg_question'].sort());
  });
});

describe('damaged history', () => {
  /** Changes an item in a way the product never does. */
  const damage = async (key: { pk: string; sk: string }, change: Record<string, unknown>) => {
    const item = { ...(await table().get(key, undefined)), ...key, ...change };
    await table().put(item, undefined);
    return await table().get(key, undefined);
  };

  it('of a chat is read as far as possible, logged, and left as it is', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const [store, userId] = [setup.open(), newPerson()];
    for (const chatId of ['chat_1', 'chat_2']) {
      await store.chats.create({ userId, chatId });
      await say(store, userId, { chatId });
    }
    const item = await damage(chatKey({ userId, chatId: 'chat_1' }), { title: 7 });
    setup.clock.pass(2 * QUARTER);
    const { chats, digests } = await readAll(store, userId);
    expect(chats.map(({ id, title }) => [id, title])).toEqual([
      ['chat_1', 'Untitled chat'],
      ['chat_2', 'New Chat'],
    ]);
    expect(digests.map(({ chatId }) => chatId)).toEqual(['chat_1', 'chat_2']);
    expect(log.mock.calls).toMatchObject([[{ errorMessage: 'a chat could not be read in full' }]]);
    expect(await table().get(chatKey({ userId, chatId: 'chat_1' }), undefined)).toEqual(item);
    expect(await itemsOf(userId)).toHaveLength(2);
    log.mockRestore();
  });

  it('of one message is left out and logged', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const [store, userId] = [setup.open(), newPerson()];
    await store.chats.create({ userId, chatId: CHAT });
    for (const messageId of ['msg_a', 'msg_b']) await say(store, userId, { messageId });
    await damage(digestKey({ userId, chatId: CHAT, messageId: 'msg_a' }), {
      payload: { form: 'json', json: '{' },
    });
    const { chats, digests } = await readAll(store, userId);
    expect([chats.length, digests.map(({ messageId }) => messageId)]).toEqual([1, ['msg_b']]);
    expect(log.mock.calls).toMatchObject([[{ errorMessage: 'the digest of a message could not be read' }]]);
    expect(await itemsOf(userId)).toHaveLength(2);
    log.mockRestore();
  });

  it('of a question whose text is lost still finds it, even when it is sent again', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId);
    await damage(messageKey({ userId, chatId: CHAT, messageId: 'msg_a' }), { content: 7 });
    expect(await say(store, userId)).toMatchObject({ status: 'exists', message: { lost: 'text' } });
    expect((await readAll(store, userId)).digests).toMatchObject([{ request: 'Find x' }]);
  });

  it('does not prevent removing a person from lists', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const [store, userId] = [setup.open(), newPerson()];
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId, { messageId: 'msg_a' });
    await store.lists.create({ userId, listId: 'list_1', name: 'Engineers' });
    await store.lists.save({ userId, listId: 'list_1', people: [personOf('ada')] });
    await damage(digestKey({ userId, chatId: CHAT, messageId: 'msg_a' }), { payload: 7 });
    const somebody = { userId, profileUrl: urlOf('ada') };
    expect(await store.account.removePerson(somebody)).toMatchObject({ lists: 1 });
    expect(await store.account.findPerson(somebody)).toMatchObject({ lists: 0 });
    log.mockRestore();
  });
});

describe('deleted history', () => {
  it('goes with its message or chat', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    await search(store, userId);
    await store.chats.create({ userId, chatId: 'chat_10' });
    await say(store, userId, { chatId: 'chat_10' });
    await store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_question' });
    expect((await readAll(store, userId)).digests.map(({ messageId }) => messageId)).toEqual([
      'msg_answer',
      'msg_a',
    ]);
    await store.chats.delete({ userId, chatId: CHAT });
    expect((await itemsOf(userId)).map(({ sk }) => sk)).toEqual(['CHAT#chat_10#MSG#msg_a']);
  });

  it('goes with its message even if that is being changed by a process that dies', async () => {
    const [store, userId, slow] = [setup.open(), newPerson(), setup.openFaulty()];
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId);
    const message = { userId, chatId: CHAT, messageId: 'msg_a' };
    // The message is changed by then, but its digest does not follow it yet.
    slow.beforeWrite(2, () => store.messages.delete(message));
    slow.failWrite(2, 'killed after');
    await slow.store.messages.update({ ...message, content: 'Find divers' }).catch(() => undefined);
    expect(slow.writes).toHaveLength(3);
    expect(await itemsOf(userId)).toEqual([]);
  });

  it.each(FAULTS)('leaves nothing after an interrupted write, once the rest is done: %s', async (fault) => {
    for (let number = 0; ; number += 1) {
      const userId = newPerson();
      const faulty = setup.openFaulty();
      faulty.failWrite(number, fault);
      await search(faulty.store, userId).catch(() => undefined);
      faulty.heal();
      const isReached = faulty.writes.length > number;
      const store = setup.open();
      // Half of them in a chat that is deleted, half in one that stays.
      if (number % 2 === 0) await store.chats.delete({ userId, chatId: CHAT });
      setup.clock.pass(2 * QUARTER);
      await store.chats.list({ userId });
      await store.history.list({ userId });
      const { messages = [] } = (await store.messages.list({ userId, chatId: CHAT })) ?? {};
      const stored = new Set(messages.map(({ id }) => `CHAT#chat_1#MSG#${id}`));
      expect((await itemsOf(userId)).filter(({ sk }) => !stored.has(String(sk)))).toEqual([]);
      if (!isReached) return expect(number).toBeGreaterThan(3);
    }
  });

  it.each([
    ['has been deleted', false],
    ['has been deleted without a trace', true],
  ])('is hidden, and later removed, when its chat %s and its writer has died', async (_, isLongGone) => {
    const [store, userId] = [setup.open(), newPerson()];
    if (isLongGone) await store.chats.create({ userId, chatId: 'chat_0' });
    await store.chats.create({ userId, chatId: CHAT });
    await say(store, userId);
    const [digest] = await itemsOf(userId);
    await store.chats.delete({ userId, chatId: CHAT });
    if (isLongGone) await table().deleteAll([chatKey({ userId, chatId: CHAT })], undefined);
    await table().put({ pk: '', sk: '', ...digest }, undefined);
    expect([(await readAll(store, userId)).digests, (await itemsOf(userId)).length]).toEqual([[], 1]);
    setup.clock.pass(2 * QUARTER);
    expect([(await readAll(store, userId)).digests, (await itemsOf(userId)).length]).toEqual([[], 0]);
  });

  it('stays deleted when its message, whose write got no answer, is saved again', async () => {
    const [store, userId, faulty] = [setup.open(), newPerson(), setup.openFaulty()];
    const run = openSearch(faulty.store, sketchSearch({ userId, metadata: answeredWith('ada') }));
    faulty.failWrite(2, 'timeout after');
    await expect(run()).rejects.toThrow();
    faulty.heal();
    await store.messages.delete({ userId, chatId: CHAT, messageId: 'msg_question' });
    await run();
    expect((await readAll(store, userId)).digests).toEqual([]);
    expect(await store.chats.list({ userId })).toMatchObject({ chats: [{ messageCount: 0 }] });
  });

  it('loses both people when two are removed at once', async () => {
    const [store, userId] = [setup.open(), newPerson()];
    await search(store, userId, { slugs: ['ada', 'bea', 'cy'] });
    const racing = setup.openForRaces();
    const remove = (slug: string) => racing.account.removePerson({ userId, profileUrl: urlOf(slug) });
    await store.account.findPerson({ userId, profileUrl: urlOf('ada') });
    expect((await readAll(store, userId)).digests[0]?.people).toHaveLength(3);
    await Promise.all([remove('ada'), remove('cy')]);
    expect((await readAll(store, userId)).digests[0]?.people).toMatchObject([{ profileUrl: urlOf('bea') }]);
  });

  it('loses both people when one is removed while the other is', async () => {
    const [store, userId, slow] = [setup.open(), newPerson(), setup.openFaulty()];
    await search(store, userId, { slugs: ['ada', 'bea', 'cy'] });
    // The digest has been read by then, with both people.
    slow.beforeWrite(0, () => store.history.removePerson({ userId, profileUrl: urlOf('cy') }));
    await slow.store.history.removePerson({ userId, profileUrl: urlOf('ada') });
    expect((await readAll(store, userId)).digests[0]?.people).toMatchObject([{ profileUrl: urlOf('bea') }]);
  });
});

it('a digest keeps unusual text, with lone surrogates replaced', async () => {
  const [store, userId] = [setup.open(), newPerson()];
  await store.chats.create({ userId, chatId: CHAT });
  const { content } = newMessage({ userId, content: '<script>alert(1)</script> \u0000 \ud800 é' });
  await say(store, userId, { content });
  expect((await readAll(store, userId)).digests[0]?.request).toBe(content.toWellFormed());
});
