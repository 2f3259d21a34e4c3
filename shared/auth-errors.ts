import { MINIMUM_PASSWORD_LENGTH } from './limits.ts';

/* Texts about accounts: apart from the other ones, because most visits never sign in. docs/behaviour.md#auth-errors */

/** Auth messages by provider error code; anything else gets {@link DEFAULT_AUTH_ERROR}. */
export const AUTH_ERRORS = {
  'user-not-found': 'No user found with this email address.',
  'wrong-password': 'Incorrect password.',
  'email-already-in-use': 'An account with this email already exists.',
  'weak-password': `Password should be at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
  'invalid-email': 'Invalid email address.',
  'user-disabled': 'This account has been disabled.',
  'too-many-requests': 'Too many failed attempts. Please try again later.',
  'network-request-failed': 'Network error. Please check your connection.',
} as const;
export const DEFAULT_AUTH_ERROR = 'An error occurred during authentication.';
export const SIGN_OUT_ERROR = 'Failed to sign out';
export const AUTH_ERROR_CODE = 'auth-error';
