import { SIGN_OUT_ERROR } from '#shared/errors.ts';
import { act } from './act.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { markExpired, storedSession } from './stored-session.ts';

/** Ends the session on this device: nobody is signed in any more. */
export const signOut = (desk: AuthDesk): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signOut, failure: SIGN_OUT_ERROR }, async (accounts) => {
    await accounts.signOut();
    markExpired(desk.storage, false);
    return { user: undefined, isExpired: false, session: storedSession(desk.storage) };
  });
