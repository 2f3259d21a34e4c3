import * as v from 'valibot';
import { DEFAULT_DISPLAY_NAME, type User } from '#shared/contract.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { type KeyValueStorage, keysWith, readText, writeText } from '#web/lib/storage.ts';

/**
 * Prefix of the keys of Amplify's sessions. `CognitoIdentityServiceProvider.<client>.LastAuthUser` names the owner of a client's session.
 */
export const SESSION_PREFIX = 'CognitoIdentityServiceProvider.';
const SESSION_SUFFIX = '.LastAuthUser';
/** Key of what last ended; see {@link whatEnded}. */
export const EXPIRED_KEY = `${STORAGE_PREFIX}_session_expired`;

/**
 * Identifies the owner of the session stored in this browser, as a text that differs between users; undefined if there is no session. Read
 * without Amplify, so that visitors without a session need not load it.
 */
export function storedSession(storage: KeyValueStorage | undefined): string | undefined {
  const owners = sessionKeys(storage).map((key) => `${key}=${readText(storage, key)}`);
  return owners.length === 0 ? undefined : owners.join();
}

const sessionKeys = (storage: KeyValueStorage | undefined): string[] =>
  keysWith(storage, SESSION_PREFIX).filter((key) => key.endsWith(SESSION_SUFFIX));

const Claims = v.object({
  sub: v.string(),
  email: v.optional(v.string(), ''),
  name: v.optional(v.string(), ''),
  picture: v.optional(v.string()),
});

/** The fields of the signed-in user that the page shows. */
export type AuthUser = Pick<User, 'id' | 'email' | 'displayName' | 'photoURL'>;

/**
 * The user named in the stored ID token, even if it has expired, since it can be refreshed. The token is not verified here; the service
 * does so on every call. Undefined if there is no such token, or more than one session.
 */
export function storedPerson(storage: KeyValueStorage | undefined): AuthUser | undefined {
  const [key, another] = sessionKeys(storage);
  if (key === undefined || another !== undefined) return undefined;
  const keyPrefix = `${key.slice(0, -SESSION_SUFFIX.length)}.${readText(storage, key)}.`;
  if (readText(storage, `${keyPrefix}refreshToken`) === undefined) return undefined;
  try {
    const { sub: id, email, name, picture } = readClaims(readText(storage, `${keyPrefix}idToken`));
    const displayName = name.trim() || DEFAULT_DISPLAY_NAME;
    return { id, email, displayName, ...(picture !== undefined && { photoURL: picture }) };
  } catch {
    return undefined;
  }
}

/** @throws Error unless the token is a JSON Web Token with these claims */
function readClaims(token = '') {
  const payload = token.split('.')[1] ?? '';
  const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  return v.parse(Claims, JSON.parse(text));
}

const ACCOUNTS_ONLY_KEY = `${STORAGE_PREFIX}_accounts_only`;

/** Whether this deployment required an account when it was last asked. */
export const servesAccountsOnly = (storage: KeyValueStorage | undefined): boolean =>
  readText(storage, ACCOUNTS_ONLY_KEY) !== undefined;

/** Remembers that, so that the next visit knows it before anything is rendered. */
export const keepAccountsOnly = (storage: KeyValueStorage | undefined, isRequired: boolean): boolean =>
  writeText(storage, ACCOUNTS_ONLY_KEY, isRequired ? 'true' : undefined);

/** Whether only the session ended, or the account it belonged to. */
export type Ended = 'session' | 'account';

const SIGNED_OUT = 'signed-out';

/** What last ended by itself, in any tab; undefined if nothing did, or the user knows it. */
export function whatEnded(storage: KeyValueStorage | undefined): string | undefined {
  const ended = readText(storage, EXPIRED_KEY);
  return ended === SIGNED_OUT ? undefined : ended;
}

/** Whether nobody is signed in since the last user signed out. If the browser's data were cleared, that is not known. */
export const hasSignedOut = (storage: KeyValueStorage | undefined): boolean =>
  storedSession(storage) === undefined && readText(storage, EXPIRED_KEY) === SIGNED_OUT;

/** Tells the other tabs, and this page after a reload, how the session ended. */
export const markEnded = (
  storage: KeyValueStorage | undefined,
  ended: Ended | typeof SIGNED_OUT | undefined,
): boolean => writeText(storage, EXPIRED_KEY, ended);
