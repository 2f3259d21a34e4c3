import type { Message } from '#shared/message.ts';
import type { OpenSearchSavingOptions, Saved, SearchSaving } from '../ports/search-saving.ts';
import { announce } from './announce.ts';
import type { LiveChat } from './chat-item.ts';
import { newChat } from './create-chat.ts';
import { findChat } from './find-chat.ts';
import type { Marker } from './pending.ts';
import type { Effect } from './settle.ts';
import { settle } from './settle.ts';
import type { Table } from './table.ts';
import type { Written } from './write-message.ts';
import { writeMessage } from './write-message.ts';

type Signal = AbortSignal | undefined;

/**
 * Four writes: both messages announced on the chat (made by the same write), the user's message, the answer, both counted.
 * One attempt names the whole saving. It is announced until that succeeded once and never again: announced again after
 * it was counted, it would be counted twice.
 */
export class DynamoDbSearchSaving implements SearchSaving {
  readonly #table: Table;
  readonly #options: OpenSearchSavingOptions;
  readonly #attempt: string;
  /** What is to be counted, by message. One whose write has an unknown end is not in it: readers find out. */
  readonly #effects: Map<string, readonly Effect[]>;
  #live: LiveChat | undefined;
  /** What became of each message. A write whose end is known is never sent again: its marker may have been counted. */
  readonly #saved = new Map<string, Saved>();

  constructor(table: Table, options: OpenSearchSavingOptions) {
    this.#table = table;
    this.#options = options;
    this.#attempt = table.newAttempt();
    this.#effects = new Map([[options.replyId, [{ marker: this.#marker(options.replyId), count: 0 }]]]);
  }

  async saveUserMessage({ signal }: { signal?: AbortSignal } = {}): Promise<Saved> {
    if (!(await this.#begin(signal))) return { status: 'deleted' };
    const saved = await this.#write(this.#options.userMessage, signal);
    // Then there will be no answer either.
    if (saved.status !== 'saved') await this.#count(signal);
    return saved;
  }

  async saveAssistantMessage(options: { message: Message; signal?: AbortSignal }): Promise<Saved> {
    const { message, signal } = options;
    if (message.id !== this.#options.replyId)
      throw new RangeError('The answer does not have the id that was announced');
    const asked = await this.saveUserMessage(signal && { signal });
    if (this.#live === undefined) return asked;
    const answered = asked.status === 'saved' ? await this.#write(message, signal) : asked;
    const after = await this.#count(signal);
    return after === undefined ? { status: 'deleted' } : answered;
  }

  async saveNoAnswer({ signal }: { signal?: AbortSignal } = {}): Promise<void> {
    if (this.#live !== undefined) await this.#count(signal);
  }

  async #begin(signal: Signal): Promise<boolean> {
    const { userId, chatId, title, userMessage, replyId } = this.#options;
    this.#live ??= await announce(this.#table, {
      address: this.#address(signal),
      markers: [this.#marker(userMessage.id), this.#marker(replyId)],
      create: newChat({ userId, chatId, title, at: userMessage.timestamp }),
    });
    // Looking a deleted chat up finishes a deletion that was cut off.
    if (this.#live === undefined) await findChat(this.#table, this.#address(signal));
    return this.#live !== undefined;
  }

  async #write(message: Message, signal: Signal): Promise<Saved> {
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

  async #count(signal: Signal): Promise<LiveChat | undefined> {
    const effects = [...this.#effects.values()].flat();
    const after = await settle(this.#table, { address: this.#address(signal), known: this.#live, effects });
    this.#live = after ?? this.#live;
    return after;
  }

  #marker(messageId: string): Marker {
    return { kind: 'add', messageId, attempt: this.#attempt };
  }

  #address(signal: Signal) {
    const { userId, chatId } = this.#options;
    return { userId, chatId, ...(signal && { signal }) };
  }
}

function toSaved({ outcome, message }: Written): Saved {
  if (outcome === 'gone') return { status: 'deleted' };
  if (outcome === 'differs') return { status: 'conflict' };
  return { status: 'saved', message, repeated: outcome === 'exists' };
}
