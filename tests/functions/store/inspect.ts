import { GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { chatKey, messagesPartition } from '#functions/store/keys.ts';
import type { Store } from '#functions/store/store.ts';
import type { StoreSetup } from './setup.ts';

interface Address {
  userId: string;
  chatId: string;
}

/** The chat’s message counts, next to those of its actual messages. */
export async function compareCounts(store: Store, address: Address) {
  const chat = await store.chats.read(address);
  const { messages = [] } = (await store.messages.list(address)) ?? {};
  const listed = (await store.chats.list({ userId: address.userId })).chats.find(
    ({ id }) => id === address.chatId,
  );
  return {
    said: { count: chat?.messageCount ?? 0, listed: listed?.messageCount ?? 0 },
    stored: { count: messages.length, listed: messages.length },
    lastMessageAt: chat?.lastMessageAt,
    lastStored: messages.at(-1)?.timestamp,
  };
}

/** The chat as stored in the table. */
export async function readChatItem(setup: StoreSetup, address: Address): Promise<Record<string, unknown>> {
  const request = new GetCommand({ TableName: setup.tableName(), Key: chatKey(address) });
  const { Item = {} } = await setup.database().client.send(request);
  return Item;
}

/** Markers of writes not counted yet, as stored in the table. */
export async function readPending(setup: StoreSetup, address: Address): Promise<unknown[]> {
  const { pending } = await readChatItem(setup, address);
  return pending instanceof Set ? [...pending] : [];
}

/** Everything stored in the chat’s partition. */
export async function readPartition(setup: StoreSetup, address: Address): Promise<Record<string, unknown>[]> {
  const request = new QueryCommand({
    TableName: setup.tableName(),
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': messagesPartition(address) },
  });
  const { Items = [] } = await setup.database().client.send(request);
  return Items;
}
