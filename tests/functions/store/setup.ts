import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll } from 'vitest';
import { createStore, type Store, type StoreOptions } from '#functions/store/store.ts';
import {
  type EmbeddedDynamoDb,
  startDynamoDb,
  type UserRecords,
  userRecords,
} from '#tests/support/dynamodb.ts';
import { createFaultyClient, type FaultyClient } from '#tests/support/dynamodb-faults.ts';

export const NOON = Date.UTC(2026, 10, 21, 12);

/** A clock that a test moves: each reading is a millisecond later. */
function createClock() {
  let now = NOON;
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

export interface StoreSetup {
  database: () => EmbeddedDynamoDb;
  tableName: () => string;
  clock: ReturnType<typeof createClock>;
  /** A store over the file’s table; concurrent calls run in lockstep, unless another client is given. */
  open: (options?: Partial<StoreOptions>) => Store;
  /** The same with real connections, so that concurrent calls overtake each other; its client has no timeout. */
  openForRaces: () => Store;
  /** A store whose requests can be made to fail. */
  openFaulty: () => FaultyClient & { store: Store };
  /** A store whose every request reaches the table twice: the first response is lost, so the client retries. */
  openLosingAnswers: () => Promise<Store>;
  newClient: () => Promise<DynamoDBDocumentClient>;
  /** User records as stored in the table. */
  users: () => UserRecords;
}

/** One embedded DynamoDB with one table for the calling test file. */
export function setUpStore(): StoreSetup {
  const clock = createClock();
  let started: { database: EmbeddedDynamoDb; client: DynamoDBDocumentClient; tableName: string } | undefined;
  const ready = () => {
    if (started === undefined) throw new Error('Not started yet');
    return started;
  };
  beforeAll(async () => {
    const database = await startDynamoDb();
    // Response times here depend on the machine, not on the store.
    started = { database, client: await newClient(database), tableName: await database.createTable() };
  });
  afterAll(async () => {
    started?.client.destroy();
    await started?.database.close();
  });
  const open: StoreSetup['open'] = (options) => {
    const { database, tableName } = ready();
    return createStore({ client: database.client, tableName, clock: clock.read, ...options });
  };
  return {
    database: () => ready().database,
    tableName: () => ready().tableName,
    clock,
    open,
    openForRaces: () => open({ client: ready().client }),
    openFaulty: () => {
      const faulty = createFaultyClient(ready().database.client);
      return { ...faulty, store: open({ client: faulty.client }) };
    },
    openLosingAnswers: async () => open({ client: losingAnswers(await newClient(ready().database)) }),
    newClient: () => newClient(ready().database),
    users: () => userRecords({ client: ready().database.client, tableName: ready().tableName }),
  };
}

/** A client without timeouts, for more concurrent calls than this machine handles within a client’s limits. */
async function newClient({ endpoint, credentials }: EmbeddedDynamoDb): Promise<DynamoDBDocumentClient> {
  return DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1', endpoint, credentials }), {
    marshallOptions: { removeUndefinedValues: true },
  });
}

function losingAnswers(client: DynamoDBDocumentClient): DynamoDBDocumentClient {
  client.middlewareStack.add(
    // Called for each request, and what it returns for each attempt.
    (next) => {
      let isRepeat = false;
      return async (request) => {
        const answer = await next(request);
        if (isRepeat) return answer;
        isRepeat = true;
        throw Object.assign(new Error('The answer was lost'), { name: 'TimeoutError' });
      };
    },
    // Inside the retry step.
    { step: 'finalizeRequest', priority: 'low' },
  );
  return client;
}
