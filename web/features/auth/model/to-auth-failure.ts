import { AUTH_ERROR_CODE, AUTH_ERRORS, DEFAULT_AUTH_ERROR } from '#shared/errors.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { AuthFailure } from './auth-state.ts';

export type AuthErrorCode = keyof typeof AUTH_ERRORS;

/** Rows of a name are tried in their order; a row without `when` takes what is left. */
interface Row {
  name: string;
  /** Cognito says several things under one name; only its message tells them apart. */
  when?: RegExp;
  code: AuthErrorCode;
}

/** From Cognito's exceptions, as Amplify passes them on, to the catalogue (design decision 4). What is not here gets the default. */
export const COGNITO_ERRORS: readonly Row[] = [
  { name: 'UserNotFoundException', code: 'user-not-found' },
  { name: 'NotAuthorizedException', when: /^Incorrect username or password/, code: 'wrong-password' },
  { name: 'NotAuthorizedException', when: /disabled/i, code: 'user-disabled' },
  { name: 'NotAuthorizedException', when: /attempts exceeded/i, code: 'too-many-requests' },
  { name: 'UsernameExistsException', code: 'email-already-in-use' },
  { name: 'AliasExistsException', code: 'email-already-in-use' },
  { name: 'InvalidPasswordException', code: 'weak-password' },
  { name: 'InvalidParameterException', when: /password/i, code: 'weak-password' },
  { name: 'InvalidParameterException', when: /email|username/i, code: 'invalid-email' },
  { name: 'TooManyRequestsException', code: 'too-many-requests' },
  { name: 'LimitExceededException', code: 'too-many-requests' },
  { name: 'TooManyFailedAttemptsException', code: 'too-many-requests' },
  { name: 'OAuthSignInException', when: /disabled/i, code: 'user-disabled' },
  { name: 'NetworkError', code: 'network-request-failed' },
  // What browsers throw when a request, or a part of the page, cannot be fetched.
  { name: 'TypeError', when: /fetch|load|network|import/i, code: 'network-request-failed' },
];

/** What the catalogue has no sentence for, said beside the field it is about. */
const CODE_ERRORS: Readonly<Record<string, string>> = {
  CodeMismatchException: 'This code is not right. Check it, or send a new one.',
  ExpiredCodeException: 'This code is no longer valid. Send a new one.',
};

/** The failure to show for whatever an action threw. */
export function toAuthFailure(error: unknown): AuthFailure {
  const failure = (message: string): AuthFailure => ({ code: AUTH_ERROR_CODE, message });
  if (error instanceof ApiError)
    return failure(error.status === 0 ? AUTH_ERRORS['network-request-failed'] : error.message);
  if (!(error instanceof Error)) return failure(DEFAULT_AUTH_ERROR);
  const { name, message } = error;
  const row = COGNITO_ERRORS.find(
    (one) => one.name === name && (one.when === undefined || one.when.test(message)),
  );
  const beside = CODE_ERRORS[name];
  return {
    ...failure(row === undefined ? DEFAULT_AUTH_ERROR : AUTH_ERRORS[row.code]),
    ...(beside !== undefined && { field: { name: 'code', message: beside } }),
  };
}
