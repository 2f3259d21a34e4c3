import { AUTH_ERRORS, DEFAULT_AUTH_ERROR } from '#shared/auth-errors.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { ApiError } from '#web/lib/api.ts';
import { AUTH_ERROR_CODE, type AuthFailure } from './auth.ts';
import { domainRefusal, policyRefusal } from './validation.ts';

type AuthErrorCode = keyof typeof AUTH_ERRORS;

/** A deployment's rules for passwords and addresses. */
type SiteRules = Pick<SiteConfig, 'passwordPolicy' | 'emailDomains'>;

/** Rows with the same name are tried in order; a row without `when` matches every message. */
interface Row {
  name: string;
  /** Cognito uses one name for several errors; only the message distinguishes them. */
  when?: RegExp;
  code: AuthErrorCode;
}

/** Errors of a sign-up that the pool's pre-sign-up trigger has refused, or for which the trigger could not be run. */
const TRIGGER_ERRORS = ['UserLambdaValidationException', 'UnexpectedLambdaException', 'OAuthSignInException'];

/**
 * Maps Cognito's exceptions, as Amplify passes them on, to the catalogue (docs/behaviour.md#auth-errors). Any other exception gets the
 * default sentence.
 */
export const COGNITO_ERRORS: readonly Row[] = [
  { name: 'UserNotFoundException', code: 'user-not-found' },
  { name: 'NotAuthorizedException', when: /^Incorrect username or password/, code: 'wrong-password' },
  { name: 'NotAuthorizedException', when: /disabled/i, code: 'user-disabled' },
  { name: 'NotAuthorizedException', when: /attempts exceeded/i, code: 'too-many-requests' },
  { name: 'NotAuthorizedException', when: /SignUp is not permitted/, code: 'sign-up-closed' },
  {
    name: 'NotAuthorizedException',
    when: /^(Temporary password|User account) has expired/,
    code: 'invitation-expired',
  },
  { name: 'NotAuthorizedException', when: /cannot be reset in the current state/, code: 'no-password' },
  { name: 'NotAuthorizedException', when: /session is expired|Invalid session/, code: 'sign-in-expired' },
  {
    name: 'NotAuthorizedException',
    when: /(Access|Refresh) Token has (been revoked|expired)|^Invalid (Access|Refresh) Token/,
    code: 'session-ended',
  },
  // Thrown by Amplify itself after it has removed a session that was refused.
  { name: 'UserUnAuthenticatedException', code: 'session-ended' },
  // Thrown by Amplify itself when it no longer has the sign-in that is to be continued.
  { name: 'SignInException', code: 'sign-in-expired' },
  { name: 'UsernameExistsException', code: 'email-already-in-use' },
  // Refused by the pool's pre-sign-up trigger (functions/sign-up).
  { name: 'UserLambdaValidationException', when: /already exists/i, code: 'email-already-in-use' },
  ...TRIGGER_ERRORS.map((name) => ({ name, when: /invocation failed/, code: 'sign-up-unchecked' }) as const),
  { name: 'AliasExistsException', code: 'email-already-in-use' },
  { name: 'InvalidPasswordException', code: 'weak-password' },
  // The current password, if it is one that Cognito would never accept.
  { name: 'InvalidParameterException', when: /'previousPassword'/, code: 'wrong-password' },
  {
    name: 'InvalidParameterException',
    when: /no registered\/verified email/,
    code: 'address-not-confirmed',
  },
  { name: 'InvalidParameterException', when: /password/i, code: 'weak-password' },
  { name: 'InvalidParameterException', when: /email|username/i, code: 'invalid-email' },
  { name: 'TooManyRequestsException', code: 'too-many-requests' },
  { name: 'CodeDeliveryFailureException', code: 'mail-not-sent' },
  // The pool's daily limit for all of its mails, not one that this user has exceeded.
  { name: 'LimitExceededException', when: /email limit/i, code: 'mail-not-sent' },
  { name: 'LimitExceededException', code: 'too-many-requests' },
  // A firewall in front of the user pool blocks an IP address that sends too many requests.
  { name: 'ForbiddenException', code: 'too-many-requests' },
  { name: 'TooManyFailedAttemptsException', code: 'too-many-requests' },
  { name: 'OAuthSignInException', when: /disabled/i, code: 'user-disabled' },
  { name: 'OAuthSignInException', when: /attributes required: \[email/, code: 'email-not-proven' },
  // Thrown by browsers when there is no room to store the session; Firefox used to have its own name for it.
  { name: 'QuotaExceededError', code: 'storage-full' },
  { name: 'NS_ERROR_DOM_QUOTA_REACHED', code: 'storage-full' },
  { name: 'NetworkError', code: 'network-request-failed' },
  // Thrown by browsers when a request, or a chunk of the page, cannot be fetched.
  { name: 'TypeError', when: /fetch|load|network|import/i, code: 'network-request-failed' },
];

/** Refusals that the pool's pre-sign-up trigger words as in the catalogue, and that Cognito wraps in its own text. */
const TRIGGER_CODES = [
  'sign-up-closed',
  'not-invited',
  'domain-not-allowed',
  'email-not-proven',
  'sign-up-unchecked',
] as const;

const APP_CODE_WRONG = 'This code is not right. Enter the one that your app shows now.';

/** Errors that the catalogue has no sentence for, shown next to the field they concern; tried in order, as above. */
const CODE_ERRORS: readonly { name: string; when?: RegExp; message: string }[] = [
  { name: 'CodeMismatchException', when: /received for user/i, message: APP_CODE_WRONG },
  { name: 'EnableSoftwareTokenMFAException', message: APP_CODE_WRONG },
  {
    name: 'ExpiredCodeException',
    when: /already been used/i,
    message: 'This code has been used. Wait until your app shows the next one.',
  },
  { name: 'CodeMismatchException', message: 'This code is not right. Check it, or send a new one.' },
  { name: 'ExpiredCodeException', message: 'This code is no longer valid. Send a new one.' },
];

/** The catalogue's code for whatever an action threw; undefined if it has none. */
export const authErrorCode = (error: unknown): AuthErrorCode | undefined =>
  triggerCode(error) ?? findRow(COGNITO_ERRORS, error)?.code;

/**
 * The failure to show for whatever an action threw.
 * @param site the deployment's own rules for passwords and addresses; the defaults when absent
 */
export function toAuthFailure(error: unknown, site: SiteRules = {}): AuthFailure {
  if (error instanceof ApiError)
    return failureSaying(error.status === 0 ? AUTH_ERRORS['network-request-failed'] : error.message);
  if (!(error instanceof Error)) return failureSaying(DEFAULT_AUTH_ERROR);
  const code = authErrorCode(error);
  const fieldError = findRow(CODE_ERRORS, error);
  return {
    ...failureSaying(code === undefined ? DEFAULT_AUTH_ERROR : messageFor(code, site)),
    ...(fieldError !== undefined && { field: { name: 'code', message: fieldError.message } }),
  };
}

export const failureSaying = (message: string): AuthFailure => ({ code: AUTH_ERROR_CODE, message });

function messageFor(code: AuthErrorCode, { passwordPolicy, emailDomains }: SiteRules): string {
  if (code === 'weak-password' && passwordPolicy !== undefined) return policyRefusal(passwordPolicy);
  if (code === 'domain-not-allowed' && emailDomains?.length) return domainRefusal(emailDomains);
  return AUTH_ERRORS[code];
}

function triggerCode(error: unknown): AuthErrorCode | undefined {
  if (!(error instanceof Error && TRIGGER_ERRORS.includes(error.name))) return undefined;
  return TRIGGER_CODES.find((code) => error.message.includes(AUTH_ERRORS[code]));
}

function findRow<Row extends { name: string; when?: RegExp }>(
  rows: readonly Row[],
  error: unknown,
): Row | undefined {
  if (!(error instanceof Error)) return undefined;
  const { name, message } = error;
  return rows.find((one) => one.name === name && (one.when === undefined || one.when.test(message)));
}
