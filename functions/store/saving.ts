import { storeError } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import * as chatItem from './chat-item.ts';
import { findChat } from './chats.ts';
import { announce, countEffects, type Effect, type Marker } from './counting.ts';
import { withStoreErrors } from './errors.ts';
import type * as keys from './keys.ts';
import { type Written, writeMessage } from './messages.ts';
import type { Cancellable, Signal, Table } from './requests.ts';

interface OpenSearchSavingOptions extends keys.ChatAddress {
  /** Title of the chat in case this search is its first. */
  title: string;
  userMessage: Message;
  /** Id the assistant message will have. */
  replyId: string;
}

export type Saved =
  /** `repeated` when the message had been stored before; `message` is what is stored. */
  | { status: 'saved'; message: Message; repeated: boolean }
  /** The person deleted the chat, or this message: nothing was brought back. */
  | { status: 'deleted' }
  /** The id stands for another message. */
  | { status: 'conflict' };

/**
 * The saving of one search. Every method is safe to repeat after it failed, throws StoreError when storing fails, and is
 * to be awaited before the next is called.
 */
interface SearchSaving {
  /** Before the search: stores the user's message, and makes the chat when it does not exist. */
  saveUserMessage(options?: Cancellable): Promise<Saved>;
  /** At the end: stores the answer and refreshes the chat. Stores the user's message first if that failed before. */
  saveAssistantMessage(options: Cancellable & { message: Message }): Promise<Saved>;
  /** Instead, when there will be no answer: refreshes the chat for the user's message alone. */
  saveNoAnswer(options?: Cancellable): Promise<void>;
}

/** How a signed-in person's search stores its messages. */
export interface SearchSavings {
  /** Writes nothing yet. */
  open(options: OpenSearchSavingOptions): SearchSaving;
}

const ERROR_TEXTS = {
  saveUserMessage: storeError('create', 'message'),
  saveAssistantMessage: storeError('create', 'message'),
  saveNoAnswer: storeError('update', 'chat'),
};

export const createSearchSavings = (table: Table): SearchSavings => ({
  open(options) {
    const attempt = new SavingAttempt(table, options);
    return withStoreErrors<SearchSaving>(ERROR_TEXTS, {
      saveUserMessage: ({ signal } = {}) => attempt.writeQuestion(signal),

      async saveAssistantMessage({ message, signal }) {
        if (message.id !== options.replyId)
          throw new RangeError('The answer does not have the id that was announced');
        const asked = await attempt.writeQuestion(signal);
        if (!attempt.isAnnounced) return asked;
        const answered = asked.status === 'saved' ? await attempt.write(message, signal) : asked;
        const after = await attempt.count(signal);
        return after === undefined ? { status: 'deleted' } : answered;
      },

      async saveNoAnswer({ signal } = {}) {
        if (attempt.isAnnounced) await attempt.count(signal);
      },
    });
  },
});

/**
 * Four writes: both messages announced on the chat (made by the same write), the user's message, the answer, both counted.
 * One attempt names the whole saving. It is announced until that succeeded once and never again: announced again after
 * it was counted, it would be counted twice.
 */
class SavingAttempt {
  readonly #table: Table;
  readonly #options: OpenSearchSavingOptions;
  readonly #attempt: string;
  /** What is to be counted, by message. One whose write may or may not have succeeded is not in it: readers find out. */
  readonly #effects: Map<string, readonly Effect[]>;
  /** The chat, once the writes have been announced on it. */
  #live: chatItem.LiveChat | undefined;
  /** What became of each message. A write whose outcome is known is never sent again: its marker may have been counted. */
  readonly #saved = new Map<string, Saved>();

  constructor(table: Table, options: OpenSearchSavingOptions) {
    this.#table = table;
    this.#options = options;
    this.#attempt = table.newAttempt();
    this.#effects = new Map([[options.replyId, [{ marker: this.#marker(options.replyId), count: 0 }]]]);
  }

  get isAnnounced(): boolean {
    return this.#live !== undefined;
  }

  async writeQuestion(signal: Signal): Promise<Saved> {
    await this.#announce(signal);
    if (!this.isAnnounced) return { status: 'deleted' };
    const saved = await this.write(this.#options.userMessage, signal);
    // Then there will be no answer either.
    if (saved.status !== 'saved') await this.count(signal);
    return saved;
  }

  async write(message: Message, signal: Signal): Promise<Saved> {
    const before = this.#saved.get(message.id);
    if (before !== undefined) return before;
    this.#effects.delete(message.id);
    const written = await writeMessage(this.#table, { message, attempt: this.#attempt, signal });
    this.#effects.set(message.id, written.effects);
    this.#live = written.live ?? this.#live;
    const saved = toSaved(written);
    this.#saved.set(message.id, saved);
    return saved;
  }

  /** @returns the chat afterwards; undefined when there is none any more. */
  async count(signal: Signal): Promise<chatItem.LiveChat | undefined> {
    const address = this.#address(signal);
    const effects = [...this.#effects.values()].flat();
    const after = await countEffects(this.#table, { address, known: this.#live, effects });
    this.#live = after ?? this.#live;
    return after;
  }

  async #announce(signal: Signal): Promise<void> {
    const { userId, chatId, title, userMessage, replyId } = this.#options;
    this.#live ??= await announce(this.#table, {
      address: this.#address(signal),
      markers: [this.#marker(userMessage.id), this.#marker(replyId)],
      create: chatItem.begin({ userId, chatId, title, at: userMessage.timestamp }),
    });
    // Looking a deleted chat up finishes a deletion that was cut off.
    if (this.#live === undefined) await findChat(this.#table, this.#address(signal));
  }

  #address(signal: Signal) {
    const { userId, chatId } = this.#options;
    return { userId, chatId, signal };
  }

  #marker(messageId: string): Marker {
    return { kind: 'add', messageId, attempt: this.#attempt };
  }
}

function toSaved({ outcome, message }: Written): Saved {
  if (outcome === 'gone') return { status: 'deleted' };
  if (outcome === 'differs') return { status: 'conflict' };
  return { status: 'saved', message, repeated: outcome === 'exists' };
}
