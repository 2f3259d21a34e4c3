import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it } from 'vitest';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { fakeProviders, type foundProfiles } from '#tests/support/fake-providers.ts';
import { searchApp } from '#tests/support/search-app.ts';
import { type Served, serve } from '#tests/web/features/search/serve.ts';
import { createSession } from '#web/features/chats/create-session.ts';
import type { ChatSession } from '#web/features/chats/session.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { shownTurns } from '#web/features/chats/turns/turns.ts';
import { connectionOver } from '#web/features/search/connection.ts';
import { Searches } from '#web/features/search/index.ts';
import { createApi } from '#web/lib/create-api.ts';
import { type Shown, shownBy } from '../conversation-rig.ts';
import { MemoryStorage } from '../stores/memory-storage.ts';

let served: Served | undefined;
afterEach(async () => served?.close());

/** A complete page, down to the sockets, connected to the real search function. */
async function pageBefore(app: ReturnType<typeof searchApp>) {
  served = await serve(getRequestListener(app.fetch));
  const api = createApi({ baseUrl: served.baseUrl });
  const storage = new MemoryStorage();
  const session = createSession({
    userId: ANONYMOUS_USER_ID,
    openStore: async () => new LocalChats({ storage, tabs: undefined }),
    searches: new Searches({ openConnection: async () => connectionOver(api) }),
    storage,
  });
  await session.open();
  return { session, act: session.actions, state: () => shownBy(session), storage };
}

/** Resolves with the first state that `matches`. */
function stateWhere(session: ChatSession, matches: (state: Shown) => boolean): Promise<Shown> {
  const { promise, resolve } = Promise.withResolvers<Shown>();
  const unsubscribe = session.searches.store.subscribe(() => {
    if (!matches(shownBy(session))) return;
    unsubscribe();
    resolve(shownBy(session));
  });
  return promise;
}

describe('the page with the real search function', () => {
  it.each([false, true])('shows and stores the answer, with Deep Research %s', async (deepResearch) => {
    const { state, act, storage } = await pageBefore(searchApp());
    await act.send('Peruvians studying computer science', { deepResearch });
    const { messages, chats, error, search, isLoading } = state();
    expect({ error, search, isLoading }).toEqual({ error: undefined, search: undefined, isLoading: false });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages[1]?.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThan(0);
    expect(messages[1]?.metadata).toMatchObject({ outcome: 'answered', useDeepResearch: deepResearch });
    expect(chats).toMatchObject([{ title: 'Peruvians studying computer science', messageCount: 2 }]);
    expect(storage.json('expertscope_messages')).toEqual(messages);
  });

  it('can refine, continue, verify and edit criteria, stored in the right turns', async () => {
    const { session, state, act } = await pageBefore(searchApp());
    await act.send('Peruvians studying computer science', { deepResearch: false });
    const [first] = shownTurns(state().messages);
    const refines = first?.answer?.id ?? '';
    const url = first?.answer?.metadata?.profileDisplayData?.otherProfiles[0]?.profileUrl ?? '';
    await act.send('Only in the United States', { deepResearch: false });
    const asked = { content: 'Peruvians studying computer science', deepResearch: false, refines };
    await act.ask({ ...asked, task: { kind: 'more' } });
    await act.ask({ ...asked, task: { kind: 'verify', url } });
    const criteria = [{ id: 'c1', subject: 'location' as const, text: 'Lima', need: 'required' as const }];
    await act.ask({ ...asked, task: { kind: 'criteria', criteria } });
    expect(session.page.getState().error).toBeUndefined();
    const marks = state().messages.map(({ role, metadata }) => [role, metadata?.refines, metadata?.task]);
    expect(marks.slice(2)).toEqual(
      [undefined, 'more', 'verify', 'criteria'].flatMap((task) => [
        ['user', refines, task],
        ['assistant', refines, task],
      ]),
    );
    const turns = shownTurns(state().messages);
    expect(turns.map(({ versions, continuations }) => [versions.count, continuations.length])).toEqual([
      [1, 4],
      [2, 0],
    ]);
  });

  it('shows an apology for a search that failed', async () => {
    const providers = fakeProviders({ search: () => Promise.reject(new Error('unreachable')) });
    const { state, act } = await pageBefore(searchApp({ providers }));
    await act.send('Peruvians studying computer science', { deepResearch: false });
    const answer = state().messages.at(-1);
    expect(answer?.content).toMatch(
      /^I'm sorry, I encountered an error while processing your search request: /,
    );
    expect(answer?.metadata?.outcome).toBe('apologised');
    expect(state().error).toBeUndefined();
  });

  it('stops a search waiting for a provider and stores the outcome', async () => {
    const waiting = (_query: string, signal: AbortSignal) =>
      new Promise<ReturnType<typeof foundProfiles>>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const { session, state, act, storage } = await pageBefore(
      searchApp({ providers: fakeProviders({ search: waiting }) }),
    );
    const sent = act.send('Peruvians studying computer science', { deepResearch: false });
    await stateWhere(session, ({ search }) => search?.steps.at(-1)?.id === 'profile-search');
    act.stop();
    await sent;
    const { messages, error } = state();
    expect(messages.map(({ metadata }) => metadata?.outcome)).toEqual([undefined, 'stopped']);
    expect(error).toBeUndefined();
    expect(storage.json('expertscope_messages')).toEqual(messages);
  });
});
