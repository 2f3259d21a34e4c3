import { readFileSync } from 'node:fs';
import { Aws, Duration, SecretValue, Stack } from 'aws-cdk-lib';
import * as cognito from 'aws-cdk-lib/aws-cognito';
import * as iam from 'aws-cdk-lib/aws-iam';
import type * as lambda from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import {
  ORGANISATION,
  type PasswordPolicy,
  PROVIDER_ID,
  SIGN_IN_CALLBACK_PATH,
} from '#shared/site-config.ts';
import { googleSecretName, regionalPrefix, siteOf } from '../settings/names.ts';
import { PASSWORD_POLICIES, type Settings } from '../settings/schema.ts';
import { userPoolOf } from './user-pool.ts';

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
    this.userPool = userPoolOf(this, { settings, code });
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
      // The address, and the id at a provider, because Cognito itself writes them from a provider's token, as this client. A new address
      // counts once it is proven, and the id as it stands in that token, whatever people write over it.
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
      // A reference that CloudFormation resolves: the secret is in no template.
      clientSecret: SecretValue.secretsManager(oidcClientSecretArn).unsafeUnwrap(),
      scopes: ['openid', 'email', 'profile'],
      attributeMapping: {
        ...mapping('email', 'name', ssoEmailVerifiedAttribute ?? 'email_verified'),
        [PROVIDER_ID]: cognito.ProviderAttribute.other('sub'),
      },
    });
  }
}

/** Whether a sign-in may ask for more than a password: a new one, or a code. */
const asksMore = ({ signUp, totp }: Settings): boolean => signUp === 'invited' || totp === 'on';
