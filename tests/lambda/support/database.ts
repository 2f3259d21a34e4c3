import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { Server } from 'node:http';
import { createRequire } from 'node:module';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { createClient } from '#functions/store/create-client.ts';
import { tableDefinition } from '#functions/store/table.ts';
import type { TableRequest } from './table-request.ts';
import { readTableRequest } from './table-request.ts';

// The package has no types and is CommonJS.
const dynalite: unknown = createRequire(import.meta.url)('dynalite');

export interface WatchedDatabase {
  endpoint: string;
  table: string;
  /** What was asked so far. */
  requests: () => readonly TableRequest[];
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
  const requests: TableRequest[] = [];
  server.on('request', (request: IncomingMessage) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => requests.push(readTableRequest(request.headers, body)));
  });
  return {
    endpoint,
    table,
    requests: () => requests,
    async close() {
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}
