import { setTimeout as delay } from 'node:timers/promises';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  GetCommand,
  PutCommand,
  type PutCommandInput,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import type { UpdateExpression } from './expressions.ts';
import type { Key, KeyRange } from './keys.ts';
import { type Item, ORDER_INDEX, type Signal, type Table } from './table.ts';

/** DynamoDB's own limits on one batch. */
const BATCH_GET_KEYS = 100;
const BATCH_WRITE_KEYS = 25;
const BATCH_ROUNDS = 10;
/** In milliseconds, doubled with each round. */
const BATCH_DELAY = 25;

/** The client and the name of its table. */
type Target = Pick<Table, 'client' | 'name'>;

export const sendOptions = (signal: Signal) => (signal === undefined ? {} : { abortSignal: signal });

/** The item as the last write left it. */
export async function getItem(table: Target, key: Key, signal: Signal): Promise<Item | undefined> {
  const request = new GetCommand({ TableName: table.name, Key: key, ConsistentRead: true });
  const { Item } = await table.client.send(request, sendOptions(signal));
  return Item;
}

export async function putItem(table: Target, item: Key & Item, signal: Signal): Promise<void> {
  await table.client.send(new PutCommand({ TableName: table.name, Item: item }), sendOptions(signal));
}

/** False, and nothing written, when the key is taken. */
export async function putIfAbsent(table: Target, item: Key & Item, signal: Signal): Promise<boolean> {
  return await putIf(table, { Item: item, ConditionExpression: 'attribute_not_exists(pk)' }, signal);
}

/** False, and nothing written, when the condition is not met. */
export async function putIf(
  table: Target,
  put: Omit<PutCommandInput, 'TableName'>,
  signal: Signal,
): Promise<boolean> {
  const request = new PutCommand({ ...put, TableName: table.name });
  return (await unlessRefused(table.client.send(request, sendOptions(signal)))) !== undefined;
}

interface Update {
  key: Key;
  update: UpdateExpression;
}

/** The item after the update; undefined, and nothing written, when the condition is not met. */
export async function updateItem(
  table: Target,
  { key, update }: Update,
  signal: Signal,
): Promise<Item | undefined> {
  const target = { TableName: table.name, Key: key, ReturnValues: 'ALL_NEW' } as const;
  const request = new UpdateCommand({ ...target, ...update.build() });
  return (await unlessRefused(table.client.send(request, sendOptions(signal))))?.Attributes;
}

/** Deletes the item if the conditions collected in `update` are met. */
export async function deleteIf(table: Target, { key, update }: Update, signal: Signal): Promise<void> {
  const request = new DeleteCommand({ TableName: table.name, Key: key, ...update.build() });
  await unlessRefused(table.client.send(request, sendOptions(signal)));
}

/** Undefined when the request's condition is not met. */
async function unlessRefused<Output>(sent: Promise<Output>): Promise<Output | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (error instanceof Error && error.name === 'ConditionalCheckFailedException') return undefined;
    throw error;
  }
}

/** The named attributes of those items that exist, in no order. */
export async function getItems(
  table: Target,
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

export async function deleteItems(table: Target, keys: readonly Key[], signal: Signal): Promise<void> {
  await inBatches({ list: keys, size: BATCH_WRITE_KEYS, signal }, async (batch) => {
    const command = new BatchWriteCommand({
      RequestItems: { [table.name]: batch.map((Key) => ({ DeleteRequest: { Key } })) },
    });
    const { UnprocessedItems } = await table.client.send(command, sendOptions(signal));
    return (UnprocessedItems?.[table.name] ?? []).map((request) => toKey(request.DeleteRequest?.Key));
  });
}

/** Sends batch by batch; what DynamoDB leaves unprocessed is sent again, after a growing pause. */
async function inBatches(
  { list, size, signal }: { list: readonly Key[]; size: number; signal: Signal },
  send: (batch: readonly Key[]) => Promise<Key[]>,
): Promise<void> {
  for (let start = 0; start < list.length; start += size) {
    let left: readonly Key[] = list.slice(start, start + size);
    for (let round = 0; left.length > 0; round += 1) {
      if (round === BATCH_ROUNDS) throw new Error('DynamoDB kept leaving items of a batch unprocessed');
      if (round > 0) await delay(BATCH_DELAY * 2 ** round, undefined, signal && { signal });
      left = await send(left);
    }
  }
}

interface RangeQuery extends Partial<KeyRange> {
  partition: string;
  /** Which attributes to read; all when absent. */
  attributes?: readonly string[];
}

/** The items of the range, or the partition, as the last writes left them, in the order of their keys. */
export async function queryItems(table: Target, query: RangeQuery, signal: Signal): Promise<Item[]> {
  const found: Item[] = [];
  for await (const items of queryPages(table, query, signal)) found.push(...items);
  return found;
}

/** As {@link queryItems}, a page at a time. */
export function queryPages(table: Target, query: RangeQuery, signal: Signal): AsyncGenerator<Item[]> {
  const { partition, from, to, attributes } = query;
  const request = {
    TableName: table.name,
    KeyConditionExpression: `pk = :partition${from === undefined ? '' : ' AND sk BETWEEN :from AND :to'}`,
    ExpressionAttributeValues: {
      ':partition': partition,
      ...(from !== undefined && { ':from': from, ':to': to }),
    },
    ...(attributes && { ProjectionExpression: attributes.join(', ') }),
    ConsistentRead: true,
  };
  return inPages((start) =>
    table.client.send(new QueryCommand({ ...request, ...start }), sendOptions(signal)),
  );
}

interface Page {
  Items?: Item[] | undefined;
  LastEvaluatedKey?: Record<string, unknown> | undefined;
}

/** Page after page of a query or a scan, each requested when the one before has been dealt with. */
export async function* inPages(
  send: (start: { ExclusiveStartKey?: Record<string, unknown> }) => Promise<Page>,
): AsyncGenerator<Item[]> {
  let start: Page['LastEvaluatedKey'];
  do {
    const { Items = [], LastEvaluatedKey } = await send(start ? { ExclusiveStartKey: start } : {});
    yield Items;
    start = LastEvaluatedKey;
  } while (start !== undefined);
}

interface OrderQuery {
  partition: string;
  /** Lists upwards from behind this position; '' is the beginning. */
  after?: string;
  /** Lists downwards from before this position. */
  before?: string;
  limit: number;
}

/** One page of the partition's items in their order, and whether there are no more. */
export async function queryInOrder(table: Target, query: OrderQuery, signal: Signal) {
  const { partition, after = '', before, limit } = query;
  const position = before ?? after;
  const isBeyond = `#order ${before === undefined ? '>' : '<'} :position`;
  const request = new QueryCommand({
    TableName: table.name,
    IndexName: ORDER_INDEX,
    KeyConditionExpression: `pk = :partition${position && ` AND ${isBeyond}`}`,
    ExpressionAttributeValues: { ':partition': partition, ...(position && { ':position': position }) },
    ...(position && { ExpressionAttributeNames: { '#order': 'order' } }),
    ScanIndexForward: before === undefined,
    ConsistentRead: true,
    // One more than is asked for tells whether there is another page.
    Limit: limit + 1,
  });
  const { Items = [], LastEvaluatedKey } = await table.client.send(request, sendOptions(signal));
  const items: Item[] = Items.slice(0, limit);
  return { items, isLast: LastEvaluatedKey === undefined && Items.length <= limit };
}

export function toKey(key: Item | undefined): Key {
  return { pk: String(key?.['pk']), sk: String(key?.['sk']) };
}
