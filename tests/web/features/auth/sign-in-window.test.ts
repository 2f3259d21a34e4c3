import { describe, expect, it } from 'vitest';
import { signIn } from '#web/features/auth/model/sign-in.ts';
import { signInWithGoogle } from '#web/features/auth/model/sign-in-with-google.ts';
import { start } from '#web/features/auth/model/start.ts';
import { CHANNEL } from '#web/features/auth/window/channel.ts';
import { handOver } from '#web/features/auth/window/hand-over.ts';
import type { SignInWindow } from '#web/features/auth/window/open-sign-in-window.ts';
import { openSignInWindow } from '#web/features/auth/window/open-sign-in-window.ts';
import { openTab, pageAt } from './auth-rig.ts';

/** 'window' in hex, as Amplify appends it. */
const MARKED = 's-1-77696e646f77';
const RETURNED = `https://expertscope.example/login?code=c&state=${MARKED}`;
const AUTHORIZE = `https://pool.example.com/oauth2/authorize?state=${MARKED}`;

/** A browser that opens a window, which the test can close. */
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
  it('shows the provider’s page, and hands the address it came back to over to the page that opened it', async () => {
    const { opened, open } = fakeBrowser();
    const back = openOne(open).follow(AUTHORIZE);
    expect(opened.location.href).toBe(AUTHORIZE);
    expect(await handOver({ url: RETURNED })).toBe(true);
    expect(await back).toBe(RETURNED);
    expect(opened.closed).toBe(true);
  });

  it('is undefined where the browser blocks it', () => {
    expect(openSignInWindow({ open: () => null })).toBeUndefined();
  });

  it('does not listen to another sign-in, nor to what is no news', async () => {
    const { open } = fakeBrowser();
    const made = openOne(open);
    const back = made.follow(AUTHORIZE);
    const other = new BroadcastChannel(CHANNEL);
    other.postMessage({ type: 'returned' });
    other.postMessage('nonsense');
    const url = RETURNED.replace('s-1', 's-2');
    expect(await handOver({ url, wait: 30 })).toBe(false);
    other.close();
    made.abandon();
    expect(await back).toBeUndefined();
  });

  it('is not what a page is in that left for the provider itself', async () => {
    expect(await handOver({ url: RETURNED.replace(MARKED, 's-1') })).toBe(false);
  });
});

describe('signing in with Google', () => {
  const { here } = pageAt('https://expertscope.example/login');

  it('is there for the asking again when the window is closed, and still takes what comes back late', async () => {
    const tab = openTab();
    await start(tab.desk, here);
    let returns = (_: string | undefined): void => undefined;
    let closes = (): void => undefined;
    const window: SignInWindow = {
      follow: () => new Promise((resolve) => (returns = resolve)),
      onGone: (listener) => (closes = listener),
      abandon: () => returns(undefined),
    };
    const attempt = signInWithGoogle(tab.desk, { window });
    await expect.poll(() => tab.accounts.calls).toContain('signInWithGoogle');
    expect(tab.state().loadingMessage).toBe('Signing in with Google...');
    closes();
    expect(tab.state()).toMatchObject({ loadingMessage: undefined, error: undefined });
    returns(RETURNED);
    expect(await attempt).toBe(true);
    expect(tab.state().user?.id).toBe('ada');
  });

  it('is given up when something else is done', async () => {
    const tab = openTab();
    await start(tab.desk, here);
    let returns = (_: string | undefined): void => undefined;
    let closes = (): void => undefined;
    const window: SignInWindow = {
      follow: () => new Promise((resolve) => (returns = resolve)),
      onGone: (listener) => (closes = listener),
      abandon: () => returns(undefined),
    };
    const attempt = signInWithGoogle(tab.desk, { window });
    await expect.poll(() => tab.accounts.calls).toContain('signInWithGoogle');
    closes();
    tab.accounts.next = 'mateo';
    expect(await signIn(tab.desk, { email: 'mateo@example.com', password: 'correct horse' })).toBe(true);
    expect(await attempt).toBe(true);
    expect(tab.state()).toMatchObject({ user: { id: 'mateo' }, loadingMessage: undefined, error: undefined });
  });

  it('leaves the page where windows are blocked', async () => {
    const tab = openTab();
    await start(tab.desk, here);
    await signInWithGoogle(tab.desk, { window: undefined, leave: () => undefined });
    expect(tab.accounts.calls).toEqual(['leaveForGoogle']);
  });

  it('closes the window again when it cannot begin', async () => {
    const tab = openTab();
    await start(tab.desk, here);
    const { opened, open } = fakeBrowser();
    tab.desk.accounts = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await signInWithGoogle(tab.desk, { window: openOne(open) })).toBe(false);
    expect(opened.closed).toBe(true);
    expect(tab.state().error?.message).toBe('Network error. Please check your connection.');
  });
});
