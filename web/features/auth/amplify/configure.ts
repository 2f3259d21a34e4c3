import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger } from '@aws-amplify/core';
import type { SiteConfig } from '#shared/site-config.ts';
import { SIGN_IN_CALLBACK_PATH } from '#shared/site-config.ts';

/** What the ID token tells of a person; the page asks the pool for nothing more, and the pool's client allows nothing more. */
const SCOPES = ['openid', 'email', 'profile'];

// Amplify warns of every endpoint that is not Amazon's, each time it is configured.
ConsoleLogger.LOG_LEVEL = 'ERROR';

/**
 * Points Amplify at the deployment's pool. `google` only for what needs it: told of OAuth, Amplify takes every page it starts on for
 * one that comes back from a provider, and leaves the site when it signs out.
 */
export function configure(config: SiteConfig, { google }: { google: boolean }): void {
  const { userPoolId, userPoolClientId, userPoolEndpoint, oauthDomain: domain } = config;
  const callback = new URL(SIGN_IN_CALLBACK_PATH, globalThis.location.origin).href;
  const oauth = {
    scopes: SCOPES,
    redirectSignIn: [callback],
    redirectSignOut: [callback],
    responseType: 'code' as const,
  };
  const Auth = {
    Cognito: {
      userPoolId,
      userPoolClientId,
      ...(userPoolEndpoint !== undefined && { userPoolEndpoint }),
      loginWith: { email: true, ...(google && domain !== undefined && { oauth: { domain, ...oauth } }) },
    },
  };
  // Without the umbrella package nothing else tells the provider.
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}
