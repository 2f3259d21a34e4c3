import { once } from 'node:events';
import { Server } from 'node:http';
import { createRequire } from 'node:module';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { createClient } from '#functions/store/create-client.ts';
import { tableDefinition } from '#functions/store/table.ts';

// The package has no types and is CommonJS.
const dynalite: unknown = createRequire(import.meta.url)('dynalite');

export interface WatchedDatabase {
  endpoint: string;
  table: string;
  /** The actions asked for so far, as IAM names them. */
  actions: () => Set<string>;
  /** The partition keys in use. */
  partitions: () => Promise<string[]>;
  close: () => Promise<void>;
}

/** DynamoDB's protocol with one table of ours, noting what is asked of it. */
export async function startDatabase(): Promise<WatchedDatabase> {
  if (typeof dynalite !== 'function') throw new Error('dynalite is not what it was');
  const server: unknown = dynalite({ createTableMs: 0 });
  if (!(server instanceof Server)) throw new Error('dynalite makes no server any more');
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  const endpoint = `http://127.0.0.1:${address.port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = createClient({ region: 'us-east-1', endpoint, credentials });
  const table = 'table';
  await client.send(new CreateTableCommand(tableDefinition(table)));
  const actions = new Set<string>();
  const note = ({ headers }: { headers: Record<string, unknown> }) =>
    actions.add(String(headers['x-amz-target']).replace('DynamoDB_20120810.', 'dynamodb:'));
  server.on('request', note);
  return {
    endpoint,
    table,
    actions: () => actions,
    async partitions() {
      server.off('request', note);
      const { Items = [] } = await client.send(new ScanCommand({ TableName: table, ConsistentRead: true }));
      server.on('request', note);
      return [...new Set(Items.map((item) => String(item['pk'])))];
    },
    async close() {
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
