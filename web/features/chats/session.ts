import type { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand/vanilla';
import type { Chat } from '#shared/chat.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { IdKind } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import type { Basis, SearchRequest, SearchTask } from '#shared/search-request.ts';
import type { Searches } from '#web/features/search/index.ts';
import type { Api } from '#web/lib/api.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { type ChatStore, ChatStoreError } from './stores/chat-store.ts';
import type { createCurrentChat, createRememberedSearches, RememberedSearch } from './stores/remembered.ts';

/** A message that is being sent or answered. */
export interface Send {
  messageId: string;
  stopRequested: boolean;
  /** The search is over and its result is shown, though it may not be stored yet. */
  hasEnded?: boolean;
  /** Only checks whether there is a search: nothing shows until its first event. */
  isProbe: boolean;
  /** The user has typed the text, rather than pressed a button that supplied it. */
  isTyped: boolean;
  /** It was sent by an earlier page, another tab or another device. */
  isFollowed: boolean;
  /** When this page first showed it, in milliseconds since 1970. */
  since: number;
}

/** What a request asks for in addition to its text, see shared/search-request.ts. */
export type RequestPlan = Pick<SearchRequest, 'refines' | 'task' | 'leaveOut'> & Pick<Basis, 'examples'>;

/** The plan as sent: with the basis, i.e. what the page knows of the answer that is followed up. The examples are part of it. */
export type SentPlan = Omit<RequestPlan, 'examples'> & Pick<SearchRequest, 'basis'>;

/** A request in a chat: its text, its mode, and what else it asks for. */
export interface ChatRequest extends RequestPlan {
  content: string;
  deepResearch: boolean;
}

export interface SendOptions extends ChatRequest {
  /** The chat to send into, or a new one if undefined; the current one if left out. */
  chatId?: string | undefined;
  /** Leave the current chat, and start a new one. */
  newChat?: boolean | undefined;
  /** The text has not been typed again. Like that of a `task`, it is not put back into the input if the service declines it. */
  isRetry?: boolean | undefined;
}

interface SentAs {
  deepResearch: boolean;
  task: SearchTask | undefined;
}

/** The page's state apart from its two caches: the chats and messages (TanStack Query) and the running searches (`Searches`). */
export interface PageState {
  currentChatId: string | undefined;
  /** A requested chat that is not loaded: being looked up, not found ('missing'), or in a store that could not be read ('unreachable'). */
  asked: { chatId: string; state: 'looking' | 'missing' | 'unreachable' } | undefined;
  /** By chat: the send under way there. */
  sends: Readonly<Record<string, Send>>;
  /** By chat: a search sent from this browser that this page does not follow. */
  elsewhere: Readonly<Record<string, RememberedSearch>>;
  /** By chat: the request to send next, typed while a search runs there, or while the chat is being read. */
  waiting: Readonly<Record<string, ChatRequest>>;
  /** Chats with an unseen answer, the newest last. */
  answered: ReadonlySet<string>;
  /** A search has taken so long that the user may want to be notified when one ends. */
  hasWaitedLong: boolean;
  /** By chat: messages that are in no store, or not yet. */
  unsaved: Readonly<Record<string, readonly Message[]>>;
  /** Chats begun on this page that are not in their store yet. */
  uncreated: ReadonlySet<string>;
  /** Chats being deleted on this page, until no pending write can bring them back. */
  deleting: ReadonlySet<string>;
  /** By message: how it was sent from this page, for messages without an answer to read that from. */
  sentAs: Readonly<Record<string, SentAs>>;
  /** The versions of questions that the reader has chosen, see turns.ts; undefined until one is chosen on this page. */
  chosen: Readonly<Record<string, string>> | undefined;
  /** Messages whose search this page has followed to its end, whatever the outcome. */
  followed: ReadonlySet<string>;
  error: { code: string; message: string } | undefined;
  /** A text that could not be sent: to be put back into the input of its chat, or of the start screen. */
  returned: { chatId: string | undefined; text: string } | undefined;
  /** The message, or the person in an answer, to scroll to once the chat is open. */
  sought?: { chatId: string; messageId: string; profileUrl?: string | undefined } | undefined;
  /** Sentences for the user to read and dismiss, e.g. that some stored chats could not be read. */
  notices: readonly string[];
}

export const EMPTY_PAGE: PageState = {
  currentChatId: undefined,
  asked: undefined,
  sends: {},
  elsewhere: {},
  waiting: {},
  answered: new Set(),
  hasWaitedLong: false,
  unsaved: {},
  uncreated: new Set(),
  deleting: new Set(),
  sentAs: {},
  chosen: undefined,
  followed: new Set(),
  error: undefined,
  returned: undefined,
  notices: [],
};

/** One user's chats on this page, with everything that the actions on them need. */
export interface ChatSession {
  userId: string;
  /** Requests on the user's behalf, for data other than chats; undefined if there is no server to ask. */
  api: Api | undefined;
  /** True for signed-in users: the search itself stores its messages, and creates their chat first if needed. */
  searchStores: boolean;
  /** The store of the chats; its code is loaded on first use. */
  openStore: () => Promise<ChatStore>;
  /** The people that the user has hidden: canonical profile URLs, the newest last. */
  readHidden: () => Promise<readonly string[]>;
  /** The cache of chats and messages. */
  queries: QueryClient;
  searches: Searches;
  page: StoreApi<PageState>;
  currentChat: ReturnType<typeof createCurrentChat>;
  remembered: ReturnType<typeof createRememberedSearches>;
  storage: KeyValueStorage | undefined;
  /** The browser's locks, if it has any: they let only one page at a time look after a search that no page shows. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Messages whose searches this page takes over as soon as no other page follows them. */
  pendingTakeovers: Set<string>;
  /** The refresh under way, and whether another one has been requested since. */
  refresh: { running: Promise<void> | undefined; isAskedAgain: boolean };
  /** By chat: resolves when the page has stored, or failed to store, messages that a search has not. */
  saves: Map<string, Promise<void>>;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: (kind: IdKind, now: number) => string;
  delay: (milliseconds: number) => Promise<void>;
  /** Whether the session has been opened and not closed since. */
  isOpen: () => boolean;
  /** Whether the user can see the current chat: the page is visible, and no other screen is open. */
  isVisible: () => boolean;
  /** Called for each answer that arrives, in view or not: the user may be working in another window. */
  onAnswer: (chat: Chat) => void;
}

/** The error as the page shows it, worded as in the error catalogue. */
export const toChatError = (error: unknown): { code: string; message: string } => ({
  code: 'chat-error',
  message: error instanceof ChatStoreError ? error.message : CHAT_ERRORS['chat-error'],
});

/** A poll that failed. It is not reported: the next poll follows anyway. */
export class PollError extends Error {
  override readonly name = 'PollError';
}

export interface ReadOptions {
  /** The read is a poll rather than the user's request: its failure is a {@link PollError}. */
  isPoll?: boolean;
}

/** The read; if it is a poll, with its failure as a {@link PollError}. */
export const readAs = <Value>(read: Promise<Value>, { isPoll = false }: ReadOptions): Promise<Value> =>
  isPoll ? read.catch((cause: unknown) => Promise.reject(new PollError('', { cause }))) : read;

/** Whether a fetch succeeded; the cache has already reported a failure. */
export const hasSucceeded = (fetched: Promise<unknown>): Promise<boolean> =>
  fetched.then(
    () => true,
    () => false,
  );

/** Whether a send is under way in a chat; there is at most one. */
export const isSending = ({ sends }: PageState, chatId = ''): boolean => chatId in sends;
