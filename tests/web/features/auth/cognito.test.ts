import { cognitoUserPoolsTokenProvider } from '@aws-amplify/auth/cognito';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { linksOf, openPage, pickAccount } from '#tests/infra/local/cognito/oauth-client.ts';
import { type RunningCognito, startCognito } from '#tests/infra/local/cognito/start.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import type { Accounts } from '#web/features/auth/auth.ts';
import { toAuthFailure } from '#web/features/auth/errors.ts';
import { isErased } from '#web/features/auth/session-api.ts';
import { NO_ADDRESS } from './auth-rig.ts';
import { forgetSession, openAccounts } from './real-accounts.ts';

let cognito: RunningCognito;
let accounts: Accounts;
let made = 0;

beforeAll(async () => {
  cognito = await startCognito();
  accounts = openAccounts(cognito);
});
afterAll(async () => {
  vi.unstubAllGlobals();
  await cognito.close();
});
beforeEach(forgetSession);

async function makeAccount({ confirmed = true } = {}) {
  made += 1;
  const person = { name: 'Ada Okonkwo', email: `person-${made}@example.com`, password: 'correct horse' };
  await accounts.signUp(person);
  if (confirmed) await accounts.confirmSignUp({ ...person, code: await cognito.codeFor(person.email) });
  return person;
}

/** The message the user sees for the error with which the call rejects. */
const sentenceOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'no error',
    (error) => toAuthFailure(error).message,
  );

describe('accounts, through the real Amplify client', () => {
  it('sign up, confirm, sign in, renew and sign out', async () => {
    const person = await makeAccount();
    expect(await accounts.token()).toBeUndefined();
    expect(await accounts.signIn(person)).toBe('signed-in');
    const token = await accounts.token();
    const renewed = await accounts.token({ forceRefresh: true });
    expect(renewed?.userId).toBe(token?.userId);
    expect(renewed?.value).not.toBe(token?.value);
    await accounts.signOut();
    expect(await accounts.token()).toBeUndefined();
  });

  it('know whether a session may change a password, but not without one', async () => {
    const person = await makeAccount();
    await accounts.signIn(person);
    expect(await accounts.hasPassword()).toBe(true);
    await accounts.signOut();
    expect(await accounts.hasPassword()).toBeUndefined();
    await accounts.signInWithProvider({
      provider: 'google',
      show: async (url) => (await pickAccount(url, 1)).href,
    });
    expect(await accounts.hasPassword()).toBe(false);
  });

  it('report that the browser has no room for a session, and store none', async () => {
    const person = await makeAccount();
    const full = new MemoryStorage({}, 0);
    cognitoUserPoolsTokenProvider.setKeyValueStorage({
      setItem: async (key, value) => full.setItem(key, value),
      getItem: async (key) => full.getItem(key),
      removeItem: async (key) => full.removeItem(key),
      clear: async () => undefined,
    });
    expect(await sentenceOf(accounts.signIn(person))).toBe(AUTH_ERRORS['storage-full']);
    expect(await accounts.token()).toBeUndefined();
  });

  it('recognise an unconfirmed user, also when they request a password reset', async () => {
    const person = await makeAccount({ confirmed: false });
    expect(await accounts.signIn(person)).toBe('unconfirmed');
    await expect(accounts.requestReset(person)).rejects.toThrow(NO_ADDRESS);
    expect(await accounts.resendCode(person)).toBe('code-sent');
    await accounts.confirmSignUp({ ...person, code: await cognito.codeFor(person.email) });
    expect(await accounts.resendCode(person)).toBe('confirmed');
    expect(await accounts.signIn(person)).toBe('signed-in');
  });

  it('treat a repeated confirmation as successful', async () => {
    const person = await makeAccount();
    await expect(accounts.confirmSignUp({ ...person, code: '123456' })).resolves.toBeUndefined();
  });

  it('sign in again even though the page has lost track of a session', async () => {
    const [ada, mateo] = [await makeAccount(), await makeAccount()];
    await accounts.signIn(ada);
    const before = await accounts.token();
    expect(await accounts.signIn(mateo)).toBe('signed-in');
    expect((await accounts.token())?.userId).not.toBe(before?.userId);
  });

  it('reset a password with the mailed code', async () => {
    const person = await makeAccount();
    await accounts.requestReset(person);
    const code = await cognito.codeFor(person.email);
    await accounts.resetPassword({ ...person, code, password: 'battery staple' });
    expect(await accounts.signIn({ ...person, password: 'battery staple' })).toBe('signed-in');
  });

  it.each([
    ['is disabled', (email: string) => cognito.disableUser(email)],
    ['has to set a new password', (email: string) => cognito.requirePasswordReset(email)],
  ])('have no token once the pool has refused the session because the account %s', async (_, end) => {
    const person = await makeAccount();
    await accounts.signIn(person);
    await end(person.email);
    expect(await accounts.token({ forceRefresh: true })).toBeUndefined();
    expect(await accounts.token()).toBeUndefined();
  });

  it('report that the account was deleted, and drop its session', async () => {
    const person = await makeAccount();
    await accounts.signIn(person);
    await cognito.deleteUser(person.email);
    await expect(accounts.token({ forceRefresh: true })).rejects.toSatisfy(isErased);
    expect(await accounts.token()).toBeUndefined();
  });

  it('have no session once one without a refresh token can no longer be renewed', async () => {
    await accounts.signIn(await makeAccount());
    const { authTokenStore } = cognitoUserPoolsTokenProvider;
    const kept = await authTokenStore.loadTokens();
    if (kept === null) throw new Error('not signed in');
    const { refreshToken: _, ...others } = kept;
    await authTokenStore.storeTokens(others);
    expect(await accounts.token()).toBeDefined();
    expect(await accounts.token({ forceRefresh: true })).toBeUndefined();
    expect(await authTokenStore.loadTokens()).toBeNull();
  });

  it.each(['TooManyRequestsException', 'InternalErrorException'])(
    'keep a session whose renewal failed temporarily with %s',
    async (name) => {
      await accounts.signIn(await makeAccount());
      const before = await accounts.token();
      const { fetch } = globalThis;
      const status = name.startsWith('Internal') ? 500 : 400;
      const headers = { 'x-amzn-errortype': name, 'content-type': 'application/x-amz-json-1.1' };
      vi.stubGlobal('fetch', async () =>
        Response.json({ __type: name, message: 'No.' }, { status, headers }),
      );
      await expect(accounts.token({ forceRefresh: true })).rejects.toMatchObject({ name });
      vi.stubGlobal('fetch', fetch);
      expect(await accounts.token()).toEqual(before);
    },
  );

  it('recognise a user who must set a new password, and sign in after the reset', async () => {
    const person = await makeAccount();
    await cognito.requirePasswordReset(person.email);
    expect(await accounts.signIn(person)).toBe('reset');
    await accounts.requestReset(person);
    const code = await cognito.codeFor(person.email);
    await accounts.resetPassword({ ...person, code, password: 'battery staple' });
    expect(await accounts.signIn({ ...person, password: 'battery staple' })).toBe('signed-in');
  });
});

describe('every error in the catalogue, as thrown by the real client', () => {
  it('user-not-found', async () => {
    const nobody = { email: 'nobody@example.com', password: 'correct horse' };
    expect(await sentenceOf(accounts.signIn(nobody))).toBe('No user found with this email address.');
    expect(await sentenceOf(accounts.requestReset(nobody))).toBe('No user found with this email address.');
  });

  it('wrong-password, then too-many-requests after repeated attempts', async () => {
    const person = await makeAccount();
    const attempt = () => sentenceOf(accounts.signIn({ ...person, password: 'incorrect' }));
    expect(await attempt()).toBe('Incorrect password.');
    for (let tries = 0; tries < 4; tries += 1) await attempt();
    expect(await attempt()).toBe('Too many failed attempts. Please try again later.');
  });

  it('email-already-in-use', async () => {
    const person = await makeAccount();
    expect(await sentenceOf(accounts.signUp(person))).toBe('An account with this email already exists.');
  });

  it('weak-password', async () => {
    const weak = { name: 'Ada', email: 'weak@example.com', password: '12345' };
    expect(await sentenceOf(accounts.signUp(weak))).toBe('Password should be at least 6 characters.');
  });

  it('invalid-email', async () => {
    const person = { name: 'Ada', email: 'not an address', password: 'correct horse' };
    expect(await sentenceOf(accounts.signUp(person))).toBe('Invalid email address.');
  });

  it('user-disabled', async () => {
    const person = await makeAccount();
    await cognito.disableUser(person.email);
    expect(await sentenceOf(accounts.signIn(person))).toBe('This account has been disabled.');
  });

  it('too-many-requests, for mailed codes', async () => {
    const person = await makeAccount({ confirmed: false });
    const sentences: string[] = [];
    for (let mails = 0; mails < 10; mails += 1) sentences.push(await sentenceOf(accounts.resendCode(person)));
    expect(sentences.at(-1)).toBe('Too many failed attempts. Please try again later.');
  });

  it('network-request-failed', async () => {
    const { fetch } = globalThis;
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
    const call = accounts.resendCode({ email: 'ada@example.com' });
    expect(await sentenceOf(call)).toBe('Network error. Please check your connection.');
    vi.stubGlobal('fetch', fetch);
  });

  it('anything else', async () => {
    const person = await makeAccount({ confirmed: false });
    const right = await cognito.codeFor(person.email);
    const call = accounts.confirmSignUp({ ...person, code: right === '000000' ? '000001' : '000000' });
    expect(await sentenceOf(call)).toBe('An error occurred during authentication.');
  });
});

describe('the Google button, through the real Amplify client', () => {
  it('signs in with the URL the window returns, and signs out without leaving the site', async () => {
    const shown: string[] = [];
    const result = await accounts.signInWithProvider({
      provider: 'google',
      show: async (url) => {
        shown.push(url);
        return (await pickAccount(url, 1)).href;
      },
    });
    expect(result).toBe('signed-in');
    expect(shown[0]).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/cognito\/oauth2\/authorize\?/);
    expect(await accounts.token()).toBeDefined();
    const before = globalThis.location.href;
    await accounts.signOut();
    expect(globalThis.location.href).toBe(before);
    expect(await accounts.token()).toBeUndefined();
  });

  it('treats an abandoned window or a refusal on Google’s page as a cancellation, not an error', async () => {
    expect(await accounts.signInWithProvider({ provider: 'google', show: async () => undefined })).toBe(
      'cancelled',
    );
    const refuse = async (url: string) => linksOf(await openPage(url), url).at(-1)?.href;
    expect(await accounts.signInWithProvider({ provider: 'google', show: refuse })).toBe('cancelled');
    expect(await accounts.signIn(await makeAccount())).toBe('signed-in');
  });

  it('reports that Google is now linked, since Cognito ends the sign-in that links it', async () => {
    const person = { name: 'Amara', email: 'amara.lindqvist@example.com', password: 'correct horse' };
    await accounts.signUp(person);
    await accounts.confirmSignUp({ ...person, code: await cognito.codeFor(person.email) });
    const comeBy = () =>
      accounts.signInWithProvider({ provider: 'google', show: async (url) => (await pickAccount(url)).href });
    expect(await sentenceOf(comeBy())).toBe(
      'Google is now linked to your account. Please sign in with Google once more.',
    );
    expect(await comeBy()).toBe('signed-in');
  });

  it('rejects a URL with the state of another sign-in', async () => {
    const forge = async (url: string) => {
      const back = await pickAccount(url, 1);
      back.searchParams.set('state', 'another');
      return back.href;
    };
    expect(await sentenceOf(accounts.signInWithProvider({ provider: 'google', show: forge }))).toBe(
      'An error occurred during authentication.',
    );
  });
});
