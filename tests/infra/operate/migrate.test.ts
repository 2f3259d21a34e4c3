import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, statSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as askServer, createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';
import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { kindOf } from '#functions/store/keys.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { ItemVersions } from '#functions/store/versions.ts';
import { LOCAL_TABLE, startDatabase } from '#infra/local/database.ts';
import { readRequest } from '#infra/operate/migrate.ts';
import { countAll, countNewer, countOlder, surveyTable } from '#infra/operate/survey.ts';
import { createPace } from '#infra/walk-table.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { installFakeAws } from '../cloud/support/fake-aws.ts';
import { pressCtrlC, ROOT, runScript } from '../cloud/support/project.ts';
import { itemsOf, writeAccount } from './write-account.ts';

const RATE = 1_000_000;

let database: EmbeddedDynamoDb;
let tableName: string;
let table: Table;
let store: Store;
let folder: string;
beforeAll(async () => {
  database = await startDynamoDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'migrate-'));
  tableName = await database.createTable();
  table = new Table(database.client, tableName);
  store = createStore({ client: database.client, tableName });
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const items = () => itemsOf(database, tableName);
const survey = (options: Partial<Parameters<typeof surveyTable>[0]> = {}) =>
  surveyTable({ table, mode: 'count', rate: RATE, ...options });
const progress = () => ({ path: join(folder, 'progress.json'), of: 'test' });
const put = (Item: Record<string, unknown>) =>
  database.client.send(new PutCommand({ TableName: tableName, Item }));

/** Writes items as a deployment from before item versions did. */
async function writeUnversioned(...people: string[]): Promise<void> {
  for (const userId of people) await writeAccount(store, userId);
  await takeVersions(database, tableName);
}

async function takeVersions(given: Pick<EmbeddedDynamoDb, 'client'>, TableName: string): Promise<void> {
  for (const { pk, sk } of await itemsOf(given, TableName))
    await given.client.send(new UpdateCommand({ TableName, Key: { pk, sk }, UpdateExpression: 'REMOVE v' }));
}

const versionsOf = async (): Promise<unknown[]> => [...new Set((await items()).map(({ v }) => v))];

describe('a migration', () => {
  it('only reports what it would change until told to apply it', async () => {
    await writeUnversioned('ana');
    const before = await items();
    const { report, isDone } = await survey();
    expect([isDone, countAll(report), countOlder(report, table)]).toEqual([
      true,
      before.length,
      before.length,
    ]);
    expect(report.found['message']).toEqual({ 0: 4 });
    expect(await items()).toEqual(before);
    expect((await survey({ mode: 'apply' })).report.upgraded).toBe(before.length);
    expect(await items()).toEqual(before.map((item) => ({ ...item, v: 1 })));
    const after = await survey({ mode: 'apply' });
    expect([after.report.upgraded, countOlder(after.report, table)]).toEqual([0, 0]);
  });

  it('skips expired items, which DynamoDB deletes', async () => {
    await put({ pk: 'QUOTA#old', sk: 'COUNT', taken: 1, expiresAt: 1 });
    const { report } = await survey({ mode: 'apply' });
    expect([report.upgraded, report.expired, countOlder(report, table)]).toEqual([0, 1, 0]);
    expect(await items()).toEqual([{ pk: 'QUOTA#old', sk: 'COUNT', taken: 1, expiresAt: 1 }]);
  });

  it('lets a concurrent write win, and then upgrades the item again', async () => {
    const rename = (item: Readonly<Record<string, unknown>>) => ({
      ...item,
      taken: Number(item['taken']) * 10,
    });
    const versions = new ItemVersions({ quota: [rename] });
    await put({ pk: 'QUOTA#raced', sk: 'COUNT', taken: 1, expiresAt: 9_999_999_999 });
    const raced = new Table(database.client, tableName, Date.now, versions);
    const upgrade = raced.upgrade.bind(raced);
    let races = 0;
    raced.upgrade = async (item, signal) => {
      races += 1;
      if (races === 1) await put({ ...item, taken: 2 });
      return await upgrade(item, signal);
    };
    const { report } = await survey({ table: raced, mode: 'apply' });
    expect([races, report.upgraded]).toEqual([2, 1]);
    expect(await items()).toMatchObject([{ taken: 20, v: 1 }]);
  });

  it('changes nothing written by a newer version, and reports it', async () => {
    const newer = { pk: 'QUOTA#newer', sk: 'COUNT', of: 'tomorrow', expiresAt: 9_999_999_999, v: 2 };
    await put(newer);
    const { report } = await survey({ mode: 'apply' });
    expect([report.upgraded, countNewer(report, table)]).toEqual([0, 1]);
    expect(await items()).toEqual([newer]);
  });

  it('resumes where it was stopped in each segment, and upgrades every item once', async () => {
    await writeUnversioned('ana', 'bo', 'cy');
    const all = (await items()).length;
    const stop = new AbortController();
    const upgrade = table.upgrade.bind(table);
    let upgrades = 0;
    table.upgrade = (item, signal) => {
      upgrades += 1;
      if (upgrades === 5) stop.abort();
      return upgrade(item, signal);
    };
    const options = { mode: 'apply', pageSize: 2, segments: 3, progress: progress() } as const;
    const first = await survey({ ...options, signal: stop.signal });
    expect(first.isDone).toBe(false);
    expect(countAll(first.report)).toBeLessThan(all);
    expect(statSync(progress().path).mode & 0o777).toBe(0o600);
    const second = await survey(options);
    expect([second.isDone, countAll(second.report), second.report.upgraded]).toEqual([true, all, all]);
    expect(upgrades).toBe(all);
    expect(existsSync(progress().path)).toBe(false);
    expect(await versionsOf()).toEqual([1]);
  });

  it('resumes from its last page after being killed', async () => {
    await writeUnversioned('ana');
    const upgrade = table.upgrade.bind(table);
    let upgrades = 0;
    table.upgrade = async (item, signal) => {
      upgrades += 1;
      if (upgrades === 4) throw new Error('killed');
      return await upgrade(item, signal);
    };
    const options = { mode: 'apply', pageSize: 1, segments: 1, progress: progress() } as const;
    await expect(survey(options)).rejects.toThrow('killed');
    const seen = upgrades;
    expect((await survey(options)).isDone).toBe(true);
    expect(upgrades - seen).toBe((await items()).length - 3);
    expect(await versionsOf()).toEqual([1]);
  });

  it('starts over if the saved progress is for another purpose', async () => {
    await writeUnversioned('ana');
    const stopped = AbortSignal.abort();
    await survey({ progress: progress(), signal: stopped });
    const other = await survey({ progress: { ...progress(), of: 'other' } });
    expect(countAll(other.report)).toBe((await items()).length);
  });
});

describe('a pace', () => {
  it('limits its callers’ units per second in total, without making up for unused time', async () => {
    let now = 0;
    const waits: number[] = [];
    const wait = async (milliseconds: number) => {
      waits.push(milliseconds);
    };
    const pace = createPace(100, { clock: () => now, wait });
    await pace(50);
    await pace(25);
    now = 10_000;
    await pace(10);
    expect(waits).toEqual([500, 750, 100]);
  });
});

describe('a verification', () => {
  it('reads everything that the store writes', async () => {
    await writeAccount(store, 'ana');
    await store.lookups.remember({
      ...{ profileUrl: 'https://www.linkedin.com/in/ada-invented', provider: 'One' },
      ...{ lookup: { record: undefined }, expiresAt: Date.now() + 60_000 },
    });
    const { report } = await survey({ mode: 'verify' });
    expect([report.faults, countAll(report)]).toEqual([[], (await items()).length]);
    expect(new Set(Object.keys(report.found))).toEqual(new Set((await items()).map(kindOf)));
  });

  it('names unreadable items by kind and hash, without quoting their content', async () => {
    await writeAccount(store, 'ana');
    const part = (await items()).find((item) => kindOf(item) === 'message part');
    await table.deleteAll([{ pk: String(part?.['pk']), sk: String(part?.['sk']) }], undefined);
    await put({
      pk: 'USER#ana',
      sk: 'CHAT#chat_bad',
      id: 'chat_bad',
      title: 'A secret title',
      messageCount: 'many',
    });
    await put({ pk: 'SEARCH#search_bad', sk: 'META', search: 'a secret search' });
    await put({ pk: 'ELSE#ana', sk: 'X' });
    await put({ pk: 'QUOTA#newer', sk: 'COUNT', v: 7 });
    const payload = { form: 'json', json: 'a secret record' };
    await put({ pk: 'LOOKUP#https://ada', sk: 'PROVIDER#One', payload, attempt: '1' });
    const { report } = await survey({ mode: 'verify' });
    const faults = report.faults.map(({ kind, fault }) => `${kind}: ${fault}`).sort();
    expect(faults).toEqual([
      expect.stringMatching(/^chat: .*messageCount: expected number/),
      'lookup: SyntaxError',
      'message: A part of the message is missing',
      'quota: An item (quota) has version 7, and this deployment knows versions up to 1. Deploy the newer one again.',
      expect.stringMatching(/^search: search: expected /),
      'unknown: its key matches no known kind',
    ]);
    expect(JSON.stringify(report.faults)).not.toMatch(/ana|secret|chat_bad/);
    const revealed = await survey({ mode: 'verify', reveal: true });
    expect(revealed.report.faults.map(({ key }) => key)).toContain('USER#ana / CHAT#chat_bad');
  });
});

it('a verification that cannot reach the database ends, and calls no item unreadable', async () => {
  await writeAccount(store, 'ana');
  const refused = Object.assign(new Error('throttled'), { $metadata: {} });
  const read = vi.spyOn(Table.prototype, 'getAll').mockRejectedValue(refused);
  await expect(survey({ mode: 'verify' })).rejects.toThrow('throttled');
  read.mockRestore();
});

describe('npm run migrate', () => {
  const SCRIPT = 'infra/operate/migrate.ts';

  it.each([
    [['--apply', '--verify'], 'Specify only one of --apply and --verify'],
    [['--apply', '--reveal'], '--apply does not accept --reveal: it works only with --verify'],
    [['--reveal'], 'Counting does not accept --reveal'],
  ])('says what to write instead of %j', (args, said) => {
    expect(() => readRequest(args)).toThrow(said);
  });

  it('reports on, applies to and verifies the local stack’s data', async () => {
    const local = await startDatabase({ dataDir: folder });
    await local.createTable(LOCAL_TABLE);
    await writeAccount(createStore({ client: local.client, tableName: LOCAL_TABLE }), 'ana');
    await takeVersions(local, LOCAL_TABLE);
    await local.close();
    const migrate = (...args: string[]) =>
      runScript(SCRIPT, {
        args: ['--local-stack', ...args],
        environment: { DATA_DIR: folder },
      });
    expect(await migrate()).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/items\n.*chat: 3 of version 0\n(?:.*\n)*--apply would migrate 30 items/),
    });
    const applied = { code: 0, stdout: expect.stringContaining('Migrated 30 items.') };
    expect(await migrate('--apply')).toMatchObject(applied);
    const recounted = { code: 0, stdout: expect.stringContaining('Nothing needs to be migrated.') };
    expect(await migrate()).toMatchObject(recounted);
    const verified = await migrate('--verify');
    expect(verified).toMatchObject({ code: 0, stdout: expect.stringContaining('Everything is readable.') });
    expect((await readdir(folder)).filter((name) => name.startsWith('.migrate'))).toEqual([]);
  });

  /** @returns how many items it wrote: more than one page per segment of the table */
  async function writePages(): Promise<number> {
    const all = 32;
    for (let number = 0; number < all; number += 1)
      await put({ pk: `LOOKUP#${number}`, sk: 'PROVIDER#One#0000', bytes: new Uint8Array(390_000) });
    return all;
  }

  /** Runs the script in the test's folder. */
  const startIn = (endpoint: string, args: readonly string[]) =>
    spawn(process.execPath, [join(ROOT, SCRIPT), ...args], {
      cwd: folder,
      env: {
        ...bareEnvironment(),
        AWS_ENDPOINT_URL_DYNAMODB: endpoint,
        AWS_ACCESS_KEY_ID: database.credentials.accessKeyId,
        AWS_SECRET_ACCESS_KEY: database.credentials.secretAccessKey,
      },
    });

  it('stops cleanly when interrupted, says so and continues from there while that can be relied on', async () => {
    const all = await writePages();
    const start = (name: string, ...options: string[]) =>
      startIn(database.endpoint, ['--table', name, ...options]);
    const run = (name: string, ...options: string[]) =>
      text(start(name, '--rate', '999999', ...options).stdout);
    const child = start(tableName, '--rate', '1');
    const exit = once(child, 'exit');
    const said = text(child.stdout);
    const kept = `.migrate-${tableName}-count.json`;
    await expect.poll(() => readdir(folder)).toEqual([kept]);
    pressCtrlC(child);
    expect(await exit).toEqual([1, null]);
    expect(await said).toMatch(
      /^Stopping after the current pages\..*\n(?:.*\n)+Stopped early, after \d+ items\. Run the same command again within an hour to continue\.\n$/,
    );
    const progress = await readFile(join(folder, kept), 'utf8');
    const continued = /^Continuing the run of \d{4}-\d\d-\d\dT[\d:.]+Z; --restart starts over\.\n/;
    const recent = await run(tableName);
    expect(recent).toMatch(continued);
    expect(recent).toContain(`${all} items\n`);
    expect(await readdir(folder)).toEqual([]);

    const earlier = { savedAt: new Date(Date.now() - 61 * 60_000).toISOString() };
    const old = JSON.stringify({ ...JSON.parse(progress), ...earlier });
    await writeFile(join(folder, kept), old);
    const startedOver = await run(tableName);
    expect(startedOver).not.toMatch(continued);
    expect(startedOver).toContain(`${all} items\n`);
    // What was migrated stays migrated.
    await writeFile(join(folder, `.migrate-${tableName}-apply.json`), old);
    expect(await run(tableName, '--apply')).toMatch(continued);

    const other = await database.createTable();
    await writeFile(join(folder, `.migrate-${other}-count.json`), progress);
    expect(await run(other)).toBe(`us-east-1, table ${other}: 0 items\nNothing needs to be migrated.\n`);
  });

  it('fails if it was stopped early, even if all that it has read is sound', async () => {
    await writePages();
    const child = startIn(database.endpoint, ['--table', tableName, '--verify', '--rate', '1']);
    const exit = once(child, 'exit');
    const said = text(child.stdout);
    await expect.poll(() => readdir(folder)).toEqual([`.migrate-${tableName}-verify.json`]);
    pressCtrlC(child);
    expect([await exit, await said]).toEqual([
      [1, null],
      expect.stringMatching(/\nEverything is readable\.\nStopped early, after \d+ items\. /),
    ]);
  });

  it('starts over, and says so, for an operator who may not describe the table', async () => {
    const all = await writePages();
    const asked: string[] = [];
    const server = createServer((request, response) => {
      const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
      asked.push(operation);
      if (operation === 'DescribeTable') {
        const refusal = { __type: 'com.amazon.coral.service#AccessDeniedException' };
        response.writeHead(400).end(JSON.stringify(refusal));
        return;
      }
      const { method, headers } = request;
      const forwarded = askServer(database.endpoint, { method, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers);
        answer.pipe(response);
      });
      request.pipe(forwarded);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const start = (...options: string[]) => startIn(endpoint, ['--table', tableName, ...options]);
    const child = start('--rate', '1');
    const said = text(child.stdout);
    await expect.poll(() => asked).toContain('Scan');
    pressCtrlC(child);
    expect(await said).toMatch(
      /\nStopped early, after \d+ items\. The same command starts over, since the table could not be described \(dynamodb:DescribeTable\)\.\n$/,
    );
    const again = await text(start('--rate', '999999').stdout);
    expect(again).toBe(
      `us-east-1, table ${tableName}: ${all} items\n  lookup part: ${all} of version 0\n--apply would migrate ${all} items.\n`,
    );
    server.close();
  });

  it('uses the operator’s credentials for a stage’s table, and fails if an item cannot be read', async () => {
    const aws = installFakeAws();
    const environment = {
      PATH: aws.home,
      AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
      AWS_ACCESS_KEY_ID: database.credentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: database.credentials.secretAccessKey,
    };
    await put({ pk: 'USER#ana', sk: 'PROFILE', id: 'ana', v: 1 });
    const args = ['--table', tableName, '--verify'];
    const found = await runScript(SCRIPT, { args, environment });
    expect(found).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/1 item cannot be read:\n {2}user, version 1, [0-9a-f]{12}: /),
    });
    expect(found.stdout).not.toContain('ana');
    const missing = await runScript(SCRIPT, { environment });
    expect([missing.code, missing.stderr.trim().split('\n')]).toEqual([
      1,
      ['There is no table table in us-east-1.'],
    ]);
    expect(aws.calls()[0]?.args).toEqual(expect.arrayContaining(['describe-stacks', 'Expertscope-prod']));
    const lists = await runScript('infra/operate/suppress.ts', {
      args: ['--list', '--table', 'elsewhere'],
      environment,
    });
    expect([lists.code, lists.stderr]).toEqual([1, 'There is no table elsewhere in us-east-1.\n']);
    aws.put('undeployed');
    const undeployed = await runScript(SCRIPT, { environment });
    expect([undeployed.code, undeployed.stderr.trim().split('\n')]).toEqual([
      1,
      [
        expect.stringContaining('Stage prod is not deployed in us-east-1. '),
        'If it is in another region, name it: -c stage=prod -c region=…',
      ],
    ]);
    aws.remove();
  });

  it('says how to pass credentials on that only the AWS CLI can obtain, such as with a code', async () => {
    const profile = [
      ...['[default]', 'role_arn = arn:aws:iam::111122223333:role/Operator', 'source_profile = base'],
      'mfa_serial = arn:aws:iam::111122223333:mfa/ana',
      ...['[profile base]', 'aws_access_key_id = local', 'aws_secret_access_key = local'],
    ];
    const file = join(folder, 'aws-config');
    await writeFile(file, profile.join('\n'));
    const environment = { AWS_CONFIG_FILE: file, AWS_SHARED_CREDENTIALS_FILE: join(folder, 'none') };
    const { code, stderr } = await runScript(SCRIPT, { args: ['--table', tableName], environment });
    expect([code, stderr.trim().split('\n')]).toEqual([
      1,
      [
        expect.stringContaining('multi-factor authentication'),
        expect.stringContaining('aws configure export-credentials'),
      ],
    ]);
  });
});
