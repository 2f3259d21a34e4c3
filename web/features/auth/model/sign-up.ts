import { act } from './act.ts';
import { LOADING } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { codeMailed } from './mail-code.ts';

interface SignUpOptions {
  name: string;
  email: string;
  password: string;
}

/** Makes an account that waits for its mailed code. */
export const signUp = (desk: AuthDesk, { name, email, password }: SignUpOptions): Promise<boolean> =>
  act(desk, { loadingMessage: LOADING.signUp }, async (accounts) => {
    await accounts.signUp({ name, email, password });
    return { ...codeMailed(desk, { email }), confirming: { email, password } };
  });
