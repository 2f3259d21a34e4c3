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
import { TOMBSTONE_LIFETIME } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import { SEARCH_ATTRIBUTES } from './related-searches.ts';
import { forgetSearchesOf } from './search-log.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

export type ChatOptions = keys.ChatAddress & Cancellable;

interface ListChatsOptions extends Cancellable {
  userId: string;
  /** Lists the archived chats instead of the others. */
  archived?: boolean;
  /** The cursor returned with the previous page. */
  cursor?: string;
}

interface CreateChatOptions extends keys.ChatAddress, Cancellable {
  /** 'New Chat' when absent or blank; trimmed. */
  title?: string;
  /** When it was started, which may be before it is stored. Capped at the store's clock, which is also the default. */
  createdAt?: string;
}

type CreatedChat =
  | { status: 'created' | 'exists'; chat: Chat }
  /** A chat with this id was deleted: ids are not reused. */
  | { status: 'deleted' };

const ERROR_TEXTS = {
  list: storeError('fetch', 'chats'),
  read: storeError('fetch', 'chat'),
  create: storeError('create', 'chat'),
  update: storeError('update', 'chat'),
  delete: storeError('delete', 'chat'),
};

/** A person's chats. Every method throws StoreError when the database fails. */
export function createChats(table: Table) {
  async function read(options: ChatOptions): Promise<Chat | undefined> {
    const live = await findChat(table, options);
    return live && (await reconcile(table, live, options.signal));
  }
  return withStoreErrors(ERROR_TEXTS, {
    read,

    /**
     * Chats that are not archived, or those that are, latest activity first, at most 50. Damaged chats are included, with whatever can be
     * read. One query; more requests only for chats with pending or interrupted writes.
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

    /** Idempotent: a chat that exists is returned unchanged. */
    async create(options: CreateChatOptions): Promise<CreatedChat> {
      const chat = chatItem.begin(table.stamp(options.createdAt), options);
      if (await table.putIfAbsent(chatItem.encode(chat), options.signal)) return { status: 'created', chat };
      const existing = await read(options);
      return existing === undefined ? { status: 'deleted' } : { status: 'exists', chat: existing };
    },

    /** 'damaged' if the chat is, in which case nothing changes. @throws RangeError for a title that is blank when trimmed. */
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

    /** Marks the chat as deleted, which hides it at once, then deletes its contents. False if there is no such chat. */
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

/** A chat with pending writes may belong further up than its stored position. */
function newestFirst(one: Chat, other: Chat): number {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt < other.lastMessageAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}

/** The chat, even if it is damaged; undefined if it does not exist or was deleted. Completes an interrupted deletion. */
export async function findChat(table: Table, options: ChatOptions): Promise<chatItem.LiveChat | undefined> {
  const stored = await chatItem.read(table, options, options.signal);
  if (stored?.state === 'live') return stored;
  if (stored !== undefined && !stored.isPurged) await purge(table, stored, options.signal);
  return undefined;
}

/**
 * Marks a chat as deleted, even if it is damaged. It stays in the list of active chats, where the next listing finds it if the purge is
 * interrupted.
 * @returns its tombstone
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
 * Deletes all contents of a chat that is marked as deleted, including the logs of its searches, which are stopped if they are running.
 * Pending writes find their keys fenced. Finally removes the chat from its owner's list. Idempotent, and safe to run concurrently.
 */
async function purge(table: Table, chat: chatItem.DeletedChat, signal: Signal): Promise<void> {
  for (const marker of markersIn(chat.pending))
    for (const key of announcedKeys(chat, marker))
      await messageItem.fence(table, key, marker.attempt, signal);
  const expiresAt = Math.floor(table.clock() / 1_000) + TOMBSTONE_LIFETIME;
  const query = {
    partition: keys.messagesPartition(chat),
    attributes: ['pk', 'sk', 'fenced', ...SEARCH_ATTRIBUTES],
  };
  const address = { userId: chat.userId, chatId: chat.chatId, signal };
  await forgetSearchesOf(table, [{ pending: chat.pending }], address);
  for await (const items of table.queryPages(query, signal)) {
    // Before the messages are deleted: only they record which searches ran.
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

/** Deletes everything but the bare fences, which are given an expiry. */
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
