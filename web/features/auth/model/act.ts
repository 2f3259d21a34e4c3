import { AUTH_ERROR_CODE } from '#shared/errors.ts';
import type { Accounts } from './accounts.ts';
import type { AuthFailure, AuthState, LoadingMessage } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import { isWeakPassword, toAuthFailure } from './to-auth-failure.ts';

/**
 * Runs an action: its message shows meanwhile, the error before it is gone, and what it gives becomes part of the state. Its failure
 * becomes the state's error, in the words of `failure` where given. Resolves with whether it succeeded; does nothing while another
 * action runs.
 */
export async function act(
  desk: AuthDesk,
  { loadingMessage, failure }: { loadingMessage: LoadingMessage; failure?: string },
  action: (accounts: Accounts) => Promise<Partial<AuthState>>,
): Promise<boolean> {
  if (desk.state.get().loadingMessage !== undefined) return false;
  const begin = () => set(desk, { loadingMessage, error: undefined });
  begin();
  try {
    await desk.abandonWindow();
    begin();
    const change = await action(await desk.accounts());
    set(desk, { ...change, loadingMessage: undefined });
    return true;
  } catch (error) {
    const named: AuthFailure =
      failure === undefined ? await nameFailure(desk, error) : { code: AUTH_ERROR_CODE, message: failure };
    set(desk, { loadingMessage: undefined, error: named });
    return false;
  }
}

/** A password is refused by the deployment's own policy, which the sentence then says. */
async function nameFailure(desk: AuthDesk, error: unknown): Promise<AuthFailure> {
  if (!isWeakPassword(error)) return toAuthFailure(error);
  const config = await desk.config().catch(() => undefined);
  return toAuthFailure(error, config?.passwordPolicy);
}
