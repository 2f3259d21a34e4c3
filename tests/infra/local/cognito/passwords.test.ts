import { signIn } from '@aws-amplify/auth/cognito';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeAccount, openBrowser } from './amplify.ts';
import { type RunningCognito, startCognito } from './start.ts';

const MINUTE = 60_000;
const WRONG = 'Incorrect username or password.';
const LOCKED = 'Password attempts exceeded';

let cognito: RunningCognito;
beforeAll(async () => {
  cognito = await startCognito({ allowPasswordAuth: true });
  openBrowser({ cognito });
});
afterAll(() => cognito.close());

/** Tries a password without SRP, which is faster. Returns the error message, or 'signed in'. */
async function attempt(USERNAME: string, PASSWORD: string): Promise<string> {
  const { body } = await cognito.call('InitiateAuth', {
    ClientId: cognito.clientId,
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME, PASSWORD },
  });
  const { message = 'signed in' } = body as { message?: string };
  return message;
}

async function guessWrong(email: string, times: number): Promise<void> {
  for (let guess = 0; guess < times; guess++) expect(await attempt(email, 'incorrect')).toBe(WRONG);
}

describe('wrong passwords in a row', () => {
  it('lock the account for a second after the fifth, and twice as long after the next one', async () => {
    const { email, password } = await makeAccount(cognito);
    await guessWrong(email, 5);
    expect(await attempt(email, password)).toBe(LOCKED);
    cognito.advance(1000);
    await guessWrong(email, 1);
    cognito.advance(1999);
    expect(await attempt(email, password)).toBe(LOCKED);
    cognito.advance(1);
    expect(await attempt(email, password)).toBe('signed in');
    await guessWrong(email, 4);
    expect(await attempt(email, password)).toBe('signed in');
  });

  it('also lock it for the real Amplify client, even with the right password', async () => {
    const { email: username, password } = await makeAccount(cognito);
    await guessWrong(username, 5);
    await expect(signIn({ username, password })).rejects.toMatchObject({
      name: 'NotAuthorizedException',
      message: LOCKED,
    });
  });

  it('are forgotten after fifteen minutes without an attempt', async () => {
    const { email, password } = await makeAccount(cognito);
    await guessWrong(email, 4);
    cognito.advance(15 * MINUTE);
    await guessWrong(email, 4);
    expect(await attempt(email, password)).toBe('signed in');
  });

  it('are forgotten once the password has been reset', async () => {
    const { email: Username } = await makeAccount(cognito);
    await guessWrong(Username, 4);
    await cognito.call('ForgotPassword', { ClientId: cognito.clientId, Username });
    await cognito.call('ConfirmForgotPassword', {
      ...{ ClientId: cognito.clientId, Username, Password: 'staple' },
      ConfirmationCode: await cognito.codeFor(Username),
    });
    await guessWrong(Username, 4);
    expect(await attempt(Username, 'staple')).toBe('signed in');
  });

  it('do not lock other accounts', async () => {
    const [one, other] = [await makeAccount(cognito), await makeAccount(cognito)];
    await guessWrong(one.email, 5);
    expect(await attempt(other.email, other.password)).toBe('signed in');
  });
});
