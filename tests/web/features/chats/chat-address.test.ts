import { afterEach, describe, expect, it, vi } from 'vitest';
import { newId } from '#shared/ids.ts';
import { sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { chatPath, readChatPath } from '#web/features/chats/chats.ts';
import { readDraft } from '#web/features/chats/drafts.ts';
import { leaveDraft } from '#web/features/chats/missing-chat.ts';
import type { ChatStore } from '#web/features/chats/stores/chat-store.ts';
import { ids, openPage, SIGNED_IN, STANDARD, seeded, settled, texts } from './conversation-rig.ts';
import { MemoryStorage } from './stores/memory-storage.ts';
import { serverStore } from './stores/server-store.ts';

describe('the address of a chat', () => {
  it('names the chat, or none on the start screen', () => {
    const chatId = newId('chat');
    expect(readChatPath(chatPath(chatId))).toEqual({ chatId });
    expect(readChatPath(`${chatPath(chatId)}/`)).toEqual({ chatId });
    expect(readChatPath(chatPath(undefined))).toEqual({ chatId: undefined });
  });

  it.each([
    ...['/chat', '/chat/', '/chat/msg_1', '/chat/chat_1/more', '/chat/chat_%2e%2e', '/chats/chat_1'],
    ...['/data', `/chat/chat_${'x'.repeat(100)}`],
  ])('is not %s', (path) => {
    expect(readChatPath(path)).toBeUndefined();
  });
});

describe('a chat opened by its address', () => {
  const archived = sampleChat({ id: 'chat_3', title: 'Old', isArchived: true });

  it('is looked up while the list loads, and takes precedence over the last open chat', async () => {
    const page = await openPage({ storage: seeded(), isOpened: false });
    page.act.selectChat('chat_2');
    expect(page.state()).toMatchObject({ currentChatId: undefined, asked: { state: 'looking' } });
    await page.session.open();
    await settled();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_2', asked: undefined, error: undefined });
    expect(page.storage.getItem('expertscope_current_chat')).toBe('chat_2');
  });

  it('is reported missing for an unknown id, and the last open chat stays remembered', async () => {
    const page = await openPage({ storage: seeded() });
    page.act.selectChat('chat_gone');
    await settled();
    const asked = { chatId: 'chat_gone', state: 'missing' };
    expect(page.state()).toMatchObject({ currentChatId: undefined, messages: [], asked, isLoading: false });
    expect(page.storage.getItem('expertscope_current_chat')).toBe('chat_1');
    page.act.newChat();
    expect(page.state()).toMatchObject({ currentChatId: undefined, asked: undefined });
  });

  describe('in a tab that has unsent text in it', () => {
    afterEach(() => vi.unstubAllGlobals());
    /** What the inputs of the chat and of the start screen contain once the chat was looked up. */
    async function draftsAfter(options: Parameters<typeof openPage>[0] & { owner?: string } = {}) {
      const tab = new MemoryStorage({
        expertscope_draft_chat_gone: 'only in Lima',
        expertscope_draft_new: 'Peruvian divers',
        ...(options.owner !== undefined && { expertscope_person: options.owner }),
      });
      vi.stubGlobal('sessionStorage', tab);
      const page = await openPage(options);
      page.act.selectChat('chat_gone');
      await settled();
      // As the ‘not found’ page does.
      leaveDraft(page.session);
      return { chat: readDraft('chat_gone'), start: readDraft(undefined) };
    }
    const MOVED = { chat: '', start: 'only in Lima\nPeruvian divers' };
    const KEPT = { chat: 'only in Lima', start: 'Peruvian divers' };

    it('leaves the text to the start screen if it does not exist', async () => {
      expect(await draftsAfter({ storage: seeded() })).toEqual(MOVED);
      expect(await draftsAfter({ store: serverStore().store, owner: SIGNED_IN })).toEqual(MOVED);
    });

    it('keeps the text as long as the chat may exist', async () => {
      const { store, server } = serverStore();
      server.isDown = true;
      expect(await draftsAfter({ store, owner: SIGNED_IN })).toEqual(KEPT);
      // The chat of a user whose session has ended.
      expect(await draftsAfter({ storage: seeded(), owner: SIGNED_IN })).toEqual(KEPT);
      // A chat that is yet to be moved into the account.
      const message = sampleMessage({ chatId: 'chat_gone' });
      const local = new MemoryStorage({ expertscope_messages: JSON.stringify([message]) });
      expect(await draftsAfter({ store: serverStore().store, storage: local, owner: SIGNED_IN })).toEqual(
        KEPT,
      );
    });
  });

  it('opens when archived, accepts requests, and stays out of the list', async () => {
    const storage = new MemoryStorage({ expertscope_chats: JSON.stringify([archived]) });
    const page = await openPage({ storage });
    page.act.selectChat('chat_3');
    await settled();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_3', chats: [] });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.searches.answerAll(50);
    await sent;
    expect(page.searches.requests).toMatchObject([{ chatId: 'chat_3' }]);
    expect(texts(page.state().messages)).toHaveLength(2);
    expect(page.state().chats).toEqual([]);
  });

  it('gives way to the one opened after it, whichever loads first', async () => {
    const { store, home } = serverStore();
    for (const id of ['chat_a', 'chat_b']) await home.createChat(sampleChat({ id, isArchived: true }));
    const found = new Map<string, () => void>();
    const slow: ChatStore = {
      ...store,
      findChat: async (id) => {
        await new Promise<void>((resolve) => found.set(id, resolve));
        return store.findChat(id);
      },
    };
    const page = await openPage({ store: slow });
    page.act.selectChat('chat_a');
    page.act.selectChat('chat_b');
    await settled();
    found.get('chat_b')?.();
    await settled();
    found.get('chat_a')?.();
    await settled();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_b', asked: undefined });
  });

  it('is unreachable while its store is down, and opens once it recovers', async () => {
    const { store, server, home } = serverStore();
    await home.createChat(sampleChat({ id: 'chat_a', isArchived: true }));
    const page = await openPage({ store });
    server.isDown = true;
    page.act.selectChat('chat_a');
    await settled();
    await settled();
    expect(page.state()).toMatchObject({ asked: { state: 'unreachable' }, error: { message: 'Failed' } });
    server.isDown = false;
    await page.act.refresh();
    await settled();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_a', asked: undefined, error: undefined });
  });

  it('reopens after a reload even if its question never reached the server', async () => {
    const { store } = serverStore();
    const sent = { chatId: 'chat_new', messageId: 'msg_new', content: 'Economists in Puno' };
    const storage = new MemoryStorage({
      expertscope_running: JSON.stringify([{ ...sent, deepResearch: false, userId: 'sub-1', sentAt: 0 }]),
    });
    const page = await openPage({ store, storage, isOpened: false });
    page.act.selectChat('chat_new');
    await page.session.open();
    await settled();
    expect(page.state()).toMatchObject({ currentChatId: 'chat_new', asked: undefined });
  });

  it('stays open when another device archives it, and closes when one deletes it', async () => {
    const { store, home } = serverStore();
    await home.createChat(sampleChat());
    const page = await openPage({ store });
    page.act.selectChat('chat_1');
    await settled();
    await home.updateChat('chat_1', { isArchived: true });
    await page.act.refresh();
    expect([page.state().currentChatId, ids(page.state().chats)]).toEqual(['chat_1', []]);
    await home.deleteChat('chat_1');
    await page.act.refresh();
    expect(page.state().currentChatId).toBeUndefined();
  });
});

describe('the chat open before sign-in', () => {
  async function openWithout(opened: string | undefined) {
    const { store, home } = serverStore();
    await home.createChat(sampleChat({ id: 'chat_own' }));
    const storage = new MemoryStorage({ ...(opened !== undefined && { expertscope_current_chat: opened }) });
    const page = await openPage({ store, storage });
    await settled();
    expect(page.state().currentChatId).toBeUndefined();
    await home.createChat(sampleChat({ id: 'chat_brought' }));
    const goOn = async () => {
      await page.act.refresh();
      page.act.openLast();
      await settled();
      return page.state();
    };
    return { ...page, goOn };
  }

  it('reopens once it has been moved into the account', async () => {
    const { goOn } = await openWithout('chat_brought');
    expect(await goOn()).toMatchObject({ currentChatId: 'chat_brought', asked: undefined });
  });

  it('is not reopened if it stayed behind, never existed, or another chat is open by then', async () => {
    for (const opened of ['chat_elsewhere', undefined])
      expect(await (await openWithout(opened)).goOn()).toMatchObject({ currentChatId: undefined });
    const { act, goOn } = await openWithout('chat_brought');
    act.selectChat('chat_own');
    expect(await goOn()).toMatchObject({ currentChatId: 'chat_own' });
  });
});
