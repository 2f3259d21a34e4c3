import { Aws, RemovalPolicy, SecretValue, Stack, Validations } from 'aws-cdk-lib';
import type { IUserPool, PasswordPolicy, UserPoolClient } from 'aws-cdk-lib/aws-cognito';
import {
  AccountRecovery,
  FeaturePlan,
  OAuthScope,
  ProviderAttribute,
  UserPool,
  UserPoolClientIdentityProvider,
  UserPoolEmail,
  UserPoolIdentityProviderGoogle,
} from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { MINIMUM_PASSWORD_LENGTH } from '#shared/constants.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { SIGN_IN_CALLBACK_PATH } from '#shared/site-config.ts';
import { googleSecretName, resourcePrefix } from '../settings/names.ts';
import type { Settings } from '../settings/schema.ts';

const PASSWORDS: Readonly<Record<Settings['passwords'], PasswordPolicy>> = {
  specified: {
    minLength: MINIMUM_PASSWORD_LENGTH,
    requireLowercase: false,
    requireUppercase: false,
    requireDigits: false,
    requireSymbols: false,
  },
  strong: {
    minLength: 12,
    requireLowercase: true,
    requireUppercase: true,
    requireDigits: true,
    requireSymbols: true,
  },
};

/** Accounts: e-mail and password, Google where the deployment has a client for it. Kept when the stack goes. */
export class Identity extends Construct {
  readonly userPool: IUserPool;
  readonly client: UserPoolClient;
  /** Host of the OAuth endpoints; undefined where Google is not offered. */
  readonly oauthDomain: string | undefined;

  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    this.userPool =
      settings.existingUserPool === undefined
        ? this.#createUserPool(settings)
        : UserPool.fromUserPoolId(this, 'Users', settings.existingUserPool);
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
    if (google) this.client.node.addDependency(google.provider);
  }

  #createUserPool({ passwords, mailSender }: Settings): UserPool {
    const userPool = new UserPool(this, 'Users', {
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: PASSWORDS[passwords],
      featurePlan: FeaturePlan.ESSENTIALS,
      userVerification: {
        emailSubject: `Your ${PRODUCT_NAME} code`,
        emailBody: `Your ${PRODUCT_NAME} code is {####}.`,
      },
      email: mailSender === undefined ? UserPoolEmail.withCognito() : this.#sendFrom(mailSender),
      deletionProtection: true,
      removalPolicy: RemovalPolicy.RETAIN,
    });
    acknowledgeUserPool(userPool, passwords);
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
    this.userPool.addDomain('Domain', { cognitoDomain: { domainPrefix: prefix } });
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

function acknowledgeUserPool(userPool: UserPool, passwords: Settings['passwords']): void {
  Validations.of(userPool).acknowledge(
    {
      id: 'AwsSolutions-COG2',
      reason:
        'Sign-in is specified as e-mail and password or Google; what an account holds is its own searches.',
    },
    {
      id: 'AwsSolutions-COG8',
      reason:
        'Threat protection needs the Plus plan, priced per user; the firewall and Cognito limit guessing.',
    },
  );
  if (passwords === 'specified')
    Validations.of(userPool).acknowledge({
      id: 'AwsSolutions-COG1',
      reason:
        'Six characters are the product specification; the setting passwords=strong asks for twelve of four kinds.',
    });
}
