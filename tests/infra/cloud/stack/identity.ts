import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, it } from 'vitest';
import { TRIGGER_LOGICAL_ID } from '#infra/cloud/settings/names.ts';
import { MINIMUM_PASSWORD_LENGTH } from '#shared/limits.ts';
import { permissions } from '../support/resources.ts';
import { publishedConfig, synthesize } from '../support/synthesize.ts';

const GOOGLE = '123.apps.googleusercontent.com';

describe('accounts', () => {
  const plain = synthesize();
  const { template } = plain;

  it('require passwords of six characters, as specified', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      Policies: { PasswordPolicy: Match.objectLike({ MinimumLength: MINIMUM_PASSWORD_LENGTH }) },
    });
  });

  it('leave the page its own wording about passwords', () => {
    expect(publishedConfig(plain)).not.toHaveProperty('passwordPolicy');
  });

  it('are identified by email address, ignoring case', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
    });
  });

  it('have no custom attributes: a pool can never remove one, so deployments could not be rolled back', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', { Schema: Match.absent() });
  });

  it('are retained when the stack is deleted, because they belong to people', () => {
    template.hasResource('AWS::Cognito::UserPool', { DeletionPolicy: 'Retain' });
    template.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: 'ACTIVE' });
  });

  it('use SRP, so that passwords never leave the browser, and no client secret, which browsers cannot keep', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      GenerateSecret: false,
    });
  });

  it('let people change their name, picture and address, but not whether the address is verified', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      WriteAttributes: ['email', 'name', 'picture'],
    });
  });

  it('keep the old address until the new one is verified, so that nobody can take over another’s', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
  });

  it('have no sign-up trigger without Google', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', { LambdaConfig: Match.absent() });
  });

  it('distinguish an unknown address from a wrong password, as specified', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', { PreventUserExistenceErrors: 'LEGACY' });
  });

  it('offer no OAuth without a Google client', () => {
    template.resourceCountIs('AWS::Cognito::UserPoolDomain', 0);
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlowsUserPoolClient: false,
    });
  });
});

describe('accounts with Google, a mail sender and strong passwords', () => {
  const strong = synthesize({
    stage: 'beta',
    googleClientId: GOOGLE,
    siteAddress: 'https://d111111abcdef8.cloudfront.net',
    mailSender: 'no-reply@example.com',
    passwords: 'strong',
  });
  const { template } = strong;

  it('return from Google only to this site’s sign-in page', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      CallbackURLs: ['https://d111111abcdef8.cloudfront.net/login'],
      SupportedIdentityProviders: ['COGNITO', 'Google'],
    });
  });

  it('resolve Google’s client secret from Secrets Manager during deployment, never in the template', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderDetails: {
        client_id: GOOGLE,
        client_secret: '{{resolve:secretsmanager:expertscope/beta/google-client-secret:SecretString:::}}',
      },
    });
  });

  it('have a domain named after stage and account, because it must be unique in the region', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolDomain', {
      Domain: { 'Fn::Join': ['', ['expertscope-beta-', { Ref: 'AWS::AccountId' }]] },
    });
  });

  it('use Managed Login, because the classic pages do not pass on the request to choose an account', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolDomain', { ManagedLoginVersion: 2 });
    template.hasResourceProperties('AWS::Cognito::UserPool', { UserPoolTier: 'ESSENTIALS' });
  });

  it('have a branding style, without which Managed Login shows an error page', () => {
    const pool = { Ref: Match.stringLikeRegexp('^IdentityUsers') };
    template.hasResourceProperties('AWS::Cognito::ManagedLoginBranding', {
      UserPoolId: pool,
      ClientId: { Ref: Match.stringLikeRegexp('Browser') },
      UseCognitoProvidedValues: true,
    });
  });

  it('link password and Google sign-ins with the same address, by a trigger before each sign-up', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      LambdaConfig: { PreSignUp: { 'Fn::GetAtt': [Match.stringLikeRegexp('^IdentityLinker'), 'Arn'] } },
    });
    expect(
      permissions(template).find(({ policy }) => policy.startsWith('IdentityLinkerLinking')),
    ).toMatchObject({
      actions: [
        'cognito-idp:AdminDeleteUser',
        'cognito-idp:AdminGetUser',
        'cognito-idp:AdminLinkProviderForUser',
        'cognito-idp:ListUsers',
      ],
      resource: expect.stringMatching(/^\{"Fn::GetAtt":\["IdentityUsers\w+","Arn"\]\}$/),
    });
    template.hasResourceProperties('AWS::Lambda::Permission', {
      Principal: 'cognito-idp.amazonaws.com',
      SourceArn: { 'Fn::GetAtt': [Match.stringLikeRegexp('^IdentityUsers'), 'Arn'] },
    });
  });

  it('retain the trigger with the pool, because nobody could sign up without it', () => {
    const linker = Object.entries(template.toJSON()['Resources']).filter(
      ([id]) => id.startsWith(TRIGGER_LOGICAL_ID) || id.includes('PreSignUp'),
    );
    expect(linker).toHaveLength(6);
    // `destroy` finds them by this id and by their tags once the stack no longer owns them.
    for (const kind of ['AWS::Lambda::Function', 'AWS::Logs::LogGroup'])
      expect(Object.keys(template.findResources(kind))).toContainEqual(
        expect.stringMatching(`^${TRIGGER_LOGICAL_ID}`),
      );
    for (const [, resource] of linker) expect(resource).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  it('name the trigger’s log in the outputs, because no dashboard or alarm shows that sign-ups cannot be checked', () => {
    template.hasOutput('SignUpLog', { Value: { Ref: Match.stringLikeRegexp('^IdentityLinkerLog') } });
    expect(synthesize().template.findOutputs('SignUpLog')).toEqual({});
  });

  it('allow the page to connect to that domain', () => {
    const [headers] = Object.values(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'));
    expect(JSON.stringify(headers)).toContain('.auth.us-east-1.amazoncognito.com');
  });

  it('send mail from the configured sender', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'Expertscope <no-reply@example.com>' },
    });
  });

  it('publish the password policy, so that the page can state it before Cognito refuses a password', () => {
    expect(publishedConfig(strong)).toMatchObject({
      passwordPolicy: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
    });
  });

  it('require passwords of twelve characters of four kinds', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      Policies: {
        PasswordPolicy: Match.objectLike({ MinimumLength: 12, RequireSymbols: true, RequireNumbers: true }),
      },
    });
  });
});

describe('an existing pool with strong passwords', () => {
  const kept = synthesize({
    ...{ existingUserPool: 'us-east-1_Kept00001', passwords: 'strong' },
    ...{ googleClientId: GOOGLE, siteAddress: 'https://d111111abcdef8.cloudfront.net' },
  });
  const messages = kept.assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data));

  it('publishes the policy that the pool enforces', () => {
    expect(publishedConfig(kept)).toMatchObject({ passwordPolicy: { minimumLength: 12 } });
  });

  it('comes with warnings that its passwords and triggers are not changed', () => {
    expect(messages).toContainEqual(
      expect.stringContaining('passwords=strong only tells the page what us-east-1_Kept00001 requires'),
    );
    expect(messages).toContainEqual(expect.stringContaining('us-east-1_Kept00001 keeps its own triggers'));
    kept.template.resourceCountIs('AWS::Cognito::UserPool', 0);
  });

  it('is not to be changed by a command that resets unspecified settings', () => {
    expect(messages.join()).toContain('change it in the Cognito console');
    expect(messages.join()).not.toContain('update-user-pool');
  });
});

describe('a trial stage', () => {
  it('leaves nothing behind: its table and accounts are deleted with it, without protection or backups', () => {
    const { assembly, template } = synthesize({
      ...{ stage: 'try', retain: false, alarmEmail: 'operations@example.com' },
      ...{ googleClientId: GOOGLE, siteAddress: 'https://d111111abcdef8.cloudfront.net' },
    });
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: {
        DeletionProtectionEnabled: false,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: false },
      },
    });
    template.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtection: 'INACTIVE' },
    });
    expect(JSON.stringify(template.toJSON())).not.toContain('"Retain"');
    expect(assembly.stacks.flatMap(({ messages }) => messages)).toEqual([]);
  });
});
