import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, vi } from 'vitest';
import { InvalidCursorError, StoreError } from '#functions/store/errors.ts';
import { readChatItem, readPartition } from './inspect.ts';
import { newPerson, sketchSearch } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();

async function createChats(count: number) {
  const store = setup.open();
  const userId = newPerson();
  for (let number = 0; number < count; number += 1)
    await store.chats.create({ userId, chatId: `chat_${number}`, title: `Chat ${number}` });
  return { store, userId };
}

describe('creating a chat', () => {
  it('makes it empty, active and dated now', async () => {
    const store = setup.open();
    const address = { userId: newPerson(), chatId: 'chat_1' };
    const created = await store.chats.create({ ...address, title: '  Lawyers  ' });
    if (created.status !== 'created') throw new Error(created.status);
    expect(created.chat).toMatchObject({
      id: 'chat_1',
      title: 'Lawyers',
      messageCount: 0,
      isArchived: false,
    });
    expect(created.chat.createdAt).toBe(created.chat.lastMessageAt);
    expect(await store.chats.read(address)).toEqual(created.chat);
  });

  it.each([undefined, '', '   '])('names it New Chat when the title is %j', async (title) => {
    const store = setup.open();
    const options = { userId: newPerson(), chatId: 'chat_1', ...(title !== undefined && { title }) };
    expect(await store.chats.create(options)).toMatchObject({ chat: { title: 'New Chat' } });
  });

  it('returns an existing chat unchanged', async () => {
    const { store, userId } = await createChats(1);
    const first = await store.chats.read({ userId, chatId: 'chat_0' });
    const again = await store.chats.create({ userId, chatId: 'chat_0', title: 'Other' });
    expect(again).toEqual({ status: 'exists', chat: first });
  });

  it('keeps ids separate between people', async () => {
    const { store } = await createChats(1);
    const other = await store.chats.create({ userId: newPerson(), chatId: 'chat_0', title: 'Mine' });
    expect(other).toMatchObject({ status: 'created', chat: { title: 'Mine' } });
  });
});

describe('listing chats', () => {
  it('returns the most recently active first', async () => {
    const { store, userId } = await createChats(3);
    await store.messages.add({ userId, chatId: 'chat_1', messageId: 'msg_1', role: 'user', content: 'x' });
    const { chats } = await store.chats.list({ userId });
    expect(chats.map(({ id }) => id)).toEqual(['chat_1', 'chat_2', 'chat_0']);
  });

  it('places a chat by its latest message even while that is not counted yet', async () => {
    const { store, userId } = await createChats(3);
    const dying = setup.openFaulty();
    dying.failWrite(2, 'killed after');
    const message = { userId, chatId: 'chat_1', messageId: 'msg_1', role: 'user', content: 'x' } as const;
    await expect(dying.store.messages.add(message)).rejects.toThrow();
    const { chats } = await store.chats.list({ userId });
    expect(chats.map(({ id, messageCount }) => [id, messageCount])).toEqual([
      ['chat_1', 1],
      ['chat_2', 0],
      ['chat_0', 0],
    ]);
  });

  it('returns 50 and a cursor for the rest, every chat once', async () => {
    const { store, userId } = await createChats(101);
    const ids: string[] = [];
    const sizes: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await store.chats.list({ userId, ...(cursor && { cursor }) });
      ids.push(...page.chats.map(({ id }) => id));
      sizes.push(page.chats.length);
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(sizes).toEqual([50, 50, 1]);
    expect(ids).toEqual(Array.from({ length: 101 }, (_, number) => `chat_${100 - number}`));
  });

  it('returns no cursor after exactly 50', async () => {
    const { store, userId } = await createChats(50);
    const page = await store.chats.list({ userId });
    expect(page.chats).toHaveLength(50);
    expect(page).not.toHaveProperty('cursor');
  });

  it('takes one request', async () => {
    const { userId } = await createChats(50);
    const { store, requests } = setup.openFaulty();
    await store.chats.list({ userId });
    expect(requests).toEqual(['Query']);
  });

  it('shows nobody else’s chats', async () => {
    const { store } = await createChats(2);
    expect(await store.chats.list({ userId: newPerson() })).toEqual({ chats: [] });
  });

  it('rejects another person’s, another list’s and a forged cursor', async () => {
    const { store, userId } = await createChats(51);
    const { cursor = '' } = await store.chats.list({ userId });
    const other = await createChats(51);
    await expect(other.store.chats.list({ userId: other.userId, cursor })).rejects.toThrow(
      InvalidCursorError,
    );
    const inMessages = store.messages.list({ userId, chatId: 'chat_0', cursor });
    await expect(inMessages).rejects.toThrow(InvalidCursorError);
    for (const forged of ['', 'x', `${cursor}A`, cursor.slice(1), cursor.replace('.', ''), 'W10.AAAA'])
      await expect(store.chats.list({ userId, cursor: forged })).rejects.toThrow(InvalidCursorError);
  });
});

describe('listing archived chats', () => {
  const archive = async (chats: Awaited<ReturnType<typeof createChats>>, numbers: readonly number[]) => {
    const { store, userId } = chats;
    for (const number of numbers)
      await store.chats.update({ userId, chatId: `chat_${number}`, isArchived: true });
    return chats;
  };
  const idsOf = ({ chats }: { chats: readonly { id: string }[] }) => chats.map(({ id }) => id);

  it('returns only those, most recently active first, and leaves the rest to the other list', async () => {
    const { store, userId } = await archive(await createChats(4), [0, 2]);
    expect(idsOf(await store.chats.list({ userId, archived: true }))).toEqual(['chat_2', 'chat_0']);
    expect(idsOf(await store.chats.list({ userId }))).toEqual(['chat_3', 'chat_1']);
    expect(await store.chats.list({ userId: newPerson(), archived: true })).toEqual({ chats: [] });
  });

  it('returns 50 and a cursor for the rest, even if a page’s last chat is restored in between', async () => {
    const numbers = Array.from({ length: 101 }, (_, number) => number);
    const { store, userId } = await archive(await createChats(103), numbers);
    const first = await store.chats.list({ userId, archived: true });
    expect(idsOf(first)).toEqual(Array.from({ length: 50 }, (_, number) => `chat_${100 - number}`));
    await store.chats.update({ userId, chatId: 'chat_51', isArchived: false });
    const second = await store.chats.list({ userId, archived: true, cursor: first.cursor ?? '' });
    expect(idsOf(second)).toEqual(Array.from({ length: 50 }, (_, number) => `chat_${50 - number}`));
    const third = await store.chats.list({ userId, archived: true, cursor: second.cursor ?? '' });
    expect(third).toEqual({ chats: [expect.objectContaining({ id: 'chat_0' })] });
  });

  it('takes one request, which does not read the other chats', async () => {
    const { userId } = await archive(await createChats(50), [7]);
    const { store, requests } = setup.openFaulty();
    expect(idsOf(await store.chats.list({ userId, archived: true }))).toEqual(['chat_7']);
    expect(requests).toEqual(['Query']);
  });

  it('rejects the other list’s cursor', async () => {
    const { store, userId } = await createChats(102);
    const { cursor = '' } = await store.chats.list({ userId });
    await expect(store.chats.list({ userId, archived: true, cursor })).rejects.toThrow(InvalidCursorError);
    for (let number = 0; number < 51; number += 1)
      await store.chats.update({ userId, chatId: `chat_${number}`, isArchived: true });
    const archived = await store.chats.list({ userId, archived: true });
    const inActive = store.chats.list({ userId, cursor: archived.cursor ?? '' });
    await expect(inActive).rejects.toThrow(InvalidCursorError);
  });
});

describe('changing a chat', () => {
  it('renames it, trimmed, and dates the change', async () => {
    const { store, userId } = await createChats(1);
    const address = { userId, chatId: 'chat_0' };
    const before = await store.chats.read(address);
    const answered = await store.chats.update({ ...address, title: '  New title ' });
    const after = await store.chats.read(address);
    expect(after).toEqual({ ...before, title: 'New title', updatedAt: after?.updatedAt });
    expect(after?.updatedAt).not.toBe(before?.updatedAt);
    expect(answered).toEqual(after);
  });

  it('rejects a blank title', async () => {
    const { store, userId } = await createChats(1);
    await expect(store.chats.update({ userId, chatId: 'chat_0', title: '  ' })).rejects.toThrow(RangeError);
  });

  it('removes an archived chat from the list, and restores it to its place', async () => {
    const { store, userId } = await createChats(3);
    const address = { userId, chatId: 'chat_1' };
    const list = async () => (await store.chats.list({ userId })).chats.map(({ id }) => id);
    expect(await store.chats.update({ ...address, isArchived: true })).toMatchObject({ isArchived: true });
    expect(await list()).toEqual(['chat_2', 'chat_0']);
    await store.chats.update({ ...address, isArchived: false });
    expect(await list()).toEqual(['chat_2', 'chat_1', 'chat_0']);
  });

  it('finds nothing for a missing chat or another person’s', async () => {
    const { store, userId } = await createChats(1);
    expect(await store.chats.update({ userId, chatId: 'chat_9', title: 'x' })).toBeUndefined();
    expect(await store.chats.update({ userId: newPerson(), chatId: 'chat_0', title: 'x' })).toBeUndefined();
  });
});

describe('the store', () => {
  it('rejects an owner id that could reach another partition', async () => {
    const store = setup.open();
    for (const userId of ['', 'a#CHAT#chat_1', 'a b', 'ä'])
      await expect(store.chats.list({ userId })).rejects.toThrow(StoreError);
  });

  it('reports what failed and keeps the cause', async () => {
    const faulty = setup.openFaulty();
    faulty.failWrite(0, 'throttled');
    const creating = faulty.store.chats.create({ userId: newPerson(), chatId: 'chat_1' });
    await expect(creating).rejects.toMatchObject({
      message: 'Failed to create chat',
      cause: { name: 'ThrottlingException' },
    });
  });

  it('aborts with the given reason', async () => {
    const reason = new Error('Enough');
    const listing = setup.open().chats.list({ userId: newPerson(), signal: AbortSignal.abort(reason) });
    await expect(listing).rejects.toBe(reason);
  });
});

describe('a damaged chat', () => {
  const TIMES = { createdAt: 7, updatedAt: 7, lastMessageAt: 'soon' };
  const DAMAGES = [
    ['its title', { title: 7 }, { title: 'Untitled chat', messageCount: 2 }],
    ['its times', TIMES, { title: 'Reefs', messageCount: 2 }],
    ['its count', { messageCount: 'two' }, { title: 'Reefs', messageCount: 0 }],
    ['where it is', { isArchived: 'no' }, { title: 'Reefs', isArchived: false }],
    ['what is announced', { pending: 7 }, { title: 'Reefs', messageCount: 2 }],
    ['a marker', { pending: new Set([7]) }, { title: 'Reefs', messageCount: 2 }],
    ['its id', { id: 7, userId: 7 }, { title: 'Reefs', messageCount: 2 }],
  ] as const;

  /** A chat with two messages, damaged in a way the product never does. */
  async function damage(change: Record<string, unknown>) {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const store = setup.open();
    const address = { userId: newPerson(), chatId: 'chat_1' };
    await store.chats.create({ ...address, title: 'Reefs' });
    const say = (messageId: string) =>
      store.messages.add({ ...address, messageId, role: 'user', content: messageId });
    for (const messageId of ['msg_1', 'msg_2']) await say(messageId);
    const before = await store.chats.read(address);
    const whole = { ...(await readChatItem(setup, address)), ...change };
    const Item = Object.fromEntries(Object.entries(whole).filter(([, value]) => value !== undefined));
    await setup.database().client.send(new PutCommand({ TableName: setup.tableName(), Item }));
    const stored = async () => {
      const { v: _, ...item } = await readChatItem(setup, address);
      return item;
    };
    return { store, address, say, before, log, stored, damaged: await stored() };
  }

  it('stays archived if it is listed there', async () => {
    const { store, userId } = await createChats(1);
    const address = { userId, chatId: 'chat_0' };
    await store.chats.update({ ...address, isArchived: true });
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    const Item = { ...(await readChatItem(setup, address)), isArchived: 'no' };
    await setup.database().client.send(new PutCommand({ TableName: setup.tableName(), Item }));
    const { chats } = await store.chats.list({ userId, archived: true });
    expect(chats).toMatchObject([{ id: 'chat_0', isArchived: true, isDamaged: true }]);
    log.mockRestore();
  });

  it.each(DAMAGES)(
    'is listed and read as far as possible, and marked as damaged: %s',
    async (_, change, left) => {
      const { store, address, before, log, stored, damaged } = await damage(change);
      const shown = { id: 'chat_1', userId: address.userId, lastMessageAt: before?.lastMessageAt };
      const chat = await store.chats.read(address);
      expect(chat).toMatchObject({ ...shown, ...left, isDamaged: true });
      expect((await store.chats.list(address)).chats).toEqual([chat]);
      const page = await store.messages.list(address);
      expect(page?.messages.map(({ id }) => id)).toEqual(['msg_1', 'msg_2']);
      const said = log.mock.calls.map(([{ errorMessage }]) => errorMessage);
      expect(new Set(said)).toEqual(new Set(['a chat could not be read in full']));
      expect(await stored()).toEqual(damaged);
      log.mockRestore();
    },
  );

  it.each(DAMAGES)('takes nothing new and is left as it is: %s', async (_, change) => {
    const { store, address, say, log, stored, damaged } = await damage(change);
    expect(await say('msg_3')).toEqual({ status: 'damaged' });
    expect(await say('msg_1')).toMatchObject({ status: 'exists' });
    expect(await store.chats.update({ ...address, title: 'Corals' })).toBe('damaged');
    const { opening } = sketchSearch({ userId: address.userId });
    const saving = store.searchMessages.open({ ...opening, ...address });
    expect(await saving.saveUserMessage()).toEqual({ status: 'damaged' });
    expect(await readPartition(setup, address)).toHaveLength(2);
    // DynamoDB drops a set attribute once it is empty.
    expect({ pending: undefined, ...(await stored()) }).toEqual({ pending: undefined, ...damaged });
    log.mockRestore();
  });

  it.each(DAMAGES)('still allows deleting and rating its messages: %s', async (_, change) => {
    const { store, address, log, stored, damaged } = await damage(change);
    const [first, second] = ['msg_1', 'msg_2'].map((messageId) => ({ ...address, messageId }));
    if (first === undefined || second === undefined) throw new Error('two messages');
    expect(await store.messages.update({ ...second, rating: 'bad' })).toMatchObject({ id: 'msg_2' });
    expect([await store.messages.delete(first), await store.messages.delete(first)]).toEqual([true, false]);
    const page = await store.messages.list(address);
    expect(page?.messages).toMatchObject([{ id: 'msg_2', metadata: { rating: 'bad' } }]);
    expect(await stored()).toEqual(damaged);
    log.mockRestore();
  });
});
