import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { createStore } from '#functions/store/create-store.ts';
import type { Store } from '#functions/store/ports/store.ts';
import type { Message } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { EmbeddedDynamoDb } from '#tests/support/dynamodb.ts';
import { startDynamoDb } from '#tests/support/dynamodb.ts';
import { createPatientClient } from './clients.ts';

export const NOON = Date.UTC(2026, 10, 21, 12);

/** A clock that a test moves: each reading is a millisecond later. */
export function createClock(start: number = NOON) {
  let now = start;
  return {
    read: () => {
      now += 1;
      return now;
    },
    pass: (milliseconds: number) => {
      now += milliseconds;
    },
  };
}
export type Clock = ReturnType<typeof createClock>;

export interface StoreSetup {
  database: () => EmbeddedDynamoDb;
  tableName: () => string;
  clock: Clock;
  /** A store over the file's table, with another client when one is given. */
  open: (client?: DynamoDBDocumentClient) => Store;
}

/** One embedded DynamoDB with one table for the file it is called in. */
export function setUpStore(): StoreSetup {
  let database: EmbeddedDynamoDb | undefined;
  let patient: DynamoDBDocumentClient | undefined;
  let name = '';
  const clock = createClock();
  const started = () => {
    if (database === undefined) throw new Error('Not started yet');
    return database;
  };
  beforeAll(async () => {
    database = await startDynamoDb();
    // How long an answer takes here is the machine's affair, not the store's.
    patient = await createPatientClient({ database: started });
    name = await database.createTable();
  });
  afterAll(async () => {
    patient?.destroy();
    await database?.close();
  });
  return {
    database: started,
    tableName: () => name,
    clock,
    open: (client) =>
      createStore({ client: client ?? patient ?? started().client, tableName: name, clock: clock.read }),
  };
}

let people = 0;
/** A person no other test knows. */
export function newPerson(): string {
  people += 1;
  return `person-${people}`;
}

interface MessageSketch {
  userId: string;
  id?: string;
  chatId?: string;
  role?: Message['role'];
  content?: string;
  at?: number;
  metadata?: Message['metadata'];
}

export function newMessage({ at = NOON, metadata, ...sketch }: MessageSketch): Message {
  const message = {
    id: 'msg_1',
    chatId: 'chat_1',
    role: 'user' as const,
    content: 'Find experts',
    ...sketch,
  };
  return { ...message, timestamp: toTimestamp(at), ...(metadata && { metadata }) };
}
