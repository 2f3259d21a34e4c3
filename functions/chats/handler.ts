import { handle } from 'hono/aws-lambda';
import { readStorageLimits, readStoreConfig } from '#functions/environment.ts';
import { createAuthenticator } from '#functions/http/authenticate.ts';
import { createClient } from '#functions/store/client.ts';
import { createStore } from '#functions/store/store.ts';
import { createChatsApp } from './app.ts';

const config = readStoreConfig(process.env);
const limits = readStorageLimits(process.env);

/** The chats function in Lambda, behind a function URL that does not stream. */
export const handler = handle(
  createChatsApp({
    store: createStore({ client: createClient(config), tableName: config.tableName, limits }),
    authenticate: createAuthenticator(config),
  }),
);
