import { getRequestListener } from '@hono/node-server';
import { afterEach } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { Table } from '#functions/store/table.ts';
import { newId } from '#shared/ids.ts';
import { setUpStore } from '#tests/functions/store/setup.ts';
import { type Served, serve } from '#tests/web/features/search/serve.ts';
import { createApi } from '#web/lib/create-api.ts';

/**
 * Returns a function that opens an empty account with the real chats function, served until the test ends.
 * `refuse` may answer a request instead.
 */
export function setUpAccounts() {
  const database = setUpStore();
  let served: Served | undefined;
  afterEach(async () => served?.close());
  return async (refuse: (request: Request) => Response | undefined = () => undefined) => {
    const userId = newId('chat').replaceAll('_', '-');
    const authenticate = async () => ({ userId, email: 'ada@example.com' });
    const app = createChatsApp({ store: database.open(), authenticate });
    served = await serve(getRequestListener((request) => refuse(request) ?? app.fetch(request)));
    const table = new Table(database.database().client, database.tableName());
    const api = createApi({ baseUrl: served.baseUrl, getToken: async () => 'an.id.token', timeout: 180_000 });
    return { userId, api, table };
  };
}
