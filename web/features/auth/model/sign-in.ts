import { act } from './act.ts';
import { adopt } from './adopt.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';

/** Signs in. Who never confirmed their address is asked for the code instead: the state's `confirming`. */
export const signIn = (desk: AuthDesk, credentials: { email: string; password: string }): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signIn }, async (accounts) => {
    const result = await accounts.signIn(credentials);
    return result === 'unconfirmed' ? { confirming: credentials } : adopt(desk, accounts);
  });
