import { getRequestListener } from '@hono/node-server';
import { afterEach } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { Table } from '#functions/store/requests.ts';
import { newId } from '#shared/ids.ts';
import { setUpStore } from '#tests/functions/store/setup.ts';
import { type Served, serve } from '#tests/web/features/search/serve.ts';
import { createApi } from '#web/lib/api.ts';

/**
 * For a file of tests: what opens an account with nothing in it, before the real chats function. `refuse` may answer a request in its place.
 * It is served until the test has ended.
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
    const api = createApi({ baseUrl: served.baseUrl, getToken: async () => 'an.id.token' });
    return { userId, api, table };
  };
}
