import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { readConfig } from '#functions/config.ts';
import { SETTLES } from '#functions/http/authenticate.ts';
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
  it('run on Node 24 on arm64, the cheaper processor', () => {
    for (const properties of [search, chats])
      template.hasResourceProperties('AWS::Lambda::Function', {
        ...properties,
        Runtime: 'nodejs24.x',
        Architectures: ['arm64'],
        Handler: 'index.handler',
      });
  });

  it('are closed to everyone without a signature, since a URL of a function is public', () => {
    template.resourceCountIs('AWS::Lambda::Url', 2);
    template.allResourcesProperties('AWS::Lambda::Url', { AuthType: 'AWS_IAM' });
  });

  it('have addresses that the stack prints, so that a deployed one can be tried without a signature', () => {
    const urls = Object.keys(template.findResources('AWS::Lambda::Url'));
    const printed = ['SearchFunctionUrl', 'ChatsFunctionUrl'].map(
      (name) => template.findOutputs(name)[name]?.['Value']?.['Fn::GetAtt'][0],
    );
    expect(printed.toSorted()).toEqual(urls.toSorted());
  });

  it('give CloudFront both permissions a function URL asks for, and only for this distribution', () => {
    const allowed = propertiesOf(template, 'AWS::Lambda::Permission');
    for (const Action of ['lambda:InvokeFunctionUrl', 'lambda:InvokeFunction'])
      expect(allowed.filter((permission) => permission.Action === Action)).toHaveLength(2);
    for (const { Principal, SourceArn } of allowed) {
      expect(Principal).toBe('cloudfront.amazonaws.com');
      expect(JSON.stringify(SourceArn)).toContain('{"Ref":"SiteDistribution');
    }
  });

  it('log JSON into a group of their own that forgets after thirty days', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Function', { LoggingConfig: { LogFormat: 'JSON' } }, 2);
    template.allResourcesProperties('AWS::Logs::LogGroup', { RetentionInDays: 30 });
  });

  it('are traced, so that a slow call can be followed', () => {
    for (const properties of [search, chats])
      template.hasResourceProperties('AWS::Lambda::Function', {
        ...properties,
        TracingConfig: { Mode: 'Active' },
      });
  });

  it('write logs only into their own group', () => {
    for (const id of ['Search', 'Chats'] as const) {
      const logging = permissionsOf(template, id).find(({ actions }) => actions[0]?.startsWith('logs:'));
      expect(logging).toMatchObject({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'] });
      expect(logging?.resource).toMatch(new RegExp(`^\\{"Fn::GetAtt":\\["${id}Log\\w+","Arn"\\]\\}$`));
    }
  });
});

describe('the search function', () => {
  it('streams, since a search takes longer than people wait in silence', () => {
    template.resourcePropertiesCountIs('AWS::Lambda::Url', { InvokeMode: 'RESPONSE_STREAM' }, 1);
    template.hasResourceProperties('AWS::Lambda::Url', {
      InvokeMode: 'RESPONSE_STREAM',
      TargetFunctionArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^SearchFunction'), 'Arn'] },
    });
  });

  it('outlives the deadline of a search, so that it can save and say what it has', () => {
    template.hasResourceProperties('AWS::Lambda::Function', { ...search, Timeout: 135 });
  });

  it('outlives the erasure of an account, however short searches may be', () => {
    const { template: brief } = synthesize({ searchDeadlineSeconds: 5 });
    const [{ Timeout }] = propertiesOf(brief, 'AWS::Lambda::Function', search);
    expect(Timeout * 1_000).toBeGreaterThanOrEqual(SETTLES + 45_000);
  });

  it('can be held to a number of searches at once', () => {
    template.hasResourceProperties('AWS::Lambda::Function', { ...search, ReservedConcurrentExecutions: 40 });
  });

  it('is given an environment that its own configuration accepts', () => {
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
  it('has concurrency of its own, so that searches, which hold theirs for long, never keep people from their chats', () => {
    template.hasResourceProperties('AWS::Lambda::Function', { ...chats, ReservedConcurrentExecutions: 50 });
  });

  it('can be given another number, or none', () => {
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
  it('never stand in the template: the secret is made empty', () => {
    template.hasResourceProperties('AWS::SecretsManager::Secret', {
      SecretString: Match.absent(),
      GenerateSecretString: Match.absent(),
    });
  });

  it('can be read by the search function and by nobody else', () => {
    const readers = permissions(template).filter(({ actions }) =>
      actions.some((action) => action.startsWith('secretsmanager:')),
    );
    expect(readers).toHaveLength(1);
    expect(readers[0]).toMatchObject({ actions: ['secretsmanager:GetSecretValue'] });
    expect(readers[0]?.roles[0]).toMatch(/^SearchRole/);
    expect(readers[0]?.resource).toMatch(/^\{"Ref":"ProviderKeysSecret/);
  });

  it('are unknown to the chats function, by name too', () => {
    const [found] = Object.values(template.findResources('AWS::Lambda::Function', { Properties: chats }));
    expect(JSON.stringify(found)).not.toContain('ProviderKeys');
  });
});

describe('what the functions may do to the table', () => {
  const onTable = (id: 'Search' | 'Chats') =>
    permissionsOf(template, id).filter(({ actions }) => actions.some((a) => a.startsWith('dynamodb:')));

  it('is reading and writing items they can name: no scan, no change of the table', () => {
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

  it("holds for this stage's table alone", () => {
    for (const id of ['Search', 'Chats'] as const)
      for (const { resource } of onTable(id)) expect(resource).toMatch(/^\[\{"Fn::GetAtt":\["DataTable/);
  });

  it("stops the chats function at people's own records, at stopping searches and deleting their logs, at shares, and at reading who is suppressed", () => {
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

  it('stops the search function at the kinds of keys it uses, at shares that are there, and at reading who is suppressed', () => {
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

  it('lets the search function alone delete an account, and do nothing else in the user pool', () => {
    const onPool = permissions(template).filter(({ actions }) => actions.join().includes('cognito-idp'));
    expect(onPool.map(({ policy, actions }) => [policy.slice(0, 6), actions])).toEqual([
      ['Search', ['cognito-idp:AdminDeleteUser']],
    ]);
  });
});

describe('wildcards in permissions', () => {
  it('are only those that are explained', () => {
    const explained = [
      // X-Ray's actions know no resources: one for each function.
      'xray:PutTelemetryRecords xray:PutTraceSegments on *',
      'xray:PutTelemetryRecords xray:PutTraceSegments on *',
      // CDK's copying of the built page, during a deployment only.
      's3:GetBucket* s3:GetObject* s3:List* on the staged assets',
      's3:Abort* s3:DeleteObject* s3:GetBucket* s3:GetObject* s3:List* s3:PutObject s3:PutObjectLegalHold s3:PutObjectRetention s3:PutObjectTagging s3:PutObjectVersionTagging on the site',
      's3:DeleteObject* s3:GetBucket* s3:List* s3:PutBucketPolicy on the site',
      // Forbids: without TLS nothing is allowed.
      's3:* on the site',
      // CloudFront reads whatever file is asked for; listing makes a missing one a 404.
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
