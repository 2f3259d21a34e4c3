import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createClient } from '#functions/store/client.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import type { TableAccess } from '#infra/cloud/constructs/data.ts';
import { shareOf } from '#tests/functions/store/samples.ts';
import { writeAccount } from '#tests/infra/operate/write-account.ts';
import { startDatabase, type WatchedDatabase } from '#tests/lambda/support/database.ts';
import { refused } from '#tests/lambda/support/table-access.ts';
import { permissionsOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const Condition = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ 'ForAllValues:StringLike': v.object({ 'dynamodb:LeadingKeys': v.array(v.string()) }) }),
);

/** The table access in a function’s deployed policy. */
const accessOf = (id: 'Search' | 'Chats'): TableAccess[] =>
  permissionsOf(synthesize().template, id)
    .filter(({ actions }) => actions.some((action) => action.startsWith('dynamodb:')))
    .map(({ actions, condition }) => ({
      actions,
      keys: v.parse(Condition, condition)['ForAllValues:StringLike']['dynamodb:LeadingKeys'],
    }));

describe('the functions’ table requests, checked against their IAM policies', () => {
  let database: WatchedDatabase;
  let client: ReturnType<typeof createClient>;
  let store: Store;
  beforeAll(async () => {
    database = await startDatabase();
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = createClient({ region: 'us-east-1', endpoint: database.endpoint, credentials });
    store = createStore({ client, tableName: database.table });
  });
  afterAll(async () => {
    client.destroy();
    await database.close();
  });

  const requestsOf = async (act: () => Promise<unknown>) => {
    const before = database.requests().length;
    await act();
    return database.requests().slice(before);
  };

  it('let the search function delete an account and everything in it, including a live share', async () => {
    await writeAccount(store, 'ana');
    const account = { userId: 'ana', wait: async () => undefined };
    const requests = await requestsOf(async () => {
      await store.account.sweep(account);
      await store.account.erase({ ...account, settles: 0 });
    });
    const deleted = requests.filter(({ action }) => action === 'dynamodb:BatchWriteItem');
    const kinds = new Set(deleted.flatMap(({ partitions }) => partitions).map((key) => key.split('#')[0]));
    expect([...kinds].sort()).toEqual(['QUOTA', 'RUNNING', 'SEARCH', 'SHARE', 'USER']);
    expect(refused(requests, accessOf('Search'))).toEqual([]);
  });

  it('let the chats function delete a chat with its search log, delete a list and revoke a share', async () => {
    await writeAccount(store, 'bo');
    const requests = await requestsOf(async () => {
      await store.chats.delete({ userId: 'bo', chatId: 'chat_1' });
      await store.lists.delete({ userId: 'bo', listId: 'list_1' });
      await store.shares.create({ userId: 'bo', ...shareOf('share_2') });
      await store.shares.revoke({ userId: 'bo', id: 'share_1' });
    });
    expect(requests.length).toBeGreaterThan(10);
    expect(refused(requests, accessOf('Chats'))).toEqual([]);
  });
});

describe('a request checked against IAM policies', () => {
  const request = { caller: 'local', action: 'dynamodb:BatchWriteItem', partitions: ['USER#ana', 'SHARE#s'] };
  const actions = [request.action];

  it('is allowed only if one statement covers all of its keys', () => {
    expect(refused([request], [{ keys: ['USER#*', 'SHARE#*'], actions }])).toEqual([]);
    const apart = [
      { keys: ['USER#*'], actions },
      { keys: ['SHARE#*'], actions },
    ];
    expect(refused([request], apart)).toEqual([request]);
  });

  it('is refused for another action or without keys', () => {
    const access = [{ keys: ['USER#*', 'SHARE#*'], actions: ['dynamodb:Query'] }];
    expect(refused([request], access)).toEqual([request]);
    expect(refused([{ ...request, partitions: [] }], [{ keys: ['*'], actions }])).toHaveLength(1);
  });
});
