import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createClient } from '#functions/store/client.ts';
import { lookupKey } from '#functions/store/service-keys.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { readRequest } from '#infra/operate/erase-lookup.ts';
import { noise } from '#tests/functions/store/samples.ts';
import { startDatabase, type WatchedDatabase } from '#tests/lambda/support/database.ts';
import { userRecords } from '#tests/support/dynamodb.ts';
import { recordOf } from '#tests/support/fake-providers.ts';
import { type FakeAws, installFakeAws } from '../cloud/support/fake-aws.ts';
import { runScript } from '../cloud/support/project.ts';
import { itemsOf } from './write-account.ts';

const SCRIPT = 'infra/operate/erase-lookup.ts';
const CREDENTIALS = { accessKeyId: 'local', secretAccessKey: 'local' };
const ADA = 'https://www.linkedin.com/in/ada-invented';
const BO = 'https://www.linkedin.com/in/bo-invented';
const CY = 'https://www.linkedin.com/in/cy-invented';
const expiresAt = Date.now() + 86_400_000;

let aws: FakeAws;
let database: WatchedDatabase;
let client: ReturnType<typeof createClient>;
let store: Store;
beforeAll(async () => {
  database = await startDatabase();
  client = createClient({ region: 'us-east-1', endpoint: database.endpoint, credentials: CREDENTIALS });
  store = createStore({ client, tableName: database.table });
});
afterAll(async () => {
  client.destroy();
  await database.close();
});
beforeEach(async () => {
  aws = installFakeAws();
  for (const profileUrl of [ADA, BO])
    for (const provider of ['Enrich Layer', 'Proxycurl'])
      await store.lookups.remember({ provider, profileUrl, lookup: { record: undefined }, expiresAt });
});
afterEach(() => aws.remove());

const environment = () => ({
  PATH: aws.home,
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
  AWS_ACCESS_KEY_ID: 'local',
  AWS_SECRET_ACCESS_KEY: 'local',
});
const erase = (...args: string[]) => runScript(SCRIPT, { args, environment: environment() });

/** The people with a cached lookup. */
async function remembered(): Promise<string[]> {
  const found = [ADA, BO].map(async (profileUrl) => {
    const lookup = await store.lookups.read({ provider: 'Enrich Layer', profileUrl });
    return lookup === undefined ? [] : [profileUrl];
  });
  return (await Promise.all(found)).flat();
}

describe('npm run erase-lookup', () => {
  it('erases one person’s lookups from every provider, however the address is written', async () => {
    const address = 'http://pe.linkedin.com/in/Ada-Invented/?trk=x#about';
    const { code, stdout } = await erase(address);
    expect([code, stdout.trim()]).toEqual([
      0,
      `Stage prod, table table: erased the cached record of ${ADA}.`,
    ]);
    expect(await remembered()).toEqual([BO]);
    expect(await store.lookups.read({ provider: 'Proxycurl', profileUrl: ADA })).toBeUndefined();
    expect((await erase(address)).stdout).toContain(`no record of ${ADA} was cached.`);
  });

  it('also erases what was found under an address that the person had before, and what cannot be read', async () => {
    const provider = 'Enrich Layer';
    const former = `${ADA}-before`;
    await store.lookups.erase({ profileUrl: ADA });
    for (const [profileUrl, own] of [
      [former, ADA],
      [BO, BO],
    ] as const)
      await store.lookups.remember({ provider, profileUrl, lookup: { record: recordOf(own) }, expiresAt });
    const damaged = { ...lookupKey({ provider: 'Proxycurl', profileUrl: CY }), payload: 'damaged' };
    await client.send(new PutCommand({ TableName: database.table, Item: damaged }));
    expect((await erase(ADA)).stdout).toContain(`erased the cached record of ${ADA}.`);
    const left = await Promise.all(
      [former, BO].map((profileUrl) => store.lookups.read({ provider, profileUrl })),
    );
    expect(left).toEqual([undefined, { record: recordOf(BO) }]);
    expect(await store.lookups.erase({ profileUrl: CY })).toBe(false);
    // Nobody knows whose it was.
    await client.send(new PutCommand({ TableName: database.table, Item: damaged }));
    expect((await erase(ADA)).stdout).toContain(`no record of ${ADA} was cached.`);
    expect(await store.lookups.erase({ profileUrl: CY })).toBe(false);
  });

  it('passes over the parts of another person’s large record, and erases those of one’s own', async () => {
    const provider = 'Enrich Layer';
    for (const profileUrl of [ADA, BO]) {
      const lookup = { record: { ...recordOf(profileUrl), summary: noise(500_000) } };
      await store.lookups.remember({ provider, profileUrl, lookup, expiresAt });
    }
    const partsOf = async (profileUrl: string) =>
      (await itemsOf({ client }, database.table)).filter(
        ({ pk, sk }) => pk === lookupKey({ provider, profileUrl }).pk && `${sk}`.includes('#'),
      ).length;
    const before = await partsOf(BO);
    expect(before).toBeGreaterThan(0);
    expect((await erase(ADA)).stdout).toContain(`erased the cached record of ${ADA}.`);
    expect([await partsOf(ADA), await partsOf(BO)]).toEqual([0, before]);
    await erase(BO);
    expect(await partsOf(BO)).toBe(0);
  });

  it('with --all, erases every lookup and nothing else in the table', async () => {
    await store.users.ensure({ identity: { userId: 'user-1', email: 'ana@example.com' } });
    const { stdout } = await erase('--all');
    expect(stdout.trim()).toBe('Stage prod, table table: erased all cached records: 4 in total.');
    expect(await remembered()).toEqual([]);
    const user = await userRecords({ client, tableName: database.table }).read('user-1');
    expect(user).toMatchObject({ email: 'ana@example.com' });
  });

  it('finds the table of the given stage', async () => {
    await erase(ADA, '-c', 'stage=beta', '-c', 'region=eu-west-1');
    expect(aws.calls()[0]?.args).toEqual(expect.arrayContaining(['Expertscope-beta', 'eu-west-1']));
  });

  it.each([
    [[]],
    [['https://www.linkedin.com/company/acme']],
    [['ada-invented']],
    [[ADA, BO]],
    [[ADA, '--all']],
    [['--all=false']],
  ])('prints its usage when given %j', (args) => {
    expect(() => readRequest(args)).toThrow('npm run erase-lookup -- ADDRESS');
  });

  it('reports an AWS failure in one sentence', async () => {
    const failed = await runScript(SCRIPT, {
      args: [ADA],
      environment: { ...environment(), AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:9' },
    });
    expect([failed.code, failed.stderr.trim().split('\n')]).toEqual([
      1,
      [expect.stringContaining('Failed to erase the lookups: connect ECONNREFUSED')],
    ]);
  });
});
