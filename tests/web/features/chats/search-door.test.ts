import { getRequestListener } from '@hono/node-server';
import { afterEach, describe, expect, it } from 'vitest';
import type { foundProfiles } from '#tests/support/fake-providers.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { searchApp } from '#tests/support/search-app.ts';
import type { Served } from '#tests/web/features/search/serve.ts';
import { serve } from '#tests/web/features/search/serve.ts';
import type { ChatState } from '#web/features/chats/chat-context.ts';
import { ChatController } from '#web/features/chats/model/chat-controller.ts';
import { createCurrentChat } from '#web/features/chats/stores/current-chat.ts';
import { LocalChatStore } from '#web/features/chats/stores/local-chat-store.ts';
import { createRememberedSearches } from '#web/features/chats/stores/remembered-searches.ts';
import { createSearchRunner, createSearchTransport } from '#web/features/search/index.ts';
import { createApi } from '#web/lib/api.ts';
import { MemoryStorage } from './memory-storage.ts';

let served: Served | undefined;
afterEach(async () => served?.close());

/** A whole page, from the conversation down to the sockets, before the real search door. */
async function pageBefore(app: ReturnType<typeof searchApp>) {
  served = await serve(getRequestListener(app.fetch));
  const api = createApi({ baseUrl: served.baseUrl });
  const storage = new MemoryStorage();
  const controller = new ChatController({
    store: new LocalChatStore({ storage, tabs: undefined }),
    search: createSearchRunner({ transport: createSearchTransport(api) }),
    currentChat: createCurrentChat(storage),
    remembered: createRememberedSearches(storage),
  });
  await controller.open();
  return { controller, act: controller.actions, storage };
}

/** Settles with the first state that `matches`. */
function stateWhere(controller: ChatController, matches: (state: ChatState) => boolean): Promise<ChatState> {
  const { promise, resolve } = Promise.withResolvers<ChatState>();
  const unsubscribe = controller.subscribe(() => {
    if (!matches(controller.getState())) return;
    unsubscribe();
    resolve(controller.getState());
  });
  return promise;
}

describe('the page before the real search door', () => {
  it.each([false, true])('shows and stores the answer, deep research being %s', async (deepResearch) => {
    const { controller, act, storage } = await pageBefore(searchApp());
    await act.send('Peruvians studying computer science', { deepResearch });
    const { messages, chats, error, search, isLoading } = controller.getState();
    expect({ error, search, isLoading }).toEqual({ error: undefined, search: undefined, isLoading: false });
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant']);
    expect(messages[1]?.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThan(0);
    expect(messages[1]?.metadata).toMatchObject({ outcome: 'answered', useDeepResearch: deepResearch });
    expect(chats).toMatchObject([{ title: 'Peruvians studying computer science', messageCount: 2 }]);
    expect(storage.json('expertscope_messages')).toEqual(messages);
  });

  it('has the person’s words for a search that could not be made', async () => {
    const providers = fakeProviders({ search: () => Promise.reject(new Error('unreachable')) });
    const { controller, act } = await pageBefore(searchApp({ providers }));
    await act.send('Peruvians studying computer science', { deepResearch: false });
    const answer = controller.getState().messages.at(-1);
    expect(answer?.content).toMatch(
      /^I'm sorry, I encountered an error while processing your search request: /,
    );
    expect(answer?.metadata?.outcome).toBe('apologised');
    expect(controller.getState().error).toBeUndefined();
  });

  it('stops a search that waits for a provider, and stores that it was stopped', async () => {
    const waiting = (_query: string, signal: AbortSignal) =>
      new Promise<ReturnType<typeof foundProfiles>>((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      });
    const { controller, act, storage } = await pageBefore(
      searchApp({ providers: fakeProviders({ search: waiting }) }),
    );
    const sent = act.send('Peruvians studying computer science', { deepResearch: false });
    await stateWhere(controller, ({ search }) => search?.steps.at(-1)?.id === 'profile-search');
    act.stop();
    await sent;
    const { messages, error } = controller.getState();
    expect(messages.map(({ metadata }) => metadata?.outcome)).toEqual([undefined, 'stopped']);
    expect(error).toBeUndefined();
    expect(storage.json('expertscope_messages')).toEqual(messages);
  });
});
