import type { MessagesAnswer } from '#shared/chat-contract.ts';
import { storeError } from '#shared/errors.ts';
import type { Message, MessageMetadata, Rating } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import * as chatItem from './chat-item.ts';
import { type ChatOptions, findChat } from './chats.ts';
import { announce, countEffects, type Effect, markersIn } from './counting.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import { withStoreErrors } from './errors.ts';
import type { UpdateExpression } from './expressions.ts';
import { updateDigest } from './history.ts';
import * as keys from './keys.ts';
import { startOfAttempt } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import { writeMessage } from './message-writes.ts';
import { findPerson, removePerson } from './person-in-messages.ts';
import { forgetSearchesOf } from './search-log.ts';
import type { Table } from './table.ts';
import type { Cancellable, PersonInAccount, Signal } from './versioned-items.ts';

type MessageOptions = keys.MessageAddress & Cancellable;

type ListMessagesOptions = ChatOptions & {
  /** The cursor returned with the previous page. */
  cursor?: string;
};

interface AddMessageOptions extends keys.MessageAddress, Cancellable {
  role: Message['role'];
  content: string;
  metadata?: MessageMetadata;
  /** When it was written, which may be before it is stored. Capped at the store's clock, which is also the default. */
  timestamp?: string;
}

type AddedMessage =
  | { status: 'added' | 'exists'; message: Message }
  | { status: 'no-chat' }
  /** The chat has reached its limits. */
  | { status: 'full' }
  /** The chat is damaged and accepts no new messages. */
  | { status: 'damaged' }
  /** The id belongs to a different message, or to a deleted one. */
  | { status: 'conflict' };

interface UpdateMessageOptions extends keys.MessageAddress, Cancellable {
  content?: string;
  /** null removes the rating. */
  rating?: Rating | null;
}

const PAGE_SIZE = 100;
/** A Lambda response is limited to 6 MB, and messages unpack to many times the size that a query returns. */
const PAGE_BYTES = 4_000_000;

const ERROR_TEXTS = {
  list: storeError('fetch', 'messages'),
  add: storeError('create', 'message'),
  update: storeError('update', 'message'),
  delete: storeError('delete', 'message'),
  findPerson: storeError('fetch', 'messages'),
  removePerson: storeError('update', 'message'),
};

/** The messages of a person's chat. Every method throws StoreError when the database fails. */
export function createMessages(table: Table, bounds: chatItem.ChatBounds) {
  return withStoreErrors(ERROR_TEXTS, {
    /**
     * Oldest first; undefined if there is no such chat. One query, in parallel with the read of the chat.
     * @throws InvalidCursorError
     */
    async list(options: ListMessagesOptions): Promise<MessagesAnswer | undefined> {
      const { cursor, signal } = options;
      const partition = keys.messagesPartition(options);
      const after = cursor === undefined ? '' : decodeCursor({ partition, cursor });
      const [live, { items, isLast }] = await Promise.all([
        findChat(table, options),
        table.queryInOrder({ partition, after, limit: PAGE_SIZE }, signal),
      ]);
      if (live === undefined) return undefined;
      const { messages, read } = await loadUpTo(table, items, signal);
      const last = items[read - 1];
      if (last === undefined || (isLast && read === items.length)) return { messages };
      return { messages, cursor: encodeCursor({ partition, position: keys.orderOf(last) }) };
    },

    /** Idempotent: a message that exists is returned unchanged, even if the repeat has a different timestamp. */
    async add(options: AddMessageOptions): Promise<AddedMessage> {
      const { userId, chatId, messageId, role, content, metadata, signal } = options;
      const attempt = table.newAttempt();
      const marker = { kind: 'add', messageId, attempt } as const;
      const announceIt = () => announce(table, options, [marker], { bounds });
      let known = await announceIt();
      if (known === undefined) {
        const refusal = await explainRefusal(table, options);
        // The chat that the explanation found may have been created, or have got room, only after the refusal.
        if (refusal.status === 'full') known = await announceIt();
        if (known === undefined) return refusal;
      }
      const timestamp = table.stamp(options.timestamp);
      const message = {
        id: messageId,
        chatId,
        userId,
        role,
        content,
        timestamp,
        ...(metadata && { metadata }),
      };
      const written = await writeMessage(table, { message, attempt, signal });
      const { outcome, effects } = written;
      const after = await countEffects(table, { address: options, known: written.live ?? known, effects });
      if (after === undefined) return { status: 'no-chat' };
      if (outcome === 'added' || outcome === 'exists') return { status: outcome, message: written.message };
      return { status: 'conflict' };
    },

    /** Changes only the given attributes, so that concurrent changes of different ones both survive. 'full' if the chat is. */
    async update(options: UpdateMessageOptions): Promise<Message | 'full' | undefined> {
      const { content, rating, signal } = options;
      const found = await findMessage(table, options);
      if (found === undefined) return undefined;
      if (content === undefined && rating === undefined)
        return await messageItem.loadOrSalvage(table, found, signal);
      if (content !== undefined && !(await countText(table, options, content, bounds)))
        return (await findChat(table, options)) && 'full';
      const update = updateOf(options);
      const item = await table.update(keys.messageKey(options), update, signal);
      const message = await messageItem.read(table, item, signal);
      if (message !== undefined && content !== undefined) await updateDigest(table, message, signal);
      return message;
    },

    /**
     * False if there is no such message. Also deletes the log of its search, and stops that search if it is running: its answer is not
     * stored. In a damaged chat the deletion is not counted.
     */
    async delete(options: MessageOptions): Promise<boolean> {
      const { userId, chatId, messageId, signal } = options;
      const [live, stored] = await Promise.all([findChat(table, options), readMessage(table, options)]);
      if (live === undefined || stored === undefined) return false;
      await fenceAnswerTo(table, stored, live, signal);
      // Before the message is deleted: only it records which search that was.
      await forgetSearchOf(table, stored, signal);
      const attempt = table.newAttempt();
      if (live.damage !== undefined)
        return await messageItem.erase(table, { userId, chatId, messageId }, attempt, signal);
      const marker = { kind: 'delete', messageId, attempt } as const;
      const known = await announce(table, options, [marker]);
      if (known === undefined) return false;
      const isErased = await messageItem.erase(table, { userId, chatId, messageId }, attempt, signal);
      const at = toTimestamp(startOfAttempt(attempt));
      const effect: Effect = isErased ? { marker, count: -1, at } : { marker, count: 0 };
      await countEffects(table, { address: options, known, effects: [effect] });
      return isErased;
    },

    // Documented in person-in-messages.ts.
    findPerson: (options: PersonInAccount & keys.ChatAddress) => findPerson(table, options),
    removePerson: (options: PersonInAccount & keys.MessageAddress) => removePerson(table, options),
  });
}

function updateOf({ content, rating }: Pick<UpdateMessageOptions, 'content' | 'rating'>): UpdateExpression {
  const update = messageItem.updateOfStored();
  if (content !== undefined) update.set('content', content.toWellFormed());
  if (rating === null) update.remove('rating');
  else if (rating !== undefined) update.set('rating', rating);
  return update;
}

/** Adds the size of an existing message's new text to its chat's bytes. False, without adding anything, if the chat is full. */
async function countText(
  table: Table,
  options: MessageOptions,
  text: string,
  { bytes }: chatItem.ChatBounds,
): Promise<boolean> {
  const update = chatItem.updateOfLive().add('storedBytes', Buffer.byteLength(text));
  update.refuse(`storedBytes >= ${update.value(bytes)}`);
  return await table.updateIf(keys.chatKey(options), update, options.signal);
}

/** Deletes the log of the search that a message started or answers: the log contains both messages. */
async function forgetSearchOf(table: Table, stored: messageItem.StoredMessage, signal: Signal) {
  const { userId, chatId, id, role, addedBy } = stored;
  const whole = role === 'user' ? undefined : await messageItem.loadOrSalvage(table, stored, signal);
  const messageId = role === 'user' ? id : whole?.metadata?.questionId;
  if (messageId === undefined) return;
  const question = { ...keys.messageKey({ userId, chatId, messageId }), addedBy, role: 'user' };
  await forgetSearchesOf(table, [question], { userId, chatId, signal });
}

/**
 * Prevents the searches that a question started, if they are still running, from storing their answers without the question. A search
 * announces both in one attempt, and its answer stays pending until it has ended. A search that was started again has found the question
 * stored by another attempt.
 */
async function fenceAnswerTo(
  table: Table,
  { userId, chatId, id, role, addedBy }: messageItem.StoredMessage,
  { pending }: chatItem.LiveChat,
  signal: Signal,
): Promise<void> {
  if (role !== 'user') return;
  const added = markersIn(pending).filter(({ kind }) => kind === 'add');
  const own = added.filter(({ messageId }) => messageId === id).map(({ attempt }) => attempt);
  for (const { messageId, attempt } of added)
    if (messageId !== id && [addedBy, ...own].includes(attempt))
      await messageItem.fence(table, keys.messageKey({ userId, chatId, messageId }), attempt, signal);
}

/** Why the message could not be announced. A repeat of a stored message succeeds nevertheless. */
async function explainRefusal(table: Table, options: AddMessageOptions): Promise<AddedMessage> {
  // The lookup completes an interrupted deletion.
  const stored = await findMessage(table, options);
  if (stored !== undefined) {
    const message = await messageItem.loadOrSalvage(table, stored, options.signal);
    const isRepeat = message !== undefined && messageItem.isRepeat(message, options);
    return isRepeat ? { status: 'exists', message } : { status: 'conflict' };
  }
  const live = await findChat(table, options);
  if (live === undefined) return { status: 'no-chat' };
  return { status: live.damage === undefined ? 'full' : 'damaged' };
}

/** As many messages as fit into one response, at least one, and the number of items they were read from. */
async function loadUpTo(table: Table, items: readonly keys.Item[], signal: Signal) {
  const messages: Message[] = [];
  let bytes = 0;
  let read = 0;
  for (const item of items) {
    const message = await messageItem.read(table, item, signal);
    if (message !== undefined) {
      bytes += Buffer.byteLength(JSON.stringify(message));
      if (messages.length > 0 && bytes > PAGE_BYTES) break;
      messages.push(message);
    }
    read += 1;
  }
  return { messages, read };
}

/** The message; undefined if it or its chat does not exist. */
async function findMessage(table: Table, options: MessageOptions) {
  const [live, stored] = await Promise.all([findChat(table, options), readMessage(table, options)]);
  return live && stored;
}

async function readMessage(table: Table, options: MessageOptions) {
  const item = await table.get(keys.messageKey(options), options.signal);
  return item && messageItem.decode(item);
}
