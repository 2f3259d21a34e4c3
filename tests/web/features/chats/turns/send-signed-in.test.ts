import { describe, expect, it } from 'vitest';
import { APOLOGY } from '#shared/search-errors.ts';
import { sampleChat } from '#tests/web/features/search/sample-events.ts';
import { ids, openPage, STANDARD, settled, texts } from '../conversation-rig.ts';
import { serverStore } from '../stores/server-store.ts';

describe('sending while signed in', () => {
  it('leaves storage to the search', async () => {
    const { store, writes } = serverStore();
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.answerAll(1);
    await sent;
    expect(writes()).toEqual([]);
    const { question, reply } = searches.stored(1);
    expect(state()).toMatchObject({
      messages: [question, reply],
      chats: [{ userId: 'sub-1', messageCount: 2 }],
    });
  });

  it('stores the question and an apology itself when the search is unreachable', async () => {
    const { store, home, writes } = serverStore();
    const { act, session, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
    await settled();
    // From here on the store's own copy counts, dated by its clock.
    expect(session.page.getState().unsaved).toEqual({ chat_new_1: [] });
    expect(writes()).toEqual(['createChat', 'putMessages']);
    expect(texts(await home.listMessages('chat_new_1'))).toEqual(texts(state().messages));
  });

  it('keeps the question on the page when nothing can be reached', async () => {
    const { store, server } = serverStore();
    const { act, state, searches } = await openPage({ store });
    server.isDown = true;
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    act.newChat();
    expect(state().messages).toEqual([]);
    act.selectChat('chat_new_1');
    await settled();
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
    expect(state().error).toBeUndefined();
  });

  it('keeps such an unsaved chat listed, usable and deletable', async () => {
    const { store, server, home, writes } = serverStore();
    const { act, state, searches } = await openPage({ store });
    server.isDown = true;
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    server.isDown = false;
    await home.createChat(sampleChat({ id: 'chat_other' }));
    home.tell({ type: 'changed' });
    await settled();
    expect(ids(state().chats)).toContain('chat_new_1');
    expect(texts(state().messages)).toHaveLength(2);
    const again = act.send('Lawyers', STANDARD);
    await settled();
    expect(searches.requests.at(-1)).toMatchObject({ chatId: 'chat_new_1', content: 'Lawyers' });
    searches.end(new TypeError('network'));
    server.isDown = true;
    await again;
    await settled();
    const before = writes().length;
    act.deleteChat('chat_new_1');
    await settled();
    expect(writes()).toHaveLength(before);
    expect(state()).toMatchObject({ error: undefined, currentChatId: undefined });
    expect(ids(state().chats)).toEqual(['chat_other']);
  });

  it('deletes a new chat once its first search has ended, without listing it until then', async () => {
    const { store, home } = serverStore();
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question } = searches.stored(1);
    await home.createChat(sampleChat({ id: question.chatId }));
    await home.putMessages(question.chatId, [question]);
    act.deleteChat(question.chatId);
    await settled();
    await sent;
    home.tell({ type: 'changed' });
    await settled();
    expect(ids((await home.listChats()).chats)).toEqual([]);
    expect(ids(state().chats)).toEqual([]);
  });

  it('deletes a new chat that the page is still storing as soon as it is stored', async () => {
    const { store, home } = serverStore();
    const gate = Promise.withResolvers<void>();
    const create = store.createChat;
    store.createChat = async (chat) => {
      await gate.promise;
      await create(chat);
    };
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    act.deleteChat('chat_new_1');
    await settled();
    gate.resolve();
    await settled();
    home.tell({ type: 'changed' });
    await settled();
    expect(ids((await home.listChats()).chats)).toEqual([]);
    expect(state()).toMatchObject({ chats: [], error: undefined });
  });

  it('stores nothing of a new chat deleted before its search began', async () => {
    const { store, home } = serverStore();
    const { act, state } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    act.deleteChat('chat_new_1');
    await sent;
    await settled();
    expect(ids((await home.listChats()).chats)).toEqual([]);
    expect(state()).toMatchObject({ chats: [], error: undefined });
  });

  it('stores a question itself when stopped before it reached the server', async () => {
    const { store, home } = serverStore();
    const { act, state } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    act.stop();
    await sent;
    await settled();
    expect(texts(state().messages)).toEqual(['user: Economists']);
    expect(texts(await home.listMessages('chat_new_1'))).toEqual(['user: Economists']);
  });
});
