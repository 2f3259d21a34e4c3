import * as cognito from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger, fetchAuthSession, Hub } from '@aws-amplify/core';
import { ORGANISATION, SIGN_IN_CALLBACK_PATH, type SiteConfig } from '#shared/site-config.ts';
import { ApiError } from '#web/lib/api.ts';
import type { Accounts, Provider, ShowProvider } from './auth.ts';
import { WINDOW_MARK } from './provider-window.ts';

/*
 * Sign-in with a provider, through Amplify's OAuth, and Amplify's configuration, which enables it only while it is needed.
 */

/** The claims about a user that the ID token contains. The pool's client allows no other scopes. */
const SCOPES = ['openid', 'email', 'profile'];

/** Amplify's names for the providers. */
const PROVIDERS = { google: 'Google', organisation: { custom: ORGANISATION } } as const;

/** Another user may sign in after a sign-out, although the provider and the pool's own page still remember the last one. */
const ASK_FOR_ACCOUNT = { prompt: 'SELECT_ACCOUNT' } as const;

/** Points Amplify at the deployment's pool. */
export function setUpAmplify(config: SiteConfig): void {
  // Amplify warns about every endpoint that is not Amazon's, each time it is configured.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  if (isServedByHttp(config)) allowHttp(config);
  configure(config, { oauth: false });
}

type Options<Method extends 'signInWithProvider' | 'leaveForProvider'> = Parameters<Accounts[Method]>[0];

export const signInWithProvider = (
  config: SiteConfig,
  { provider, show }: Options<'signInWithProvider'>,
): Promise<'signed-in' | 'cancelled'> =>
  withOAuth(config, provider, () => signInByWindow(config, provider, show));

async function signInByWindow(
  config: SiteConfig,
  provider: Provider,
  show: ShowProvider,
): Promise<'signed-in' | 'cancelled'> {
  let isCancelled = false;
  const authSessionOpener = async (url: string) => {
    const returnUrl = await show(servedUrl(config, url));
    isCancelled = returnUrl === undefined || isRefusal(returnUrl);
    return returnUrl === undefined || isCancelled
      ? { type: 'canceled' as const }
      : { type: 'success' as const, url: returnUrl };
  };
  try {
    await cognito.signInWithRedirect({
      provider: PROVIDERS[provider],
      customState: WINDOW_MARK,
      options: { ...ASK_FOR_ACCOUNT, authSessionOpener },
    });
    return 'signed-in';
  } catch (error) {
    if (isCancelled) return 'cancelled';
    throw error;
  }
}

export async function leaveForProvider(
  config: SiteConfig,
  { provider, leave }: Options<'leaveForProvider'>,
): Promise<void> {
  await enableOAuth(config);
  const authSessionOpener = async (url: string) => leave(servedUrl(config, url));
  await cognito.signInWithRedirect({
    provider: PROVIDERS[provider],
    options: { ...ASK_FOR_ACCOUNT, authSessionOpener },
  });
}

/** The user declined on the provider's page (RFC 6749 4.1.2.1). */
const isRefusal = (url: string): boolean => new URL(url).searchParams.get('error') === 'access_denied';

/** @param provider undefined on a page that is returning from one, since the URL does not name it */
async function withOAuth<Result>(
  config: SiteConfig,
  provider: Provider | undefined,
  action: () => Promise<Result>,
): Promise<Result> {
  await enableOAuth(config);
  try {
    return await action().catch((error: unknown) =>
      rethrowLinkedError(error, providerName(config, provider)),
    );
  } finally {
    configure(config, { oauth: false });
  }
}

function providerName({ google, organisation }: SiteConfig, provider: Provider | undefined): string {
  const isGoogle = provider === undefined ? google && organisation === undefined : provider === 'google';
  return isGoogle ? 'Google' : ((provider && organisation) ?? 'Your provider');
}

/** Cognito reports the very sign-in that links a provider to an account with a password as a failure; the next one finds the account. */
function rethrowLinkedError(error: unknown, provider: string): never {
  if (!(error instanceof Error && /already found an entry for username/i.test(error.message))) throw error;
  throw new ApiError({ status: 409, code: 'account-linked', message: linkedMessage(provider), cause: error });
}

const linkedMessage = (provider: string) =>
  `${provider} is now linked to your account. Please sign in with ${provider.replace(/^Your/, 'your')} once more.`;

/** When it is configured, Amplify looks for a sign-in to complete; another one may begin only after that. */
async function enableOAuth(config: SiteConfig): Promise<void> {
  configure(config, { oauth: true });
  await new Promise((resolve) => setTimeout(resolve));
}

/** Amplify would wait minutes for a sign-in with a provider that was abandoned by a reload; it ends one when OAuth is enabled. */
export async function endAbandonedOAuth(config: SiteConfig): Promise<void> {
  await enableOAuth(config);
  configure(config, { oauth: false });
}

/**
 * When it is configured on a page that is returning from a provider, Amplify completes the sign-in by itself.
 * @throws its error if that fails
 */
export async function completeRedirect(config: SiteConfig): Promise<'signed-in' | 'cancelled'> {
  let failure: unknown;
  // Before OAuth is enabled: a refusal is in the URL, and is reported at once.
  const stop = Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signInWithRedirect_failure') failure = payload.data?.error;
  });
  try {
    return await withOAuth(config, undefined, async () => {
      if (isRefusal(globalThis.location.href)) return 'cancelled';
      // Waits for the completion in progress.
      await fetchAuthSession();
      if (failure !== undefined) throw failure;
      return 'signed-in';
    });
  } finally {
    stop();
  }
}

/** With OAuth enabled, Amplify takes every page load for a return from a provider, and leaves the site on sign-out. */
function configure(config: SiteConfig, { oauth: isNeeded }: { oauth: boolean }): void {
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
      loginWith: { email: true, ...(isNeeded && domain !== undefined && { oauth: { domain, ...oauth } }) },
    },
  };
  // Only the aws-amplify package, which is not used here, would pass this on.
  cognito.cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognito.cognitoUserPoolsTokenProvider } });
}

/** The local stack serves its user pool, and therefore its OAuth domain, without TLS. */
const isServedByHttp = ({ userPoolEndpoint }: SiteConfig) => userPoolEndpoint?.startsWith('http:') === true;

/** The URL at which the deployment serves Amplify's request: Amplify always puts https before the OAuth domain. */
const servedUrl = (config: SiteConfig, url: string): string =>
  isServedByHttp(config) && url.startsWith(`https://${config.oauthDomain}/`)
    ? url.replace(/^https:/, 'http:')
    : url;

/** Rewrites Amplify's own requests to the OAuth domain to http; all other requests are unchanged. */
function allowHttp(config: SiteConfig): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    fetch(typeof input === 'string' ? servedUrl(config, input) : input, init);
}
