import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FakeAws, installFakeAws } from '../support/fake-aws.ts';
import { runScript } from '../support/project.ts';

let aws: FakeAws;
beforeEach(() => {
  aws = installFakeAws();
});
afterEach(() => aws.remove());

describe('npm run destroy', () => {
  const destroy = (...args: string[]) => {
    // Each run finds the stage deployed.
    if (aws.has('destroyed')) aws.take('destroyed');
    return runScript('infra/cloud/scripts/destroy.ts', { args, environment: { PATH: aws.home } });
  };

  it('names what was retained, and how to reuse or delete it', async () => {
    const { code, stdout } = await destroy();
    expect([code, stdout]).toEqual([0, expect.stringContaining('  - Expertscope-prod in us-east-1\n')]);
    expect(stdout).toContain('destroy --all --context=expertscope:taking-down=true');
    expect(stdout).toContain('The table Table-1 was kept: chats');
    expect(stdout).toContain('aws dynamodb delete-table --table-name Table-1 --region us-east-1');
    expect(stdout).toContain('delete-user-pool --user-pool-id us-east-1_Abc --region us-east-1');
    expect(stdout).toContain('  AWS::Lambda::Function Linker-1\n');
    expect(stdout).toContain('-c existingTable=Table-1 -c existingUserPool=us-east-1_Abc');
    expect(stdout).not.toMatch(/Bucket-1|update-user-pool/);
  });

  it('finds stacks in us-east-1 left by other settings or an earlier version', async () => {
    aws.put('edge');
    const { stdout } = await destroy('-c', 'region=eu-west-1', '-c', 'waf=false');
    expect(stdout).toContain('  - Expertscope-prod-eu-west-1-edge in us-east-1\n');
    expect(stdout).toContain(
      'aws cloudformation delete-stack --stack-name Expertscope-prod-edge --region us-east-1\n',
    );
  });

  it('leaves another stage’s stack alone that is named as an earlier version named this one’s', async () => {
    aws.put('edge');
    const { stdout } = await destroy('-c', 'stage=prod-eu-west-1', '-c', 'region=eu-west-1');
    expect(stdout).toContain('  - Expertscope-prod-eu-west-1 in eu-west-1\n');
    expect(stdout).not.toContain('Expertscope-prod-eu-west-1-edge');
  });

  it('finds what failed deployments left behind, whether or not the stack exists', async () => {
    aws.put('failed');
    const { stdout } = await destroy();
    expect(stdout.match(/The (table|user pool) \S+ was kept/g)).toEqual([
      'The table Table-1 was kept',
      'The table Table-0 was kept',
      'The user pool us-east-1_Abc was kept',
      'The user pool us-east-1_Old was kept',
    ]);
    expect(stdout).toContain(
      '-c existingTable=Table-1 or Table-0 -c existingUserPool=us-east-1_Abc or us-east-1_Old\n',
    );
    const tagged = aws.calls().find(({ args }) => args[1] === 'get-resources');
    expect(tagged?.args).toEqual(
      expect.arrayContaining(['Key=product,Values=Expertscope', 'Key=stage,Values=prod', 'us-east-1']),
    );
    expect(tagged?.args).toEqual(
      expect.arrayContaining(['dynamodb:table', 'cognito-idp:userpool', 'lambda:function', 'logs:log-group']),
    );
    aws.put('undeployed');
    const without = await destroy();
    expect(without.code).toBe(1);
    expect(without.stdout).toContain('delete-table --table-name Table-0 --region us-east-1');
    expect(without.stdout).not.toContain('destroy --all');
  });

  it('offers nothing that is in use for deletion when the stage was not destroyed', async () => {
    aws.put('declined');
    aws.put('failed');
    aws.put('table', 'Table-0');
    aws.put('pool', 'us-east-1_Old');
    const { code, stdout } = await destroy();
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(
        'The stage prod was not destroyed. It still has\n  - Expertscope-prod in us-east-1\n',
      ),
    ]);
    expect(stdout).not.toMatch(/was kept:|delete-|existingTable/);
    aws.take('declined');
    expect((await destroy()).stdout).not.toContain('not destroyed');
  });

  it('finds the trigger’s leftovers after its features were switched off, but none of other stages', async () => {
    aws.put('switched-off');
    const { stdout } = await destroy();
    expect(stdout.match(/^ {2}AWS::\S+ \S+$/gm)).toEqual([
      '  AWS::Lambda::Function Linker-1',
      '  AWS::Lambda::Function Expertscope-prod-IdentityLinkerFunction0',
      '  AWS::Logs::LogGroup Expertscope-prod-IdentityLinkerLog0',
      '  AWS::IAM::Role Role-of-Expertscope-prod-IdentityLinkerFunction0',
    ]);
  });

  it('still reports what it retained itself when it may not search for more', async () => {
    aws.put('untagged');
    const { code, stdout } = await destroy();
    expect([code, stdout]).toEqual([0, expect.stringContaining('The table Table-1 was kept: chats')]);
    expect(stdout).toContain(
      'More may remain. This could not be checked:\n  - what earlier deployments left behind in us-east-1: AccessDenied',
    );
    aws.put('undeployed');
    expect((await destroy()).stdout).toContain('More may remain.');
  });

  it('reports what it could not check when its credentials expire during the run', async () => {
    aws.put('expiring');
    const { code, stdout } = await destroy();
    expect([code, stdout]).toEqual([0, expect.stringContaining('More may remain.')]);
    expect(stdout).toContain('  - what Expertscope-prod left behind in us-east-1: ExpiredToken');
    expect(stdout).toContain('  - what earlier deployments left behind in us-east-1: ExpiredToken');
  });

  it('offers nothing for deletion that a stack may still use', async () => {
    aws.put('unsure');
    aws.put('table', 'Table-1');
    const { stdout } = await destroy();
    expect(stdout).toContain(
      'More may remain. This could not be checked:\n  - whether Expertscope-prod still exists in us-east-1: Could not connect',
    );
    expect(stdout).not.toMatch(/was kept: |delete-/);
  });

  it('fails when cdk was killed', async () => {
    aws.put('killed');
    const { code, stdout } = await destroy();
    expect([code, stdout]).toEqual([1, expect.stringContaining('The stage prod was not destroyed.')]);
  });

  it('does not treat a stage as missing when it has no credentials', async () => {
    aws.put('signed-out');
    const { code, stdout, stderr } = await destroy();
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringContaining('Error loading SSO Token')]);
  });

  it('passes the stage it understood and cdk’s own options to cdk', async () => {
    const { stdout } = await destroy(
      '-cstage=beta',
      '--context',
      'waf=false',
      '-fvv',
      '--profile',
      'ops',
      '--ci',
    );
    expect(stdout).toContain(
      'destroy --all --context=expertscope:taking-down=true --context=stage=beta --context=waf=false --force --verbose --verbose --profile=ops --ci',
    );
  });

  it('inspects the account of the profile passed to cdk', async () => {
    aws.put('edge');
    await destroy('--profile', 'ops', '-c', 'region=eu-west-1');
    const profiles = aws.calls().map(({ args }) => args.slice(args.indexOf('--profile')).slice(0, 2));
    expect(profiles.length).toBeGreaterThan(4);
    expect(new Set(profiles.map(String))).toEqual(new Set(['--profile,ops']));
    const { stdout } = await destroy();
    expect(stdout).toContain('was kept');
    expect(stdout).not.toContain('--profile');
    expect(aws.calls().at(-1)?.args).not.toContain('--profile');
  });

  it('suggests deletion commands that use the same profile', async () => {
    aws.put('edge');
    const { stdout } = await destroy('--profile', 'my ops', '-c', 'region=eu-west-1');
    const { stdout: more } = await destroy('--profile', 'my ops');
    const commands = `${stdout}${more}`.match(/^ {2}aws .*/gm) ?? [];
    expect(commands.map((command) => command.split(' ').slice(2, 5).join(' '))).toEqual(
      expect.arrayContaining([
        'aws dynamodb update-table',
        'aws dynamodb delete-table',
        'aws cognito-idp delete-user-pool',
        'aws cloudformation delete-stack',
      ]),
    );
    for (const command of commands) expect(command).toMatch(/ --region \S+ --profile 'my ops'$/);
  });

  it('takes down a stage in a region that is no longer supported', async () => {
    const { code, stdout } = await destroy('-c', 'region=eu-south-2');
    expect([code, stdout]).toEqual([0, expect.stringContaining('  - Expertscope-prod in eu-south-2\n')]);
    expect(stdout).toContain('--context=expertscope:taking-down=true --context=region=eu-south-2');
  });

  it('fails when the stage does not exist, and takes nothing down', async () => {
    aws.put('undeployed');
    const { code, stdout, stderr } = await destroy('-c', 'stage=beta');
    expect([code, stdout]).toEqual([1, '']);
    expect(stderr).toContain('There is no stage beta in us-east-1.');
  });
});
