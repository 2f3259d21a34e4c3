import { Server } from 'node:http';
import { createRequire } from 'node:module';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '#functions/store/create-client.ts';
import { tableDefinition } from '#functions/store/table.ts';

// The package has no types and is CommonJS.
const dynalite: unknown = createRequire(import.meta.url)('dynalite');

export interface EmbeddedDynamoDb {
  client: DynamoDBDocumentClient;
  /** A fresh empty table. */
  createTable: () => Promise<string>;
  close: () => Promise<void>;
}

/** DynamoDB's protocol over a real port of this machine, nothing kept. */
export async function startDynamoDb(): Promise<EmbeddedDynamoDb> {
  if (typeof dynalite !== 'function') throw new Error('dynalite is not what it was');
  const server: unknown = dynalite({ createTableMs: 0 });
  if (!(server instanceof Server)) throw new Error('dynalite makes no server any more');
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  const client = createClient({
    region: 'us-east-1',
    endpoint: `http://127.0.0.1:${address.port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  let tables = 0;
  return {
    client,
    createTable: async () => {
      tables += 1;
      const name = `table-${tables}`;
      await client.send(new CreateTableCommand(tableDefinition(name)));
      return name;
    },
    close: () => {
      client.destroy();
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
