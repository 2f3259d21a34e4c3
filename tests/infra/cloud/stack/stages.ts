import { Match, type Template } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { propertiesOf } from '../support/resources.ts';
import { CHECK_SCHEMAS, synthesize } from '../support/synthesize.ts';

/** Where a template gives a name that must be unique in its account or region. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  'AWS::SecretsManager::Secret': ['Name'],
  'AWS::CloudWatch::Dashboard': ['DashboardName'],
  'AWS::Budgets::Budget': ['Budget', 'BudgetName'],
  'AWS::CloudFront::Function': ['Name'],
  'AWS::CloudFront::CachePolicy': ['CachePolicyConfig', 'Name'],
  'AWS::CloudFront::ResponseHeadersPolicy': ['ResponseHeadersPolicyConfig', 'Name'],
  'AWS::CloudFront::OriginAccessControl': ['OriginAccessControlConfig', 'Name'],
  'AWS::Cognito::UserPoolDomain': ['Domain'],
};

/** Kinds whose names AWS makes up when a template gives none. */
const UNNAMED = {
  'AWS::DynamoDB::Table': 'TableName',
  'AWS::Lambda::Function': 'FunctionName',
  'AWS::S3::Bucket': 'BucketName',
  'AWS::Logs::LogGroup': 'LogGroupName',
  'AWS::Cognito::UserPool': 'UserPoolName',
  'AWS::IAM::Role': 'RoleName',
  'AWS::SNS::Topic': 'TopicName',
  'AWS::CloudWatch::Alarm': 'AlarmName',
};

const settings = { googleClientId: 'a.apps.googleusercontent.com', siteAddress: 'https://d1.cloudfront.net' };
const stageTemplate = (stage: string) => synthesize({ ...settings, stage }).template;

const namesOf = (template: Template): string[] =>
  Object.entries(NAMED).flatMap(([kind, path]) =>
    propertiesOf(template, kind).map((properties) =>
      JSON.stringify(path.reduce((value, key) => value[key], properties)),
    ),
  );

describe('two stages side by side', () => {
  const prod = stageTemplate('prod');
  const beta = stageTemplate('beta');

  it('share no name that must be unique', () => {
    expect(namesOf(prod)).toHaveLength(11);
    expect(namesOf(prod).filter((name) => namesOf(beta).includes(name))).toEqual([]);
  });

  it('leave every other name to AWS', () => {
    for (const [kind, name] of Object.entries(UNNAMED))
      prod.allResourcesProperties(kind, { [name]: Match.absent() });
  });

  it('are stacks of their own', () => {
    expect(synthesize({ stage: 'beta' }).assembly.stacks.map((stack) => stack.stackName)).toEqual([
      'Expertscope-beta',
    ]);
  });
});

describe('a stage in us-east-1', () => {
  const { assembly, template } = synthesize(CHECK_SCHEMAS);

  it('is one stack, so that one `cdk deploy` is all', () => {
    expect(assembly.stacks).toHaveLength(1);
  });

  it('is clean under AWS Solutions’ rules and CloudFormation’s schemas, without a warning of CDK', () => {
    expect(assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data))).toEqual([]);
  });

  it('looks up nothing, so that any account can synthesize it', () => {
    expect(assembly.manifest.missing).toBeUndefined();
  });

  it('is what it was', async () => {
    await expect(`${JSON.stringify(template.toJSON(), null, 2)}\n`).toMatchFileSnapshot(
      'snapshots/expertscope-prod.snap.json',
    );
  });
});

describe('a stage elsewhere', () => {
  const { assembly, template } = synthesize({ region: 'eu-central-1', ...CHECK_SCHEMAS });

  it('has its firewall in us-east-1, the only region CloudFront takes one from', () => {
    const regions = assembly.stacks.map((stack) => [stack.stackName, stack.environment.region]);
    expect(regions).toEqual([
      ['Expertscope-prod-edge', 'us-east-1'],
      ['Expertscope-prod', 'eu-central-1'],
    ]);
    template.resourcePropertiesCountIs('AWS::WAFv2::WebACL', { Scope: 'CLOUDFRONT' }, 0);
    const [{ DistributionConfig }] = propertiesOf(template, 'AWS::CloudFront::Distribution');
    expect(DistributionConfig.WebACLId).toBeDefined();
  });

  it('is as clean', () => {
    expect(assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data))).toEqual([]);
  });

  it('is one stack without the firewall', () => {
    expect(synthesize({ region: 'eu-central-1', waf: false }).assembly.stacks).toHaveLength(1);
  });
});
