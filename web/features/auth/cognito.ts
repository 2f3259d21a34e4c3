import * as cognito from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger, fetchAuthSession, Hub } from '@aws-amplify/core';
import { SIGN_IN_CALLBACK_PATH, type SiteConfig } from '#shared/site-config.ts';
import { ApiError } from '#web/lib/api.ts';
import { WINDOW_MARK } from './google.ts';
import type { Accounts, SessionToken, ShowProvider } from './session.ts';

/** What the ID token says about a person. The pool's client allows nothing more. */
const SCOPES = ['openid', 'email', 'profile'];

/** After a sign-out someone else may sign in, though Google, and the pool's own page, still know who it was. */
const ASK_FOR_ACCOUNT = { prompt: 'SELECT_ACCOUNT' } as const;

/** Accounts in the deployment's Cognito user pool, through Amplify. Call it once: Amplify has one configuration for the whole page. */
export function createAccounts(config: SiteConfig): Accounts {
  // Amplify warns of every endpoint that is not Amazon's, each time it is configured.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  if (isServedByHttp(config)) allowHttp(config);
  configure(config, { google: false });
  return {
    token: fetchToken,
    signIn: signInAnew,
    async signUp({ name, email, password }) {
      await cognito.signUp({ username: email, password, options: { userAttributes: { email, name } } });
    },
    async confirmSignUp({ email, code }) {
      await cognito.confirmSignUp({ username: email, confirmationCode: code }).catch(unlessConfirmed);
    },
    resendCode: ({ email }) =>
      cognito.resendSignUpCode({ username: email }).then(() => 'code-sent' as const, unlessConfirmedBefore),
    requestReset: ({ email }) =>
      cognito.resetPassword({ username: email }).then(() => 'code-sent' as const, unlessUnconfirmed),
    resetPassword: ({ email, code, password }) =>
      cognito.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    signInWithGoogle: ({ show }) => withGoogle(config, () => signInByWindow(config, show)),
    async leaveForGoogle({ leave }) {
      await enableGoogle(config);
      const authSessionOpener = async (url: string) => leave(servedUrl(config, url));
      await cognito.signInWithRedirect({
        provider: 'Google',
        options: { ...ASK_FOR_ACCOUNT, authSessionOpener },
      });
    },
    completeRedirect: () =>
      withGoogle(config, async () => {
        if (isRefusal(globalThis.location.href)) return 'cancelled';
        await redirectCompleted();
        return 'signed-in';
      }),
    signOut: () => cognito.signOut(),
  };
}

async function fetchToken({ forceRefresh = false } = {}): Promise<SessionToken | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh }).catch(unlessRefused);
  const userId = tokens?.idToken?.payload.sub;
  return tokens?.idToken && userId !== undefined ? { value: tokens.idToken.toString(), userId } : undefined;
}

/**
 * Amplify removes a session that the pool refuses, but throws nevertheless when the account is gone or has to set a new password. An
 * error that may pass (throttling, a fault of the server, the network) leaves the session in storage.
 */
async function unlessRefused(error: unknown): Promise<{ tokens?: undefined }> {
  if ((await cognito.cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()) === null) return {};
  throw error;
}

/** Ends a session that the page no longer shows: it would stand in the way. */
async function signInAnew({ email, password }: { email: string; password: string }) {
  const attempt = () => cognito.signIn({ username: email, password });
  const { nextStep } = await attempt().catch(async (error: unknown) => {
    if (nameOf(error) !== 'UserAlreadyAuthenticatedException') throw error;
    await cognito.signOut();
    return attempt();
  });
  if (nextStep.signInStep === 'DONE') return 'signed-in';
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'unconfirmed';
  throw new Error(`No screen offers the next step of this sign-in: ${nextStep.signInStep}.`);
}

/** Confirmed before, by an attempt whose answer was lost. */
function unlessConfirmed(error: unknown): void {
  if (!(error instanceof Error && /Current status is CONFIRMED/.test(error.message))) throw error;
}

function unlessConfirmedBefore(error: unknown): 'confirmed' {
  if (error instanceof Error && /already confirmed/.test(error.message)) return 'confirmed';
  throw error;
}

function unlessUnconfirmed(error: unknown): 'unconfirmed' {
  const isUnconfirmed = error instanceof Error && /no registered\/verified email/.test(error.message);
  if (isUnconfirmed && error.name === 'InvalidParameterException') return 'unconfirmed';
  throw error;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);

async function signInByWindow(config: SiteConfig, show: ShowProvider): Promise<'signed-in' | 'cancelled'> {
  let isCancelled = false;
  const authSessionOpener = async (url: string) => {
    const back = await show(servedUrl(config, url));
    isCancelled = back === undefined || isRefusal(back);
    return back === undefined || isCancelled
      ? { type: 'canceled' as const }
      : { type: 'success' as const, url: back };
  };
  try {
    await cognito.signInWithRedirect({
      provider: 'Google',
      customState: WINDOW_MARK,
      options: { ...ASK_FOR_ACCOUNT, authSessionOpener },
    });
    return 'signed-in';
  } catch (error) {
    if (isCancelled) return 'cancelled';
    throw error;
  }
}

/** The person said no at the provider's page (RFC 6749 4.1.2.1). */
const isRefusal = (url: string): boolean => new URL(url).searchParams.get('error') === 'access_denied';

async function withGoogle<Result>(config: SiteConfig, action: () => Promise<Result>): Promise<Result> {
  await enableGoogle(config);
  try {
    return await action().catch(unlessLinked);
  } finally {
    configure(config, { google: false });
  }
}

/** Cognito ends the very sign-in that links Google to an account with a password as a failure; the next one finds the account. */
function unlessLinked(error: unknown): never {
  if (!(error instanceof Error && /already found an entry for username/i.test(error.message))) throw error;
  throw new ApiError({ status: 409, code: 'account-linked', message: LINKED, cause: error });
}

const LINKED = 'Google is now linked to your account. Please sign in with Google once more.';

/** Amplify looks for a sign-in to complete when it is configured; another one may begin only after that. */
async function enableGoogle(config: SiteConfig): Promise<void> {
  configure(config, { google: true });
  await new Promise((resolve) => setTimeout(resolve));
}

/** Amplify, configured on a page that comes back from Google, completes the sign-in by itself. @throws its error when that fails */
async function redirectCompleted(): Promise<void> {
  let failure: unknown;
  const stop = Hub.listen('auth', ({ payload }) => {
    if (payload.event === 'signInWithRedirect_failure') failure = payload.data?.error;
  });
  // Waits for the completion under way.
  await fetchAuthSession();
  stop();
  if (failure !== undefined) throw failure;
}

/**
 * Points Amplify at the deployment's pool. `google` only while it is needed: with OAuth configured, Amplify takes every page it starts
 * on for one that comes back from a provider, and leaves the site when it signs out.
 */
function configure(config: SiteConfig, { google }: { google: boolean }): void {
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
  // Only the package aws-amplify, which is not used here, would pass this on.
  cognito.cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognito.cognitoUserPoolsTokenProvider } });
}

/** The local stack's user pool, and with it its OAuth domain, is served without TLS. */
const isServedByHttp = ({ userPoolEndpoint }: SiteConfig) => userPoolEndpoint?.startsWith('http:') === true;

/** The URL at which the deployment serves what Amplify asks for: Amplify always writes https before the OAuth domain. */
const servedUrl = (config: SiteConfig, url: string): string =>
  isServedByHttp(config) && url.startsWith(`https://${config.oauthDomain}/`)
    ? url.replace(/^https:/, 'http:')
    : url;

/** Lets Amplify's own requests to the OAuth domain reach it; every other request is as it was. */
function allowHttp(config: SiteConfig): void {
  const { fetch } = globalThis;
  globalThis.fetch = (input, init) =>
    fetch(typeof input === 'string' ? servedUrl(config, input) : input, init);
}
