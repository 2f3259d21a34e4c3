import { DeleteCommand, type DynamoDBDocumentClient, GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { userKey } from '#functions/store/keys.ts';
import { startDatabase } from '#infra/local/database.ts';
import { User } from '#shared/contract.ts';

export interface EmbeddedDynamoDb {
  client: DynamoDBDocumentClient;
  /** Where it is reached over connections. */
  endpoint: string;
  /** A fresh empty table. */
  createTable: () => Promise<string>;
  close: () => Promise<void>;
}

/** DynamoDB's protocol over a real port of this machine, nothing kept. */
export async function startDynamoDb(): Promise<EmbeddedDynamoDb> {
  const database = await startDatabase({ hasPort: true });
  let tables = 0;
  return {
    ...database,
    createTable: () => {
      tables += 1;
      return database.createTable(`table-${tables}`);
    },
  };
}

export interface UserRecords {
  read: (userId: string) => Promise<User | undefined>;
  delete: (userId: string) => Promise<void>;
}

/** People's records as they stand in the table; the store itself only makes, follows and changes them. */
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
