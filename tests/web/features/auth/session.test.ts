import { describe, expect, it } from 'vitest';
import { LOADING } from '#web/features/auth/model/auth-state.ts';
import { clearError } from '#web/features/auth/model/clear-error.ts';
import { confirmSignUp } from '#web/features/auth/model/confirm-sign-up.ts';
import { requestReset } from '#web/features/auth/model/request-reset.ts';
import { resendCode } from '#web/features/auth/model/resend-code.ts';
import { resetPassword } from '#web/features/auth/model/reset-password.ts';
import { restore } from '#web/features/auth/model/restore.ts';
import { signIn } from '#web/features/auth/model/sign-in.ts';
import { signOut } from '#web/features/auth/model/sign-out.ts';
import { signUp } from '#web/features/auth/model/sign-up.ts';
import { start } from '#web/features/auth/model/start.ts';
import { ApiError, networkError } from '#web/lib/api-error.ts';
import { MemoryStorage, openTab, pageAt, person, refused, SESSION_KEY } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');
const ADA = { email: 'ada@example.com', password: 'correct horse' };
const held = () => new MemoryStorage({ [SESSION_KEY]: 'ada' });

describe('the start', () => {
  it('is loading until it is known who is at the page', async () => {
    const { desk, history, state } = openTab({ storage: held() });
    expect(state()).toMatchObject({ isStarting: true, loadingMessage: 'Checking authentication...' });
    await start(desk, here);
    expect(state()).toMatchObject({ isStarting: false, user: person('ada') });
    expect(state().loadingMessage).toBeUndefined();
    expect(history.find(({ isStarting }) => !isStarting)?.user?.id).toBe('ada');
  });

  it('loads nothing of the account provider for whose browser holds no session', async () => {
    const { desk, loads, state } = openTab();
    await start(desk, here);
    expect(state()).toMatchObject({ isStarting: false, user: undefined, loadingMessage: undefined });
    expect(loads()).toBe(0);
  });

  it('takes whose record cannot be loaded for nobody, says why, and tries again when asked', async () => {
    let isReachable = false;
    const { desk, state } = openTab({
      storage: held(),
      loadUser: async () => {
        if (!isReachable) throw networkError(new TypeError('Failed to fetch'));
        return person('ada');
      },
    });
    await start(desk, here);
    expect(state().user).toBeUndefined();
    expect(state().error).toEqual({
      code: 'auth-error',
      message: 'Network error. Please check your connection.',
    });
    isReachable = true;
    await restore(desk);
    expect(state()).toMatchObject({ user: person('ada'), error: undefined });
  });

  it('renews a token that the server refuses, once', async () => {
    let asked = 0;
    const { desk, state } = openTab({
      storage: held(),
      loadUser: async () => {
        asked += 1;
        if (asked === 1) throw new ApiError({ status: 401, code: 'unauthorised', message: 'No.' });
        return person('ada');
      },
    });
    await start(desk, here);
    expect(state().user?.id).toBe('ada');
  });

  it('says that a session has ended which the pool refuses, also after a reload', async () => {
    const storage = held();
    const { desk, accounts, state } = openTab({ storage });
    accounts.refuseSession();
    await start(desk, here);
    expect(state()).toMatchObject({ user: undefined, isExpired: true, error: undefined });
    const reloaded = openTab({ storage });
    await start(reloaded.desk, here);
    expect(reloaded.state()).toMatchObject({ user: undefined, isExpired: true });
    expect(reloaded.loads()).toBe(0);
  });

  it('finishes a sign-in that comes back from Google by redirect, and takes the code out of the address', async () => {
    const { desk, accounts, state } = openTab();
    const { here: back, visited } = pageAt('https://expertscope.example/login?code=c&state=s');
    await start(desk, back);
    expect(accounts.calls).toContain('completeRedirect');
    expect(state().user?.id).toBe('ada');
    expect(visited).toEqual(['/login']);
  });
});

describe('an action', () => {
  it.each([
    ['Signing in...', (tab: ReturnType<typeof openTab>) => signIn(tab.desk, ADA)],
    ['Creating account...', (tab: ReturnType<typeof openTab>) => signUp(tab.desk, { name: 'Ada', ...ADA })],
    ['Sending password reset email...', (tab: ReturnType<typeof openTab>) => requestReset(tab.desk, ADA)],
    ['Signing out...', (tab: ReturnType<typeof openTab>) => signOut(tab.desk)],
  ])('says "%s" while it runs, without the error before it', async (message, action) => {
    const tab = openTab();
    await start(tab.desk, here);
    tab.accounts.failures.set('signIn', refused('UserNotFoundException'));
    await signIn(tab.desk, ADA);
    expect(tab.state().error?.message).toBe('No user found with this email address.');
    const before = tab.history.length;
    expect(await action(tab)).toBe(true);
    expect(tab.history[before]).toMatchObject({ loadingMessage: message, error: undefined });
    expect(tab.state().loadingMessage).toBeUndefined();
  });

  it('does nothing while another one runs', async () => {
    const { desk, accounts } = openTab();
    await start(desk, here);
    const [first, second] = await Promise.all([signIn(desk, ADA), signIn(desk, ADA)]);
    expect([first, second]).toEqual([true, false]);
    expect(accounts.calls.filter((call) => call === 'signIn')).toHaveLength(1);
  });

  it('leaves an error that the person can clear', async () => {
    const { desk, accounts, state } = openTab();
    await start(desk, here);
    accounts.failures.set('signIn', refused('NotAuthorizedException', 'Incorrect username or password.'));
    expect(await signIn(desk, ADA)).toBe(false);
    expect(state().error).toEqual({ code: 'auth-error', message: 'Incorrect password.' });
    clearError(desk);
    expect(state().error).toBeUndefined();
  });
});

describe('signing up', () => {
  it('asks for the code, then signs in', async () => {
    const { desk, accounts, state } = openTab();
    await start(desk, here);
    await signUp(desk, { name: 'Ada', ...ADA });
    expect(state()).toMatchObject({ user: undefined, confirming: ADA });
    await confirmSignUp(desk, { code: '123456' });
    expect(accounts.calls).toEqual(['signUp', 'confirmSignUp', 'signIn', 'token']);
    expect(state()).toMatchObject({ user: person('ada'), confirming: undefined });
  });

  it('goes on with the code for whoever signs in without having confirmed', async () => {
    const { desk, accounts, state } = openTab();
    accounts.isConfirmed = false;
    await start(desk, here);
    await signIn(desk, ADA);
    expect(state()).toMatchObject({ user: undefined, confirming: ADA, error: undefined });
    accounts.failures.set('confirmSignUp', refused('CodeMismatchException'));
    await confirmSignUp(desk, { code: '000000' });
    expect(state().error?.field).toEqual({
      name: 'code',
      message: 'This code is not right. Check it, or send a new one.',
    });
    expect(state().confirming).toEqual(ADA);
  });
});

describe('the code of an address that waits for one', () => {
  const mails = ({ accounts }: ReturnType<typeof openTab>) =>
    accounts.calls.filter((call) => call === 'resendCode').length;
  async function unconfirmed() {
    let now = 0;
    const tab = openTab({ clock: () => now });
    tab.accounts.isConfirmed = false;
    await start(tab.desk, here);
    return { ...tab, mails: () => mails(tab), pass: (milliseconds: number) => (now += milliseconds) };
  }

  it('is mailed to whoever signs in without having confirmed, and not with every try', async () => {
    const { desk, state, mails, pass } = await unconfirmed();
    await signIn(desk, ADA);
    expect(mails()).toBe(1);
    expect(state()).toMatchObject({ confirming: ADA, codeMailed: { to: ADA.email } });
    pass(59_000);
    await signIn(desk, ADA);
    expect(mails()).toBe(1);
    await signIn(desk, { ...ADA, email: 'mateo@example.com' });
    expect(mails()).toBe(2);
    pass(61_000);
    await signIn(desk, { ...ADA, email: 'mateo@example.com' });
    expect(mails()).toBe(3);
  });

  it('is not mailed again right after signing up, but whenever it is asked for', async () => {
    const { desk, mails } = await unconfirmed();
    await signUp(desk, { name: 'Ada', ...ADA });
    await signIn(desk, ADA);
    await requestReset(desk, { email: ADA.email });
    expect(mails()).toBe(0);
    await resendCode(desk);
    await resendCode(desk);
    expect(mails()).toBe(2);
  });

  it('is asked for all the same when it cannot be mailed, without saying that it was', async () => {
    const { desk, accounts, state } = await unconfirmed();
    accounts.failures.set('resendCode', refused('LimitExceededException'));
    expect(await signIn(desk, ADA)).toBe(true);
    expect(state()).toMatchObject({ confirming: ADA, codeMailed: undefined, error: undefined });
  });
});

describe('a new password', () => {
  it('is refused in the words of the deployment’s own policy, for signing up and for a reset', async () => {
    const passwordPolicy = {
      minimumLength: 12,
      lowercase: true,
      uppercase: true,
      digits: true,
      symbols: false,
    };
    const message =
      'Password should be at least 12 characters, with a lowercase letter, an uppercase letter, and a digit.';
    const { desk, accounts, state } = openTab({ config: { passwordPolicy } });
    await start(desk, here);
    const weak = refused('InvalidPasswordException', 'Password did not conform with policy');
    accounts.failures.set('signUp', weak);
    await signUp(desk, { name: 'Ada', ...ADA });
    expect(state().error).toEqual({ code: 'auth-error', message });
    accounts.failures.set('resetPassword', weak);
    await resetPassword(desk, { ...ADA, code: '123456' });
    expect(state().error).toEqual({ code: 'auth-error', message });
  });

  it('is refused in the words of the catalogue where the deployment says nothing of its own', async () => {
    const { desk, accounts, state } = openTab();
    await start(desk, here);
    accounts.failures.set('signUp', refused('InvalidPasswordException'));
    await signUp(desk, { name: 'Ada', ...ADA });
    expect(state().error?.message).toBe('Password should be at least 6 characters.');
  });

  it('signs in', async () => {
    const { desk, state } = openTab();
    await start(desk, here);
    await requestReset(desk, ADA);
    await resetPassword(desk, { ...ADA, code: '123456' });
    expect(state().user?.id).toBe('ada');
  });

  it('is not for an address that was never confirmed, which gets its code instead', async () => {
    const { desk, accounts, state } = openTab();
    accounts.isConfirmed = false;
    await start(desk, here);
    await requestReset(desk, ADA);
    expect(accounts.calls).toEqual(['requestReset', 'resendCode']);
    expect(state().confirming).toEqual({ email: ADA.email, password: undefined });
    await confirmSignUp(desk, { code: '123456' });
    expect(state()).toMatchObject({ user: undefined, confirming: undefined });
  });
});

describe('signing out', () => {
  it('leaves nobody', async () => {
    const { desk, state } = openTab({ storage: held() });
    await start(desk, here);
    await signOut(desk);
    expect(state()).toMatchObject({ user: undefined, isExpired: false, loadingMessage: undefined });
  });

  it('says so when it fails', async () => {
    const { desk, accounts, state } = openTab({ storage: held() });
    await start(desk, here);
    accounts.failures.set('signOut', refused('InternalErrorException'));
    await signOut(desk);
    expect(state()).toMatchObject({
      user: person('ada'),
      error: { code: 'auth-error', message: 'Failed to sign out' },
      loadingMessage: undefined,
    });
    expect(LOADING.signOut).toBe('Signing out...');
  });
});
