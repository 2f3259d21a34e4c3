import { setImmediate as nextTurn } from 'node:timers/promises';
import {
  type CreateTableCommandInput,
  DynamoDBClient,
  type DynamoDBClientConfig,
} from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

/** Attribute names of the table's keys. */
const PARTITION_KEY = 'pk';
const SORT_KEY = 'sk';
/** Items that have it are listed by {@link ORDER_INDEX} in this order. */
const ORDER_KEY = 'order';
/** Seconds since 1970 after which DynamoDB deletes the item. */
export const TIME_TO_LIVE = 'expiresAt';

/**
 * The one index: a local one, so that lists can be read consistently. It orders a person's chats by activity and a
 * chat's messages by time. Local indexes can only be made together with the table.
 */
export const ORDER_INDEX = 'by-order';

/**
 * The table as `CreateTable` takes it. Time to live is switched on apart, on {@link TIME_TO_LIVE}.
 * The cloud stack declares the same names.
 */
export const tableDefinition = (tableName: string): CreateTableCommandInput => ({
  TableName: tableName,
  BillingMode: 'PAY_PER_REQUEST',
  AttributeDefinitions: [PARTITION_KEY, SORT_KEY, ORDER_KEY].map((name) => ({
    AttributeName: name,
    AttributeType: 'S',
  })),
  KeySchema: sortedBy(SORT_KEY),
  LocalSecondaryIndexes: [
    {
      IndexName: ORDER_INDEX,
      KeySchema: sortedBy(ORDER_KEY),
      Projection: { ProjectionType: 'ALL' },
    },
  ],
});

const sortedBy = (attribute: string): CreateTableCommandInput['KeySchema'] => [
  { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
  { AttributeName: attribute, KeyType: 'RANGE' },
];

/** In milliseconds. DynamoDB responds within tens; a request that takes longer is given up and sent again. */
const CONNECTION_TIMEOUT = 1_000;
const REQUEST_TIMEOUT = 3_000;
const ATTEMPTS = 4;
/** At most. Where many searches share a process, requests are not to wait for each other while their timeouts run. */
const CONNECTIONS = 200;
/** Requests started in one turn of the event loop, so that many searches in one process do not hold up its streams. */
const REQUESTS_A_TURN = 4;

interface ClientOptions {
  region: string;
  /** DynamoDB's address; the region's own when absent. */
  endpoint?: string;
  /** The machine's own when absent. */
  credentials?: { accessKeyId: string; secretAccessKey: string };
  /** Another way than signed requests over the network. */
  transport?: Pick<DynamoDBClientConfig, 'requestHandler' | 'signer'>;
}

/** A client for DynamoDB that gives up and tries again within seconds. */
export function createClient(options: ClientOptions): DynamoDBDocumentClient {
  const { region, endpoint, credentials, transport } = options;
  const client = new DynamoDBClient({
    region,
    ...(endpoint !== undefined && { endpoint }),
    ...(credentials !== undefined && { credentials }),
    maxAttempts: ATTEMPTS,
    requestHandler: {
      connectionTimeout: CONNECTION_TIMEOUT,
      requestTimeout: REQUEST_TIMEOUT,
      throwOnRequestTimeout: true,
      httpAgent: { maxSockets: CONNECTIONS, keepAlive: true },
      httpsAgent: { maxSockets: CONNECTIONS, keepAlive: true },
    },
    ...transport,
  });
  const turn = takeTurns(REQUESTS_A_TURN);
  client.middlewareStack.add(
    (next) => async (request) => {
      await turn();
      return await next(request);
    },
    { step: 'initialize', name: 'takeTurns' },
  );
  return DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
}

/** Lets that many callers through in each turn of the event loop; the others wait for the next turns, in their order. */
export function takeTurns(atOnce: number): () => Promise<void> {
  let left = atOnce;
  let turn: Promise<void> | undefined;
  const open = () => {
    turn = undefined;
    left = atOnce;
  };
  return async () => {
    for (;;) {
      turn ??= nextTurn().then(open);
      if (left > 0) break;
      await turn;
    }
    left -= 1;
  };
}
