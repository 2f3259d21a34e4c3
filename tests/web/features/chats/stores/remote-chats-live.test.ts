import { describe, expect, it } from 'vitest';
import { newId } from '#shared/ids.ts';
import { APOLOGY } from '#shared/search-errors.ts';
import { at, sampleChat, sampleDirectory, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { RemoteChats } from '#web/features/chats/stores/remote-chats.ts';
import { setUpAccounts } from './account-rig.ts';

const openAccount = setUpAccounts();

/** The page's store for a new user. */
async function open() {
  const { userId, api } = await openAccount();
  return { userId, store: new RemoteChats({ api }) };
}

describe('the page’s store with the real chats function', () => {
  it('creates, renames, archives, restores and deletes a chat', async () => {
    const { userId, store } = await open();
    const id = newId('chat');
    await store.createChat(sampleChat({ id }));
    await store.createChat(sampleChat({ id }));
    expect((await store.listChats()).chats).toMatchObject([{ id, userId, title: 'Peruvian economists' }]);
    expect(await store.updateChat(id, { title: 'Economists' })).toMatchObject({ title: 'Economists' });
    await store.updateChat(id, { isArchived: true });
    expect((await store.listChats()).chats).toEqual([]);
    expect((await store.listArchivedChats()).chats).toMatchObject([{ id }]);
    expect(await store.updateChat(id, { isArchived: false })).toMatchObject({ isArchived: false });
    await store.deleteChat(id);
    expect((await store.listChats()).chats).toEqual([]);
    await expect(store.updateChat(id, { title: 'x' })).rejects.toThrow('Failed to update chat');
  });

  it('stores a question, its apology and the apology’s rating', async () => {
    const { store } = await open();
    const chatId = newId('chat');
    const question = sampleMessage({ id: newId('msg'), chatId });
    const apology = sampleMessage({
      id: newId('msg'),
      chatId,
      role: 'assistant',
      timestamp: at(2),
      content: APOLOGY,
      metadata: { outcome: 'failed', useDeepResearch: true, profileDisplayData: sampleDirectory(2) },
    });
    await store.createChat(sampleChat({ id: chatId }));
    await store.putMessages(chatId, [question, apology]);
    await store.putMessages(chatId, [question, apology]);
    await store.rateMessage(chatId, apology.id, 'bad');
    expect(await store.listMessages(chatId)).toMatchObject([
      { id: question.id, content: question.content, role: 'user' },
      { id: apology.id, content: APOLOGY, metadata: { ...apology.metadata, rating: 'bad' } },
    ]);
    await store.rateMessage(chatId, apology.id, undefined);
    expect((await store.listMessages(chatId))[1]?.metadata).not.toHaveProperty('rating');
  });

  it('lists more chats than fit on one page', async () => {
    const { store } = await open();
    const ids = Array.from({ length: 53 }, () => newId('chat'));
    for (const id of ids) await store.createChat(sampleChat({ id }));
    const first = await store.listChats();
    const second = await store.listChats(first.cursor);
    expect([first.chats.length, second.chats.length, second.cursor]).toEqual([50, 3, undefined]);
    const listed = [...first.chats, ...second.chats].map(({ id }) => id);
    expect(new Set(listed)).toEqual(new Set(ids));
    expect(await store.findChat(ids[0] ?? '')).toMatchObject({ id: ids[0] });
    expect(await store.findChat(newId('chat'))).toBeUndefined();
  });
});
