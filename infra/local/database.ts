import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import type { ServerResponse } from 'node:http';
import { Server } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CreateTableCommand, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createClient } from '#functions/store/create-client.ts';
import { tableDefinition } from '#functions/store/table.ts';
import { LOOPBACK } from './listen.ts';

// The package has no types and is CommonJS.
const dynalite: unknown = createRequire(import.meta.url)('dynalite');

export interface EmbeddedDatabase {
  client: DynamoDBDocumentClient;
  /** Makes the table unless it is there; gives its name back. */
  createTable(name: string): Promise<string>;
  close(): Promise<void>;
}

/**
 * DynamoDB's protocol on a loopback port of its own.
 * @param dataDir where the data is kept; in memory when absent.
 */
export async function startDatabase({ dataDir }: { dataDir?: string } = {}): Promise<EmbeddedDatabase> {
  const server = createServer(dataDir === undefined ? undefined : await databaseFolder(dataDir));
  const answering = watchRequests(server);
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  const client = createClient({
    region: 'us-east-1',
    endpoint: `http://${LOOPBACK}:${address.port}`,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  return {
    client,
    async createTable(name) {
      await client.send(new CreateTableCommand(tableDefinition(name))).catch((error: unknown) => {
        if (!(error instanceof ResourceInUseException)) throw error;
      });
      return name;
    },
    async close() {
      await refuseFurther(server, answering);
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** The answers under way. */
function watchRequests(server: Server): Set<ServerResponse> {
  const answering = new Set<ServerResponse>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    answering.add(response);
    response.once('close', () => answering.delete(response));
  });
  return answering;
}

/** dynalite throws past everybody when a request meets a closed database: what is under way ends first, and nothing more begins. */
async function refuseFurther(server: Server, answering: ReadonlySet<ServerResponse>): Promise<void> {
  server.removeAllListeners('request');
  server.on('request', (_request, response: ServerResponse) => response.writeHead(503).end());
  await Promise.all([...answering].map((response) => once(response, 'close')));
}

function createServer(path: string | undefined): Server {
  if (typeof dynalite !== 'function') throw new Error('dynalite is not what it was');
  const server: unknown = dynalite({ createTableMs: 0, ...(path !== undefined && { path }) });
  if (!(server instanceof Server)) throw new Error('dynalite makes no server any more');
  return server;
}

async function databaseFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'dynamodb');
  await mkdir(folder, { recursive: true });
  return folder;
}
