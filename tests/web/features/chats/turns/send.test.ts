import { describe, expect, it } from 'vitest';
import { APOLOGY } from '#shared/search-errors.ts';
import {
  at,
  profilesEvent,
  sampleChat,
  sampleDirectory,
  stepEvent,
} from '#tests/web/features/search/sample-events.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { shownTurns } from '#web/features/chats/turns/turns.ts';
import { ApiError } from '#web/lib/api.ts';
import { ids, openPage, STANDARD, seeded, settled, texts } from '../conversation-rig.ts';

describe('sending', () => {
  it('shows the message at once and a loading state until the first step', async () => {
    const { act, state, searches } = await openPage();
    const sent = act.send('  Economists in Lima  ', STANDARD);
    expect(texts(state().messages)).toEqual(['user: Economists in Lima']);
    expect(state()).toMatchObject({ isLoading: true, loadingMessage: 'Initializing AI systems...' });
    await settled();
    searches.started(1);
    await settled();
    expect(state()).toMatchObject({
      loadingMessage: 'Initializing AI systems...',
      search: { phase: 'streaming' },
    });
    searches.push(stepEvent('query-generation', 'active'), profilesEvent(3));
    await settled();
    expect(state()).toMatchObject({ isLoading: true, loadingMessage: undefined });
    expect(state().search?.steps).toHaveLength(1);
    expect(state().search?.profiles).toEqual(sampleDirectory(3));
    searches.answerAll(1);
    await sent;
    expect(state()).toMatchObject({ isLoading: false, loadingMessage: undefined, search: undefined });
  });

  it('shows no loading message once steps have been shown, even while the answer is stored', async () => {
    const { act, session, searches, state } = await openPage();
    const sent = act.send('Economists in Lima', STANDARD);
    await settled();
    searches.push(stepEvent('query-generation', 'active'));
    await settled();
    const seen: unknown[] = [];
    const look = () => seen.push(state().loadingMessage);
    session.page.subscribe(look);
    session.searches.store.subscribe(look);
    searches.answerAll(1);
    await sent;
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.filter((message) => message !== undefined)).toEqual([]);
  });

  it('creates a chat titled after the text, sends into it and stores both messages', async () => {
    const { act, state, searches, storage } = await openPage();
    const prompt = 'Peruvian economists who studied abroad and came back home';
    const sent = act.send(prompt, { deepResearch: true });
    await settled();
    searches.answerAll(1);
    await sent;
    const { question, reply } = searches.stored(1);
    const chat = sampleChat({
      id: 'chat_new_1',
      title: 'Peruvian economists who studied abroad and came...',
      messageCount: 2,
      lastMessageAt: at(6),
      updatedAt: at(6),
    });
    expect(searches.requests).toEqual([
      { chatId: 'chat_new_1', messageId: 'msg_new_2', content: prompt, deepResearch: true },
    ]);
    expect(state()).toMatchObject({
      chats: [chat],
      currentChatId: 'chat_new_1',
      messages: [question, reply],
      error: undefined,
    });
    expect(storage.json('expertscope_chats')).toEqual([chat]);
    expect(storage.json('expertscope_messages')).toEqual([question, reply]);
    expect(storage.getItem('expertscope_current_chat')).toBe('chat_new_1');
  });

  it('stores the question before the search answers', async () => {
    const { act, searches, storage } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    expect(storage.json('expertscope_messages')).toMatchObject([{ role: 'user', content: 'Economists' }]);
    searches.answerAll(1);
    await sent;
  });

  it('sends into the current chat, which moves to the top with two more messages', async () => {
    const page = await openPage({ storage: seeded() });
    page.act.selectChat('chat_2');
    await settled();
    expect(ids(page.state().chats)).toEqual(['chat_1', 'chat_2']);
    const sent = page.act.send('Food lawyers', STANDARD);
    await settled();
    expect(page.state().chats.find(({ id }) => id === 'chat_2')?.messageCount).toBe(0);
    page.searches.answerAll(50);
    await sent;
    expect(page.state().chats).toMatchObject([
      { id: 'chat_2', title: 'Lawyers', messageCount: 2, lastMessageAt: at(55), updatedAt: at(55) },
      { id: 'chat_1' },
    ]);
  });

  it('sends into a new chat on request, even though another is open', async () => {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.send('Early-stage investors', { deepResearch: false, newChat: true });
    expect(texts(page.state().messages)).toEqual(['user: Early-stage investors']);
    await settled();
    page.searches.answerAll(50);
    await sent;
    expect(ids(page.state().chats)).toEqual(['chat_new_1', 'chat_1', 'chat_2']);
  });

  it('ignores blank text and a second send during the first', async () => {
    const { act, searches } = await openPage();
    await act.send(' \n ', STANDARD);
    const sent = act.send('Economists', STANDARD);
    await act.send('Economists', STANDARD);
    await settled();
    searches.answerAll(1);
    await sent;
    expect(searches.requests).toHaveLength(1);
  });

  it('orders the message last even when the local clock is slow', async () => {
    const storage = seeded();
    const page = await openPage({ storage });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    expect(texts(page.state().messages).at(-1)).toBe('user: And in Cusco?');
    page.searches.end(new Error('down'));
    await sent;
    expect(texts(page.state().messages).slice(-2)).toEqual(['user: And in Cusco?', `assistant: ${APOLOGY}`]);
  });

  it('orders answers correctly even when the local clock is fast', async () => {
    const page = await openPage({ storage: seeded(), now: () => Date.parse(at(60)) });
    const { act, searches, storage } = page;
    const sent = act.send('And in Cusco?', STANDARD);
    await settled();
    searches.end(new Error('down'));
    await sent;
    for (const [seconds, ask] of [
      [20, () => act.regenerate()],
      [30, () => act.send('And in Puno?', STANDARD)],
    ] as const) {
      const asked = ask();
      await settled();
      searches.answerAll(seconds);
      await asked;
    }
    const { content } = searches.stored(0).reply;
    const shown = texts(page.state().messages);
    expect(shown.slice(2)).toEqual([
      'user: And in Cusco?',
      `assistant: ${APOLOGY}`,
      'user: And in Cusco?',
      `assistant: ${content}`,
      'user: And in Puno?',
      `assistant: ${content}`,
    ]);
    expect(shownTurns(page.state().messages).map(({ answer }) => answer?.content)).toEqual([
      content,
      content,
      content,
    ]);
    const reloaded = await openPage({ storage });
    expect(texts(reloaded.state().messages)).toEqual(shown);
  });
});

describe('a failing send', () => {
  it('shows the stored apology as the answer when the search apologises', async () => {
    const { act, state, searches } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question, reply } = searches.started(1);
    const apology = { ...reply, content: 'I’m sorry …', metadata: { outcome: 'apologised' as const } };
    searches.push({ type: 'message', data: apology }, { type: 'done', data: { outcome: 'apologised' } });
    searches.end();
    await sent;
    expect(state()).toMatchObject({ messages: [question, apology], error: undefined, search: undefined });
  });

  it('keeps the question, apologises and sets the error when the whole send fails', async () => {
    const { act, state, searches, storage } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.push({
      type: 'done',
      data: { outcome: 'failed', error: { code: 'internal-error', message: 'x' } },
    });
    searches.end();
    await sent;
    expect(texts(state().messages)).toEqual([
      'user: Economists',
      "assistant: I'm sorry, I encountered an error while processing your request. Please try again.",
    ]);
    expect(state()).toMatchObject({
      isLoading: false,
      error: { code: 'send-message-error', message: 'Failed to send message' },
      chats: [{ messageCount: 2 }],
    });
    expect(storage.json('expertscope_messages')).toMatchObject([
      { content: 'Economists' },
      { content: APOLOGY },
    ]);
    act.clearError();
    expect(state().error).toBeUndefined();
  });

  it('returns the text to the input with the service’s message when refused', async () => {
    const { act, state, searches, storage } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.end(
      new ApiError({ status: 429, code: 'quota-exceeded', message: 'The limit is reached for now.' }),
    );
    await sent;
    expect(state()).toMatchObject({
      messages: [],
      chats: [],
      currentChatId: undefined,
      isLoading: false,
      error: { code: 'send-message-error', message: 'The limit is reached for now.' },
      returned: { chatId: undefined, text: 'Economists' },
      search: undefined,
    });
    expect(storage.json('expertscope_messages')).toEqual([]);
    expect(storage.json('expertscope_chats')).toEqual([]);
    expect(storage.getItem('expertscope_current_chat')).toBeNull();
    expect(storage.getItem('expertscope_running')).toBeNull();
  });

  it('keeps the people found by an interrupted search', async () => {
    const { act, state, searches } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    searches.push(profilesEvent(4));
    searches.end(new TypeError('terminated'));
    await sent;
    expect(state()).toMatchObject({
      search: { phase: 'finished', outcome: 'failed', profiles: sampleDirectory(4) },
    });
    expect(texts(state().messages)).toEqual(['user: Economists', `assistant: ${APOLOGY}`]);
    expect(state().messages[1]?.metadata?.profileDisplayData).toEqual(sampleDirectory(4));
  });

  it('returns the text to the input if the code of the browser’s store cannot be loaded', async () => {
    let isLoaded = true;
    const openStore = async () => {
      if (isLoaded) return new LocalChats({ storage: undefined });
      throw new TypeError('Failed to fetch dynamically imported module');
    };
    const { act, state } = await openPage({ openStore });
    isLoaded = false;
    await act.send('Economists', STANDARD);
    expect(state()).toMatchObject({
      chats: [],
      messages: [],
      returned: { chatId: undefined, text: 'Economists' },
      error: { code: 'send-message-error', message: expect.stringContaining('Your text is kept') },
    });
  });

  it('can be retried in the same mode, as can a finished answer', async () => {
    const { act, state, searches } = await openPage();
    const sent = act.send('Economists', { deepResearch: true });
    await settled();
    searches.end(new TypeError('network'));
    await sent;
    for (const turn of [0, 1]) {
      const again = act.regenerate();
      await settled();
      expect(state().error).toBeUndefined();
      searches.answerAll(20 + turn * 20);
      await again;
    }
    expect(searches.requests.map(({ content, deepResearch }) => ({ content, deepResearch }))).toEqual(
      Array.from({ length: 3 }, () => ({ content: 'Economists', deepResearch: true })),
    );
    expect(new Set(searches.requests.map(({ messageId }) => messageId)).size).toBe(3);
  });
});
