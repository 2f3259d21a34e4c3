import { setTimeout as delay } from 'node:timers/promises';
import type { DeleteCommandInput, PutCommandInput, UpdateCommandInput } from '@aws-sdk/lib-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { Key, KeyRange } from '../keys.ts';
import type { Item, Table } from './table.ts';

/** DynamoDB's own limits on one batch. */
const BATCH_GET_KEYS = 100;
const BATCH_WRITE_KEYS = 25;
const BATCH_ROUNDS = 10;
const BATCH_DELAY = 25;

type Signal = AbortSignal | undefined;
const sendOptions = (signal: Signal) => (signal === undefined ? {} : { abortSignal: signal });

const isConditionFailure = (error: unknown): boolean =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

/** The item as the last write left it. */
export async function getItem(table: Table, key: Key, signal: Signal): Promise<Item | undefined> {
  const request = new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true });
  const { Item } = await table.client.send(request, sendOptions(signal));
  return Item;
}

/** False, and nothing written, when the key is taken. */
export async function putIfAbsent(table: Table, item: Key & Item, signal: Signal): Promise<boolean> {
  return await putIf(table, { Item: item, ConditionExpression: 'attribute_not_exists(pk)' }, signal);
}

/** False, and nothing written, when the condition does not hold. */
export async function putIf(
  table: Table,
  put: Omit<PutCommandInput, 'TableName'>,
  signal: Signal,
): Promise<boolean> {
  const request = new PutCommand({ ...put, TableName: table.name });
  return await isGranted(table.client.send(request, sendOptions(signal)));
}

/** False, and nothing deleted, when the condition does not hold. */
export async function deleteIf(
  table: Table,
  deletion: Omit<DeleteCommandInput, 'TableName'>,
  signal: Signal,
): Promise<boolean> {
  const request = new DeleteCommand({ ...deletion, TableName: table.name });
  return await isGranted(table.client.send(request, sendOptions(signal)));
}

async function isGranted(sent: Promise<unknown>): Promise<boolean> {
  try {
    await sent;
    return true;
  } catch (error) {
    if (isConditionFailure(error)) return false;
    throw error;
  }
}

export async function putItem(table: Table, item: Key & Item, signal: Signal): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }), sendOptions(signal));
}

/** The item after the update; undefined, and nothing written, when the condition does not hold. */
export async function updateItem(
  table: Table,
  update: Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'Key'> & { Key: Key },
  signal: Signal,
): Promise<Item | undefined> {
  const request = new UpdateCommand({ ...update, TableName: table.name, ReturnValues: 'ALL_NEW' });
  try {
    const { Attributes } = await table.client.send(request, sendOptions(signal));
    return Attributes;
  } catch (error) {
    if (isConditionFailure(error)) return undefined;
    throw error;
  }
}

/** The named attributes of those items that exist, in no order. */
export async function getItems(
  table: Table,
  request: { keys: readonly Key[]; attributes: readonly string[] },
  signal: Signal,
): Promise<Item[]> {
  const names = Object.fromEntries(request.attributes.map((attribute, index) => [`#${index}`, attribute]));
  const projection = {
    ConsistentRead: true,
    ProjectionExpression: Object.keys(names).join(', '),
    ExpressionAttributeNames: names,
  };
  const found: Item[] = [];
  await inBatches({ list: request.keys, size: BATCH_GET_KEYS, signal }, async (keys) => {
    const command = new BatchGetCommand({
      RequestItems: { [table.name]: { Keys: [...keys], ...projection } },
    });
    const { Responses, UnprocessedKeys } = await table.client.send(command, sendOptions(signal));
    found.push(...(Responses?.[table.name] ?? []));
    return (UnprocessedKeys?.[table.name]?.Keys ?? []).map(toKey);
  });
  return found;
}

/** The items of the range as the last writes left them, in the order of their keys; only the keys when asked for those. */
export async function queryItems(
  table: Table,
  { partition, from, to, keysOnly = false }: KeyRange & { keysOnly?: boolean },
  signal: Signal,
): Promise<Item[]> {
  const found: Item[] = [];
  let start: Item | undefined;
  do {
    const request = new QueryCommand({
      TableName: table.name,
      KeyConditionExpression: 'pk = :partition AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
      ...(keysOnly && { ProjectionExpression: 'pk, sk' }),
      ConsistentRead: true,
      ...(start && { ExclusiveStartKey: start }),
    });
    const { Items = [], LastEvaluatedKey } = await table.client.send(request, sendOptions(signal));
    found.push(...Items);
    start = LastEvaluatedKey;
  } while (start !== undefined);
  return found;
}

export async function deleteItems(
  table: Pick<Table, 'client' | 'name'>,
  keys: readonly Key[],
  signal: Signal,
): Promise<void> {
  await inBatches({ list: keys, size: BATCH_WRITE_KEYS, signal }, async (batch) => {
    const requests = batch.map((key) => ({ DeleteRequest: { Key: key } }));
    const command = new BatchWriteCommand({ RequestItems: { [table.name]: requests } });
    const { UnprocessedItems } = await table.client.send(command, sendOptions(signal));
    return (UnprocessedItems?.[table.name] ?? []).map((request) => toKey(request.DeleteRequest?.Key));
  });
}

/** Sends batch by batch; what DynamoDB leaves undone goes again, after a growing pause. */
async function inBatches(
  { list, size, signal }: { list: readonly Key[]; size: number; signal: Signal },
  send: (batch: readonly Key[]) => Promise<Key[]>,
): Promise<void> {
  for (let start = 0; start < list.length; start += size) {
    let left: readonly Key[] = list.slice(start, start + size);
    for (let round = 0; left.length > 0; round += 1) {
      if (round === BATCH_ROUNDS) throw new Error('DynamoDB kept leaving items of a batch undone');
      if (round > 0) await delay(BATCH_DELAY * 2 ** round, undefined, sendSignal(signal));
      left = await send(left);
    }
  }
}

const sendSignal = (signal: Signal) => (signal === undefined ? {} : { signal });

export function toKey(key: Item | undefined): Key {
  return { pk: String(key?.['pk']), sk: String(key?.['sk']) };
}
