import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createLookups } from '#functions/store/lookups.ts';
import { Table } from '#functions/store/table.ts';
import { LOCAL_TABLE, startDatabase } from '#infra/local/database.ts';
import { readRequest, suppress } from '#infra/operate/suppress.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { startDynamoDb } from '#tests/support/dynamodb.ts';
import { recordOf } from '#tests/support/fake-providers.ts';
import { runScript } from '../cloud/support/project.ts';

const ADA = 'https://www.linkedin.com/in/ada-invented';
const FORMER_ADA = 'https://www.linkedin.com/in/ada-before';
const BO = 'https://www.linkedin.com/in/bo-invented';

it('npm run suppress adds a person, lists nobody by name and removes the person again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'suppress-'));
  let local: Awaited<ReturnType<typeof startDatabase>> | undefined;
  try {
    const { stdout } = await runScript('infra/operate/suppress.ts', {
      args: ['https://pe.linkedin.com/in/Ada-Invented/?x=1', '--local-stack'],
      environment: { DATA_DIR: dataDir },
    });
    expect(stdout).toContain(`${ADA} is suppressed: it will no longer be found, looked up or shown.`);
    local = await startDatabase({ dataDir });
    const table = new Table(local.client, await local.createTable(LOCAL_TABLE));
    const ask = (...given: string[]) => suppress(readRequest(given), { table, dataDir });
    expect(await ask('www.linkedin.com/in/ada-invented')).toContain('was already suppressed');
    const listed = await ask('--list');
    expect(listed).toContain('1 suppressed, each stored only as a hash.');
    expect(listed).toMatch(/\n {2}\d{4}-\d\d-\d\d {2}[0-9a-f]{12}…$/);
    expect(await ask(ADA, '--remove')).toContain('may be found again within a minute');
    expect(await ask(ADA, '--remove')).toContain('was not suppressed');
    expect(await ask('--list')).toBe('Nobody is suppressed.');
  } finally {
    await local?.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

it('npm run suppress also erases what a search that had not yet read the list caches, even under a former address', async () => {
  const database = await startDynamoDb();
  try {
    const table = new Table(database.client, await database.createTable());
    const lookups = createLookups(table);
    const provider = 'Enrich Layer';
    const remember = (profileUrl: string, record: ProfileRecord) =>
      lookups.remember({ provider, profileUrl, lookup: { record }, expiresAt: Date.now() + 60_000 });
    await remember(BO, recordOf(BO));
    const said: string[] = [];
    const waits: number[] = [];
    const printed = await suppress(readRequest([ADA]), {
      ...{ table, dataDir: undefined, say: (what: string) => said.push(what) },
      wait: async (milliseconds) => {
        waits.push(milliseconds);
        for (const address of [ADA, FORMER_ADA]) await remember(address, recordOf(ADA));
      },
    });
    expect(waits).toEqual([150_000]);
    expect(said).toEqual([expect.stringContaining('Waiting until no search')]);
    expect(printed).toContain('The cached record of this person was erased.');
    const kept = [ADA, FORMER_ADA, BO].map((profileUrl) => lookups.read({ provider, profileUrl }));
    expect(await Promise.all(kept)).toEqual([undefined, undefined, { record: recordOf(BO) }]);
  } finally {
    await database.close();
  }
});

it('npm run suppress erases the cached record before it waits, and says so in the end', async () => {
  const database = await startDynamoDb();
  try {
    const table = new Table(database.client, await database.createTable());
    const lookups = createLookups(table);
    const provider = 'Enrich Layer';
    const address = { provider, profileUrl: ADA };
    await lookups.remember({ ...address, lookup: { record: recordOf(ADA) }, expiresAt: Date.now() + 60_000 });
    const seen: unknown[] = [];
    const printed = await suppress(readRequest([ADA]), {
      ...{ table, dataDir: undefined },
      wait: async () => seen.push(await lookups.read(address)),
    });
    expect(seen).toEqual([undefined]);
    expect(printed).toContain('The cached record of this person was erased.');
  } finally {
    await database.close();
  }
});

it.each([[[]], [['nobody']], [[ADA, ADA]], [['--list', ADA]], [['--list', '--remove']], [[ADA, '--remov']]])(
  'npm run suppress prints its usage when given %j',
  (given) => {
    expect(() => readRequest(given)).toThrow('npm run suppress -- ADDRESS');
  },
);
