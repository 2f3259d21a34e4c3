import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { PassThrough } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askSecrets } from '#infra/cloud/scripts/ask-secrets.ts';
import { settingsFromArguments } from '#infra/cloud/scripts/read-context.ts';
import { whatStays } from '#infra/cloud/scripts/what-stays.ts';
import { ROOT } from './support/project.ts';

/**
 * Stands in for the AWS command line: notes each command with what it was given in files, answers what AWS would, and
 * keeps one secret.
 */
const FAKE_AWS = `#!${process.execPath}
const fs = require('node:fs');
const home = __dirname;
const args = process.argv.slice(2);
const files = args.filter((arg) => arg.startsWith('file://')).map((arg) => fs.readFileSync(arg.slice(7), 'utf8'));
fs.appendFileSync(home + '/calls', JSON.stringify({ args, files }) + '\\n');
const fail = (message) => { process.stderr.write(message); process.exit(254); };
const stored = home + '/stored';
const answers = {
  'describe-stacks': () => ({ Stacks: [{ Outputs: [{ OutputKey: 'SearchFunction', OutputValue: 'search-1' }] }] }),
  'get-secret-value': () => fs.existsSync(stored)
    ? { SecretString: fs.readFileSync(stored, 'utf8') }
    : fail("ResourceNotFoundException: Secrets Manager can't find the specified secret value for staging label: AWSCURRENT"),
  'put-secret-value': () => { fs.writeFileSync(stored, files[0]); return {}; },
  'create-secret': () => fs.existsSync(home + '/google') ? fail('ResourceExistsException') : {},
  'update-function-configuration': () => ({}),
};
process.stdout.write(JSON.stringify(answers[args[1]]()));
`;

interface Call {
  args: string[];
  files: string[];
}

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'fake-aws-'));
  writeFileSync(join(home, 'aws'), FAKE_AWS, { mode: 0o755 });
});
afterEach(() => rmSync(home, { recursive: true }));

const calls = (): Call[] =>
  readFileSync(join(home, 'calls'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));

/** Runs the script of `npm run keys` with text on its standard input. */
const keys = (input: string, options: { args?: string[]; path?: string } = {}) =>
  new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
    const { args = [], path = home } = options;
    const script = join(ROOT, 'infra/cloud/scripts/keys.ts');
    const child = execFile(
      process.execPath,
      [script, ...args],
      { env: { PATH: path } },
      (error, stdout, stderr) => resolve({ code: error ? 1 : 0, stdout, stderr }),
    );
    child.stdin?.end(input);
  });

const THREE = 'OPENAI_API_KEY=sk-a=b\nSERPAPI_API_KEY=serp\nPROFILE_API_KEY=prof\n';

describe('npm run keys', () => {
  it('stores the three keys in the stage’s secret, and never as an argument', async () => {
    const { stdout } = await keys(THREE, { args: ['-c', 'stage=beta', '-c', 'region=eu-west-1'] });
    expect(stdout).toContain('All three keys are stored.');
    const put = calls().find(({ args }) => args[1] === 'put-secret-value');
    expect(put?.args).toEqual(expect.arrayContaining(['expertscope/beta/provider-keys', 'eu-west-1']));
    expect(JSON.parse(put?.files[0] ?? '')).toEqual({
      OPENAI_API_KEY: 'sk-a=b',
      SERPAPI_API_KEY: 'serp',
      PROFILE_API_KEY: 'prof',
    });
    expect(
      calls()
        .flatMap(({ args }) => args)
        .join(' '),
    ).not.toMatch(/sk-a|serp$|prof$/);
  });

  it('leaves no file with a key behind', async () => {
    await keys(THREE);
    const path = calls()
      .flatMap(({ args }) => args)
      .find((arg) => arg.startsWith('file://'));
    expect(() => readFileSync(path?.slice('file://'.length) ?? '')).toThrow('ENOENT');
  });

  it('keeps what is left empty and says what is missing', async () => {
    await keys('OPENAI_API_KEY=first\n');
    const { stdout } = await keys('SERPAPI_API_KEY=second\n');
    expect(stdout).toContain('Still missing: PROFILE_API_KEY.');
    expect(JSON.parse(readFileSync(join(home, 'stored'), 'utf8'))).toEqual({
      OPENAI_API_KEY: 'first',
      SERPAPI_API_KEY: 'second',
    });
  });

  it('makes the search door start anew, since running copies remember the old keys', async () => {
    await keys(THREE);
    expect(calls().at(-1)?.args).toEqual(
      expect.arrayContaining(['update-function-configuration', 'search-1']),
    );
  });

  it('stores nothing when nothing is typed', async () => {
    const { code, stderr } = await keys('');
    expect([code, stderr.trim()]).toEqual([1, 'Nothing was typed: nothing is stored.']);
  });

  it('says what to install when the AWS command line is missing', async () => {
    const { code, stderr } = await keys(THREE, { path: '/nowhere' });
    expect(code).toBe(1);
    expect(stderr).toContain('The AWS command line is missing. Install it: https://');
  });

  it('stores Google’s client secret, whether it is there or not', async () => {
    await keys('GOOGLE_CLIENT_SECRET=g\n', { args: ['--google'] });
    writeFileSync(join(home, 'google'), '');
    await keys('GOOGLE_CLIENT_SECRET=h\n', { args: ['--google'] });
    expect(calls().map(({ args, files }) => [args[1], files[0]])).toEqual([
      ['create-secret', 'g'],
      ['create-secret', 'h'],
      ['put-secret-value', 'h'],
    ]);
  });
});

describe('secrets typed at a terminal', () => {
  it('are not shown', async () => {
    const input = Object.assign(new PassThrough(), { isTTY: true });
    const output = new PassThrough();
    const asked = askSecrets(
      [
        { name: 'A', question: 'First' },
        { name: 'B', question: 'Second' },
      ],
      { input, output },
    );
    input.write('secret-a\r');
    setImmediate(() => input.write('\r'));
    expect(await asked).toEqual({ A: 'secret-a' });
    expect(output.read()?.toString()).toBe('First: \nSecond: \n');
  });
});

describe('the scripts’ settings', () => {
  const cdkJson = new URL(`file://${ROOT}cdk.json`);

  it('are those of the same cdk command', () => {
    const given = ['-c', 'stage=beta', '--context', 'region=eu-west-1', '--context=waf=false', '--force'];
    expect(settingsFromArguments(given, cdkJson)).toMatchObject({
      stage: 'beta',
      region: 'eu-west-1',
      waf: false,
    });
  });

  it('say how to write one that is not whole', () => {
    expect(() => settingsFromArguments(['-c', 'stage'], cdkJson)).toThrow('must be -c name=value');
  });
});

describe('npm run destroy', () => {
  it('says what stays, by name, and how to be rid of it', () => {
    const text = whatStays({
      stage: 'prod',
      region: 'us-east-1',
      outputs: { Table: 'Table-1', UserPool: 'us-east-1_Abc' },
    });
    expect(text).toContain('the table Table-1: chats');
    expect(text).toContain('aws dynamodb delete-table --region us-east-1 --table-name Table-1');
    expect(text).toContain('delete-user-pool --region us-east-1 --user-pool-id us-east-1_Abc');
  });
});
