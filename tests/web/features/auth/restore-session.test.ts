import { describe, expect, it, vi } from 'vitest';
import type { User } from '#shared/contract.ts';
import { signIn, signOut } from '#web/features/auth/actions.ts';
import { dismissExpiry, restore, syncSession } from '#web/features/auth/restore-session.ts';
import { start } from '#web/features/auth/start.ts';
import { hasSignedOut, SESSION_PREFIX, storedSession, whatEnded } from '#web/features/auth/stored-session.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import { keysWith } from '#web/lib/storage.ts';
import { ADA, held, MemoryStorage, openTab, pageAt, person, SESSION_KEY, sessionOf } from './auth-rig.ts';

const { here } = pageAt('https://expertscope.example/');

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

  it('discards nothing of whoever has used the browser since the expiry notice was dismissed', async () => {
    const [storage, left] = [new MemoryStorage(sessionOf('ada')), vi.fn()];
    const ended = openTab({ storage });
    ended.accounts.refuseSession();
    await start(ended.auth, here);
    const { auth, accounts } = openTab({ storage, onLeave: left });
    await start(auth, here);
    dismissExpiry(auth);
    accounts.next = 'mateo';
    await signIn(auth, ADA);
    expect(left).not.toHaveBeenCalled();
  });

  it('discards the data at a sign-out after the notice was dismissed in another tab', async () => {
    const [storage, tab, left] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage(), vi.fn()];
    const [first, second] = [openTab({ storage, tab }), openTab({ storage, onLeave: left })];
    await start(second.auth, here);
    first.accounts.refuseSession();
    await start(first.auth, here);
    await syncSession(second.auth);
    expect(second.state().isExpired).toBe(true);
    const reloaded = openTab({ storage, tab });
    await start(reloaded.auth, here);
    dismissExpiry(reloaded.auth);
    await signIn(second.auth, ADA);
    await signOut(second.auth);
    expect(left.mock.calls).toEqual([[{ tab: true, browser: true }]]);
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
    expect(left.mock.calls).toEqual([[{ tab: true, browser: false }]]);
    await start(reopened.auth, here);
    expect(reopened.state().user).toBeUndefined();
    openTab({ storage, tab, onLeave: left });
    expect(left).toHaveBeenCalledOnce();
  });

  it.each([
    ['reopened', true],
    ['that was open all the time', false],
  ])(
    'clears only its own drafts in the tab of a departed user, %s, once another user is signed in',
    async (_, isReopened) => {
      const [storage, tab, left] = [new MemoryStorage(sessionOf('ada')), new MemoryStorage(), vi.fn()];
      const first = openTab({ storage, tab, onLeave: isReopened ? undefined : left });
      await start(first.auth, here);
      const other = openTab({ storage });
      await start(other.auth, here);
      await signOut(other.auth);
      other.accounts.next = 'mateo';
      await signIn(other.auth, ADA);
      const { auth, state } = isReopened ? openTab({ storage, tab, onLeave: left }) : first;
      await (isReopened ? start(auth, here) : syncSession(auth));
      expect(state().user).toEqual(person('mateo'));
      expect(left.mock.calls).toEqual([[{ tab: true, browser: false }]]);
    },
  );

  it('clears only its own drafts in an open tab once another one has signed its user out', async () => {
    const [storage, left] = [new MemoryStorage(sessionOf('ada')), vi.fn()];
    const open = openTab({ storage, onLeave: left });
    await start(open.auth, here);
    const other = openTab({ storage });
    await start(other.auth, here);
    await signOut(other.auth);
    await syncSession(open.auth);
    expect(left.mock.calls).toEqual([[{ tab: true, browser: false }]]);
  });

  it.each([
    ['somebody else', 'mateo', [[{ tab: false, browser: true }]]],
    ['the same user', 'ada', []],
  ])(
    'for sign-in by %s in a tab that was never an expired user’s, knows whose the shared data are',
    async (_, who, calls) => {
      const [storage, left] = [new MemoryStorage(sessionOf('ada')), vi.fn()];
      const ended = openTab({ storage });
      ended.accounts.refuseSession();
      await start(ended.auth, here);
      const { auth, accounts } = openTab({ storage, onLeave: left });
      await start(auth, here);
      accounts.next = who;
      await signIn(auth, ADA);
      expect(left.mock.calls).toEqual(calls);
    },
  );

  it('discards nothing when somebody signs in after a sign-out, or for the first time', async () => {
    const [storage, left] = [new MemoryStorage(), vi.fn()];
    const { auth } = openTab({ storage });
    await start(auth, here);
    await signIn(auth, ADA);
    await signOut(auth);
    const other = openTab({ storage, onLeave: left });
    await start(other.auth, here);
    other.accounts.next = 'mateo';
    await signIn(other.auth, ADA);
    expect(other.state().user).toEqual(person('mateo'));
    expect(left).not.toHaveBeenCalled();
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

  it.each([
    ['signs in', new MemoryStorage(), signIn],
    ['is restored', held(), () => undefined],
  ])('shows nobody who %s while another tab signs them out', async (_, storage, proceed) => {
    const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<User>()];
    const loadUser = () => {
      asked.resolve();
      return gate.promise;
    };
    const { auth, state } = openTab({ storage, loadUser });
    const arrived = start(auth, here).then(() => proceed(auth, ADA));
    await asked.promise;
    const other = openTab({ storage });
    await start(other.auth, here);
    expect(await signOut(other.auth)).toBe(true);
    gate.resolve(person('ada'));
    await arrived;
    expect(state()).toMatchObject({
      user: undefined,
      hasRecord: false,
      isExpired: false,
      session: undefined,
    });
    expect(hasSignedOut(storage)).toBe(true);
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

  it('reports a session of an app client that this deployment does not use any more as expired', async () => {
    const storage = new MemoryStorage(sessionOf('ada'));
    const { auth, accounts, state } = openTab({ storage, config: { userPoolClientId: 'client-2' } });
    accounts.token = async () => undefined;
    await start(auth, here);
    expect(state()).toMatchObject({ user: { id: 'ada' }, isExpired: true, error: undefined });
    expect(whatEnded(storage)).toBe('session');
    expect(keysWith(storage, SESSION_PREFIX)).toEqual([]);
  });

  it('leaves the session alone that another tab has begun at a newer app client', async () => {
    const storage = new MemoryStorage(sessionOf('ada'));
    const { auth } = openTab({ storage });
    await start(auth, here);
    const newer = 'CognitoIdentityServiceProvider.client-2.LastAuthUser';
    storage.setItem(newer, 'ada');
    await restore(auth);
    expect(keysWith(storage, SESSION_PREFIX)).toContain(newer);
  });

  it('discards the data on sign-out although another app client’s session was in the browser too', async () => {
    const left = vi.fn();
    const old = 'CognitoIdentityServiceProvider.client-0';
    const storage = new MemoryStorage({
      [`${old}.LastAuthUser`]: 'ada',
      [`${old}.ada.refreshToken`]: 'refresh',
      ...sessionOf('ada'),
    });
    const { auth, state } = openTab({ storage, onLeave: left });
    await start(auth, here);
    expect(state()).toMatchObject({ user: person('ada'), isExpired: false });
    await signOut(auth);
    expect(left).toHaveBeenCalledOnce();
    expect(storedSession(storage)).toBeUndefined();
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
