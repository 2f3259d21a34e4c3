import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Chat } from '#shared/chat.ts';
import { CHAT_LIST_PAGE_SIZE } from '#shared/constants.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { AFTER_ACTIVE, userPartition } from '../keys.ts';
import type { ChatPage, ListChatsOptions } from '../ports/chats.ts';
import { ORDER_INDEX } from '../table.ts';
import { decodeChat } from './chat-item.ts';
import { purgeChat } from './purge-chat.ts';
import { reconcile } from './reconcile.ts';
import type { Item, Table } from './table.ts';

/** One query; more only for chats with writes under way or cut off. */
export async function listChats(table: Table, options: ListChatsOptions): Promise<ChatPage> {
  const { userId, cursor, signal } = options;
  const partition = userPartition(userId);
  const before = cursor === undefined ? AFTER_ACTIVE : decodeCursor({ partition, cursor });
  const request = new QueryCommand({
    TableName: table.name,
    IndexName: ORDER_INDEX,
    KeyConditionExpression: 'pk = :partition AND #order < :before',
    ExpressionAttributeNames: { '#order': 'order' },
    ExpressionAttributeValues: { ':partition': partition, ':before': before },
    ScanIndexForward: false,
    ConsistentRead: true,
    // One more than is shown tells whether there is another page.
    Limit: CHAT_LIST_PAGE_SIZE + 1,
  });
  const { Items = [] } = await table.client.send(request, signal ? { abortSignal: signal } : {});
  const shown = Items.slice(0, CHAT_LIST_PAGE_SIZE);
  const chats = await Promise.all(shown.map((item) => toChat(table, item, signal)));
  const page = { chats: chats.filter((chat) => chat !== undefined).sort(newestFirst) };
  const last = shown.at(-1);
  if (last === undefined || Items.length <= CHAT_LIST_PAGE_SIZE) return page;
  return { ...page, cursor: encodeCursor({ partition, position: v.parse(Ordered, last).order }) };
}

const Ordered = v.object({ order: v.string() });

async function toChat(table: Table, item: Item, signal: AbortSignal | undefined): Promise<Chat | undefined> {
  const stored = decodeChat(item);
  if (stored.state === 'live') return await reconcile(table, stored, signal);
  await purgeChat(table, stored, signal);
  return undefined;
}

/** A chat with writes under way may have moved up since it was last put in order. */
function newestFirst(one: Chat, other: Chat): number {
  if (one.lastMessageAt !== other.lastMessageAt) return one.lastMessageAt < other.lastMessageAt ? 1 : -1;
  return one.id < other.id ? 1 : -1;
}
