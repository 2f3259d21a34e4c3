import { readFileSync } from 'node:fs';
import {
  Annotations,
  Aws,
  CfnResource,
  Duration,
  RemovalPolicy,
  SecretValue,
  Stack,
  Validations,
} from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { PRODUCT_NAME } from '#shared/product.ts';
import {
  DEFAULT_PASSWORD_POLICY,
  ORGANISATION,
  type PasswordPolicy,
  SIGN_IN_CALLBACK_PATH,
} from '#shared/site-config.ts';
import { googleSecretName, regionalPrefix } from '../settings/names.ts';
import { CHANGE_POOL } from '../settings/read-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { EventFunction } from './event-function.ts';

/** What each value of the setting `passwords` requires. */
const PASSWORD_POLICIES: Readonly<Record<Settings['passwords'], PasswordPolicy>> = {
  specified: DEFAULT_PASSWORD_POLICY,
  strong: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
};

/** Time to choose a password of one's own, or to find the phone with the codes, in a sign-in. */
const CHALLENGE_TIME = Duration.minutes(15);

/** Under which a SAML provider sends what the pool needs, where the settings say nothing else. */
const SAML_ATTRIBUTES = {
  email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
};

/**
 * Accounts: e-mail and password, Google and a SAML or OIDC provider where the deployment has them. They stay when the stack is destroyed
 * unless the stage is a try-out.
 */
export class Identity extends Construct {
  readonly userPool: cognito.IUserPool;
  readonly client: cognito.UserPoolClient;
  /** Host of the OAuth endpoints; undefined where no provider is offered. */
  readonly oauthDomain: string | undefined;
  /** What the providers have to be told, by the names under which the stack prints it. */
  readonly providerAddresses: Readonly<Record<string, string>>;
  /** What the page says about passwords; undefined where the page's own default is right. */
  readonly passwordPolicy: PasswordPolicy | undefined;

  constructor(scope: Construct, id: string, { settings, code }: { settings: Settings; code: lambda.Code }) {
    super(scope, id);
    this.userPool =
      settings.existingUserPool === undefined
        ? this.#createUserPool(settings, code)
        : this.#findUserPool(settings.existingUserPool, settings);
    this.passwordPolicy =
      settings.passwords === 'specified' ? undefined : PASSWORD_POLICIES[settings.passwords];
    const providers = this.#offerProviders(settings);
    this.oauthDomain = providers?.oauthDomain;
    this.providerAddresses = providers?.addresses ?? {};
    this.client = this.userPool.addClient('Browser', {
      generateSecret: false,
      authFlows: { userSrp: true },
      // An address without an account gets a sentence of its own: docs/decisions/0006-unknown-addresses-are-named.md.
      preventUserExistenceErrors: false,
      enableTokenRevocation: true,
      ...(asksMore(settings) && { authSessionValidity: CHALLENGE_TIME }),
      // The address because Cognito itself writes it from a provider's token, as this client; a new one counts once it is proven.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        fullname: true,
        profilePicture: true,
      }),
      supportedIdentityProviders: [
        cognito.UserPoolClientIdentityProvider.COGNITO,
        ...(settings.googleClientId === undefined ? [] : [cognito.UserPoolClientIdentityProvider.GOOGLE]),
        ...(settings.ssoName === undefined
          ? []
          : [cognito.UserPoolClientIdentityProvider.custom(ORGANISATION)]),
      ],
      ...(providers
        ? {
            oAuth: {
              flows: { authorizationCodeGrant: true },
              scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.PROFILE],
              callbackUrls: [providers.callback],
              logoutUrls: [providers.callback],
            },
          }
        : { disableOAuth: true }),
    });
    if (providers) {
      this.client.node.addDependency(...providers.all);
      // Managed Login shows a client no page until it has a style, even if that is Cognito's default.
      new cognito.CfnManagedLoginBranding(this, 'Branding', {
        userPoolId: this.userPool.userPoolId,
        clientId: this.client.userPoolClientId,
        useCognitoProvidedValues: true,
      });
    }
  }

  /** Lets a function delete accounts, and nothing else of them. */
  grantDelete(grantee: iam.IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['cognito-idp:AdminDeleteUser'],
        resources: [this.userPool.userPoolArn],
      }),
    );
  }

  #findUserPool(id: string, settings: Settings): cognito.IUserPool {
    const { passwords, signUp, allowedEmailDomains, totp, googleClientId, ssoName } = settings;
    const onlyTold = [
      ...(signUp === 'open' ? [] : [`signUp=${signUp}`]),
      ...(allowedEmailDomains.length === 0 ? [] : ['allowedEmailDomains']),
      ...(totp === 'off' ? [] : ['totp=on']),
    ];
    if (onlyTold.length > 0)
      Annotations.of(this).addWarningV2(
        'Expertscope:poolUnchanged',
        `${onlyTold.join(', ')} only tell the page what ${id} does: a user pool that is there already is not changed (${CHANGE_POOL}), so see that it does.`,
      );
    if (passwords !== 'specified')
      Annotations.of(this).addInfo(
        `passwords=${passwords} only tells the page what ${id} asks for: a user pool that is there already is not changed (${CHANGE_POOL}).`,
      );
    if (googleClientId !== undefined || ssoName !== undefined)
      Annotations.of(this).addInfo(
        `${id} keeps its own triggers: without the one that a pool of this stack has, a provider and a password make two accounts of one address.`,
      );
    return cognito.UserPool.fromUserPoolId(this, 'Users', id);
  }

  #createUserPool(settings: Settings, code: lambda.Code): cognito.UserPool {
    const { passwords, mailSender, retain, signUp, totp } = settings;
    const userPool = new cognito.UserPool(this, 'Users', {
      selfSignUpEnabled: signUp === 'open',
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: cognito.AccountRecovery.EMAIL_ONLY,
      passwordPolicy: toUserPoolPolicy(PASSWORD_POLICIES[passwords]),
      featurePlan: cognito.FeaturePlan.ESSENTIALS,
      userVerification: {
        emailSubject: `Your ${PRODUCT_NAME} code`,
        emailBody: `Your ${PRODUCT_NAME} code is {####}.`,
      },
      ...(signUp === 'invited' && { userInvitation: invitation(settings) }),
      ...(totp === 'on' && {
        mfa: cognito.Mfa.OPTIONAL,
        mfaSecondFactor: { otp: true, sms: false },
      }),
      email: mailSender === undefined ? cognito.UserPoolEmail.withCognito() : this.#sendFrom(mailSender),
      deletionProtection: retain,
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    if (needsTrigger(settings)) this.#decideSignUps(userPool, { settings, code });
    acknowledgeUserPool(userPool, settings);
    return userPool;
  }

  /** Whoever signs up is asked about first: who may, and that an address has one account (functions/accounts). */
  #decideSignUps(
    userPool: cognito.UserPool,
    { settings, code }: { settings: Settings; code: lambda.Code },
  ): void {
    const linker = new EventFunction(this, 'Linker', {
      code,
      settings,
      description:
        'Says who may have an account, and makes one of the same address by password and by a provider',
      environment: {
        SIGN_UP: settings.signUp,
        ...(settings.allowedEmailDomains.length > 0 && {
          ALLOWED_EMAIL_DOMAINS: settings.allowedEmailDomains.join(','),
        }),
      },
      // Cognito waits no longer.
      timeout: Duration.seconds(5),
    });
    userPool.addTrigger(cognito.UserPoolOperation.PRE_SIGN_UP, linker.lambda);
    // Apart from the role's own policy, which the function needs before the pool that names the function.
    new iam.Policy(linker, 'Linking', {
      roles: [linker.role],
      statements: [
        new iam.PolicyStatement({
          actions: [
            'cognito-idp:ListUsers',
            'cognito-idp:AdminLinkProviderForUser',
            'cognito-idp:AdminDeleteUser',
          ],
          resources: [userPool.userPoolArn],
        }),
      ],
    });
    // A pool that is kept goes on calling it: without it nobody could sign up.
    const parts = settings.retain ? [...linker.node.findAll(), ...userPool.node.findAll()] : [];
    for (const child of parts)
      if (CfnResource.isCfnResource(child)) child.applyRemovalPolicy(RemovalPolicy.RETAIN);
  }

  #sendFrom(mailSender: string): cognito.UserPoolEmail {
    const domain = mailSender.split('@')[1] ?? '';
    return cognito.UserPoolEmail.withSES({
      fromEmail: mailSender,
      fromName: PRODUCT_NAME,
      sesRegion: Stack.of(this).region,
      sesVerifiedDomain: domain,
    });
  }

  #offerProviders(settings: Settings) {
    const { googleClientId, ssoName, samlMetadata } = settings;
    if (googleClientId === undefined && ssoName === undefined) return undefined;
    const prefix = `${regionalPrefix(settings)}-${Aws.ACCOUNT_ID}`;
    this.userPool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: prefix },
      // The classic pages drop `prompt`, with which the page asks Google to let people choose their account.
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const google = googleClientId === undefined ? undefined : this.#offerGoogle(googleClientId, settings);
    const organisation = ssoName === undefined ? undefined : this.#offerOrganisation(settings);
    const oauthDomain = `${prefix}.auth.${Stack.of(this).region}.amazoncognito.com`;
    const redirectAddress = `https://${oauthDomain}/oauth2/idpresponse`;
    return {
      all: [google, organisation].filter((provider) => provider !== undefined),
      oauthDomain,
      callback: `${siteOf(settings)}${SIGN_IN_CALLBACK_PATH}`,
      addresses: {
        ...(google && { GoogleRedirectAddress: redirectAddress }),
        ...(organisation &&
          (samlMetadata === undefined
            ? { OidcRedirectAddress: redirectAddress }
            : {
                SamlReplyAddress: `https://${oauthDomain}/saml2/idpresponse`,
                SamlEntityId: `urn:amazon:cognito:sp:${this.userPool.userPoolId}`,
              })),
      },
    };
  }

  #offerGoogle(clientId: string, settings: Settings): cognito.UserPoolIdentityProviderGoogle {
    return new cognito.UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.userPool,
      clientId,
      clientSecretValue: SecretValue.secretsManager(googleSecretName(settings)),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: cognito.ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: cognito.ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: cognito.ProviderAttribute.GOOGLE_NAME,
        profilePicture: cognito.ProviderAttribute.GOOGLE_PICTURE,
      },
    });
  }

  /** The deployment's own provider. Of a SAML provider nothing says that an address is proven, unless the settings name what does. */
  #offerOrganisation(settings: Settings): cognito.IUserPoolIdentityProvider & Construct {
    const { samlMetadata, oidcIssuer, oidcClientId, oidcClientSecretArn } = settings;
    const { ssoEmailAttribute, ssoEmailVerifiedAttribute, ssoNameAttribute } = settings;
    const common = { userPool: this.userPool, name: ORGANISATION };
    const mapping = (email: string, name: string, verified: string | undefined) => ({
      email: cognito.ProviderAttribute.other(ssoEmailAttribute ?? email),
      fullname: cognito.ProviderAttribute.other(ssoNameAttribute ?? name),
      ...(verified !== undefined && { emailVerified: cognito.ProviderAttribute.other(verified) }),
    });
    if (samlMetadata !== undefined)
      return new cognito.UserPoolIdentityProviderSaml(this, 'Organisation', {
        ...common,
        metadata: samlMetadata.startsWith('https:')
          ? cognito.UserPoolIdentityProviderSamlMetadata.url(samlMetadata)
          : cognito.UserPoolIdentityProviderSamlMetadata.file(readFileSync(samlMetadata, 'utf8')),
        attributeMapping: mapping(SAML_ATTRIBUTES.email, SAML_ATTRIBUTES.name, ssoEmailVerifiedAttribute),
      });
    if (oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecretArn === undefined)
      throw new TypeError('The settings name no provider.');
    return new cognito.UserPoolIdentityProviderOidc(this, 'Organisation', {
      ...common,
      issuerUrl: oidcIssuer,
      clientId: oidcClientId,
      // A reference that CloudFormation resolves: the secret is in no template.
      clientSecret: SecretValue.secretsManager(oidcClientSecretArn).unsafeUnwrap(),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: mapping('email', 'name', ssoEmailVerifiedAttribute ?? 'email_verified'),
    });
  }
}

/** Where the page is, as far as it is known before the deployment. */
const siteOf = ({ domainName, siteAddress }: Settings): string | undefined =>
  domainName === undefined ? siteAddress : `https://${domainName}`;

/** Whether there is anything to decide about a sign-up that Cognito does not by itself. */
const needsTrigger = ({ googleClientId, ssoName, signUp, allowedEmailDomains }: Settings): boolean =>
  googleClientId !== undefined ||
  ssoName !== undefined ||
  signUp !== 'open' ||
  allowedEmailDomains.length > 0;

/** Whether a sign-in may ask for more than a password: a new one, or a code. */
const asksMore = ({ signUp, totp }: Settings): boolean => signUp === 'invited' || totp === 'on';

/** The mail to whom an administrator invites; Cognito fills in the address and the temporary password. */
function invitation(settings: Settings): cognito.UserInvitationConfig {
  const site = siteOf(settings);
  return {
    emailSubject: `Your invitation to ${PRODUCT_NAME}`,
    emailBody: `You are invited to ${PRODUCT_NAME}${
      site === undefined ? '' : ` at ${site}`
    }. Sign in as {username} with the temporary password {####} within seven days, and choose a password of your own.`,
  };
}

const toUserPoolPolicy = (policy: PasswordPolicy): cognito.PasswordPolicy => ({
  minLength: policy.minimumLength,
  requireLowercase: policy.lowercase,
  requireUppercase: policy.uppercase,
  requireDigits: policy.digits,
  requireSymbols: policy.symbols,
});

function acknowledgeUserPool(
  userPool: cognito.UserPool,
  { passwords, accountsFirewall }: Pick<Settings, 'passwords' | 'accountsFirewall'>,
): void {
  const guessing = `Cognito locks an account for longer and longer after five wrong passwords${
    accountsFirewall ? ', and the firewall before the pool holds each address to a rate' : ''
  }.`;
  Validations.of(userPool).acknowledge(
    {
      id: 'AwsSolutions-COG2',
      reason:
        'Sign-in is specified as e-mail and password or Google; what an account holds is its own searches.',
    },
    {
      id: 'AwsSolutions-COG8',
      reason: `Threat protection needs the Plus plan, priced per user. ${guessing}`,
    },
  );
  if (passwords === 'specified')
    Validations.of(userPool).acknowledge({
      id: 'AwsSolutions-COG1',
      reason:
        'Six characters are the product specification; the setting passwords=strong asks for twelve of four kinds.',
    });
}
