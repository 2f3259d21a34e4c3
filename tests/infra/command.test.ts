import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { COMMANDS, helpOf } from '#tests/support/commands.ts';
import { bareEnvironment } from '#tests/support/environment.ts';
import { runScript } from './cloud/support/project.ts';

const COMMAND_MODULE = new URL('../../infra/command.ts', import.meta.url).href;

/** Runs forever, even after it is stopped. */
const COMMAND = `
const { whenStopped } = await import(process.argv[1]);
whenStopped('Stopping.');
setInterval(() => undefined, 1_000);
console.info('begun');
`;

it('a second stop signal during clean-up ends a command at once', async () => {
  const args = ['--input-type=module', '--eval', COMMAND, COMMAND_MODULE];
  const child = spawn(process.execPath, args, { env: bareEnvironment() });
  const exit = once(child, 'exit');
  const lines: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    lines.push(line);
    if (line === 'begun') child.kill('SIGINT');
    // One key press sends several signals; only a later one counts as a second press.
    else setInterval(() => child.kill('SIGINT'), 100).unref();
  }
  expect(await exit).toEqual([130, null]);
  expect(lines).toEqual(['begun', 'Stopping. Press Ctrl-C again to quit immediately.']);
});

/** Ends with its own status once it has cleaned up. */
const CLEANING_COMMAND = `
const { whenStopped } = await import(process.argv[1]);
const running = setInterval(() => undefined, 1_000);
whenStopped('Stopping.').addEventListener('abort', () => {
  console.info('cleaning up');
  setImmediate(() => {
    console.error('cleaned up');
    clearInterval(running);
    process.exitCode = 7;
  });
});
console.info('begun');
`;

it('a command cleans up even if its terminal is closed, so that nothing can be printed', async () => {
  const args = ['--input-type=module', '--eval', CLEANING_COMMAND, COMMAND_MODULE];
  const child = spawn(process.execPath, args, { env: bareEnvironment() });
  const exit = once(child, 'exit');
  await once(child.stdout, 'data');
  child.stdout.destroy();
  child.stderr.destroy();
  child.kill('SIGHUP');
  expect(await exit).toEqual([7, null]);
});

it('a command runs to its end even if whoever reads its output, such as head, has seen enough', async () => {
  const args = [fileURLToPath(new URL('../../infra/local/replay.ts', import.meta.url)), 'students-deep'];
  const child = spawn(process.execPath, args, { env: bareEnvironment() });
  const exit = once(child, 'exit');
  const complaint = text(child.stderr);
  await once(child.stdout, 'data');
  child.stdout.destroy();
  expect([await exit, await complaint]).toEqual([[0, null], '']);
});

describe('--help', () => {
  it.each(Object.keys(COMMANDS))(
    'for npm run %s starts with the command and lists every option',
    async (name) => {
      const { help, options } = await helpOf(name);
      expect(help).toMatch(new RegExp(`^npm run ${name} `));
      expect(options.filter((option) => !help.includes(option))).toEqual([]);
    },
  );

  it('prints the help and succeeds, whatever else is given', async () => {
    const { code, stdout, stderr } = await runScript('infra/operate/migrate.ts', {
      args: ['--apply', '--help'],
      environment: { PATH: '' },
    });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain('npm run migrate');
  });
});

/** Run by npm with options that it keeps: lists those that a command would not miss. */
const UNNOTICED = `
const { refuseOptionsKeptByNpm } = await import(process.env.COMMAND_MODULE);
const isUnnoticed = (name) => {
  try {
    refuseOptionsKeptByNpm({ [name]: true });
    return true;
  } catch {
    return false;
  }
};
console.info('unnoticed: ' + process.env.NAMES.split(' ').filter(isUnnoticed).join(' '));
`;

/**
 * Without the first two, which npm takes for options of its own, a command changes nothing. The others are npm’s business too, or affect
 * only what `cdk` prints.
 */
const HARMLESS_IF_LOST = ['apply', 'to', 'ci', 'verbose', 'color', 'no-color', 'force', 'proxy', 'yes'];

describe('options that npm swallows, for lack of a -- before them', () => {
  it.each([
    ['infra/cloud/scripts/doctor.ts', [], { npm_config_call: 'stage=beta' }, '-c stage=beta'],
    ['infra/cloud/app.ts', [], { npm_config_call: 'stage=beta' }, '-c stage=beta'],
    ['infra/cloud/app.ts', [], { npm_config_alarmemail: 'a@example.com' }, '--alarmEmail'],
    ['infra/operate/person.ts', ['erase', 'ana@example.com'], { npm_config_dry_run: 'true' }, '--dry-run'],
    ['infra/operate/suppress.ts', ['linkedin.com/in/ada'], { npm_config_remove: 'true' }, '--remove'],
    ['infra/cloud/scripts/smoke.ts', ['http://127.0.0.1:9'], { npm_config_search: '' }, '--no-search'],
  ])('are reported before the production stage is touched: %s %j', async (script, args, kept, named) => {
    const environment = { npm_lifecycle_event: 'something', PATH: '', ...kept };
    const { code, stdout, stderr } = await runScript(script, { args, environment });
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain(`npm did not pass on ${named}.`);
    expect(stderr).toContain('npm run something -- ');
  });

  it('are noticed under the installed npm, which may have an abbreviation of its own', async () => {
    const commands = await Promise.all(Object.keys(COMMANDS).map(helpOf));
    const options = commands.flatMap((command) => command.options).filter((name) => name.startsWith('--'));
    const names = new Set(options.map((option) => option.slice('--'.length)));
    for (const name of HARMLESS_IF_LOST) names.delete(name);
    const folder = await mkdtemp(join(tmpdir(), 'npm-'));
    const scripts = { probe: `"${process.execPath}" probe.mjs` };
    await writeFile(join(folder, 'package.json'), JSON.stringify({ scripts }));
    await writeFile(join(folder, 'probe.mjs'), UNNOTICED);
    const args = ['run', '--silent', 'probe', ...Array.from(names, (name) => `--${name}=true`)];
    const settings = { HOME: folder, npm_config_update_notifier: 'false' };
    const env = { ...bareEnvironment(), ...settings, COMMAND_MODULE, NAMES: [...names].join(' ') };
    const { stdout } = await promisify(execFile)('npm', args, { cwd: folder, env });
    await rm(folder, { recursive: true });
    expect(stdout).toBe('unnoticed: \n');
  });

  it('are ignored if they are npm’s own, or if npm did not run the command', async () => {
    const bySettings = (environment: Record<string, string>) =>
      runScript('infra/operate/migrate.ts', { args: ['--help'], environment: { PATH: '', ...environment } });
    for (const environment of [
      { npm_lifecycle_event: 'migrate', npm_config_call: '', npm_config_yes: 'true' },
      { npm_lifecycle_event: 'migrate', npm_config_call: 'npm run migrate' },
      { npm_config_call: 'stage=beta' },
    ])
      expect(await bySettings(environment)).toMatchObject({ code: 0, stderr: '' });
  });

  it('are ignored if an .npmrc may have set them for npm itself', async () => {
    const environment = {
      ...{ npm_lifecycle_event: 'destroy', npm_config_color: '', npm_config_proxy: 'http://proxy:8080' },
      PATH: '',
    };
    const { stderr } = await runScript('infra/cloud/scripts/destroy.ts', { environment });
    expect(stderr).toContain('The AWS CLI is not installed.');
  });
});

describe('a developer command', () => {
  it.each([
    ['tests/recordings/record.ts', ['students-deep'], 'Unexpected argument students-deep.'],
    ['tests/bench/run.ts', ['nothing'], 'No bench is called nothing. There are: '],
    ['tests/bench/run.ts', ['--requests', '3'], '--requests 3 is for one bench: write its name first.'],
    ['tests/web/gallery/take-screens.ts', ['nothing'], 'No screen is called nothing. There are: start,'],
  ])('rejects arguments it does not understand: %s %j', async (script, args, said) => {
    const { code, stderr } = await runScript(script, { args, environment: {} });
    expect([code, stderr]).toEqual([1, expect.stringContaining(said)]);
  });

  it('lists the recordings when none is named to replay, and rejects an unknown one', async () => {
    // An empty variable counts as unset.
    const environment = { RECORDING: '' };
    const replay = (...args: string[]) => runScript('infra/local/replay.ts', { args, environment });
    const there = expect.stringMatching(/Available recordings:\n(.*\n)* {2}students-deep\n/);
    expect(await replay()).toEqual({ code: 0, stdout: there, stderr: '' });
    expect(await replay('nothing')).toEqual({ code: 1, stdout: '', stderr: there });
  });
});
