import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { urlOf } from '#tests/support/fake-providers.ts';
import { readPartition } from './inspect.ts';
import { newPerson, sketchSearch } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();

async function createChat() {
  const store = setup.openForRaces();
  const address = { userId: newPerson(), chatId: 'chat_1' };
  await store.chats.create(address);
  const add = (messageId: string, content = messageId) =>
    store.messages.add({ ...address, messageId, role: 'user', content });
  return { store, address, add };
}

describe('listing messages', () => {
  it('returns them oldest first, whatever their ids', async () => {
    const { store, address, add } = await createChat();
    for (const id of ['msg_c', 'msg_a', 'msg_b']) await add(id);
    const page = await store.messages.list(address);
    expect(page?.messages.map(({ id }) => id)).toEqual(['msg_c', 'msg_a', 'msg_b']);
    expect(page).not.toHaveProperty('cursor');
  });

  it('returns a hundred per page, and every message once', async () => {
    const { store, address, add } = await createChat();
    const ids = Array.from({ length: 101 }, (_, number) => `msg_${number}`);
    for (const id of ids) await add(id);
    const sizes: number[] = [];
    const listed: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.messages.list({ ...address, ...(cursor && { cursor }) });
      sizes.push(page?.messages.length ?? 0);
      listed.push(...(page?.messages ?? []).map(({ id }) => id));
      cursor = page?.cursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([100, 1]);
    expect(listed).toEqual(ids);
  });

  it('takes one query besides looking up the chat', async () => {
    const { address, add } = await createChat();
    await add('msg_1');
    const { store, requests } = setup.openFaulty();
    await store.messages.list(address);
    expect(requests.sort()).toEqual(['Get', 'Query']);
  });

  it('distinguishes a chat without messages from a missing chat', async () => {
    const { store, address } = await createChat();
    expect(await store.messages.list(address)).toEqual({ messages: [] });
    expect(await store.messages.list({ ...address, chatId: 'chat_2' })).toBeUndefined();
    expect(await store.messages.list({ ...address, userId: newPerson() })).toBeUndefined();
  });
});

describe('adding a message', () => {
  it('dates it now and updates the chat', async () => {
    const { store, address, add } = await createChat();
    const added = await add('msg_1', 'Hello');
    if (added.status !== 'added') throw new Error(added.status);
    expect(added.message).toMatchObject({ id: 'msg_1', content: 'Hello', role: 'user', ...address });
    const { timestamp } = added.message;
    const refreshed = { messageCount: 1, lastMessageAt: timestamp, updatedAt: timestamp };
    expect(await store.chats.read(address)).toMatchObject(refreshed);
  });

  it('requires one’s own chat', async () => {
    const { store, address } = await createChat();
    const message = { messageId: 'msg_1', role: 'user', content: 'x' } as const;
    expect(await store.messages.add({ ...address, ...message, chatId: 'chat_2' })).toEqual({
      status: 'no-chat',
    });
    expect(await store.messages.add({ ...address, ...message, userId: newPerson() })).toEqual({
      status: 'no-chat',
    });
  });

  it('adds it to a chat that is created while the lack of it is being explained', async () => {
    const { store } = await createChat();
    const address = { userId: newPerson(), chatId: 'chat_1' };
    const slow = setup.openFaulty();
    // Neither the chat nor the message was there, and the chat is read once more.
    slow.beforeRead(2, () => store.chats.create(address));
    const added = slow.store.messages.add({ ...address, messageId: 'msg_1', role: 'user', content: 'x' });
    expect(await added).toMatchObject({ status: 'added' });
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 1 });
  });

  it('returns an existing message, and rejects another with its id', async () => {
    const { store, address, add } = await createChat();
    const added = await add('msg_1');
    expect(await add('msg_1')).toEqual({ ...added, status: 'exists' });
    expect(await add('msg_1', 'Something else')).toEqual({ status: 'conflict' });
    const asAnswer = { ...address, messageId: 'msg_1', role: 'assistant', content: 'msg_1' } as const;
    expect(await store.messages.add(asAnswer)).toEqual({ status: 'conflict' });
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 1 });
  });

  it('keeps text that DynamoDB’s UTF-8 cannot hold', async () => {
    const { store, address, add } = await createChat();
    const text = 'half a pair \uD83D, a NUL \u0000, a pair \u{1F50E}';
    await add('msg_1', text);
    expect((await store.messages.list(address))?.messages[0]?.content).toBe(text);
  });
});

describe('changing a message', () => {
  it('rates it, changes the rating and removes it', async () => {
    const { store, address, add } = await createChat();
    await add('msg_1');
    const message = { ...address, messageId: 'msg_1' };
    for (const rating of ['good', 'bad'] as const)
      expect(await store.messages.update({ ...message, rating })).toMatchObject({ metadata: { rating } });
    const after = await store.messages.update({ ...message, rating: null });
    expect(after).not.toHaveProperty('metadata');
    expect((await store.messages.list(address))?.messages).toEqual([after]);
  });

  it('keeps the rest of the metadata along with the rating', async () => {
    const { store, address } = await createChat();
    const metadata = { model: 'gpt-4.1-mini + SerpApi', useDeepResearch: true, rating: 'good' } as const;
    const message = { ...address, messageId: 'msg_1' };
    await store.messages.add({ ...message, role: 'assistant', content: 'x', metadata });
    expect(await store.messages.update({ ...message, rating: 'bad' })).toMatchObject({
      metadata: { ...metadata, rating: 'bad' },
    });
    const { rating: _, ...rest } = metadata;
    const after = await store.messages.update({ ...message, rating: null });
    expect(after).toHaveProperty('metadata', rest);
  });

  it('changes the text but not the role, time or position', async () => {
    const { store, address, add } = await createChat();
    const added = await add('msg_1');
    await add('msg_2');
    const changed = await store.messages.update({ ...address, messageId: 'msg_1', content: 'Changed' });
    expect(changed).toEqual({ ...('message' in added && added.message), content: 'Changed' });
    expect((await store.messages.list(address))?.messages[0]).toEqual(changed);
  });

  it('keeps both of two concurrent changes', async () => {
    const { store, address, add } = await createChat();
    await add('msg_1');
    const message = { ...address, messageId: 'msg_1' };
    await Promise.all([
      store.messages.update({ ...message, content: 'Changed' }),
      store.messages.update({ ...message, rating: 'good' }),
    ]);
    expect((await store.messages.list(address))?.messages[0]).toMatchObject({
      content: 'Changed',
      metadata: { rating: 'good' },
    });
  });

  it('finds nothing for a missing or deleted message or another person’s', async () => {
    const { store, address, add } = await createChat();
    await add('msg_1');
    await add('msg_2');
    await store.messages.delete({ ...address, messageId: 'msg_2' });
    const change = (wrong: object) =>
      store.messages.update({ ...address, messageId: 'msg_1', rating: 'good', ...wrong });
    expect(await change({ messageId: 'msg_9' })).toBeUndefined();
    expect(await change({ messageId: 'msg_2' })).toBeUndefined();
    expect(await change({ chatId: 'chat_2' })).toBeUndefined();
    expect(await change({ userId: newPerson() })).toBeUndefined();
  });
});

describe('deleting a message', () => {
  it('removes it from the chat and its count, and erases its text', async () => {
    const { store, address, add } = await createChat();
    await add('msg_1', 'A secret');
    await add('msg_2');
    expect(await store.messages.delete({ ...address, messageId: 'msg_1' })).toBe(true);
    expect((await store.messages.list(address))?.messages.map(({ id }) => id)).toEqual(['msg_2']);
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 1 });
    expect(JSON.stringify(await readPartition(setup, address))).not.toContain('A secret');
  });

  it('happens once, and its id is not reused', async () => {
    const { store, address, add } = await createChat();
    await add('msg_1');
    const message = { ...address, messageId: 'msg_1' };
    const deleted = await Promise.all([1, 2, 3].map(() => store.messages.delete(message)));
    expect(deleted.filter(Boolean)).toHaveLength(1);
    expect(await add('msg_1')).toEqual({ status: 'conflict' });
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 0 });
  });

  it('finds nothing for a missing message or another person’s', async () => {
    const { store, address, add } = await createChat();
    await add('msg_1');
    expect(await store.messages.delete({ ...address, messageId: 'msg_9' })).toBe(false);
    expect(await store.messages.delete({ ...address, messageId: 'msg_1', userId: newPerson() })).toBe(false);
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 1 });
  });
});

describe('a message with damaged attributes', () => {
  /** Three messages, the second of which is damaged in a way the product never does. */
  async function damage(change: Record<string, unknown>) {
    const chat = await createChat();
    for (const id of ['msg_1', 'msg_2', 'msg_3']) await chat.add(id, `text of ${id}`);
    const read = async () =>
      (await readPartition(setup, chat.address)).find(({ sk }) => sk === 'MSG#msg_2') ?? {};
    const whole = { ...(await read()), ...change };
    // An attribute whose change is undefined is removed.
    const Item = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
    const put = new PutCommand({ TableName: setup.tableName(), Item });
    await setup.database().client.send(put);
    return { ...chat, Item, read };
  }
  const DAMAGES = [
    ['role', { role: 'oracle' }, { role: 'assistant', content: 'text of msg_2', lost: 'metadata' }],
    ['no role', { role: undefined }, { role: 'assistant', content: 'text of msg_2', lost: 'metadata' }],
    ['text', { content: 7 }, { role: 'user', content: '', lost: 'text' }],
    ['rating', { rating: 'so-so' }, { role: 'user', content: 'text of msg_2', lost: 'metadata' }],
    ['payload', { payload: { form: 'tape' } }, { role: 'user', content: 'text of msg_2', lost: 'metadata' }],
    ['time', { timestamp: 'soon' }, { role: 'user', content: 'text of msg_2', lost: 'metadata' }],
    ['id', { id: undefined }, { role: 'user', content: 'text of msg_2', lost: 'metadata' }],
    ['stamp', { addedBy: undefined }, { role: 'user', content: 'text of msg_2', lost: 'metadata' }],
  ] as const;

  it.each(DAMAGES)(
    'is shown as far as it can be read, in its place, and is not rewritten: %s',
    async (_, change, left) => {
      const { store, address, Item, read } = await damage(change);
      const page = await store.messages.list(address);
      expect(page?.messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_2', 'msg_3']);
      expect(page?.messages[1]).toMatchObject({ ...address, ...left });
      expect(page?.messages[1]?.timestamp).toBe(String(Item['order']).split('#')[0]);
      expect(await store.messages.findPerson({ ...address, profileUrl: urlOf('ada') })).toEqual({
        answers: [],
        unreadable: left.role === 'assistant' ? 1 : 0,
      });
      expect(await read()).toEqual(Item);
    },
  );

  it.each(DAMAGES)('is not overwritten when it or another is sent with its id: %s', async (_, change) => {
    const { store, address, Item, read, add } = await damage(change);
    for (const text of ['text of msg_2', 'another']) await add('msg_2', text);
    const { userMessage, opening } = sketchSearch({ userId: address.userId });
    const again = { ...userMessage, id: 'msg_2' };
    await store.searchMessages.open({ ...opening, userMessage: again }).saveUserMessage();
    expect(await read()).toEqual(Item);
    expect(await add('msg_4')).toMatchObject({ status: 'added' });
    expect((await store.messages.list(address))?.messages).toHaveLength(4);
  });

  it('does not break the pages after it', async () => {
    const { store, address, add } = await damage({ timestamp: 'soon', order: 'soon' });
    for (let number = 4; number <= 102; number += 1) await add(`msg_${number}`);
    const first = await store.messages.list(address);
    const second = await store.messages.list({ ...address, cursor: first?.cursor ?? '' });
    expect([first?.messages.length, second?.messages.map(({ id }) => id)]).toEqual([
      100,
      ['msg_102', 'msg_2'],
    ]);
  });
});
