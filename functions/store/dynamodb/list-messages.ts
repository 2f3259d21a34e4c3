import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import type { Message } from '#shared/message.ts';
import { decodeCursor, encodeCursor } from '../cursor.ts';
import { messageOrder, messagesPartition } from '../keys.ts';
import type { ListMessagesOptions, MessagePage } from '../ports/messages.ts';
import { ORDER_INDEX } from '../table.ts';
import { findChat } from './find-chat.ts';
import { loadMessage } from './load-message.ts';
import { readMessageItem } from './message-item.ts';
import type { Item, Table } from './table.ts';

const PAGE_SIZE = 100;
/** A Lambda function answers with 6 MB at most; messages unpack to many times what a query returns. */
const PAGE_BYTES = 4_000_000;

/** One query, beside the read that tells whether the chat is there. */
export async function listMessages(
  table: Table,
  options: ListMessagesOptions,
): Promise<MessagePage | undefined> {
  const partition = messagesPartition(options);
  const after = options.cursor === undefined ? '' : decodeCursor({ partition, cursor: options.cursor });
  const [live, { items, isLast }] = await Promise.all([
    findChat(table, options),
    queryMessages(table, { partition, after, signal: options.signal }),
  ]);
  if (live === undefined) return undefined;
  const messages = await loadUpTo(table, items, options.signal);
  const last = messages.at(-1);
  if (last === undefined || (isLast && messages.length === items.length)) return { messages };
  return { messages, cursor: encodeCursor({ partition, position: messageOrder(last) }) };
}

interface QueryOptions {
  partition: string;
  after: string;
  signal: AbortSignal | undefined;
}

async function queryMessages(table: Table, { partition, after, signal }: QueryOptions) {
  const request = new QueryCommand({
    TableName: table.name,
    IndexName: ORDER_INDEX,
    KeyConditionExpression: `pk = :partition${after && ' AND #order > :after'}`,
    ExpressionAttributeValues: { ':partition': partition, ...(after && { ':after': after }) },
    ...(after && { ExpressionAttributeNames: { '#order': 'order' } }),
    ConsistentRead: true,
    // One more than is shown tells whether there is another page.
    Limit: PAGE_SIZE + 1,
  });
  const { Items = [], LastEvaluatedKey } = await table.client.send(
    request,
    signal ? { abortSignal: signal } : {},
  );
  const isLast = LastEvaluatedKey === undefined && Items.length <= PAGE_SIZE;
  return { items: Items.slice(0, PAGE_SIZE), isLast };
}

/** The messages from the first on, at least one, until they fill an answer. */
async function loadUpTo(
  table: Table,
  items: readonly Item[],
  signal: AbortSignal | undefined,
): Promise<Message[]> {
  const messages: Message[] = [];
  let bytes = 0;
  for (const item of items) {
    const stored = readMessageItem(item);
    if (stored === undefined) continue;
    const message = await loadMessage(table, stored, signal);
    bytes += Buffer.byteLength(JSON.stringify(message));
    if (messages.length > 0 && bytes > PAGE_BYTES) break;
    messages.push(message);
  }
  return messages;
}
