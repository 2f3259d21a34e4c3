import { AUTH_ERRORS, DEFAULT_AUTH_ERROR } from '#shared/auth-errors.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';
import { ApiError } from '#web/lib/api.ts';
import { AUTH_ERROR_CODE, type AuthFailure } from './session.ts';
import { policyRefusal } from './validation.ts';

type AuthErrorCode = keyof typeof AUTH_ERRORS;

/** Rows with the same name are tried in order; a row without `when` matches every message. */
interface Row {
  name: string;
  /** Cognito says several things under one name; only its message tells them apart. */
  when?: RegExp;
  code: AuthErrorCode;
}

/**
 * From Cognito's exceptions, as Amplify passes them on, to the catalogue (docs/behaviour.md#auth-errors). Any other exception gets the
 * default sentence.
 */
export const COGNITO_ERRORS: readonly Row[] = [
  { name: 'UserNotFoundException', code: 'user-not-found' },
  { name: 'NotAuthorizedException', when: /^Incorrect username or password/, code: 'wrong-password' },
  { name: 'NotAuthorizedException', when: /disabled/i, code: 'user-disabled' },
  { name: 'NotAuthorizedException', when: /attempts exceeded/i, code: 'too-many-requests' },
  { name: 'UsernameExistsException', code: 'email-already-in-use' },
  // What the pool's pre-sign-up trigger refuses (functions/accounts).
  { name: 'UserLambdaValidationException', when: /already exists/i, code: 'email-already-in-use' },
  { name: 'AliasExistsException', code: 'email-already-in-use' },
  { name: 'InvalidPasswordException', code: 'weak-password' },
  { name: 'InvalidParameterException', when: /password/i, code: 'weak-password' },
  { name: 'InvalidParameterException', when: /email|username/i, code: 'invalid-email' },
  { name: 'TooManyRequestsException', code: 'too-many-requests' },
  { name: 'LimitExceededException', code: 'too-many-requests' },
  // A firewall in front of the user pool refuses an address that asks too often.
  { name: 'ForbiddenException', code: 'too-many-requests' },
  { name: 'TooManyFailedAttemptsException', code: 'too-many-requests' },
  { name: 'OAuthSignInException', when: /disabled/i, code: 'user-disabled' },
  { name: 'NetworkError', code: 'network-request-failed' },
  // What browsers throw when a request, or a part of the page, cannot be fetched.
  { name: 'TypeError', when: /fetch|load|network|import/i, code: 'network-request-failed' },
];

/** Errors for which the catalogue has no sentence, said beside the field they are about. */
const CODE_ERRORS: Readonly<Record<string, string>> = {
  CodeMismatchException: 'This code is not right. Check it, or send a new one.',
  ExpiredCodeException: 'This code is no longer valid. Send a new one.',
};

/** The catalogue's code for what an action threw; undefined when it has none. */
export const authErrorCode = (error: unknown): AuthErrorCode | undefined => findRow(error)?.code;

/**
 * The failure to show for whatever an action threw.
 * @param policy the deployment's own rules for passwords; the default ones when absent
 */
export function toAuthFailure(error: unknown, policy?: PasswordPolicy): AuthFailure {
  if (error instanceof ApiError)
    return failureSaying(error.status === 0 ? AUTH_ERRORS['network-request-failed'] : error.message);
  if (!(error instanceof Error)) return failureSaying(DEFAULT_AUTH_ERROR);
  const row = findRow(error);
  const beside = CODE_ERRORS[error.name];
  return {
    ...failureSaying(row === undefined ? DEFAULT_AUTH_ERROR : sentenceOf(row.code, policy)),
    ...(beside !== undefined && { field: { name: 'code', message: beside } }),
  };
}

export const failureSaying = (message: string): AuthFailure => ({ code: AUTH_ERROR_CODE, message });

const sentenceOf = (code: AuthErrorCode, policy: PasswordPolicy | undefined): string =>
  code === 'weak-password' && policy !== undefined ? policyRefusal(policy) : AUTH_ERRORS[code];

function findRow(error: unknown): Row | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  return COGNITO_ERRORS.find(
    (one) => one.name === name && (one.when === undefined || one.when.test(message)),
  );
}
