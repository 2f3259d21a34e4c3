import { randomBytes, timingSafeEqual } from 'node:crypto';
import { MINIMUM_PASSWORD_LENGTH } from '#shared/constants.ts';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import { makePasswordRecord } from '../srp.ts';
import type { User } from '../state/schema.ts';

const SALT_BYTES = 16;

/** The pool id without its region, as SRP uses it. */
export const poolNameOf = (cognito: Cognito): string => cognito.userPoolId.split('_')[1] ?? '';

/** @throws InvalidPasswordException */
export function assertPasswordPolicy(password: string): void {
  if ([...password].length < MINIMUM_PASSWORD_LENGTH) throw refusal('passwordShort');
}

/**
 * What to keep of a new password.
 * @throws InvalidPasswordException
 */
export function hashPassword(
  cognito: Cognito,
  options: { username: string; password: string },
): NonNullable<User['password']> {
  assertPasswordPolicy(options.password);
  const salt = randomBytes(SALT_BYTES).toString('hex');
  return makePasswordRecord({ ...options, poolName: poolNameOf(cognito), salt });
}

/** Compares secrets in a time that does not depend on where they differ. */
export function isSameSecret(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Whether this is the user's password. */
export function isPasswordOf(cognito: Cognito, user: User, password: string): boolean {
  if (!user.password) return false;
  const { username } = user;
  const { salt, verifier } = user.password;
  const { verifier: made } = makePasswordRecord({ poolName: poolNameOf(cognito), username, password, salt });
  return isSameSecret(made, verifier);
}
