import { rm } from 'node:fs/promises';
import { decodeJwt } from 'jose';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { CognitoOptions } from '#infra/local/cognito/app.ts';
import { totpCode } from '#infra/local/cognito/totp.ts';
import { pickAccount } from '#tests/infra/local/cognito/oauth-client.ts';
import { makeFolder, type RunningCognito, SIGNED, startCognito } from '#tests/infra/local/cognito/start.ts';
import type { Accounts, Provider } from '#web/features/auth/auth.ts';
import { toAuthFailure } from '#web/features/auth/errors.ts';
import { forgetSession, openAccounts } from './real-accounts.ts';

let cognito: RunningCognito;
let accounts: Accounts;

async function openPool(options: Partial<CognitoOptions>): Promise<void> {
  cognito = await startCognito(options);
  accounts = openAccounts(cognito);
  forgetSession();
}
afterEach(async () => {
  vi.unstubAllGlobals();
  await cognito.close();
});

const EMAIL = 'ada.okonkwo@example.com';
const PASSWORD = 'correct horse';

const signUp = (email = EMAIL) => accounts.signUp({ name: 'Ada Okonkwo', email, password: PASSWORD });
const signIn = (password = PASSWORD) => accounts.signIn({ email: EMAIL, password });

async function makeAccount(): Promise<void> {
  await signUp();
  await accounts.confirmSignUp({ email: EMAIL, code: await cognito.codeFor(EMAIL) });
}

/** The request of an administrator's tool; the password is mailed. */
async function invite(email = EMAIL, change: object = {}) {
  const UserAttributes = [
    { Name: 'email', Value: email },
    { Name: 'email_verified', Value: 'true' },
  ];
  const input = { UserPoolId: cognito.userPoolId, Username: email, UserAttributes, ...change };
  return cognito.call('AdminCreateUser', input, SIGNED);
}

/** Signs in through the provider with the account at this place in its list. */
const comeBy = (provider: Provider, place = 0) =>
  accounts.signInWithProvider({ provider, show: async (url) => (await pickAccount(url, place)).href });

const claims = async () => decodeJwt((await accounts.token())?.value ?? '');

const LINKED = 'Google is now linked to your account. Please sign in with Google once more.';

const NO_PASSWORD =
  'This account has no password to reset. Sign in with the temporary password from your invitation, or through the provider you came by.';

/** The message the user sees for the error with which the call rejects, at the field or above the form. */
const refusalOf = (call: Promise<unknown>) =>
  call.then(
    () => 'no error',
    (error) => toAuthFailure(error).field?.message ?? toAuthFailure(error).message,
  );

describe('where accounts are by invitation only', () => {
  const invited = { signUp: { mode: 'invited' as const, emailDomains: [] } };

  it('an invited user chooses a password, after which the mailed one is invalid', async () => {
    await openPool(invited);
    expect(await invite()).toMatchObject({
      status: 200,
      body: { User: { UserStatus: 'FORCE_CHANGE_PASSWORD' } },
    });
    const temporary = await cognito.codeFor(EMAIL);
    expect(await signIn(temporary)).toBe('new-password');
    expect(await refusalOf(accounts.choosePassword({ name: 'Ada', password: '12345' }))).toBe(
      'Password should be at least 6 characters.',
    );
    expect(await accounts.choosePassword({ name: 'Ada Okonkwo', password: PASSWORD })).toBe('signed-in');
    expect(await claims()).toMatchObject({ email: EMAIL, email_verified: true, name: 'Ada Okonkwo' });
    await accounts.signOut();
    expect(await refusalOf(signIn(temporary))).toBe('Incorrect password.');
    expect(await signIn()).toBe('signed-in');
  });

  it('nobody can sign up, neither by form nor through a provider', async () => {
    await openPool(invited);
    expect(await refusalOf(signUp())).toBe('This site takes no new accounts.');
    expect(await refusalOf(comeBy('google'))).toBe(
      'Only people who have been invited can have an account here.',
    );
  });

  it('an invited user can sign in through a provider that confirms the address', async () => {
    await openPool(invited);
    await invite('amara.lindqvist@example.com');
    expect(await refusalOf(comeBy('google'))).toBe(LINKED);
    expect(await comeBy('google')).toBe('signed-in');
    expect(await claims()).toMatchObject({ email: 'amara.lindqvist@example.com' });
  });

  it('an invitation expires after seven days and can be sent again', async () => {
    await openPool(invited);
    await invite();
    expect(await invite()).toMatchObject({ errorType: 'UsernameExistsException' });
    cognito.advance(8 * 24 * 60 * 60_000);
    expect(await refusalOf(signIn(await cognito.codeFor(EMAIL)))).toBe(
      'Your temporary password is no longer valid. Ask for a new invitation.',
    );
    expect(await invite(EMAIL, { MessageAction: 'RESEND' })).toMatchObject({ status: 200 });
    expect(await signIn(await cognito.codeFor(EMAIL))).toBe('new-password');
  });

  it('a password that was never chosen cannot be reset', async () => {
    await openPool(invited);
    await invite();
    expect(await refusalOf(accounts.requestReset({ email: EMAIL }))).toBe(NO_PASSWORD);
  });

  it('a password chosen too late is refused with a request to sign in again', async () => {
    await openPool(invited);
    await invite();
    await signIn(await cognito.codeFor(EMAIL));
    cognito.advance(16 * 60_000);
    expect(await refusalOf(accounts.choosePassword({ name: 'Ada', password: PASSWORD }))).toBe(
      'That took too long. Please sign in again.',
    );
  });
});

describe('where sign-up is closed', () => {
  const closed = { signUp: { mode: 'closed' as const, emailDomains: [] } };

  it('nobody gets an account: by form, through a provider, or from an administrator', async () => {
    await openPool(closed);
    expect(await refusalOf(signUp())).toBe('This site takes no new accounts.');
    expect(await refusalOf(comeBy('google'))).toBe('This site takes no new accounts.');
    expect(await invite()).toMatchObject({ errorType: 'UserLambdaValidationException' });
  });

  it('existing users sign in, and can link a provider', async () => {
    const address = 'amara.lindqvist@example.com';
    const dataDir = await makeFolder();
    await openPool({ dataDir });
    await signUp(address);
    await accounts.confirmSignUp({ email: address, code: await cognito.codeFor(address) });
    const reopened = await startCognito({ dataDir, ...closed });
    await cognito.close();
    cognito = reopened;
    accounts = openAccounts(cognito);
    expect(await accounts.signIn({ email: address, password: PASSWORD })).toBe('signed-in');
    const { sub } = await claims();
    await accounts.signOut();
    expect(await refusalOf(comeBy('google'))).toBe(LINKED);
    expect(await comeBy('google')).toBe('signed-in');
    expect((await claims()).sub).toBe(sub);
    await rm(dataDir, { recursive: true });
  });
});

describe('where accounts are limited to some email domains', () => {
  const domains = {
    signUp: { mode: 'open' as const, emailDomains: ['example.com'] },
    organisation: 'Example Corp',
  };
  const rule = 'Email addresses of this domain cannot have an account here.';

  it('other addresses are refused, by form and through providers', async () => {
    await openPool(domains);
    expect(await refusalOf(signUp('ada@example.com.evil.example'))).toBe(rule);
    // An account at example.org.
    expect(await refusalOf(comeBy('google', 2))).toBe(rule);
    expect(await refusalOf(comeBy('organisation', 1))).toBe(rule);
  });

  it('allowed addresses are accepted, unless a provider does not confirm one', async () => {
    await openPool(domains);
    await makeAccount();
    expect(await comeBy('google')).toBe('signed-in');
    await accounts.signOut();
    expect(await comeBy('organisation', 0)).toBe('signed-in');
    await accounts.signOut();
    expect(await refusalOf(comeBy('organisation', 2))).toBe(
      'Your provider does not confirm your email address, which an account here needs.',
    );
  });
});

describe("the deployment's own provider", () => {
  it('signs in to an account of its own, under the provider’s name', async () => {
    await openPool({ organisation: 'Example Corp' });
    expect(await comeBy('organisation')).toBe('signed-in');
    expect(await claims()).toMatchObject({
      email: 'ingrid.solheim@example.com',
      identities: [{ providerName: 'Organisation', userId: 'E-1001' }],
    });
  });

  it('leaves no password to reset if it is the only way to sign in', async () => {
    await openPool({ organisation: 'Example Corp' });
    await comeBy('organisation');
    await accounts.signOut();
    expect(await refusalOf(accounts.requestReset({ email: 'Ingrid.Solheim@example.com' }))).toBe(NO_PASSWORD);
  });

  it('is linked to an account with a password only if it confirms the address', async () => {
    await openPool({ organisation: 'Example Corp' });
    for (const email of ['ingrid.solheim@example.com', 'kaya.brandt@example.com']) {
      await signUp(email);
      await accounts.confirmSignUp({ email, code: await cognito.codeFor(email) });
    }
    const subOf = async (email: string) => {
      await accounts.signIn({ email, password: PASSWORD });
      const { sub } = await claims();
      await accounts.signOut();
      return sub;
    };
    const ingrid = await subOf('ingrid.solheim@example.com');
    expect(await refusalOf(comeBy('organisation', 0))).toBe(
      'Organisation is now linked to your account. Please sign in with Organisation once more.',
    );
    await comeBy('organisation', 0);
    expect((await claims()).sub).toBe(ingrid);
    await accounts.signOut();
    const kaya = await subOf('kaya.brandt@example.com');
    await comeBy('organisation', 2);
    expect((await claims()).sub).not.toBe(kaya);
  });

  it('leaves an address that it does not confirm to whoever signs up with it', async () => {
    await openPool({ organisation: 'Example Corp' });
    await comeBy('organisation', 2);
    const { sub } = await claims();
    await accounts.signOut();
    const email = 'kaya.brandt@example.com';
    await signUp(email);
    await accounts.confirmSignUp({ email, code: await cognito.codeFor(email) });
    await accounts.signIn({ email, password: PASSWORD });
    expect((await claims()).sub).not.toBe(sub);
    await accounts.signOut();
    await comeBy('organisation', 0);
    await accounts.signOut();
    expect(await refusalOf(signUp('ingrid.solheim@example.com'))).toContain('already exists');
  });

  it('is unknown if the deployment has none', async () => {
    await openPool({});
    const shown = accounts.signInWithProvider({
      provider: 'organisation',
      show: async (url) => (await fetch(url, { redirect: 'manual' })).headers.get('location') ?? undefined,
    });
    expect(await refusalOf(shown)).toBe('An error occurred during authentication.');
  });
});

describe('authenticator app codes', () => {
  /** The code the app shows, `steps` from now. */
  let now = Date.now();
  const shown = (secret: string, steps = 0) => totpCode(secret, now + steps * 30_000);

  /** Creates a user with codes turned on. @returns the key */
  async function turnOn(): Promise<string> {
    now = Date.now();
    await openPool({ totp: true, clock: () => now });
    await makeAccount();
    await signIn();
    expect(await accounts.totp()).toBe('off');
    const { secret, uri } = await accounts.beginTotp();
    expect(uri).toBe(`otpauth://totp/Expertscope:${EMAIL}?secret=${secret}&issuer=Expertscope`);
    expect(await refusalOf(accounts.confirmTotp({ code: shown(secret, 40) }))).toBe(
      'This code is not right. Enter the one that your app shows now.',
    );
    expect(await accounts.totp()).toBe('off');
    await accounts.confirmTotp({ code: shown(secret) });
    expect(await accounts.totp()).toBe('on');
    await accounts.signOut();
    return secret;
  }

  it('are requested after the password, valid once, until they are turned off', async () => {
    const secret = await turnOn();
    expect(await signIn()).toBe('totp');
    expect(await refusalOf(accounts.enterCode({ code: shown(secret, 40) }))).toBe(
      'This code is not right. Enter the one that your app shows now.',
    );
    expect(await refusalOf(accounts.enterCode({ code: shown(secret) }))).toBe(
      'This code has been used. Wait until your app shows the next one.',
    );
    expect(await accounts.enterCode({ code: shown(secret, 1) })).toBe('signed-in');
    await accounts.endTotp();
    expect(await accounts.totp()).toBe('off');
    await accounts.signOut();
    expect(await signIn()).toBe('signed-in');
  });

  it('are also requested after a password reset', async () => {
    const secret = await turnOn();
    await accounts.requestReset({ email: EMAIL });
    const code = await cognito.codeFor(EMAIL);
    await accounts.resetPassword({ email: EMAIL, code, password: 'battery staple' });
    expect(await signIn('battery staple')).toBe('totp');
    expect(await accounts.enterCode({ code: shown(secret, 1) })).toBe('signed-in');
  });

  it('are left to the provider for a user who signs in through one', async () => {
    await openPool({ totp: true });
    await comeBy('google');
    expect(await accounts.totp()).toBe('elsewhere');
  });

  it('are refused by a pool that does not offer them', async () => {
    await openPool({});
    await makeAccount();
    await signIn();
    await expect(accounts.beginTotp()).rejects.toMatchObject({ name: 'SoftwareTokenMFANotFoundException' });
  });
});
