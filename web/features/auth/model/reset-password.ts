import { act } from './act.ts';
import { adopt } from './adopt.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';

interface ResetOptions {
  email: string;
  code: string;
  password: string;
}

/** Sets a new password by the mailed code, and signs in with it. */
export const resetPassword = (desk: AuthDesk, { email, code, password }: ResetOptions): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signIn }, async (accounts) => {
    await accounts.resetPassword({ email, code, password });
    await accounts.signIn({ email, password });
    return adopt(desk, accounts);
  });
