import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import { ApiError } from '#web/lib/api.ts';
import { isChatQuery } from '#web/lib/cache-key.ts';
import { announceChunk, loadChunk, once } from '#web/lib/lazy.ts';
import { wait } from '#web/lib/schedule.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import * as chats from './chats.ts';
import { markSeen } from './marks.ts';
import { loadChats, openChat, openLast, syncWithOtherPages } from './open-chat.ts';
import {
  type ChatSession,
  EMPTY_PAGE,
  type PageState,
  PollError,
  type ReadOptions,
  type SendOptions,
  toChatError,
} from './session.ts';
import { type ChatStore, ChatStoreError, type StoreNews } from './stores/chat-store.ts';
import { createCurrentChat, createRememberedSearches, KEYS } from './stores/remembered.ts';
import { stopSending } from './turns/exchange.ts';
import { sendMessage } from './turns/send.ts';

export interface SessionOptions extends Pick<ChatSession, 'userId' | 'openStore' | 'searches'> {
  api?: ChatSession['api'];
  storage: KeyValueStorage | undefined;
  /** Start with an empty list of chats: there is nothing to load. */
  startsEmpty?: boolean;
  now?: ChatSession['now'];
  newId?: ChatSession['newId'];
  delay?: ChatSession['delay'];
  locks?: ChatSession['locks'];
  /** Without it, nobody is hidden. */
  readHidden?: ((session: ChatSession) => Promise<readonly string[]>) | undefined;
  isVisible?: ChatSession['isVisible'];
  onAnswer?: ChatSession['onAnswer'];
  /** The source of `storage` and `visibilitychange` events. */
  browser?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** Milliseconds before a read is retried; reads are attempted three times. */
  retryDelay?: (attempt: number) => number;
}

export interface OwnedSession extends ChatSession {
  actions: ChatActions;
  /** Loads the chats and listens to their store until {@link close}. */
  open(): Promise<void>;
  /** Stops listening and leaves running searches to the server: they are followed again when the user is back. */
  close(): void;
}

export const isPageVisible = (): boolean => globalThis.document?.visibilityState !== 'hidden';

/** One user's chats on this page, see {@link ChatSession}, with the actions on them. */
export function createSession({
  userId,
  api,
  openStore,
  searches,
  storage,
  startsEmpty = false,
  now = Date.now,
  newId: makeId = newId,
  delay = wait,
  locks,
  readHidden = async () => [],
  isVisible = isPageVisible,
  onAnswer = () => undefined,
  browser = globalThis.window,
  retryDelay = (attempt) => 500 * 2 ** attempt,
}: SessionOptions): OwnedSession {
  const page = createStore<PageState>(() => EMPTY_PAGE);
  let stop: AbortController | undefined;
  /** Set while the session is open and does not listen to its store yet. */
  let listen: ((store: ChatStore) => void) | undefined;
  const session: ChatSession = {
    userId,
    api,
    searchStores: userId !== ANONYMOUS_USER_ID,
    openStore: async () => {
      const store = await openStore();
      listen?.(store);
      return store;
    },
    readHidden: () => readHidden(session),
    queries: createCache((error) => page.setState({ error: toChatError(error) }), retryDelay),
    searches,
    page,
    currentChat: createCurrentChat(storage),
    remembered: createRememberedSearches(storage),
    storage,
    locks,
    pendingTakeovers: new Set(),
    refresh: { running: undefined, isAskedAgain: false },
    saves: new Map(),
    now,
    newId: makeId,
    delay,
    isOpen: () => stop !== undefined,
    isVisible,
    onAnswer,
  };
  if (startsEmpty) chats.editChats(session, (known) => [...known]);

  function open(): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    // Without a signed-in user, an account may merely have failed to load: its searches are kept for its user.
    if (session.searchStores) session.remembered.forgetOthers(userId);
    listen = (store) => {
      listen = undefined;
      signal.addEventListener(
        'abort',
        store.subscribe((news) => handleStoreNews(session, news)),
      );
    };
    // If the store's code fails to load, the read that needs it reports that, and a later one loads it again.
    session.openStore().catch(() => undefined);
    listenToBrowser(session, signal, browser);
    return loadChats(session).then(() => syncWithOtherPages(session, signal));
  }
  function close(): void {
    stop?.abort();
    stop = undefined;
    listen = undefined;
    searches.close();
  }
  return { ...session, actions: actionsOn(session), open, close };
}

/** The actions on a session's chats. They stay the same object for the life of the session. */
export type ChatActions = ReturnType<typeof actionsOn>;

function actionsOn(session: ChatSession) {
  const { page } = session;
  return {
    /** Leaves the current chat; the start screen shows. */
    newChat: () => chats.leaveChat(session),
    loadMoreChats: () => chats.loadMoreChats(session),
    selectChat: (chatId: string) => void openChat(session, chatId),
    /**
     * Sends into a chat, or into a new one titled after the text. While a search runs there, or the chat is being read, the text
     * waits. Resolves once the text is waiting or its search has ended.
     */
    send: (content: string, options: Omit<SendOptions, 'content'>) =>
      sendMessage(session, { content, ...options }),
    /** Like `send`, into the current chat, but may name the answer to follow up and a task to do. */
    ask: (request: SendOptions) => sendMessage(session, request),
    /** Stops the search in the current chat. */
    stop: () => stopSending(session, page.getState().currentChatId),
    stopIn: (chatId: string) => stopSending(session, chatId),
    /** Picks up changes that were not made through these actions. */
    refresh: () => refresh(session),
    openLast: () => void openLast(session),
    clearError: () => page.setState({ error: undefined }),
    /** To be called once the returned text is back in its input. */
    takeReturned: () => page.setState({ returned: undefined }),
    dismissNotice: (notice: string) =>
      page.setState(({ notices }) => ({ notices: notices.filter((text) => text !== notice) })),
  };
}

/** Watches the marks that other pages of the browser store, and whether the current chat comes into view. */
function listenToBrowser(
  session: ChatSession,
  signal: AbortSignal,
  browser: SessionOptions['browser'],
): void {
  const watchedKeys: readonly unknown[] = [KEYS.running, KEYS.answered, null];
  const onStorage = ({ key }: Event & Partial<Pick<StorageEvent, 'key'>>) => {
    if (watchedKeys.includes(key)) syncWithOtherPages(session, signal);
  };
  const onVisibilityChange = () => {
    if (session.isVisible()) markSeen(session, session.page.getState().currentChatId);
  };
  browser?.addEventListener('storage', onStorage, { signal });
  browser?.addEventListener('visibilitychange', onVisibilityChange, { signal });
}

const fetchRefresh = once(() => loadChunk(() => import('./refresh.ts')));
announceChunk(fetchRefresh);

/** Picks up changes, see refresh.ts. If its code cannot be loaded, the next occasion tries again. */
const refresh = (session: ChatSession, options?: ReadOptions): Promise<void> =>
  fetchRefresh().then(
    ({ refreshChats }) => refreshChats(session, options),
    () => undefined,
  );

/** Handles news from a store. */
export function handleStoreNews(session: ChatSession, news: StoreNews): void {
  if (news.type !== 'notice') return void refresh(session, { isPoll: news.type === 'due' });
  session.page.setState(({ notices }) => ({ notices: [...new Set([...notices, news.text])] }));
}

/** The cache of one user's chats and messages. It refetches only on request. */
function createCache(onError: (error: unknown) => void, retryDelay: (attempt: number) => number) {
  // Notify in a microtask, so that a change of the cache and one of the page's state show at the same time.
  notifyManager.setScheduler(queueMicrotask);
  return new QueryClient({
    queryCache: new QueryCache({
      onError: (error, query) => {
        if (isChatQuery(query) && !(error instanceof PollError)) onError(error);
      },
    }),
    mutationCache: new MutationCache({ onError }),
    defaultOptions: {
      queries: {
        retry: (count, error) => count < 2 && isRetryable(error),
        retryDelay,
        retryOnMount: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        networkMode: 'always',
        gcTime: Number.POSITIVE_INFINITY,
      },
      mutations: { networkMode: 'always' },
    },
  });
}

/** Whether the server has failed, rather than declined the request. */
function isRetryable(error: unknown): boolean {
  const cause = error instanceof ChatStoreError ? error.cause : error;
  return cause instanceof ApiError && !cause.refused;
}
