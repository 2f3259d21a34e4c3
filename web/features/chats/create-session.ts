import { MutationCache, notifyManager, QueryCache, QueryClient } from '@tanstack/react-query';
import { createStore } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import { ApiError } from '#web/lib/api.ts';
import { isChatQuery } from '#web/lib/cache-key.ts';
import { wait } from '#web/lib/lazy.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import * as chats from './chats.ts';
import { markSeen } from './marks.ts';
import { loadChats, openChat, openLast, refreshChats, takeInOthers } from './open-chat.ts';
import {
  type ChatSession,
  EMPTY_PAGE,
  type PageState,
  PollError,
  type SendOptions,
  stopSending,
  toChatError,
} from './session.ts';
import { ChatStoreError, type StoreNews } from './stores/chat-store.ts';
import { createCurrentChat, createRememberedSearches, KEYS } from './stores/remembered.ts';
import { sendMessage } from './turns/send.ts';

export interface SessionOptions extends Pick<ChatSession, 'userId' | 'openStore' | 'searches'> {
  api?: ChatSession['api'];
  storage: KeyValueStorage | undefined;
  /** There is nothing to load yet. */
  startsEmpty?: boolean;
  now?: ChatSession['now'];
  newId?: ChatSession['newId'];
  delay?: ChatSession['delay'];
  locks?: ChatSession['locks'];
  /** Nobody is hidden without it. */
  readHidden?: ((session: ChatSession) => Promise<readonly string[]>) | undefined;
  isVisible?: ChatSession['isVisible'];
  onUnseen?: ChatSession['onUnseen'];
  /** Tells of what other pages of the browser store, and of being seen. */
  browser?: Pick<EventTarget, 'addEventListener'> | undefined;
  /** Milliseconds before a read is tried again; reads are tried three times. */
  retryDelay?: (attempt: number) => number;
}

export interface OwnedSession extends ChatSession {
  actions: ChatActions;
  /** Loads the chats and listens to their store until {@link close}. */
  open(): Promise<void>;
  /** Listens no more, and leaves running searches to the server: they are followed again when the person is back. */
  close(): void;
}

/** One person's chats on this page, see {@link ChatSession}, with the actions on them. */
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
  isVisible = () => globalThis.document?.visibilityState !== 'hidden',
  onUnseen = () => undefined,
  browser = globalThis.window,
  retryDelay = (attempt) => 500 * 2 ** attempt,
}: SessionOptions): OwnedSession {
  const page = createStore<PageState>(() => EMPTY_PAGE);
  let stop: AbortController | undefined;
  const session: ChatSession = {
    userId,
    api,
    searchStores: userId !== ANONYMOUS_USER_ID,
    openStore,
    readHidden: () => readHidden(session),
    queries: createCache((error) => page.setState({ error: toChatError(error) }), retryDelay),
    searches,
    page,
    currentChat: createCurrentChat(storage),
    remembered: createRememberedSearches(storage),
    storage,
    locks,
    attended: new Set(),
    refresh: { running: undefined, isAskedAgain: false },
    saves: new Map(),
    now,
    newId: makeId,
    delay,
    isOpen: () => stop !== undefined,
    isVisible,
    onUnseen,
  };
  if (startsEmpty) chats.editChats(session, (known) => [...known]);

  function open(): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    // Whoever is not signed in may be somebody whose account cannot be loaded just now: what they sent waits for them.
    if (session.searchStores) session.remembered.forgetOthers(userId);
    const listen = async () => {
      const unsubscribe = (await openStore()).subscribe((news) => hear(session, news));
      if (signal.aborted) unsubscribe();
      else signal.addEventListener('abort', unsubscribe);
    };
    // Code that did not arrive is reported by the read that needed it.
    listen().catch(() => undefined);
    listenToBrowser(session, signal, browser);
    return loadChats(session).then(() => takeInOthers(session, signal));
  }
  function close(): void {
    stop?.abort();
    stop = undefined;
    searches.close();
  }
  return { ...session, actions: actionsOn(session), open, close };
}

/** What a person can do with their chats. The same object for as long as the session lasts. */
export type ChatActions = ReturnType<typeof actionsOn>;

function actionsOn(session: ChatSession) {
  const { page } = session;
  return {
    /** Makes an empty chat current; the start screen shows. */
    newChat: () => chats.leaveChat(session),
    loadMoreChats: () => chats.loadMoreChats(session),
    selectChat: (chatId: string) => void openChat(session, chatId),
    /**
     * Sends into the current chat, or into a new one titled from the text; while a search runs there the text waits for its end.
     * Resolves when the text waits, or its search has ended.
     */
    send: (content: string, options: Omit<SendOptions, 'content'>) =>
      sendMessage(session, { content, ...options }),
    /** As `send`, into the current chat: what goes on from an answer that is named, or asks for more than words say. */
    ask: (request: SendOptions) => sendMessage(session, request),
    /** Stops the search in the current chat. */
    stop: () => stopSending(session, page.getState().currentChatId),
    stopIn: (chatId: string) => stopSending(session, chatId),
    /** Takes in what has changed otherwise than through these actions. */
    refresh: () => refreshChats(session),
    openLast: () => void openLast(session),
    clearError: () => page.setState({ error: undefined }),
    /** The text that was given back is in its input again. */
    takeReturned: () => page.setState({ returned: undefined }),
    dismissNotice: (notice: string) =>
      page.setState(({ notices }) => ({ notices: notices.filter((text) => text !== notice) })),
  };
}

/** Follows what other pages of the browser note down, and whether the current chat is in sight. */
function listenToBrowser(
  session: ChatSession,
  signal: AbortSignal,
  browser: SessionOptions['browser'],
): void {
  const shared: ReadonlySet<unknown> = new Set([KEYS.running, KEYS.answered, null]);
  const onStorage = (event: Event) => {
    if ('key' in event && shared.has(event.key)) takeInOthers(session, signal);
  };
  const onSight = () => {
    if (session.isVisible()) markSeen(session, session.page.getState().currentChatId);
  };
  browser?.addEventListener('storage', onStorage, { signal });
  browser?.addEventListener('visibilitychange', onSight, { signal });
}

/** Takes in what a store has to tell. */
export function hear(session: ChatSession, news: StoreNews): void {
  if (news.type !== 'notice') return void refreshChats(session, { isPoll: news.type === 'due' });
  session.page.setState(({ notices }) => ({ notices: [...new Set([...notices, news.text])] }));
}

/** The cache of one person's chats and messages. What it holds is read again when it is asked to, and at no other time. */
function createCache(onError: (error: unknown) => void, retryDelay: (attempt: number) => number) {
  // What is shown together changes together: no task comes between a change of the cache and one of the page's state.
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
        retry: (count, error) => count < 2 && isWorthRepeating(error),
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

/** Whether a server has failed, rather than declined. */
function isWorthRepeating(error: unknown): boolean {
  const cause = error instanceof ChatStoreError ? error.cause : error;
  return cause instanceof ApiError && !cause.refused;
}
