import { storeError } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import * as chatItem from './chat-item.ts';
import { findChat } from './chats.ts';
import { announce, countEffects, type Effect, type Marker } from './counting.ts';
import { withStoreErrors } from './errors.ts';
import type * as keys from './keys.ts';
import { type Written, writeMessage } from './message-writes.ts';
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
  /** The chat holds as much as it may: nothing was stored. */
  | { status: 'full' }
  /** The chat is damaged, and takes nothing new: nothing was stored. */
  | { status: 'damaged' }
  /** The id stands for another message, which is given. */
  | { status: 'conflict'; message: Message };

/** How a signed-in person's search stores its messages. */
export type SearchSavings = ReturnType<typeof createSearchSavings>;

const ERROR_TEXTS = {
  saveUserMessage: storeError('create', 'message'),
  saveAssistantMessage: storeError('create', 'message'),
  saveNoAnswer: storeError('update', 'chat'),
};

export const createSearchSavings = (table: Table, bounds: chatItem.ChatBounds) => ({
  /**
   * Writes nothing yet. Every method is safe to repeat after it failed, throws StoreError when storing fails, and is to be
   * awaited before the next is called.
   */
  open: (options: OpenSearchSavingOptions) =>
    withStoreErrors(ERROR_TEXTS, openSaving(table, options, bounds)),
});

/**
 * Six writes: both messages are announced on the chat (the same write makes it if there is none), the question and the answer are put,
 * each after its digest, and both are counted. One attempt names the whole saving. It is announced until that has succeeded once, and never again: announced again after it was
 * counted, it would be counted twice.
 */
function openSaving(table: Table, options: OpenSearchSavingOptions, bounds: chatItem.ChatBounds) {
  const { userId, chatId, title, userMessage, replyId } = options;
  const attempt = table.newAttempt();
  const markerOf = (messageId: string): Marker => ({ kind: 'add', messageId, attempt });
  /** What is to be counted, by message. One whose write may or may not have succeeded is not in it: readers find out. */
  const effects = new Map<string, readonly Effect[]>([[replyId, [{ marker: markerOf(replyId), count: 0 }]]]);
  /** The chat, once the writes have been announced on it. */
  let live: chatItem.LiveChat | undefined;
  /** What became of each message. A write whose outcome is known is never sent again: its marker may have been counted. */
  const outcomes = new Map<string, Saved>();

  /** @returns why there is nothing to write; undefined when both are announced. */
  async function announceBoth(signal: Signal): Promise<Saved | undefined> {
    const address = { userId, chatId, signal };
    const markers = [markerOf(userMessage.id), markerOf(replyId)];
    const chat = chatItem.begin(userMessage.timestamp, { userId, chatId, title });
    live ??= await announce(table, address, markers, { create: chat, bounds });
    if (live !== undefined) return undefined;
    // Looking a deleted chat up finishes a deletion that was cut off.
    const found = await findChat(table, address);
    if (found === undefined) return { status: 'deleted' };
    return { status: found.damage === undefined ? 'full' : 'damaged' };
  }

  async function write(message: Message, signal: Signal): Promise<Saved> {
    const before = outcomes.get(message.id);
    if (before !== undefined) return before;
    effects.delete(message.id);
    const written = await writeMessage(table, { message, attempt, signal });
    effects.set(message.id, written.effects);
    live = written.live ?? live;
    const saved = toSaved(written);
    outcomes.set(message.id, saved);
    return saved;
  }

  /** @returns the chat afterwards; undefined when there is none any more. */
  async function count(signal: Signal): Promise<chatItem.LiveChat | undefined> {
    const address = { userId, chatId, signal };
    const after = await countEffects(table, { address, known: live, effects: [...effects.values()].flat() });
    live = after ?? live;
    return after;
  }

  async function writeQuestion(signal: Signal): Promise<Saved> {
    const refused = await announceBoth(signal);
    if (refused !== undefined) return refused;
    const saved = await write(userMessage, signal);
    // Then there will be no answer either.
    if (saved.status !== 'saved') await count(signal);
    return saved;
  }

  return {
    /** Before the search: stores the user's message, and makes the chat when it does not exist. */
    saveUserMessage: ({ signal }: Cancellable = {}) => writeQuestion(signal),

    /** At the end: stores the answer and refreshes the chat. Stores the user's message first if that failed before. */
    async saveAssistantMessage({ message, signal }: Cancellable & { message: Message }): Promise<Saved> {
      if (message.id !== replyId) throw new RangeError('The answer does not have the id that was announced');
      const asked = await writeQuestion(signal);
      if (live === undefined) return asked;
      const answered = asked.status === 'saved' ? await write(message, signal) : asked;
      const after = await count(signal);
      return after === undefined ? { status: 'deleted' } : answered;
    },

    /** Instead, when there will be no answer: refreshes the chat for the user's message alone. */
    async saveNoAnswer({ signal }: Cancellable = {}): Promise<void> {
      if (live !== undefined) await count(signal);
    },
  };
}

function toSaved({ outcome, message }: Written): Saved {
  if (outcome === 'gone') return { status: 'deleted' };
  if (outcome === 'differs') return { status: 'conflict', message };
  return { status: 'saved', message, repeated: outcome === 'exists' };
}
