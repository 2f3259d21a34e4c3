import type { QueryClient } from '@tanstack/react-query';
import type { StoreApi } from 'zustand/vanilla';
import type { Chat } from '#shared/chat.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { IdKind } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import type { Basis, SearchRequest, SearchTask } from '#shared/search-request.ts';
import type { Searches, SearchState } from '#web/features/search/index.ts';
import type { Api } from '#web/lib/api.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { type ChatStore, ChatStoreError } from './stores/chat-store.ts';
import type { createCurrentChat, createRememberedSearches, RememberedSearch } from './stores/remembered.ts';

const INITIAL_LOADING_MESSAGE = 'Initializing AI systems...';

/** A message on its way to its answer. */
interface Send {
  messageId: string;
  stopRequested: boolean;
  /** Its search is over and shown as what came of it, which may still be on its way into a store. */
  hasEnded?: boolean;
  /** It is only asked whether there is a search, of which nothing shows before its first event. */
  isProbe: boolean;
  /** Its words were written for it, and not for what the person has pressed. */
  isTyped: boolean;
  /** It was sent by an earlier page, another tab or another device. */
  isFollowed: boolean;
  /** Since when this page has shown it, in milliseconds since 1970. */
  since: number;
}

/** What a request asks for beside its words, see shared/search-request.ts. */
export type RequestPlan = Pick<SearchRequest, 'refines' | 'task' | 'leaveOut'> & Pick<Basis, 'examples'>;

/** With what the page knows of the answer that it goes on from, of which the examples are a part. */
export type SentPlan = Omit<RequestPlan, 'examples'> & Pick<SearchRequest, 'basis'>;

/** What is sent. */
export interface SendOptions extends RequestPlan {
  content: string;
  deepResearch: boolean;
  /** Send into a chat of its own. */
  newChat?: boolean | undefined;
  /** Nobody has typed this again, and what asks for a task was not typed at all: neither is given back when the service declines it. */
  isRetry?: boolean | undefined;
}

/** A request typed while a search runs in its chat: it is sent when that has ended. */
export interface WaitingRequest extends RequestPlan {
  text: string;
  deepResearch: boolean;
}

interface SentAs {
  deepResearch: boolean;
  task: SearchTask | undefined;
}

/** What the page knows beside its two caches: the chats and messages (TanStack Query) and the running searches (`Searches`). */
export interface PageState {
  currentChatId: string | undefined;
  /** A chat asked for by its id that the page does not know, until it does; 'unreachable' when its store could not be asked. */
  asked: { chatId: string; state: 'looking' | 'missing' | 'unreachable' } | undefined;
  /** By chat: the send under way there. */
  sends: Readonly<Record<string, Send>>;
  /** By chat: a search of this browser that this page does not follow, as another page does. */
  elsewhere: Readonly<Record<string, RememberedSearch>>;
  /** By chat: the request that is sent next. */
  waiting: Readonly<Record<string, WaitingRequest>>;
  /** Chats with an answer that nobody has seen, the newest last. */
  answered: ReadonlySet<string>;
  /** A search has taken so long that somebody may want to be told of its end. */
  hasWaitedLong: boolean;
  /** By chat: messages that no store holds, or not yet. */
  unsaved: Readonly<Record<string, readonly Message[]>>;
  /** Chats begun here that their store does not know yet. */
  uncreated: ReadonlySet<string>;
  /** Chats that are being deleted here, until nothing is under way that could bring them back. */
  deleting: ReadonlySet<string>;
  /** By message: how it was sent from this page. An answer that never came cannot tell. */
  sentAs: Readonly<Record<string, SentAs>>;
  /** Which versions of questions the reader has chosen, see turns.ts; undefined before anybody has asked. */
  chosen: Readonly<Record<string, string>> | undefined;
  /** Messages whose search this page has followed to its end, whatever that was. */
  followed: ReadonlySet<string>;
  error: { code: string; message: string } | undefined;
  /** A text that the service declined: it belongs back into the input of its chat, or of the start screen. */
  returned: { chatId: string | undefined; text: string } | undefined;
  /** What is to be brought into sight once its chat is open: a message, and of an answer one of its people. */
  sought?: { chatId: string; messageId: string; profileUrl?: string | undefined } | undefined;
  /** Sentences the person should read once, e.g. that some stored chats could not be read. */
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

/** One person's chats on this page: what every action on them works with. */
export interface ChatSession {
  userId: string;
  /** In the person's name, for what else is theirs; undefined where nothing is to be asked of a server. */
  api: Api | undefined;
  /** True for signed-in people: a search itself stores its messages, and its chat before them when there is none yet. */
  searchStores: boolean;
  /** Where the chats live; its code is fetched when it is first needed. */
  openStore: () => Promise<ChatStore>;
  /** Whom the person wants to see nowhere: canonical profile URLs, the newest last. */
  readHidden: () => Promise<readonly string[]>;
  /** The cache of chats and messages. */
  queries: QueryClient;
  searches: Searches;
  page: StoreApi<PageState>;
  currentChat: ReturnType<typeof createCurrentChat>;
  remembered: ReturnType<typeof createRememberedSearches>;
  storage: KeyValueStorage | undefined;
  /** By which one page of the browser at a time sees to a search that nobody looks at; undefined where the browser has none. */
  locks: Pick<LockManager, 'request'> | undefined;
  /** Messages whose searches this page sees to as soon as no other page does. */
  attended: Set<string>;
  /** What is read anew of what the page has already. */
  refresh: { running: Promise<void> | undefined; isAskedAgain: boolean };
  /** By chat: ends when the page has stored what a search has not, or has failed to. */
  saves: Map<string, Promise<void>>;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: (kind: IdKind, now: number) => string;
  /** Waits that many milliseconds. */
  delay: (milliseconds: number) => Promise<void>;
  /** Whether the session is still the page's. */
  isOpen: () => boolean;
  /** Whether the page can be seen. */
  isVisible: () => boolean;
  /** Told of each answer that came while nobody looked at its chat. */
  onUnseen: (chat: Chat) => void;
}

/** The error as the page shows it, in the words of the error catalogue. */
export const toChatError = (error: unknown): { code: string; message: string } => ({
  code: 'chat-error',
  message: error instanceof ChatStoreError ? error.message : CHAT_ERRORS['chat-error'],
});

/** A read that failed and that nobody had asked for: the page's own next look at the store comes by itself. */
export class PollError extends Error {
  override readonly name = 'PollError';
}

export interface ReadOptions {
  /** Nobody has asked for it: its failure is a {@link PollError}. */
  isPoll?: boolean;
}

/** A read under way, as whoever has asked for it, or nobody, is to hear of its failure. */
export const readAs = <Value>(read: Promise<Value>, { isPoll = false }: ReadOptions): Promise<Value> =>
  isPoll ? read.catch((cause: unknown) => Promise.reject(new PollError('', { cause }))) : read;

/** Whether a message is on its way in a chat. There is one at a time. */
export const isSending = ({ sends }: PageState, chatId = ''): boolean => chatId in sends;

type SearchStates = Readonly<Record<string, SearchState>>;

/** Whether a send has only asked so far whether there is a search. */
const isHidden = (send: Send | undefined, known: SearchState | undefined): boolean =>
  send?.isProbe === true && (known === undefined || known.lastEventId === 0);

/** The chats in which a search runs, as far as this page knows. */
export const searchedChats = (
  { sends, elsewhere }: Pick<PageState, 'sends' | 'elsewhere'>,
  searches: SearchStates,
): string[] => Object.keys({ ...elsewhere, ...sends }).filter((id) => !isHidden(sends[id], searches[id]));

export type SearchView = ReturnType<typeof viewSearch>;

/** What shows of the search in the current chat. */
export function viewSearch(
  { currentChatId = '', sends }: Pick<PageState, 'currentChatId' | 'sends'>,
  searches: SearchStates,
) {
  const send = sends[currentChatId];
  const known = searches[currentChatId];
  const isUnknown = isHidden(send, known);
  const search = isUnknown ? undefined : known;
  const isInitializing =
    send !== undefined &&
    send.hasEnded !== true &&
    !isUnknown &&
    (search === undefined || search.steps.length === 0);
  return {
    /** The search that runs there, or the one that has just ended without a stored answer. */
    search,
    /** 'Initializing AI systems...' from the send to the first step. */
    loadingMessage: isInitializing ? INITIAL_LOADING_MESSAGE : undefined,
    isRunning: isInitializing || (search !== undefined && search.phase !== 'finished'),
    /** It has been asked to stop and has not ended yet. */
    isStopping: send?.stopRequested === true,
  };
}

/** Ends the send under way in a chat, also before its search has begun, and wherever it is followed. No other page is to send it again. */
export function stopSending({ page, remembered, searches }: ChatSession, chatId = ''): void {
  const { sends, elsewhere } = page.getState();
  const send = sends[chatId];
  const other = elsewhere[chatId];
  if (send === undefined && other !== undefined) searches.stopElsewhere(other);
  if (send === undefined || send.stopRequested) return;
  remembered.forget(send.messageId);
  page.setState({ sends: { ...sends, [chatId]: { ...send, stopRequested: true } } });
  searches.stop(chatId);
}
