import { describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/contract.ts';
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
import { dismissExpiry, restore } from '#web/features/auth/restore-session.ts';
import { applyStoredSession, start } from '#web/features/auth/start.ts';
import { whatEnded } from '#web/features/auth/tokens.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import {
  MemoryStorage,
  NO_ADDRESS,
  openTab,
  pageAt,
  person,
  refused,
  SESSION_KEY,
  sessionOf,
} from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');
const ADA = { email: 'ada@example.com', password: 'correct horse' };
const held = () => new MemoryStorage({ [SESSION_KEY]: 'ada' });

describe('startup', () => {
  it('shows a loading state until the user is known', async () => {
    const { auth, history, state } = openTab({ storage: held() });
    expect(state()).toMatchObject({ isStarting: true, loadingMessage: 'Checking authentication...' });
    await start(auth, here);
    expect(state()).toMatchObject({ isStarting: false, user: person('ada') });
    expect(state().loadingMessage).toBeUndefined();
    expect(history.find(({ isStarting }) => !isStarting)?.user?.id).toBe('ada');
  });

  it('does not load the account provider’s code when the browser holds no session', async () => {
    const { auth, loads, state } = openTab();
    await start(auth, here);
    expect(state()).toMatchObject({ isStarting: false, user: undefined, loadingMessage: undefined });
    expect(loads()).toBe(0);
  });

  it('treats the user as signed out when the record cannot be loaded, says why, and retries on request', async () => {
    let isReachable = false;
    const { auth, state } = openTab({
      storage: held(),
      loadUser: async () => {
        if (!isReachable) throw networkError(new TypeError('Failed to fetch'));
        return person('ada');
      },
    });
    await start(auth, here);
    expect(state().user).toBeUndefined();
    expect(state().error).toEqual({
      code: 'auth-error',
      message: 'Network error. Please check your connection.',
    });
    isReachable = true;
    await restore(auth);
    expect(state()).toMatchObject({ user: person('ada'), error: undefined });
  });

  it('shows the user named by the stored token at once and waits only for the record', async () => {
    const gate = Promise.withResolvers<User>();
    const { auth, state } = openTab({
      storage: new MemoryStorage(sessionOf('ada', { exp: 1 })),
      loadUser: () => gate.promise,
    });
    const started = start(auth, here);
    const shown = { id: 'ada', email: 'ada@example.com', displayName: 'Person ada' };
    expect(state()).toMatchObject({ isStarting: false, user: shown, hasRecord: false });
    expect(state().loadingMessage).toBeUndefined();
    gate.resolve(person('ada', { displayName: 'Ada O.' }));
    await started;
    expect(state()).toMatchObject({ user: { id: 'ada', displayName: 'Ada O.' }, hasRecord: true });
  });

  it('hides the shown user when the record cannot be loaded, without discarding anything', async () => {
    const left = vi.fn();
    const failing = openTab({
      storage: new MemoryStorage(sessionOf('ada')),
      onLeave: left,
      loadUser: () => Promise.reject(networkError(new TypeError('Failed to fetch'))),
    });
    await start(failing.auth, here);
    expect(failing.state()).toMatchObject({ user: undefined, isExpired: false });
    expect(failing.state().error).toBeDefined();
    await signIn(failing.auth, ADA);
    expect(left).not.toHaveBeenCalled();
  });

  it('keeps the shown user on screen when the session turns out to have ended', async () => {
    const left = vi.fn();
    const { auth, accounts, state } = openTab({
      storage: new MemoryStorage(sessionOf('ada')),
      onLeave: left,
    });
    accounts.refuseSession();
    await start(auth, here);
    expect(state()).toMatchObject({
      user: { id: 'ada' },
      hasRecord: false,
      isExpired: true,
      error: undefined,
    });
    accounts.token = async () => ({ value: 'token of ada', userId: 'ada' });
    await signIn(auth, ADA);
    expect(state()).toMatchObject({ user: person('ada'), hasRecord: true, isExpired: false });
    expect(left).not.toHaveBeenCalled();
  });

  it('discards an expired user’s data when another user signs in', async () => {
    const left = vi.fn();
    const storage = new MemoryStorage(sessionOf('ada'));
    const { auth, accounts } = openTab({ storage, onLeave: left });
    accounts.refuseSession();
    await start(auth, here);
    accounts.token = async () => ({ value: 'token of mateo', userId: 'mateo' });
    await signIn(auth, ADA);
    expect(left).toHaveBeenCalledOnce();
  });

  it.each([
    ['somebody else, whom it is not shown', 'mateo', 1],
    ['them', 'ada', 0],
  ])('keeps an expired user’s data across a reload until sign-in by %s', async (_, who, times) => {
    const [storage, tab] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage()];
    const ended = openTab({ storage, tab });
    ended.accounts.refuseSession();
    await start(ended.auth, here);
    const left = vi.fn();
    const { auth, accounts, state } = openTab({ storage, tab, onLeave: left });
    await start(auth, here);
    expect(state()).toMatchObject({ user: undefined, isExpired: true });
    expect(left).not.toHaveBeenCalled();
    accounts.next = who;
    await signIn(auth, ADA);
    expect(state()).toMatchObject({ user: person(who), isExpired: false });
    expect(left).toHaveBeenCalledTimes(times);
  });

  it.each([
    ['discards the data for another user', 'mateo', 1],
    ['keeps the data for the same user', 'ada', 0],
  ])('%s who signs in after the expiry notice was dismissed', async (_, who, times) => {
    const [storage, tab] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage()];
    const ended = openTab({ storage, tab });
    ended.accounts.refuseSession();
    await start(ended.auth, here);
    const left = vi.fn();
    // Only a reload brings a notice that can be dismissed: until then, the expired user is still shown.
    const reloaded = openTab({ storage, tab, onLeave: left });
    await start(reloaded.auth, here);
    dismissExpiry(reloaded.auth);
    expect(reloaded.state()).toMatchObject({ user: undefined, isExpired: false });
    const { auth, accounts, state } = openTab({ storage, tab, onLeave: left });
    await start(auth, here);
    expect(state()).toMatchObject({ user: undefined, isExpired: false });
    expect(left).not.toHaveBeenCalled();
    accounts.next = who;
    await signIn(auth, ADA);
    expect(state().user).toEqual(person(who));
    expect(left).toHaveBeenCalledTimes(times);
  });

  it('discards the data when another user has signed in in another tab before this one reloads', async () => {
    const [storage, tab] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage()];
    const ended = openTab({ storage, tab });
    ended.accounts.refuseSession();
    await start(ended.auth, here);
    const other = openTab({ storage });
    await start(other.auth, here);
    other.accounts.next = 'mateo';
    await signIn(other.auth, ADA);
    const left = vi.fn();
    const { auth, state } = openTab({ storage, tab, onLeave: left });
    await start(auth, here);
    expect(state().user).toEqual(person('mateo'));
    expect(left).toHaveBeenCalledOnce();
  });

  it('keeps an expired user’s data, and the notice, when they cancel a sign-in by redirect', async () => {
    const [storage, tab] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage()];
    const ended = openTab({ storage, tab });
    ended.accounts.refuseSession();
    await start(ended.auth, here);
    const left = vi.fn();
    const back = openTab({ storage, tab, onLeave: left });
    back.accounts.completeRedirect = async () => 'cancelled';
    await start(back.auth, pageAt('https://expertscope.example/login?error=access_denied&state=s').here);
    expect(back.state()).toMatchObject({ user: undefined, isExpired: true, error: undefined });
    await start(openTab({ storage, tab, onLeave: left }).auth, here);
    expect(left).not.toHaveBeenCalled();
  });

  it('discards the data when the user has signed out in another tab before this one is reopened', async () => {
    const [storage, tab] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage()];
    const closed = openTab({ storage, tab });
    await start(closed.auth, here);
    const other = openTab({ storage });
    await start(other.auth, here);
    await signOut(other.auth);
    const left = vi.fn();
    const reopened = openTab({ storage, tab, onLeave: left });
    expect(left.mock.calls).toEqual([[{ isLate: true }]]);
    await start(reopened.auth, here);
    expect(reopened.state().user).toBeUndefined();
    openTab({ storage, tab, onLeave: left });
    expect(left).toHaveBeenCalledOnce();
  });

  it('keeps the data when the browser’s storage was cleared, which is no sign-out', async () => {
    const [storage, tab, left] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage(), vi.fn()];
    await start(openTab({ storage, tab }).auth, here);
    storage.removeItem(SESSION_KEY);
    openTab({ storage, tab, onLeave: left });
    expect(left).not.toHaveBeenCalled();
  });

  it('does not undo a sign-out when the record arrives afterwards', async () => {
    const gate = Promise.withResolvers<User>();
    const left = vi.fn();
    const storage = new MemoryStorage(sessionOf('ada'));
    const { auth, state } = openTab({ storage, onLeave: left, loadUser: () => gate.promise });
    const started = start(auth, here);
    expect(await signOut(auth)).toBe(true);
    expect(left).toHaveBeenCalledOnce();
    gate.resolve(person('ada'));
    await started;
    expect(state()).toMatchObject({ user: undefined, isExpired: false, error: undefined });
    expect(whatEnded(storage)).toBeUndefined();
  });

  it('keeps the shown user on screen when the account was deleted elsewhere, and records why', async () => {
    const storage = new MemoryStorage(sessionOf('ada'));
    const gone = new ApiError({ status: 401, code: 'account-erased', message: 'Gone.' });
    const { auth, state } = openTab({ storage, loadUser: () => Promise.reject(gone) });
    await start(auth, here);
    expect(state()).toMatchObject({ user: { id: 'ada' }, isExpired: true, error: undefined });
    expect(whatEnded(storage)).toBe('account');
  });

  it.each([
    ['retries', ['old'], { user: person('ada'), error: undefined }],
    ['gives up if the new one is refused too', ['old', 'new'], { user: undefined, error: expect.anything() }],
  ])('renews a refused token once and %s', async (_, refusedTokens, outcome) => {
    const sent: string[] = [];
    const { auth, accounts, state } = openTab({
      storage: held(),
      loadUser: async (token) => {
        sent.push(token);
        if (refusedTokens.includes(token))
          throw new ApiError({ status: 401, code: 'unauthorised', message: 'No.' });
        return person('ada');
      },
    });
    accounts.token = async ({ forceRefresh = false } = {}) => ({
      value: forceRefresh ? 'new' : 'old',
      userId: 'ada',
    });
    await start(auth, here);
    expect(sent).toEqual(['old', 'new']);
    expect(state()).toMatchObject(outcome);
  });

  it('reports a session that the user pool refuses as expired, even after a reload', async () => {
    const storage = held();
    const { auth, accounts, state } = openTab({ storage });
    accounts.refuseSession();
    await start(auth, here);
    expect(state()).toMatchObject({ user: undefined, isExpired: true, error: undefined });
    const reloaded = openTab({ storage });
    await start(reloaded.auth, here);
    expect(reloaded.state()).toMatchObject({ user: undefined, isExpired: true });
    expect(reloaded.loads()).toBe(0);
  });

  it('completes a Google sign-in by redirect and removes the code from the URL', async () => {
    const { auth, accounts, state } = openTab();
    const { here: back, visited } = pageAt('https://expertscope.example/login?code=c&state=s');
    await start(auth, back);
    expect(accounts.calls).toContain('completeRedirect');
    expect(state().user?.id).toBe('ada');
    expect(visited).toEqual(['/login']);
  });
});

describe('an action', () => {
  it.each([
    ['Signing in...', (tab: ReturnType<typeof openTab>) => signIn(tab.auth, ADA)],
    ['Creating account...', (tab: ReturnType<typeof openTab>) => signUp(tab.auth, { name: 'Ada', ...ADA })],
    ['Sending password reset email...', (tab: ReturnType<typeof openTab>) => requestReset(tab.auth, ADA)],
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

describe('a deployment that requires an account', () => {
  const until = (holds: () => boolean) => expect.poll(holds).toBe(true);

  it('is recognised from the second visit on, before any request', async () => {
    const storage = new MemoryStorage();
    const first = openTab({ storage, config: { anonymous: false } });
    await start(first.auth, here);
    await until(() => first.state().mustSignIn);
    const second = openTab({ storage });
    applyStoredSession(second.auth, here);
    expect(second.state()).toMatchObject({ mustSignIn: true, isStarting: false });
  });

  it('stops requiring one as soon as its configuration says so', async () => {
    const storage = new MemoryStorage();
    const before = openTab({ storage, config: { anonymous: false } });
    await start(before.auth, here);
    await until(() => before.state().mustSignIn);
    const { auth, state } = openTab({ storage });
    await start(auth, here);
    await until(() => !state().mustSignIn);
  });
});
