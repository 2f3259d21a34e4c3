import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import type { User } from '../state/schema.ts';
import { countWrongPassword, forgetWrongPasswords } from './lockout.ts';

/** Counts a wrong password. @throws NotAuthorizedException always */
export function rejectPassword(cognito: Cognito, user: User): never {
  countWrongPassword(user, cognito.clock());
  throw refusal('wrongCredentials');
}

/**
 * What follows the right password. That an account is unconfirmed is told only to who knows its password.
 * @throws UserNotConfirmedException, PasswordResetRequiredException
 */
export function completePasswordSignIn(user: User): void {
  forgetWrongPasswords(user);
  if (user.status === 'UNCONFIRMED') throw refusal('userUnconfirmed');
  if (user.status === 'RESET_REQUIRED') throw refusal('passwordResetRequired');
}
