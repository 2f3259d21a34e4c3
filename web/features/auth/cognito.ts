import * as cognito from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger, fetchAuthSession, Hub } from '@aws-amplify/core';
import { PRODUCT_NAME } from '#shared/product.ts';
import { ORGANISATION, SIGN_IN_CALLBACK_PATH, type SiteConfig } from '#shared/site-config.ts';
import { ApiError } from '#web/lib/api.ts';
import type { Accounts, Provider, SessionToken, ShowProvider, SignInStep } from './auth.ts';
import { WINDOW_MARK } from './provider-window.ts';

/** The claims about a user that the ID token contains. The pool's client allows no other scopes. */
const SCOPES = ['openid', 'email', 'profile'];

/** Amplify's names for the providers. */
const PROVIDERS = { google: 'Google', organisation: { custom: ORGANISATION } } as const;

/** Another user may sign in after a sign-out, although the provider and the pool's own page still remember the last one. */
const ASK_FOR_ACCOUNT = { prompt: 'SELECT_ACCOUNT' } as const;

/** Accounts in the deployment's Cognito user pool, through Amplify. Call once: Amplify has one configuration for the whole page. */
export function createAccounts(config: SiteConfig): Accounts {
  // Amplify warns about every endpoint that is not Amazon's, each time it is configured.
  ConsoleLogger.LOG_LEVEL = 'ERROR';
  if (isServedByHttp(config)) allowHttp(config);
  configure(config, { oauth: false });
  return {
    token: fetchToken,
    async signIn(credentials) {
      await endAbandonedOAuth(config);
      return signInReplacingSession(credentials);
    },
    async choosePassword({ name, password }) {
      const options = { userAttributes: { name } };
      return stepOf(await cognito.confirmSignIn({ challengeResponse: password, options }));
    },
    enterCode: async ({ code }) => stepOf(await cognito.confirmSignIn({ challengeResponse: code })),
    async signUp({ name, email, password }) {
      await cognito.signUp({ username: email, password, options: { userAttributes: { email, name } } });
    },
    async confirmSignUp({ email, code }) {
      await cognito.confirmSignUp({ username: email, confirmationCode: code }).catch(ignoreAlreadyConfirmed);
    },
    resendCode: ({ email }) =>
      cognito.resendSignUpCode({ username: email }).then(() => 'code-sent' as const, confirmedOrThrow),
    async requestReset({ email }) {
      await cognito.resetPassword({ username: email });
    },
    resetPassword: ({ email, code, password }) =>
      cognito.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    signInWithProvider: ({ provider, show }) =>
      withOAuth(config, provider, () => signInByWindow(config, provider, show)),
    async leaveForProvider({ provider, leave }) {
      await enableOAuth(config);
      const authSessionOpener = async (url: string) => leave(servedUrl(config, url));
      await cognito.signInWithRedirect({
        provider: PROVIDERS[provider],
        options: { ...ASK_FOR_ACCOUNT, authSessionOpener },
      });
    },
    completeRedirect: () => completeRedirect(config),
    totp: findTotp,
    async beginTotp() {
      const setup = await cognito.setUpTOTP();
      const { tokens } = await fetchAuthSession();
      const account = String(tokens?.idToken?.payload['email'] ?? '');
      return { secret: setup.sharedSecret, uri: setup.getSetupUri(PRODUCT_NAME, account).href };
    },
    async confirmTotp({ code }) {
      await cognito.verifyTOTPSetup({ code });
      await cognito.updateMFAPreference({ totp: 'PREFERRED' });
    },
    endTotp: () => cognito.updateMFAPreference({ totp: 'DISABLED' }),
    hasPassword,
    changePassword: ({ password, newPassword }) =>
      cognito.updatePassword({ oldPassword: password, newPassword }),
    async changeName({ name }) {
      if (!(await hasPassword())) return;
      await cognito.updateUserAttributes({ userAttributes: { name } });
      await fetchAuthSession({ forceRefresh: true });
    },
    signOut: () => cognito.signOut(),
  };
}

/** The scope of a sign-in with a password, which lets people change their own account in the pool. */
const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin';

async function hasPassword(): Promise<boolean | undefined> {
  const { tokens } = await fetchAuthSession();
  return tokens && String(tokens.accessToken.payload['scope'] ?? '').includes(SELF_SERVICE_SCOPE);
}

async function fetchToken({ forceRefresh = false } = {}): Promise<SessionToken | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh }).catch(handleTokenError);
  const userId = tokens?.idToken?.payload.sub;
  return tokens?.idToken && userId !== undefined ? { value: tokens.idToken.toString(), userId } : undefined;
}

/**
 * Amplify removes a session that the pool refuses, but throws nevertheless if the account is gone or its password has to be reset. It also
 * throws, without removing the session, if the refresh token is missing and the session can therefore never be renewed. A temporary error
 * (throttling, a server fault, the network) leaves the session in storage.
 * @throws temporary errors, and the error for a deleted account
 */
async function handleTokenError(error: unknown): Promise<{ tokens?: undefined }> {
  const { authTokenStore } = cognito.cognitoUserPoolsTokenProvider;
  const storedTokens = await authTokenStore.loadTokens();
  if (storedTokens?.refreshToken !== undefined) throw error;
  if (storedTokens !== null) await authTokenStore.clearTokens();
  if (errorNameOf(error) === 'UserNotFoundException') throw error;
  return {};
}

/** Signs out any session that the page no longer shows, which would block the sign-in. */
async function signInReplacingSession({ email, password }: { email: string; password: string }) {
  const attempt = () => cognito.signIn({ username: email, password });
  const result = await attempt().catch(async (error: unknown) => {
    if (errorNameOf(error) !== 'UserAlreadyAuthenticatedException') throw error;
    await cognito.signOut();
    return attempt();
  });
  return stepOf(result);
}

const STEPS: Readonly<Record<string, SignInStep>> = {
  DONE: 'signed-in',
  CONFIRM_SIGN_UP: 'unconfirmed',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'new-password',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'totp',
  RESET_PASSWORD: 'reset',
};

function stepOf({ nextStep: { signInStep } }: cognito.SignInOutput): SignInStep {
  const step = STEPS[signInStep];
  if (step === undefined) throw new Error(`No screen offers the next step of this sign-in: ${signInStep}.`);
  return step;
}

/** The token of a user who signed in with a provider lacks the scope for this query, and the pool never asks them for a code. */
async function findTotp(): Promise<'on' | 'off' | 'elsewhere'> {
  try {
    const { enabled } = await cognito.fetchMFAPreference();
    return enabled?.includes('TOTP') ? 'on' : 'off';
  } catch (error) {
    if (error instanceof Error && /required scopes/.test(error.message)) return 'elsewhere';
    throw error;
  }
}

/** Already confirmed, by an attempt whose response was lost. */
function ignoreAlreadyConfirmed(error: unknown): void {
  if (!(error instanceof Error && /Current status is CONFIRMED/.test(error.message))) throw error;
}

function confirmedOrThrow(error: unknown): 'confirmed' {
  if (error instanceof Error && /already confirmed/.test(error.message)) return 'confirmed';
  throw error;
}

const errorNameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);

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
async function endAbandonedOAuth(config: SiteConfig): Promise<void> {
  await enableOAuth(config);
  configure(config, { oauth: false });
}

/**
 * When it is configured on a page that is returning from a provider, Amplify completes the sign-in by itself.
 * @throws its error if that fails
 */
async function completeRedirect(config: SiteConfig): Promise<'signed-in' | 'cancelled'> {
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

/**
 * Points Amplify at the deployment's pool. OAuth is enabled only while it is needed: otherwise Amplify takes every page load for a return
 * from a provider, and leaves the site on sign-out.
 */
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
