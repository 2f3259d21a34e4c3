import { describe, expect, it } from 'vitest';
import {
  choosePassword,
  clearError,
  confirmSignUp,
  enterCode,
  LOADING,
  leaveSignIn,
  requestReset,
  resendCode,
  resetPassword,
  signIn,
  signOut,
  signUp,
} from '#web/features/auth/actions.ts';
import { start } from '#web/features/auth/start.ts';
import { ADA, held, NO_ADDRESS, openTab, pageAt, person, refused } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');

describe('an action', () => {
  it.each([
    ['Signing in...', (tab: ReturnType<typeof openTab>) => signIn(tab.auth, ADA)],
    ['Creating account...', (tab: ReturnType<typeof openTab>) => signUp(tab.auth, { name: 'Ada', ...ADA })],
    ['Sending password reset email...', (tab: ReturnType<typeof openTab>) => requestReset(tab.auth, ADA)],
    ['Sending a new code...', (tab: ReturnType<typeof openTab>) => resendCode(tab.auth, ADA)],
    ['Signing out...', (tab: ReturnType<typeof openTab>) => signOut(tab.auth)],
  ])('shows "%s" while it runs and clears the previous error', async (message, action) => {
    const tab = openTab();
    await start(tab.auth, here);
    tab.accounts.failures.set('signIn', refused('UserNotFoundException'));
    await signIn(tab.auth, ADA);
    expect(tab.state().error?.message).toBe('No user found with this email address.');
    const before = tab.history.length;
    expect(await action(tab)).toBe(true);
    expect(tab.history[before]).toMatchObject({ loadingMessage: message, error: undefined });
    expect(tab.state().loadingMessage).toBeUndefined();
  });

  it('does nothing while another action runs', async () => {
    const { auth, accounts } = openTab();
    await start(auth, here);
    const [first, second] = await Promise.all([signIn(auth, ADA), signIn(auth, ADA)]);
    expect([first, second]).toEqual([true, false]);
    expect(accounts.calls.filter((call) => call === 'signIn')).toHaveLength(1);
  });

  it('leaves an error that the user can clear', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    accounts.failures.set('signIn', refused('NotAuthorizedException', 'Incorrect username or password.'));
    expect(await signIn(auth, ADA)).toBe(false);
    expect(state().error).toEqual({ code: 'auth-error', message: 'Incorrect password.' });
    clearError(auth);
    expect(state().error).toBeUndefined();
  });
});

describe('signing up', () => {
  it('asks for the code, then signs in', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    await signUp(auth, { name: 'Ada', ...ADA });
    expect(state()).toMatchObject({ user: undefined, confirming: ADA });
    await confirmSignUp(auth, { ...ADA, code: '123456' });
    expect(accounts.calls).toEqual(['signUp', 'confirmSignUp', 'signIn', 'token']);
    expect(state()).toMatchObject({ user: person('ada'), confirming: undefined });
  });

  it('continues with the code for an unconfirmed address and reports any other as taken', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    const again = () => {
      accounts.failures.set('signUp', refused('UsernameExistsException'));
      return signUp(auth, { name: 'Ada', ...ADA });
    };
    expect(await again()).toBe(false);
    expect(state()).toMatchObject({
      confirming: undefined,
      error: { message: 'An account with this email already exists.' },
    });
    accounts.failures.set('resendCode', refused('NotAuthorizedException', 'User is disabled.'));
    expect(await again()).toBe(false);
    expect(state().error?.message).toBe('An account with this email already exists.');
    accounts.isConfirmed = false;
    accounts.failures.set('resendCode', refused('LimitExceededException'));
    expect(await again()).toBe(false);
    expect(state().error?.message).toBe('Too many failed attempts. Please try again later.');
    accounts.failures.set('resendCode', refused('CodeDeliveryFailureException'));
    expect(await again()).toBe(false);
    expect(state().error?.message).toBe('No email could be sent just now. Please try again later.');
    expect(await again()).toBe(true);
    expect(state()).toMatchObject({ confirming: ADA, codeMailed: { to: ADA.email }, error: undefined });
  });

  it('confirms an address first registered with a different password, without signing in', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    await signUp(auth, { name: 'Ada', ...ADA });
    accounts.failures.set('signIn', refused('NotAuthorizedException', 'Incorrect username or password.'));
    expect(await confirmSignUp(auth, { ...ADA, code: '123456' })).toBe(true);
    expect(state()).toMatchObject({ user: undefined, confirming: undefined, error: undefined });
  });

  it('asks for the code when an unconfirmed user signs in', async () => {
    const { auth, accounts, state } = openTab();
    accounts.isConfirmed = false;
    await start(auth, here);
    await signIn(auth, ADA);
    expect(state()).toMatchObject({ user: undefined, confirming: ADA, error: undefined });
    accounts.failures.set('confirmSignUp', refused('CodeMismatchException'));
    await confirmSignUp(auth, { ...ADA, code: '000000' });
    expect(state().error?.field).toEqual({
      name: 'code',
      message: 'This code is not right. Check it, or send a new one.',
    });
    expect(state().confirming).toEqual(ADA);
  });
});

describe('the code for an unconfirmed address', () => {
  const mails = ({ accounts }: ReturnType<typeof openTab>) =>
    accounts.calls.filter((call) => call === 'resendCode').length;
  async function unconfirmed() {
    let now = 0;
    const tab = openTab({ clock: () => now });
    tab.accounts.isConfirmed = false;
    await start(tab.auth, here);
    return { ...tab, mails: () => mails(tab), pass: (milliseconds: number) => (now += milliseconds) };
  }

  it('is mailed when an unconfirmed user signs in, at most once a minute per address', async () => {
    const { auth, state, mails, pass } = await unconfirmed();
    await signIn(auth, ADA);
    expect(mails()).toBe(1);
    expect(state()).toMatchObject({ confirming: ADA, codeMailed: { to: ADA.email } });
    pass(59_000);
    await signIn(auth, ADA);
    expect(mails()).toBe(1);
    await signIn(auth, { ...ADA, email: 'mateo@example.com' });
    expect(mails()).toBe(2);
    pass(61_000);
    await signIn(auth, { ...ADA, email: 'mateo@example.com' });
    expect(mails()).toBe(3);
  });

  it('is not mailed again right after sign-up, except on request', async () => {
    const { auth, mails } = await unconfirmed();
    await signUp(auth, { name: 'Ada', ...ADA });
    await signIn(auth, ADA);
    await requestReset(auth, { email: ADA.email });
    expect(mails()).toBe(0);
    await resendCode(auth, ADA);
    await resendCode(auth, ADA);
    expect(mails()).toBe(2);
  });

  it('is still asked for when it cannot be mailed, without claiming that it was', async () => {
    const { auth, accounts, state } = await unconfirmed();
    accounts.failures.set('resendCode', refused('LimitExceededException'));
    expect(await signIn(auth, ADA)).toBe(true);
    expect(state()).toMatchObject({ confirming: ADA, codeMailed: undefined, error: undefined });
  });
});

describe('a new password', () => {
  it('is rejected with the deployment’s own password policy, at sign-up and at reset', async () => {
    const passwordPolicy = {
      minimumLength: 12,
      lowercase: true,
      uppercase: true,
      digits: true,
      symbols: false,
    };
    const message =
      'Password should be at least 12 characters, with a lowercase letter, an uppercase letter, and a digit.';
    const { auth, accounts, state } = openTab({ config: { passwordPolicy } });
    await start(auth, here);
    const weak = refused('InvalidPasswordException', 'Password did not conform with policy');
    accounts.failures.set('signUp', weak);
    await signUp(auth, { name: 'Ada', ...ADA });
    expect(state().error).toEqual({ code: 'auth-error', message });
    accounts.failures.set('resetPassword', weak);
    await resetPassword(auth, { ...ADA, code: '123456' });
    expect(state().error).toEqual({ code: 'auth-error', message });
  });

  it('is rejected with the default message when the deployment has no policy of its own', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    accounts.failures.set('signUp', refused('InvalidPasswordException'));
    await signUp(auth, { name: 'Ada', ...ADA });
    expect(state().error?.message).toBe('Password should be at least 6 characters.');
  });

  it('signs the user in', async () => {
    const { auth, state } = openTab();
    await start(auth, here);
    await requestReset(auth, ADA);
    await resetPassword(auth, { ...ADA, code: '123456' });
    expect(state().user?.id).toBe('ada');
  });

  it('counts as set even when signing in with it fails, because its code is spent', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    accounts.failures.set('signIn', refused('NotAuthorizedException', 'Password attempts exceeded'));
    expect(await resetPassword(auth, { ...ADA, code: '123456' })).toBe(true);
    expect(state()).toMatchObject({ user: undefined, asked: undefined, error: undefined });
  });

  it('cannot be requested for a confirmed account without a confirmed email address', async () => {
    const { auth, accounts, state } = openTab();
    await start(auth, here);
    accounts.failures.set('requestReset', refused('InvalidParameterException', NO_ADDRESS));
    expect(await requestReset(auth, ADA)).toBe(false);
    expect(state()).toMatchObject({
      confirming: undefined,
      error: {
        message:
          'This account has no confirmed email address to which a code could go. Ask whoever runs this site for a new password.',
      },
    });
  });

  it('is not offered to an unconfirmed address, which gets its confirmation code instead', async () => {
    const { auth, accounts, state } = openTab();
    accounts.isConfirmed = false;
    await start(auth, here);
    await requestReset(auth, ADA);
    expect(accounts.calls).toEqual(['requestReset', 'resendCode']);
    expect(state().confirming).toEqual({ email: ADA.email, password: undefined });
    await confirmSignUp(auth, { email: ADA.email, password: undefined, code: '123456' });
    expect(state()).toMatchObject({ user: undefined, confirming: undefined });
  });
});

describe('signing out', () => {
  it('leaves nobody signed in', async () => {
    const { auth, state } = openTab({ storage: held() });
    await start(auth, here);
    await signOut(auth);
    expect(state()).toMatchObject({ user: undefined, isExpired: false, loadingMessage: undefined });
  });

  it('waits for what is still being sent with the session', async () => {
    const { auth, state } = openTab({ storage: held() });
    await start(auth, here);
    const sending = Promise.withResolvers<void>();
    const leaving = signOut(auth, () => sending.promise);
    await expect.poll(() => state().loadingMessage).toBe('Signing out...');
    expect(state().user).toEqual(person('ada'));
    sending.resolve();
    await leaving;
    expect(state().user).toBeUndefined();
  });

  it('keeps the user signed in and reports the error when it fails', async () => {
    const { auth, accounts, state } = openTab({ storage: held() });
    await start(auth, here);
    accounts.failures.set('signOut', refused('InternalErrorException'));
    await signOut(auth);
    expect(state()).toMatchObject({
      user: person('ada'),
      error: { code: 'auth-error', message: 'Failed to sign out' },
      loadingMessage: undefined,
    });
    expect(LOADING.signOut).toBe('Signing out...');
  });
});

async function openStarted() {
  const tab = openTab();
  await start(tab.auth, here);
  return tab;
}

describe('a sign-in with further steps', () => {
  it('asks for each step in turn and ends signed in', async () => {
    const { auth, accounts, state } = await openStarted();
    accounts.steps = ['new-password', 'totp'];
    expect(await signIn(auth, ADA)).toBe(true);
    expect(state()).toMatchObject({ user: undefined, asked: { step: 'new-password', email: ADA.email } });
    await choosePassword(auth, { name: 'Ada', password: 'battery staple' });
    expect(state()).toMatchObject({ user: undefined, asked: { step: 'totp', email: ADA.email } });
    await enterCode(auth, { code: '123456' });
    expect(state()).toMatchObject({ user: person('ada'), asked: undefined });
  });

  it('keeps asking after a wrong code and starts over once the session has expired', async () => {
    const { auth, accounts, state } = await openStarted();
    accounts.steps = ['totp'];
    await signIn(auth, ADA);
    accounts.failures.set('enterCode', refused('CodeMismatchException', 'Invalid code received for user'));
    await enterCode(auth, { code: '123456' });
    expect(state()).toMatchObject({ asked: { step: 'totp' }, error: { field: { name: 'code' } } });
    const late = 'Invalid session for the user, session is expired.';
    accounts.failures.set('enterCode', refused('NotAuthorizedException', late));
    await enterCode(auth, { code: '123456' });
    expect(state()).toMatchObject({
      asked: undefined,
      error: { message: 'That took too long. Please sign in again.' },
    });
  });

  it('can be abandoned', async () => {
    const { auth, accounts, state } = await openStarted();
    accounts.steps = ['new-password'];
    await signIn(auth, ADA);
    leaveSignIn(auth);
    expect(state()).toMatchObject({ asked: undefined, user: undefined });
  });

  it('also follows a password reset', async () => {
    const { auth, accounts, state } = await openStarted();
    accounts.steps = ['totp'];
    await resetPassword(auth, { ...ADA, code: '123456' });
    expect(state().asked).toEqual({ step: 'totp', email: ADA.email });
  });
});
