import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { type Item, toKey } from '#functions/store/keys.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { type Delay, delay } from '#functions/timing.ts';
import { LOCAL_TABLE, startDatabase } from '#infra/local/database.ts';
import { countAccount, eraseAccount, exportAccount } from '#infra/operate/account-items.ts';
import { createAccounts } from '#infra/operate/accounts.ts';
import { readRequest } from '#infra/operate/person.ts';
import { searchIdOf } from '#shared/ids.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { toTimestamp } from '#shared/time.ts';
import { personOf, shareOf } from '#tests/functions/store/samples.ts';
import { type RunningCognito, startCognito } from '#tests/infra/local/cognito/start.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { postSearch, searchApp, searchBody } from '#tests/support/search-app.ts';
import { ROOT, runScript } from '../cloud/support/project.ts';
import { itemsOf, loseMessagePart, tracesOf, writeAccount } from './write-account.ts';

const RATE = 1_000_000;
const PASSWORD = 'secret-1';

let database: EmbeddedDynamoDb;
let tableName: string;
let table: Table;
let store: Store;
beforeAll(async () => {
  database = await startDynamoDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  tableName = await database.createTable();
  table = new Table(database.client, tableName);
  store = createStore({ client: database.client, tableName });
});

const traces = (userId: string) => tracesOf(database, tableName, userId);
const noWait = async () => undefined;
const erase = (userId: string, options: Partial<Parameters<typeof eraseAccount>[0]> = {}) =>
  eraseAccount({ table, userId, rate: RATE, isServed: true, wait: noWait, ...options });

describe('a person’s stored data', () => {
  it('is exported in full, without anyone else’s', async () => {
    const searchId = await writeAccount(store, 'ana');
    await writeAccount(store, 'bo');
    const exported = await exportAccount({ table, userId: 'ana', rate: RATE });
    expect(exported.user).toMatchObject({ id: 'ana', email: 'ana@example.com' });
    expect(exported.chats.map(({ id, isArchived }) => [id, isArchived]).sort()).toEqual([
      ['chat_1', false],
      ['chat_archived', true],
    ]);
    const { messages } = (await store.messages.list({ userId: 'ana', chatId: 'chat_1' })) ?? {};
    expect(messages?.[1]?.metadata?.model).toHaveLength(300_000);
    expect(exported.chats.find(({ id }) => id === 'chat_1')?.messages).toEqual(messages);
    expect(exported.searches).toMatchObject([
      { search: { searchId }, status: 'ended', events: [{ id: 1 }, { id: 2 }] },
    ]);
    expect(exported.counters.map(({ pk }) => pk).sort()).toEqual([
      expect.stringMatching(/^QUOTA#standard:account:ana:\d{4}-\d\d-\d\d$/),
      'RUNNING#account:ana',
      'RUNNING#erasing:account:ana',
      'RUNNING#readers:account:ana',
      `RUNNING#reading:${searchId}`,
      'RUNNING#whole:account:ana',
      'USER#ana',
    ]);
    expect(exported.lists).toMatchObject([
      { id: 'list_1', size: 1, people: [{ profile: { profileUrl: urlOf('ada') }, note: 'note of ana' }] },
      { id: HIDDEN_LIST_ID, size: 1, people: [{ profile: { profileUrl: urlOf('bea') } }] },
    ]);
    expect(exported.shares).toMatchObject([
      { id: 'share_1', token: expect.any(String), people: [{ note: 'shared by ana' }] },
    ]);
    expect(exported.deleted.map(({ sk }) => sk).sort()).toEqual([
      'CHAT#chat_deleted',
      'LIST#list_deleted',
      'MSG#msg_1',
      'SHARE#share_revoked',
    ]);
    expect([exported.messagesWithoutChat, exported.peopleWithoutList]).toEqual([[], []]);
    expect(JSON.stringify(exported)).not.toContain('bo@example.com');
    expect(JSON.stringify(exported)).not.toContain('words of bo');
  });

  it('is erased in full, without anyone else’s', async () => {
    await writeAccount(store, 'ana');
    await writeAccount(store, 'bo');
    const others = await traces('bo');
    const counted = await countAccount({ table, userId: 'ana', rate: RATE });
    const items = Object.values(counted).reduce((sum, count) => sum + count, 0);
    // The user record is not deleted but replaced by the note of the erasure.
    expect(await erase('ana')).toBe(items - 1);
    expect(await traces('ana')).toEqual([]);
    expect(await countAccount({ table, userId: 'ana', rate: RATE })).toEqual({});
    expect(await traces('bo')).toEqual(others);
    expect(await erase('ana')).toBe(0);
  });

  it('is found even without its parent: a share without its owner’s side, an entry without its list', async () => {
    await writeAccount(store, 'ana');
    const gone = ['LIST#list_1', 'SHARE#share_1'].map((sk) => ({ pk: 'USER#ana', sk }));
    await table.deleteAll(gone, undefined);
    const exported = await exportAccount({ table, userId: 'ana', rate: RATE });
    expect(exported.peopleWithoutList).toMatchObject([{ note: 'note of ana' }]);
    expect(exported.shares).toMatchObject([{ people: [{ note: 'shared by ana' }] }]);
    await erase('ana');
    expect(await traces('ana')).toEqual([]);
  });

  it('is found even without its parent: a search’s log without its chat', async () => {
    const searchId = await writeAccount(store, 'ana');
    const all = await itemsOf(database, tableName);
    const ofChats = all.filter(({ pk, sk }) => /CHAT#/.test(`${pk} / ${sk}`));
    await table.deleteAll(ofChats.map(toKey), undefined);
    const ofSearch = async () =>
      (await itemsOf(database, tableName)).filter(({ pk }) => `${pk}`.includes(searchId)).length;
    expect(await ofSearch()).toBeGreaterThan(2);
    await erase('ana');
    expect(await ofSearch()).toBe(0);
  });

  it('is not taken for that of somebody whose id begins or ends with the same letters', async () => {
    for (const userId of ['ana', 'ana-maria', 'mariana']) await writeAccount(store, userId);
    const others = [await traces('ana-maria'), await traces('mariana')];
    await erase('ana');
    expect([await traces('ana-maria'), await traces('mariana')]).toEqual(others);
  });

  it('is exported as far as readable when such orphans are damaged as well', async () => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await writeAccount(store, 'ana');
    const gone = ['LIST#list_1', 'SHARE#share_1'].map((sk) => ({ pk: 'USER#ana', sk }));
    await table.deleteAll(gone, undefined);
    const items = await itemsOf(database, tableName);
    const found = (kind: RegExp) => items.find(({ pk, sk }) => kind.test(`${pk} / ${sk}`));
    for (const item of [found(/SNAPSHOT$/), found(/LIST#list_1 \/ PERSON#/)])
      await database.client.send(
        new PutCommand({ TableName: tableName, Item: { ...item, payload: 7, profile: 7 } }),
      );
    const exported = await exportAccount({ table, userId: 'ana', rate: RATE });
    const { shares, peopleWithoutList, unreadable, chats } = exported;
    expect([shares, peopleWithoutList]).toEqual([[], []]);
    expect(unreadable).toEqual([
      { token: String(found(/SNAPSHOT$/)?.['pk']).replace('SHARE#', '') },
      { listId: 'list_1', entry: String(found(/LIST#list_1 \/ PERSON#/)?.['sk']).replace('PERSON#', '') },
    ]);
    expect(chats).toHaveLength(2);
    log.mockRestore();
  });

  it.each([
    ['a share’s snapshot', / \/ SNAPSHOT$/, { owner: 7 }],
    ['a share’s snapshot, as another’s', / \/ SNAPSHOT$/, { owner: 'nobody' }],
    ['a search', / \/ META$/, { search: 7 }],
  ])('is erased and exported even if it no longer names its owner: %s', async (_, kind, damage) => {
    const log = vi.spyOn(console, 'error').mockReturnValue(undefined);
    await writeAccount(store, 'ana');
    await writeAccount(store, 'bo');
    const ofBoth = async () =>
      (await itemsOf(database, tableName)).filter(({ pk, sk }) => kind.test(`${pk} / ${sk}`));
    const isOf = (userId: string) => (item: Item) =>
      item['owner'] === userId || String(item['search']).includes(`"${userId}"`);
    const ofBo = (await ofBoth()).filter(isOf('bo'));
    const own = (await ofBoth()).find(isOf('ana'));
    expect([ofBo.length, own]).toEqual([1, expect.anything()]);
    await database.client.send(new PutCommand({ TableName: tableName, Item: { ...own, ...damage } }));
    const exported = await exportAccount({ table, userId: 'ana', rate: RATE });
    expect([exported.shares.length, exported.searches.length]).toEqual([1, 1]);
    await erase('ana');
    expect(await ofBoth()).toEqual(ofBo);
    expect(await traces('ana')).toEqual([]);
    log.mockRestore();
  });

  it('is erased even if written late by a function that saw the person a moment earlier', async () => {
    await writeAccount(store, 'ana');
    const waits: number[] = [];
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds);
      await store.chats.create({ userId: 'ana', chatId: 'chat_late' });
      await store.lists.create({ userId: 'ana', listId: 'list_late', name: 'Late' });
      await store.lists.save({ userId: 'ana', listId: 'list_late', people: [personOf('ada')] });
      await store.shares.create({ userId: 'ana', ...shareOf('share_late') });
    };
    await erase('ana', { wait });
    expect(waits[0]).toBeGreaterThan(60_000);
    expect(await traces('ana')).toEqual([]);
  });

  it('is erased once the person’s searches have been stopped', async () => {
    const searchId = await writeAccount(store, 'ana', { isRunning: true });
    const said: string[] = [];
    const asked: unknown[] = [];
    const wait = async (milliseconds: number) => {
      if (milliseconds > 60_000) return;
      asked.push((await store.searchLog.read({ searchId }))?.stopRequested);
      await store.searchLog.end({ searchId, holder: 'first' });
    };
    await erase('ana', { wait, say: (what) => said.push(what) });
    expect(asked).toEqual([true]);
    expect(said.at(-1)).toBe('Ending running searches: 1 …');
    expect(await traces('ana')).toEqual([]);
  });
});

describe('a token that outlives its account', () => {
  const identity = { userId: 'ana', email: 'ana@example.com' };
  /** A search waits half a second for the erasure note, too short for a busy machine. */
  const patiently: Delay = (milliseconds, signal) => delay(milliseconds * 300, signal);
  const openSearch = (clock = Date.now) =>
    searchApp({ ...store, authenticate: async () => identity, clock, delay: patiently });

  it('is rejected by both functions, and nothing is stored again', async () => {
    await writeAccount(store, 'ana');
    await erase('ana');
    const chats = createChatsApp({ store, authenticate: async () => identity });
    const body = JSON.stringify({ id: 'chat_1', title: 'Again' });
    const headers = { 'content-type': 'application/json' };
    const answers = [
      await chats.request('/api/me'),
      await chats.request('/api/chats', { method: 'POST', body, headers }),
      await openSearch().request(postSearch()),
    ];
    expect(answers.map(({ status }) => status)).toEqual([401, 401, 401]);
    expect(await traces('ana')).toEqual([]);
    const searchId = await searchIdOf({ userId: 'ana', ...searchBody });
    expect(await store.searchLog.read({ searchId })).toBeUndefined();
  });

  it('is rejected within a minute by a function that has seen the person before', async () => {
    const clock = { now: Date.now() };
    const search = openSearch(() => clock.now);
    const first = await search.request(postSearch());
    expect(first.status).toBe(200);
    await first.text();
    await erase('ana');
    clock.now += 60_000;
    const again = await search.request(postSearch({ ...searchBody, messageId: 'msg_2' }));
    expect(again.status).toBe(401);
    expect(await traces('ana')).toEqual([]);
  });

  it('cannot change the erasure note that keeps it out, which expires', async () => {
    await erase('ana');
    expect(await store.users.update({ userId: 'ana', displayName: 'Ana' })).toBeUndefined();
    const note = await table.getStored({ pk: 'USER#ana', sk: 'PROFILE' }, undefined);
    expect(Object.keys(note ?? {}).sort()).toEqual(['erasedAt', 'expiresAt', 'pk', 'sk', 'v']);
    const days = (Number(note?.['expiresAt']) * 1_000 - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(35);
    expect(toTimestamp(Date.now()) >= String(note?.['erasedAt'])).toBe(true);
  });
});

/** Creates a confirmed account. @returns its sub */
async function signUp({ call, codeFor, clientId }: RunningCognito, email: string): Promise<string> {
  const { body } = await call('SignUp', { ClientId: clientId, Username: email, Password: PASSWORD });
  const ConfirmationCode = await codeFor(email);
  await call('ConfirmSignUp', { ClientId: clientId, Username: email, ConfirmationCode });
  return Object(body).UserSub;
}

describe('the accounts of an email address', () => {
  let cognito: RunningCognito;
  let client: CognitoIdentityProviderClient;
  beforeAll(async () => {
    cognito = await startCognito({ allowPasswordAuth: true });
    const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };
    client = new CognitoIdentityProviderClient({
      region: 'us-east-1',
      endpoint: cognito.endpoint,
      credentials,
    });
  });
  afterAll(async () => {
    client.destroy();
    await cognito.close();
  });

  it('are found, signed out everywhere and deleted, each repeatably', async () => {
    const sub = await signUp(cognito, 'ana@example.com');
    await signUp(cognito, 'bo@example.com');
    const accounts = createAccounts(client, cognito.userPoolId, async () => undefined);
    const [account, ...others] = await accounts.find('Ana@Example.com');
    expect(others).toEqual([]);
    expect(account).toMatchObject({ sub, status: 'CONFIRMED', attributes: { email: 'ana@example.com' } });
    if (account === undefined) throw new Error('No account was found');
    const signIn = await cognito.call('InitiateAuth', {
      ...{ ClientId: cognito.clientId, AuthFlow: 'USER_PASSWORD_AUTH' },
      AuthParameters: { USERNAME: 'ana@example.com', PASSWORD },
    });
    const { RefreshToken } = Object(signIn.body).AuthenticationResult;
    for (let round = 0; round < 2; round += 1) await accounts.signOut(account);
    const refresh = { ClientId: cognito.clientId, RefreshToken };
    expect((await cognito.call('GetTokensFromRefreshToken', refresh)).errorType).toBe(
      'NotAuthorizedException',
    );
    for (let round = 0; round < 2; round += 1) await accounts.remove(account);
    expect(await accounts.find('ana@example.com')).toEqual([]);
    expect(await accounts.find('bo@example.com')).toHaveLength(1);
    expect(await accounts.find('"or"')).toEqual([]);
  });

  it('are found however the address is capitalised', async () => {
    const accounts = createAccounts(client, cognito.userPoolId, async () => undefined);
    const sub = await signUp(cognito, 'Cy@Example.com');
    for (const spelling of ['cy@example.com', 'Cy@Example.com', 'CY@EXAMPLE.COM'])
      expect(await accounts.find(spelling)).toMatchObject([{ sub, attributes: { email: 'Cy@Example.com' } }]);
    expect(await accounts.find('c@example.com')).toEqual([]);
    expect(await accounts.findBySub(sub)).toMatchObject({ sub, status: 'CONFIRMED' });
    expect(await accounts.findBySub('nobody')).toBeUndefined();
  });

  it('do not include an account that merely has the address as its username', async () => {
    const pool = mockClient(CognitoIdentityProviderClient);
    const Attributes = [
      { Name: 'sub', Value: 'sub-1' },
      { Name: 'email', Value: 'dee@example.com' },
    ];
    pool.on(AdminGetUserCommand).resolves({ Username: 'di@example.com', UserAttributes: Attributes });
    pool.on(ListUsersCommand).resolves({ Users: [] });
    const accounts = createAccounts(client, 'pool', async () => undefined);
    expect(await accounts.find('di@example.com')).toEqual([]);
    pool.restore();
  });

  it('are not listed without an administrator’s signature', async () => {
    const asked = await cognito.call('ListUsers', { Filter: 'email = "ana@example.com"' });
    expect(asked.errorType).toBe('MissingAuthenticationTokenException');
  });
});

/** Adds a second account next to the password one, as from before Google accounts were linked by address. */
function addGoogleAccount(dataDir: string, sub: string, email = 'ana@example.com'): void {
  const path = join(dataDir, 'cognito.json');
  const { users, ...state } = JSON.parse(readFileSync(path, 'utf8'));
  const own = { sub, email, username: 'google_1', googleId: '1', status: 'EXTERNAL_PROVIDER' };
  writeFileSync(path, JSON.stringify({ ...state, users: [...users, { ...users[0], ...own }] }));
}

describe('npm run person', () => {
  let dataDir: string;
  let sub: string;
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'person-'));
    const cognito = await startCognito({ dataDir });
    sub = await signUp(cognito, 'ana@example.com');
    await cognito.close();
    addGoogleAccount(dataDir, 'google-ana');
    const local = await startDatabase({ dataDir });
    const stored = createStore({ client: local.client, tableName: await local.createTable(LOCAL_TABLE) });
    await writeAccount(stored, sub);
    await stored.users.ensure({ identity: { userId: 'gone-ana', email: 'ana@example.com' } });
    await local.close();
  });
  afterEach(() => rm(dataDir, { recursive: true, force: true }));

  const person = (args: string[], input = '', environment: Record<string, string> = {}) =>
    runScript('infra/operate/person.ts', {
      args: [...args, '--local-stack'],
      environment: { DATA_DIR: dataDir, ...environment },
      input,
    });

  /** Everything in the folder: the table’s items and the accounts. */
  async function stored() {
    const local = await startDatabase({ dataDir });
    const items = await itemsOf(local, LOCAL_TABLE);
    await local.close();
    return { items, accounts: JSON.parse(readFileSync(join(dataDir, 'cognito.json'), 'utf8')).users };
  }

  it('exports everything readable, and reports items that cannot be read in full', async () => {
    const local = await startDatabase({ dataDir });
    await loseMessagePart(local, LOCAL_TABLE, sub);
    await local.close();
    const out = join(dataDir, 'export.json');
    const { code, stdout, stderr } = await person(['export', 'ana@example.com', '--out', out]);
    expect([code, stdout]).toEqual([1, expect.stringContaining('3 accounts with 2 chats')]);
    expect(stderr).toContain('1 item could not be read in full: see "unreadable" in the file.');
    const [{ chats, unreadable }] = JSON.parse(readFileSync(out, 'utf8')).people;
    expect(unreadable).toEqual([{ chatId: 'chat_1', messageId: expect.any(String), lost: 'metadata' }]);
    expect(JSON.stringify(chats)).toContain(`answer to ${sub}`);
  });

  it('exports to a private file, and erases once the address has been typed', async () => {
    const out = join(dataDir, 'export.json');
    const exported = await person(['export', 'ana@example.com', '--out', out]);
    expect(exported).toMatchObject({ code: 0, stdout: expect.stringContaining('3 accounts with 2 chats') });
    expect(JSON.parse(readFileSync(out, 'utf8'))).toMatchObject({
      email: 'ana@example.com',
      people: [
        { userId: sub, account: { status: 'CONFIRMED' }, chats: [{}, {}] },
        { userId: 'google-ana', account: { status: 'EXTERNAL_PROVIDER' }, chats: [] },
        { userId: 'gone-ana', account: { status: 'the account no longer exists' }, user: { id: 'gone-ana' } },
      ],
    });
    expect(statSync(out).mode & 0o777).toBe(0o600);
    expect((await person(['export', 'ana@example.com', '--out', out])).stderr).toContain('already exists');

    const mistyped = await person(['erase', 'ana@example.com'], 'bo@example.com\n');
    expect(mistyped.code).toBe(1);
    expect(mistyped.stdout).toMatch(new RegExp(`the account ${sub} \\(CONFIRMED\\): .*4 × message`));
    expect(mistyped.stderr).toContain('The address does not match: nothing was erased.');
    const stopped = await person(['erase', 'ana@example.com']);
    expect([stopped.code, stopped.stderr]).toEqual([
      1,
      expect.stringMatching(/No address was typed: nothing was erased\.\n$/),
    ]);
    const typed = await person(['erase', 'ana@example.com'], 'ana@example.com\n');
    expect(typed).toMatchObject({ code: 0, stdout: expect.stringMatching(/Nothing is left\.\s*$/) });
    expect(typed.stdout).toMatch(/the account gone-ana \(.*\): 1 × user\n/);
    expect(typed.stdout).toContain('Erased gone-ana: 1 item. Nothing is left.\n');
    expect((await person(['erase', 'ana@example.com'])).stderr).toContain(
      'no account has the address ana@example.com',
    );
    const local = await startDatabase({ dataDir });
    for (const gone of [sub, 'gone-ana', 'ana@example.com'])
      expect(await tracesOf(local, LOCAL_TABLE, gone)).toEqual([]);
    await local.close();
    expect(readFileSync(join(dataDir, 'cognito.json'), 'utf8')).not.toContain('ana@example.com');
  });

  it('finishes an interrupted erasure even if only the record had the address, which is kept no longer than that', async () => {
    const open = async () => {
      const local = await startDatabase({ dataDir });
      await local.createTable(LOCAL_TABLE);
      return { local, store: createStore({ client: local.client, tableName: LOCAL_TABLE }) };
    };
    const before = await open();
    const searchId = await writeAccount(before.store, 'gone-bo', { isRunning: true });
    await before.local.close();

    const args = ['erase', 'gone-bo@example.com', '--yes', '--local-stack'];
    const child = spawn(process.execPath, [join(ROOT, 'infra/operate/person.ts'), ...args], {
      env: { ...bareEnvironment(), DATA_DIR: dataDir },
    });
    const exit = once(child, 'exit');
    for await (const line of createInterface({ input: child.stdout }))
      if (line.startsWith('Ending running searches')) child.kill('SIGKILL');
    expect(await exit).toEqual([null, 'SIGKILL']);

    const between = await open();
    expect(await tracesOf(between.local, LOCAL_TABLE, 'gone-bo')).not.toEqual([]);
    await between.store.searchLog.end({ searchId, holder: 'first' });
    await between.local.close();
    const { code, stdout } = await person(['erase', 'gone-bo@example.com', '--yes']);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^Erased gone-bo: \d+ items\. Nothing is left\.$/m),
    ]);
    const { items } = await stored();
    expect(items.filter((item) => JSON.stringify(item).includes('gone-bo'))).toEqual([
      {
        pk: 'USER#gone-bo',
        sk: 'PROFILE',
        v: 1,
        erasedAt: expect.any(String),
        expiresAt: expect.any(Number),
      },
    ]);
  });

  it('says that the file of an export cannot be written before it reads anything', async () => {
    for (const [out, said] of [
      [join(dataDir, 'cognito.json'), 'cognito.json already exists: choose another name with --out.\n'],
      [join(dataDir, 'none', 'export.json'), 'none to write export.json to.\n'],
    ] as const) {
      const { code, stderr } = await person(['export', 'nobody@example.com', '--out', out]);
      expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
    }
  });

  it('finds accounts and records in any capitalisation, and every account whose record is found', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'person-'));
    try {
      const cognito = await startCognito({ dataDir: folder });
      const own = await signUp(cognito, 'Bo@Example.com');
      await cognito.close();
      addGoogleAccount(folder, 'google-bo', 'BO@example.com');
      const local = await startDatabase({ dataDir: folder });
      const stored = createStore({ client: local.client, tableName: await local.createTable(LOCAL_TABLE) });
      await stored.users.ensure({ identity: { userId: 'google-bo', email: 'BO@example.com' } });
      await stored.users.ensure({ identity: { userId: 'gone-bo', email: 'bO@example.com' } });
      await stored.users.ensure({ identity: { userId: 'job', email: 'jo-bo@example.com' } });
      await local.close();
      const erased = await person(['erase', 'bo@example.com', '--yes'], '', { DATA_DIR: folder });
      expect(erased).toMatchObject({ code: 0, stderr: '' });
      expect(erased.stdout.match(/the account .*?\)/g)).toEqual([
        `the account ${own} (CONFIRMED)`,
        'the account google-bo (EXTERNAL_PROVIDER)',
        'the account gone-bo (the account no longer exists)',
      ]);
      expect(erased.stdout).toMatch(/Erased google-bo: \d+ items? and the account\. Nothing is left\./);
      expect(erased.stdout).toMatch(/Erased gone-bo: \d+ items?\. Nothing is left\./);
      expect(readFileSync(join(folder, 'cognito.json'), 'utf8')).not.toMatch(/bo@example/i);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('only reports on a dry run, and never touches data that is in use', async () => {
    const before = await stored();
    // Invalid variables of searches do not matter here.
    const dry = await person(['erase', 'ana@example.com', '--dry-run'], '', {
      PORT: 'x',
      PROVIDERS: 'replay',
    });
    expect(dry).toMatchObject({ code: 0, stdout: expect.stringContaining('1 × user') });
    expect(await stored()).toEqual(before);
    const running = await startDatabase({ dataDir });
    await running.createTable(LOCAL_TABLE);
    const used = await person(['erase', 'ana@example.com', '--yes']);
    expect(used).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is in use: stop the `npm start`'),
    });
    await running.close();
    expect(await stored()).toEqual(before);
    const elsewhere = await person(['export', 'ana@example.com'], '', { DATA_DIR: join(dataDir, 'none') });
    expect(elsewhere.stderr).toMatch(/^There is no local stack data in .*none: set DATA_DIR to its folder/);
    expect(await readdir(dataDir)).not.toContain('none');
    const pool = await person(['export', 'ana@example.com', '--user-pool', 'us-east-1_Abc']);
    expect([pool.code, pool.stderr]).toEqual([
      1,
      '--local-stack selects the local stack: leave out --user-pool.\n',
    ]);
  });
});

describe('an invalid argument of npm run person', () => {
  it.each([
    [[]],
    [['export']],
    [['forget', 'a@b.example']],
    [['erase', 'ana']],
    [['erase', 'a@b.c', 'd@e.f']],
    [['erase', 'a@b.example', '--yes', '--dryrun']],
  ])('is answered with the usage: %j', (args) => {
    expect(() => readRequest(args)).toThrow('npm run person -- export|erase EMAIL');
  });

  it.each([
    [
      ['erase', 'a@b.example', '--out', 'before.json'],
      'erase does not accept --out: only export writes a file.',
    ],
    [['export', 'a@b.example', '--dry-run'], 'export does not accept --dry-run: it changes nothing.'],
    [['export', 'a@b.example', '--yes', '--dry-run'], 'export does not accept --yes or --dry-run'],
  ])('is rejected if the command does not take it: %j', (args, said) => {
    expect(() => readRequest(args)).toThrow(said);
  });
});
