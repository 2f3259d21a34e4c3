import { describe, expect, it } from 'vitest';
import { readChatItem, readPending } from './inspect.ts';
import { answeredWith, newPerson, sketchSearch } from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();

describe('saving a search', () => {
  it('makes the chat with its title and stores the question before the answer is there', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, userMessage } = sketchSearch({ userId });
    const saved = await store.searchSavings.open(opening).saveUserMessage();
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

  it('stores both messages and refreshes the chat at the end', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, userMessage, reply } = sketchSearch({ userId });
    const saving = store.searchSavings.open(opening);
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

  it('takes six writes, in a new chat and in an old one: four, and what each message is found by', async () => {
    const { store, writes } = setup.openFaulty();
    const userId = newPerson();
    for (const suffix of ['1', '2']) {
      writes.length = 0;
      const { opening, reply } = sketchSearch({ userId, suffix, metadata: answeredWith('ada') });
      const saving = store.searchSavings.open(opening);
      await saving.saveUserMessage();
      await saving.saveAssistantMessage({ message: reply });
      expect(writes).toEqual(['Update', 'Put', 'Update', 'Put', 'Update', 'Update']);
    }
  });

  it('keeps the title and the archive of a chat that exists', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    await store.chats.create({ ...address, title: 'My title' });
    await store.chats.update({ ...address, isArchived: true });
    const { opening, reply } = sketchSearch({ userId, at: NOON + 3_600_000 });
    await store.searchSavings.open(opening).saveAssistantMessage({ message: reply });
    expect(await store.chats.read(address)).toMatchObject({
      title: 'My title',
      isArchived: true,
      messageCount: 2,
      lastMessageAt: reply.timestamp,
    });
    expect((await store.chats.list({ userId })).chats).toEqual([]);
  });

  it('changes nothing when it is all done again, by itself or by another run', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, reply, userMessage } = sketchSearch({ userId });
    for (const saving of [store.searchSavings.open(opening), store.searchSavings.open(opening)])
      for (let round = 0; round < 2; round += 1) {
        expect(await saving.saveUserMessage()).toMatchObject({ status: 'saved', message: userMessage });
        expect(await saving.saveAssistantMessage({ message: reply })).toMatchObject({ message: reply });
      }
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 2 });
    expect((await store.messages.list({ userId, chatId: 'chat_1' }))?.messages).toEqual([userMessage, reply]);
  });

  it('says so when another run stored the message before, and keeps its time', async () => {
    const store = setup.open();
    const userId = newPerson();
    const first = sketchSearch({ userId });
    await store.searchSavings.open(first.opening).saveUserMessage();
    const second = sketchSearch({ userId, at: NOON + 60_000 });
    const saving = store.searchSavings.open({ ...second.opening, replyId: 'msg_other' });
    expect(await saving.saveUserMessage()).toEqual({
      status: 'saved',
      message: first.userMessage,
      repeated: true,
    });
  });

  it('refuses an id that stands for another message, and counts nothing', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, userMessage, reply } = sketchSearch({ userId });
    await store.searchSavings.open(opening).saveAssistantMessage({ message: reply });
    const other = {
      ...opening,
      userMessage: { ...userMessage, content: 'Another question' },
      replyId: 'msg_other',
    };
    const saving = store.searchSavings.open(other);
    expect(await saving.saveUserMessage()).toEqual({ status: 'conflict', message: userMessage });
    expect(await readPending(setup, { userId, chatId: 'chat_1' })).toEqual([]);
    expect(await saving.saveAssistantMessage({ message: { ...reply, id: 'msg_other' } })).toEqual({
      status: 'conflict',
      message: userMessage,
    });
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 2 });
  });

  it('counts the question alone when there will be no answer', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening } = sketchSearch({ userId });
    const saving = store.searchSavings.open(opening);
    await saving.saveUserMessage();
    await saving.saveNoAnswer();
    await saving.saveNoAnswer();
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 1 });
  });

  it('leaves an answer whose storing has an unknown end to be counted by whoever reads next', async () => {
    const { store, failWrite } = setup.openFaulty();
    const userId = newPerson();
    const { opening, reply } = sketchSearch({ userId });
    const saving = store.searchSavings.open(opening);
    failWrite(3, 'timeout after');
    await expect(saving.saveAssistantMessage({ message: reply })).rejects.toThrow('Failed to create message');
    await saving.saveNoAnswer();
    const chat = { messageCount: 2, lastMessageAt: reply.timestamp };
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject(chat);
    setup.clock.pass(3_600_000);
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject(chat);
    expect(await readPending(setup, { userId, chatId: 'chat_1' })).toEqual([]);
  });

  it('throws at an answer under another id than was announced', async () => {
    const { opening, reply } = sketchSearch({ userId: newPerson() });
    const saving = setup.open().searchSavings.open(opening);
    await expect(saving.saveAssistantMessage({ message: { ...reply, id: 'msg_x' } })).rejects.toThrow(
      RangeError,
    );
  });

  it('keeps order and both counts of two searches at once', async () => {
    const store = setup.openForRaces();
    const userId = newPerson();
    const one = sketchSearch({ userId, suffix: '1', at: NOON });
    const two = sketchSearch({ userId, suffix: '2', at: NOON + 5_000 });
    const [first, second] = [one, two].map(({ opening }) => store.searchSavings.open(opening));
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

describe('a chat deleted while a search runs', () => {
  it('stays deleted, with nothing left of the search', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    const { opening, reply } = sketchSearch({ userId });
    const saving = store.searchSavings.open(opening);
    await saving.saveUserMessage();
    expect(await store.chats.delete(address)).toBe(true);
    expect(await saving.saveAssistantMessage({ message: reply })).toEqual({ status: 'deleted' });
    expect(await saving.saveAssistantMessage({ message: reply })).toEqual({ status: 'deleted' });
    expect(await store.chats.read(address)).toBeUndefined();
    expect(await store.messages.list(address)).toBeUndefined();
    expect((await store.chats.list({ userId })).chats).toEqual([]);
  });

  it('does not come back with a search that begins afterwards', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, reply } = sketchSearch({ userId });
    await store.searchSavings.open(opening).saveAssistantMessage({ message: reply });
    await store.chats.delete({ userId, chatId: 'chat_1' });
    const late = sketchSearch({ userId, suffix: '2' });
    expect(await store.searchSavings.open(late.opening).saveUserMessage()).toEqual({ status: 'deleted' });
    expect(await store.chats.create({ userId, chatId: 'chat_1' })).toEqual({ status: 'deleted' });
    const left = await readChatItem(setup, { userId, chatId: 'chat_1' });
    for (const name of ['title', 'order', 'pending']) expect(left).not.toHaveProperty(name);
    expect(left).toHaveProperty('expiresAt');
  });

  it('does not bring back a message deleted on its own', async () => {
    const store = setup.open();
    const userId = newPerson();
    const { opening, reply, userMessage } = sketchSearch({ userId });
    await store.searchSavings.open(opening).saveAssistantMessage({ message: reply });
    await store.messages.delete({ userId, chatId: 'chat_1', messageId: userMessage.id });
    const again = store.searchSavings.open({ ...opening, replyId: 'msg_other' });
    expect(await again.saveUserMessage()).toEqual({ status: 'deleted' });
    expect(await store.chats.read({ userId, chatId: 'chat_1' })).toMatchObject({ messageCount: 1 });
  });
});
