import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readRequest } from '#infra/operate/suppress.ts';
import { runScript } from '../cloud/support/project.ts';

const ADA = 'https://www.linkedin.com/in/ada-invented';

it('npm run suppress adds a person, lists nobody by name, and takes the person off again', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'suppress-'));
  try {
    const run = (...given: string[]) =>
      runScript('infra/operate/suppress.ts', {
        args: [...given, '--local'],
        environment: { DATA_DIR: dataDir },
      });
    const added = await run('https://pe.linkedin.com/in/Ada-Invented/?x=1');
    expect(added.stdout).toContain(`${ADA} is not found, looked up or shown again`);
    expect((await run(ADA)).stdout).toContain('was suppressed already');
    const listed = await run('--list');
    expect(listed.stdout).toContain('1 suppressed, each known by a hash alone.');
    expect(listed.stdout).not.toContain('ada-invented');
    expect((await run(ADA, '--remove')).stdout).toContain('may be found again within a minute');
    expect((await run(ADA, '--remove')).stdout).toContain('was not suppressed');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

it.each([[[]], [['nobody']], [[ADA, ADA]], [['--list', ADA]], [['--list', '--remove']], [[ADA, '--remov']]])(
  'says what to write instead of %j',
  (given) => {
    expect(() => readRequest(given)).toThrow('Write the address of one LinkedIn profile');
  },
);
