import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Table } from '#functions/store/requests.ts';
import { LOCAL_TABLE, startDatabase } from '#infra/local/database.ts';
import { readRequest, suppress } from '#infra/operate/suppress.ts';
import { runScript } from '../cloud/support/project.ts';

const ADA = 'https://www.linkedin.com/in/ada-invented';

it('npm run suppress adds a person, lists nobody by name and removes the person again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'suppress-'));
  let local: Awaited<ReturnType<typeof startDatabase>> | undefined;
  try {
    const { stdout } = await runScript('infra/operate/suppress.ts', {
      args: ['https://pe.linkedin.com/in/Ada-Invented/?x=1', '--local'],
      environment: { DATA_DIR: dataDir },
    });
    expect(stdout).toContain(
      `${ADA} is suppressed: within a minute, it will no longer be found, looked up or shown.`,
    );
    local = await startDatabase({ dataDir });
    const table = new Table(local.client, await local.createTable(LOCAL_TABLE));
    const ask = (...given: string[]) => suppress(readRequest(given), { table });
    expect(await ask('www.linkedin.com/in/ada-invented')).toContain('was already suppressed');
    const listed = await ask('--list');
    expect(listed).toContain('1 suppressed, each stored only as a hash.');
    expect(listed).not.toContain('ada-invented');
    expect(await ask(ADA, '--remove')).toContain('may be found again within a minute');
    expect(await ask(ADA, '--remove')).toContain('was not suppressed');
  } finally {
    await local?.close();
    await rm(dataDir, { recursive: true, force: true });
  }
});

it.each([[[]], [['nobody']], [[ADA, ADA]], [['--list', ADA]], [['--list', '--remove']], [[ADA, '--remov']]])(
  'npm run suppress prints its usage when given %j',
  (given) => {
    expect(() => readRequest(given)).toThrow('npm run suppress -- ADDRESS');
  },
);
