import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { readStorageLimits } from '#functions/environment.ts';
import { createAccount } from './account.ts';
import type { ChatBounds } from './chat-item.ts';
import { createChats } from './chats.ts';
import { createHistory } from './history.ts';
import { createLists } from './lists.ts';
import { createLookups } from './lookups.ts';
import { createMessages } from './messages.ts';
import { createQuotas } from './quotas.ts';
import { createSearchLog } from './search-log.ts';
import { createSearchMessages } from './search-messages.ts';
import { createShares } from './shares.ts';
import { createSlots } from './slots.ts';
import { createSpent } from './spent.ts';
import { createSuppressed } from './suppressed.ts';
import { Table } from './table.ts';
import { createUsage, type DailyUsage } from './usage.ts';
import { createUsers } from './users.ts';

/** All stored data. The owner is always an argument, and only ever comes from the verified token. */
export type Store = ReturnType<typeof createStore>;

export interface StoreOptions {
  client: DynamoDBDocumentClient;
  /** A table as defined in {@link file://./table-definition.ts}. */
  tableName: string;
  /** Milliseconds since 1970; defaults to the system clock. */
  clock?: () => number;
  /** Defaults to the limits of an empty environment. */
  limits?: StorageLimits;
}

/** How much people may store. */
export interface StorageLimits {
  perDay: DailyUsage;
  chat: ChatBounds;
}

export function createStore({ client, tableName, clock, limits = readStorageLimits({}) }: StoreOptions) {
  const table = new Table(client, tableName, clock);
  const messages = createMessages(table, limits.chat);
  const lists = createLists(table);
  const shares = createShares(table);
  const history = createHistory(table);
  return {
    chats: createChats(table),
    messages,
    lists,
    shares,
    history,
    account: createAccount(table, { messages, lists, shares, history }),
    users: createUsers(table),
    searchMessages: createSearchMessages(table, limits.chat),
    searchLog: createSearchLog(table),
    quotas: createQuotas(table),
    slots: createSlots(table),
    lookups: createLookups(table),
    spent: createSpent(table),
    suppressed: createSuppressed(table),
    usage: createUsage(table, limits.perDay),
  };
}
