import { Annotations, Aws, RemovalPolicy, SecretValue, Stack, Validations } from 'aws-cdk-lib';
import type { IUserPool, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import {
  AccountRecovery,
  CfnManagedLoginBranding,
  FeaturePlan,
  ManagedLoginVersion,
  OAuthScope,
  ProviderAttribute,
  UserPool,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';
import { SIGN_IN_CALLBACK_PATH } from '#shared/site-config.ts';
import { googleSecretName, resourcePrefix } from '../settings/names.ts';
import type { Settings } from '../settings/schema.ts';
import { PASSWORD_POLICIES, toUserPoolPolicy } from './password-policies.ts';

/** Accounts: e-mail and password, Google where the deployment has a client for it. Kept when the stack goes. */
export class Identity extends Construct {
  readonly userPool: IUserPool;
  readonly client: UserPoolClient;
  /** Host of the OAuth endpoints; undefined where Google is not offered. */
  readonly oauthDomain: string | undefined;
  /** What the page says of passwords; undefined where it is what the page says by itself. */
  readonly passwordPolicy: PasswordPolicy | undefined;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.userPool =
      settings.existingUserPool === undefined
        ? this.#createUserPool(settings)
        : this.#findUserPool(settings.existingUserPool, settings);
    this.passwordPolicy =
      settings.passwords === 'specified' ? undefined : PASSWORD_POLICIES[settings.passwords];
    const google = this.#offerGoogle(settings);
    this.oauthDomain = google?.oauthDomain;
    this.client = this.userPool.addClient('Browser', {
      generateSecret: false,
      authFlows: { userSrp: true },
      // The specification has a sentence of its own for an address without an account (decision 6).
      preventUserExistenceErrors: false,
      enableTokenRevocation: true,
      supportedIdentityProviders: [
        UserPoolClientIdentityProvider.COGNITO,
        ...(google ? [UserPoolClientIdentityProvider.GOOGLE] : []),
      ],
      ...(google
        ? {
            oAuth: {
              flows: { authorizationCodeGrant: true },
              scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
              callbackUrls: [google.callback],
              logoutUrls: [google.callback],
            },
          }
        : { disableOAuth: true }),
    });
    if (google) {
      this.client.node.addDependency(google.provider);
      this.#style();
    }
  }

  #findUserPool(id: string, { passwords }: Settings): IUserPool {
    if (passwords !== 'specified')
      Annotations.of(this).addInfo(
        `passwords=${passwords} only tells the page what ${id} asks for: a user pool that is there already is not changed (aws cognito-idp update-user-pool does).`,
      );
    return UserPool.fromUserPoolId(this, 'Users', id);
  }

  /** Managed Login shows a client no page until it has a style, be it Cognito's own. */
  #style(): void {
    new CfnManagedLoginBranding(this, 'Branding', {
      userPoolId: this.userPool.userPoolId,
      clientId: this.client.userPoolClientId,
      useCognitoProvidedValues: true,
    });
  }

  #createUserPool({ passwords, mailSender, waf }: Settings): UserPool {
    const userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: toUserPoolPolicy(PASSWORD_POLICIES[passwords]),
      featurePlan: FeaturePlan.ESSENTIALS,
      userVerification: {
        emailSubject: `Your ${PRODUCT_NAME} code`,
        emailBody: `Your ${PRODUCT_NAME} code is {####}.`,
      },
      email: mailSender === undefined ? UserPoolEmail.withCognito() : this.#sendFrom(mailSender),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeUserPool(userPool, { passwords, waf });
    return userPool;
  }

  #sendFrom(mailSender: string): UserPoolEmail {
    const domain = mailSender.split('@')[1] ?? '';
    return UserPoolEmail.withSES({
      fromEmail: mailSender,
      fromName: PRODUCT_NAME,
      sesRegion: Stack.of(this).region,
      sesVerifiedDomain: domain,
    });
  }

  #offerGoogle(settings: Settings) {
    const { googleClientId, domainName, siteAddress } = settings;
    if (googleClientId === undefined) return undefined;
    const prefix = `${resourcePrefix(settings)}-${Aws.ACCOUNT_ID}`;
    this.userPool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: prefix },
      // The classic pages drop `prompt`, with which the page asks Google to let people choose their account.
      managedLoginVersion: ManagedLoginVersion.NEWER_MANAGED_LOGIN,
    });
    const provider = new UserPoolIdentityProviderGoogle(this, 'Google', {
      userPool: this.userPool,
      clientId: googleClientId,
      clientSecretValue: SecretValue.secretsManager(googleSecretName(settings)),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        email: ProviderAttribute.GOOGLE_EMAIL,
        emailVerified: ProviderAttribute.GOOGLE_EMAIL_VERIFIED,
        fullname: ProviderAttribute.GOOGLE_NAME,
        profilePicture: ProviderAttribute.GOOGLE_PICTURE,
      },
    });
    return {
      provider,
      oauthDomain: `${prefix}.auth.${Stack.of(this).region}.amazoncognito.com`,
      callback: `${domainName === undefined ? siteAddress : `https://${domainName}`}${SIGN_IN_CALLBACK_PATH}`,
    };
  }
}

function acknowledgeUserPool(
  userPool: UserPool,
  { passwords, waf }: Pick<Settings, 'passwords' | 'waf'>,
): void {
  const guessing = `Cognito locks an account for longer and longer after five wrong passwords${
    waf ? ', and the firewall before the pool holds each address to a rate' : ''
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
