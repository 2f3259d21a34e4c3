import { ApiError } from '#web/lib/api-error.ts';
import type { Accounts } from './accounts.ts';
import type { AuthState } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';
import { markExpired, storedSession } from './stored-session.ts';

/**
 * The state of whoever the stored session belongs to: nobody, and expired, when it has just been refused.
 * @throws the account provider's error, or ApiError when the person's record cannot be loaded
 */
export async function adopt(desk: AuthDesk, accounts: Accounts): Promise<Partial<AuthState>> {
  const before = storedSession(desk.storage);
  const user = await loadOwner(desk, accounts);
  const session = storedSession(desk.storage);
  const isExpired = user === undefined && session !== before;
  markExpired(desk.storage, isExpired);
  return { user, session, isExpired, confirming: undefined, error: undefined };
}

/** A token the server refuses, though it looks good here, is tried once more with a new one. */
async function loadOwner(desk: AuthDesk, accounts: Accounts): Promise<AuthState['user']> {
  const token = await accounts.token();
  if (token === undefined) return undefined;
  try {
    return await desk.loadUser(token.value);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const fresh = await accounts.token({ forceRefresh: true });
    return fresh && desk.loadUser(fresh.value);
  }
}
