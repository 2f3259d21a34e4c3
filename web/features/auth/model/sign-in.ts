import { act } from './act.ts';
import { adopt } from './adopt.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { mailCode } from './mail-code.ts';

/**
 * Signs in. Who never confirmed their address is mailed a code and asked for it instead: the state's `confirming`. If that mail cannot be
 * sent they are asked for an earlier one: the right password is no failure.
 */
export const signIn = (desk: AuthDesk, credentials: { email: string; password: string }): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signIn }, async (accounts) => {
    if ((await accounts.signIn(credentials)) === 'signed-in') return adopt(desk, accounts);
    const mailed = await mailCode(desk, accounts, credentials).catch(() => ({ codeMailed: undefined }));
    return { ...mailed, confirming: credentials };
  });
