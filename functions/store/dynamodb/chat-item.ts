import * as v from 'valibot';
import { Chat } from '#shared/chat.ts';
import type { Key } from '../keys.ts';
import { chatKey, chatOrder } from '../keys.ts';
import type { Item } from './table.ts';

const pending = v.optional(v.set(v.string()), () => new Set<string>());

const StoredChat = v.object({ ...Chat.entries, pending });
const StoredTombstone = v.object({
  id: v.string(),
  userId: v.string(),
  deletedAt: v.string(),
  order: v.optional(v.string()),
  pending,
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

export function encodeChat(chat: Chat): Key & Item {
  return { ...chatKey({ userId: chat.userId, chatId: chat.id }), ...chat, order: chatOrder(chat) };
}

export function decodeChat(item: Item): LiveChat | DeletedChat {
  if (item['deletedAt'] === undefined) {
    const { pending, ...chat } = v.parse(StoredChat, item);
    return { state: 'live', chat, pending };
  }
  const { id, userId, order, pending } = v.parse(StoredTombstone, item);
  return { state: 'deleted', userId, chatId: id, isPurged: order === undefined, pending };
}
