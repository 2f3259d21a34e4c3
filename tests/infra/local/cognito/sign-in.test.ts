import {
  confirmResetPassword,
  resetPassword,
  signIn,
  signOut,
  updatePassword,
} from '@aws-amplify/auth/cognito';
import { fetchAuthSession } from '@aws-amplify/core';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { makeAccount, makeSignedIn, openBrowser, signInQuickly } from './amplify.ts';
import { type RunningCognito, startCognito } from './start.ts';

const MINUTE = 60_000;
const WRONG = { name: 'NotAuthorizedException', message: 'Incorrect username or password.' };
let cognito: RunningCognito;
beforeAll(async () => {
  cognito = await startCognito({ allowPasswordAuth: true });
});
afterAll(() => cognito.close());
beforeEach(() => void openBrowser({ cognito }));

interface Result {
  IdToken?: string;
  AccessToken?: string;
  RefreshToken?: string;
}
const resultOf = ({ body }: { body: unknown }): Result =>
  (body as { AuthenticationResult: Result }).AuthenticationResult;

describe('signing in through the real Amplify client', () => {
  it('accepts the address in any case and a password with any characters', async () => {
    const { email, password } = await makeAccount(cognito, { password: 'pässwörd 🔑 密码' });
    const signedIn = await signIn({ username: email.toUpperCase(), password });
    expect(signedIn.isSignedIn).toBe(true);
  });

  it('rejects a wrong password', async () => {
    const { email } = await makeAccount(cognito);
    await expect(signIn({ username: email, password: 'incorrect horse' })).rejects.toMatchObject(WRONG);
  });

  it('reports an account that does not exist', async () => {
    await expect(signIn({ username: 'nobody@example.com', password: '123456' })).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
  });

  it('sends an unconfirmed user on to the code only with the right password', async () => {
    const { email: username, password } = await makeAccount(cognito, { confirmed: false });
    expect((await signIn({ username, password })).nextStep.signInStep).toBe('CONFIRM_SIGN_UP');
    await expect(signIn({ username, password: 'incorrect' })).rejects.toMatchObject(WRONG);
  });

  it('rejects a disabled account and ends its sessions', async () => {
    const { email: username, password } = await makeSignedIn(cognito);
    await cognito.disableUser(username);
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
    await expect(signIn({ username, password })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: 'User is disabled.',
    });
  });
});

describe('passwords', () => {
  it('can be changed with the current password', async () => {
    const { email: username, password } = await makeSignedIn(cognito);
    await expect(updatePassword({ oldPassword: 'wrong one', newPassword: 'battery' })).rejects.toMatchObject(
      WRONG,
    );
    await expect(updatePassword({ oldPassword: password, newPassword: '12345' })).rejects.toMatchObject({
      name: 'InvalidPasswordException',
    });
    await updatePassword({ oldPassword: password, newPassword: 'battery' });
    await expect(updatePassword({ oldPassword: password, newPassword: 'another' })).rejects.toMatchObject(
      WRONG,
    );
    openBrowser({ cognito });
    expect((await signIn({ username, password: 'battery' })).isSignedIn).toBe(true);
  });

  it('can be reset with a mailed code, which a rejected password does not use up', async () => {
    const { email: username, password } = await makeAccount(cognito);
    const { nextStep } = await resetPassword({ username });
    expect(nextStep.resetPasswordStep).toBe('CONFIRM_RESET_PASSWORD_WITH_CODE');
    const confirmationCode = await cognito.codeFor(username);
    const reset = (newPassword: string) => confirmResetPassword({ username, confirmationCode, newPassword });
    await expect(reset('12345')).rejects.toMatchObject({ name: 'InvalidPasswordException' });
    await reset('staple');
    await expect(reset('staple2')).rejects.toMatchObject({ name: 'ExpiredCodeException' });
    await expect(signIn({ username, password })).rejects.toMatchObject(WRONG);
    expect((await signIn({ username, password: 'staple' })).isSignedIn).toBe(true);
  });

  it('can be reset after a few wrong codes for an earlier reset', async () => {
    const { email: username } = await makeAccount(cognito);
    for (const wrongCodes of [4, 4]) {
      await resetPassword({ username });
      const right = await cognito.codeFor(username);
      const reset = (confirmationCode: string) =>
        confirmResetPassword({ username, confirmationCode, newPassword: 'staple' });
      for (let code = 0; code < wrongCodes; code += 1)
        await expect(reset(right === '000000' ? '000001' : '000000')).rejects.toMatchObject({
          name: 'CodeMismatchException',
        });
      await expect(reset(right)).resolves.toBeUndefined();
    }
  });

  it('cannot be reset with a wrong or expired code', async () => {
    const { email: username } = await makeAccount(cognito);
    await resetPassword({ username });
    const right = await cognito.codeFor(username);
    const reset = (confirmationCode: string) =>
      confirmResetPassword({ username, confirmationCode, newPassword: 'staple' });
    await expect(reset(right === '000000' ? '000001' : '000000')).rejects.toMatchObject({
      name: 'CodeMismatchException',
    });
    cognito.advance(60 * MINUTE);
    await expect(reset(right)).rejects.toMatchObject({ name: 'ExpiredCodeException' });
  });

  it('cannot be reset for an account that is unconfirmed or does not exist', async () => {
    const { email: username } = await makeAccount(cognito, { confirmed: false });
    await expect(resetPassword({ username })).rejects.toMatchObject({
      name: 'InvalidParameterException',
      message: 'Cannot reset password for the user as there is no registered/verified email or phone_number',
    });
    await expect(resetPassword({ username: 'nobody@example.com' })).rejects.toMatchObject({
      name: 'UserNotFoundException',
    });
  });
});

describe('sessions', () => {
  it('keep their subject and sign-in time when refreshed', async () => {
    await makeSignedIn(cognito);
    const before = (await fetchAuthSession()).tokens?.idToken?.payload;
    cognito.advance(10 * MINUTE);
    const after = (await fetchAuthSession({ forceRefresh: true })).tokens?.idToken?.payload;
    expect(after).toMatchObject({
      sub: before?.sub,
      auth_time: before?.['auth_time'],
      origin_jti: before?.['origin_jti'],
    });
    expect(after?.exp).toBeGreaterThanOrEqual((before?.exp ?? 0) + 600);
  });

  it.each([
    ['the newer', 'GetTokensFromRefreshToken', (token: string) => ({ RefreshToken: token })],
    [
      'the older',
      'InitiateAuth',
      (token: string) => ({ AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: token } }),
    ],
  ])('can be refreshed repeatedly in %s way', async (_, operation, inputFor) => {
    const { email: USERNAME, password: PASSWORD } = await makeAccount(cognito);
    const { clientId: ClientId } = cognito;
    const signedIn = await cognito.call('InitiateAuth', {
      ...{ ClientId, AuthFlow: 'USER_PASSWORD_AUTH' },
      AuthParameters: { USERNAME, PASSWORD },
    });
    const { RefreshToken, IdToken } = resultOf(signedIn);
    for (let round = 1; round <= 2; round += 1) {
      cognito.advance(10 * MINUTE);
      const refreshed = resultOf(
        await cognito.call(operation, { ClientId, ...inputFor(RefreshToken ?? '') }),
      );
      expect(Object.keys(refreshed)).not.toContain('RefreshToken');
      const [before, after] = [decodeJwt(IdToken ?? ''), decodeJwt(refreshed.IdToken ?? '')];
      expect(after).toMatchObject({ sub: before.sub, origin_jti: before['origin_jti'] });
      expect(after.iat).toBe((before.iat ?? 0) + round * 600);
      const { status } = await cognito.call('GetUser', { AccessToken: refreshed.AccessToken });
      expect(status).toBe(200);
    }
  });

  it('end when the account is deleted or an administrator requires a password reset', async () => {
    const gone = await makeSignedIn(cognito);
    await cognito.deleteUser(gone.email);
    await expect(fetchAuthSession({ forceRefresh: true })).rejects.toMatchObject({
      name: 'UserNotFoundException',
      message: 'User does not exist.',
    });
    openBrowser({ cognito });
    const { email: username, password } = await makeSignedIn(cognito);
    await cognito.requirePasswordReset(username);
    await expect(fetchAuthSession({ forceRefresh: true })).rejects.toMatchObject({
      name: 'PasswordResetRequiredException',
      message: 'Password reset required for the user',
    });
    const { nextStep } = await signIn({ username, password });
    expect(nextStep.signInStep).toBe('RESET_PASSWORD');
    await resetPassword({ username });
    const confirmationCode = await cognito.codeFor(username);
    await confirmResetPassword({ username, confirmationCode, newPassword: 'battery staple' });
    expect((await signIn({ username, password: 'battery staple' })).isSignedIn).toBe(true);
  });

  it('end on every device after a global sign-out, and nobody else’s do', async () => {
    const others = openBrowser({ cognito });
    await makeSignedIn(cognito);
    const laptop = openBrowser({ cognito });
    const account = await makeSignedIn(cognito);
    const phone = openBrowser({ cognito });
    await signInQuickly(account);
    await signOut({ global: true });
    for (const browser of [phone, laptop]) {
      browser.visit({ cognito });
      expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeUndefined();
    }
    others.visit({ cognito });
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
  });

  it('end only on this device after a sign-out', async () => {
    const laptop = openBrowser({ cognito });
    const account = await makeSignedIn(cognito);
    openBrowser({ cognito });
    await signInQuickly(account);
    const accessToken = (await fetchAuthSession()).tokens?.accessToken.toString();
    await signOut();
    const { body } = await cognito.call('GetUser', { AccessToken: accessToken });
    expect(body).toEqual({ __type: 'NotAuthorizedException', message: 'Access Token has been revoked' });
    laptop.visit({ cognito });
    expect((await fetchAuthSession({ forceRefresh: true })).tokens).toBeDefined();
  });
});
