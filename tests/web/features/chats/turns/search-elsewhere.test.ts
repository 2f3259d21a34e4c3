import { describe, expect, it } from 'vitest';
import { APOLOGY } from '#shared/search-errors.ts';
import { stepEvent } from '#tests/web/features/search/sample-events.ts';
import { ids, openPage, STANDARD, seeded, settled, texts } from '../conversation-rig.ts';

describe('a search while another chat is open', () => {
  it('adds its answer to its own chat', async () => {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.act.selectChat('chat_2');
    await settled();
    expect(page.state()).toMatchObject({
      currentChatId: 'chat_2',
      messages: [],
      search: undefined,
      isLoading: false,
    });
    expect(page.state().loadingMessage).toBeUndefined();
    page.searches.answerAll(50);
    await sent;
    expect(page.state()).toMatchObject({ currentChatId: 'chat_2', messages: [], error: undefined });
    page.act.selectChat('chat_1');
    await settled();
    expect(texts(page.state().messages)).toHaveLength(4);
  });

  it('is shown again on return', async () => {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.searches.push(stepEvent('query-generation', 'active'));
    page.act.selectChat('chat_2');
    page.act.selectChat('chat_1');
    await settled();
    expect(page.state().search?.steps).toHaveLength(1);
    expect(texts(page.state().messages).at(-1)).toBe('user: And in Cusco?');
    page.searches.answerAll(50);
    await sent;
    expect(page.state().messages).toHaveLength(4);
  });

  it('fails silently, leaving an apology in its chat', async () => {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.act.selectChat('chat_2');
    page.searches.end(new TypeError('network'));
    await sent;
    expect(page.state().error).toBeUndefined();
    page.act.selectChat('chat_1');
    await settled();
    expect(texts(page.state().messages).at(-1)).toBe(`assistant: ${APOLOGY}`);
  });

  it('is stopped when its chat is deleted, and restores nothing', async () => {
    const page = await openPage({ storage: seeded() });
    const sent = page.act.send('And in Cusco?', STANDARD);
    await settled();
    page.searches.started(50);
    await settled();
    page.act.deleteChat('chat_1');
    await sent;
    await settled();
    expect(page.searches.stopped).toEqual(['search_1']);
    expect(page.state()).toMatchObject({
      currentChatId: undefined,
      messages: [],
      search: undefined,
      error: undefined,
    });
    expect(ids(page.state().chats)).toEqual(['chat_2']);
    expect(page.storage.json('expertscope_messages')).toEqual([]);
  });
});
