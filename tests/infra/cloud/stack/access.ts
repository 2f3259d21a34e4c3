import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { Match } from 'aws-cdk-lib/assertions';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ErrorBody } from '#shared/contract.ts';
import { makeFolder } from '#tests/infra/local/cognito/start.ts';
import { edgeFunctions } from '../support/edge.ts';
import { propertiesOf } from '../support/resources.ts';
import { CHECK_SCHEMAS, publishedConfig, synthesize } from '../support/synthesize.ts';

const SITE = { siteAddress: 'https://d111111abcdef8.cloudfront.net' };
const SECRET_ARN = 'arn:aws:secretsmanager:us-east-1:111122223333:secret:sso-AbCdEf';

/** The environment of the pool’s trigger. */
const triggerVariables = ({ template }: ReturnType<typeof synthesize>) =>
  propertiesOf(template, 'AWS::Lambda::Function').find(({ Description }) =>
    Description?.startsWith('Decides who may have an account'),
  )?.Environment.Variables;

describe('a deployment without access settings', () => {
  const plain = synthesize();

  it('allows anyone to sign up with just a password, and search without an account, from anywhere', () => {
    const { template } = plain;
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
      LambdaConfig: Match.absent(),
      // Left out, it would not switch off the codes of a stage that once had them.
      MfaConfiguration: 'OFF',
      EnabledMfas: Match.absent(),
    });
    template.resourceCountIs('AWS::WAFv2::IPSet', 0);
    template.resourceCountIs('AWS::Cognito::UserPoolIdentityProvider', 0);
    expect(JSON.stringify(template.toJSON())).not.toContain('ANONYMOUS":"off');
    for (const fact of ['signUp', 'emailDomains', 'anonymous', 'totp', 'organisation'])
      expect(publishedConfig(plain)).not.toHaveProperty(fact);
  });
});

describe('signUp=invited', () => {
  const invited = synthesize({ signUp: 'invited' });

  it('lets only administrators create accounts, and has the trigger check those from a provider', () => {
    invited.template.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: Match.objectLike({ AllowAdminCreateUserOnly: true }),
      LambdaConfig: { PreSignUp: Match.anyValue() },
    });
    expect(triggerVariables(invited)).toMatchObject({ SIGN_UP: 'invited' });
    expect(publishedConfig(invited)).toMatchObject({ signUp: 'invited' });
  });
});

describe('an administrator who may create accounts', () => {
  it.each(['invited', 'open'])(
    'mails an invitation and leaves time for a password, as signUp=%s',
    (signUp) => {
      const { template } = synthesize({ signUp });
      template.hasResourceProperties('AWS::Cognito::UserPool', {
        AdminCreateUserConfig: {
          InviteMessageTemplate: {
            EmailMessage: Match.stringLikeRegexp('\\{username\\}.*\\{####\\}'),
            EmailSubject: 'Your invitation to Expertscope',
          },
        },
      });
      template.hasResourceProperties('AWS::Cognito::UserPoolClient', { AuthSessionValidity: 15 });
    },
  );

  it.each(['invited', 'open'])('names the site in it if its address is given, as signUp=%s', (signUp) => {
    const { template } = synthesize({ signUp, ...SITE });
    template.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: {
        InviteMessageTemplate: {
          EmailMessage: Match.stringLikeRegexp(`invited to Expertscope at ${SITE.siteAddress}\\.`),
        },
      },
    });
  });
});

describe('signUp=closed', () => {
  it('accepts no new accounts of any kind', () => {
    const closed = synthesize({ signUp: 'closed' });
    closed.template.hasResourceProperties('AWS::Cognito::UserPool', {
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: true },
    });
    expect(triggerVariables(closed)).toMatchObject({ SIGN_UP: 'closed' });
    expect(publishedConfig(closed)).toMatchObject({ signUp: 'closed' });
  });
});

describe('allowedEmailDomains', () => {
  it('is enforced by the trigger and published to the page, which can say so first', () => {
    const limited = synthesize({ allowedEmailDomains: 'example.com,Example.org' });
    expect(triggerVariables(limited)).toMatchObject({ ALLOWED_EMAIL_DOMAINS: 'example.com,example.org' });
    expect(publishedConfig(limited)).toMatchObject({ emailDomains: ['example.com', 'example.org'] });
    limited.template.hasResourceProperties('AWS::Cognito::UserPool', {
      LambdaConfig: { PreSignUp: Match.anyValue() },
      AdminCreateUserConfig: { AllowAdminCreateUserOnly: false },
    });
  });
});

describe('anonymous=off', () => {
  it('is passed to the search function, which refuses, and to the page, which asks for sign-in', () => {
    const off = synthesize({ anonymous: 'off' });
    off.template.hasResourceProperties('AWS::Lambda::Function', {
      Description: 'Runs searches and streams their events',
      Environment: { Variables: Match.objectLike({ ANONYMOUS: 'off' }) },
    });
    expect(publishedConfig(off)).toMatchObject({ anonymous: false });
  });
});

describe('totp=on', () => {
  it('offers authenticator app codes as an option, and never text messages', () => {
    const totp = synthesize({ totp: 'on' });
    totp.template.hasResourceProperties('AWS::Cognito::UserPool', {
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
    });
    totp.template.hasResourceProperties('AWS::Cognito::UserPoolClient', { AuthSessionValidity: 15 });
    expect(publishedConfig(totp)).toMatchObject({ totp: true });
  });
});

describe('allowedAddresses', () => {
  const fenced = synthesize({
    waf: 'false',
    allowedAddresses: '203.0.113.0/24,198.51.100.7,2001:db8:1::/48',
  });
  const code = edgeFunctions(fenced.template);

  interface Answer {
    uri?: string;
    statusCode?: number;
    headers: Record<string, { value: string }>;
    body?: { data: string };
  }

  /** Runs the deployed code as CloudFront does. */
  const ask = (name: keyof typeof code, ip: string, uri: string): Answer => {
    const event = { viewer: { ip }, request: { uri, headers: {} } };
    return runInNewContext(`${code[name]}; handler(event)`, { event });
  };

  it.each(['203.0.113.0', '203.0.113.255', '198.51.100.7', '2001:db8:1::1', '2001:0db8:0001:ffff:0:0:0:1'])(
    'admits %s to the page, its files and the API',
    (ip) => {
      expect(ask('ShowPage', ip, '/chat/chat_1').uri).toBe('/index.html');
      expect(ask('Admit', ip, '/assets/a.js').uri).toBe('/assets/a.js');
      expect(ask('NameViewer', ip, '/api/me').headers['x-viewer-address']?.value).toBe(ip);
    },
  );

  it.each([
    '203.0.112.255',
    '203.0.114.0',
    '198.51.100.8',
    '2001:db8:2::1',
    '::ffff:203.0.113.1',
    '::',
    'unknown',
  ])('keeps %s out of all of them, even without a firewall', (ip) => {
    for (const name of ['ShowPage', 'Admit', 'NameViewer'] as const)
      expect(ask(name, ip, '/')).toMatchObject({
        statusCode: 403,
        headers: { 'cache-control': { value: 'no-store' } },
      });
  });

  it('refuses API calls in the API’s own format and page visits with a sentence', () => {
    const api = ask('NameViewer', '192.0.2.1', '/api/searches');
    expect(v.parse(ErrorBody, JSON.parse(api.body?.data ?? '')).error).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining("its owner's networks only"),
    });
    expect(ask('ShowPage', '192.0.2.1', '/').body?.data).toContain("its owner's networks only");
  });

  it('is checked on every path of the distribution', () => {
    const [{ DistributionConfig: config }] = propertiesOf(fenced.template, 'AWS::CloudFront::Distribution');
    const behaviours = [config.DefaultCacheBehavior, ...config.CacheBehaviors];
    for (const { FunctionAssociations } of behaviours)
      expect(FunctionAssociations).toMatchObject([{ EventType: 'viewer-request' }]);
  });

  it('fits into a CloudFront Function at its maximum length', () => {
    const most = Array.from({ length: 40 }, (_, index) => `2001:db8::${(index + 1).toString(16)}`);
    const longest = Object.values(
      edgeFunctions(synthesize({ waf: 'false', allowedAddresses: most }).template),
    );
    for (const text of longest) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(10_240);
  });

  it('also applies to a user pool with a firewall, except for the public keys that functions fetch', () => {
    const { template } = synthesize({
      siteFirewall: false,
      allowedAddresses: '203.0.113.0/24,2001:db8:1::/48',
    });
    const sets = propertiesOf(template, 'AWS::WAFv2::IPSet');
    expect(sets.map(({ IPAddressVersion, Addresses }) => [IPAddressVersion, Addresses])).toEqual([
      ['IPV4', ['203.0.113.0/24']],
      ['IPV6', ['2001:db8:1::/48']],
    ]);
    const [{ Rules }] = propertiesOf(template, 'AWS::WAFv2::WebACL', { Scope: 'REGIONAL' });
    expect(Rules[0]).toMatchObject({ Name: 'outside-allowed-addresses', Priority: 0, Action: { Block: {} } });
    const statements = Rules[0].Statement.AndStatement.Statements.map(
      (one: { NotStatement: { Statement: object } }) => one.NotStatement.Statement,
    );
    expect(statements.slice(0, 2).flatMap(Object.keys)).toEqual([
      'IPSetReferenceStatement',
      'IPSetReferenceStatement',
    ]);
    const poolId = { Ref: expect.stringMatching(/^IdentityUsers/) };
    const path = { 'Fn::Join': ['', ['/', poolId, '/.well-known/jwks.json']] };
    const exactly = { PositionalConstraint: 'EXACTLY', TextTransformations: [{ Priority: 0, Type: 'NONE' }] };
    expect(statements.slice(2)).toEqual([
      {
        AndStatement: {
          Statements: [
            { ByteMatchStatement: { ...exactly, FieldToMatch: { Method: {} }, SearchString: 'GET' } },
            { ByteMatchStatement: { ...exactly, FieldToMatch: { UriPath: {} }, SearchString: path } },
          ],
        },
      },
    ]);
  });

  it('warns when the accounts have no firewall and so can be reached from anywhere', () => {
    const messages = fenced.assembly.stacks.flatMap(({ messages: all }) =>
      all.map(({ entry }) => entry.data),
    );
    expect(messages).toContainEqual(
      expect.stringContaining('allowedAddresses does not apply to the user pool'),
    );
  });
});

describe("the deployment's own provider", () => {
  const saml = synthesize({
    ...SITE,
    ssoName: 'Example Corp',
    samlMetadata: 'https://id.example.com/metadata',
  });

  it('over SAML has its metadata, its attributes and a button', () => {
    saml.template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderName: 'Organisation',
      ProviderType: 'SAML',
      ProviderDetails: { MetadataURL: 'https://id.example.com/metadata' },
      AttributeMapping: {
        email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
        name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
        email_verified: Match.absent(),
      },
    });
    expect(publishedConfig(saml)).toMatchObject({
      google: false,
      organisation: 'Example Corp',
      oauthDomain: expect.stringContaining('.auth.us-east-1.amazoncognito.com'),
    });
  });

  it('is enabled for the client, returns to the sign-in page and is checked by the trigger', () => {
    saml.template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      SupportedIdentityProviders: ['COGNITO', 'Organisation'],
      CallbackURLs: ['https://d111111abcdef8.cloudfront.net/login'],
    });
    expect(triggerVariables(saml)).toMatchObject({ SIGN_UP: 'open' });
  });

  it('can be renamed at any time: its name in the pool, which accounts depend on, stays', () => {
    const { template: renamed } = synthesize({
      ...SITE,
      ssoName: 'Other Corp',
      samlMetadata: 'https://id.example.com/metadata',
    });
    for (const kind of ['UserPoolIdentityProvider', 'UserPoolClient'])
      expect(renamed.findResources(`AWS::Cognito::${kind}`)).toEqual(
        saml.template.findResources(`AWS::Cognito::${kind}`),
      );
  });

  it('has outputs that say where it must send people', () => {
    saml.template.hasOutput('SamlReplyAddress', { Value: Match.anyValue() });
    saml.template.hasOutput('SamlEntityId', { Value: Match.anyValue() });
    expect(saml.template.findOutputs('GoogleRedirectAddress')).toEqual({});
  });

  it('over SAML can use a metadata file and its own attributes', async () => {
    const samlMetadata = join(await makeFolder(), 'metadata.xml');
    writeFileSync(samlMetadata, '<EntityDescriptor/>');
    const { template } = synthesize({
      ...SITE,
      ssoName: 'Example Corp',
      samlMetadata,
      ssoEmailAttribute: 'mail',
      ssoEmailVerifiedAttribute: 'mailProven',
      ssoNameAttribute: 'cn',
      ssoIdAttribute: 'nameIdAsIs',
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderDetails: { MetadataFile: '<EntityDescriptor/>' },
      // Cognito lowercases the name identifier; through this attribute the trigger gets it unchanged.
      AttributeMapping: { email: 'mail', email_verified: 'mailProven', name: 'cn', nickname: 'nameIdAsIs' },
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      WriteAttributes: ['email', 'name', 'nickname', 'picture'],
    });
  });

  it('over OIDC, alongside Google, resolves its secret during deployment, never in the template', () => {
    const { template } = synthesize({
      ...SITE,
      googleClientId: '123.apps.googleusercontent.com',
      ssoName: 'Example Corp',
      oidcIssuer: 'https://id.example.com',
      oidcClientId: 'expertscope',
      oidcClientSecretArn: SECRET_ARN,
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      ProviderName: 'Organisation',
      ProviderType: 'OIDC',
      ProviderDetails: {
        oidc_issuer: 'https://id.example.com',
        client_id: 'expertscope',
        client_secret: `{{resolve:secretsmanager:${SECRET_ARN}:SecretString:::}}`,
        authorize_scopes: 'openid email profile',
      },
      // The trigger links accounts by the unchanged id, because Cognito lowercases it in user names.
      AttributeMapping: {
        email: 'email',
        email_verified: 'email_verified',
        name: 'name',
        nickname: 'sub',
      },
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      SupportedIdentityProviders: ['COGNITO', 'Google', 'Organisation'],
      WriteAttributes: ['email', 'name', 'nickname', 'picture'],
    });
    template.hasOutput('OidcRedirectAddress', { Value: Match.anyValue() });
  });
});

describe('a deployment that uses every access setting', () => {
  it('passes the AWS Solutions rules and CloudFormation’s schemas, without CDK warnings', () => {
    const { assembly } = synthesize({
      ...CHECK_SCHEMAS,
      ...SITE,
      alarmEmail: 'operations@example.com',
      googleClientId: '123.apps.googleusercontent.com',
      ssoName: 'Example Corp',
      samlMetadata: 'https://id.example.com/metadata',
      signUp: 'invited',
      allowedEmailDomains: 'example.com',
      allowedAddresses: '203.0.113.0/24,2001:db8::/32',
      anonymous: 'off',
      totp: 'on',
    });
    expect(assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data))).toEqual([]);
  });
});

describe('an existing pool', () => {
  it('also stores a person’s id at the provider, because every pool has that attribute', () => {
    const { template } = synthesize({
      ...SITE,
      existingUserPool: 'us-east-1_Kept00001',
      ssoName: 'Example Corp',
      oidcIssuer: 'https://id.example.com',
      oidcClientId: 'expertscope',
      oidcClientSecretArn: SECRET_ARN,
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolIdentityProvider', {
      AttributeMapping: { nickname: 'sub' },
    });
    template.hasResourceProperties('AWS::Cognito::UserPoolClient', {
      WriteAttributes: ['email', 'name', 'nickname', 'picture'],
    });
  });

  it('comes with a warning that access settings only affect the page', () => {
    const kept = synthesize({
      existingUserPool: 'us-east-1_Kept00001',
      signUp: 'closed',
      allowedEmailDomains: 'example.com',
      totp: 'on',
    });
    const messages = kept.assembly.stacks.flatMap((stack) => stack.messages.map(({ entry }) => entry.data));
    expect(messages).toContainEqual(
      expect.stringContaining('signUp=closed, allowedEmailDomains, totp=on only tell the page'),
    );
  });
});
