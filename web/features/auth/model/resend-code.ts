import { act } from './act.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { codeMailed } from './mail-code.ts';

/** Mails a new sign-up code, which takes the place of the one before. */
export const resendCode = (desk: AuthDesk): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signUp }, async (accounts) => {
    const { confirming } = desk.state.get();
    if (confirming === undefined) return {};
    await accounts.resendCode({ email: confirming.email });
    return codeMailed(desk, confirming);
  });
