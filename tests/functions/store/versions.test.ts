import { GetCommand, PutCommand, ScanCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeAll, describe, expect, it } from 'vitest';
import { NewerItemError } from '#functions/store/errors.ts';
import { UpdateExpression } from '#functions/store/expressions.ts';
import { chatKey, type Item, kindOf, userKey } from '#functions/store/keys.ts';
import { Table } from '#functions/store/table.ts';
import { ItemVersions, VERSION } from '#functions/store/versions.ts';
import { toTimestamp } from '#shared/time.ts';
import {
  answeredWith,
  claimSearch,
  leaseOf,
  MUCH_LATER,
  messageEvent,
  newPerson,
  newSearch,
  noise,
  openSearch,
  personOf,
  SPEND,
  shareOf,
  sketchSearch,
} from './samples.ts';
import { NOON, setUpStore } from './setup.ts';

const setup = setUpStore();
const allItems = async (TableName: string): Promise<Item[]> => {
  const { Items = [] } = await setup.database().client.send(new ScanCommand({ TableName }));
  return Items;
};

/** Sets or removes an item’s version. */
async function setVersion(
  Key: { pk: string; sk: string },
  version: number | undefined,
  TableName = setup.tableName(),
): Promise<void> {
  const change =
    version === undefined
      ? { UpdateExpression: 'REMOVE v' }
      : { UpdateExpression: 'SET v = :v', ExpressionAttributeValues: { ':v': version } };
  const { client } = setup.database();
  await client.send(new UpdateCommand({ TableName, Key, ...change }));
}

/** A table of its own with every kind of item the store writes, and nothing else. */
async function tableOfEveryKind() {
  const tableName = await setup.database().createTable();
  const store = setup.open({ tableName });
  const userId = newPerson();
  await store.users.ensure({ identity: { userId, email: 'ana@example.com' } });
  await store.usage.count({ userId, bytes: 10 });
  await store.spent.add({ userId, messageId: 'msg_answer', spend: SPEND });
  await openSearch(
    store,
    sketchSearch({ userId, metadata: { ...answeredWith('ada'), model: noise(300_000) } }),
  )();
  await store.messages.delete({ userId, chatId: 'chat_1', messageId: 'msg_question' });
  await store.lists.create({ userId, listId: 'list_1', name: 'Engineers' });
  await store.lists.save({ userId, listId: 'list_1', people: [personOf('ada')] });
  await store.shares.create({ userId, ...shareOf('share_1') });
  const search = newSearch();
  await store.searchLog.claim({ search, lease: leaseOf(search), expiresAt: MUCH_LATER });
  const { searchId } = search;
  await store.searchLog.append({
    ...{ searchId, expiresAt: MUCH_LATER },
    events: [messageEvent(1, 'short'), messageEvent(2, noise(300_000))],
  });
  await store.quotas.take({ quotas: [{ name: `standard:${userId}`, limit: 5 }], expiresAt: MUCH_LATER });
  await store.slots.take({ name: userId, holder: searchId, atOnce: 2, until: MUCH_LATER });
  const profileUrl = 'https://www.linkedin.com/in/ada-invented';
  await store.suppressed.add({ profileUrl });
  const record = { full_name: 'Ada', summary: noise(300_000), experiences: [], education: [] };
  for (const [provider, lookup] of Object.entries({ One: { record: undefined }, Other: { record } }))
    await store.lookups.remember({ profileUrl, provider, lookup, expiresAt: MUCH_LATER });
  return { tableName, userId };
}

describe('every item the store writes', () => {
  it('has the current version, whatever its kind', async () => {
    const { tableName } = await tableOfEveryKind();
    const items = await allItems(tableName);
    expect(new Set(items.map(kindOf))).toEqual(new Set(Object.keys(new ItemVersions().current())));
    expect(items.filter(({ [VERSION]: version }) => version !== 1).map(kindOf)).toEqual([]);
  });
});

describe('an item without a version', () => {
  it('is read and changed in place like any other', async () => {
    const { tableName, userId } = await tableOfEveryKind();
    for (const { pk, sk } of await allItems(tableName))
      await setVersion({ pk: String(pk), sk: String(sk) }, undefined, tableName);
    const store = setup.open({ tableName });
    const address = { userId, chatId: 'chat_1' };
    expect((await store.messages.list(address))?.messages).toHaveLength(1);
    expect(await store.users.update({ userId, displayName: 'Ana' })).toMatchObject({ displayName: 'Ana' });
    expect(await store.chats.update({ ...address, title: 'Another' })).toMatchObject({ title: 'Another' });
    const { Item: chat } = await setup
      .database()
      .client.send(new GetCommand({ TableName: tableName, Key: chatKey(address) }));
    expect(chat?.[VERSION]).toBe(1);
  });
});

describe('an item written by a newer deployment', () => {
  it('is neither read, changed nor listed, and the error says what to do', async () => {
    const store = setup.open();
    const userId = newPerson();
    const address = { userId, chatId: 'chat_1' };
    await store.chats.create(address);
    await setVersion(chatKey(address), 2);
    const newer = {
      name: 'StoreError',
      cause: {
        name: 'NewerItemError',
        message:
          'An item (chat) has version 2, and this deployment knows versions up to 1. Deploy the newer one again.',
      },
    };
    await expect(store.chats.read(address)).rejects.toMatchObject(newer);
    await expect(store.chats.list({ userId })).rejects.toMatchObject(newer);
    await expect(store.chats.update({ ...address, title: 'x' })).rejects.toMatchObject(newer);
    await expect(store.messages.list(address)).rejects.toMatchObject(newer);
    await expect(openSearch(store, sketchSearch({ userId }))()).rejects.toMatchObject(newer);
    const { Item: chat } = await setup
      .database()
      .client.send(new GetCommand({ TableName: setup.tableName(), Key: chatKey(address) }));
    expect(chat).toMatchObject({ title: 'New Chat', messageCount: 0, [VERSION]: 2 });
    expect(chat).not.toHaveProperty('pending');
  });

  it('rejects a change made without a read', async () => {
    const { searchLog } = setup.open();
    const search = await claimSearch(searchLog);
    await setVersion({ pk: `SEARCH#${search.searchId}`, sk: 'META' }, 2);
    // The embedded database does not return the item that failed the condition; AWS does.
    const isRefused = await searchLog.requestStop(search).then(
      (isDone) => !isDone,
      (error: Error) => error.cause instanceof NewerItemError,
    );
    expect(isRefused).toBe(true);
  });

  it('is named when DynamoDB returns the item that failed the condition', async () => {
    const client = setup.database().client;
    const mock = mockClient(client);
    mock.on(UpdateCommand).rejects(
      Object.assign(new Error('The conditional request failed'), {
        name: 'ConditionalCheckFailedException',
        Item: { [VERSION]: { N: '2' } },
      }),
    );
    const store = setup.open({ client });
    await expect(store.usage.count({ userId: 'ana', bytes: 1 })).rejects.toMatchObject({
      cause: { name: 'NewerItemError' },
    });
    mock.restore();
  });
});

/** Version 2 of a user splits its name in two. */
const splitName = ({ displayName, ...user }: Item): Item =>
  displayName === undefined
    ? user
    : { ...user, given: String(displayName).split(' ')[0], family: String(displayName).split(' ')[1] };

describe('an item of an older version', () => {
  let table: Table;
  const key = userKey('ada');
  const put = (item: Item) =>
    setup.database().client.send(new PutCommand({ TableName: setup.tableName(), Item: { ...key, ...item } }));
  const stored = () => table.getStored(key, undefined);
  beforeAll(() => {
    const versions = new ItemVersions({ user: [(item) => item, splitName] });
    table = new Table(setup.database().client, setup.tableName(), () => NOON, versions);
  });

  it.each([undefined, 1])('is read in its current form, from version %s', async (v) => {
    await put({ displayName: 'Ada Okonkwo', ...(v !== undefined && { v }) });
    expect(await table.get(key, undefined)).toEqual({ ...key, given: 'Ada', family: 'Okonkwo', v: 2 });
    expect(await table.getAll([key], ['given', 'displayName'], undefined)).toEqual([
      { ...key, given: 'Ada', family: 'Okonkwo', v: 2 },
    ]);
    expect(await stored()).toMatchObject({ displayName: 'Ada Okonkwo' });
  });

  it('is upgraded before it is changed in place, and changed once', async () => {
    await put({ displayName: 'Ada Okonkwo', seen: 1 });
    const update = new UpdateExpression().set('family', 'Mensah').add('seen', 1);
    await table.update(key, update.requireThat('seen', '=', 1), undefined);
    expect(await stored()).toEqual({ ...key, given: 'Ada', family: 'Mensah', seen: 2, v: 2 });
  });

  it('is not upgraded by a change whose own condition fails', async () => {
    await put({ displayName: 'Ada Okonkwo', seen: 1 });
    const update = new UpdateExpression().set('family', 'Mensah').requireThat('seen', '=', 7);
    expect(await table.update(key, update, undefined)).toBeUndefined();
    expect(await stored()).toMatchObject({ family: 'Okonkwo' });
  });

  it('is not upgraded from a stale read, so that a concurrent change wins', async () => {
    await put({ displayName: 'Ada Okonkwo' });
    const seen = await stored();
    await put({ displayName: 'Ada Mensah', at: toTimestamp(NOON) });
    expect(await table.upgrade(seen ?? {}, undefined)).toBe('changed');
    expect(await stored()).toMatchObject({ displayName: 'Ada Mensah' });
    expect(await table.upgrade((await stored()) ?? {}, undefined)).toBe('upgraded');
    expect(await stored()).toEqual({
      ...key,
      ...{ given: 'Ada', family: 'Mensah', at: toTimestamp(NOON), v: 2 },
    });
  });
});
