import { act } from './act.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { mailCode } from './mail-code.ts';

/** Mails a code for a new password; to an address that was never confirmed, the code that confirms it. */
export const requestReset = (desk: AuthDesk, { email }: { email: string }): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.reset }, async (accounts) => {
    if ((await accounts.requestReset({ email })) === 'code-sent') return { confirming: undefined };
    const mailed = await mailCode(desk, accounts, { email });
    return { ...mailed, confirming: { email, password: undefined } };
  });
