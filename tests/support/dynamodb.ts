import { randomUUID } from 'node:crypto';
import process from 'node:process';
import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createClient } from '#functions/store/client.ts';
import { userKey } from '#functions/store/keys.ts';
import { createTable, startDatabase } from '#infra/local/database.ts';
import { User } from '#shared/contract.ts';

/** The variable with DynamoDB Local's endpoint, if it runs. */
export const DYNAMODB_LOCAL = 'DYNAMODB_LOCAL_ENDPOINT';

/** DynamoDB as tests use it. */
export interface EmbeddedDynamoDb {
  client: DynamoDBDocumentClient;
  /** Endpoint and credentials for access over the network. */
  endpoint: string;
  credentials: { accessKeyId: string; secretAccessKey: string };
  /** Creates an empty table. */
  createTable: () => Promise<string>;
  close: () => Promise<void>;
}

/** DynamoDB's protocol over a real local port, in memory only. */
export async function startDynamoDb(): Promise<EmbeddedDynamoDb> {
  const database = await openDatabase({ hasPort: true });
  let tables = 0;
  return {
    ...database,
    createTable: () => {
      tables += 1;
      return database.createTable(`table-${tables}`);
    },
  };
}

/**
 * The database of every test: the embedded one, or DynamoDB Local if it runs (`npm run test:aws`). Callers do not share tables, since
 * DynamoDB Local separates them by access key.
 */
export const openDatabase: typeof startDatabase = async (options) => {
  const endpoint = process.env[DYNAMODB_LOCAL];
  if (endpoint === undefined) return await startDatabase(options);
  const credentials = { accessKeyId: randomUUID().replaceAll('-', ''), secretAccessKey: 'local' };
  // Without the product's timeouts, which a busy machine exceeds; the embedded database, in the same process, has none either.
  const transport = { requestHandler: { httpAgent: { maxSockets: 200, keepAlive: true } } };
  const client = createClient({ region: 'us-east-1', endpoint, credentials, transport });
  return {
    client,
    endpoint,
    credentials,
    createTable: (name) => createTable(name, client),
    close: async () => client.destroy(),
  };
};

export interface UserRecords {
  read: (userId: string) => Promise<User | undefined>;
  delete: (userId: string) => Promise<void>;
}

/** User records as stored in the table; the store itself only creates, follows and changes them. */
export const userRecords = ({
  client,
  tableName,
}: {
  client: DynamoDBDocumentClient;
  tableName: string;
}): UserRecords => ({
  async read(userId) {
    const { Item } = await client.send(new GetCommand({ TableName: tableName, Key: userKey(userId) }));
    return Item && v.parse(User, Item);
  },
  async delete(userId) {
    await client.send(new DeleteCommand({ TableName: tableName, Key: userKey(userId) }));
  },
});
