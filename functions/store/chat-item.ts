import * as v from 'valibot';
import { logFailure } from '#functions/log.ts';
import { beginChat, Chat, DEFAULT_CHAT_TITLE, LOST_CHAT_TITLE } from '#shared/chat.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Table } from './table.ts';
import type { Cancellable, Signal } from './versioned-items.ts';

const pending = v.optional(v.set(v.string()), () => new Set<string>());

const { isDamaged: _, ...stored } = Chat.entries;
const StoredChat = v.object({ ...stored, pending });
/** What can be read of a chat with damaged attributes. Its key gives its owner and id, its position in the list its last activity. */
const SalvagedChat = v.object({
  title: v.fallback(stored.title, LOST_CHAT_TITLE),
  createdAt: v.fallback(v.optional(Timestamp), undefined),
  updatedAt: v.fallback(v.optional(Timestamp), undefined),
  lastMessageAt: v.fallback(v.optional(Timestamp), undefined),
  messageCount: v.fallback(stored.messageCount, 0),
  isArchived: v.fallback(v.optional(stored.isArchived), undefined),
  order: v.fallback(v.optional(v.string(), ''), ''),
});
const EPOCH = toTimestamp(0);
const TimestampOrEpoch = v.fallback(Timestamp, EPOCH);

/** A deleted chat's other attributes are ignored, so that its deletion can be completed even if the item is damaged. */
const StoredTombstone = v.object({
  order: v.optional(v.string()),
  pending: v.fallback(pending, () => new Set<string>()),
});

/** A chat with the pending writes announced on it. */
export interface LiveChat {
  state: 'live';
  chat: Chat;
  pending: ReadonlySet<string>;
  /** Why some of the item's attributes cannot be read. A damaged chat is shown, but nothing is added to it. */
  damage?: Error;
}

/** The tombstone of a deleted chat, which prevents it from being recreated. It stays in its owner's list until it is purged. */
export interface DeletedChat {
  state: 'deleted';
  userId: string;
  chatId: string;
  isPurged: boolean;
  pending: ReadonlySet<string>;
}

/** Limits on the content of one chat. */
export interface ChatBounds {
  messages: number;
  /** Of everything ever written to it, before compression. */
  bytes: number;
}

export function begin(at: string, { userId, chatId, title = '' }: keys.ChatAddress & { title?: string }) {
  return beginChat(at, { id: chatId, userId, title: cleanTitle(title) || DEFAULT_CHAT_TITLE });
}

/** Trimmed, and with lone surrogates replaced, which DynamoDB cannot store. */
export const cleanTitle = (title: string): string => title.trim().toWellFormed();

export function encode(chat: Chat): keys.Key & keys.Item {
  return { ...keys.chatKey({ userId: chat.userId, chatId: chat.id }), ...chat, order: keys.chatOrder(chat) };
}

export const isDeleted = (item: keys.Item): boolean => item['deletedAt'] !== undefined;

/** For a damaged chat, whatever can still be read. */
export function decode(item: keys.Item): LiveChat | DeletedChat {
  if (!isDeleted(item)) {
    const stored = v.safeParse(StoredChat, item);
    if (!stored.success)
      return {
        state: 'live',
        chat: salvageChat(item),
        pending: new Set(),
        damage: new v.ValiError(stored.issues),
      };
    const { pending, ...chat } = stored.output;
    return { state: 'live', chat, pending };
  }
  const { order, pending } = v.parse(StoredTombstone, item);
  return { state: 'deleted', ...keys.chatAt(keys.toKey(item)), isPurged: order === undefined, pending };
}

function salvageChat(item: keys.Item): Chat {
  const { userId, chatId: id } = keys.chatAt(keys.toKey(item));
  const { order, ...salvaged } = v.parse(SalvagedChat, item);
  const place = keys.chatInOrder(order);
  const lastMessageAt = salvaged.lastMessageAt ?? v.parse(TimestampOrEpoch, place.lastMessageAt);
  return {
    ...{ id, userId, title: salvaged.title, messageCount: salvaged.messageCount },
    ...{
      createdAt: salvaged.createdAt ?? lastMessageAt,
      updatedAt: salvaged.updatedAt ?? lastMessageAt,
      lastMessageAt,
    },
    isArchived: salvaged.isArchived ?? place.isArchived,
    isDamaged: true,
  };
}

/** Like {@link decode}, and logs a damaged chat. */
export function decodeLogged(item: keys.Item): LiveChat | DeletedChat {
  const stored = decode(item);
  if (stored.state === 'live' && stored.damage !== undefined)
    logFailure('a chat could not be read in full', stored.damage);
  return stored;
}

export function decodeLive(item: keys.Item | undefined): LiveChat | undefined {
  const stored = item && decode(item);
  return stored?.state === 'live' ? stored : undefined;
}

export async function read(table: Table, address: keys.ChatAddress, signal: Signal) {
  const item = await table.get(keys.chatKey(address), signal);
  return item && decodeLogged(item);
}

/** The values of a change are fixed, so a round can only lose to a newer value of one of the attributes. */
const MAX_ROUNDS = 10;

interface ChatChange {
  title?: string;
  isArchived?: boolean;
  /** When it was changed. The stored value is kept if it is later. */
  updatedAt: string;
  /** No earlier than the stored value. */
  lastMessageAt?: string;
  /** Added to the message count and the bytes in the same update that removes these markers. */
  counted?: { count: number; bytes: number; markers: readonly string[] };
}

interface ChangeOptions {
  address: keys.ChatAddress & Cancellable;
  /** The chat as last seen; read when absent. */
  known?: LiveChat | undefined;
  /** The change to make, given the chat's current state; undefined if there is nothing (left) to change. */
  plan: (live: LiveChat) => ChatChange | undefined;
}

/**
 * Changes the chat with optimistic locking: if another writer came first, the plan is made again. `updatedAt` and `lastMessageAt` only ever
 * grow, and `order` always follows `isArchived` and `lastMessageAt`. A damaged chat is left unchanged.
 * @returns the chat afterwards; undefined if it no longer exists.
 */
export async function change(table: Table, options: ChangeOptions): Promise<LiveChat | undefined> {
  const { address, plan } = options;
  const key = keys.chatKey(address);
  let live = options.known ?? decodeLive(await table.get(key, address.signal));
  for (let round = 0; round < MAX_ROUNDS; round += 1) {
    if (live === undefined || live.damage !== undefined) return live;
    const change = plan(live);
    if (change === undefined) return live;
    const changed = await table.update(key, toUpdate(live, change), address.signal);
    if (changed !== undefined) return decodeLive(changed);
    live = decodeLive(await table.get(key, address.signal));
  }
  throw new Error('The chat kept changing');
}

/** An update on condition that the chat exists and is not deleted. */
export const updateOfLive = (): UpdateExpression =>
  new UpdateExpression().require('attribute_exists(pk)').require('attribute_not_exists(deletedAt)');

function toUpdate({ chat }: LiveChat, change: ChatChange): UpdateExpression {
  const update = updateOfLive();
  if (change.title !== undefined) update.set('title', change.title);
  const { updatedAt } = change;
  if (updatedAt > chat.updatedAt)
    update.set('updatedAt', updatedAt).requireThat('updatedAt', '<=', updatedAt);
  moveInOrder(update, chat, change);
  if (change.counted !== undefined) {
    const { count, bytes, markers } = change.counted;
    for (const marker of markers) update.require(`contains(pending, ${update.value(marker)})`);
    update.add('messageCount', count).add('storedBytes', bytes).delete('pending', new Set(markers));
  }
  return update;
}

function moveInOrder(update: UpdateExpression, chat: Chat, change: ChatChange): void {
  const lastMessageAt = change.lastMessageAt ?? chat.lastMessageAt;
  const isArchived = change.isArchived ?? chat.isArchived;
  if (lastMessageAt === chat.lastMessageAt && isArchived === chat.isArchived) return;
  update
    .set('lastMessageAt', lastMessageAt)
    .set('isArchived', isArchived)
    .set('order', keys.chatOrder({ id: chat.id, isArchived, lastMessageAt }))
    .requireThat('isArchived', '=', chat.isArchived)
    .requireThat('lastMessageAt', '<=', lastMessageAt);
}
