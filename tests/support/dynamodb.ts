import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { startDatabase } from '#infra/local/database.ts';

export interface EmbeddedDynamoDb {
  client: DynamoDBDocumentClient;
  /** A fresh empty table. */
  createTable: () => Promise<string>;
  close: () => Promise<void>;
}

/** DynamoDB's protocol over a real port of this machine, nothing kept. */
export async function startDynamoDb(): Promise<EmbeddedDynamoDb> {
  const database = await startDatabase();
  let tables = 0;
  return {
    ...database,
    createTable: () => {
      tables += 1;
      return database.createTable(`table-${tables}`);
    },
  };
}
