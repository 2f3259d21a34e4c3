import { storeError } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import * as chatItem from './chat-item.ts';
import { findChat } from './chats.ts';
import { announce, countEffects, type Effect, type Marker } from './counting.ts';
import { withStoreErrors } from './errors.ts';
import type * as keys from './keys.ts';
import { type Written, writeMessage } from './message-writes.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

interface OpenOptions extends keys.ChatAddress {
  /** The chat's title if this search creates the chat. */
  title: string;
  userMessage: Message;
  /** The id that the assistant message will have. */
  replyId: string;
}

export type Saved =
  /** `message` is the stored message; `repeated` says whether it had already been stored before. */
  | { status: 'saved'; message: Message; repeated: boolean }
  /** The chat or this message was deleted: nothing was stored. */
  | { status: 'deleted' }
  /** The chat has reached its limits: nothing was stored. */
  | { status: 'full' }
  /** The chat is damaged and accepts no new messages: nothing was stored. */
  | { status: 'damaged' }
  /** The id belongs to a different message, which is included. */
  | { status: 'conflict'; message: Message };

/** Stores the messages of a signed-in person's search. */
export type SearchMessages = ReturnType<typeof createSearchMessages>;

const ERROR_TEXTS = {
  saveUserMessage: storeError('create', 'message'),
  saveAssistantMessage: storeError('create', 'message'),
  saveNoAnswer: storeError('update', 'chat'),
};

export const createSearchMessages = (table: Table, bounds: chatItem.ChatBounds) => ({
  /**
   * Writes nothing yet. Every method throws StoreError when the database fails, may be retried after a failure, and must be
   * awaited before the next one is called.
   */
  open: (options: OpenOptions) => withStoreErrors(ERROR_TEXTS, openSaving(table, options, bounds)),
});

/**
 * Six writes: both messages are announced on the chat (the same write creates the chat if necessary), the question and the answer are put,
 * each after its digest, and both are counted. All of it is one attempt. Announcing is retried until it has succeeded once, and is never
 * repeated after that: a message announced again after it was counted would be counted twice.
 */
function openSaving(table: Table, options: OpenOptions, bounds: chatItem.ChatBounds) {
  const { userId, chatId, title, userMessage, replyId } = options;
  const attempt = table.newAttempt();
  const markerOf = (messageId: string): Marker => ({ kind: 'add', messageId, attempt });
  /** The effects to count, by message id. A message is left out while its write's outcome is unknown: readers determine that. */
  const effects = new Map<string, readonly Effect[]>([[replyId, [{ marker: markerOf(replyId), count: 0 }]]]);
  /** The chat, once the writes are announced on it. */
  let live: chatItem.LiveChat | undefined;
  /** Outcomes by message id. A write whose outcome is known is never sent again, since its marker may already have been counted. */
  const outcomes = new Map<string, Saved>();

  /** @returns why nothing may be written; undefined once both are announced. */
  async function announceBoth(signal: Signal): Promise<Saved | undefined> {
    const address = { userId, chatId, signal };
    const markers = [markerOf(userMessage.id), markerOf(replyId)];
    const chat = chatItem.begin(userMessage.timestamp, { userId, chatId, title });
    live ??= await announce(table, address, markers, { create: chat, bounds });
    if (live !== undefined) return undefined;
    // The lookup completes an interrupted deletion.
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

  /** @returns the chat afterwards; undefined if it no longer exists. */
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
    // There will be no answer then, so count now.
    if (saved.status !== 'saved') await count(signal);
    return saved;
  }

  return {
    /** Called before the search: stores the user's message, and creates the chat if necessary. */
    saveUserMessage: ({ signal }: Cancellable = {}) => writeQuestion(signal),

    /** Called at the end: stores the answer and updates the chat. Stores the user's message first if that failed earlier. */
    async saveAssistantMessage({ message, signal }: Cancellable & { message: Message }): Promise<Saved> {
      if (message.id !== replyId) throw new RangeError('The answer does not have the id that was announced');
      const asked = await writeQuestion(signal);
      if (live === undefined) return asked;
      const answered = asked.status === 'saved' ? await write(message, signal) : asked;
      const after = await count(signal);
      return after === undefined ? { status: 'deleted' } : answered;
    },

    /** Called instead if there is no answer: updates the chat for the user's message alone. */
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
