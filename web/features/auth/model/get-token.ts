import { HTTP_ERRORS } from '#shared/errors.ts';
import { ApiError, networkError } from '#web/lib/api-error.ts';
import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import { markExpired, storedSession } from './stored-session.ts';

/**
 * The ID token to send for `userId`, refreshed in silence when it has run out. Never another person's, should one have signed in
 * meanwhile, and never none: what was asked for in somebody's name is not asked for anonymously.
 * @throws ApiError 401 when the session has ended, 0 when a new token could not be fetched
 */
export async function getToken(
  desk: AuthDesk,
  { userId, forceRefresh = false }: { userId: string; forceRefresh?: boolean },
): Promise<string> {
  const before = storedSession(desk.storage);
  const token = await fetchToken(desk, forceRefresh);
  if (token?.userId === userId) return token.value;
  // Gone just now, so it was refused; gone before means that another tab knows why.
  if (token === undefined && before !== storedSession(desk.storage)) expire(desk);
  throw new ApiError({ ...HTTP_ERRORS.unauthorised, code: 'unauthorised' });
}

async function fetchToken(desk: AuthDesk, forceRefresh: boolean) {
  try {
    return await (await desk.accounts()).token({ forceRefresh });
  } catch (error) {
    throw networkError(error);
  }
}

/** The session has ended by itself. What is on screen stays, with whom it belongs to. */
export function expire(desk: AuthDesk): void {
  markExpired(desk.storage, true);
  set(desk, { isExpired: true, session: storedSession(desk.storage) });
}
