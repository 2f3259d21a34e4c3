import { QueryCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { Key } from '../keys.ts';
import { chatKey, messageKey, messagesPartition } from '../keys.ts';
import type { DeletedChat } from './chat-item.ts';
import { fence } from './fence.ts';
import { partKeys } from './load-message.ts';
import type { Marker } from './pending.ts';
import { parseMarker } from './pending.ts';
import { deleteItems, putItem, updateItem } from './requests.ts';
import type { Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

/** Seconds that the traces of a deleted chat stay. No request that began before the deletion lives as long. */
const TRACES_STAY = 30 * 24 * 60 * 60;

const Found = v.object({ pk: v.string(), sk: v.string(), fenced: v.optional(v.set(v.string())) });
type Found = v.InferOutput<typeof Found>;

type Signal = AbortSignal | undefined;

/**
 * Deletes everything of a chat already marked as deleted. Writes announced on it and still under way find their keys
 * fenced. Safe to repeat and to run twice at once; takes the chat out of its owner's list at the end.
 */
export async function purgeChat(table: Table, chat: DeletedChat, signal?: AbortSignal): Promise<void> {
  for (const marker of [...chat.pending].map(parseMarker))
    for (const key of announcedKeys(chat, marker))
      await fence(table, { key, attempt: marker.attempt }, signal);
  const expiresAt = Math.floor(table.clock() / 1000) + TRACES_STAY;
  let start: Key | undefined;
  do {
    const page = await findItems(table, { partition: messagesPartition(chat), start, signal });
    await clear(table, { ...page, expiresAt }, signal);
    start = page.next;
  } while (start !== undefined);
  const update = new UpdateExpression().require('attribute_exists(deletedAt)');
  update.set('expiresAt', expiresAt).remove('order').remove('pending');
  await updateItem(table, { Key: chatKey(chat), ...update.build() }, signal);
}

function announcedKeys(chat: DeletedChat, marker: Marker): Key[] {
  const address = { ...chat, ...marker };
  if (marker.kind === 'add') return [messageKey(address)];
  return marker.kind === 'parts' ? partKeys({ ...address, parts: marker.parts }) : [];
}

/** Leaves nothing but the bare fences, and those for a while only. */
async function clear(
  table: Table,
  { found, expiresAt }: { found: Found[]; expiresAt: number },
  signal: Signal,
) {
  for (const { pk, sk, fenced } of found)
    if (fenced !== undefined) await putItem(table, { pk, sk, fenced, expiresAt }, signal);
  const others = found.filter(({ fenced }) => fenced === undefined);
  await deleteItems(table, others.map(toKey), signal);
}

interface FindOptions {
  partition: string;
  start: Key | undefined;
  signal: Signal;
}

async function findItems(table: Table, { partition, start, signal }: FindOptions) {
  const request = new QueryCommand({
    TableName: table.name,
    KeyConditionExpression: 'pk = :partition',
    ExpressionAttributeValues: { ':partition': partition },
    ProjectionExpression: 'pk, sk, fenced',
    ConsistentRead: true,
    ...(start && { ExclusiveStartKey: start }),
  });
  const { Items, LastEvaluatedKey } = await table.client.send(request, signal ? { abortSignal: signal } : {});
  return {
    found: (Items ?? []).map((item) => v.parse(Found, item)),
    next: LastEvaluatedKey && toKey(v.parse(Found, LastEvaluatedKey)),
  };
}

const toKey = ({ pk, sk }: Key): Key => ({ pk, sk });
