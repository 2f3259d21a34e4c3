import { act } from './act.ts';
import { adopt } from './adopt.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';

/** Confirms the address that waits for its code, and signs in where the password is still known. */
export const confirmSignUp = (desk: AuthDesk, { code }: { code: string }): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signUp }, async (accounts) => {
    const { confirming } = desk.state.get();
    if (confirming === undefined) return {};
    const { email, password } = confirming;
    await accounts.confirmSignUp({ email, code });
    if (password === undefined) return { confirming: undefined };
    await accounts.signIn({ email, password });
    return adopt(desk, accounts);
  });
