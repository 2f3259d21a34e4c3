import { setImmediate as nextTurn } from 'node:timers/promises';
import { InfiniteQueryObserver } from '@tanstack/react-query';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import { type IdKind, searchIdOf } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import type { NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
// Modules that the page loads on demand: importing them here makes them available at once.
import '#web/features/chats/refresh.ts';
import '#web/features/chats/turns/resume.ts';
import '#web/features/chats/turns/ending.ts';
import '#web/features/chats/turns/plan.ts';
import { changesOn } from '#web/features/chats/changes.ts';
import { chatsQuery, knownChats } from '#web/features/chats/chats.ts';
import { takeBackWaiting } from '#web/features/chats/components/waiting-request.tsx';
import { createSession } from '#web/features/chats/create-session.ts';
import { messagesKey, shownMessages } from '#web/features/chats/messages.ts';
import { type SearchView, viewSearch } from '#web/features/chats/search-view.ts';
import { type ChatSession, isSending, type PageState } from '#web/features/chats/session.ts';
import type { ChatStore } from '#web/features/chats/stores/chat-store.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { shownTurns } from '#web/features/chats/turns/turns.ts';
import { chosenVersions, newVersion } from '#web/features/chats/turns/versions.ts';
import { createSearchConnection } from '#web/features/search/connection.ts';
import { Searches } from '#web/features/search/index.ts';
import type { SearchTransport } from '#web/features/search/transport.ts';
import { ApiError } from '#web/lib/api.ts';
import { MemoryStorage } from './stores/memory-storage.ts';

/** The user of a page with a store other than the browser's. */
export const SIGNED_IN = 'sub-1';
export const STANDARD = { deepResearch: false };
/** A browser with two chats; the current one holds a question and its answer. */
export const seeded = () =>
  new MemoryStorage({
    expertscope_chats: JSON.stringify([
      sampleChat({ messageCount: 2, lastMessageAt: at(9) }),
      sampleChat({ id: 'chat_2', title: 'Lawyers', lastMessageAt: at(4) }),
    ]),
    expertscope_messages: JSON.stringify([sampleMessage(), answer()]),
    expertscope_current_chat: 'chat_1',
  });

/** A server whose searches are driven by the test: events are pushed, then the stream is ended or broken. */
export class FakeSearches implements SearchTransport {
  readonly requests: SearchRequest[] = [];
  readonly stopped: string[] = [];
  readonly followed: { searchId: string; after: number }[] = [];
  isFollowable = false;
  #queue: NumberedEvent[] = [];
  #end: { error: unknown } | undefined;
  #wake: (() => void) | undefined;
  #id = 0;

  async *open(request: SearchRequest, { signal }: { signal: AbortSignal }): AsyncGenerator<NumberedEvent> {
    this.requests.push(request);
    this.#begin();
    yield* this.#read(signal);
  }

  /** Follows a search begun earlier, once the test says that it exists. */
  async *follow(
    searchId: string,
    { after, signal }: { after: number; signal: AbortSignal },
  ): AsyncGenerator<NumberedEvent> {
    this.followed.push({ searchId, after });
    if (!this.isFollowable) throw new ApiError({ status: 404, code: 'not-found', message: 'Nothing.' });
    if (after === 0) this.#begin();
    this.#end = undefined;
    yield* this.#read(signal);
  }

  async *#read(signal: AbortSignal): AsyncGenerator<NumberedEvent> {
    signal.addEventListener('abort', () => this.end(signal.reason));
    for (;;) {
      yield* this.#queue.splice(0);
      if (this.#end !== undefined) {
        if (this.#end.error !== undefined) throw this.#end.error;
        return;
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  #begin(): void {
    this.#id = 0;
    this.#end = undefined;
  }

  async stop(searchId: string): Promise<void> {
    this.stopped.push(searchId);
    this.push({ type: 'done', data: { outcome: 'stopped' } });
    this.end();
  }

  push(...events: SearchEvent[]): void {
    for (const event of events) {
      this.#id += 1;
      this.#queue.push({ id: this.#id, event });
    }
    this.#wake?.();
  }

  end(error?: unknown): void {
    this.#end = { error };
    this.#wake?.();
  }

  /** The last request's messages as the server would store them, `seconds` after the start of the samples. */
  stored(seconds: number): { question: Message; reply: Message } {
    const { chatId = '', messageId = '', content = '', refines, task } = this.requests.at(-1) ?? {};
    const metadata = { ...(refines !== undefined && { refines }), ...(task && { task: task.kind }) };
    const isPlain = Object.keys(metadata).length === 0;
    const found = answer();
    return {
      question: sampleMessage({
        id: messageId,
        chatId,
        content,
        timestamp: at(seconds),
        ...(isPlain ? undefined : { metadata }),
      }),
      reply: {
        ...found,
        id: `msg_reply_${seconds}`,
        chatId,
        timestamp: at(seconds + 5),
        metadata: { ...found.metadata, ...metadata },
      },
    };
  }

  /** Begins the last request's search. @returns its messages, as `stored` does */
  started(seconds: number): ReturnType<FakeSearches['stored']> {
    const stored = this.stored(seconds);
    const { chatId } = stored.question;
    this.push({ type: 'run', data: { searchId: 'search_1', chatId, userMessage: stored.question } });
    return stored;
  }

  /** Answers the last request with a complete search. */
  answerAll(seconds: number): void {
    const { reply } = this.started(seconds);
    this.push({ type: 'message', data: reply }, { type: 'done', data: { outcome: 'answered' } });
    this.end();
  }
}

/** A server with a search in each of several chats, each driven by the test. */
export class SearchesByChat implements SearchTransport {
  readonly #byChat = new Map<string, FakeSearches>();
  readonly #userId: string;

  constructor(userId = ANONYMOUS_USER_ID) {
    this.#userId = userId;
  }

  in(chatId: string): FakeSearches {
    const known = this.#byChat.get(chatId) ?? new FakeSearches();
    this.#byChat.set(chatId, known);
    return known;
  }

  async *open(request: SearchRequest, options: { signal: AbortSignal }): AsyncGenerator<NumberedEvent> {
    yield* this.in(request.chatId).open(request, options);
  }

  async *follow(
    searchId: string,
    options: { after: number; signal: AbortSignal },
  ): AsyncGenerator<NumberedEvent> {
    yield* (await this.#named(searchId)).follow(searchId, options);
  }

  async stop(searchId: string): Promise<void> {
    await (await this.#named(searchId)).stop(searchId);
  }

  async #named(searchId: string): Promise<FakeSearches> {
    for (const [chatId, searches] of this.#byChat) {
      const { messageId = '' } = searches.requests.at(-1) ?? {};
      if ((await searchIdOf({ userId: this.#userId, chatId, messageId })) === searchId) return searches;
    }
    throw new ApiError({ status: 404, code: 'not-found', message: 'Nothing.' });
  }
}

/** What the page shows of a session. */
export interface Shown
  extends Pick<PageState, 'currentChatId' | 'asked' | 'error' | 'returned' | 'notices'>,
    Omit<SearchView, 'isRunning'> {
  chats: readonly Chat[];
  hasMoreChats: boolean;
  isLoadingMoreChats: boolean;
  messages: readonly Message[];
  isLoading: boolean;
}

export function shownBy(session: ChatSession): Shown {
  const { queries, page, searches } = session;
  const { currentChatId, asked, error, returned, notices } = page.getState();
  const { isRunning: _, ...search } = viewSearch(page.getState(), searches.store.getState());
  const list = new InfiniteQueryObserver(queries, chatsQuery(session)).getCurrentResult();
  const messages = queries.getQueryState(messagesKey(currentChatId ?? ''));
  const isLoadingMessages = messages?.status === 'pending' && messages.fetchStatus === 'fetching';
  return {
    chats: knownChats(session),
    hasMoreChats: list.hasNextPage,
    isLoadingMoreChats: list.isFetchingNextPage,
    currentChatId,
    asked,
    messages: shownMessages(session, currentChatId),
    isLoading: isSending(page.getState(), currentChatId) || list.isLoading || isLoadingMessages,
    ...search,
    error,
    returned,
    notices,
  };
}

interface PageOptions {
  storage?: MemoryStorage;
  searches?: FakeSearches;
  /** Replaces `searches` when there are several. */
  transport?: SearchTransport;
  now?: () => number;
  store?: ChatStore;
  /** Loads the store's code. */
  openStore?: ChatSession['openStore'];
  userId?: string;
  locks?: ChatSession['locks'];
  /** Defaults to nobody hidden. */
  readHidden?: ChatSession['readHidden'];
  isVisible?: () => boolean;
  /** Defaults to the shortest pauses that leave others their turn: what is tried again and again must not starve the event loop. */
  delay?: ChatSession['delay'];
  /** Receives events about other tabs' writes and the page's visibility. */
  tabs?: EventTarget;
  /** Whether the chats have been loaded. */
  isOpened?: boolean;
}

/** A loaded page with fakes at its edges: storage, searches, clock and ids. */
export async function openPage({
  storage = new MemoryStorage(),
  store = new LocalChats({ storage, now: () => Date.parse(at(100)), tabs: undefined }),
  searches = new FakeSearches(),
  now = () => Date.parse(at(0)),
  userId = store instanceof LocalChats ? ANONYMOUS_USER_ID : SIGNED_IN,
  openStore = async () => store,
  transport = searches,
  locks,
  readHidden,
  isVisible = () => true,
  delay = () => nextTurn(),
  tabs = new EventTarget(),
  isOpened = true,
}: PageOptions = {}) {
  let count = 0;
  const reported: string[] = [];
  const connection = createSearchConnection(transport, { tools: impatient });
  const session = createSession({
    userId,
    openStore,
    searches: new Searches({ openConnection: async () => connection }),
    storage,
    delay,
    retryDelay: () => 0,
    locks,
    readHidden,
    isVisible,
    onAnswer: ({ id }) => reported.push(id),
    browser: tabs,
    now,
    newId: (kind: IdKind) => {
      count += 1;
      return `${kind}_new_${count}`;
    },
  });
  if (isOpened) await session.open();
  return {
    session,
    /** Chats whose answers the page has reported. */
    reported,
    act: {
      ...session.actions,
      ...changesOn(session),
      takeBackWaiting: () => takeBackWaiting(session),
      /** What 'Try again' and 'Regenerate' do on the newest turn. */
      regenerate: async (content?: string) => {
        const messages = shownMessages(session, session.page.getState().currentChatId);
        const turn = shownTurns(messages, chosenVersions(session)).at(-1);
        const request = turn && newVersion(session, turn, content);
        if (request) await session.actions.ask(request);
      },
    },
    state: () => shownBy(session),
    searches,
    storage,
    store,
  };
}

/** Pending hashes, such as search ids, which are computed on other threads. */
const hashing = new Set<Promise<unknown>>();
const digest = crypto.subtle.digest.bind(crypto.subtle);
crypto.subtle.digest = async (...given) => {
  const made = digest(...given);
  hashing.add(made);
  try {
    return await made;
  } finally {
    hashing.delete(made);
  }
};

/** Resolves once the page is idle: every ready promise has run, every pause begun by then is over and no hash is pending. */
export async function settled(): Promise<void> {
  do {
    await Promise.all(hashing);
    await new Promise((resolve) => setTimeout(resolve, 0));
    await nextTurn();
  } while (hashing.size > 0);
}

/** The visible part of messages. */
export const texts = (messages: readonly Message[]): string[] =>
  messages.map(({ role, content }) => `${role}: ${content}`);

export const ids = (chats: readonly Chat[]): string[] => chats.map(({ id }) => id);
