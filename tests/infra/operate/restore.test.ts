import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { CreateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient } from '#functions/store/client.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { Table } from '#functions/store/table.ts';
import { createTable } from '#infra/local/database.ts';
import { eraseAccount } from '#infra/operate/account-items.ts';
import { dropTable, makeReady } from '#infra/operate/manage-table.ts';
import { repeatRequests } from '#infra/operate/repeat-requests.ts';
import { readRequest } from '#infra/operate/restore.ts';
import {
  awaitRestored,
  describeRestorable,
  type RestoreOptions,
  requestRestore,
} from '#infra/operate/restore-table.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { type FakeAws, installFakeAws } from '../cloud/support/fake-aws.ts';
import { pressCtrlC, ROOT, runScript } from '../cloud/support/project.ts';
import { ARN, type ControlPlane, EARLIEST, startControlPlane } from './control-plane.ts';
import { itemsOf, tracesOf, writeAccount } from './write-account.ts';

const SCRIPT = 'infra/operate/restore.ts';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };

/** Each walk over a whole table: the table’s name and the rate in units per second. */
const walks = vi.hoisted(() => {
  // Another file of this worker may already have loaded the real walk.
  vi.resetModules();
  return [] as { name: unknown; rate: number }[];
});
vi.mock('#infra/walk-table.ts', async (load) => {
  const walk = await load<typeof import('#infra/walk-table.ts')>();
  const walkTable: typeof walk.walkTable = async (options) => {
    walks.push({ name: Reflect.get(options.table, 'name'), rate: options.rate });
    await walk.walkTable(options);
  };
  return { ...walk, walkTable };
});

let database: EmbeddedDynamoDb;
let plane: ControlPlane;
let client: ReturnType<typeof createClient>;
let aws: FakeAws;
let source: string;
let store: Store;
beforeAll(async () => {
  database = await startDynamoDb();
});
afterAll(() => database.close());
beforeEach(async () => {
  plane = await startControlPlane(database);
  // Response times here depend on the machine: a request that was given up and repeated would be counted twice.
  const transport = { requestHandler: {} };
  const { endpoint } = plane;
  client = createClient({ region: 'us-east-1', endpoint, credentials: CREDENTIALS, transport });
  aws = installFakeAws();
  source = await database.createTable();
  aws.put('table', source);
  store = createStore({ client: database.client, tableName: source });
});
afterEach(async () => {
  client.destroy();
  aws.remove();
  await plane.close();
});

const operations = () => plane.asked.map(({ operation }) => operation);
const inputOf = (operation: string) => plane.asked.find((one) => one.operation === operation)?.input;
const optionsTo = (target: string, options: Partial<RestoreOptions> = {}): RestoreOptions => ({
  ...{ client, source, target, wait: async () => undefined },
  ...options,
});
/** Restores a table and waits until it is ready. */
async function restoreTable(options: RestoreOptions): Promise<void> {
  await requestRestore(options);
  await awaitRestored(options);
}
const environment = () => ({
  PATH: aws.home,
  AWS_ENDPOINT_URL_DYNAMODB: plane.endpoint,
  AWS_ACCESS_KEY_ID: database.credentials.accessKeyId,
  AWS_SECRET_ACCESS_KEY: database.credentials.secretAccessKey,
});
const restore = (...args: string[]) => runScript(SCRIPT, { args, environment: environment() });
/** Runs a drill and stops it during the restore. */
async function stopDrill(stop: (drill: ChildProcess) => void = pressCtrlC) {
  const child = spawn(process.execPath, [join(ROOT, SCRIPT), '--drill'], {
    cwd: ROOT,
    env: { ...bareEnvironment(), ...environment() },
  });
  const exit = once(child, 'exit');
  const complaint = text(child.stderr);
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line.startsWith('Restoring ')) stop(child);
  }
  const [code] = await exit;
  return { code, stdout: lines.join('\n'), stderr: await complaint };
}
const exists = async (name: string): Promise<boolean> =>
  await itemsOf(database, name).then(
    () => true,
    () => false,
  );

describe('a restored table', () => {
  it('is created next to the one in use, from the given moment, and waited for', async () => {
    await writeAccount(store, 'ana');
    plane.slowness = 3;
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    const at = new Date(EARLIEST * 1_000);
    await restoreTable(optionsTo(`${source}-1`, { at, wait }));
    expect(waits).toHaveLength(3);
    expect(inputOf('RestoreTableToPointInTime')).toEqual({
      ...{ SourceTableArn: `${ARN}${source}`, TargetTableName: `${source}-1`, RestoreDateTime: EARLIEST },
    });
    await restoreTable(optionsTo(`${source}-2`));
    expect(plane.asked.at(-1)?.input).toMatchObject({ UseLatestRestorableTime: true });
    expect(await itemsOf(database, `${source}-1`)).toEqual(await itemsOf(database, source));
  });

  it('is waited for while DynamoDB does not know it yet, and given up if it vanishes', async () => {
    plane.hidden = 3;
    await restoreTable(optionsTo(`${source}-1`));
    expect(plane.hidden).toBe(0);
    plane.slowness = 1_000;
    const vanish = async () => {
      plane.hidden = 1_000;
    };
    await expect(restoreTable(optionsTo(`${source}-2`, { wait: vanish }))).rejects.toThrow(
      `${source}-2 no longer exists: somebody deleted it, or the restore failed.`,
    );
  });

  it('can be dropped after a drill even if it has already been deleted', async () => {
    const target = `${source}-drill`;
    await restoreTable(optionsTo(target));
    await dropTable(client, target);
    await dropTable(client, target);
    expect(await exists(target)).toBe(false);
  });

  it('is resumed after an interruption, but an unrelated table of that name is refused', async () => {
    const target = `${source}-restored`;
    await restoreTable(optionsTo(target, { canResume: true }));
    await restoreTable(optionsTo(target, { canResume: true }));
    expect(operations().filter((operation) => operation.startsWith('Restore'))).toHaveLength(1);
    const taken = `The table ${target} already exists`;
    await expect(restoreTable(optionsTo(target))).rejects.toThrow(taken);
    const other = await database.createTable();
    await expect(restoreTable(optionsTo(other, { canResume: true }))).rejects.toThrow(
      `The table ${other} already exists`,
    );
  });

  it('gets the settings it does not inherit', async () => {
    await makeReady({ client, table: source, stage: 'beta' });
    expect(inputOf('UpdateTimeToLive')).toMatchObject({
      TimeToLiveSpecification: { Enabled: true, AttributeName: 'expiresAt' },
    });
    expect(inputOf('UpdateContinuousBackups')).toMatchObject({
      PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true },
    });
    expect(inputOf('UpdateTable')).toMatchObject({ DeletionProtectionEnabled: true });
    expect(inputOf('TagResource')).toEqual({
      ResourceArn: `${ARN}${source}`,
      Tags: [
        { Key: 'product', Value: 'Expertscope' },
        { Key: 'stage', Value: 'beta' },
      ],
    });
  });

  it('is retried until DynamoDB can enable its backups, but not forever', async () => {
    plane.unready = 2;
    const waits: number[] = [];
    const wait = async (milliseconds: number) => waits.push(milliseconds);
    await makeReady({ client, table: source, stage: 'beta', wait });
    expect(waits).toHaveLength(2);
    expect(operations().at(-1)).toBe('TagResource');
    plane.unready = 1_000;
    await expect(makeReady({ client, table: source, stage: 'beta', wait })).rejects.toThrow(
      'Backups are being enabled',
    );
  });

  it.each([1, 4])('is recognised by its source when %s responses to the restore were lost', async (lost) => {
    await writeAccount(store, 'ana');
    plane.lost = lost;
    const target = `${source}-1`;
    await restoreTable(optionsTo(target));
    expect(await itemsOf(database, target)).toEqual(await itemsOf(database, source));
  });

  it('is not claimed by a second command that started at the same time', async () => {
    const target = `${source}-1`;
    await restoreTable(optionsTo(target, { canResume: true }));
    plane.hidden = 1;
    await expect(restoreTable(optionsTo(target))).rejects.toThrow(`Table already exists: ${target}`);
  });

  const erase = async (userId: string) => {
    const table = new Table(database.client, source);
    await eraseAccount({ table, userId, rate: 1_000_000, isServed: false });
  };
  /** Repeats the requests. @returns the messages */
  const repeat = async (target: string, { isUsed = false, waits = [] as number[] } = {}) => {
    const said: string[] = [];
    await repeatRequests({
      ...optionsTo(target, { wait: async (milliseconds) => waits.push(milliseconds) }),
      ...{ isUsed, say: (what) => said.push(what) },
    });
    return said;
  };

  it('loses the people erased since the restore point, and nobody else', async () => {
    for (const userId of ['ana', 'bo', 'cy']) await writeAccount(store, userId);
    await erase('cy');
    const target = `${source}-before`;
    await restoreTable(optionsTo(target));
    const others = await tracesOf(database, target, 'bo');
    await erase('ana');
    expect(await tracesOf(database, target, 'ana')).not.toEqual([]);
    expect(await repeat(target)).toEqual(['Repeated the erasures made since the restore point: 1.']);
    expect(await tracesOf(database, target, 'ana')).toEqual([]);
    expect(await tracesOf(database, target, 'bo')).toEqual(others);
    const again = createStore({ client: database.client, tableName: target });
    await expect(again.users.ensure({ identity: { userId: 'ana', email: '' } })).rejects.toThrow(
      'The account was erased',
    );
    expect(await repeat(target)).toEqual([]);
  });

  it('is read no more often for several erased people than for one, and loses each of them', async () => {
    const erasedUserIds = ['ana', 'cy', 'dee', 'nobody'];
    for (const userId of ['ana', 'bo', 'cy', 'dee']) await writeAccount(store, userId);
    const target = `${source}-before`;
    await restoreTable(optionsTo(target));
    const others = await tracesOf(database, target, 'bo');
    for (const userId of erasedUserIds) await erase(userId);
    walks.splice(0);
    expect(await repeat(target)).toEqual(['Repeated the erasures made since the restore point: 4.']);
    // Once to find everything, once to see that nothing is left.
    expect(walks.filter(({ name }) => name === target)).toHaveLength(2);
    for (const userId of erasedUserIds) expect(await tracesOf(database, target, userId)).toEqual([]);
    expect(await tracesOf(database, target, 'bo')).toEqual(others);
    expect(await repeat(target)).toEqual([]);
  });

  it('loses more erased people than one filter can name', async () => {
    await writeAccount(store, 'ana');
    const target = `${source}-before`;
    await restoreTable(optionsTo(target));
    const others = Array.from({ length: 29 }, (_, index) => `eve_${index}`);
    for (const userId of others) await store.users.noteErasure({ userId });
    await erase('ana');
    walks.splice(0);
    expect(await repeat(target)).toEqual(['Repeated the erasures made since the restore point: 30.']);
    // Two groups, of which one has something to delete.
    expect(walks.filter(({ name }) => name === target)).toHaveLength(3);
    expect(await tracesOf(database, target, 'ana')).toEqual([]);
  });

  it('loses everybody else even if one of the erased people cannot be erased', async () => {
    for (const userId of ['ana', 'bo']) await writeAccount(store, userId);
    const target = `${source}-before`;
    await restoreTable(optionsTo(target));
    for (const userId of ['ana', 'bo']) await erase(userId);
    const refused = { put: Table.prototype.put };
    const put = vi.spyOn(Table.prototype, 'put').mockImplementation(function (this: Table, item, signal) {
      if (item['pk'] === 'USER#ana') throw new Error('refused');
      return refused.put.call(this, item, signal);
    });
    await expect(repeat(target)).rejects.toThrow();
    put.mockRestore();
    expect(await tracesOf(database, target, 'bo')).toEqual([]);
    expect(await repeat(target)).toEqual(['Repeated the erasures made since the restore point: 1.']);
    expect(await tracesOf(database, target, 'ana')).toEqual([]);
  });

  it('has an interrupted erasure completed', async () => {
    await writeAccount(store, 'ana');
    const target = `${source}-before`;
    await restoreTable(optionsTo(target));
    await erase('ana');
    await createStore({ client: database.client, tableName: target }).users.noteErasure({ userId: 'ana' });
    expect(await repeat(target)).toHaveLength(1);
    expect(await tracesOf(database, target, 'ana')).toEqual([]);
  });

  it('is read slowly while it is in use, as its source always is', async () => {
    await writeAccount(store, 'ana');
    const [used, unused] = [`${source}-used`, `${source}-unused`];
    for (const target of [used, unused]) await restoreTable(optionsTo(target));
    await erase('ana');
    walks.splice(0);
    await repeat(used, { isUsed: true });
    await repeat(unused);
    const rates = (name: string) =>
      new Set(walks.filter((walk) => walk.name === name).map(({ rate }) => rate));
    expect([source, used, unused].map(rates)).toEqual(
      [[1_000], [1_000], [2_000]].map((each) => new Set(each)),
    );
  });

  it('is given time for functions that may still write for an erased person, when it is in use', async () => {
    await writeAccount(store, 'ana');
    const target = `${source}-before`;
    await restoreTable(optionsTo(target));
    await erase('ana');
    const waits: number[] = [];
    await repeat(target, { isUsed: true, waits });
    expect(waits[0]).toBeGreaterThan(60_000);
  });

  const ADA = 'https://www.linkedin.com/in/ada-invented';
  const BEA = 'https://www.linkedin.com/in/bea-invented';
  const CAL = 'https://www.linkedin.com/in/cal-invented';
  const suppressedIn = async (tableName: string) => {
    const isSuppressed = await createStore({ client: database.client, tableName }).suppressed.load();
    return [ADA, BEA, CAL].filter(isSuppressed);
  };

  it('gets the source’s current suppression list, additions and removals included', async () => {
    const first = `${source}-first`;
    await restoreTable(optionsTo(first));
    await store.suppressed.add({ profileUrl: ADA });
    await store.suppressed.add({ profileUrl: BEA });
    const second = `${source}-second`;
    await restoreTable(optionsTo(second));
    await store.suppressed.remove({ profileUrl: BEA });
    await store.suppressed.add({ profileUrl: CAL });
    expect(await suppressedIn(first)).toEqual([]);
    const said = `Copied the suppression list from ${source}: `;
    expect(await repeat(first)).toEqual([`${said}2 added, 0 removed.`]);
    expect(await repeat(second)).toEqual([`${said}1 added, 1 removed.`]);
    for (const target of [first, second]) {
      expect(await suppressedIn(target)).toEqual([ADA, CAL]);
      expect(await repeat(target)).toEqual([]);
    }
  });

  it('keeps its own suppressions when it is in use', async () => {
    await store.suppressed.add({ profileUrl: ADA });
    const target = `${source}-used`;
    await restoreTable(optionsTo(target));
    await createStore({ client: database.client, tableName: target }).suppressed.add({ profileUrl: BEA });
    await store.suppressed.add({ profileUrl: CAL });
    await repeat(target, { isUsed: true });
    expect(await suppressedIn(target)).toEqual([ADA, BEA, CAL]);
  });

  it('says that a suppression lifted while it is in use is in force again', async () => {
    await store.suppressed.add({ profileUrl: ADA });
    const target = `${source}-used`;
    await restoreTable(optionsTo(target));
    const used = createStore({ client: database.client, tableName: target });
    expect(await repeat(target, { isUsed: true })).toEqual([]);
    await used.suppressed.remove({ profileUrl: ADA });
    expect(await repeat(target, { isUsed: true })).toEqual([
      `Copied the suppression list from ${source}: 1 added, 0 removed.`,
      expect.stringContaining('repeat any npm run suppress -- ADDRESS --remove'),
    ]);
    expect(await suppressedIn(target)).toEqual([ADA]);
  });

  it('keeps its own list if it was not restored from the source, whose list has another key', async () => {
    const other = await database.createTable();
    const inOther = createStore({ client: database.client, tableName: other }).suppressed;
    await inOther.add({ profileUrl: ADA });
    expect(await repeat(other)).toEqual([]);
    expect(await suppressedIn(other)).toEqual([ADA]);
    await store.suppressed.add({ profileUrl: BEA });
    expect(await repeat(other)).toEqual([
      `The suppression list of ${source} (1) is separate from ${other}'s and cannot be copied: suppress these people there again with npm run suppress.`,
    ]);
    expect([await suppressedIn(other), (await inOther.list()).length]).toEqual([[ADA], 1]);
  });

  it('has no requests repeated if it or its source is gone', async () => {
    await repeatRequests({ ...optionsTo(source), source: 'gone', isUsed: true });
    await repeatRequests({ ...optionsTo('gone'), isUsed: true });
    expect(await exists('gone')).toBe(false);
  });
});

describe('npm run restore', () => {
  it('prints the restorable moments and the exact commands, and changes nothing', async () => {
    const { code, stdout } = await restore('-c', 'stage=beta', '--at', '2026-11-20T09:00:00Z');
    const target = `${source}-restored-20261120T090000`;
    expect(code).toBe(0);
    for (const line of [
      'from 2026-11-18T11:06:40.000Z to 2026-11-21T22:26:40.000Z',
      'npm run restore -- --drill --at 2026-11-20T09:00:00.000Z -c stage=beta',
      `npm run restore -- --apply --at 2026-11-20T09:00:00.000Z --to ${target} -c stage=beta`,
      `cdk deploy --all -c stage=beta -c existingTable=${target}`,
      `cdk import Expertscope-beta -c stage=beta --force --resource-mapping-inline '{"DataTableFDBAD0F2":{"TableName":"${target}"}}'`,
      'cdk deploy --all -c stage=beta\n',
    ])
      expect(stdout).toContain(line);
    expect(operations()).toEqual(['DescribeContinuousBackups']);
  });

  it('drills: restores, reads everything, reports the time and deletes the restored table', async () => {
    await writeAccount(store, 'ana');
    const { code, stdout } = await restore('--drill');
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/Restored and read 30 items:\n(.*\n)*The drill succeeded: restored in/),
    ]);
    const target = `${source}-drill-20261121T222640`;
    expect(inputOf('RestoreTableToPointInTime')).toMatchObject({ TargetTableName: target });
    expect(inputOf('DeleteTable')).toEqual({ TableName: target });
    expect([await exists(target), await exists(source)]).toEqual([false, true]);
  });

  it('fails a drill with unreadable or missing items, and cleans up', async () => {
    await writeAccount(store, 'ana');
    plane.spoil = (item) => [item['sk'] === 'PROFILE' ? { ...item, createdAt: 7 } : item];
    const spoilt = await restore('--drill');
    expect(spoilt).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/1 of them cannot be read:\n {2}user, version 1, [0-9a-f]{12}: /),
    });
    plane.spoil = () => [];
    const empty = await restore('--drill');
    expect([empty.code, empty.stderr.trim()]).toEqual([1, 'The restored table is empty.']);
    expect(await exists(`${source}-drill-20261121T222640`)).toBe(false);
  });

  it.each<[string, (drill: ChildProcess) => void]>([
    ['Ctrl-C', pressCtrlC],
    ['SIGINT', (drill) => drill.kill('SIGINT')],
    ['SIGTERM', (drill) => drill.kill('SIGTERM')],
    ['SIGHUP', (drill) => drill.kill('SIGHUP')],
  ])('cleans up a drill stopped by %s', async (_, stop) => {
    plane.slowness = 1;
    const { code, stderr } = await stopDrill(stop);
    expect([code, stderr.trim()]).toEqual([1, 'The drill was stopped.']);
    const target = `${source}-drill-20261121T222640`;
    expect(inputOf('DeleteTable')).toEqual({ TableName: target });
    expect([await exists(target), await exists(source)]).toEqual([false, true]);
  });

  it('says how to delete a drill’s table when it cannot be deleted yet', async () => {
    plane.slowness = 100;
    const { code, stderr } = await stopDrill();
    expect([code, stderr]).toEqual([1, expect.stringContaining('The drill was stopped.')]);
    const target = `${source}-drill-20261121T222640`;
    expect(stderr).toContain(`${target} could not be deleted: Table is being created`);
    expect(stderr).toContain(`  aws dynamodb delete-table --region us-east-1 --table-name ${target}\n`);
  });

  it('cleans up a drill that can no longer see its restore', async () => {
    plane.failures = 1;
    const { code, stderr } = await restore('--drill');
    expect([code, stderr]).toEqual([1, expect.stringContaining('security token')]);
    expect(await exists(`${source}-drill-20261121T222640`)).toBe(false);
  });

  it('never deletes a table that existed before the drill', async () => {
    await writeAccount(store, 'ana');
    await restoreTable(optionsTo(`${source}-good`));
    const { code, stderr } = await restore('--drill', '--to', `${source}-good`);
    expect([code, stderr]).toEqual([1, expect.stringContaining(`The table ${source}-good already exists`)]);
    expect(operations()).not.toContain('DeleteTable');
  });

  it('refuses to resume a restore to another moment', async () => {
    await writeAccount(store, 'ana');
    const options = optionsTo(`${source}-good`);
    const at = new Date(EARLIEST * 1_000);
    await restoreTable({ ...options, at });
    await restoreTable({ ...options, at, canResume: true });
    const later = new Date(at.getTime() + 7_200_000);
    await expect(restoreTable({ ...options, at: later, canResume: true })).rejects.toThrow(
      `${source}-good has the restore point ${at.toISOString()}, not ${later.toISOString()}: choose another name with --to.`,
    );
    expect(operations().filter((name) => name === 'RestoreTableToPointInTime')).toHaveLength(1);
  });

  it('with --apply, restores a table ready to switch to, and leaves the table in use untouched', async () => {
    await writeAccount(store, 'ana');
    const { code, stdout } = await restore('--apply', '--to', `${source}-good`);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`npm run restore -- --switch ${source}-good`),
    ]);
    expect(operations()).toEqual([
      ...['DescribeContinuousBackups', 'DescribeContinuousBackups', 'RestoreTableToPointInTime'],
      ...['DescribeTimeToLive', 'UpdateTimeToLive', 'UpdateContinuousBackups', 'UpdateTable', 'TagResource'],
    ]);
    expect(await exists(`${source}-good`)).toBe(true);
  });

  it('with --apply, says beforehand how to continue if it is interrupted: the same command would restore another moment', async () => {
    await writeAccount(store, 'ana');
    plane.failures = 1;
    const { code, stdout } = await restore('--apply', '-c', 'stage=beta');
    const next = `npm run restore -- --apply --to ${source}-restored-20261121T222640 -c stage=beta`;
    expect([code, stdout]).toEqual([1, expect.stringMatching(/^If this is interrupted, continue with:$/m)]);
    expect(stdout).toContain(`  ${next}\n`);
    expect((await restore(...next.split(' ').slice(4))).code).toBe(0);
    expect(operations().filter((name) => name === 'RestoreTableToPointInTime')).toHaveLength(1);
  });

  it('with --apply, restores old damage too, reports unreadable items and says how to continue', async () => {
    await writeAccount(store, 'ana');
    plane.spoil = (item) => (String(item['sk']).startsWith('PART#') ? [] : [item]);
    const { code, stdout, stderr } = await restore('--apply', '--to', `${source}-good`);
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining(`npm run restore -- --switch ${source}-good`),
    ]);
    expect(stderr).toMatch(
      /1 of them cannot be read:\n {2}message, version 1, \w+: A part of the message is missing/,
    );
  });

  it('reports the restorable moments, or that there are none', async () => {
    const early = await restore('--at', '2020-01-01T00:00:00Z');
    expect([early.code, early.stderr]).toEqual([
      1,
      expect.stringContaining('--at must be between 2026-11-18T11:06:40.000Z and'),
    ]);
    plane.hasBackups = false;
    await expect(describeRestorable(client, source)).rejects.toThrow(
      `${source} cannot be restored: its point-in-time recovery is DISABLED.`,
    );
  });

  it('prints commands for the given table, with the stage left open in the switch command', async () => {
    await writeAccount(store, 'ana');
    aws.put('table', 'another');
    const named = ['--table', source];
    const plan = await restore(...named, '-c', 'region=us-east-1');
    const target = `${source}-restored-20261121T222640`;
    for (const said of [
      `npm run restore -- --drill --table ${source} -c region=us-east-1`,
      `npm run restore -- --apply --to ${target} --table ${source} -c region=us-east-1`,
      `npm run restore -- --switch ${target} -c stage=…`,
    ])
      expect(plan.stdout).toContain(`${said}\n`);
    expect(plan.stdout).not.toMatch(/cdk|the stage prod/);
    const applied = await restore(...named, '--apply', '--to', `${source}-good`);
    expect(applied.code).toBe(0);
    expect(applied.stdout).toMatch(new RegExp(`--switch ${source}-good -c stage=…\\n$`));
    expect(applied.stdout).not.toContain('The stage');
  });

  it('leaves the restored copy of a given table untagged, so that destroying a stage does not offer to delete it', async () => {
    await writeAccount(store, 'ana');
    aws.put('importable');
    const target = `${source}-good`;
    expect((await restore('--table', source, '--apply', '--to', target)).code).toBe(0);
    expect(operations().slice(-2)).toEqual(['UpdateContinuousBackups', 'UpdateTable']);
    expect((await restore('--switch', target, '-c', 'stage=beta')).code).toBe(0);
    expect(inputOf('TagResource')).toMatchObject({
      ResourceArn: `${ARN}${target}`,
      Tags: expect.arrayContaining([{ Key: 'stage', Value: 'beta' }]),
    });
  });

  it('says where to find the backup of a deleted table', async () => {
    aws.put('table', 'gone');
    const { code, stderr } = await restore();
    expect([code, stderr]).toEqual([
      1,
      'The table gone no longer exists. DynamoDB keeps a backup of a deleted table for 35 days: see docs/operations.md, "Back up and restore".\n',
    ]);
  });

  const ranBy = (stdout: string) => stdout.split('\n').filter((line) => line.startsWith('> '));
  const protectedTables = () =>
    plane.asked
      .filter(({ operation, input }) => operation === 'UpdateTable' && input['DeletionProtectionEnabled'])
      .map(({ input }) => input['TableName']);

  it('switches by deploying with the table’s name, importing it and deploying again, and keeps the old one', async () => {
    await createTable('Restored-1', database.client);
    aws.put('owned', source);
    aws.put('importable');
    const { code, stdout } = await restore('--switch', 'Restored-1', '-c', 'stage=beta');
    expect(code).toBe(0);
    expect(ranBy(stdout)).toEqual([
      '> cdk deploy --all -c stage=beta -c existingTable=Restored-1',
      expect.stringMatching(
        /^> cdk import Expertscope-beta .*'\{"DataTable\w+":\{"TableName":"Restored-1"\}\}'$/,
      ),
      '> cdk deploy --all -c stage=beta',
    ]);
    expect(protectedTables()).toEqual(['Restored-1', source]);
    expect(stdout).toContain('Stage beta now uses Restored-1, and the stack owns it.');
  });

  it('repeats erasures and suppressions until the functions use the restored table, even if interrupted', async () => {
    await writeAccount(store, 'ana');
    await writeAccount(store, 'bo');
    const target = `${source}-good`;
    expect((await restore('--apply', '--to', target)).code).toBe(0);
    const inTarget = createStore({ client: database.client, tableName: target });
    const isSuppressed = async (profileUrl: string) => (await inTarget.suppressed.load())(profileUrl);
    const erase = (userId: string) =>
      eraseAccount({ table: new Table(database.client, source), userId, rate: 1_000_000, isServed: false });
    const [first, second, third] = [urlOf('ada'), urlOf('bea'), urlOf('cal')];

    aws.put('owned', source);
    await store.suppressed.add({ profileUrl: first });
    await erase('ana');
    aws.put('slow');
    const switching = restore('--switch', target);
    await expect.poll(() => aws.has('begun')).toBe(true);
    expect(await isSuppressed(first)).toBe(true);
    expect(await tracesOf(database, target, 'ana')).toEqual([]);
    await store.suppressed.add({ profileUrl: second });
    aws.take('slow');
    expect(await switching).toMatchObject({ code: 1, stderr: expect.stringContaining('was not imported') });
    expect(await isSuppressed(second)).toBe(true);

    // By now the stack no longer owns the old table.
    aws.take('owned');
    aws.put('table', target);
    aws.put('importable');
    await store.suppressed.add({ profileUrl: third });
    const fourth = urlOf('dot');
    await inTarget.suppressed.add({ profileUrl: fourth });
    expect((await restore('--switch', target)).code).toBe(0);
    expect([await isSuppressed(third), await isSuppressed(fourth)]).toEqual([true, true]);
  });

  it('also repeats suppressions before the switch if the stage was given its current table', async () => {
    await writeAccount(store, 'ana');
    const target = `${source}-good`;
    expect((await restore('--apply', '--to', target)).code).toBe(0);
    await store.suppressed.add({ profileUrl: urlOf('ada') });
    for (const name of ['importable', 'slow']) aws.put(name);
    const switching = restore('--switch', target);
    await expect.poll(() => aws.has('begun')).toBe(true);
    const isSuppressed = await createStore({ client: database.client, tableName: target }).suppressed.load();
    aws.take('slow');
    expect([isSuppressed(urlOf('ada')), (await switching).code]).toEqual([true, 0]);
  });

  const READIED = ['UpdateTimeToLive', 'UpdateContinuousBackups', 'UpdateTable', 'TagResource'];

  it('switches to the backup of a deleted table, which it prepares first', async () => {
    await writeAccount(store, 'ana');
    const target = `${source}-saved`;
    await createTable(target, database.client);
    for (const name of ['owned', 'table']) aws.put(name, 'deleted');
    for (const name of ['importable', 'slow']) aws.put(name);
    const switching = restore('--switch', target);
    await expect.poll(() => aws.has('begun')).toBe(true);
    expect(operations()).toEqual(['DescribeTimeToLive', ...READIED]);
    expect(inputOf('UpdateTimeToLive')).toMatchObject({ TableName: target });
    aws.take('slow');
    const { code, stdout } = await switching;
    expect([code, ranBy(stdout)]).toEqual([
      0,
      [expect.any(String), expect.any(String), '> cdk deploy --all'],
    ]);
    expect(stdout).toContain('deleted no longer exists');
  });

  it('prepares a table restored under the name that the stack knows', async () => {
    aws.put('owned', source);
    const { code, stdout } = await restore('--switch', source);
    expect([code, ranBy(stdout)]).toEqual([0, ['> cdk deploy --all']]);
    expect(operations()).toEqual(expect.arrayContaining(READIED));
  });

  it('rejects a table that is not the product’s, does not exist or is not restored yet', async () => {
    const TableName = `${source}-alien`;
    await database.client.send(
      new CreateTableCommand({
        TableName,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' }],
        AttributeDefinitions: [{ AttributeName: 'id', AttributeType: 'S' }],
      }),
    );
    const restored = `${source}-slow`;
    await restoreTable(optionsTo(restored));
    plane.slowness = 1;
    plane.asked.splice(0);
    for (const [name, said] of [
      [TableName, `${TableName} must have pk as its HASH key`],
      ['nowhere', 'There is no table nowhere in us-east-1'],
      [restored, `${restored} is CREATING: wait until it is ACTIVE`],
    ] as const) {
      const { code, stdout, stderr } = await restore('--switch', name);
      expect([code, ranBy(stdout), stderr]).toEqual([1, [], expect.stringContaining(said)]);
    }
    expect(operations()).toEqual([]);
  });

  it('removes backups and deletion protection on a stage that retains nothing', async () => {
    aws.put('imported', source);
    expect((await restore('--switch', source, '-c', 'retain=false')).code).toBe(0);
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: false };
    expect(plane.asked.slice(-2)).toMatchObject([
      {
        operation: 'UpdateContinuousBackups',
        input: { TableName: source, PointInTimeRecoverySpecification },
      },
      { operation: 'UpdateTable', input: { TableName: source, DeletionProtectionEnabled: false } },
    ]);
  });

  it('only deploys if the table has already been imported', async () => {
    await createTable('Restored-1', database.client);
    aws.put('imported');
    const { code, stdout } = await restore('--switch', 'Restored-1');
    expect([code, ranBy(stdout), protectedTables()]).toEqual([0, ['> cdk deploy --all'], ['Restored-1']]);
  });

  it('stops before the last deployment if the import failed, which would create an empty table', async () => {
    await createTable('Restored-1', database.client);
    const { code, stdout, stderr } = await restore('--switch', 'Restored-1');
    expect([code, stderr]).toEqual([1, expect.stringContaining('Restored-1 was not imported')]);
    expect(ranBy(stdout)).toHaveLength(2);
  });

  it.each([
    [['--drill', '--apply'], 'Specify only one of --drill, --apply and --switch.'],
    [['--at', 'yesterday'], '--at must be a time such as'],
    [['--at', '2026-02-31T09:00:00Z'], '--at must be on a day that exists.'],
    [['--switch', 'a b'], 'A table name has'],
    [['--local-stack'], 'The local stack has no backups'],
    [['--switch', 'Good', '--at', '2026-11-21T09:00:00Z'], '--switch does not accept --at'],
    [['--switch', 'Good', '--to', 'Better', '--table', 'Used'], '--switch does not accept --to or --table'],
    [['--drill', '--user-pool', 'us-east-1_Abc'], 'Unknown option --user-pool'],
    [['--dril'], 'Unknown option --dril. The options are -c name=value, --table,'],
  ])('says what to write instead of %j', (args, said) => {
    expect(() => readRequest(args)).toThrow(said);
  });
});
