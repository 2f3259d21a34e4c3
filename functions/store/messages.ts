import { storeError } from '#shared/errors.ts';
import type { Message, MessageMetadata, Rating } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import type { LiveChat } from './chat-item.ts';
import { type ChatOptions, findChat } from './chats.ts';
import { announce, countEffects, type Effect } from './counting.ts';
import { withStoreErrors } from './errors.ts';
import {
  decodeCursor,
  encodeCursor,
  type MessageAddress,
  messageKey,
  messageOrder,
  messagesPartition,
} from './keys.ts';
import {
  addressOf,
  decodeMessage,
  encodeMessage,
  eraseMessage,
  loadMessage,
  messagePartKeys,
  packMessage,
  putUnlessFenced,
  type StoredMessage,
  updateOfStored,
} from './message-item.ts';
import { type Packed, partsOf } from './payloads.ts';
import { deleteItems, getItem, putIfAbsent, queryInOrder, updateItem } from './requests.ts';
import {
  beginningOf,
  type Cancellable,
  type Item,
  newAttempt,
  type Signal,
  stamp,
  type Table,
} from './table.ts';

type MessageOptions = MessageAddress & Cancellable;

type ListMessagesOptions = ChatOptions & {
  /** Where the page before ended, as it said. */
  cursor?: string;
};

interface MessagePage {
  messages: Message[];
  /** Present when there may be more. */
  cursor?: string;
}

interface AddMessageOptions extends MessageAddress, Cancellable {
  role: Message['role'];
  content: string;
  metadata?: MessageMetadata;
  /** When it was written, which may be before it is stored; never later than the store's clock, which is also the default. */
  timestamp?: string;
}

type AddedMessage =
  | { status: 'added' | 'exists'; message: Message }
  | { status: 'no-chat' }
  /** The id stands for another message, or for one that was deleted. */
  | { status: 'conflict' };

interface UpdateMessageOptions extends MessageAddress, Cancellable {
  content?: string;
  /** null takes the rating back. */
  rating?: Rating | null;
}

/** The messages of a person's chat. Every method throws StoreError when storing fails. */
export interface MessageStore {
  /**
   * Oldest first; undefined when there is no such chat.
   * @throws InvalidCursorError
   */
  list(options: ListMessagesOptions): Promise<MessagePage | undefined>;
  /** Safe to repeat: a message that exists is given back as it is, whatever time the repeat carries. */
  add(options: AddMessageOptions): Promise<AddedMessage>;
  update(options: UpdateMessageOptions): Promise<Message | undefined>;
  /** False when there was none. */
  delete(options: MessageOptions): Promise<boolean>;
}

const PAGE_SIZE = 100;
/** A Lambda function answers with 6 MB at most; messages unpack to many times what a query returns. */
const PAGE_BYTES = 4_000_000;

const ERROR_TEXTS = {
  list: storeError('fetch', 'messages'),
  add: storeError('create', 'message'),
  update: storeError('update', 'message'),
  delete: storeError('delete', 'message'),
};

export function createMessages(table: Table): MessageStore {
  return withStoreErrors<MessageStore>(ERROR_TEXTS, {
    /** One query, beside the read that tells whether the chat is there. */
    async list(options) {
      const { cursor, signal } = options;
      const partition = messagesPartition(options);
      const after = cursor === undefined ? '' : decodeCursor({ partition, cursor });
      const [live, { items, isLast }] = await Promise.all([
        findChat(table, options),
        queryInOrder(table, { partition, after, limit: PAGE_SIZE }, signal),
      ]);
      if (live === undefined) return undefined;
      const messages = await loadUpTo(table, items, signal);
      const last = messages.at(-1);
      if (last === undefined || (isLast && messages.length === items.length)) return { messages };
      return { messages, cursor: encodeCursor({ partition, position: messageOrder(last) }) };
    },

    async add(options) {
      const { userId, chatId, messageId, role, content, metadata, signal } = options;
      const attempt = newAttempt(table);
      const known = await announce(table, {
        address: options,
        markers: [{ kind: 'add', messageId, attempt }],
      });
      if (known === undefined) {
        // Looking it up finishes a deletion that was cut off.
        await findChat(table, options);
        return { status: 'no-chat' };
      }
      const timestamp = stamp(table, options.timestamp);
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

    /** Changes what is given, each attribute alone, so that two changes at once keep both. */
    async update(options) {
      const { content, rating, signal } = options;
      const found = await findMessage(table, options);
      if (found === undefined) return undefined;
      if (content === undefined && rating === undefined) return await loadMessage(table, found, signal);
      const update = updateOfStored();
      if (content !== undefined) update.set('content', content.toWellFormed());
      if (rating === null) update.remove('rating');
      else if (rating !== undefined) update.set('rating', rating);
      const item = await updateItem(table, { key: messageKey(options), update }, signal);
      const stored = item && decodeMessage(item);
      return stored && (await loadMessage(table, stored, signal));
    },

    async delete(options) {
      const { userId, chatId, messageId, signal } = options;
      if ((await findMessage(table, options)) === undefined) return false;
      const attempt = newAttempt(table);
      const marker = { kind: 'delete', messageId, attempt } as const;
      const known = await announce(table, { address: options, markers: [marker] });
      if (known === undefined) return false;
      const isErased = await eraseMessage(table, { address: { userId, chatId, messageId }, attempt, signal });
      const at = toTimestamp(beginningOf(attempt));
      const effect: Effect = isErased ? { marker, count: -1, at } : { marker, count: 0 };
      await countEffects(table, { address: options, known, effects: [effect] });
      return isErased;
    },
  });
}

/** The messages from the first on, at least one, until they fill an answer. */
async function loadUpTo(table: Table, items: readonly Item[], signal: Signal): Promise<Message[]> {
  const messages: Message[] = [];
  let bytes = 0;
  for (const item of items) {
    const stored = decodeMessage(item);
    if (stored === undefined) continue;
    const message = await loadMessage(table, stored, signal);
    bytes += Buffer.byteLength(JSON.stringify(message));
    if (messages.length > 0 && bytes > PAGE_BYTES) break;
    messages.push(message);
  }
  return messages;
}

/** The message, unless it or its chat is gone. */
async function findMessage(table: Table, options: MessageOptions): Promise<StoredMessage | undefined> {
  const [live, item] = await Promise.all([
    findChat(table, options),
    getItem(table, messageKey(options), options.signal),
  ]);
  return live && item && decodeMessage(item);
}

interface WriteOptions {
  message: Message;
  /** The attempt under whose name the message was announced. */
  attempt: string;
  signal: Signal;
}

/** What became of the write, and what is to be counted for it. */
export interface Written {
  /**
   * `exists`: the same message was there before; `differs`: another one was; `gone`: the message or the chat was deleted.
   */
  outcome: 'added' | 'exists' | 'differs' | 'gone';
  /** As stored; the given one unless it was there before. */
  message: Message;
  effects: Effect[];
  /** The chat, when it was seen again on the way. */
  live?: LiveChat;
}

/** Stores an announced message unless its id is taken. Safe to repeat under the same attempt. */
export async function writeMessage(table: Table, options: WriteOptions): Promise<Written> {
  const { message, attempt, signal } = options;
  const address = addressOf(message);
  const packed = await packMessage(message);
  const parts = partsOf(packed);
  const effects: Effect[] = [{ marker: { kind: 'add', messageId: message.id, attempt }, count: 0 }];
  if (parts.length === 0) return await writeItem(table, { ...options, packed, effects });
  const marker = { kind: 'parts', messageId: message.id, attempt, parts: parts.length } as const;
  const live = await announce(table, { address: { ...address, signal }, markers: [marker] });
  if (live === undefined) return { outcome: 'gone', message, effects };
  effects.push({ marker, count: 0 });
  const keys = messagePartKeys(parts.length, { ...address, attempt });
  for (const [index, key] of keys.entries())
    await putIfAbsent(table, { ...key, bytes: parts[index] }, signal);
  const written = await writeItem(table, { ...options, packed, effects });
  if (written.outcome !== 'added') await deleteItems(table, keys, signal);
  return { ...written, live };
}

interface WriteItemOptions extends WriteOptions {
  packed: Packed | undefined;
  /** Of this write, should it add nothing. */
  effects: Effect[];
}

async function writeItem(table: Table, options: WriteItemOptions): Promise<Written> {
  const { message, attempt, signal, packed, effects } = options;
  const added: Written = {
    outcome: 'added',
    message,
    effects: effects.map((effect) =>
      effect.marker.kind === 'add' ? { ...effect, count: 1, at: message.timestamp } : effect,
    ),
  };
  if (await putUnlessFenced(table, { item: encodeMessage(message, packed, attempt), attempt }, signal))
    return added;
  const item = await getItem(table, messageKey(addressOf(message)), signal);
  // An earlier put succeeded, but its response was lost.
  if (item?.['addedBy'] === attempt) return added;
  const stored = item && decodeMessage(item);
  if (stored === undefined) return { outcome: 'gone', message, effects };
  const found = await loadMessage(table, stored, signal);
  const isSame = found.role === message.role && found.content === message.content;
  return { outcome: isSame ? 'exists' : 'differs', message: found, effects };
}
