import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { type ChatStore, createChats } from './chats.ts';
import { createQuotas, createRunningSlots, type Quotas, type RunningSlots } from './limits.ts';
import { createLookups, type LookupCache } from './lookups.ts';
import { createMessages, type MessageStore } from './messages.ts';
import { createSearchSavings, type SearchSavings } from './saving.ts';
import { createSearchLog, type SearchLog } from './search-log.ts';
import { createUsers, type UserStore } from './users.ts';

/** Everything that is kept about people. The owner is always an argument, and comes from the verified token alone. */
export interface Store {
  chats: ChatStore;
  messages: MessageStore;
  users: UserStore;
  searchSavings: SearchSavings;
  searchLog: SearchLog;
  quotas: Quotas;
  runningSlots: RunningSlots;
  lookups: LookupCache;
}

export interface StoreOptions {
  client: DynamoDBDocumentClient;
  /** A table made by {@link file://./table.ts}. */
  tableName: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** The store over one DynamoDB table. */
export function createStore({ client, tableName, clock = Date.now }: StoreOptions): Store {
  const table = { client, name: tableName, clock };
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
