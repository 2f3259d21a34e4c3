import * as v from 'valibot';
import { orLogFailure } from '#functions/log.ts';
import { beginChat, Chat, DEFAULT_CHAT_TITLE } from '#shared/chat.ts';
import { UpdateExpression } from './expressions.ts';
import * as keys from './keys.ts';
import type { Cancellable, Signal, Table } from './requests.ts';

const pending = v.optional(v.set(v.string()), () => new Set<string>());

const StoredChat = v.object({ ...Chat.entries, pending });
/** Of what is left of a deleted chat nothing else counts: a deletion is finished though its item is damaged. */
const StoredTombstone = v.object({
  order: v.optional(v.string()),
  pending: v.fallback(pending, () => new Set<string>()),
});

/** A chat with the writes announced on it. */
export interface LiveChat {
  state: 'live';
  chat: Chat;
  pending: ReadonlySet<string>;
}

/** What is left of a deleted chat, so that nothing brings it back. It stays in its owner's list until it is purged. */
export interface DeletedChat {
  state: 'deleted';
  userId: string;
  chatId: string;
  isPurged: boolean;
  pending: ReadonlySet<string>;
}

/** What one chat may hold. */
export interface ChatBounds {
  messages: number;
  /** Of all that was ever written into it, before compression. */
  bytes: number;
}

export function begin(at: string, { userId, chatId, title = '' }: keys.ChatAddress & { title?: string }) {
  return beginChat(at, { id: chatId, userId, title: cleanTitle(title) || DEFAULT_CHAT_TITLE });
}

/** Trimmed, without half surrogate pairs, which DynamoDB cannot store. */
export const cleanTitle = (title: string): string => title.trim().toWellFormed();

export function encode(chat: Chat): keys.Key & keys.Item {
  return { ...keys.chatKey({ userId: chat.userId, chatId: chat.id }), ...chat, order: keys.chatOrder(chat) };
}

export const isDeleted = (item: keys.Item): boolean => item['deletedAt'] !== undefined;

export function decode(item: keys.Item): LiveChat | DeletedChat {
  if (!isDeleted(item)) {
    const { pending, ...chat } = v.parse(StoredChat, item);
    return { state: 'live', chat, pending };
  }
  const { order, pending } = v.parse(StoredTombstone, item);
  return { state: 'deleted', ...keys.chatAt(keys.toKey(item)), isPurged: order === undefined, pending };
}

/** Whether it is a chat that is neither deleted nor damaged. */
export const isReadable = (item: keys.Item): boolean => !isDeleted(item) && v.is(StoredChat, item);

/** As {@link decode}. Undefined, and logged, for a chat that is damaged: among others it costs only itself, and it stays as it is. */
export const decodeReadable = (item: keys.Item): Promise<LiveChat | DeletedChat | undefined> =>
  orLogFailure('a chat could not be read', () => decode(item));

export function decodeLive(item: keys.Item | undefined): LiveChat | undefined {
  const stored = item && decode(item);
  return stored?.state === 'live' ? stored : undefined;
}

export async function read(table: Table, address: keys.ChatAddress, signal: Signal) {
  const item = await table.get(keys.chatKey(address), signal);
  return item && decode(item);
}

/** A change's values are fixed, so that each round loses at most to one newer value per attribute. */
const ROUNDS = 10;

interface ChatChange {
  title?: string;
  isArchived?: boolean;
  /** When it was changed; as with `lastMessageAt`, the chat's own is kept when it is later. */
  updatedAt: string;
  lastMessageAt?: string;
  /** Added to the message count and the bytes together with taking these markers away: both or neither. */
  counted?: { count: number; bytes: number; markers: readonly string[] };
}

interface ChangeOptions {
  address: keys.ChatAddress & Cancellable;
  /** The chat as last seen; read when absent. */
  known?: LiveChat | undefined;
  /** What to do given the chat as it is; undefined for nothing (any more). */
  plan: (live: LiveChat) => ChatChange | undefined;
}

/**
 * Changes the chat as it is at that moment: the plan is made again when another writer came between. `updatedAt` and
 * `lastMessageAt` only ever grow, and `order` always follows `isArchived` and `lastMessageAt`.
 * @returns the chat afterwards; undefined when there is none any more.
 */
export async function change(table: Table, options: ChangeOptions): Promise<LiveChat | undefined> {
  const { address, plan } = options;
  const key = keys.chatKey(address);
  let live = options.known ?? decodeLive(await table.get(key, address.signal));
  for (let round = 0; round < ROUNDS; round += 1) {
    if (live === undefined) return undefined;
    const change = plan(live);
    if (change === undefined) return live;
    const changed = await table.update(key, toUpdate(live, change), address.signal);
    if (changed !== undefined) return decodeLive(changed);
    live = decodeLive(await table.get(key, address.signal));
  }
  throw new Error('The chat kept changing while it was being updated');
}

/** An update that is refused unless the chat is there. */
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
  const lastMessageAt = later(chat.lastMessageAt, change.lastMessageAt);
  const isArchived = change.isArchived ?? chat.isArchived;
  if (lastMessageAt === chat.lastMessageAt && isArchived === chat.isArchived) return;
  update
    .set('lastMessageAt', lastMessageAt)
    .set('isArchived', isArchived)
    .set('order', keys.chatOrder({ id: chat.id, isArchived, lastMessageAt }))
    .requireThat('isArchived', '=', chat.isArchived)
    .requireThat('lastMessageAt', '<=', lastMessageAt);
}

const later = (known: string, given = ''): string => (known >= given ? known : given);
