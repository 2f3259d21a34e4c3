import { setTimeout as delay } from 'node:timers/promises';
import * as dynamo from '@aws-sdk/lib-dynamodb';
import { toTimestamp } from '#shared/time.ts';
import { type Item, type Key, type KeyRange, toKey } from './keys.ts';
import { attemptName, expiryCutoff } from './lifetimes.ts';
import { ORDER_INDEX } from './table-definition.ts';
import { type Signal, sendOptions, VersionedItems } from './versioned-items.ts';
import { ItemVersions, VERSION } from './versions.ts';

/** DynamoDB's limits on one batch. */
const BATCH_GET_KEYS = 100;
const BATCH_WRITE_KEYS = 25;
const MAX_BATCH_ROUNDS = 10;
/** In milliseconds; doubles with each round. */
const BATCH_DELAY = 25;

interface RangeQuery extends Partial<KeyRange> {
  partition: string;
  /** Which attributes to read; all when absent. */
  attributes?: readonly string[];
}

interface OrderQuery {
  partition: string;
  /** Lists in ascending order, starting after this position; '' is the beginning. */
  after?: string;
  /** Lists in descending order instead, from just before one position down to the other. */
  down?: { before: string; to: string };
  limit: number;
}

interface PageQuery extends KeyRange {
  /** The last sort key of the previous page, which need not exist any more. */
  after?: string | undefined;
  down?: boolean;
  limit: number;
}

interface ScanOptions {
  /** Which of the `segments` of a parallel scan, from 0. */
  segment: number;
  segments: number;
  /** The last key of the previous page. */
  after?: Key | undefined;
  /** The most items to read; as many as fit into 1 MB when absent. */
  limit?: number;
  filter?: Pick<
    dynamo.ScanCommandInput,
    'FilterExpression' | 'ExpressionAttributeNames' | 'ExpressionAttributeValues'
  >;
}

/**
 * The requests to the store's single table, and the store's clock. Reads of several items are strongly consistent too, and return items in
 * the current version of their kind; only `scan` returns them as stored.
 */
export class Table extends VersionedItems {
  /** Milliseconds since 1970. */
  readonly clock: () => number;

  constructor(
    client: dynamo.DynamoDBDocumentClient,
    name: string,
    clock: () => number = Date.now,
    versions = new ItemVersions(),
  ) {
    super(client, name, versions);
    this.clock = clock;
  }

  /** The given timestamp, capped at the current time, which is also the default. */
  stamp(given?: string): string {
    const now = toTimestamp(this.clock());
    return given !== undefined && given < now ? given : now;
  }

  /** A unique name for one write attempt, which contains its start time. */
  newAttempt(): string {
    return attemptName(this.clock());
  }

  /** Whether the item has expired. DynamoDB may not have deleted it yet. */
  isExpired({ expiresAt }: Item): boolean {
    return typeof expiresAt === 'number' && expiresAt <= expiryCutoff(this.clock());
  }

  /** The named attributes of the items that exist, in no particular order. */
  async getAll(keys: readonly Key[], attributes: readonly string[], signal: Signal): Promise<Item[]> {
    const projection = { ConsistentRead: true, ...projectionOf(attributes) };
    const found: Item[] = [];
    await inBatches({ list: keys, size: BATCH_GET_KEYS, signal }, async (batch) => {
      const command = new dynamo.BatchGetCommand({
        RequestItems: { [this.name]: { Keys: [...batch], ...projection } },
      });
      const { Responses, UnprocessedKeys } = await this.client.send(command, sendOptions(signal));
      found.push(...(Responses?.[this.name] ?? []).map((item) => this.versions.read(item)));
      return (UnprocessedKeys?.[this.name]?.Keys ?? []).map(toKey);
    });
    return found;
  }

  async deleteAll(keys: readonly Key[], signal: Signal): Promise<void> {
    await inBatches({ list: keys, size: BATCH_WRITE_KEYS, signal }, async (batch) => {
      const command = new dynamo.BatchWriteCommand({
        RequestItems: { [this.name]: batch.map((Key) => ({ DeleteRequest: { Key } })) },
      });
      const { UnprocessedItems } = await this.client.send(command, sendOptions(signal));
      return (UnprocessedItems?.[this.name] ?? []).map((request) => toKey(request.DeleteRequest?.Key));
    });
  }

  /** The items of the range, or of the whole partition, ordered by sort key. */
  async query(query: RangeQuery, signal: Signal): Promise<Item[]> {
    const found: Item[] = [];
    for await (const items of this.queryPages(query, signal)) found.push(...items);
    return found;
  }

  /** Like {@link query}, a page at a time. */
  async *queryPages({ partition, from, to, attributes }: RangeQuery, signal: Signal): AsyncGenerator<Item[]> {
    const request = {
      TableName: this.name,
      KeyConditionExpression: `pk = :partition${from === undefined ? '' : ' AND sk BETWEEN :from AND :to'}`,
      ExpressionAttributeValues: {
        ':partition': partition,
        ...(from !== undefined && { ':from': from, ':to': to }),
      },
      ...(attributes && projectionOf(attributes)),
      ConsistentRead: true,
    };
    const pages = itemPages(dynamo.paginateQuery({ client: this.client }, request, sendOptions(signal)));
    for await (const items of pages) yield items.map((item) => this.versions.read(item));
  }

  /**
   * One page of the range, ordered by sort key, and whether it is the last: ascending from `after`, or with `down` descending from it. Has
   * fewer items than `limit` if they are large.
   */
  async queryPage({ partition, from, to, after, down = false, limit }: PageQuery, signal: Signal) {
    const request = new dynamo.QueryCommand({
      TableName: this.name,
      KeyConditionExpression: 'pk = :partition AND sk BETWEEN :from AND :to',
      ExpressionAttributeValues: { ':partition': partition, ':from': from, ':to': to },
      ...(after !== undefined && { ExclusiveStartKey: { pk: partition, sk: after } }),
      ScanIndexForward: !down,
      ConsistentRead: true,
      // One more than requested shows whether there is another page.
      Limit: limit + 1,
    });
    const { Items = [], LastEvaluatedKey } = await this.client.send(request, sendOptions(signal));
    const items = Items.slice(0, limit).map((item) => this.versions.read(item));
    return { items, isLast: LastEvaluatedKey === undefined && Items.length <= limit };
  }

  /** One page of a table segment, with items exactly as stored, in any version, and the read units consumed. */
  async scan({ segment, segments, after, limit, filter }: ScanOptions, signal: Signal) {
    const request = new dynamo.ScanCommand({
      TableName: this.name,
      Segment: segment,
      TotalSegments: segments,
      ConsistentRead: true,
      ReturnConsumedCapacity: 'TOTAL',
      ...(after && { ExclusiveStartKey: after }),
      ...(limit !== undefined && { Limit: limit }),
      ...filter,
    });
    const answer = await this.client.send(request, sendOptions(signal));
    const { Items: items = [], LastEvaluatedKey: last, ConsumedCapacity } = answer;
    return { items, last: last && toKey(last), units: ConsumedCapacity?.CapacityUnits ?? 0 };
  }

  /** One page of the partition's items, ordered by the local index, and whether it is the last. */
  async queryInOrder({ partition, after = '', down, limit }: OrderQuery, signal: Signal) {
    const range = down ? 'BETWEEN :to AND :before' : after && '> :after';
    const request = new dynamo.QueryCommand({
      TableName: this.name,
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
      // One more than requested shows whether there is another page; BETWEEN also includes the `before` position itself.
      Limit: limit + (down === undefined ? 1 : 2),
    });
    const { Items = [], LastEvaluatedKey } = await this.client.send(request, sendOptions(signal));
    const found = Items.filter(({ order }) => order !== down?.before).map((item) => this.versions.read(item));
    return {
      items: found.slice(0, limit),
      isLast: LastEvaluatedKey === undefined && found.length <= limit,
    };
  }
}

/** The attributes needed to determine the version of a partially read item. */
const VERSION_ATTRIBUTES = ['pk', 'sk', VERSION];

/** Projects these attributes and the version. Uses placeholders, since some names are reserved words in DynamoDB. */
function projectionOf(attributes: readonly string[]) {
  const wanted = [...new Set([...attributes, ...VERSION_ATTRIBUTES])];
  const names = Object.fromEntries(wanted.map((attribute, index) => [`#${index}`, attribute]));
  return { ProjectionExpression: Object.keys(names).join(', '), ExpressionAttributeNames: names };
}

/** Sends batch by batch. Unprocessed items are sent again with exponential backoff. */
async function inBatches(
  { list, size, signal }: { list: readonly Key[]; size: number; signal: Signal },
  send: (batch: readonly Key[]) => Promise<Key[]>,
): Promise<void> {
  for (let start = 0; start < list.length; start += size) {
    let left: readonly Key[] = list.slice(start, start + size);
    for (let round = 0; left.length > 0; round += 1) {
      if (round === MAX_BATCH_ROUNDS) throw new Error('DynamoDB kept leaving items unprocessed');
      if (round > 0) await delay(BATCH_DELAY * 2 ** round, undefined, signal && { signal });
      left = await send(left);
    }
  }
}

async function* itemPages(answers: AsyncIterable<{ Items?: Item[] | undefined }>): AsyncGenerator<Item[]> {
  for await (const { Items = [] } of answers) yield Items;
}
