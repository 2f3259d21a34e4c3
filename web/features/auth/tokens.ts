import { HTTP_ERRORS } from '#shared/errors.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import { type KeyValueStorage, keysWith, readText, writeText } from '#web/lib/storage.ts';
import type { Session } from './session.ts';

/** Under which Amplify stores sessions: `CognitoIdentityServiceProvider.<client>.LastAuthUser` names the person a client's session belongs to. */
export const SESSION_PREFIX = 'CognitoIdentityServiceProvider.';
const SESSION_SUFFIX = '.LastAuthUser';
const EXPIRED = `${STORAGE_PREFIX}_session_expired`;

/**
 * Whose session this browser holds, as a text that changes with the person; undefined when there is none. Read without Amplify, so that a
 * visitor without a session need not load it.
 */
export function storedSession(storage: KeyValueStorage | undefined): string | undefined {
  const keys = keysWith(storage, SESSION_PREFIX).filter((key) => key.endsWith(SESSION_SUFFIX));
  const owners = keys.map((key) => `${key}=${readText(storage, key)}`);
  return owners.length === 0 ? undefined : owners.join();
}

/** Whether the last session ended by itself, in whichever tab. */
export const hasExpired = (storage: KeyValueStorage | undefined): boolean =>
  readText(storage, EXPIRED) !== undefined;

/** Tells the other tabs, and the page after a reload, that the session ended by itself rather than by a sign-out. */
export const markExpired = (storage: KeyValueStorage | undefined, isExpired: boolean): boolean =>
  writeText(storage, EXPIRED, isExpired ? 'true' : undefined);

/**
 * The ID token to send for `userId`, refreshed in silence when it has run out. Never another person's, should one have signed in
 * meanwhile, and never none: what was asked for in somebody's name is not asked for anonymously.
 * @throws ApiError 401 when the session has ended, 0 when a new token could not be fetched
 */
export async function getToken(
  session: Session,
  { userId, forceRefresh = false }: { userId: string; forceRefresh?: boolean },
): Promise<string> {
  const before = storedSession(session.storage);
  const token = await fetchToken(session, forceRefresh);
  if (token?.userId === userId) return token.value;
  // Gone just now means that it was refused; gone before means that another tab knows why.
  if (token === undefined && before !== storedSession(session.storage)) expire(session);
  throw new ApiError({ ...HTTP_ERRORS.unauthorised, code: 'unauthorised' });
}

async function fetchToken(session: Session, forceRefresh: boolean) {
  try {
    return await (await session.accounts()).token({ forceRefresh });
  } catch (error) {
    throw networkError(error);
  }
}

/** The session has ended by itself. What is on screen stays, with the person it belongs to. */
export function expire({ store, storage }: Session): void {
  markExpired(storage, true);
  store.setState({ isExpired: true, session: storedSession(storage) });
}
