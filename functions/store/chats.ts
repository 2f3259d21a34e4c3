import * as v from 'valibot';
import { CHAT_LIST_PAGE_SIZE, type Chat } from '#shared/chat.ts';
import type { ChatsAnswer, UpdateChatRequest } from '#shared/chat-contract.ts';
import { storeError } from '#shared/errors.ts';
import { toTimestamp } from '#shared/time.ts';
import * as chatItem from './chat-item.ts';
import { type Marker, markersIn, reconcile } from './counting.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import { withStoreErrors } from './errors.ts';
import { UpdateExpression } from './expressions.ts';
import { deleteDigests } from './history.ts';
import * as keys from './keys.ts';
import { TRACES_STAY } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import type { Cancellable, Signal, Table } from './requests.ts';
import { forgetSearchesOf } from './search-log.ts';
import * as searchedWith from './searched-with.ts';

export type ChatOptions = keys.ChatAddress & Cancellable;

interface ListChatsOptions extends Cancellable {
  userId: string;
  /** Lists the archived chats instead of the others. */
  archived?: boolean;
  /** Where the page before ended, as it said. */
  cursor?: string;
}

interface CreateChatOptions extends keys.ChatAddress, Cancellable {
  /** 'New Chat' when absent or blank; trimmed. */
  title?: string;
  /** When it was started, which may be before it is stored; never later than the store's clock, which is also the default. */
  createdAt?: string;
}

type CreatedChat =
  | { status: 'created' | 'exists'; chat: Chat }
  /** The person deleted a chat of this id: ids are not used twice. */
  | { status: 'deleted' };

const ERROR_TEXTS = {
  list: storeError('fetch', 'chats'),
  read: storeError('fetch', 'chat'),
  create: storeError('create', 'chat'),
  update: storeError('update', 'chat'),
  delete: storeError('delete', 'chat'),
};

/** A person's chats. Every method throws StoreError when storing fails. */
export function createChats(table: Table) {
  async function read(options: ChatOptions): Promise<Chat | undefined> {
    const live = await findChat(table, options);
    return live && (await reconcile(table, live, options.signal));
  }
  return withStoreErrors(ERROR_TEXTS, {
    read,

    /**
     * Chats that are not archived, or those that are, newest activity first, at most 50; of those that are damaged what is left. One query; more
     * only for chats with writes under way or cut off.
     * @throws InvalidCursorError
     */
    async list({ userId, archived, cursor, signal }: ListChatsOptions): Promise<ChatsAnswer> {
      const { partition, from, to } = keys.chatsInOrder(userId, archived);
      const before = cursor === undefined ? to : decodeCursor({ partition, cursor, from });
      const query = { partition, down: { before, to: from }, limit: CHAT_LIST_PAGE_SIZE };
      const { items, isLast } = await table.queryInOrder(query, signal);
      const found = await Promise.all(items.map((item) => toChat(table, item, signal)));
      const page = { chats: found.filter((chat) => chat !== undefined).sort(newestFirst) };
      const last = items.at(-1);
      if (last === undefined || isLast) return page;
      return { ...page, cursor: encodeCursor({ partition, position: keys.orderOf(last) }) };
    },

    /** Safe to repeat: a chat that exists is given back as it is. */
    async create(options: CreateChatOptions): Promise<CreatedChat> {
      const chat = chatItem.begin(table.stamp(options.createdAt), options);
      if (await table.putIfAbsent(chatItem.encode(chat), options.signal)) return { status: 'created', chat };
      const existing = await read(options);
      return existing === undefined ? { status: 'deleted' } : { status: 'exists', chat: existing };
    },

    /** 'damaged', and nothing changed, for one that is. @throws RangeError for a title that is blank when trimmed. */
    async update({
      title,
      isArchived,
      ...address
    }: ChatOptions & UpdateChatRequest): Promise<Chat | 'damaged' | undefined> {
      const cleaned = title === undefined ? undefined : chatItem.cleanTitle(title);
      if (cleaned === '') throw new RangeError('A chat title must not be blank');
      const known = await findChat(table, address);
      if (known === undefined) return undefined;
      if (known.damage !== undefined) return 'damaged';
      const change = {
        updatedAt: toTimestamp(table.clock()),
        ...(cleaned !== undefined && { title: cleaned }),
        ...(isArchived !== undefined && { isArchived }),
      };
      const live = await chatItem.change(table, { address, known, plan: () => change });
      return live && (await reconcile(table, live, address.signal));
    },

    /** Marks the chat as deleted, from which moment it is gone for everyone, then deletes what it held; false when there was none. */
    async delete(options: ChatOptions): Promise<boolean> {
      const item = await table.get(keys.chatKey(options), options.signal);
      const marked =
        item && (chatItem.isDeleted(item) ? item : await markDeleted(table, item, options.signal));
      const deleted = marked && chatItem.decode(marked);
      if (deleted?.state !== 'deleted' || deleted.isPurged) return false;
      await purge(table, deleted, options.signal);
      return true;
    },
  });
}

async function toChat(table: Table, item: keys.Item, signal: Signal): Promise<Chat | undefined> {
  const stored = chatItem.decodeLogged(item);
  if (stored.state === 'live') return await reconcile(table, stored, signal);
  await purge(table, stored, signal);
  return undefined;
}

/** A chat with writes under way may have moved up since it was last put in order. */
function newestFirst(one: Chat, other: Chat): number {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt < other.lastMessageAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** The chat, be it damaged, unless there is none or it was deleted; a deletion that was cut off is finished. */
export async function findChat(table: Table, options: ChatOptions): Promise<chatItem.LiveChat | undefined> {
  const stored = await chatItem.read(table, options, options.signal);
  if (stored?.state === 'live') return stored;
  if (stored !== undefined && !stored.isPurged) await purge(table, stored, options.signal);
  return undefined;
}

/**
 * Marks a chat as deleted, be it damaged. It stays in the list of active chats, where the next listing finds it should the purge be cut off.
 * @returns what is left of it
 */
async function markDeleted(table: Table, item: keys.Item, signal: Signal): Promise<keys.Item | undefined> {
  const key = keys.toKey(item);
  const deletedAt = toTimestamp(table.clock());
  const { lastMessageAt } = item;
  const place = {
    id: keys.chatIdAt(key),
    isArchived: false,
    lastMessageAt: typeof lastMessageAt === 'string' ? lastMessageAt : deletedAt,
  };
  const update = chatItem.updateOfLive().set('deletedAt', deletedAt).remove('title');
  update.set('order', keys.chatOrder(place));
  return (await table.update(key, update, signal)) ?? (await table.get(key, signal));
}

/**
 * Deletes everything of a chat already marked as deleted, the logs of its searches too, which are stopped where they run. Writes announced
 * on it and still under way find their keys fenced. Safe to repeat and to run twice at once; takes the chat out of its owner's list at the end.
 */
async function purge(table: Table, chat: chatItem.DeletedChat, signal: Signal): Promise<void> {
  for (const marker of markersIn(chat.pending))
    for (const key of announcedKeys(chat, marker))
      await messageItem.fence(table, key, marker.attempt, signal);
  const expiresAt = Math.floor(table.clock() / 1_000) + TRACES_STAY;
  const query = {
    partition: keys.messagesPartition(chat),
    attributes: ['pk', 'sk', 'fenced', ...searchedWith.ATTRIBUTES],
  };
  const address = { userId: chat.userId, chatId: chat.chatId, signal };
  await forgetSearchesOf(table, [{ pending: chat.pending }], address);
  for await (const items of table.queryPages(query, signal)) {
    // Before the messages go, which alone say which searches there were.
    await forgetSearchesOf(table, items, address);
    await clear(table, items, expiresAt, signal);
  }
  await deleteDigests(table, chat, signal);
  const update = new UpdateExpression().require('attribute_exists(deletedAt)');
  update.set('expiresAt', expiresAt).remove('order').remove('pending');
  await table.update(keys.chatKey(chat), update, signal);
}

function announcedKeys(chat: chatItem.DeletedChat, marker: Marker): keys.Key[] {
  const address = { ...chat, ...marker };
  if (marker.kind === 'add') return [keys.messageKey(address)];
  return marker.kind === 'parts' ? messageItem.partKeys(marker.parts, address) : [];
}

const Fences = v.fallback(v.optional(v.set(v.string())), undefined);
const Found = v.object({ pk: v.string(), sk: v.string(), fenced: Fences });

/** Leaves nothing but the bare fences, and those for a while only. */
async function clear(
  table: Table,
  items: readonly keys.Item[],
  expiresAt: number,
  signal: Signal,
): Promise<void> {
  const found = items.map((item) => v.parse(Found, item));
  for (const { pk, sk, fenced } of found)
    if (fenced !== undefined) await table.put({ pk, sk, fenced, expiresAt }, signal);
  const others = found.filter(({ fenced }) => fenced === undefined).map(keys.toKey);
  await table.deleteAll(others, signal);
}
