import { afterEach, describe, expect, it, vi } from 'vitest';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { readDraft } from '#web/features/chats/drafts.ts';
import { ApiError } from '#web/lib/api.ts';
import { openPage, STANDARD, settled } from '../conversation-rig.ts';
import { MemoryStorage } from '../stores/memory-storage.ts';
import { serverStore } from '../stores/server-store.ts';

afterEach(() => vi.unstubAllGlobals());

const CHAT = sampleChat({
  messageCount: 2,
  lastMessageAt: answer().timestamp,
  updatedAt: answer().timestamp,
});
const MESSAGES = [sampleMessage(), answer()];
const seeded = () =>
  new MemoryStorage({
    expertscope_chats: JSON.stringify([CHAT]),
    expertscope_messages: JSON.stringify(MESSAGES),
    expertscope_current_chat: 'chat_1',
  });
const refusal = (status: number) => new ApiError({ status, code: 'x', message: 'All used up for today.' });

describe('a message the service refuses', () => {
  it.each([400, 401, 409, 413, 429])('leaves its chat unchanged after a %s', async (status) => {
    const { act, state, searches, storage } = await openPage({ storage: seeded() });
    const sent = act.send('And in Cusco?', STANDARD);
    await settled();
    searches.end(refusal(status));
    await sent;
    expect(state()).toMatchObject({
      chats: [CHAT],
      messages: MESSAGES,
      currentChatId: 'chat_1',
      isLoading: false,
      error: { code: 'send-message-error', message: 'All used up for today.' },
      returned: { chatId: 'chat_1', text: 'And in Cusco?' },
    });
    expect(storage.json('expertscope_messages')).toEqual(MESSAGES);
    expect(storage.json('expertscope_chats')).toEqual([CHAT]);
    expect(searches.requests).toHaveLength(1);
  });

  it('is returned to the input until taken or something else is sent', async () => {
    const { act, state, searches } = await openPage({ storage: seeded() });
    for (const text of ['One', 'Two']) {
      const sent = act.send(text, STANDARD);
      expect(state().returned).toBeUndefined();
      await settled();
      searches.end(refusal(429));
      await sent;
    }
    expect(state().returned?.text).toBe('Two');
    act.takeReturned();
    expect(state().returned).toBeUndefined();
  });

  it('is returned to the start screen with what has been typed in its new chat since', async () => {
    vi.stubGlobal('sessionStorage', new MemoryStorage());
    const { act, state, searches } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    sessionStorage.setItem('expertscope_draft_chat_new_1', 'and in Cusco?');
    searches.end(refusal(429));
    await sent;
    expect(state()).toMatchObject({
      chats: [],
      returned: { chatId: undefined, text: 'Economists\nand in Cusco?' },
    });
    expect(readDraft('chat_new_1')).toBe('');
  });

  it('leaves the chat open that its sender has gone to since', async () => {
    const { act, state, searches } = await openPage({ storage: seeded() });
    const sent = act.send('Economists', { ...STANDARD, newChat: true });
    await settled();
    act.selectChat('chat_1');
    await settled();
    searches.end(refusal(429));
    await sent;
    expect(state()).toMatchObject({ currentChatId: 'chat_1', chats: [CHAT], messages: MESSAGES });
  });

  it('is not returned to the input if nobody typed it', async () => {
    const { act, state, searches } = await openPage({ storage: seeded() });
    const again = act.regenerate();
    await settled();
    searches.end(refusal(429));
    await again;
    expect(state()).toMatchObject({
      messages: MESSAGES,
      returned: undefined,
      error: { message: 'All used up for today.' },
    });
  });

  it('leaves nothing on a signed-in user’s server', async () => {
    const { store, writes } = serverStore();
    const { act, state, searches } = await openPage({ store });
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(refusal(429));
    await sent;
    expect(writes()).toEqual([]);
    expect(state()).toMatchObject({ chats: [], messages: [], currentChatId: undefined });
  });

  it('restores its chat’s dates to those of the remaining messages', async () => {
    const { store } = await openPage({ storage: seeded() });
    await store.putMessages('chat_1', [sampleMessage({ id: 'msg_3', timestamp: at(50) })]);
    await store.removeMessage('chat_1', 'msg_3');
    await store.removeMessage('chat_1', 'msg_3');
    await store.removeMessage('chat_none', 'msg_1');
    expect((await store.listChats()).chats).toEqual([CHAT]);
    expect(await store.listMessages('chat_1')).toEqual(MESSAGES);
  });

  it.each([
    ['noticed by then', true, 'And in Puno?\nOnly teachers\nAnd in Cusco?'],
    ['not noticed yet', false, 'And in Cusco?\nAnd in Puno?\nOnly teachers'],
  ])(
    'goes to the start screen if its chat was deleted elsewhere, with what waits: %s',
    async (_, isNoticed, text) => {
      vi.stubGlobal('sessionStorage', new MemoryStorage({ expertscope_draft_edit_msg_1: 'Only teachers' }));
      const { store, server, home } = serverStore();
      await home.createChat(CHAT);
      await home.putMessages('chat_1', MESSAGES);
      const { act, state, searches } = await openPage({ storage: seeded(), store });
      const sent = act.send('And in Cusco?', STANDARD);
      await settled();
      await act.send('And in Puno?', STANDARD);
      await home.deleteChat('chat_1');
      if (isNoticed) await act.refresh();
      server.calls.length = 0;
      searches.end(new ApiError({ status: 404, code: 'not-found', message: 'It has been deleted.' }));
      await sent;
      expect(state()).toMatchObject({
        chats: [],
        currentChatId: undefined,
        error: { code: 'send-message-error', message: 'It has been deleted.' },
        returned: { chatId: undefined, text },
      });
      expect(server.calls).toEqual(['findChat']);
    },
  );

  it('keeps its chat if only the message was deleted elsewhere', async () => {
    const { store, home } = serverStore();
    await home.createChat(CHAT);
    const { act, state, searches } = await openPage({ storage: seeded(), store });
    const sent = act.send('And in Cusco?', STANDARD);
    await settled();
    searches.end(new ApiError({ status: 404, code: 'not-found', message: 'It has been deleted.' }));
    await sent;
    expect(state()).toMatchObject({
      currentChatId: 'chat_1',
      returned: { chatId: 'chat_1', text: 'And in Cusco?' },
    });
  });
});
