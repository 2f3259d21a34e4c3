import process from 'node:process';
import { createClient } from '#functions/store/create-client.ts';
import { createStore } from '#functions/store/create-store.ts';
import { eraseLookup } from '#infra/cloud/scripts/erase-lookup.ts';

await eraseLookup(process.argv.slice(2), ({ region, tableName }) => {
  const client = createClient({ region });
  return { client, tableName, lookups: createStore({ client, tableName }).lookups };
});
