import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import type { User } from '../state/schema.ts';
import { isSameSecret } from './password.ts';

const WRONG_TRIES = 5;
const PAUSE = 15 * 60_000;

/**
 * Checks the code a user typed. After five wrong ones every code, a new one too, is refused for 15 minutes: otherwise asking for a
 * new code would be a way to go on guessing.
 * @throws LimitExceededException, ExpiredCodeException, CodeMismatchException
 */
export function checkCode(cognito: Cognito, user: User, purpose: 'signUp' | 'reset', typed: string): void {
  const now = cognito.clock();
  const wrong = user.wrong[purpose];
  const count = wrong && now < wrong.lastAt + PAUSE ? wrong.count : 0;
  if (count >= WRONG_TRIES) throw refusal('limitExceeded');
  const code = user.codes[purpose];
  if (!code || code.expiresAt <= now) throw refusal('codeExpired');
  if (!isSameSecret(code.value, typed)) {
    user.wrong[purpose] = { count: count + 1, lastAt: now };
    throw refusal('codeWrong');
  }
}

/** A code serves once. */
export function spendCode(user: User, purpose: 'signUp' | 'reset'): void {
  delete user.codes[purpose];
  delete user.wrong[purpose];
}
