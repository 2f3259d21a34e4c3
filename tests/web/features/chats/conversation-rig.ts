import type { SearchRequest } from '#shared/api.ts';
import type { Chat } from '#shared/chat.ts';
import type { SearchEvent } from '#shared/events.ts';
import type { IdKind } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import { impatient } from '#tests/web/features/search/impatient.ts';
import { answer, at, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { ChatController } from '#web/features/chats/model/chat-controller.ts';
import type { ChatStore } from '#web/features/chats/stores/chat-store.ts';
import { createCurrentChat } from '#web/features/chats/stores/current-chat.ts';
import { LocalChatStore } from '#web/features/chats/stores/local-chat-store.ts';
import { createRememberedSearches } from '#web/features/chats/stores/remembered-searches.ts';
import type { ReceivedEvent } from '#web/features/search/api/read-events.ts';
import type { SearchTransport } from '#web/features/search/index.ts';
import { createSearchRunner } from '#web/features/search/index.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { MemoryStorage } from './memory-storage.ts';

/** A server whose searches go as the test says: events are pushed, then the stream is ended or broken. */
export class FakeSearches implements SearchTransport {
  readonly requests: SearchRequest[] = [];
  readonly stopped: string[] = [];
  readonly followed: { searchId: string; after: number }[] = [];
  isFollowable = false;
  #queue: ReceivedEvent[] = [];
  #end: { error: unknown } | undefined;
  #wake: (() => void) | undefined;
  #id = 0;

  async *open(request: SearchRequest, { signal }: { signal: AbortSignal }): AsyncGenerator<ReceivedEvent> {
    this.requests.push(request);
    this.#begin();
    yield* this.#read(signal);
  }

  /** A search that a page has begun before, once the test says that there is one. */
  async *follow(
    searchId: string,
    { after, signal }: { after: number; signal: AbortSignal },
  ): AsyncGenerator<ReceivedEvent> {
    this.followed.push({ searchId, after });
    if (!this.isFollowable) throw new ApiError({ status: 404, code: 'not-found', message: 'Nothing.' });
    if (after === 0) this.#begin();
    this.#end = undefined;
    yield* this.#read(signal);
  }

  async *#read(signal: AbortSignal): AsyncGenerator<ReceivedEvent> {
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

  /** The last request's messages as the server would store them, `seconds` after the samples begin. */
  stored(seconds: number): { question: Message; reply: Message } {
    const { chatId, messageId, content } = this.requests.at(-1) ?? { chatId: '', messageId: '', content: '' };
    return {
      question: sampleMessage({ id: messageId, chatId, content, timestamp: at(seconds) }),
      reply: answer({ id: `msg_reply_${seconds}`, chatId, timestamp: at(seconds + 5) }),
    };
  }

  /** Answers the last request as a whole search would. */
  answerAll(seconds: number): void {
    const { question, reply } = this.stored(seconds);
    this.push(
      { type: 'run', data: { searchId: 'search_1', chatId: question.chatId, userMessage: question } },
      { type: 'message', data: reply },
      { type: 'done', data: { outcome: 'answered' } },
    );
    this.end();
  }
}

/** A page that has loaded, with everything behind it faked at its edges: storage, searches, clock and ids. */
export async function openPage({
  storage = new MemoryStorage(),
  store = new LocalChatStore({ storage, now: () => Date.parse(at(100)), tabs: undefined }),
  searches = new FakeSearches(),
  now = () => Date.parse(at(0)),
}: {
  storage?: MemoryStorage;
  searches?: FakeSearches;
  now?: () => number;
  store?: ChatStore;
} = {}) {
  let count = 0;
  const controller = new ChatController({
    store,
    search: createSearchRunner({ transport: searches, stopGrace: 20, tools: impatient }),
    currentChat: createCurrentChat(storage),
    remembered: createRememberedSearches(storage),
    delay: async () => undefined,
    now,
    newId: (kind: IdKind) => {
      count += 1;
      return `${kind}_new_${count}`;
    },
  });
  await controller.open();
  return { controller, act: controller.actions, state: controller.getState, searches, storage, store };
}

/** Settles once every promise that is ready has been taken up. */
export const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 0));

/** What of messages people see. */
export const texts = (messages: readonly Message[]): string[] =>
  messages.map(({ role, content }) => `${role}: ${content}`);

export const ids = (chats: readonly Chat[]): string[] => chats.map(({ id }) => id);
