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

  it('ask for six characters, as specified', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      Policies: { PasswordPolicy: Match.objectLike({ MinimumLength: MINIMUM_PASSWORD_LENGTH }) },
    });
  });

  it('leave the page to its own words about passwords', () => {
    expect(publishedConfig(plain)).not.toHaveProperty('passwordPolicy');
  });

  it('are told apart by e-mail address, whatever its case', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      UsernameAttributes: ['email'],
      UsernameConfiguration: { CaseSensitive: false },
      AutoVerifiedAttributes: ['email'],
    });
  });

  it('have no attribute of their own: a pool never loses one, so that no deployment could be rolled back', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', { Schema: Match.absent() });
  });

  it('stay when the stack goes, since people made them', () => {
    template.hasResource('AWS::Cognito::UserPool', { DeletionPolicy: 'Retain' });
    template.hasResourceProperties('AWS::Cognito::UserPool', { DeletionProtection: 'ACTIVE' });
  });

  it('sign in without the password ever leaving the browser, and without a secret a browser could not keep', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      ExplicitAuthFlows: ['ALLOW_USER_SRP_AUTH', 'ALLOW_REFRESH_TOKEN_AUTH'],
      GenerateSecret: false,
    });
  });

  it('let people change their name, picture and address, and never whether the address is proven', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      WriteAttributes: ['email', 'name', 'picture'],
    });
  });

  it('keep the old address until a new one is proven, so that nobody takes one that is not theirs', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
    });
  });

  it('ask nobody about a sign-up where there is no Google to link', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', { LambdaConfig: Match.absent() });
  });

  it('tell an unknown address apart from a wrong password, as the specification words it', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', { PreventUserExistenceErrors: 'LEGACY' });
  });

  it('offer no OAuth where there is no Google client', () => {
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

  it('come back from Google to the sign-in page of this site only', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      AllowedOAuthFlows: ['code'],
      CallbackURLs: ['https://d111111abcdef8.cloudfront.net/login'],
      SupportedIdentityProviders: ['COGNITO', 'Google'],
    });
  });

  it("take Google's client secret from Secrets Manager while deploying, never from the template", () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderDetails: {
        client_id: GOOGLE,
        client_secret: '{{resolve:secretsmanager:expertscope/beta/google-client-secret:SecretString:::}}',
      },
    });
  });

  it('have a managed domain whose name holds the stage and the account, since it must be unique in the region', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolDomain', {
      Domain: { 'Fn::Join': ['', ['expertscope-beta-', { Ref: 'AWS::AccountId' }]] },
    });
  });

  it('are asked through Managed Login, since the classic pages do not pass on that people want to choose', () => {
    template.hasResourceProperties('AWS::Cognito::UserPoolDomain', { ManagedLoginVersion: 2 });
    template.hasResourceProperties('AWS::Cognito::UserPool', { UserPoolTier: 'ESSENTIALS' });
  });

  it('have a style, without which Managed Login shows an error in place of its page', () => {
    const pool = { Ref: Match.stringLikeRegexp('^IdentityUsers') };
    template.hasResourceProperties('AWS::Cognito::ManagedLoginBranding', {
      UserPoolId: pool,
      ClientId: { Ref: Match.stringLikeRegexp('Browser') },
      UseCognitoProvidedValues: true,
    });
  });

  it('are one for an address, by password and by Google: a function of the pool is asked before each sign-up', () => {
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

  it('keep that function with the pool, which nobody could sign up to without it', () => {
    const linker = Object.entries(template.toJSON()['Resources']).filter(
      ([id]) => id.startsWith(TRIGGER_LOGICAL_ID) || id.includes('PreSignUp'),
    );
    expect(linker).toHaveLength(6);
    // `destroy` knows them by that, and by their tags, once the stack has let go of them.
    for (const kind of ['AWS::Lambda::Function', 'AWS::Logs::LogGroup'])
      expect(Object.keys(template.findResources(kind))).toContainEqual(
        expect.stringMatching(`^${TRIGGER_LOGICAL_ID}`),
      );
    for (const [, resource] of linker) expect(resource).toMatchObject({ DeletionPolicy: 'Retain' });
  });

  it('let the page talk to that domain', () => {
    const [headers] = Object.values(template.findResources('AWS::CloudFront::ResponseHeadersPolicy'));
    expect(JSON.stringify(headers)).toContain('.auth.us-east-1.amazoncognito.com');
  });

  it('write to people from the sender', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      EmailConfiguration: { EmailSendingAccount: 'DEVELOPER', From: 'Expertscope <no-reply@example.com>' },
    });
  });

  it('tell the page what a password has to be, so that it can say so before Cognito refuses one', () => {
    expect(publishedConfig(strong)).toMatchObject({
      passwordPolicy: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
    });
  });

  it('ask for twelve characters of four kinds', () => {
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      Policies: {
        PasswordPolicy: Match.objectLike({ MinimumLength: 12, RequireSymbols: true, RequireNumbers: true }),
      },
    });
  });
});

describe('a kept pool with strong passwords', () => {
  const kept = synthesize({
    ...{ existingUserPool: 'us-east-1_Kept00001', passwords: 'strong' },
    ...{ googleClientId: GOOGLE, siteAddress: 'https://d111111abcdef8.cloudfront.net' },
  });
  const messages = kept.assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data));

  it('has the page say what the pool asks for', () => {
    expect(publishedConfig(kept)).toMatchObject({ passwordPolicy: { minimumLength: 12 } });
  });

  it('is said not to be changed, neither its passwords nor its triggers', () => {
    expect(messages).toContainEqual(
      expect.stringContaining('passwords=strong only tells the page what us-east-1_Kept00001 asks for'),
    );
    expect(messages).toContainEqual(expect.stringContaining('us-east-1_Kept00001 keeps its own triggers'));
    kept.template.resourceCountIs('AWS::Cognito::UserPool', 0);
  });

  it('is not to be changed by a command that resets what it is not told', () => {
    expect(messages.join()).toContain('change it in the Cognito console');
    expect(messages.join()).not.toContain('update-user-pool');
  });
});

describe('a try-out', () => {
  it('leaves nothing behind: its table and accounts go with it, and nothing keeps them from going', () => {
    const { template } = synthesize({
      ...{ stage: 'try', retain: false },
      ...{ googleClientId: GOOGLE, siteAddress: 'https://d111111abcdef8.cloudfront.net' },
    });
    template.hasResource('AWS::DynamoDB::Table', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtectionEnabled: false },
    });
    template.hasResource('AWS::Cognito::UserPool', {
      DeletionPolicy: 'Delete',
      Properties: { DeletionProtection: 'INACTIVE' },
    });
    expect(JSON.stringify(template.toJSON())).not.toContain('"Retain"');
  });
});
