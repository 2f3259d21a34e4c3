import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import * as destroying from '#infra/cloud/scripts/destroy.ts';
import * as storing from '#infra/cloud/scripts/keys.ts';
import { bootstrapQualifier, settingsWith } from '#infra/cloud/settings/read-settings.ts';
import { UsageError } from '#infra/command.ts';
import { type FakeAws, installFakeAws } from './support/fake-aws.ts';
import { ROOT, runScript } from './support/project.ts';

let aws: FakeAws;
beforeEach(() => {
  aws = installFakeAws();
});
afterEach(() => aws.remove());

/** For a script that would go on to ask for keys. */
const KEYS = 'OPENAI_API_KEY=sk-a=b\nSERPAPI_API_KEY=second-secret\nPROFILE_API_KEY=third-secret\n';

describe('the scripts’ settings', () => {
  const cdkJson = new URL(`file://${ROOT}cdk.json`);

  it('match those of the same cdk command', () => {
    const given = ['stage=beta', 'region=eu-west-1', 'waf=false'];
    expect(settingsWith(given, cdkJson)).toMatchObject({
      stage: 'beta',
      region: 'eu-west-1',
      siteFirewall: false,
      accountsFirewall: false,
    });
  });

  it('include the qualifier that the account was bootstrapped with', () => {
    const given = ['@aws-cdk/core:bootstrapQualifier=firm'];
    expect(bootstrapQualifier(given, cdkJson)).toBe('firm');
    expect(bootstrapQualifier([], cdkJson)).toBe('hnb659fds');
  });

  it('explain how to write an incomplete one', () => {
    expect(() => settingsWith(['stage'], cdkJson)).toThrow('must be -c name=value');
  });
});

describe('an invalid argument', () => {
  const run = (script: string, ...args: string[]) =>
    runScript(script, { args, environment: { PATH: aws.home }, input: KEYS });
  const READERS = { destroy: destroying.readRequest, keys: storing.readRequest };
  const somebody = 'https://www.linkedin.com/in/someone';

  it.each([
    ['infra/cloud/scripts/destroy.ts', ['--force']],
    ['infra/cloud/scripts/doctor.ts', []],
    ['infra/cloud/scripts/keys.ts', ['--force']],
    ['infra/operate/erase-lookup.ts', ['--all']],
    ['infra/operate/migrate.ts', ['--apply']],
    ['infra/operate/person.ts', ['erase', 'ana@example.com', '--yes']],
    ['infra/operate/restore.ts', ['--apply']],
    ['infra/operate/suppress.ts', [somebody]],
  ])('stops %s before it touches the production stage, and is reported', async (script, args) => {
    const { code, stdout, stderr } = await run(script, ...args, '--stage=beta');
    expect([code, stdout, aws.calls()]).toEqual([1, '', []]);
    expect(stderr).toContain('--stage is a setting, not an option: pass it as -c stage=beta');
  });

  it.each([
    ['destroy', ['beta'], 'Unexpected argument beta: pass a setting as -c name=value'],
    ['destroy', ['--force', '--region', 'eu-west-1'], '--region is a setting'],
    ['destroy', ['--forse'], 'Unknown option --forse. The options are -c name=value, --force,'],
    ['destroy', ['-c'], 'argument missing'],
    ['keys', ['-c', 'stage=beta', '--', '--google'], 'Unexpected argument --google'],
    ['keys', ['--from-shell'], '--from-shell works only with --check'],
    [
      'keys',
      ['--check', '--from-shell', '-c', 'openaiModel=own'],
      '--from-shell does not accept -c name=value: the variables',
    ],
    ['keys', ['--google', '--check'], 'Specify only one of --google, --force and --check.'],
  ] as const)('to %s is refused: %j', (command, args, said) => {
    const read = () => READERS[command](args);
    expect(read).toThrow(UsageError);
    expect(read).toThrow(said);
  });
});
