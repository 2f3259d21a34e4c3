import { describe, expect, it } from 'vitest';
import { AwsError } from '#infra/cloud/aws.ts';
import type { Finding } from '#infra/cloud/scripts/doctor/examine.ts';
import { examineStage } from '#infra/cloud/scripts/doctor.ts';
import { DEFAULT_QUALIFIER, readSettings } from '#infra/cloud/settings/read-settings.ts';
import {
  type Account,
  commandLineOf,
  denied,
  Failure,
  READY,
  TABLE,
  WHOLE,
} from '../support/fake-account.ts';
import { runScript } from '../support/project.ts';

/** Settings of an organisation’s own stage. */
const FIRM = {
  siteAddress: 'https://d1.cloudfront.net',
  ssoName: 'Example Corp',
  oidcIssuer: 'https://login.example.com',
  oidcClientId: 'a',
  oidcClientSecretArn: 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sso-AbCdEf',
  allowedAddresses: '203.0.113.0/24',
};
const SMALL = { stage: 'beta', mailSender: 'no-reply@example.com' };

/** The findings for a stage, by check. */
async function examined(settings: Record<string, unknown>, changes: Account = {}) {
  const aws = commandLineOf({ ...READY, ...changes });
  const findings = await examineStage({
    settings: readSettings(settings),
    aws,
    qualifier: DEFAULT_QUALIFIER,
  });
  return new Map(findings.map(({ name, ...finding }) => [name, finding]));
}

/** The finding of one check. */
const found = async (
  name: string,
  settings: Record<string, unknown>,
  changes: Account = {},
): Promise<Finding> => {
  const finding = (await examined(settings, changes)).get(name);
  if (finding === undefined) throw new Error(`nothing is found of ${name}`);
  return finding;
};

const everyAnswer = (answer: (name: string) => unknown): Account =>
  Object.fromEntries(Object.keys(READY).map((name) => [name, () => answer(name)]));

describe('a stage that can be deployed', () => {
  it('passes, with one finding for each thing it needs', async () => {
    const findings = await examined(WHOLE);
    expect([...findings].map(([name, { mark }]) => `${mark} ${name}`)).toEqual([
      '✓ Credentials',
      '✓ Settings',
      '✓ Region',
      '✓ CDK bootstrap, eu-west-1',
      '✓ CDK bootstrap, us-east-1',
      '✓ Permissions',
      '✓ Stack',
      '✓ Stack, edge',
      '✓ Stack, edge alarms',
      '✓ Lambda concurrency',
      '✓ CloudFront',
      '✓ Certificate',
      '✓ Table',
      '✓ Table, expiry',
      '✓ Table, recovery',
      '✓ Mail',
      "✓ Google's secret",
      '✓ Provider keys',
    ]);
  });

  it('with its own sign-in provider is also checked for the provider and the allowed addresses', async () => {
    const findings = await examined({ ...SMALL, ...FIRM });
    expect([...findings].map(([name, { mark }]) => `${mark} ${name}`).slice(-4)).toEqual([
      '✓ The provider',
      "✓ The provider's secret",
      '✓ Allowed addresses',
      '✓ Provider keys',
    ]);
  });

  it('is not checked for anything it does not use', async () => {
    const names = [...(await examined({ ...SMALL, providers: 'simulated' })).keys()];
    expect(names).not.toContain('Provider keys');
    expect(names.filter((name) => /Table|Certificate|Google|pool|eu-/.test(name))).toEqual([]);
  });
});

it('what the account was bootstrapped with is looked for under its own qualifier', async () => {
  const asked: string[] = [];
  const answers = commandLineOf(READY);
  await examineStage({
    settings: readSettings(SMALL),
    aws: (region) => (command) => {
      asked.push(command.join(' '));
      return answers(region)(command);
    },
    qualifier: 'firm',
  });
  expect(asked).toContain('ssm get-parameter --name /cdk-bootstrap/firm/version');
  expect(asked).toContainEqual(
    expect.stringContaining(':role/cdk-firm-cfn-exec-role-111122223333-us-east-1 '),
  );
});

describe('credentials', () => {
  it('come first: without valid ones, nothing else is checked', async () => {
    const invalid = { 'sts GetCallerIdentity': () => new Failure('ExpiredToken', 'The token has expired') };
    const findings = await examined(SMALL, invalid);
    expect([...findings]).toEqual([
      [
        'Credentials',
        {
          mark: '✗',
          found: expect.stringContaining('The token has expired'),
          advice: expect.stringContaining('aws sso login'),
        },
      ],
    ]);
  });

  it.each([
    ['Unable to locate credentials. You can configure credentials by running "aws login".', true],
    ['The config profile (beta) could not be found', true],
    ['Error when retrieving token from sso: Token has expired and refresh failed', true],
    ['Could not connect to the endpoint URL: "https://sts.us-east-1.amazonaws.com/"', false],
    ['Connect timeout on endpoint URL: "https://sts.us-east-1.amazonaws.com/"', false],
  ])('have to be set up only when they are the problem: %s', async (message, isAdvised) => {
    const aws = () => () => Promise.reject(new AwsError(message));
    const [finding] = await examineStage({
      settings: readSettings(SMALL),
      aws,
      qualifier: DEFAULT_QUALIFIER,
    });
    expect(finding).toMatchObject({ mark: '✗', found: message });
    expect(finding?.advice !== undefined).toBe(isAdvised);
  });

  it('are not blamed for a region that the account has not enabled', async () => {
    const token = new Failure(
      'InvalidClientTokenId',
      'The security token included in the request is invalid',
    );
    const findings = await examined(
      { ...SMALL, region: 'eu-south-1' },
      {
        'sts GetCallerIdentity': (region) =>
          region === 'us-east-1' ? READY['sts GetCallerIdentity']?.(region) : token,
        'ssm GetParameter': () => new Failure('ParameterNotFound'),
        'account GetRegionOptStatus': () => ({ RegionOptStatus: 'DISABLED' }),
      },
    );
    expect(findings.get('Credentials')?.mark).toBe('✓');
    expect(findings.get('Region')).toMatchObject({
      ...{ mark: '✗', found: 'eu-south-1 is disabled in this account' },
    });
    expect(findings.get('Permissions')?.mark).toBe('✓');
    expect(findings.get('CDK bootstrap, eu-south-1')?.advice).toBe(
      'npx cdk bootstrap aws://111122223333/eu-south-1',
    );
  });

  it('without any permissions stop no check: each reports the permission it lacks', async () => {
    const nothing = everyAnswer(() => new Failure('AccessDenied', 'Access Denied'));
    const findings = await examined(WHOLE, nothing);
    expect(findings.size).toBe(18);
    const { mark } = findings.get('Settings') ?? {};
    findings.delete('Settings');
    expect([mark, new Set([...findings.values()].map((one) => one.mark))]).toEqual(['✓', new Set(['!'])]);
    const said = [...findings.values()].map((one) => one.found.split(' ').at(-1));
    expect(said).toEqual([
      'sts:GetCallerIdentity',
      'account:GetRegionOptStatus',
      'ssm:GetParameter',
      'ssm:GetParameter',
      'sts:GetCallerIdentity',
      'cloudformation:DescribeStacks',
      'cloudformation:DescribeStacks',
      'cloudformation:DescribeStacks',
      'lambda:GetAccountSettings',
      expect.stringMatching(/^(cloudfront:List\w+|servicequotas:ListServiceQuotas)$/),
      'acm:DescribeCertificate',
      'dynamodb:DescribeTable',
      'dynamodb:DescribeTimeToLive',
      'dynamodb:DescribeContinuousBackups',
      'ses:GetEmailIdentity',
      'secretsmanager:DescribeSecret',
      'secretsmanager:DescribeSecret',
    ]);
  });

  it('are reported to lack the permission that AWS names, if it names one', async () => {
    const { found: said } = await found('Mail', SMALL, {
      'sesv2 GetAccount': () => denied('ses:GetAccount'),
    });
    expect(said).toMatch(/lack the permission ses:GetAccount$/);
  });

  it('are reported to lack it under the name that policies have for the service', async () => {
    const { found: said } = await found('CloudFront', SMALL, {
      'service-quotas ListServiceQuotas': () => new Failure('AccessDenied', 'Access Denied'),
    });
    expect(said).toMatch(/lack the permission servicequotas:ListServiceQuotas$/);
  });

  it('are reported to lack it, whatever error code AWS uses', async () => {
    const refusal = new Failure(
      'ForbiddenException',
      'User is not authorized to perform: ses:GetAccount on *',
    );
    expect(await found('Mail', SMALL, { 'sesv2 GetAccount': () => refusal })).toMatchObject({
      ...{ mark: '!', found: expect.stringMatching(/lack the permission ses:GetAccount$/) },
    });
  });
});

describe('an answer of unknown shape', () => {
  it('does not stop the other checks', async () => {
    const findings = await examined(SMALL, { 'lambda GetAccountSettings': () => ({ AccountLimit: 'much' }) });
    expect(findings.get('Lambda concurrency')?.mark).toBe('!');
    expect(findings.get('Mail')?.mark).toBe('✓');
  });

  it('is distinguished from a bug of ours, which is thrown', async () => {
    const mistaken = {
      'lambda GetAccountSettings': () => {
        throw new RangeError('out of range');
      },
    };
    await expect(examined(SMALL, mistaken)).rejects.toThrow(RangeError);
  });
});

const limits = (ConcurrentExecutions: number, UnreservedConcurrentExecutions: number): Account => ({
  'lambda GetAccountSettings': () => ({
    AccountLimit: { ConcurrentExecutions, UnreservedConcurrentExecutions },
  }),
});
const deployed: Account = {
  'cloudformation DescribeStacks': () => ({ Stacks: [{ StackStatus: 'UPDATE_COMPLETE' }] }),
};
const stack = (StackStatus: string): Account => ({
  'cloudformation DescribeStacks': () => ({ Stacks: [{ StackStatus }] }),
});
/** A stage in another region, whose stacks in us-east-1 have this status. */
const edge = (StackStatus: string): Account => ({
  'cloudformation DescribeStacks': (region) => ({
    Stacks: [{ StackStatus: region === 'us-east-1' ? StackStatus : 'UPDATE_COMPLETE' }],
  }),
});
/** A deployed stage with a table and a user pool, of which it owns these. */
const using = (...own: ('AWS::DynamoDB::Table' | 'AWS::Cognito::UserPool')[]): Account => {
  const data = { 'AWS::DynamoDB::Table': 'Table-1', 'AWS::Cognito::UserPool': 'us-east-1_Kept00001' };
  return {
    'cloudformation DescribeStacks': () => ({
      Stacks: [
        {
          StackStatus: 'UPDATE_COMPLETE',
          Outputs: [
            { OutputKey: 'Table', OutputValue: data['AWS::DynamoDB::Table'] },
            { OutputKey: 'UserPool', OutputValue: data['AWS::Cognito::UserPool'] },
          ],
        },
      ],
    }),
    'cloudformation ListStackResources': () => ({
      StackResourceSummaries: own.map((ResourceType) => ({
        ...{ ResourceType, PhysicalResourceId: data[ResourceType], ResourceStatus: 'CREATE_COMPLETE' },
      })),
    }),
  };
};
const OWN = using('AWS::DynamoDB::Table', 'AWS::Cognito::UserPool');
const table = (changes: object): Account => ({
  'dynamodb DescribeTable': () => ({ Table: { ...TABLE, ...changes } }),
});
const certificate = (changes: object): Account => ({
  'acm DescribeCertificate': () => ({
    Certificate: { Status: 'ISSUED', DomainName: 'experts.example.com', ...changes },
  }),
});
const mail = (changes: object): Account => ({
  'sesv2 GetAccount': () => ({ ProductionAccessEnabled: true, SendingEnabled: true, ...changes }),
});
const pool = (changes: object): Account => ({
  'cognito-idp DescribeUserPool': () => ({ UserPool: { UsernameAttributes: ['email'], ...changes } }),
});
/** For a pool that sends its own mail. */
const passwordPolicy = (PasswordPolicy: object): Account =>
  pool({ EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' }, Policies: { PasswordPolicy } });
const FOUR_KINDS = {
  ...{ RequireUppercase: true, RequireLowercase: true, RequireNumbers: true, RequireSymbols: true },
};
/** The answers of a pool in which a second factor is optional. */
const factors = (SoftwareTokenMfaConfiguration: object): Account => ({
  ...pool({ MfaConfiguration: 'OPTIONAL' }),
  'cognito-idp GetUserPoolMfaConfig': () => ({ MfaConfiguration: 'OPTIONAL', SoftwareTokenMfaConfiguration }),
});
const provider = (ProviderType: string): Account => ({
  'cloudformation DescribeStacks': () => ({
    Stacks: [
      {
        StackStatus: 'UPDATE_COMPLETE',
        Outputs: [{ OutputKey: 'UserPool', OutputValue: 'us-east-1_Own000001' }],
      },
    ],
  }),
  'cognito-idp DescribeIdentityProvider': () => ({ IdentityProvider: { ProviderType } }),
});
const missing = new Failure('ResourceNotFoundException', 'Requested resource not found');
const POOL = { stage: 'beta', existingUserPool: 'us-east-1_Kept00001' };

describe.each<[string, Record<string, unknown>, [string, Account, '✓' | '!' | '✗', string | RegExp][]]>([
  ['Settings', { stage: 'prod' }, [['a production stage without mails', {}, '✗', 'mailSender is missing']]],
  [
    'Region',
    { ...SMALL, region: 'af-south-1' },
    [
      [
        'one that is off',
        { 'account GetRegionOptStatus': () => ({ RegionOptStatus: 'DISABLED' }) },
        '✗',
        'af-south-1 is disabled',
      ],
      [
        'one that is not on yet',
        { 'account GetRegionOptStatus': () => ({ RegionOptStatus: 'ENABLING' }) },
        '✗',
        'af-south-1 is enabling',
      ],
    ],
  ],
  [
    'Settings',
    { ...SMALL, region: 'eu-south-2' },
    [['a region where none is deployed any more', {}, '✗', 'eu-south-2 is not a supported region']],
  ],
  [
    'CDK bootstrap, us-east-1',
    WHOLE,
    [
      [
        'none where AWS has the firewall',
        {
          'ssm GetParameter': (region) =>
            region === 'us-east-1' ? new Failure('ParameterNotFound') : { Parameter: { Value: '28' } },
        },
        '✗',
        'does not exist',
      ],
      [
        'an old one',
        { 'ssm GetParameter': () => ({ Parameter: { Value: '5' } }) },
        '✗',
        'version 5 is too old',
      ],
      [
        'the oldest that will do',
        { 'ssm GetParameter': () => ({ Parameter: { Value: '6' } }) },
        '✓',
        'version 6',
      ],
    ],
  ],
  [
    'Permissions',
    SMALL,
    [
      ['a role that may do everything', {}, '✓', 'before it adds permissions, cdk lists them and asks'],
      [
        'a role whose policies leave roles out',
        {
          'iam SimulatePrincipalPolicy': () => ({
            EvaluationResults: ['iam:CreateRole', 'iam:PutRolePolicy'].map((EvalActionName) => ({
              EvalActionName,
              EvalDecision: EvalActionName === 'iam:CreateRole' ? 'allowed' : 'implicitDeny',
            })),
          }),
        },
        '!',
        'cdk-hnb659fds-cfn-exec-role-111122223333-us-east-1, which lacks iam:PutRolePolicy: a first deployment would be rolled back',
      ],
      [
        'no such role',
        { 'iam SimulatePrincipalPolicy': () => new Failure('NoSuchEntity', 'Role cannot be found.') },
        '!',
        'the role cdk-hnb659fds',
      ],
    ],
  ],
  [
    'Stack',
    SMALL,
    [
      ['one that is there', deployed, '✓', 'Expertscope-beta is UPDATE_COMPLETE'],
      ['a first deployment that failed', stack('ROLLBACK_COMPLETE'), '!', 'its first deployment failed'],
      ['one that was not rolled back', stack('ROLLBACK_FAILED'), '!', 'its first deployment failed'],
      ['one that was never made', stack('REVIEW_IN_PROGRESS'), '!', 'contains nothing yet'],
      ['one that could not be deleted', stack('DELETE_FAILED'), '✗', 'it cannot be updated'],
      ['one that is stuck', stack('UPDATE_ROLLBACK_FAILED'), '✗', 'UPDATE_ROLLBACK_FAILED'],
      ['another deployment', stack('UPDATE_IN_PROGRESS'), '✗', 'UPDATE_IN_PROGRESS'],
      ['its own table and accounts', OWN, '✓', 'is UPDATE_COMPLETE$'],
      [
        'a table that it was given, and is not now',
        using('AWS::Cognito::UserPool'),
        '✗',
        'uses the table Table-1, which the stack does not own: without existingTable it would get an empty one$',
      ],
      [
        'both, which it was given',
        using(),
        '✗',
        /table Table-1.*; it uses the user pool us-east-1_Kept00001.* without existingUserPool it would get an empty one/,
      ],
    ],
  ],
  [
    'Stack',
    SMALL,
    [
      [
        'a table that it owned before',
        {
          ...using(),
          'cloudformation ListStackResources': () => ({
            StackResourceSummaries: [{ PhysicalResourceId: 'Table-1', ResourceStatus: 'DELETE_SKIPPED' }],
          }),
        },
        '✗',
        'uses the table Table-1, which the stack does not own',
      ],
    ],
  ],
  [
    'Stack',
    { stage: 'beta', existingUserPool: 'us-east-1_Other0001' },
    [['other accounts, and no table', using(), '✗', 'without existingTable it would get an empty one; ']],
  ],
  [
    'Stack',
    { ...POOL, existingTable: 'Table-1' },
    [['what it was given before', using(), '✓', 'is UPDATE_COMPLETE$']],
  ],
  [
    'Stack',
    { ...POOL, existingTable: 'Restored-1' },
    [
      ['another table', OWN, '!', 'it uses the table Table-1, but would continue with Restored-1$'],
      [
        'another than it was given',
        using(),
        '!',
        'it uses the table Table-1, but would continue with Restored-1$',
      ],
    ],
  ],
  [
    'Stack, edge',
    { ...SMALL, region: 'eu-west-1' },
    [
      ['before its first deployment', {}, '✓', 'Expertscope-beta-eu-west-1-edge does not exist yet'],
      [
        'one that is there',
        edge('UPDATE_COMPLETE'),
        '✓',
        'Expertscope-beta-eu-west-1-edge is UPDATE_COMPLETE$',
      ],
      ['one that is stuck', edge('UPDATE_ROLLBACK_FAILED'), '✗', 'eu-west-1-edge is UPDATE_ROLLBACK_FAILED'],
    ],
  ],
  [
    'Stack, edge alarms',
    { ...SMALL, region: 'eu-west-1' },
    [
      ['one that is stuck', edge('UPDATE_ROLLBACK_FAILED'), '✗', 'edge-alarms is UPDATE_ROLLBACK_FAILED'],
      ['one that could not be deleted', edge('DELETE_FAILED'), '✗', 'it cannot be updated'],
    ],
  ],
  [
    'Lambda concurrency',
    { ...SMALL, maximumConcurrentSearches: 40 },
    [
      ['a new account', limits(10, 10), '✗', 'allows 10 concurrent executions'],
      ['just enough', limits(190, 190), '✓', 'this stage reserves 90'],
      ['one too few', limits(189, 189), '✗', 'this stage reserves 90'],
      ['what others have reserved', limits(1_000, 150), '✗', '150 of them unreserved'],
      ['what may be its own', { ...limits(1_000, 150), ...deployed }, '!', '150 of them unreserved'],
    ],
  ],
  [
    'Lambda concurrency',
    { stage: 'try', retain: false },
    [['a new account, for a try-out', limits(10, 10), '!', 'this stage reserves 0']],
  ],
  [
    'Lambda concurrency',
    { stage: 'beta', providers: 'simulated' },
    [['simulated providers too', {}, '✓', 'this stage reserves 100']],
  ],
  [
    'CloudFront',
    SMALL,
    [
      [
        'few of many',
        {},
        '✓',
        '3 of 200 distributions, 1 of 20 cache policies, 2 of 25 response headers policies',
      ],
      [
        'no room for another cache policy',
        {
          'service-quotas ListServiceQuotas': () => ({
            Quotas: [{ QuotaName: 'Cache policies per AWS account', Value: 1 }],
          }),
        },
        '✗',
        '1 of 1 cache policies',
      ],
      [
        'no room for another',
        {
          'service-quotas ListServiceQuotas': () => ({
            Quotas: [{ QuotaName: 'Web distributions per AWS account', Value: 3 }],
          }),
        },
        '✗',
        '3 of 3 distributions',
      ],
      [
        'room for one of the two policies that a stage takes',
        {
          'service-quotas ListServiceQuotas': () => ({
            Quotas: [{ QuotaName: 'Response headers policies per AWS account', Value: 3 }],
          }),
        },
        '✗',
        '2 of 3 response headers policies',
      ],
      ['none at all', { 'cloudfront ListDistributions': () => ({}) }, '✓', '0 of 200 distributions'],
    ],
  ],
  [
    'Certificate',
    WHOLE,
    [
      ['of the domain itself', certificate({}), '✓', 'issued for experts.example.com'],
      ['that is not validated', certificate({ Status: 'PENDING_VALIDATION' }), '✗', 'waiting for validation'],
      ['that is too old', certificate({ Status: 'EXPIRED' }), '✗', 'it is EXPIRED'],
      [
        'of another domain',
        certificate({ DomainName: '*.beta.example.com' }),
        '✗',
        'not experts.example.com',
      ],
      [
        'of several domains',
        certificate({ DomainName: 'example.com', SubjectAlternativeNames: ['experts.example.com'] }),
        '✓',
        'issued for example.com, experts.example.com',
      ],
      ['that is gone', { 'acm DescribeCertificate': () => missing }, '✗', 'this certificate does not exist'],
    ],
  ],
  [
    'Certificate',
    { ...WHOLE, domainName: 'new.experts.example.com' },
    [['whose * stands for one label', {}, '✗', 'it is for \\*.example.com, not new.experts.example.com']],
  ],
  [
    'Table',
    WHOLE,
    [
      [
        'one that is not there',
        { 'dynamodb DescribeTable': () => missing },
        '✗',
        'no table Restored-1 in eu-west-1',
      ],
      ['other keys', table({ KeySchema: [] }), '✗', 'must have pk as its HASH key'],
      ['no index', table({ LocalSecondaryIndexes: undefined }), '✗', 'must have the local index by-order'],
      ['one being restored', table({ TableStatus: 'CREATING' }), '✗', 'wait until it is ACTIVE'],
      [
        'a key of the owner’s',
        table({ SSEDescription: { Status: 'ENABLED', SSEType: 'KMS' } }),
        '✓',
        'a KMS key',
      ],
      [
        'none any more',
        table({ SSEDescription: { Status: 'DISABLED' } }),
        '✓',
        "encrypted with DynamoDB's own key",
      ],
      ['no protection', table({ DeletionProtectionEnabled: false }), '!', 'not protected against deletion'],
    ],
  ],
  [
    'Table, expiry',
    WHOLE,
    [
      [
        'off, as in every restored table',
        {
          'dynamodb DescribeTimeToLive': () => ({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } }),
        },
        '✗',
        'would never expire',
      ],
      [
        'by another attribute',
        {
          'dynamodb DescribeTimeToLive': () => ({
            TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
          }),
        },
        '✗',
        'would never expire',
      ],
    ],
  ],
  [
    'Table, recovery',
    WHOLE,
    [
      [
        'off',
        { 'dynamodb DescribeContinuousBackups': () => ({ ContinuousBackupsDescription: {} }) },
        '!',
        'point-in-time recovery is off',
      ],
      [
        'switched off',
        {
          'dynamodb DescribeContinuousBackups': () => ({
            ContinuousBackupsDescription: {
              PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: 'DISABLED' },
            },
          }),
        },
        '!',
        'point-in-time recovery is off',
      ],
    ],
  ],
  ['Mail', { stage: 'beta' }, [['Cognito’s own', {}, '!', '50 mails a day']]],
  [
    'Mail',
    SMALL,
    [
      [
        'an unknown domain',
        { 'sesv2 GetEmailIdentity': () => new Failure('NotFoundException') },
        '✗',
        'unknown to SES',
      ],
      [
        'an unverified one',
        { 'sesv2 GetEmailIdentity': () => ({}) },
        '✗',
        'not verified in SES in us-east-1',
      ],
      ['the sandbox', mail({ ProductionAccessEnabled: false }), '!', 'in its sandbox'],
      ['a stop', mail({ SendingEnabled: false }), '✗', 'has paused'],
    ],
  ],
  [
    'Mail',
    { ...SMALL, stage: 'prod' },
    [['the sandbox, in production', mail({ ProductionAccessEnabled: false }), '✗', 'in its sandbox']],
  ],
  [
    'User pool',
    POOL,
    [
      ['as a stage makes it', {}, '✓', 'sign-in with an email address'],
      ['one that is not there', { 'cognito-idp DescribeUserPool': () => missing }, '✗', 'no user pool'],
      ['user names', pool({ UsernameAttributes: [] }), '✗', 'do not sign in'],
      ['Cognito’s own mails', pool({}), '!', '50 mails a day'],
    ],
  ],
  [
    'User pool',
    { ...POOL, googleClientId: WHOLE.googleClientId, siteAddress: 'https://d1.cloudfront.net' },
    [['a plan without Google’s page', pool({ UserPoolTier: 'LITE' }), '✗', 'Lite plan']],
  ],
  [
    'User pool',
    { ...POOL, ...FIRM, signUp: 'invited', totp: 'on' },
    [
      [
        'a plan without the provider’s page',
        pool({ UserPoolTier: 'LITE' }),
        '✗',
        'no sign-in page for Example Corp',
      ],
      [
        'what it does not do',
        {},
        '!',
        /signUp=invited, but everybody .* no pre-sign-up trigger checks .* totp=on, but it does not ask for codes/,
      ],
      [
        'what it does',
        pool({
          EmailConfiguration: { EmailSendingAccount: 'DEVELOPER' },
          AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
          LambdaConfig: { PreSignUp: 'arn:aws:lambda:us-east-1:111122223333:function:x' },
          MfaConfiguration: 'OPTIONAL',
        }),
        '✓',
        'mail through SES',
      ],
    ],
  ],
  [
    'User pool',
    { ...POOL, ...FIRM },
    [['no trigger for its provider', {}, '!', 'no pre-sign-up trigger links a provider and a password']],
  ],
  [
    'User pool',
    POOL,
    [
      [
        'invited people alone, where the page offers a sign-up',
        pool({ AdminCreateUserConfig: { AllowAdminCreateUserOnly: true } }),
        '!',
        'signUp=open, but nobody may sign up',
      ],
      [
        'longer passwords than the page asks for',
        passwordPolicy({ MinimumLength: 8, ...FOUR_KINDS }),
        '!',
        'passwords=specified tells people 6 characters, but it requires 8 characters with lowercase, uppercase, digits, symbols',
      ],
      [
        'a second factor for everybody',
        pool({ MfaConfiguration: 'ON' }),
        '✗',
        'a second factor, which nobody can set up',
      ],
      ['codes of an app that are not offered', factors({ Enabled: true }), '!', 'nobody can turn off here'],
      ['other codes', factors({ Enabled: false }), '!', 'by text message or mail, which cannot be entered'],
    ],
  ],
  [
    'User pool',
    { ...POOL, passwords: 'strong' },
    [
      ['as it is said', passwordPolicy({ MinimumLength: 12, ...FOUR_KINDS }), '✓', 'sign-in with'],
      ['shorter passwords than the page asks for', {}, '!', 'but it requires 6 characters$'],
    ],
  ],
  [
    'User pool',
    { ...POOL, totp: 'on' },
    [
      ['no codes of an app', factors({}), '!', 'totp=on, but it may ask for codes by text message or mail'],
      ['a second factor for everybody', pool({ MfaConfiguration: 'ON' }), '✗', 'nobody can set up'],
    ],
  ],
  [
    'The provider',
    { ...SMALL, ...FIRM },
    [
      ['before the first deployment', {}, '✓', 'Example Corp, through OIDC'],
      ['one of the kind', provider('OIDC'), '✓', 'Example Corp, through OIDC'],
      [
        'none yet',
        { ...provider(''), 'cognito-idp DescribeIdentityProvider': () => missing },
        '✓',
        'through OIDC',
      ],
      [
        'one of the other kind',
        provider('SAML'),
        '✗',
        'uses SAML, and a deployment cannot change it to OIDC',
      ],
    ],
  ],
  [
    "The provider's secret",
    { ...SMALL, ...FIRM },
    [['none', { 'secretsmanager DescribeSecret': () => missing }, '✗', 'sso-AbCdEf does not exist']],
  ],
  [
    'Allowed addresses',
    { ...SMALL, ...FIRM, waf: false },
    [['no firewall before the pool', {}, '!', 'signed in to from anywhere']],
  ],
  [
    "Google's secret",
    WHOLE,
    [['none', { 'secretsmanager DescribeSecret': () => missing }, '✗', 'does not exist']],
  ],
  [
    'Provider keys',
    SMALL,
    [
      [
        'none before the first deployment',
        { 'secretsmanager DescribeSecret': () => missing },
        '!',
        'not stored',
      ],
      ['an empty secret', { 'secretsmanager DescribeSecret': () => ({ Name: 'x' }) }, '!', 'not stored'],
      [
        'a name that is taken by a deleted one',
        { 'secretsmanager DescribeSecret': () => ({ DeletedDate: 1_795_251_600 }) },
        '✗',
        'is being deleted',
      ],
    ],
  ],
])('%s', (name, settings, cases) => {
  it.each(cases)('%s', async (_, changes, mark, said) => {
    const finding = await found(name, settings, changes);
    expect([finding.mark, finding.found]).toEqual([mark, expect.stringMatching(said)]);
    // Every problem comes with advice.
    expect(finding.advice !== undefined).toBe(mark !== '✓');
  });
});

describe('a command to run next', () => {
  const PLACE = { ...SMALL, region: 'eu-west-1' };
  const WHERE = '-c stage=beta -c region=eu-west-1';
  const noSecret = { 'secretsmanager DescribeSecret': () => missing };

  it.each<[string, Record<string, unknown>, Account, string]>([
    ['Stack', PLACE, stack('ROLLBACK_COMPLETE'), `npm run destroy -- ${WHERE} lists`],
    ['Stack', PLACE, stack('DELETE_FAILED'), `npm run destroy -- ${WHERE}`],
    ['Stack, edge', PLACE, edge('DELETE_FAILED'), `npm run destroy -- ${WHERE}`],
    ['Stack', PLACE, using(), `npm run restore -- --switch TABLE ${WHERE}, with the other settings`],
    ['Table', WHOLE, {}, 'npm run migrate -- --verify --table Restored-1 -c region=eu-west-1 checks'],
    ["Google's secret", WHOLE, noSecret, `npm run keys -- --google ${WHERE}`],
    ['Provider keys', PLACE, {}, `npm run keys -- --check ${WHERE} tests`],
    ['Provider keys', PLACE, noSecret, `npm run keys -- ${WHERE};`],
  ])('names the stage and the region: %s', async (name, settings, changes, command) => {
    const { found: said, advice = '' } = await found(name, settings, changes);
    expect(`${said} ${advice}`).toContain(command);
  });
});

describe('the advice for a try-out with simulated providers', () => {
  const TRY = { stage: 'try', retain: false, providers: 'simulated' };

  it.each([10, 24])('says what %i executions at once would do to a search', async (all) => {
    const { mark, advice } = await found('Lambda concurrency', TRY, limits(all, all));
    expect([mark, advice]).toEqual(['!', expect.stringContaining('it shows some of them unformatted')]);
    expect(advice).toContain('request 1,000. One search calls the simulated providers for 20 people at once');
  });

  it('does not speak of them where there are enough, or where the providers are real', async () => {
    for (const [settings, all] of [
      [TRY, 25],
      [{ ...TRY, providers: 'live' }, 10],
    ] as const) {
      const { mark, advice } = await found('Lambda concurrency', settings, limits(all, all));
      expect([mark, advice]).toEqual(['!', expect.stringMatching(/one for its whole duration$/)]);
    }
  });
});

describe('the advice when a stage reserves more than the account has', () => {
  it.each([
    ['chats', {}, 120, '-c reservedConcurrentChats=0'],
    ['chats, in an account that is too new to reserve any', {}, 10, '-c reservedConcurrentChats=0'],
    ['both together', { maximumConcurrentSearches: 40 }, 189, '-c reservedConcurrentChats=0'],
    ['searches alone', { maximumConcurrentSearches: 400 }, 400, 'without maximumConcurrentSearches'],
    [
      'searches, in such an account',
      { retain: false, maximumConcurrentSearches: 5 },
      10,
      'without maximumConcurrentSearches',
    ],
    [
      'either alone',
      { maximumConcurrentSearches: 400 },
      120,
      '-c reservedConcurrentChats=0 without maximumConcurrentSearches',
    ],
  ])('names what would suffice: %s', async (_, settings, all, said) => {
    const { advice } = await found('Lambda concurrency', { ...SMALL, ...settings }, limits(all, all));
    expect(advice).toMatch(new RegExp(`; or reserve none: ${said}$`));
  });
});

describe('npm run doctor', () => {
  it('reports an invalid setting before calling AWS', async () => {
    const { code, stderr } = await runScript('infra/cloud/scripts/doctor.ts', {
      args: ['-c', 'region=us-eest-1'],
      environment: { PATH: '/nowhere' },
    });
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining('region must be a region that has everything'),
    ]);
  });

  it('says how to install the AWS command line when it is missing', async () => {
    const { code, stdout } = await runScript('infra/cloud/scripts/doctor.ts', {
      environment: { PATH: '/nowhere' },
    });
    expect([code, stdout]).toEqual([
      1,
      expect.stringContaining('✗ Credentials  The AWS CLI is not installed.'),
    ]);
    expect(stdout).not.toContain('→');
  });
});
