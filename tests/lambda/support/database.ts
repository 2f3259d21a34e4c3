import { type IncomingMessage, Server } from 'node:http';
import { createRequire } from 'node:module';
import { createClient } from '#functions/store/client.ts';
import { createTable } from '#infra/local/database.ts';
import { listenOnLoopback } from './loopback.ts';
import { readTableRequest, type TableRequest } from './table-access.ts';

// The package has no types and is CommonJS.
const dynalite: unknown = createRequire(import.meta.url)('dynalite');

export interface WatchedDatabase {
  endpoint: string;
  table: string;
  /** The requests so far. */
  requests: () => readonly TableRequest[];
  close: () => Promise<void>;
}

/** DynamoDB’s protocol with one table, recording all requests. */
export async function startDatabase(): Promise<WatchedDatabase> {
  if (typeof dynalite !== 'function') throw new Error('dynalite no longer exports a function');
  const server: unknown = dynalite({ createTableMs: 0 });
  if (!(server instanceof Server)) throw new Error('dynalite no longer makes a server');
  const { endpoint, close } = await listenOnLoopback(server);
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = createClient({ region: 'us-east-1', endpoint, credentials });
  const table = await createTable('table', client);
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
      await close();
    },
  };
}
