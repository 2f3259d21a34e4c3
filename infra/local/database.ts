import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { Server, type ServerResponse } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { CreateTableCommand, DescribeTableCommand, ResourceInUseException } from '@aws-sdk/client-dynamodb';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { createClient } from '#functions/store/client.ts';
import { UpdateExpression } from '#functions/store/expressions.ts';
import { toKey } from '#functions/store/keys.ts';
import { expiryCutoff } from '#functions/store/lifetimes.ts';
import type { Table } from '#functions/store/table.ts';
import { tableDefinition } from '#functions/store/table-definition.ts';
import { fromTheStart, RATE_IN_USE, walkTable } from '../walk-table.ts';
import { enforceLimits } from './database-limits.ts';
import { inProcess } from './in-process.ts';
import { LOOPBACK } from './listen.ts';

// dynalite has no types and is CommonJS. Loaded when a database is started: loading it takes longer than everything else, and the operators'
// commands for the cloud do not need it.
const require = createRequire(import.meta.url);

/** The name of the local stack's table. */
export const LOCAL_TABLE = 'expertscope-local';

/** The data folder is in use or cannot be read; the message says what to do. */
export class DataUnusable extends Error {
  override readonly name = 'DataUnusable';
}

interface DatabaseOptions {
  /** Where the data is stored; in memory when absent. */
  dataDir?: string;
  /** Whether to accept connections as well; any page open in a browser can then use it, whatever the signature. */
  hasPort?: boolean;
}

/**
 * Starts DynamoDB's protocol for this process. Only one process at a time uses the data folder, including Cognito's state in it: LevelDB
 * locks its files, and the operating system releases that lock when the process ends, however it ends.
 * @throws DataUnusable
 */
export async function startDatabase({ dataDir, hasPort = false }: DatabaseOptions = {}) {
  const server = createServer(dataDir === undefined ? undefined : await databaseFolder(dataDir));
  // By default it closes an idle connection after 5 s, possibly while a busy client sends the next request on it.
  server.keepAliveTimeout = 0;
  const responses = watchResponses(server);
  // Listens in any case: dynalite only closes its data once it has been listening.
  server.listen(0, LOOPBACK);
  await once(server, 'listening');
  if (!hasPort) server.on('connection', (socket) => socket.destroy());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('dynalite has no port');
  const endpoint = `http://${LOOPBACK}:${address.port}`;
  const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
  const client = createClient({ region: 'us-east-1', endpoint, credentials, transport: inProcess(server) });
  return {
    client,
    endpoint,
    credentials,
    createTable: (name: string) => createTable(name, client),
    async close() {
      await drain(server, responses);
      client.destroy();
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Creates the table unless it exists; returns its name once it accepts requests. */
export async function createTable(name: string, client: DynamoDBDocumentClient): Promise<string> {
  await client.send(new CreateTableCommand(tableDefinition(name))).catch((error: unknown) => {
    if (!(error instanceof ResourceInUseException)) throw error;
  });
  await waitUntilActive(name, client);
  return name;
}

/** A new table accepts requests only a moment after it is created. */
async function waitUntilActive(name: string, client: DynamoDBDocumentClient): Promise<void> {
  const request = new DescribeTableCommand({ TableName: name });
  for (;;) if ((await client.send(request)).Table?.TableStatus === 'ACTIVE') return;
}

/** Deletes what has expired, since dynalite has no time to live. Items that are renewed in the meantime are kept. */
export async function deleteExpired(table: Table, signal: AbortSignal): Promise<void> {
  const now = expiryCutoff(table.clock());
  await walkTable({
    ...{ table, signal, positions: fromTheStart(1), rate: RATE_IN_USE },
    filter: { FilterExpression: 'expiresAt <= :now', ExpressionAttributeValues: { ':now': now } },
    async visit(items) {
      const isExpired = new UpdateExpression().requireThat('expiresAt', '<=', now);
      for (const item of items) {
        // The next start goes on.
        if (signal.aborted) break;
        await table.deleteIf(toKey(item), isExpired, undefined);
      }
      return items.length;
    },
  });
}

/** Tracks the unfinished responses. */
function watchResponses(server: Server): Set<ServerResponse> {
  const responses = new Set<ServerResponse>();
  server.prependListener('request', (_request, response: ServerResponse) => {
    responses.add(response);
    response.once('close', () => responses.delete(response));
  });
  return responses;
}

/** Lets requests in flight finish and refuses new ones: dynalite throws an uncaught error if a request meets a closed database. */
async function drain(server: Server, responses: ReadonlySet<ServerResponse>): Promise<void> {
  server.removeAllListeners('request');
  server.on('request', (_request, response: ServerResponse) => response.writeHead(503).end());
  await Promise.all([...responses].map((response) => once(response, 'close')));
}

function createServer(path: string | undefined): Server {
  enforceLimits();
  const dynalite: unknown = require('dynalite');
  if (typeof dynalite !== 'function') throw new Error('dynalite exports no function');
  const server: unknown = dynalite({ createTableMs: 0, ...(path !== undefined && { path }) });
  if (!(server instanceof Server)) throw new Error('dynalite did not return an HTTP server');
  return server;
}

async function databaseFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'dynamodb');
  await mkdir(folder, { recursive: true });
  await checkReadable(folder);
  return folder;
}

type Work = () => Promise<unknown>;
const work = v.custom<Work>((value) => typeof value === 'function');
const Storage = v.looseObject({
  create: v.custom<(options: { path: string }) => unknown>((value) => typeof value === 'function'),
});
const Opened = v.looseObject({ db: v.looseObject({ open: work, close: work }) });

/**
 * Opens the files once before dynalite does. If dynalite cannot open them, it gives no reason: its first request ends the process with an
 * uncaught error. The files are left in place, since the problem may be temporary and much of the data can often be recovered.
 */
async function checkReadable(path: string): Promise<void> {
  const storage: unknown = require('dynalite/db');
  v.assert(Storage, storage);
  const opened: unknown = storage.create({ path });
  // Asserted, not parsed, since parsing would copy it.
  v.assert(Opened, opened);
  const { db } = opened;
  try {
    await db.open();
  } catch (error) {
    const { cause = error } = error instanceof Error ? error : {};
    const reason = cause instanceof Error ? cause.message : String(cause);
    const isInUse = cause instanceof Error && 'code' in cause && cause.code === 'LEVEL_LOCKED';
    throw new DataUnusable(
      isInUse
        ? `The database in ${path} is in use: stop the \`npm start\` or the command that uses it, or name another folder: DATA_DIR=.local-2`
        : `The database in ${path} cannot be opened: ${reason}. Move that folder away to begin without what is stored in it, or name another folder: DATA_DIR=.local-2`,
      { cause: error },
    );
  }
  await db.close();
}
