import { MINIMUM_PASSWORD_LENGTH } from './limits.ts';

/* Texts about accounts, in a separate module because most visitors never sign in. docs/behaviour.md#auth-errors */

/** Auth messages by provider error code; any other code gets {@link DEFAULT_AUTH_ERROR}. Also used by the user pool's trigger. */
export const AUTH_ERRORS = {
  'user-not-found': 'No user found with this email address.',
  'wrong-password': 'Incorrect password.',
  'email-already-in-use': 'An account with this email already exists.',
  'weak-password': `Password should be at least ${MINIMUM_PASSWORD_LENGTH} characters.`,
  'invalid-email': 'Invalid email address.',
  'address-not-confirmed':
    'This account has no confirmed email address to which a code could go. Ask whoever runs this site for a new password.',
  'user-disabled': 'This account has been disabled.',
  'too-many-requests': 'Too many failed attempts. Please try again later.',
  'mail-not-sent': 'No email could be sent just now. Please try again later.',
  'network-request-failed': 'Network error. Please check your connection.',
  'sign-up-closed': 'This site takes no new accounts.',
  'not-invited': 'Only people who have been invited can have an account here.',
  'domain-not-allowed': 'Email addresses of this domain cannot have an account here.',
  'email-not-proven': 'Your provider does not confirm your email address, which an account here needs.',
  'sign-up-unchecked':
    'Whether you may have an account here could not be checked. Please try again in a moment.',
  'invitation-expired': 'Your temporary password is no longer valid. Ask for a new invitation.',
  'no-password':
    'This account has no password to reset. Sign in with the temporary password from your invitation, or through the provider you came by.',
  'sign-in-expired': 'That took too long. Please sign in again.',
  'session-ended': 'Your session has ended. Please sign out, and sign in again.',
  'storage-full':
    "This browser's storage is full. Make room under 'Your data', where what it holds can be exported and cleared, and sign in again.",
} as const;
export const DEFAULT_AUTH_ERROR = 'An error occurred during authentication.';
export const SIGN_OUT_ERROR = 'Failed to sign out';
