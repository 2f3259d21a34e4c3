import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, CfnResource, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { bootstrapVersion, MINIMUM_BOOTSTRAP, ROLE_ACTIONS } from '#infra/cloud/scripts/doctor/account.ts';
import { DEFAULT_QUALIFIER } from '#infra/cloud/settings/read-settings.ts';
import { projectContext } from '../support/project.ts';
import { propertiesOf } from '../support/resources.ts';
import { CHECK_SCHEMAS, synthesize } from '../support/synthesize.ts';

/** The template properties whose names must be unique within an account or region. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Budgets::Budget': ['Budget', 'BudgetName'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
  'AWS::Logs::LogGroup': ['LogGroupName'],
};

/** Kinds with one namespace for all regions of an account. */
const ACCOUNT_WIDE = /::(Dashboard|Budget|Function|CachePolicy|ResponseHeadersPolicy|OriginAccessControl)$/;
const CLOUDFRONT_AND_CO = Object.keys(NAMED).filter((kind) => ACCOUNT_WIDE.test(kind));

/** Kinds that AWS names itself if the template gives no name. */
const UNNAMED = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Cognito::UserPool': 'UserPoolName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
};

const settings = { googleClientId: 'a.apps.googleusercontent.com', siteAddress: 'https://d1.cloudfront.net' };
const stageTemplate = (stage: string) => synthesize({ ...settings, stage }).template;

const namesOf = (template: Template, kinds = Object.keys(NAMED)): string[] =>
  Object.entries(NAMED)
    .filter(([kind]) => kinds.includes(kind))
    .flatMap(([kind, path]) =>
      propertiesOf(template, kind).flatMap(
        (properties) => JSON.stringify(path.reduce((value, key) => value[key], properties)) ?? [],
      ),
    );

describe('two stages side by side', () => {
  const prod = stageTemplate('prod');
  const beta = stageTemplate('beta');

  it('share no names that must be unique', () => {
    expect(namesOf(prod)).toHaveLength(13);
    expect(namesOf(prod).filter((name) => namesOf(beta).includes(name))).toEqual([]);
  });

  it('leave every other name to AWS', () => {
    for (const [kind, name] of Object.entries(UNNAMED))
      prod.allResourcesProperties(kind, { [name]: Match.absent() });
  });

  it('are separate stacks', () => {
    expect(synthesize({ stage: 'beta' }).assembly.stacks.map((stack) => stack.stackName)).toEqual([
      'Expertscope-beta',
    ]);
  });
});

describe('one stage in two regions', () => {
  const inRegion = (region: string) => synthesize({ ...settings, region });
  const here = inRegion('eu-west-1');
  const there = inRegion('ap-southeast-2');
  const accountNames = ({ assembly }: typeof here) =>
    assembly.stacks.flatMap(({ template }) => namesOf(Template.fromJSON(template), CLOUDFRONT_AND_CO));
  const inUsEast1 = ({ assembly }: typeof here) =>
    assembly.stacks.filter(({ environment }) => environment.region === 'us-east-1');

  it('shares no names of CloudFront, budgets or dashboards, which are unique across regions', () => {
    expect(accountNames(here)).toHaveLength(9);
    expect(accountNames(here).filter((name) => accountNames(there).includes(name))).toEqual([]);
  });

  it('shares no stack and no log group in us-east-1', () => {
    const used = (stage: typeof here) =>
      inUsEast1(stage).flatMap(({ stackName, template }) => [
        stackName,
        ...namesOf(Template.fromJSON(template), ['AWS::Logs::LogGroup']),
      ]);
    expect(used(here)).toHaveLength(3);
    expect(used(here).filter((name) => used(there).includes(name))).toEqual([]);
  });

  it('serves its region from CloudFront locations nearby', () => {
    there.template.hasResourceProperties('AWS::CloudFront::Distribution', {
      DistributionConfig: { PriceClass: 'PriceClass_All' },
    });
  });
});

describe('a template that CloudFormation would reject', () => {
  it('fails the synthesis', () => {
    const app = new App({ context: projectContext, outdir: mkdtempSync(join(tmpdir(), 'cdk-')) });
    const stack = new Stack(app, 'Wrong', { env: { region: 'us-east-1' } });
    new CfnResource(stack, 'Topic', { type: 'AWS::SNS::Topic', properties: { FifoTopic: 'perhaps' } });
    expect(() => app.synth()).toThrow("'perhaps' is not of type 'boolean'");
  });
});

/** Avoids the warning that alarms have no recipient. */
const CHECKED = { ...CHECK_SCHEMAS, alarmEmail: 'operations@example.com' };

describe('a stage in us-east-1', () => {
  const { assembly, template } = synthesize(CHECKED);

  it('is a single stack, so that one `cdk deploy` is enough', () => {
    expect(assembly.stacks).toHaveLength(1);
  });

  it('passes the AWS Solutions rules and CloudFormation’s schemas, without CDK warnings', () => {
    expect(assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data))).toEqual([]);
  });

  it('looks nothing up, so that it can be synthesized for any account', () => {
    expect(assembly.manifest.missing).toBeUndefined();
  });

  it('matches its snapshot', async () => {
    await expect(`${JSON.stringify(template.toJSON(), null, 2)}\n`).toMatchFileSnapshot(
      'snapshots/expertscope-prod.snap.json',
    );
  });
});

describe('a stage in another region', () => {
  const { assembly, template } = synthesize({ region: 'eu-central-1', ...CHECKED });
  const regionsOf = ({ stacks }: typeof assembly) =>
    stacks.map((stack) => [stack.stackName, stack.environment.region]);
  const kindsOf = (stacks: typeof assembly.stacks): string[] =>
    stacks.flatMap(({ template: { Resources } }) => Object.keys(Resources).map((id) => Resources[id].Type));

  it('has its firewall in us-east-1, the only region from which CloudFront accepts one', () => {
    expect(regionsOf(assembly)).toEqual([
      ['Expertscope-prod-eu-central-1-edge', 'us-east-1'],
      ['Expertscope-prod', 'eu-central-1'],
      ['Expertscope-prod-eu-central-1-edge-alarms', 'us-east-1'],
    ]);
    template.resourcePropertiesCountIs('AWS::WAFv2::WebACL', { Scope: 'CLOUDFRONT' }, 0);
    const [{ DistributionConfig }] = propertiesOf(template, 'AWS::CloudFront::Distribution');
    expect(DistributionConfig.WebACLId).toBeDefined();
  });

  it('passes the same checks', () => {
    expect(assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data))).toEqual([]);
  });

  it('also has its budget, its CloudFront alarm and their topic in us-east-1', () => {
    const [edge, main, edgeAlarms] = assembly.stacks;
    expect(kindsOf(assembly.stacks.slice(0, 1))).toEqual(
      expect.arrayContaining(['AWS::Budgets::Budget', 'AWS::SNS::Topic', 'AWS::SNS::Subscription']),
    );
    expect(kindsOf(assembly.stacks.slice(1, 2))).not.toContain('AWS::Budgets::Budget');
    expect(kindsOf(assembly.stacks.slice(2))).toEqual(['AWS::CloudWatch::Alarm']);
    expect(edgeAlarms?.dependencies).toEqual(expect.arrayContaining([edge, main]));
  });

  it('needs no CDK functions to read across stacks, whose logs would never expire', () => {
    expect(kindsOf(assembly.stacks).filter((kind) => kind.startsWith('Custom::CrossRegion'))).toEqual([]);
  });

  it('keeps its us-east-1 stack when the firewall is switched off, so that the firewall is deleted', () => {
    const { assembly: without } = synthesize({ region: 'eu-central-1', waf: false });
    expect(regionsOf(without).toSorted()).toEqual(regionsOf(assembly).toSorted());
    expect(kindsOf(without.stacks)).not.toContain('AWS::WAFv2::WebACL');
    // The distribution must release it first: AWS WAF does not delete a firewall in use.
    expect(without.stacks[1]?.dependencies).toContain(without.stacks[0]);
    expect(without.stacks[0]?.stackName).toBe('Expertscope-prod');
  });

  it.each([true, false])('is destroyed before the firewall that it may still use, with waf=%s', (waf) => {
    const asDestroyed = { region: 'eu-central-1', waf, 'expertscope:taking-down': 'true' };
    expect(regionsOf(synthesize(asDestroyed).assembly)).toEqual(regionsOf(assembly));
  });
});

it('the doctor’s bootstrap versions match those in the templates', () => {
  const { Parameters, Rules } = synthesize().template.toJSON();
  expect(Parameters.BootstrapVersion.Default).toBe(bootstrapVersion(DEFAULT_QUALIFIER));
  const tooOld = JSON.stringify(Rules.CheckBootstrapVersion).match(/"\d+"/g) ?? [];
  expect(Math.max(...tooOld.map((version) => Number(JSON.parse(version)))) + 1).toBe(MINIMUM_BOOTSTRAP);
});

it('the doctor checks every permission on roles that the resources need', () => {
  const { Resources } = synthesize().template.toJSON();
  const kinds = new Set<string>();
  for (const { Type, Properties } of Object.values<{ Type: string; Properties: object }>(Resources)) {
    if (!Type.startsWith('AWS::IAM::')) continue;
    kinds.add(Type);
    for (const property of Object.keys(Properties)) kinds.add(`${Type}.${property}`);
  }
  const needed: Record<string, readonly string[]> = {
    'AWS::IAM::Role': ['CreateRole', 'DeleteRole', 'GetRole', 'PassRole'],
    'AWS::IAM::Role.ManagedPolicyArns': ['AttachRolePolicy', 'DetachRolePolicy'],
    'AWS::IAM::Role.Tags': ['TagRole'],
    'AWS::IAM::Policy': ['DeleteRolePolicy', 'PutRolePolicy'],
  };
  const others = [
    'Role.AssumeRolePolicyDocument',
    'Policy.PolicyDocument',
    'Policy.PolicyName',
    'Policy.Roles',
  ];
  const known = [...Object.keys(needed), ...others.map((name) => `AWS::IAM::${name}`)];
  expect([...kinds].filter((kind) => !known.includes(kind))).toEqual([]);
  expect([...kinds].flatMap((kind) => needed[kind] ?? []).sort()).toEqual(ROLE_ACTIONS);
});
