import { describe, expect, it } from 'vitest';
import { signIn } from '#web/features/auth/actions.ts';
import {
  CHANNEL,
  handOver,
  openSignInWindow,
  type SignInWindow,
  signInWithProvider,
} from '#web/features/auth/provider-window.ts';
import { start } from '#web/features/auth/start.ts';
import { MemoryStorage, openTab, pageAt } from './auth-rig.ts';

/** 'window' in hex, as Amplify appends it. */
const MARKED = 's-1-77696e646f77';
const RETURNED = `https://expertscope.example/login?code=c&state=${MARKED}`;
/** Milliseconds that an answer may take on a machine busy with other work. */
const LONG = 60_000;
const AUTHORIZE = `https://pool.example.com/oauth2/authorize?state=${MARKED}`;

/** A browser that opens a window the test can close. */
function fakeBrowser() {
  const opened = {
    closed: false,
    location: { href: '' },
    close() {
      opened.closed = true;
    },
  };
  return { opened, open: () => opened };
}
const openOne = (open: ReturnType<typeof fakeBrowser>['open']): SignInWindow => {
  const made = openSignInWindow({ open });
  if (made === undefined) throw new Error('blocked');
  return made;
};

describe('a sign-in window', () => {
  it('shows the provider’s page and hands the returned URL to the page that opened it', async () => {
    const { opened, open } = fakeBrowser();
    const back = openOne(open).follow(AUTHORIZE);
    expect(opened.location.href).toBe(AUTHORIZE);
    expect(await handOver({ url: RETURNED, wait: LONG })).toBe(true);
    expect(await back).toBe(RETURNED);
    expect(opened.closed).toBe(true);
  });

  it('is undefined when the browser blocks it', () => {
    expect(openSignInWindow({ open: () => null })).toBeUndefined();
  });

  it('ignores other sign-ins and malformed messages', async () => {
    const { open } = fakeBrowser();
    const made = openOne(open);
    const back = made.follow(AUTHORIZE);
    const other = new BroadcastChannel(CHANNEL);
    other.postMessage({ type: 'returned' });
    other.postMessage('nonsense');
    const url = RETURNED.replace('s-1', 's-2');
    expect(await handOver({ url, wait: 30 })).toBe(false);
    other.close();
    expect(await handOver({ url: RETURNED, wait: LONG })).toBe(true);
    expect(await back).toBe(RETURNED);
  });

  it('returns nothing once abandoned, and completes no sign-in by itself', async () => {
    const { opened, open } = fakeBrowser();
    const made = openOne(open);
    const back = made.follow(AUTHORIZE);
    made.abandon();
    expect(opened.closed).toBe(true);
    expect(await back).toBeUndefined();
    expect(await handOver({ url: RETURNED, wait: LONG })).toBe(true);
    expect(await handOver({ url: RETURNED, wait: 30 })).toBe(false);
  });

  it('receives nothing from a page that left for the provider itself', async () => {
    expect(await handOver({ url: RETURNED.replace(MARKED, 's-1') })).toBe(false);
  });
});

/** An open window, and the events in it. */
function openedWindow() {
  let returns = (_: string | undefined): void => undefined;
  let closes = (): void => undefined;
  const window: SignInWindow = {
    follow: () => new Promise((resolve) => (returns = resolve)),
    onGone: (listener) => (closes = listener),
    abandon: () => returns(undefined),
  };
  return { window, returns: (url: string | undefined) => returns(url), closes: () => closes() };
}

describe('signing in with Google', () => {
  const { here } = pageAt('https://expertscope.example/login');

  it('can be retried once the window is closed, and still accepts a late return', async () => {
    const tab = openTab();
    await start(tab.auth, here);
    const { window, ...provider } = openedWindow();
    const attempt = signInWithProvider(tab.auth, { provider: 'google', window });
    await expect.poll(() => tab.accounts.calls).toContain('signInWithProvider');
    expect(tab.state().loadingMessage).toBe('Signing in with Google...');
    provider.closes();
    expect(tab.state()).toMatchObject({ loadingMessage: undefined, error: undefined });
    provider.returns(RETURNED);
    expect(await attempt).toBe(true);
    expect(tab.state().user?.id).toBe('ada');
  });

  it('is abandoned when the user signs in another way', async () => {
    const tab = openTab();
    await start(tab.auth, here);
    const { window, ...provider } = openedWindow();
    const attempt = signInWithProvider(tab.auth, { provider: 'google', window });
    await expect.poll(() => tab.accounts.calls).toContain('signInWithProvider');
    provider.closes();
    tab.accounts.next = 'mateo';
    expect(await signIn(tab.auth, { email: 'mateo@example.com', password: 'correct horse' })).toBe(true);
    expect(await attempt).toBe(true);
    expect(tab.state()).toMatchObject({ user: { id: 'mateo' }, loadingMessage: undefined, error: undefined });
  });

  it('is abandoned for the next attempt, however many there are', async () => {
    const tab = openTab();
    await start(tab.auth, here);
    const attempts: Promise<boolean>[] = [];
    for (const count of [1, 2, 3]) {
      const { window, ...provider } = openedWindow();
      attempts.push(signInWithProvider(tab.auth, { provider: 'google', window }));
      const isShown = () => tab.accounts.calls.filter((call) => call === 'signInWithProvider').length;
      await expect.poll(isShown).toBe(count);
      if (count < 3) provider.closes();
      else provider.returns(RETURNED);
    }
    expect(await Promise.all(attempts)).toEqual([true, true, true]);
    expect(tab.state()).toMatchObject({ user: { id: 'ada' }, loadingMessage: undefined, error: undefined });
  });

  it('navigates to the provider when windows are blocked', async () => {
    const tab = openTab();
    await start(tab.auth, here);
    await signInWithProvider(tab.auth, { provider: 'google', window: undefined, leave: () => undefined });
    expect(tab.accounts.calls).toEqual(['leaveForProvider']);
  });

  it('leads to the page the user came from when windows are blocked', async () => {
    const storage = new MemoryStorage();
    const left = openTab({ tab: storage });
    await start(left.auth, here);
    const returnTo = '/chat/chat_1';
    const leave = () => undefined;
    await signInWithProvider(left.auth, { provider: 'google', window: undefined, returnTo, leave });
    const back = openTab({ tab: storage });
    const { here: there, states } = pageAt('https://expertscope.example/login?code=c&state=s-1');
    await start(back.auth, there);
    expect(states).toEqual([{ returnTo }]);
    await start(openTab({ tab: storage }).auth, there);
    expect(states).toEqual([{ returnTo }, { returnTo: undefined }]);
  });

  it('closes the window when it cannot start', async () => {
    const tab = openTab();
    await start(tab.auth, here);
    const { opened, open } = fakeBrowser();
    tab.auth.accounts = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await signInWithProvider(tab.auth, { provider: 'google', window: openOne(open) })).toBe(false);
    expect(opened.closed).toBe(true);
    expect(tab.state().error?.message).toBe('Network error. Please check your connection.');
  });
});
