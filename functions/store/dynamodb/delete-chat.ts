import { toTimestamp } from '#shared/timestamp.ts';
import { chatKey, chatOrder } from '../keys.ts';
import type { ChatAddress } from '../ports/chats.ts';
import type { LiveChat } from './chat-item.ts';
import { decodeChat } from './chat-item.ts';
import { purgeChat } from './purge-chat.ts';
import { getItem, updateItem } from './requests.ts';
import type { Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

/** Marks the chat as deleted, from which moment it is gone for everyone, then deletes what it held. */
export async function deleteChat(table: Table, address: ChatAddress): Promise<boolean> {
  const item = await getItem(table, chatKey(address), address.signal);
  const stored = item && decodeChat(item);
  const deleted = stored?.state === 'live' ? await markDeleted(table, stored, address.signal) : stored;
  if (deleted === undefined || deleted.isPurged) return false;
  await purgeChat(table, deleted, address.signal);
  return true;
}

/** Stays in the list of active chats, where the next listing finds it should the purge be cut off. */
async function markDeleted(table: Table, { chat }: LiveChat, signal: AbortSignal | undefined) {
  const key = chatKey({ userId: chat.userId, chatId: chat.id });
  const update = new UpdateExpression();
  update.require('attribute_exists(pk)').require('attribute_not_exists(deletedAt)');
  update.set('deletedAt', toTimestamp(table.clock())).remove('title');
  update.set('order', chatOrder({ ...chat, isArchived: false }));
  const marked = await updateItem(table, { Key: key, ...update.build() }, signal);
  const item = marked ?? (await getItem(table, key, signal));
  const stored = item && decodeChat(item);
  return stored?.state === 'deleted' ? stored : undefined;
}
