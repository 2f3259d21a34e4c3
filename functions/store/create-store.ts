import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { storeError } from '#shared/errors.ts';
import { addMessage } from './dynamodb/add-message.ts';
import { createChat } from './dynamodb/create-chat.ts';
import { deleteChat } from './dynamodb/delete-chat.ts';
import { deleteMessage } from './dynamodb/delete-message.ts';
import { listChats } from './dynamodb/list-chats.ts';
import { listMessages } from './dynamodb/list-messages.ts';
import { newAttempt } from './dynamodb/pending.ts';
import { readChat } from './dynamodb/read-chat.ts';
import { DynamoDbSearchSaving } from './dynamodb/save-search.ts';
import type { Table } from './dynamodb/table.ts';
import { updateChat } from './dynamodb/update-chat.ts';
import { updateMessage } from './dynamodb/update-message.ts';
import { deleteUser, ensureUser, readUser, updateUser } from './dynamodb/users.ts';
import type { ChatStore } from './ports/chats.ts';
import type { MessageStore } from './ports/messages.ts';
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
