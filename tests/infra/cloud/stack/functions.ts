import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { ERASURE_SETTLE_TIME } from '#functions/http/owner.ts';
import { permissions, permissionsOf, propertiesOf } from '../support/resources.ts';
import { synthesize } from '../support/synthesize.ts';

const { template } = synthesize({
  searchDeadlineSeconds: 120,
  maximumConcurrentSearches: 40,
  sensitiveCriteria: 'show',
});
const search = { Description: 'Runs searches and streams their events' };
const chats = { Description: "Reads and writes people's own chats" };

describe('both functions', () => {
  it('run on Node 24 and on arm64, which is cheaper', () => {
    for (const properties of [search, chats])
      template.hasResourceProperties('AWS::Lambda::Function', {
        ...properties,
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      });
  });

  it('require signed requests, because function URLs are public', () => {
    template.resourceCountIs('AWS::Lambda::Url', 2);
    template.allResourcesProperties('AWS::Lambda::Url', { AuthType: 'AWS_IAM' });
  });

  it('have their URLs in the stack’s outputs, so that a deployment can be tested without a signature', () => {
    const urls = Object.keys(template.findResources('AWS::Lambda::Url'));
    const printed = ['SearchFunctionUrl', 'ChatsFunctionUrl'].map(
      (name) => template.findOutputs(name)[name]?.['Value']?.['Fn::GetAtt'][0],
    );
    expect(printed.toSorted()).toEqual(urls.toSorted());
  });

  it('grant CloudFront both permissions that a function URL needs, for this distribution only', () => {
    const allowed = propertiesOf(template, 'AWS::Lambda::Permission');
    for (const Action of ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'])
      expect(allowed.filter((permission) => permission.Action === Action)).toHaveLength(2);
    for (const { Principal, SourceArn } of allowed) {
      expect(Principal).toBe('cloudfront.amazonaws.com');
      expect(JSON.stringify(SourceArn)).toContain('{"Ref":"SiteDistribution');
    }
  });

  it('log JSON to their own groups, kept for thirty days', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { LoggingConfig: { LogFormat: 'JSON' } }, 2);
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  });

  it('are traced, so that slow calls can be investigated', () => {
    for (const properties of [search, chats])
      template.hasResourceProperties('AWS::Lambda::Function', {
        ...properties,
        TracingConfig: { Mode: 'Active' },
      });
  });

  it('may write only to their own log group', () => {
    for (const id of ['Search', 'Chats'] as const) {
      const logging = permissionsOf(template, id).find(({ actions }) => actions[0]?.startsWith('logs:'));
      expect(logging).toMatchObject({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'] });
      expect(logging?.resource).toMatch(new RegExp(`^\\{"Fn::GetAtt":\\["${id}Log\\w+","Arn"\\]\\}$`));
    }
  });
});

describe('the search function', () => {
  it('streams its response, because a search takes longer than people wait in silence', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Url', { InvokeMode: 'RESPONSE_STREAM' }, 1);
    template.hasResourceProperties('AWS::Lambda::Url', {
      InvokeMode: 'RESPONSE_STREAM',
      TargetFunctionArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^SearchFunction'), 'Arn'] },
    });
  });

  it('outlives a search’s deadline, so that it can save and report its results', () => {
    template.hasResourceProperties('AWS::Lambda::Function', { ...search, Timeout: 135 });
  });

  it('outlives an account’s erasure, however short searches may be', () => {
    const { template: brief } = synthesize({ searchDeadlineSeconds: 5 });
    const [{ Timeout }] = propertiesOf(brief, 'AWS::Lambda::Function', search);
    expect(Timeout * 1_000).toBeGreaterThanOrEqual(ERASURE_SETTLE_TIME + 45_000);
  });

  it('can be limited to a number of concurrent searches', () => {
    template.hasResourceProperties('AWS::Lambda::Function', { ...search, ReservedConcurrentExecutions: 40 });
  });

  it('gets an environment that its own configuration accepts', () => {
    const [{ Environment }] = propertiesOf(template, 'AWS::Lambda::Function', search);
    const variables: Record<string, unknown> = Environment.Variables;
    const texts = Object.entries(variables).filter(
      (entry): entry is [string, string] => typeof entry[1] === 'string',
    );
    const config = readConfig(Object.fromEntries(texts));
    expect(config).toMatchObject({
      searchDeadline: 120_000,
      pacing: 'steps',
      sensitiveCriteria: 'show',
      providers: { mode: 'live' },
    });
  });
});

describe('the chats function', () => {
  it('has reserved concurrency, so that long searches never keep people from their chats', () => {
    template.hasResourceProperties('AWS::Lambda::Function', { ...chats, ReservedConcurrentExecutions: 50 });
  });

  it('can go without reserved concurrency', () => {
    const { template: without } = synthesize({
      existingTable: 'Restored-1',
      existingUserPool: 'us-east-1_Kept00001',
      reservedConcurrentChats: 0,
    });
    without.hasResourceProperties('AWS::Lambda::Function', {
      ...chats,
      ReservedConcurrentExecutions: Match.absent(),
    });
  });
});

describe('the provider keys', () => {
  it('never appear in the template: the secret is created empty', () => {
    template.hasResourceProperties('AWS::SecretsManager::Secret', {
      SecretString: Match.absent(),
      GenerateSecretString: Match.absent(),
    });
  });

  it('can be read only by the search function', () => {
    const readers = permissions(template).filter(({ actions }) =>
      actions.some((action) => action.startsWith('secretsmanager:')),
    );
    expect(readers).toHaveLength(1);
    expect(readers[0]).toMatchObject({ actions: ['secretsmanager:GetSecretValue'] });
    expect(readers[0]?.roles[0]).toMatch(/^SearchRole/);
    expect(readers[0]?.resource).toMatch(/^\{"Ref":"ProviderKeysSecret/);
  });

  it('are unknown to the chats function, even by name', () => {
    const [found] = Object.values(template.findResources('AWS::Lambda::Function', { Properties: chats }));
    expect(JSON.stringify(found)).not.toContain('ProviderKeys');
  });
});

describe('the functions’ access to the table', () => {
  const onTable = (id: 'Search' | 'Chats') =>
    permissionsOf(template, id).filter(({ actions }) => actions.some((a) => a.startsWith('dynamodb:')));

  it('covers reading and writing items by key, with no scans and no changes to the table itself', () => {
    for (const id of ['Search', 'Chats'] as const)
      expect([...new Set(onTable(id).flatMap(({ actions }) => actions))].sort()).toEqual([
        'dynamodb:BatchGetItem',
        'dynamodb:BatchWriteItem',
        'dynamodb:DeleteItem',
        'dynamodb:GetItem',
        'dynamodb:PutItem',
        'dynamodb:Query',
        'dynamodb:UpdateItem',
      ]);
  });

  it('covers only this stage’s table', () => {
    for (const id of ['Search', 'Chats'] as const)
      for (const { resource } of onTable(id)) expect(resource).toMatch(/^\[\{"Fn::GetAtt":\["DataTable/);
  });

  it('limits the chats function to own records, search stops and logs, shares and reading suppressions', () => {
    expect(onTable('Chats').map(({ condition }) => condition)).toEqual([
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["USER#*"]}}',
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SEARCH#*"]}}',
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SHARE#*"]}}',
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SUPPRESSED#*"]}}',
    ]);
    expect(onTable('Chats')[2]?.actions).toEqual([
      'dynamodb:BatchWriteItem',
      'dynamodb:GetItem',
      'dynamodb:PutItem',
    ]);
    expect(onTable('Chats')[3]?.actions).toEqual(['dynamodb:Query']);
    expect(onTable('Chats')[1]?.actions).toEqual([
      'dynamodb:BatchGetItem',
      'dynamodb:BatchWriteItem',
      'dynamodb:GetItem',
      'dynamodb:Query',
      'dynamodb:UpdateItem',
    ]);
  });

  it('limits the search function to its own key kinds, existing shares and reading suppressions', () => {
    expect(onTable('Search').map(({ condition }) => condition)).toEqual([
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["USER#*","SEARCH#*","QUOTA#*","RUNNING#*","LOOKUP#*"]}}',
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SHARE#*"]}}',
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["USER#*","SEARCH#*","QUOTA#*","RUNNING#*","LOOKUP#*","SHARE#*"]}}',
      '{"ForAllValues:StringLike":{"dynamodb:LeadingKeys":["SUPPRESSED#*"]}}',
    ]);
    expect(onTable('Search').map(({ actions }) => actions)).toEqual([
      expect.not.arrayContaining(['dynamodb:BatchWriteItem']),
      ['dynamodb:GetItem', 'dynamodb:Query', 'dynamodb:UpdateItem'],
      ['dynamodb:BatchWriteItem'],
      ['dynamodb:Query'],
    ]);
  });

  it('lets only the search function delete accounts, and nothing else in the user pool', () => {
    const onPool = permissions(template).filter(({ actions }) => actions.join().includes('cognito-idp'));
    expect(onPool.map(({ policy, actions }) => [policy.slice(0, 6), actions])).toEqual([
      ['Search', ['cognito-idp:AdminDeleteUser']],
    ]);
  });
});

describe('wildcards in permissions', () => {
  it('are all explained', () => {
    const explained = [
      // X-Ray’s actions do not support resources: one statement per function.
      'xray:PutTelemetryRecords xray:PutTraceSegments on *',
      'xray:PutTelemetryRecords xray:PutTraceSegments on *',
      // CDK’s copying of the built page, only during deployment.
      's3:GetBucket* s3:GetObject* s3:List* on the staged assets',
      's3:Abort* s3:DeleteObject* s3:GetBucket* s3:GetObject* s3:List* s3:PutObject s3:PutObjectLegalHold s3:PutObjectRetention s3:PutObjectTagging s3:PutObjectVersionTagging on the site',
      's3:DeleteObject* s3:GetBucket* s3:List* s3:PutBucketPolicy on the site',
      // A denial: nothing is allowed without TLS.
      's3:* on the site',
      // CloudFront reads any requested file; permission to list turns a missing one into a 404.
      's3:GetObject s3:ListBucket on the site',
    ];
    const found = permissions(template)
      .filter(({ actions, resource }) => /\*/.test(actions.join()) || /\*"/.test(resource))
      .filter(({ condition }) => !condition.includes('LeadingKeys'))
      .map(({ actions, resource }) => `${actions.join(' ')} on ${nameResource(resource)}`);
    expect(found.toSorted()).toEqual(explained.toSorted());
  });
});

function nameResource(resource: string): string {
  if (resource.includes('-assets-')) return 'the staged assets';
  return resource.includes('SiteBucket') ? 'the site' : JSON.parse(resource);
}
