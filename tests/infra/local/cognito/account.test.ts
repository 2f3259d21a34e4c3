import {
  confirmSignUp,
  deleteUser,
  fetchUserAttributes,
  getCurrentUser,
  resendSignUpCode,
  signIn,
  signUp,
  updateUserAttributes,
} from '@aws-amplify/auth/cognito';
import { fetchAuthSession } from '@aws-amplify/core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeSignedIn, openBrowser, signInQuickly } from './amplify.ts';
import { type RunningCognito, startCognito } from './start.ts';

const DAY = 24 * 60 * 60_000;
let cognito: RunningCognito;
beforeAll(async () => {
  cognito = await startCognito({ allowPasswordAuth: true });
});
afterAll(() => cognito.close());
beforeEach(() => void openBrowser({ cognito }));

describe('signing up through the real Amplify client', () => {
  it('mails a code that confirms the account, which can then sign in by SRP', async () => {
    const email = 'ada.okafor@example.com';
    const signedUp = await signUp({
      username: email,
      password: 'pass word 1',
      options: { userAttributes: { email, name: 'Ada Okafor' } },
    });
    expect(signedUp.nextStep).toEqual({
      signUpStep: 'CONFIRM_SIGN_UP',
      codeDeliveryDetails: { destination: 'a***@e***', deliveryMedium: 'EMAIL', attributeName: 'email' },
    });
    const code = await cognito.codeFor(email);
    expect(code).toMatch(/^\d{6}$/);
    const confirmed = await confirmSignUp({ username: email, confirmationCode: code });
    expect(confirmed.isSignUpComplete).toBe(true);
    const signedIn = await signIn({ username: email, password: 'pass word 1' });
    expect(signedIn).toEqual({ isSignedIn: true, nextStep: { signInStep: 'DONE' } });
    const { userId, username } = await getCurrentUser();
    expect(userId).toBe(signedUp.userId);
    expect(username).toBe(userId);
    expect(await fetchUserAttributes()).toEqual({
      sub: userId,
      email,
      email_verified: 'true',
      name: 'Ada Okafor',
    });
  });

  it('rejects an address that is taken, in any case, confirmed or not', async () => {
    const { email } = await makeAccount(cognito);
    const pending = await makeAccount(cognito, { confirmed: false });
    for (const username of [email, email.toUpperCase(), pending.email])
      await expect(signUp({ username, password: 'another one' })).rejects.toMatchObject({
        name: 'UsernameExistsException',
        message: 'An account with the given email already exists.',
      });
  });

  it('rejects a password of five characters and accepts one of six', async () => {
    await expect(signUp({ username: 'short@example.com', password: '12345' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
      message: 'Password did not conform with policy: Password not long enough',
    });
    await expect(signUp({ username: 'short@example.com', password: '123456' })).resolves.toMatchObject({
      isSignUpComplete: false,
    });
  });

  it('rejects a username that is not an email address, and an attribute the pool lacks', async () => {
    await expect(signUp({ username: 'not an address', password: '123456' })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Username should be an email.',
    });
    const options = { userAttributes: { 'custom:role': 'admin' } };
    await expect(signUp({ username: 'role@example.com', password: '123456', options })).rejects.toMatchObject(
      {
        name: 'InvalidParameterException',
        message: 'user.custom:role: Attribute does not exist in the schema.\n',
      },
    );
  });

  it('creates one account from concurrent sign-ups with the same address', async () => {
    const attempts = Array.from({ length: 6 }, () =>
      signUp({ username: 'crowd@example.com', password: '123456' }),
    );
    const settled = await Promise.allSettled(attempts);
    expect(settled.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await cognito.mails()).filter(({ to }) => to === 'crowd@example.com')).toHaveLength(1);
  });
});

describe('the sign-up code', () => {
  it('is rejected when wrong, and too many guesses lock out even a new code', async () => {
    const { email } = await makeAccount(cognito, { confirmed: false });
    const right = await cognito.codeFor(email);
    const wrong = right === '000000' ? '000001' : '000000';
    for (let attempt = 0; attempt < 5; attempt++)
      await expect(confirmSignUp({ username: email, confirmationCode: wrong })).rejects.toMatchObject({
        name: 'CodeMismatchException',
        message: 'Invalid verification code provided, please try again.',
      });
    await resendSignUpCode({ username: email });
    const attempt = confirmSignUp({ username: email, confirmationCode: await cognito.codeFor(email) });
    await expect(attempt).rejects.toMatchObject({
      name: 'LimitExceededException',
      message: 'Attempt limit exceeded, please try after some time.',
    });
    cognito.advance(16 * 60_000);
    const confirmationCode = await cognito.codeFor(email);
    await expect(confirmSignUp({ username: email, confirmationCode })).resolves.toMatchObject({
      isSignUpComplete: true,
    });
  });

  it('expires after a day and can be replaced by a new one', async () => {
    const { email } = await makeAccount(cognito, { confirmed: false });
    const old = await cognito.codeFor(email);
    cognito.advance(DAY);
    await expect(confirmSignUp({ username: email, confirmationCode: old })).rejects.toMatchObject({
      name: 'ExpiredCodeException',
      message: 'Invalid code provided, please request a code again.',
    });
    expect((await resendSignUpCode({ username: email })).destination).toBe('p***@e***');
    const confirmationCode = await cognito.codeFor(email);
    await expect(confirmSignUp({ username: email, confirmationCode })).resolves.toBeDefined();
  });

  it('cannot be used for an account that is confirmed or does not exist', async () => {
    const { email: username } = await makeAccount(cognito);
    await expect(confirmSignUp({ username, confirmationCode: '123456' })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User cannot be confirmed. Current status is CONFIRMED',
    });
    await expect(resendSignUpCode({ username })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'User is already confirmed.',
    });
    await expect(resendSignUpCode({ username: 'nobody@example.com' })).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'Username/client id combination not found.',
    });
  });

  it('is mailed at most ten times an hour', async () => {
    const { email: username } = await makeAccount(cognito, { confirmed: false });
    for (let mail = 1; mail < 10; mail++) await resendSignUpCode({ username });
    await expect(resendSignUpCode({ username })).rejects.toMatchObject({ name: 'LimitExceededException' });
    cognito.advance(60 * 60_000);
    await expect(resendSignUpCode({ username })).resolves.toBeDefined();
  });
});

describe('an account', () => {
  it('can be deleted by its signed-in user, which frees its address', async () => {
    const account = await makeSignedIn(cognito);
    const other = await makeAccount(cognito);
    await deleteUser();
    await expect(signInQuickly(account)).rejects.toMatchObject({ name: 'UserNotFoundException' });
    await signUp({ username: account.email, password: account.password });
    await expect(signInQuickly(other)).resolves.toBeUndefined();
  });
});

describe('a deleted account', () => {
  it('leaves no mail to its address behind, and every mail to others', async () => {
    const account = await makeSignedIn(cognito);
    const other = await makeAccount(cognito);
    await deleteUser();
    const addresses = (await cognito.mails()).map(({ to }) => to);
    expect(addresses).not.toContain(account.email);
    expect(addresses).toContain(other.email);
  });
});

describe('account attributes', () => {
  it('can be changed by the signed-in user, and appear in the next ID token', async () => {
    const { email } = await makeSignedIn(cognito);
    const picture = 'https://example.com/p.png';
    await updateUserAttributes({ userAttributes: { name: 'Émilie "E" <b>Ж</b>', picture } });
    expect(await fetchUserAttributes()).toMatchObject({ name: 'Émilie "E" <b>Ж</b>', picture, email });
    const { tokens } = await fetchAuthSession({ forceRefresh: true });
    expect(tokens?.idToken?.payload).toMatchObject({ name: 'Émilie "E" <b>Ж</b>', picture, email });
  });

  it('cannot be used to take over another email address', async () => {
    await makeSignedIn(cognito);
    await expect(
      updateUserAttributes({ userAttributes: { email: 'other@example.com' } }),
    ).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'A client attempted to write unauthorized attribute',
    });
  });
});
