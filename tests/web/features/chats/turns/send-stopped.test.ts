import { describe, expect, it } from 'vitest';
import { profilesEvent, sampleDirectory } from '#tests/web/features/search/sample-events.ts';
import { openPage, STANDARD, settled, texts } from '../conversation-rig.ts';

describe('stopping', () => {
  it('keeps the question and the results, with the outcome “stopped”', async () => {
    const { act, state, searches, storage } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question } = searches.started(1);
    searches.push(profilesEvent(2));
    await settled();
    act.stop();
    await sent;
    expect(searches.stopped).toEqual(['search_1']);
    expect(state()).toMatchObject({
      messages: [question],
      isLoading: false,
      error: undefined,
      search: { outcome: 'stopped', profiles: sampleDirectory(2) },
      chats: [{ messageCount: 1 }],
    });
    expect(storage.json('expertscope_messages')).toEqual([question]);
  });

  it('allows a retry in the same mode', async () => {
    const { act, searches } = await openPage();
    const sent = act.send('Economists', { deepResearch: true });
    await settled();
    act.stop();
    await sent;
    const again = act.regenerate();
    await settled();
    searches.answerAll(20);
    await again;
    expect(searches.requests.map(({ deepResearch }) => deepResearch)).toEqual([true, true]);
  });

  it('works before the search has begun', async () => {
    const { act, state } = await openPage();
    const sent = act.send('Economists', STANDARD);
    act.stop();
    await sent;
    expect(texts(state().messages)).toEqual(['user: Economists']);
    expect(state()).toMatchObject({ isLoading: false, search: { outcome: 'stopped' }, error: undefined });
  });

  it('does not happen on leaving the page: the search continues and is remembered', async () => {
    const { session, act, searches, storage } = await openPage();
    const sent = act.send('Economists', STANDARD);
    await settled();
    const { question } = searches.started(1);
    await settled();
    session.close();
    await sent;
    expect(searches.stopped).toEqual([]);
    expect(storage.json('expertscope_running')).toMatchObject([{ messageId: question.id }]);
  });
});
