import { STORAGE_PREFIX } from '#shared/product.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import { keysWith, readText, writeText } from '#web/lib/storage.ts';

/** Under which Amplify keeps sessions: `CognitoIdentityServiceProvider.<client>.LastAuthUser` names whose the client's is. */
export const SESSION_PREFIX = 'CognitoIdentityServiceProvider.';
const SESSION_SUFFIX = '.LastAuthUser';
const EXPIRED = `${STORAGE_PREFIX}_session_expired`;

/**
 * Whose session this browser holds, as a text that changes with the person; undefined for nobody's. Read without Amplify, so that who
 * has no session need not load it.
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
