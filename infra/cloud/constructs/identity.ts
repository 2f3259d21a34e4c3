import { readFileSync } from 'node:fs';
import { Aws, Duration, SecretValue, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import type * as logs from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import {
  ORGANISATION,
  type PasswordPolicy,
  PROVIDER_ID,
  SIGN_IN_CALLBACK_PATH,
} from '#shared/site-config.ts';
import { googleSecretName, regionalPrefix, siteOf } from '../settings/names.ts';
import { PASSWORD_POLICIES, type Settings } from '../settings/schema.ts';
import { signUpLogOf, userPoolOf } from './user-pool.ts';

/** Time during sign-in to choose a new password or to open the authenticator app. */
const CHALLENGE_VALIDITY = Duration.minutes(15);

/** The SAML attributes the pool reads unless the settings name others. */
const SAML_ATTRIBUTES = {
  email: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
  name: 'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/name',
};

/**
 * Accounts: email and password, plus Google and a SAML or OIDC provider where configured. They are kept when the stack is destroyed,
 * unless the stage is a try-out.
 */
export class Identity extends Construct {
  readonly userPool: cognito.IUserPool;
  readonly client: cognito.UserPoolClient;
  /** Host of the OAuth endpoints; undefined without an identity provider. */
  readonly oauthDomain: string | undefined;
  /** The addresses to register with the identity providers, keyed by the names of the stack's outputs. */
  readonly providerAddresses: Readonly<Record<string, string>>;
  /** The log of the function that decides on sign-ups; undefined if the stack has none. */
  readonly signUpLog: logs.ILogGroup | undefined;
  /** The password policy the page shows; undefined where the page's default applies. */
  readonly passwordPolicy: PasswordPolicy | undefined;

  constructor(scope: Construct, id: string, { settings, code }: { settings: Settings; code: lambda.Code }) {
    super(scope, id);
    this.userPool = userPoolOf(this, { settings, code });
    this.signUpLog = signUpLogOf(this);
    this.passwordPolicy =
      settings.passwords === 'specified' ? undefined : PASSWORD_POLICIES[settings.passwords];
    const providers = this.#offerProviders(settings);
    this.oauthDomain = providers?.oauthDomain;
    this.providerAddresses = providers?.addresses ?? {};
    this.client = this.userPool.addClient('Browser', {
      generateSecret: false,
      authFlows: { userSrp: true },
      // Unknown addresses get an error of their own: docs/decisions/0006-unknown-addresses-are-named.md.
      preventUserExistenceErrors: false,
      enableTokenRevocation: true,
      ...(needsChallenge(settings) && { authSessionValidity: CHALLENGE_VALIDITY }),
      // The email address and the provider's id must be writable, because Cognito copies them from a provider's token through this client.
      // A user who changes them gains nothing: a new address counts only once verified, and the id is taken from the token.
      writeAttributes: new cognito.ClientAttributes().withStandardAttributes({
        email: true,
        fullname: true,
        profilePicture: true,
        ...((settings.oidcIssuer ?? settings.ssoIdAttribute) !== undefined && { [PROVIDER_ID]: true }),
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
      // Managed Login serves no pages for a client without a style, even if it is Cognito's default.
      new cognito.CfnManagedLoginBranding(this, 'Branding', {
        userPoolId: this.userPool.userPoolId,
        clientId: this.client.userPoolClientId,
        useCognitoProvidedValues: true,
      });
    }
  }

  /** Lets a function delete accounts, and nothing else. */
  grantDelete(grantee: iam.IGrantable): void {
    grantee.grantPrincipal.addToPrincipalPolicy(
      new iam.PolicyStatement({
        actions: ['cognito-idp:AdminDeleteUser'],
        resources: [this.userPool.userPoolArn],
      }),
    );
  }
  #offerProviders(settings: Settings) {
    const { googleClientId, ssoName, samlMetadata } = settings;
    if (googleClientId === undefined && ssoName === undefined) return undefined;
    const prefix = `${regionalPrefix(settings)}-${Aws.ACCOUNT_ID}`;
    this.userPool.addDomain('Domain', {
      cognitoDomain: { domainPrefix: prefix },
      // The classic pages drop `prompt`, which the page uses to make Google show its account chooser.
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

  /**
   * The deployment's own provider. A SAML provider does not state that an address is verified unless the settings name an attribute for it.
   */
  #offerOrganisation(settings: Settings): cognito.IUserPoolIdentityProvider & Construct {
    const { samlMetadata, oidcIssuer, oidcClientId, oidcClientSecretArn } = settings;
    const { ssoEmailAttribute, ssoEmailVerifiedAttribute, ssoNameAttribute, ssoIdAttribute } = settings;
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
        attributeMapping: {
          ...mapping(SAML_ATTRIBUTES.email, SAML_ATTRIBUTES.name, ssoEmailVerifiedAttribute),
          ...(ssoIdAttribute !== undefined && {
            [PROVIDER_ID]: cognito.ProviderAttribute.other(ssoIdAttribute),
          }),
        },
      });
    if (oidcIssuer === undefined || oidcClientId === undefined || oidcClientSecretArn === undefined)
      throw new TypeError('The settings name no provider.');
    return new cognito.UserPoolIdentityProviderOidc(this, 'Organisation', {
      ...common,
      issuerUrl: oidcIssuer,
      clientId: oidcClientId,
      // A reference resolved by CloudFormation: the secret is not in the template.
      clientSecret: SecretValue.secretsManager(oidcClientSecretArn).unsafeUnwrap(),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        ...mapping('email', 'name', ssoEmailVerifiedAttribute ?? 'email_verified'),
        [PROVIDER_ID]: cognito.ProviderAttribute.other('sub'),
      },
    });
  }
}

/** Whether sign-in may ask for more than a password: a new password or a code. */
const needsChallenge = ({ signUp, totp }: Settings): boolean => signUp !== 'closed' || totp === 'on';
