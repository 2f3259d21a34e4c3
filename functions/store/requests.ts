import { setTimeout as delay } from 'node:timers/promises';
import * as dynamo from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { toTimestamp } from '#shared/time.ts';
import type { UpdateExpression } from './expressions.ts';
import type { Key, KeyRange } from './keys.ts';
import { ORDER_INDEX } from './table.ts';
import { ItemVersions, VERSION } from './versions.ts';

/** DynamoDB's own limits on one batch. */
const BATCH_GET_KEYS = 100;
const BATCH_WRITE_KEYS = 25;
const BATCH_ROUNDS = 10;
/** In milliseconds, doubled with each round. */
const BATCH_DELAY = 25;
/** An item that has to be upgraded before it is changed may be changed by others meanwhile. */
const UPGRADE_ROUNDS = 5;

/** An item as stored, not yet checked. */
export type Item = Readonly<Record<string, unknown>>;

export type Signal = AbortSignal | undefined;

export interface Cancellable {
  signal?: Signal;
}

const sendOptions = (signal: Signal) => (signal === undefined ? {} : { abortSignal: signal });

interface RangeQuery extends Partial<KeyRange> {
  partition: string;
  /** Which attributes to read; all when absent. */
  attributes?: readonly string[];
}

interface OrderQuery {
  partition: string;
  /** Lists upwards from behind this position; '' is the beginning. */
  after?: string;
  /** Lists downwards instead, from before one position down to another. */
  down?: { before: string; to: string };
  limit: number;
}

interface PageQuery extends KeyRange {
  /** The sort key where the page before ended, whether it is still there or not. */
  after?: string | undefined;
  down?: boolean;
  limit: number;
}

interface ScanOptions {
  /** One of so many parts of the table, from 0. */
  segment: number;
  segments: number;
  /** Where the page before ended. */
  after?: Key | undefined;
  /** Bounds how many items are read; as many as fit into 1 MB when absent. */
  limit?: number;
  filter?: Pick<
    dynamo.ScanCommandInput,
    'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >;
}

/**
 * The requests that the store makes of its one table. Whatever they read is as the last write left it, in the current version of its
 * kind; whatever they write is stamped with that. They throw a NewerItemError for an item that a newer deployment has written.
 */
export class Table {
  readonly #client: dynamo.DynamoDBDocumentClient;
  readonly #name: string;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  readonly versions: ItemVersions;

  constructor(
    client: dynamo.DynamoDBDocumentClient,
    name: string,
    clock: () => number = Date.now,
    versions = new ItemVersions(),
  ) {
    this.#client = client;
    this.#name = name;
    this.clock = clock;
    this.versions = versions;
  }

  /** The timestamp given, unless the store's clock has not reached it; that clock's when none is given. */
  stamp(given?: string): string {
    const now = toTimestamp(this.clock());
    return given !== undefined && given < now ? given : now;
  }

  /** A name for one attempt at writing, never used twice, which tells when it began. */
  newAttempt(): string {
    return `${this.clock()}-${crypto.randomUUID()}`;
  }

  /** Whether the item counts as gone. */
  isExpired({ expiresAt }: Item): boolean {
    return typeof expiresAt === 'number' && expiresAt <= expiredUpTo(this.clock());
  }

  async get(key: Key, signal: Signal): Promise<Item | undefined> {
    const item = await this.getStored(key, signal);
    return item && this.versions.read(item);
  }

  async put(item: Key & Item, signal: Signal): Promise<void> {
    const request = new dynamo.PutCommand({ TableName: this.#name, Item: this.versions.stamp(item) });
    await this.#client.send(request, sendOptions(signal));
  }

  /** False, and nothing written, when the key is taken. */
  async putIfAbsent(item: Key & Item, signal: Signal): Promise<boolean> {
    return await this.putIf({ Item: item, ConditionExpression: 'attribute_not_exists(pk)' }, signal);
  }

  /** False, and nothing written, when the condition is not met. */
  async putIf(
    put: Omit<dynamo.PutCommandInput, 'TableName'> & { Item: Key & Item },
    signal: Signal,
  ): Promise<boolean> {
    const request = new dynamo.PutCommand({
      ...put,
      TableName: this.#name,
      Item: this.versions.stamp(put.Item),
    });
    return (await unlessRefused(this.#client.send(request, sendOptions(signal)))) !== undefined;
  }

  /** The item after the update; undefined, and nothing written, when the condition is not met. */
  async update(key: Key, update: UpdateExpression, signal: Signal): Promise<Item | undefined> {
    return (await this.#update(key, update, { ReturnValues: 'ALL_NEW' }, signal))?.Attributes;
  }

  /** As {@link update}, of an item that is large and whose content does not matter: false when the condition is not met. */
  async updateIf(key: Key, update: UpdateExpression, signal: Signal): Promise<boolean> {
    return (await this.#update(key, update, {}, signal)) !== undefined;
  }

  /** The answer; undefined when the condition is not met. An older item is upgraded first where it could not be changed in place. */
  async #update(
    key: Key,
    update: UpdateExpression,
    options: Pick<dynamo.UpdateCommandInput, 'ReturnValues'>,
    signal: Signal,
  ): Promise<dynamo.UpdateCommandOutput | undefined> {
    const expressions = this.versions.guard(key, update).build();
    const target = {
      TableName: this.#name,
      Key: key,
      // Costs nothing, and tells an item of another version from a condition of the caller's.
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const;
    const request = new dynamo.UpdateCommand({ ...target, ...options, ...expressions });
    for (let round = 0; round < UPGRADE_ROUNDS; round += 1) {
      try {
        return await this.#client.send(request, sendOptions(signal));
      } catch (error) {
        if (!isRefused(error)) throw error;
        if (!(await this.#upgradeRefused(key, error, signal))) return undefined;
      }
    }
    throw new Error('The item kept changing while it was being upgraded');
  }

  /** Whether the update was refused for the item's version alone, and may be tried again. @throws NewerItemError */
  async #upgradeRefused(key: Key, refusal: Error & { Item?: unknown }, signal: Signal): Promise<boolean> {
    const refused = refusedVersion(refusal);
    if (refused !== undefined) this.versions.read({ ...key, [VERSION]: refused });
    // The embedded database does not say what it has found.
    if (!this.versions.mayNeedUpgrade(key)) return false;
    const item = await this.getStored(key, signal);
    return item !== undefined && (await this.upgrade(item, signal)) !== 'current';
  }

  /**
   * Writes an item, as a scan has found it, in the current version of its kind. It is left alone, `changed`, where what it is made from
   * is not what it was. @throws NewerItemError
   */
  async upgrade(item: Item, signal: Signal): Promise<'upgraded' | 'changed' | 'current'> {
    const update = this.versions.upgradeOf(item);
    if (update === undefined) return 'current';
    const request = new dynamo.UpdateCommand({
      TableName: this.#name,
      Key: toKey(item),
      ...update.build(),
    });
    const answer = await unlessRefused(this.#client.send(request, sendOptions(signal)));
    return answer === undefined ? 'changed' : 'upgraded';
  }

  /** The item as it is stored, in whatever version. */
  async getStored(key: Key, signal: Signal): Promise<Item | undefined> {
    const request = new dynamo.GetCommand({ TableName: this.#name, Key: key, ConsistentRead: true });
    return (await this.#client.send(request, sendOptions(signal))).Item;
  }

  /** Deletes the item if the conditions collected in `update` are met. */
  async deleteIf(key: Key, update: UpdateExpression, signal: Signal): Promise<void> {
    const request = new dynamo.DeleteCommand({ TableName: this.#name, Key: key, ...update.build() });
    await unlessRefused(this.#client.send(request, sendOptions(signal)));
  }

  /** The named attributes of those items that exist, in no order. */
  async getAll(keys: readonly Key[], attributes: readonly string[], signal: Signal): Promise<Item[]> {
    const projection = { ConsistentRead: true, ...projecting(attributes) };
    const found: Item[] = [];
    await inBatches({ list: keys, size: BATCH_GET_KEYS, signal }, async (batch) => {
      const command = new dynamo.BatchGetCommand({
        RequestItems: { [this.#name]: { Keys: [...batch], ...projection } },
      });
      const { Responses, UnprocessedKeys } = await this.#client.send(command, sendOptions(signal));
      found.push(...(Responses?.[this.#name] ?? []).map((item) => this.versions.read(item)));
      return (UnprocessedKeys?.[this.#name]?.Keys ?? []).map(toKey);
    });
    return found;
  }

  async deleteAll(keys: readonly Key[], signal: Signal): Promise<void> {
    await inBatches({ list: keys, size: BATCH_WRITE_KEYS, signal }, async (batch) => {
      const command = new dynamo.BatchWriteCommand({
        RequestItems: { [this.#name]: batch.map((Key) => ({ DeleteRequest: { Key } })) },
      });
      const { UnprocessedItems } = await this.#client.send(command, sendOptions(signal));
      return (UnprocessedItems?.[this.#name] ?? []).map((request) => toKey(request.DeleteRequest?.Key));
    });
  }

  /** The items of the range, or the partition, in the order of their keys. */
  async query(query: RangeQuery, signal: Signal): Promise<Item[]> {
    const found: Item[] = [];
    for await (const items of this.queryPages(query, signal)) found.push(...items);
    return found;
  }

  /** As {@link query}, a page at a time. */
  async *queryPages({ partition, from, to, attributes }: RangeQuery, signal: Signal): AsyncGenerator<Item[]> {
    const request = {
      TableName: this.#name,
      KeyConditionExpression: `pk = :partition${from === undefined ? '' : ' AND sk BETWEEN :from AND :to'}`,
      ExpressionAttributeValues: {
        ':partition': partition,
        ...(from !== undefined && { ':from': from, ':to': to }),
      },
      ...(attributes && projecting(attributes)),
      ConsistentRead: true,
    };
    const pages = inPages(dynamo.paginateQuery({ client: this.#client }, request, sendOptions(signal)));
    for await (const items of pages) yield items.map((item) => this.versions.read(item));
  }

  /**
   * One page of the range by its keys, and whether there are no more: upwards from behind `after`, or `down` from before it. Fewer items than
   * asked for where they are large.
   */
  async queryPage({ partition, from, to, after, down = false, limit }: PageQuery, signal: Signal) {
    const request = new dynamo.QueryCommand({
      TableName: this.#name,
      KeyConditionExpression: 'pk = :partition AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
      ...(after !== undefined && { ExclusiveStartKey: { pk: partition, sk: after } }),
      ScanIndexForward: !down,
      ConsistentRead: true,
      // One more than is asked for tells whether there is another page.
      Limit: limit + 1,
    });
    const { Items = [], LastEvaluatedKey } = await this.#client.send(request, sendOptions(signal));
    const items = Items.slice(0, limit).map((item) => this.versions.read(item));
    return { items, isLast: LastEvaluatedKey === undefined && Items.length <= limit };
  }

  /** The keys of every item in a partition whose name begins so, a page at a time. Reads the whole table. */
  scanKeys(partitionPrefix: string, signal: Signal): AsyncGenerator<Item[]> {
    const request = {
      TableName: this.#name,
      FilterExpression: 'begins_with(pk, :prefix)',
      ExpressionAttributeValues: { ':prefix': partitionPrefix },
      ProjectionExpression: 'pk, sk',
    };
    return inPages(dynamo.paginateScan({ client: this.#client }, request, sendOptions(signal)));
  }

  /** One page of a part of the table, each item as it is stored, in whatever version; what it took in read units. */
  async scan({ segment, segments, after, limit, filter }: ScanOptions, signal: Signal) {
    const request = new dynamo.ScanCommand({
      TableName: this.#name,
      Segment: segment,
      TotalSegments: segments,
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
      ...(after && { ExclusiveStartKey: after }),
      ...(limit !== undefined && { Limit: limit }),
      ...filter,
    });
    const answer = await this.#client.send(request, sendOptions(signal));
    const { Items: items = [], LastEvaluatedKey: last, ConsumedCapacity } = answer;
    return { items, last: last && toKey(last), units: ConsumedCapacity?.CapacityUnits ?? 0 };
  }

  /** One page of the partition's items in their order, and whether there are no more. */
  async queryInOrder({ partition, after = '', down, limit }: OrderQuery, signal: Signal) {
    const range = down ? 'BETWEEN :to AND :before' : after && '> :after';
    const request = new dynamo.QueryCommand({
      TableName: this.#name,
      IndexName: ORDER_INDEX,
      KeyConditionExpression: `pk = :partition${range && ` AND #order ${range}`}`,
      ExpressionAttributeValues: {
        ':partition': partition,
        ...(down && { ':to': down.to, ':before': down.before }),
        ...(!down && after && { ':after': after }),
      },
      ...(range && { ExpressionAttributeNames: { '#order': 'order' } }),
      ScanIndexForward: down === undefined,
      ConsistentRead: true,
      // One more than is asked for tells whether there is another page; BETWEEN takes in the position before which to begin.
      Limit: limit + (down === undefined ? 1 : 2),
    });
    const { Items = [], LastEvaluatedKey } = await this.#client.send(request, sendOptions(signal));
    const found = Items.filter(({ order }) => order !== down?.before).map((item) => this.versions.read(item));
    return {
      items: found.slice(0, limit),
      isLast: LastEvaluatedKey === undefined && found.length <= limit,
    };
  }
}

/** Undefined when the request's condition is not met. */
async function unlessRefused<Output>(sent: Promise<Output>): Promise<Output | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

const Refusal = v.object({ Item: v.object({ [VERSION]: v.object({ N: v.string() }) }) });

/** The version of the item that refused an update, where DynamoDB says so and the item has one. */
function refusedVersion(refusal: Error): number | undefined {
  const said = v.safeParse(Refusal, refusal);
  return said.success ? Number(said.output.Item[VERSION].N) : undefined;
}

/** What tells the version of an item that is read in part. */
const VERSIONED = ['pk', 'sk', VERSION];

/** Reads these attributes and the version. By placeholders, since some names are words of DynamoDB's own. */
function projecting(attributes: readonly string[]) {
  const wanted = [...new Set([...attributes, ...VERSIONED])];
  const names = Object.fromEntries(wanted.map((attribute, index) => [`#${index}`, attribute]));
  return { ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names };
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

async function* inPages(answers: AsyncIterable<{ Items?: Item[] | undefined }>): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of answers) yield Items;
}

export function toKey(key: Item | undefined): Key {
  return { pk: String(key?.['pk']), sk: String(key?.['sk']) };
}

/** When the attempt began, in milliseconds since 1970. */
export const beginningOf = (attempt: string): number => Number(attempt.split('-')[0]);

/** Milliseconds after which whoever made an attempt is taken for dead: Lambda lets no process live longer. */
export const LONGEST_ATTEMPT = 15 * 60_000;

/** Seconds for which the traces of something deleted stay: no request that began before the deletion lives as long. */
export const TRACES_STAY = 30 * 86_400;

/** When an item may be forgotten, as its attribute: whole seconds since 1970, never early. @param at in milliseconds */
export const toExpiry = (at: number): number => Math.ceil(at / 1_000);

/**
 * An item is live while its `expiresAt` is greater than this, for use in conditions: DynamoDB may delete it days later.
 * @param now in milliseconds since 1970
 */
export const expiredUpTo = (now: number): number => Math.floor(now / 1_000);
