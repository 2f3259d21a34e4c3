import * as cognito from '@aws-amplify/auth/cognito';
import { fetchAuthSession } from '@aws-amplify/core';
import { PRODUCT_NAME } from '#shared/product.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import type { Accounts, SessionToken, SignInStep } from './auth.ts';
import * as oauth from './oauth.ts';

/** Accounts in the deployment's Cognito user pool, through Amplify. Call once: Amplify has one configuration for the whole page. */
export function createAccounts(config: SiteConfig): Accounts {
  oauth.setUpAmplify(config);
  return {
    token: fetchToken,
    async signIn(credentials) {
      await oauth.endAbandonedOAuth(config);
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
    signInWithProvider: (options) => oauth.signInWithProvider(config, options),
    leaveForProvider: (options) => oauth.leaveForProvider(config, options),
    completeRedirect: () => oauth.completeRedirect(config),
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
