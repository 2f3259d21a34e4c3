import { refusal } from '../exceptions.ts';
import type { User } from '../state/schema.ts';

/**
 * Cognito's lockout: from the fifth wrong password in a row the account is shut for a second, doubling with each further one up to
 * about 15 minutes; what is tried meanwhile counts for nothing; 15 quiet minutes or the right password forget it all.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/authentication.html
 */
const FREE_TRIES = 5;
const FIRST_LOCK = 1000;
const LONGEST_LOCK = 15 * 60_000;

const lockAfter = (count: number): number =>
  count < FREE_TRIES ? 0 : Math.min(FIRST_LOCK * 2 ** (count - FREE_TRIES), LONGEST_LOCK);

/** @throws NotAuthorizedException while the account is locked. */
export function assertNotLocked(user: User, now: number): void {
  const wrong = user.wrong.password;
  if (wrong && now < wrong.lastAt + lockAfter(wrong.count)) throw refusal('lockedOut');
}

export function countWrongPassword(user: User, now: number): void {
  const wrong = user.wrong.password;
  const isRecent = wrong !== undefined && now < wrong.lastAt + lockAfter(wrong.count) + LONGEST_LOCK;
  user.wrong.password = { count: isRecent ? wrong.count + 1 : 1, lastAt: now };
}

export function forgetWrongPasswords(user: User): void {
  delete user.wrong.password;
}
