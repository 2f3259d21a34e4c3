import type { SignInWindow } from '../window/open-sign-in-window.ts';
import type { Accounts } from './accounts.ts';
import { act } from './act.ts';
import { adopt } from './adopt.ts';
import type { AuthState } from './auth-state.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';

interface GoogleOptions {
  /** Undefined where the browser has blocked it: the page itself then goes to Google and comes back. */
  window: SignInWindow | undefined;
  leave?: (url: string) => void;
}

/**
 * Signs in with Google. Closing the window is no error: the form is there again. It is listened to all the same until something else
 * is done, since a page in it may have made it look closed.
 */
export async function signInWithGoogle(
  desk: AuthDesk,
  { window: opened, leave = (url) => globalThis.location.assign(url) }: GoogleOptions,
): Promise<boolean> {
  const attempt = act(desk, { loadingMessage: LOADING.google }, async (accounts) => {
    if (opened !== undefined) return signInByWindow(desk, accounts, opened);
    await accounts.leaveForGoogle({ leave });
    return {};
  });
  if (opened !== undefined) {
    desk.abandonWindow = async () => {
      opened.abandon();
      await attempt;
    };
  }
  const succeeded = await attempt;
  if (opened !== undefined) {
    opened.abandon();
    desk.abandonWindow = () => Promise.resolve();
  }
  return succeeded;
}

async function signInByWindow(
  desk: AuthDesk,
  accounts: Accounts,
  opened: SignInWindow,
): Promise<Partial<AuthState>> {
  opened.onGone(() => set(desk, { loadingMessage: undefined }));
  const show = async (url: string) => {
    const back = await opened.follow(url);
    if (back !== undefined) set(desk, { loadingMessage: LOADING.google });
    return back;
  };
  const result = await accounts.signInWithGoogle({ show });
  return result === 'signed-in' ? adopt(desk, accounts) : {};
}
