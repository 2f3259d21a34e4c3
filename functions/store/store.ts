import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { createChats } from './chats.ts';
import { createQuotas } from './limits.ts';
import { createLookups } from './lookups.ts';
import { createMessages } from './messages.ts';
import { Table } from './requests.ts';
import { createRunningSlots } from './running-slots.ts';
import { createSearchSavings } from './saving.ts';
import { createSearchLog } from './search-log.ts';
import { createUsers } from './users.ts';

/** Everything that is kept about people. The owner is always an argument, and comes from the verified token alone. */
export type Store = ReturnType<typeof createStore>;

export interface StoreOptions {
  client: DynamoDBDocumentClient;
  /** A table made by {@link file://./table.ts}. */
  tableName: string;
  /** Milliseconds since 1970; the machine's when absent. */
  clock?: () => number;
}

export function createStore({ client, tableName, clock }: StoreOptions) {
  const table = new Table(client, tableName, clock);
  return {
    chats: createChats(table),
    messages: createMessages(table),
    users: createUsers(table),
    searchSavings: createSearchSavings(table),
    searchLog: createSearchLog(table),
    quotas: createQuotas(table),
    runningSlots: createRunningSlots(table),
    lookups: createLookups(table),
  };
}
