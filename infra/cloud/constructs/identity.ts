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
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy, SIGN_IN_CALLBACK_PATH } from '#shared/site-config.ts';
import { googleSecretName, regionalPrefix } from '../settings/names.ts';
import { CHANGE_POOL } from '../settings/read-settings.ts';
import type { Settings } from '../settings/schema.ts';
import { EventFunction } from './event-function.ts';

/** What each value of the setting `passwords` requires. */
const PASSWORD_POLICIES: Readonly<Record<Settings['passwords'], PasswordPolicy>> = {
  specified: DEFAULT_PASSWORD_POLICY,
  strong: { minimumLength: 12, lowercase: true, uppercase: true, digits: true, symbols: true },
};

/**
 * Accounts: e-mail and password, Google where the deployment has a client for it. They stay when the stack is destroyed unless the
 * stage is a try-out.
 */
export class Identity extends Construct {
  readonly userPool: cognito.IUserPool;
  readonly client: cognito.UserPoolClient;
  /** Host of the OAuth endpoints; undefined where Google is not offered. */
  readonly oauthDomain: string | undefined;
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
    const google = this.#offerGoogle(settings);
    this.oauthDomain = google?.oauthDomain;
    this.client = this.userPool.addClient('Browser', {
      generateSecret: false,
      authFlows: { userSrp: true },
      // An address without an account gets a sentence of its own: docs/decisions/0006-unknown-addresses-are-named.md.
      preventUserExistenceErrors: false,
      enableTokenRevocation: true,
      // The address because Cognito itself writes it from Google's token, as this client; a new one counts once it is proven.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        fullname: true,
        profilePicture: true,
      }),
      supportedIdentityProviders: [
        cognito.UserPoolClientIdentityProvider.COGNITO,
        ...(google ? [cognito.UserPoolClientIdentityProvider.GOOGLE] : []),
      ],
      ...(google
        ? {
            oAuth: {
              flows: { authorizationCodeGrant: true },
              scopes: [cognito.OAuthScope.OPENID, cognito.OAuthScope.EMAIL, cognito.OAuthScope.PROFILE],
              callbackUrls: [google.callback],
              logoutUrls: [google.callback],
            },
          }
        : { disableOAuth: true }),
    });
    if (google) {
      this.client.node.addDependency(google.provider);
      // Managed Login shows a client no page until it has a style, even if that is Cognito's default.
      new cognito.CfnManagedLoginBranding(this, 'Branding', {
        userPoolId: this.userPool.userPoolId,
        clientId: this.client.userPoolClientId,
        useCognitoProvidedValues: true,
      });
    }
  }

  #findUserPool(id: string, { passwords, googleClientId }: Settings): cognito.IUserPool {
    if (passwords !== 'specified')
      Annotations.of(this).addInfo(
        `passwords=${passwords} only tells the page what ${id} asks for: a user pool that is there already is not changed (${CHANGE_POOL}).`,
      );
    if (googleClientId !== undefined)
      Annotations.of(this).addInfo(
        `${id} keeps its own triggers: without the one that a pool of this stack has, Google and a password make two accounts of one address.`,
      );
    return cognito.UserPool.fromUserPoolId(this, 'Users', id);
  }

  #createUserPool(settings: Settings, code: lambda.Code): cognito.UserPool {
    const { passwords, mailSender, retain } = settings;
    const userPool = new cognito.UserPool(this, 'Users', {
      selfSignUpEnabled: true,
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
      email: mailSender === undefined ? cognito.UserPoolEmail.withCognito() : this.#sendFrom(mailSender),
      deletionProtection: retain,
      removalPolicy: retain ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    if (settings.googleClientId !== undefined) this.#linkAccounts(userPool, { settings, code });
    acknowledgeUserPool(userPool, settings);
    return userPool;
  }

  /** Whoever signs up is asked about first, so that an address has one account (functions/accounts). */
  #linkAccounts(
    userPool: cognito.UserPool,
    { settings, code }: { settings: Settings; code: lambda.Code },
  ): void {
    const linker = new EventFunction(this, 'Linker', {
      code,
      settings,
      description: 'Makes one account of the same address by password and by Google',
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

  #offerGoogle(settings: Settings) {
    const { googleClientId, domainName, siteAddress } = settings;
    if (googleClientId === undefined) return undefined;
    const prefix = `${regionalPrefix(settings)}-${Aws.ACCOUNT_ID}`;
    this.userPool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: prefix },
      // The classic pages drop `prompt`, with which the page asks Google to let people choose their account.
      managedLoginVersion: cognito.ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const provider = new cognito.UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.userPool,
      clientId: googleClientId,
      clientSecretValue: SecretValue.secretsManager(googleSecretName(settings)),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: cognito.ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: cognito.ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: cognito.ProviderAttribute.GOOGLE_NAME,
        profilePicture: cognito.ProviderAttribute.GOOGLE_PICTURE,
      },
    });
    return {
      provider,
      oauthDomain: `${prefix}.auth.${Stack.of(this).region}.amazoncognito.com`,
      callback: `${domainName === undefined ? siteAddress : `https://${domainName}`}${SIGN_IN_CALLBACK_PATH}`,
    };
  }
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
