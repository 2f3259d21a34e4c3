import { handOver } from '../window/hand-over.ts';
import { adopt } from './adopt.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import type { Here } from './start.ts';
import { toAuthFailure } from './to-auth-failure.ts';

/** Milliseconds. */
const CLOSING = 1_500;

/**
 * Google's page has sent the browser back. In a window of its own, the page that opened it finishes the sign-in; if that is gone, or
 * there was none, this page does.
 */
export async function comeBack(desk: AuthDesk, here: Here): Promise<void> {
  set(desk, { loadingMessage: LOADING.google });
  if (await handOver({ url: here.location.href })) {
    here.close();
    // A browser that does not let a page close its window leaves a page like any other.
    await new Promise((resolve) => setTimeout(resolve, CLOSING));
    return finish(desk, here);
  }
  try {
    const accounts = await desk.accounts();
    await accounts.completeRedirect();
    set(desk, await adopt(desk, accounts));
  } catch (error) {
    set(desk, { error: toAuthFailure(error) });
  }
  finish(desk, here);
}

/** The code is spent; a reload must not offer it again. */
function finish(desk: AuthDesk, here: Here): void {
  here.history.replaceState(null, '', here.location.pathname);
  set(desk, { loadingMessage: undefined });
}
