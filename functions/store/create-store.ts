import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storeError } from '#shared/errors.ts';
import { addMessage } from './dynamodb/add-message.ts';
import { createChat } from './dynamodb/create-chat.ts';
import { deleteChat } from './dynamodb/delete-chat.ts';
import { deleteMessage } from './dynamodb/delete-message.ts';
import { listChats } from './dynamodb/list-chats.ts';
import { listMessages } from './dynamodb/list-messages.ts';
import { eraseLookups } from './dynamodb/lookups/erase-lookups.ts';
import { readLookup } from './dynamodb/lookups/read-lookup.ts';
import { rememberLookup } from './dynamodb/lookups/remember-lookup.ts';
import { newAttempt } from './dynamodb/pending.ts';
import { giveBackQuotas } from './dynamodb/quotas/give-back-quotas.ts';
import { takeQuotas } from './dynamodb/quotas/take-quotas.ts';
import { readChat } from './dynamodb/read-chat.ts';
import { DynamoDbSearchSaving } from './dynamodb/save-search.ts';
import { appendEvents } from './dynamodb/search-log/append-events.ts';
import { claimSearch } from './dynamodb/search-log/claim-search.ts';
import { endSearch } from './dynamodb/search-log/end-search.ts';
import { listEvents } from './dynamodb/search-log/list-events.ts';
import { readSearch } from './dynamodb/search-log/read-search.ts';
import { renewLease } from './dynamodb/search-log/renew-lease.ts';
import { requestStop } from './dynamodb/search-log/request-stop.ts';
import { takeOverLease } from './dynamodb/search-log/take-over-lease.ts';
import { withdrawClaim } from './dynamodb/search-log/withdraw-claim.ts';
import { releaseSlot } from './dynamodb/slots/release-slot.ts';
import { takeSlot } from './dynamodb/slots/take-slot.ts';
import type { Table } from './dynamodb/table.ts';
import { updateChat } from './dynamodb/update-chat.ts';
import { updateMessage } from './dynamodb/update-message.ts';
import { deleteUser, ensureUser, readUser, updateUser } from './dynamodb/users.ts';
import type { ChatStore } from './ports/chats.ts';
import type { LookupCache } from './ports/lookup-cache.ts';
import type { MessageStore } from './ports/messages.ts';
import type { Quotas, RunningSlots } from './ports/quotas.ts';
import type { SearchLog } from './ports/search-log.ts';
import type { SearchSavings } from './ports/search-saving.ts';
import type { Store } from './ports/store.ts';
import type { UserStore } from './ports/users.ts';
import { storing } from './storing.ts';

export interface StoreOptions {
  client: DynamoDBDocumentClient;
  /** A table made by {@link file://./table.ts}. */
  tableName: string;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** The store over one DynamoDB table. */
export function createStore({ client, tableName, clock = Date.now }: StoreOptions): Store {
  const table: Table = { client, name: tableName, clock, newAttempt: () => newAttempt(clock) };
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

const createChats = (table: Table): ChatStore => ({
  list: (options) => storing(storeError('fetch', 'chats'), options, () => listChats(table, options)),
  read: (options) => storing(storeError('fetch', 'chat'), options, () => readChat(table, options)),
  create: (options) => storing(storeError('create', 'chat'), options, () => createChat(table, options)),
  update: (options) => storing(storeError('update', 'chat'), options, () => updateChat(table, options)),
  delete: (options) => storing(storeError('delete', 'chat'), options, () => deleteChat(table, options)),
});

const createMessages = (table: Table): MessageStore => ({
  list: (options) => storing(storeError('fetch', 'messages'), options, () => listMessages(table, options)),
  add: (options) => storing(storeError('create', 'message'), options, () => addMessage(table, options)),
  update: (options) => storing(storeError('update', 'message'), options, () => updateMessage(table, options)),
  delete: (options) => storing(storeError('delete', 'message'), options, () => deleteMessage(table, options)),
});

const createUsers = (table: Table): UserStore => ({
  read: (options) => storing(storeError('fetch', 'user'), options, () => readUser(table, options)),
  ensure: (options) => storing(storeError('create', 'user'), options, () => ensureUser(table, options)),
  update: (options) => storing(storeError('update', 'user'), options, () => updateUser(table, options)),
  delete: (options) => storing(storeError('delete', 'user'), options, () => deleteUser(table, options)),
});

const createSearchSavings = (table: Table): SearchSavings => ({
  open: (opened) => {
    const saving = new DynamoDbSearchSaving(table, opened);
    const text = storeError('create', 'message');
    return {
      saveUserMessage: (options = {}) => storing(text, options, () => saving.saveUserMessage(options)),
      saveAssistantMessage: (options) => storing(text, options, () => saving.saveAssistantMessage(options)),
      saveNoAnswer: (options = {}) =>
        storing(storeError('update', 'chat'), options, () => saving.saveNoAnswer(options)),
    };
  },
});

const LOG_READ_ERROR = 'Failed to fetch the events of the search';
const LOG_WRITE_ERROR = 'Failed to log the search';

const createSearchLog = (table: Table): SearchLog => ({
  claim: (options) => storing(LOG_WRITE_ERROR, options, () => claimSearch(table, options)),
  withdraw: (options) => storing(LOG_WRITE_ERROR, options, () => withdrawClaim(table, options)),
  read: (options) => storing(LOG_READ_ERROR, options, () => readSearch(table, options)),
  append: (options) => storing(LOG_WRITE_ERROR, options, () => appendEvents(table, options)),
  list: (options) => storing(LOG_READ_ERROR, options, () => listEvents(table, options)),
  renew: (options) => storing(LOG_WRITE_ERROR, options, () => renewLease(table, options)),
  takeOver: (options) => storing(LOG_WRITE_ERROR, options, () => takeOverLease(table, options)),
  requestStop: (options) => storing('Failed to stop the search', options, () => requestStop(table, options)),
  end: (options) => storing(LOG_WRITE_ERROR, options, () => endSearch(table, options)),
});

const COUNT_ERROR = 'Failed to count the search';

const createQuotas = (table: Table): Quotas => ({
  take: (options) => storing(COUNT_ERROR, options, () => takeQuotas(table, options)),
  giveBack: (options) => storing(COUNT_ERROR, options, () => giveBackQuotas(table, options)),
});

const createRunningSlots = (table: Table): RunningSlots => ({
  take: (options) => storing(COUNT_ERROR, options, () => takeSlot(table, options)),
  release: (options) => storing(COUNT_ERROR, options, () => releaseSlot(table, options)),
});

const createLookups = (table: Table): LookupCache => ({
  read: (options) => storing('Failed to fetch the lookup', options, () => readLookup(table, options)),
  remember: (options) =>
    storing('Failed to remember the lookup', options, () => rememberLookup(table, options)),
  erase: (options) => storing('Failed to erase the lookups', options, () => eraseLookups(table, options)),
});
