import {
  cognitoUserPoolsTokenProvider,
  confirmResetPassword,
  confirmSignUp,
  resendSignUpCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from '@aws-amplify/auth/cognito';
import { fetchAuthSession } from '@aws-amplify/core';
import type { SiteConfig } from '#shared/site-config.ts';
import type { Accounts, SessionToken } from '../model/accounts.ts';
import { configure } from './configure.ts';
import { googleAccounts } from './google.ts';
import { speakHttp } from './speak-http.ts';

/** Accounts in the deployment's Cognito user pool, through Amplify. Call once a page: Amplify's configuration is the page's. */
export function createAccounts(config: SiteConfig): Accounts {
  if (config.userPoolEndpoint?.startsWith('http:') === true) speakHttp(config);
  configure(config, { google: false });
  return {
    ...googleAccounts(config),
    token: fetchToken,
    signIn: signInAfresh,
    async signUp({ name, email, password }) {
      await signUp({ username: email, password, options: { userAttributes: { email, name } } });
    },
    async confirmSignUp({ email, code }) {
      await confirmSignUp({ username: email, confirmationCode: code }).catch(unlessConfirmed);
    },
    async resendCode({ email }) {
      await resendSignUpCode({ username: email });
    },
    requestReset: ({ email }) =>
      resetPassword({ username: email }).then(() => 'code-sent' as const, unlessUnconfirmed),
    resetPassword: ({ email, code, password }) =>
      confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    signOut: () => signOut(),
  };
}

async function fetchToken({ forceRefresh = false } = {}): Promise<SessionToken | undefined> {
  const { tokens } = await fetchAuthSession({ forceRefresh }).catch(unlessRefused);
  const userId = tokens?.idToken?.payload.sub;
  return tokens?.idToken && userId !== undefined ? { value: tokens.idToken.toString(), userId } : undefined;
}

/**
 * Of the refusals that end a session, so that Amplify removes it, it gives back nothing for one and throws the others: an account that
 * is gone, or has to set a new password. What may pass (throttling, a server's fault, the network) leaves the session where it is.
 */
async function unlessRefused(error: unknown): Promise<{ tokens?: undefined }> {
  if ((await cognitoUserPoolsTokenProvider.authTokenStore.loadTokens()) === null) return {};
  throw error;
}

/** A session the page no longer shows is in no one's way: it ends here. */
async function signInAfresh({ email, password }: { email: string; password: string }) {
  const attempt = () => signIn({ username: email, password });
  const { nextStep } = await attempt().catch(async (error: unknown) => {
    if (nameOf(error) !== 'UserAlreadyAuthenticatedException') throw error;
    await signOut();
    return attempt();
  });
  if (nextStep.signInStep === 'DONE') return 'signed-in';
  if (nextStep.signInStep === 'CONFIRM_SIGN_UP') return 'unconfirmed';
  throw new Error(`This sign-in wants ${nextStep.signInStep}, which no screen asks for.`);
}

/** Confirmed before, by an attempt whose answer was lost. */
function unlessConfirmed(error: unknown): void {
  if (!(error instanceof Error && /Current status is CONFIRMED/.test(error.message))) throw error;
}

function unlessUnconfirmed(error: unknown): 'unconfirmed' {
  const isUnconfirmed = error instanceof Error && /no registered\/verified email/.test(error.message);
  if (isUnconfirmed && error.name === 'InvalidParameterException') return 'unconfirmed';
  throw error;
}

const nameOf = (error: unknown) => (error instanceof Error ? error.name : undefined);
