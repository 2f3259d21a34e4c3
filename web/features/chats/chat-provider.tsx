import type { ReactNode } from 'react';
import { useEffect, useMemo, useSyncExternalStore } from 'react';
import { useSearch } from '#web/features/search/index.ts';
import type { Api } from '#web/lib/api.ts';
import { browserStorage } from '#web/lib/storage.ts';
import { ChatContext } from './chat-context.ts';
import { useChatStore } from './hooks/use-chat-store.ts';
import { ChatController } from './model/chat-controller.ts';
import { createCurrentChat } from './stores/current-chat.ts';
import { createRememberedSearches } from './stores/remembered-searches.ts';

interface ChatProviderProps {
  /** The same object for as long as the same person is at the page. */
  api: Api;
  /** Who is signed in; undefined for anonymous people, whose chats live in the browser. */
  userId?: string | undefined;
  children: ReactNode;
}

/** Gives everything below it the conversation, see `useChat`. Chats are loaded at start and whenever the person changes. */
export function ChatProvider({ api, userId, children }: ChatProviderProps) {
  const store = useChatStore({ api, userId });
  const search = useSearch(api);
  const controller = useMemo(
    () =>
      new ChatController({
        store,
        search,
        currentChat: createCurrentChat(browserStorage()),
        remembered: createRememberedSearches(browserStorage()),
      }),
    [store, search],
  );
  useEffect(() => {
    void controller.open();
    return () => controller.close();
  }, [controller]);
  const state = useSyncExternalStore(controller.subscribe, controller.getState, controller.getState);
  const chat = useMemo(() => ({ ...state, ...controller.actions }), [state, controller]);
  return <ChatContext value={chat}>{children}</ChatContext>;
}
