import type { Accounts } from './accounts.ts';
import type { AuthState } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';

/** Milliseconds in which whoever comes to the code screen again is not mailed another one. */
const FRESH = 60_000;

/** What the state says of a code that has just been mailed. */
export const codeMailed = (desk: AuthDesk, { email }: { email: string }): Partial<AuthState> => ({
  codeMailed: { to: email, at: desk.clock() },
});

/**
 * Mails a sign-up code to an address that waits for one, unless one is on its way there.
 * @throws the account provider's error
 */
export async function mailCode(
  desk: AuthDesk,
  accounts: Accounts,
  { email }: { email: string },
): Promise<Partial<AuthState>> {
  const last = desk.state.get().codeMailed;
  if (last?.to === email && desk.clock() - last.at < FRESH) return {};
  await accounts.resendCode({ email });
  return codeMailed(desk, { email });
}
