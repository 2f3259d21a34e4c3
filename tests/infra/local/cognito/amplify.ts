import '#tests/support/quick-srp.ts';
import { cognitoUserPoolsTokenProvider, confirmSignUp, signIn, signUp } from '@aws-amplify/auth/cognito';
import { Amplify, ConsoleLogger, type ResourcesConfig } from '@aws-amplify/core';
import type { RunningCognito } from './start.ts';

type CognitoConfig = NonNullable<NonNullable<ResourcesConfig['Auth']>['Cognito']>;

// Amplify warns about every endpoint that is not Amazon’s, each time it is configured.
ConsoleLogger.LOG_LEVEL = 'ERROR';

/** Browser storage, initially empty. */
function makeStorage() {
  const kept = new Map<string, string>();
  return {
    setItem: async (key: string, value: string) => void kept.set(key, value),
    getItem: async (key: string) => kept.get(key) ?? null,
    removeItem: async (key: string) => void kept.delete(key),
    clear: async () => kept.clear(),
  };
}

type Site = { cognito: RunningCognito; loginWith?: CognitoConfig['loginWith'] };

/** Points the real Amplify client at a pool; `loginWith` is email address only by default. */
function configure(site: Site): void {
  const { userPoolId, clientId: userPoolClientId, endpoint: userPoolEndpoint } = site.cognito;
  const { loginWith = { email: true } } = site;
  const Auth = { Cognito: { userPoolId, userPoolClientId, userPoolEndpoint, loginWith } };
  // Nothing else configures the provider without the umbrella package `aws-amplify`, which is not installed.
  cognitoUserPoolsTokenProvider.setAuthConfig(Auth);
  Amplify.configure({ Auth }, { Auth: { tokenProvider: cognitoUserPoolsTokenProvider } });
}

/** A browser that nobody has signed in with; `visit` returns to it with its storage. */
export function openBrowser(site: Site): { visit(site: Site): void } {
  const storage = makeStorage();
  const visit = (to: Site): void => {
    cognitoUserPoolsTokenProvider.setKeyValueStorage(storage);
    configure(to);
  };
  visit(site);
  return { visit };
}

let made = 0;

/** Signs up an invented person and, by default, confirms them. */
export async function makeAccount(
  cognito: RunningCognito,
  options: { password?: string; confirmed?: boolean } = {},
): Promise<{ email: string; password: string }> {
  const { password = 'correct horse', confirmed = true } = options;
  const email = `person-${++made}@example.com`;
  await signUp({ username: email, password });
  if (confirmed) await confirmSignUp({ username: email, confirmationCode: await cognito.codeFor(email) });
  return { email, password };
}

/** The same, signed in by sending the password, because Amplify’s half of SRP takes a third of a second. The pool must allow it. */
export async function makeSignedIn(cognito: RunningCognito): Promise<{ email: string; password: string }> {
  const account = await makeAccount(cognito);
  await signInQuickly(account);
  return account;
}

/** Signs in by sending the password, for tests that are not about signing in. */
export async function signInQuickly(account: { email: string; password: string }): Promise<void> {
  const { email: username, password } = account;
  await signIn({ username, password, options: { authFlowType: 'USER_PASSWORD_AUTH' } });
}
