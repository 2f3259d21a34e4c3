import { describe, expect, it } from 'vitest';
import { readChatItem, readPending } from './inspect.ts';
import { answeredWith, newPerson, sketchSearch } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();

describe('saving a search', () => {
  it('creates the titled chat and stores the question before the answer exists', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, userMessage } = sketchSearch({ userId });
    const saved = await store.searchMessages.open(opening).saveUserMessage();
    expect(saved).toEqual({ status: 'saved', message: userMessage, repeated: false });
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toEqual({
      id: 'chat_1',
      userId,
      title: 'Find experts',
      createdAt: userMessage.timestamp,
      updatedAt: userMessage.timestamp,
      lastMessageAt: userMessage.timestamp,
      messageCount: 1,
      isArchived: false,
    });
  });

  it('stores both messages and updates the chat at the end', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, userMessage, reply } = sketchSearch({ userId });
    const saving = store.searchMessages.open(opening);
    await saving.saveUserMessage();
    expect(await saving.saveAssistantMessage({ message: reply })).toEqual({
      status: 'saved',
      message: reply,
      repeated: false,
    });
    expect(await store.messages.list({ userId, chatId: 'chat_1' })).toEqual({
      messages: [userMessage, reply],
    });
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({
      messageCount: 2,
      lastMessageAt: reply.timestamp,
      updatedAt: reply.timestamp,
    });
  });

  it('takes six writes in new and existing chats, two of them for the messages’ digests', async () => {
    const { store, writes } = setup.openFaulty();
    const userId = newPerson();
    for (const suffix of ['1', '2']) {
      writes.length = 0;
      const { opening, reply } = sketchSearch({ userId, suffix, metadata: answeredWith('ada') });
      const saving = store.searchMessages.open(opening);
      await saving.saveUserMessage();
      await saving.saveAssistantMessage({ message: reply });
      expect(writes).toHaveLength(6);
    }
  });

  it('keeps an existing chat’s title and archived state', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    await store.chats.create({ ...address, title: 'My title' });
    await store.chats.update({ ...address, isArchived: true });
    const { opening, reply } = sketchSearch({ userId, at: NOON + 3_600_000 });
    await store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
    expect(await store.chats.read(address)).toMatchObject({
      title: 'My title',
      isArchived: true,
      messageCount: 2,
      lastMessageAt: reply.timestamp,
    });
    expect((await store.chats.list({ userId })).chats).toEqual([]);
  });

  it('is idempotent, within one run and across runs', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, reply, userMessage } = sketchSearch({ userId });
    for (const saving of [store.searchMessages.open(opening), store.searchMessages.open(opening)])
      for (let round = 0; round < 2; round += 1) {
        expect(await saving.saveUserMessage()).toMatchObject({ status: 'saved', message: userMessage });
        expect(await saving.saveAssistantMessage({ message: reply })).toMatchObject({ message: reply });
      }
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 2 });
    expect((await store.messages.list({ userId, chatId: 'chat_1' }))?.messages).toEqual([userMessage, reply]);
  });

  it('reports a message stored by an earlier run, and keeps its time', async () => {
    const store = setup.open();
    const userId = newPerson();
    const first = sketchSearch({ userId });
    await store.searchMessages.open(first.opening).saveUserMessage();
    const second = sketchSearch({ userId, at: NOON + 60_000 });
    const saving = store.searchMessages.open({ ...second.opening, replyId: 'msg_other' });
    expect(await saving.saveUserMessage()).toEqual({
      status: 'saved',
      message: first.userMessage,
      repeated: true,
    });
  });

  it('rejects an id that belongs to another message, and counts nothing', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, userMessage, reply } = sketchSearch({ userId });
    await store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
    const other = {
      ...opening,
      userMessage: { ...userMessage, content: 'Another question' },
      replyId: 'msg_other',
    };
    const saving = store.searchMessages.open(other);
    expect(await saving.saveUserMessage()).toEqual({ status: 'conflict', message: userMessage });
    expect(await readPending(setup, { userId, chatId: 'chat_1' })).toEqual([]);
    expect(await saving.saveAssistantMessage({ message: { ...reply, id: 'msg_other' } })).toEqual({
      status: 'conflict',
      message: userMessage,
    });
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 2 });
  });

  it('counts only the question when there will be no answer', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening } = sketchSearch({ userId });
    const saving = store.searchMessages.open(opening);
    await saving.saveUserMessage();
    await saving.saveNoAnswer();
    await saving.saveNoAnswer();
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 1 });
  });

  it('stores no answer to a question that was deleted while its search was running', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    const other = sketchSearch({ userId, suffix: '1' });
    await store.searchMessages.open(other.opening).saveAssistantMessage({ message: other.reply });
    const { opening, userMessage, reply } = sketchSearch({
      userId,
      suffix: '2',
      metadata: answeredWith('ada'),
    });
    const saving = store.searchMessages.open(opening);
    await saving.saveUserMessage();
    expect(await store.messages.delete({ ...address, messageId: userMessage.id })).toBe(true);
    for (const _ of [1, 2])
      expect(await saving.saveAssistantMessage({ message: reply })).toEqual({ status: 'deleted' });
    expect(await store.messages.list(address)).toEqual({ messages: [other.userMessage, other.reply] });
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 2 });
    expect(await readPending(setup, address)).toEqual([]);
    const { digests } = await store.history.list({ userId });
    expect(digests.map(({ messageId }) => messageId)).not.toContain(reply.id);
  });

  it('stores no answer to a deleted question, even if the running search is not the one that stored it', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    const { opening, userMessage, reply } = sketchSearch({ userId });
    // The instance that stored it has died.
    await store.searchMessages.open(opening).saveUserMessage();
    const again = store.searchMessages.open(opening);
    expect(await again.saveUserMessage()).toMatchObject({ status: 'saved', repeated: true });
    expect(await store.messages.delete({ ...address, messageId: userMessage.id })).toBe(true);
    expect(await again.saveAssistantMessage({ message: reply })).toEqual({ status: 'deleted' });
    expect(await store.messages.list(address)).toEqual({ messages: [] });
    expect(await store.chats.read(address)).toMatchObject({ messageCount: 0 });
  });

  it('lets the next read count an answer whose write had an unknown outcome', async () => {
    const { store, failWrite } = setup.openFaulty();
    const userId = newPerson();
    const { opening, reply } = sketchSearch({ userId });
    const saving = store.searchMessages.open(opening);
    failWrite(3, 'timeout after');
    await expect(saving.saveAssistantMessage({ message: reply })).rejects.toThrow('Failed to create message');
    await saving.saveNoAnswer();
    const chat = { messageCount: 2, lastMessageAt: reply.timestamp };
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject(chat);
    setup.clock.pass(3_600_000);
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject(chat);
    expect(await readPending(setup, { userId, chatId: 'chat_1' })).toEqual([]);
  });

  it('throws for an answer with another id than announced', async () => {
    const { opening, reply } = sketchSearch({ userId: newPerson() });
    const saving = setup.open().searchMessages.open(opening);
    await expect(saving.saveAssistantMessage({ message: { ...reply, id: 'msg_x' } })).rejects.toThrow(
      RangeError,
    );
  });

  it('keeps the order and the counts of two concurrent searches', async () => {
    const store = setup.openForRaces();
    const userId = newPerson();
    const one = sketchSearch({ userId, suffix: '1', at: NOON });
    const two = sketchSearch({ userId, suffix: '2', at: NOON + 5_000 });
    const [first, second] = [one, two].map(({ opening }) => store.searchMessages.open(opening));
    await Promise.all([first?.saveUserMessage(), second?.saveUserMessage()]);
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 2 });
    await Promise.all([
      second?.saveAssistantMessage({ message: two.reply }),
      first?.saveAssistantMessage({ message: one.reply }),
    ]);
    const page = await store.messages.list({ userId, chatId: 'chat_1' });
    expect(page?.messages).toEqual([one.userMessage, two.userMessage, one.reply, two.reply]);
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({
      messageCount: 4,
      lastMessageAt: two.reply.timestamp,
    });
  });
});

describe('a chat deleted during a search', () => {
  it('stays deleted, with nothing left of the search', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    const { opening, reply } = sketchSearch({ userId });
    const saving = store.searchMessages.open(opening);
    await saving.saveUserMessage();
    expect(await store.chats.delete(address)).toBe(true);
    expect(await saving.saveAssistantMessage({ message: reply })).toEqual({ status: 'deleted' });
    expect(await saving.saveAssistantMessage({ message: reply })).toEqual({ status: 'deleted' });
    expect(await store.chats.read(address)).toBeUndefined();
    expect(await store.messages.list(address)).toBeUndefined();
    expect((await store.chats.list({ userId })).chats).toEqual([]);
  });

  it('is not restored by a search that begins afterwards', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, reply } = sketchSearch({ userId });
    await store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
    await store.chats.delete({ userId, chatId: 'chat_1' });
    const late = sketchSearch({ userId, suffix: '2' });
    expect(await store.searchMessages.open(late.opening).saveUserMessage()).toEqual({ status: 'deleted' });
    expect(await store.chats.create({ userId, chatId: 'chat_1' })).toEqual({ status: 'deleted' });
    const left = await readChatItem(setup, { userId, chatId: 'chat_1' });
    for (const name of ['title', 'order', 'pending']) expect(left).not.toHaveProperty(name);
    expect(left).toHaveProperty('expiresAt');
  });

  it('does not regain a message that was deleted on its own', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, reply, userMessage } = sketchSearch({ userId });
    await store.searchMessages.open(opening).saveAssistantMessage({ message: reply });
    await store.messages.delete({ userId, chatId: 'chat_1', messageId: userMessage.id });
    const again = store.searchMessages.open({ ...opening, replyId: 'msg_other' });
    expect(await again.saveUserMessage()).toEqual({ status: 'deleted' });
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 1 });
  });
});
