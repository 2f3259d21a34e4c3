import { QueryClientProvider, type UseQueryResult, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useMemo } from 'react';
import { useStore } from 'zustand/react';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import { CONTEXT_ERRORS } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import { searchesOver } from '#web/features/search/index.ts';
import type { Api } from '#web/lib/api.ts';
import { loadChunk, once } from '#web/lib/lazy.ts';
import { browserStorage } from '#web/lib/storage.ts';
import { type ChatPages, chatPath, chatsOf, chatsQuery } from './chats.ts';
import {
  type ChatActions,
  createSession,
  isPageVisible,
  type OwnedSession,
  type SessionOptions,
} from './create-session.ts';
import { restoreWaiting } from './drafts.ts';
import { mergeMessages, messagesQuery } from './messages.ts';
import { type SearchStates, type SearchView, searchedChats, viewSearch } from './search-view.ts';
import { isSending, type PageState } from './session.ts';
import type { ChatStore } from './stores/chat-store.ts';
import { hasStoredChats } from './stores/remembered.ts';

interface ChatProviderProps extends Pick<SessionOptions, 'readHidden'> {
  /** Must be the same object for as long as the user is the same. */
  api: Api;
  /** The signed-in user; undefined for anonymous users, whose chats are stored in the browser. */
  userId?: string | undefined;
  children: ReactNode;
}

/** Provides a user's chats. They are loaded at the start and whenever the user changes. */
export function ChatProvider({ api, userId, readHidden, children }: ChatProviderProps) {
  const session = useMemo(() => createUserSession(api, userId, readHidden), [api, userId, readHidden]);
  useEffect(() => {
    void session.open();
    return () => session.close();
  }, [session]);
  return <SessionProvider session={session}>{children}</SessionProvider>;
}

const SessionContext = createContext<OwnedSession | undefined>(undefined);

/** Provides a session that is opened and closed elsewhere. */
export function SessionProvider({ session, children }: { session: OwnedSession; children: ReactNode }) {
  return (
    <QueryClientProvider client={session.queries}>
      <SessionContext value={session}>{children}</SessionContext>
    </QueryClientProvider>
  );
}

function createUserSession(
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
  // On a first visit there is nothing to read, so don't wait for the code. Later on, memory may have chats that storage had no room for.
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
    isVisible: () =>
      isPageVisible() && location.pathname.startsWith(chatPath(session.page.getState().currentChatId)),
    onAnswer: (chat) =>
      loadChunk(loadNotifications).then(
        ({ notifyOfAnswer }) => notifyOfAnswer(chat),
        () => undefined,
      ),
  });
  return session;
}

/** Loads the code that reads this browser's chats. */
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

/** Selects from the {@link PageState}. `select` must return a stable reference while the value is unchanged. */
export const usePage = <Value,>(select: (page: PageState) => Value): Value =>
  useStore(useSession().page, select);

export const useCurrentChatId = (): string | undefined => usePage(({ currentChatId }) => currentChatId);

/** The current chat, or the one being looked up to become it. */
export const useComingChatId = (): string | undefined =>
  usePage(
    ({ currentChatId, asked }) => currentChatId ?? (asked?.state === 'looking' ? asked.chatId : undefined),
  );

/** The chats loaded so far, without archived ones, newest activity first. */
export function useChatList() {
  const list = useInfiniteQuery({ ...chatsQuery(useSession()), select: chatsOf });
  return {
    chats: list.data ?? NO_CHATS,
    isLoadingChats: isFirstRead(list),
    hasMoreChats: list.hasNextPage,
    isLoadingMoreChats: list.isFetchingNextPage,
    /** The list could not be read, and no older one is known. */
    isMissing: list.isFetched && list.data === undefined,
  };
}

/** The current chat; undefined if none has begun. */
export function useCurrentChat(): Chat | undefined {
  const chatId = useCurrentChatId();
  const select = ({ pages }: ChatPages) =>
    pages.flatMap(({ chats }) => chats).find(({ id }) => id === chatId);
  return useInfiniteQuery({ ...chatsQuery(useSession()), select }).data;
}

export const useCurrentTitle = (): string | undefined => useCurrentChat()?.title;

/** Messages of the current chat, oldest first; a sent one is included at once. */
export function useMessages(): readonly Message[] {
  const { data = NO_MESSAGES } = useCurrentMessages();
  const unsaved = usePage((page) => page.unsaved[page.currentChatId ?? '']) ?? NO_MESSAGES;
  return useMemo(() => mergeMessages(data, unsaved), [data, unsaved]);
}

function useCurrentMessages() {
  const chatId = useCurrentChatId();
  return useQuery({ ...messagesQuery(useSession(), chatId ?? ''), enabled: chatId !== undefined });
}

/**
 * Whether the messages of the current chat could not be read; older ones may be known. `isError` would not do: without data, it is false
 * while the next read is under way.
 */
export function useAreMessagesMissing(): boolean {
  const { isFetched, isSuccess } = useCurrentMessages();
  return isFetched && !isSuccess;
}

/** Whether chats or messages are loading for the first time. */
export function useIsLoading(): boolean {
  const isLoadingChats = isFirstRead(useInfiniteQuery(chatsQuery(useSession())));
  const isLoadingMessages = isFirstRead(useCurrentMessages());
  const isLooking = usePage(({ asked }) => asked?.state === 'looking');
  return isLooking || isLoadingChats || isLoadingMessages;
}

const isFirstRead = ({ isLoading, isFetched }: Pick<UseQueryResult, 'isFetched' | 'isLoading'>): boolean =>
  isLoading && !isFetched;

/** Whether a send is under way in the current chat. */
export const useIsSending = (): boolean => usePage((page) => isSending(page, page.currentChatId));

/** The chats in which a search runs. */
export function useSearchedChats(): readonly string[] {
  const { searches } = useSession();
  const sends = usePage((page) => page.sends);
  const elsewhere = usePage((page) => page.elsewhere);
  // Joined into a string, which compares equal while the ids are the same.
  const ids = useStore(searches.store, (states) => searchedChats({ sends, elsewhere }, states).join(' '));
  return useMemo(() => ids.split(' ').filter(Boolean), [ids]);
}

/** The prefix of the page's title: a tick if there are unseen answers, and the number of running searches. */
export function useTitleMark(): string {
  const { length } = useSearchedChats();
  const { chats } = useChatList();
  const answered = usePage((page) => page.answered);
  // Only listed chats count: not deleted or archived ones, or another user's.
  const hasAnswers = chats.some(({ id }) => answered.has(id));
  return `${hasAnswers ? '✓ ' : ''}${length > 0 ? `(${length}) ` : ''}`;
}

/** The search of the current chat, updated with every event; with `idle`, no search and no updates. */
export function useSearchView({ idle = false } = {}): SearchView {
  const { searches } = useSession();
  const currentChatId = useCurrentChatId();
  const sends = usePage((page) => (idle ? NO_SENDS : page.sends));
  return viewSearch(
    { currentChatId, sends },
    useStore(searches.store, (state) => (idle ? NO_SEARCHES : state)),
  );
}

/** Whether a search runs in the current chat, and whether it has been asked to stop. Does not re-render with every event. */
export function useIsSearching(): Pick<SearchView, 'isRunning' | 'isStopping'> {
  const session = useSession();
  const currentChatId = useCurrentChatId();
  const sends = usePage((page) => page.sends);
  const view = (searches: SearchStates) => viewSearch({ currentChatId, sends }, searches);
  const isRunning = useStore(session.searches.store, (searches) => view(searches).isRunning);
  return { isRunning, isStopping: sends[currentChatId ?? '']?.stopRequested === true };
}

const NO_SENDS = {};
const NO_SEARCHES = {};
const NO_CHATS: readonly Chat[] = [];
const NO_MESSAGES: readonly Message[] = [];
