import * as v from 'valibot';
import { DEFAULT_DISPLAY_NAME } from '#shared/contract.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { type KeyValueStorage, keysWith, readText, writeText } from '#web/lib/storage.ts';
import type { Person } from './auth.ts';

/** Under which Amplify stores sessions: `CognitoIdentityServiceProvider.<client>.LastAuthUser` names the person a client's session belongs to. */
export const SESSION_PREFIX = 'CognitoIdentityServiceProvider.';
const SESSION_SUFFIX = '.LastAuthUser';
const EXPIRED = `${STORAGE_PREFIX}_session_expired`;

/**
 * Whose session this browser holds, as a text that changes with the person; undefined when there is none. Read without Amplify, so that a
 * visitor without a session need not load it.
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

/**
 * Who the stored ID token says is signed in, also when it has run out: it can be renewed. Nobody checks that here, but the service does
 * with every call. Undefined where there is no such token, or more than one session.
 */
export function storedPerson(storage: KeyValueStorage | undefined): Person | undefined {
  const [key, another] = sessionKeys(storage);
  if (key === undefined || another !== undefined) return undefined;
  const own = `${key.slice(0, -SESSION_SUFFIX.length)}.${readText(storage, key)}.`;
  if (readText(storage, `${own}refreshToken`) === undefined) return undefined;
  try {
    const { sub: id, email, name, picture } = readClaims(readText(storage, `${own}idToken`));
    const displayName = name.trim() || DEFAULT_DISPLAY_NAME;
    return { id, email, displayName, ...(picture !== undefined && { photoURL: picture }) };
  } catch {
    return undefined;
  }
}

/** @throws Error for what is no JSON Web Token of these claims */
function readClaims(token = '') {
  const payload = token.split('.')[1] ?? '';
  const bytes = atob(payload.replaceAll('-', '+').replaceAll('_', '/'));
  const text = new TextDecoder().decode(Uint8Array.from(bytes, (byte) => byte.charCodeAt(0)));
  return v.parse(Claims, JSON.parse(text));
}

const ACCOUNTS_ONLY = `${STORAGE_PREFIX}_accounts_only`;

/** Whether this deployment served nobody without an account when it was last asked. */
export const servesAccountsOnly = (storage: KeyValueStorage | undefined): boolean =>
  readText(storage, ACCOUNTS_ONLY) !== undefined;

/** Keeps it, so that the next visit knows before anything is drawn. */
export const keepAccountsOnly = (storage: KeyValueStorage | undefined, isSo: boolean): boolean =>
  writeText(storage, ACCOUNTS_ONLY, isSo ? 'true' : undefined);

/** The session alone, or the account that it was of. */
export type Ended = 'session' | 'account';

/** What ended by itself last, in whichever tab; undefined for nothing. */
export const whatEnded = (storage: KeyValueStorage | undefined): string | undefined =>
  readText(storage, EXPIRED);

/** Tells the other tabs, and the page after a reload, that the session ended by itself rather than by a sign-out. */
export const markEnded = (storage: KeyValueStorage | undefined, ended: Ended | undefined): boolean =>
  writeText(storage, EXPIRED, ended);
