import { DeleteCommand, ScanCommand } from '@aws-sdk/lib-dynamodb';
import type { Item } from '#functions/store/keys.ts';
import * as serviceKeys from '#functions/store/service-keys.ts';
import type { Store } from '#functions/store/store.ts';
import { searchIdOf } from '#shared/ids.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import {
  leaseOf,
  messageEvent,
  noise,
  openSearch,
  personOf,
  profileOf,
  shareOf,
  sketchSearch,
  stepEvent,
} from '#tests/functions/store/samples.ts';
import type { EmbeddedDynamoDb } from '#tests/support/dynamodb.ts';

const TOMORROW = 86_400_000;

/**
 * Writes everything the product stores of an account: record, chats, a long answer in parts, lists, shares, a search with its log,
 * counters and tombstones.
 */
export async function writeAccount(
  store: Store,
  userId: string,
  { isRunning = false } = {},
): Promise<string> {
  const now = Date.now();
  const expiresAt = now + TOMORROW;
  await store.users.ensure({ identity: { userId, email: `${userId}@example.com`, displayName: userId } });
  await store.usage.count({ userId, bytes: 10 });
  const sketch = sketchSearch({
    userId,
    at: now - 60_000,
    content: `answer to ${userId}`,
    metadata: { model: noise(300_000) },
  });
  await openSearch(store, sketch)();
  for (const chatId of ['chat_archived', 'chat_deleted']) await store.chats.create({ userId, chatId });
  await store.chats.update({ userId, chatId: 'chat_archived', isArchived: true });
  await store.messages.add({
    userId,
    chatId: 'chat_archived',
    messageId: 'msg_1',
    role: 'user',
    content: `note of ${userId}`,
  });
  await store.messages.delete({ userId, chatId: 'chat_archived', messageId: 'msg_1' });
  await store.messages.add({
    userId,
    chatId: 'chat_archived',
    messageId: 'msg_2',
    role: 'user',
    content: `words of ${userId}`,
  });
  await store.chats.delete({ userId, chatId: 'chat_deleted' });
  for (const listId of ['list_1', 'list_deleted']) {
    await store.lists.create({ userId, listId, name: `list of ${userId}` });
    await store.lists.save({ userId, listId, people: [personOf('ada', { note: `note of ${userId}` })] });
  }
  await store.lists.delete({ userId, listId: 'list_deleted' });
  await store.lists.save({ userId, listId: HIDDEN_LIST_ID, people: [personOf('bea')] });
  for (const id of ['share_1', 'share_revoked'])
    await store.shares.create({
      ...{ userId, ...shareOf(id) },
      people: [{ profile: profileOf('ada'), note: `shared by ${userId}` }],
    });
  await store.shares.revoke({ userId, id: 'share_revoked' });
  const { userMessage, reply } = sketch;
  const searchId = await searchIdOf({ userId, chatId: userMessage.chatId, messageId: userMessage.id });
  const search = {
    ...{ searchId, userId, userMessage },
    chatId: 'chat_1',
    deepResearch: false,
    assistantMessageId: reply.id,
  };
  const lease = leaseOf(search, 'first', now + TOMORROW);
  await store.searchLog.claim({ search, lease, expiresAt });
  const events = [stepEvent(1), messageEvent(2, noise(300_000))];
  await store.searchLog.append({ searchId, events, expiresAt });
  if (!isRunning) await store.searchLog.end({ searchId, holder: 'first' });
  const owner = serviceKeys.accountName(userId);
  const quota = serviceKeys.dailyQuotaName({ mode: 'standard', owner, on: now });
  await store.quotas.take({ quotas: [{ name: quota, limit: 5 }], expiresAt });
  const slots = [
    ...[owner, serviceKeys.readersOf(owner), serviceKeys.searchReaders(searchId)],
    ...[serviceKeys.accountJobs(userId), serviceKeys.accountErasures(userId)],
  ];
  for (const name of slots) await store.slots.take({ name, holder: searchId, atOnce: 2, until: expiresAt });
  return searchId;
}

/** All items in the table. */
export async function itemsOf(
  { client }: Pick<EmbeddedDynamoDb, 'client'>,
  tableName: string,
): Promise<Item[]> {
  const items: Item[] = [];
  let last: Record<string, unknown> | undefined;
  do {
    const answer = await client.send(
      new ScanCommand({ TableName: tableName, ...(last && { ExclusiveStartKey: last }) }),
    );
    items.push(...(answer.Items ?? []));
    last = answer.LastEvaluatedKey;
  } while (last !== undefined);
  return items;
}

/** Deletes a part of a stored message, which the product never does. */
export async function loseMessagePart(
  database: Pick<EmbeddedDynamoDb, 'client'>,
  TableName: string,
  userId: string,
): Promise<void> {
  const isTheirs = ({ pk, sk }: Item) => `${pk} / ${sk}`.match(/^USER#(.+?)#.* \/ PART#/)?.[1] === userId;
  const { pk, sk } = (await itemsOf(database, TableName)).find(isTheirs) ?? {};
  await database.client.send(new DeleteCommand({ TableName, Key: { pk, sk } }));
}

/** The items that mention an account. */
export async function tracesOf(
  database: Pick<EmbeddedDynamoDb, 'client'>,
  tableName: string,
  userId: string,
): Promise<string[]> {
  const items = await itemsOf(database, tableName);
  // Matched as a whole word, because random ids may contain any few letters.
  const names = new RegExp(`(?<![\\w.-])${userId}(?![\\w.-])`);
  return items
    .filter((item) => names.test(JSON.stringify(item)) && item['erasedAt'] === undefined)
    .map(({ pk, sk }) => `${pk} / ${sk}`);
}
