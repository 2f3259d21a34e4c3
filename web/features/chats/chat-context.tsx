import { QueryClientProvider, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import { CONTEXT_ERRORS } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import { searchesOver } from '#web/features/search/index.ts';
import type { Api } from '#web/lib/api.ts';
import { loadChunk, once } from '#web/lib/lazy.ts';
import { browserStorage } from '#web/lib/storage.ts';
import { type ChatPages, chatsOf, chatsQuery } from './chats.ts';
import { type ChatActions, createSession, type OwnedSession, type SessionOptions } from './create-session.ts';
import { restoreWaiting } from './drafts.ts';
import { mergeMessages, messagesQuery } from './messages.ts';
import { isSending, type PageState, type SearchView, searchedChats, viewSearch } from './session.ts';
import type { ChatStore } from './stores/chat-store.ts';
import { hasStoredChats } from './stores/remembered.ts';

interface ChatProviderProps extends Pick<SessionOptions, 'readHidden'> {
  /** The same object for as long as the same person is at the page. */
  api: Api;
  /** Who is signed in; undefined for anonymous people, whose chats live in the browser. */
  userId?: string | undefined;
  children: ReactNode;
}

/** Gives everything below it a person's chats. They are loaded at start and whenever the person changes. */
export function ChatProvider({ api, userId, readHidden, children }: ChatProviderProps) {
  const session = useMemo(() => sessionOf(api, userId, readHidden), [api, userId, readHidden]);
  useEffect(() => {
    void session.open();
    return () => session.close();
  }, [session]);
  return <ShownSession session={session}>{children}</ShownSession>;
}

const SessionContext = createContext<OwnedSession | undefined>(undefined);

/** Gives everything below it a session that somebody else opens and closes. */
export function ShownSession({ session, children }: { session: OwnedSession; children: ReactNode }) {
  return (
    <QueryClientProvider client={session.queries}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
}

function sessionOf(
  api: Api,
  userId = ANONYMOUS_USER_ID,
  readHidden?: SessionOptions['readHidden'],
): OwnedSession {
  const storage = browserStorage();
  const isAnonymous = userId === ANONYMOUS_USER_ID;
  const openStore = once(async (): Promise<ChatStore> => {
    if (isAnonymous) return (await loadChunk(loadLocal)).localChats();
    const { RemoteChats } = await loadChunk(loadRemote);
    const { queries, searches } = session;
    return new RemoteChats({ api, offline: { queries, userId, storage }, watched: { userId, searches } });
  });
  // A first visit waits for no code that reads what is not there. Later in it, chats that storage has no room for are in memory.
  const startsEmpty = isAnonymous && !hasOpened && !hasStoredChats(storage);
  hasOpened = true;
  restoreWaiting();
  const session: OwnedSession = createSession({
    userId,
    api,
    openStore,
    searches: searchesOver(api),
    storage,
    readHidden,
    startsEmpty,
    locks: globalThis.navigator?.locks,
    onUnseen: (chat) => {
      const open = () => session.actions.selectChat(chat.id);
      loadChunk(loadNotifications).then(
        ({ notifyOfAnswer }) => notifyOfAnswer(chat, open),
        () => undefined,
      );
    },
  });
  return session;
}

/** Fetches the code that reads this browser's chats. */
export const fetchLocalChats = async (): Promise<void> => void (await loadChunk(loadLocal));

let hasOpened = false;
const loadNotifications = () => import('./turns/notifications.ts');
const loadLocal = () => import('./stores/local-chats.ts');
const loadRemote = () => import('./stores/remote-chats.ts');

/** @throws Error outside a ChatProvider */
export function useSession(): OwnedSession {
  const session = useContext(SessionContext);
  if (session === undefined) throw new Error(CONTEXT_ERRORS.useChat);
  return session;
}

export const useChatActions = (): ChatActions => useSession().actions;

/** Part of what the page knows beside chats, messages and searches. `select` must give the same value as long as it has not changed. */
export const usePage = <Value,>(select: (page: PageState) => Value): Value =>
  useStore(useSession().page, select);

export const useCurrentChatId = (): string | undefined => usePage(({ currentChatId }) => currentChatId);

/** The current chat, or the one that is being looked for to become it. */
export const useComingChatId = (): string | undefined =>
  usePage(
    ({ currentChatId, asked }) => currentChatId ?? (asked?.state === 'looking' ? asked.chatId : undefined),
  );

/** The chats, not archived, newest activity first, as far as older ones have been loaded. */
export function useChatList() {
  const list = useInfiniteQuery({ ...chatsQuery(useSession()), select: chatsOf });
  return {
    chats: list.data ?? NO_CHATS,
    isLoadingChats: list.isLoading,
    hasMoreChats: list.hasNextPage,
    isLoadingMoreChats: list.isFetchingNextPage,
  };
}

/** The current chat; undefined for one that has not begun. */
export function useCurrentChat(): Chat | undefined {
  const chatId = useCurrentChatId();
  const select = ({ pages }: ChatPages) =>
    pages.flatMap(({ chats }) => chats).find(({ id }) => id === chatId);
  return useInfiniteQuery({ ...chatsQuery(useSession()), select }).data;
}

export const useCurrentTitle = (): string | undefined => useCurrentChat()?.title;

/** Messages of the current chat, oldest first; a sent one is here at once. */
export function useMessages(): readonly Message[] {
  const { data = NO_MESSAGES } = useCurrentMessages();
  const unsaved = usePage((page) => page.unsaved[page.currentChatId ?? '']) ?? NO_MESSAGES;
  return useMemo(() => mergeMessages(data, unsaved), [data, unsaved]);
}

function useCurrentMessages() {
  const chatId = useCurrentChatId();
  return useQuery({ ...messagesQuery(useSession(), chatId ?? ''), enabled: chatId !== undefined });
}

/** While chats or messages load for the first time. */
export function useIsLoading(): boolean {
  const { isLoading: isLoadingChats } = useInfiniteQuery(chatsQuery(useSession()));
  const { isLoading: isLoadingMessages } = useCurrentMessages();
  const isLooking = usePage(({ asked }) => asked?.state === 'looking');
  return isLooking || isLoadingChats || isLoadingMessages;
}

/** From a send in the current chat to its end. */
export const useIsSending = (): boolean => usePage((page) => isSending(page, page.currentChatId));

/** The chats in which a search runs. */
export function useSearchedChats(): readonly string[] {
  const { searches } = useSession();
  const sends = usePage((page) => page.sends);
  const elsewhere = usePage((page) => page.elsewhere);
  // As a text, which stays the same while they do.
  const ids = useStore(searches.store, (states) => searchedChats({ sends, elsewhere }, states).join(' '));
  return useMemo(() => ids.split(' ').filter(Boolean), [ids]);
}

/** What stands before the title of the page: that there are answers nobody has seen, and how many searches run. */
export function useTitleMark(): string {
  const { length } = useSearchedChats();
  const { chats } = useChatList();
  const answered = usePage((page) => page.answered);
  // What is deleted, archived or another person's is not in sight.
  const hasAnswers = chats.some(({ id }) => answered.has(id));
  return `${hasAnswers ? '✓ ' : ''}${length > 0 ? `(${length}) ` : ''}`;
}

/** The search of the current chat, read anew with every event unless it is `idle`: then there is none. */
export function useSearchView({ idle = false } = {}): SearchView {
  const { searches } = useSession();
  const currentChatId = useCurrentChatId();
  const sends = usePage((page) => (idle ? NO_SENDS : page.sends));
  return viewSearch(
    { currentChatId, sends },
    useStore(searches.store, (state) => (idle ? NO_SEARCHES : state)),
  );
}

/** Whether a search runs in the current chat, and whether it has been asked to stop. Read by what must not change with every event. */
export function useIsSearching(): Pick<SearchView, 'isRunning' | 'isStopping'> {
  const session = useSession();
  const currentChatId = useCurrentChatId();
  const sends = usePage((page) => page.sends);
  const view = (searches: Parameters<typeof viewSearch>[1]) => viewSearch({ currentChatId, sends }, searches);
  const isRunning = useStore(session.searches.store, (searches) => view(searches).isRunning);
  return { isRunning, isStopping: sends[currentChatId ?? '']?.stopRequested === true };
}

const NO_SENDS = {};
const NO_SEARCHES = {};
const NO_CHATS: readonly Chat[] = [];
const NO_MESSAGES: readonly Message[] = [];
