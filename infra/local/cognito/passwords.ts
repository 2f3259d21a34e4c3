import { randomBytes, timingSafeEqual } from 'node:crypto';
import { MINIMUM_PASSWORD_LENGTH } from '#shared/limits.ts';
import type { Pool } from './pool.ts';
import { refusal } from './protocol.ts';
import { makePasswordRecord } from './srp.ts';
import type { User } from './state.ts';

const SALT_BYTES = 16;

/** The pool id without its region, as SRP uses it. */
export const poolNameOf = (pool: Pool): string => pool.userPoolId.split('_')[1] ?? '';

/**
 * The stored record of a new password.
 * @throws InvalidPasswordException
 */
export function hashPassword(pool: Pool, username: string, password: string): NonNullable<User['password']> {
  if ([...password].length < MINIMUM_PASSWORD_LENGTH) throw refusal('passwordShort');
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return makePasswordRecord({ poolName: poolNameOf(pool), username, password, salt });
}

/** Compares secrets in constant time. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

export function isPasswordOf(pool: Pool, user: User, password: string): boolean {
  if (!user.password) return false;
  const { username } = user;
  const { salt, verifier } = user.password;
  const { verifier: made } = makePasswordRecord({ poolName: poolNameOf(pool), username, password, salt });
  return isSameSecret(made, verifier);
}

/**
 * Cognito's lockout: the fifth wrong password in a row locks the account for a second, and each further one doubles that, up to about
 * 15 minutes. Attempts during the lock do not count; 15 minutes without one, or the right password, reset the count.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html
 */
const FREE_ATTEMPTS = 5;
/** In milliseconds. */
const FIRST_LOCK = 1000;
const MAX_LOCK = 15 * 60_000;

const lockAfter = (count: number): number =>
  count < FREE_ATTEMPTS ? 0 : Math.min(FIRST_LOCK * 2 ** (count - FREE_ATTEMPTS), MAX_LOCK);

/**
 * Makes one password attempt and counts it if it is wrong.
 * @throws NotAuthorizedException while the account is locked, and for a wrong password.
 */
export function assertPassword(pool: Pool, user: User, isRight: () => boolean): void {
  const now = pool.clock();
  const { count, lastAt } = user.wrong.password ?? { count: 0, lastAt: 0 };
  const lockEnds = lastAt + lockAfter(count);
  if (now < lockEnds) throw refusal('lockedOut');
  if (isRight()) return;
  user.wrong.password = { count: now < lockEnds + MAX_LOCK ? count + 1 : 1, lastAt: now };
  throw refusal('wrongCredentials');
}

export function resetWrongAttempts(user: User): void {
  delete user.wrong.password;
}
