import { randomUUID } from 'node:crypto';
import type { Context } from 'hono';
import * as v from 'valibot';
import type { Pool } from './pool.ts';

/** Cognito's exception names and messages, as sent by pools with user-existence errors enabled (legacy). */
const EXCEPTIONS = {
  wrongCredentials: ['NotAuthorizedException', 'Incorrect username or password.'],
  lockedOut: ['NotAuthorizedException', 'Password attempts exceeded'],
  userDisabled: ['NotAuthorizedException', 'User is disabled.'],
  passwordResetRequired: ['PasswordResetRequiredException', 'Password reset required for the user'],
  userUnconfirmed: ['UserNotConfirmedException', 'User is not confirmed.'],
  alreadyConfirmed: ['NotAuthorizedException', 'User cannot be confirmed. Current status is CONFIRMED'],
  resendToConfirmed: ['InvalidParameterException', 'User is already confirmed.'],
  userUnknown: ['UserNotFoundException', 'User does not exist.'],
  usernameUnknown: ['UserNotFoundException', 'Username/client id combination not found.'],
  emailTaken: ['UsernameExistsException', 'An account with the given email already exists.'],
  signUpOff: ['NotAuthorizedException', 'SignUp is not permitted for this user pool'],
  userExists: ['UsernameExistsException', 'User account already exists'],
  invitationTaken: [
    'UnsupportedUserStateException',
    'Resend not possible. User is not in FORCE_CHANGE_PASSWORD state.',
  ],
  passwordNotReset: ['NotAuthorizedException', 'User password cannot be reset in the current state.'],
  invitationExpired: [
    'NotAuthorizedException',
    'Temporary password has expired and must be reset by an administrator.',
  ],
  totpOff: ['SoftwareTokenMFANotFoundException', 'Software Token MFA has not been enabled by the userPool'],
  totpUnverified: ['EnableSoftwareTokenMFAException', 'Code mismatch'],
  totpNotSetUp: ['InvalidParameterException', 'User has not verified software token mfa'],
  totpWrong: ['CodeMismatchException', 'Invalid code received for user'],
  totpUsed: ['ExpiredCodeException', 'Your software token has already been used once.'],
  poolUnknown: ['ResourceNotFoundException', 'This user pool does not exist.'],
  preSignUpRefused: [
    'UserLambdaValidationException',
    'PreSignUp failed with error An account with the given email already exists..',
  ],
  usernameNoEmail: ['InvalidParameterException', 'Username should be an email.'],
  emailUnverified: [
    'InvalidParameterException',
    'Cannot reset password for the user as there is no registered/verified email or phone_number',
  ],
  passwordShort: [
    'InvalidPasswordException',
    'Password did not conform with policy: Password not long enough',
  ],
  codeWrong: ['CodeMismatchException', 'Invalid verification code provided, please try again.'],
  codeExpired: ['ExpiredCodeException', 'Invalid code provided, please request a code again.'],
  limitExceeded: ['LimitExceededException', 'Attempt limit exceeded, please try after some time.'],
  sessionExpired: ['NotAuthorizedException', 'Invalid session for the user, session is expired.'],
  refreshInvalid: ['NotAuthorizedException', 'Invalid Refresh Token'],
  refreshExpired: ['NotAuthorizedException', 'Refresh Token has expired'],
  refreshRevoked: ['NotAuthorizedException', 'Refresh Token has been revoked'],
  accessInvalid: ['NotAuthorizedException', 'Invalid Access Token'],
  accessExpired: ['NotAuthorizedException', 'Access Token has expired'],
  accessRevoked: ['NotAuthorizedException', 'Access Token has been revoked'],
  accessScope: ['NotAuthorizedException', 'Access Token does not have required scopes'],
  attributeNotWritable: ['NotAuthorizedException', 'A client attempted to write unauthorized attribute'],
  passwordFlowOff: ['InvalidParameterException', 'USER_PASSWORD_AUTH flow not enabled for this client'],
  timestampFormat: [
    'InvalidParameterException',
    'TIMESTAMP format should be EEE MMM d HH:mm:ss z yyyy in english.',
  ],
  bodyUnreadable: ['SerializationException', 'The request body could not be read as JSON.'],
  unsigned: ['MissingAuthenticationTokenException', 'Missing Authentication Token'],
  operationUnknown: ['UnknownOperationException', 'This operation is not part of the local Cognito.'],
  internal: ['InternalErrorException', 'Something went wrong in the local Cognito.'],
} as const;

export type Refusal = keyof typeof EXCEPTIONS;

/** A Cognito exception: `name` is sent as `__type`, `message` unchanged. */
export class CognitoException extends Error {
  override readonly name: string;
  /** HTTP status: 500 for faults of the emulator itself. */
  readonly status: 400 | 500;

  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
    this.status = name === 'InternalErrorException' ? 500 : 400;
  }
}

export function refusal(what: Refusal, options?: ErrorOptions): CognitoException {
  const [name, message] = EXCEPTIONS[what];
  return new CognitoException(name, message, options);
}

/** A refusal by the pre-sign-up trigger, wrapped as Cognito does. */
export const preSignUpFailed = (sentence: string): CognitoException =>
  new CognitoException('UserLambdaValidationException', `PreSignUp failed with error ${sentence}.`);

/** An InvalidParameterException with a specific message. */
export const invalidParameter = (message: string): CognitoException =>
  new CognitoException('InvalidParameterException', message);

/** Fields common to several operations. */
export const USERNAME = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
export const PASSWORD = v.pipe(v.string(), v.maxLength(256), v.regex(/^\S(.*\S)?$/s));
export const TOKEN = v.pipe(v.string(), v.minLength(1), v.maxLength(8192));
export const CODE = v.pipe(v.string(), v.minLength(1), v.maxLength(2048), v.regex(/^\S+$/));
export const ATTRIBUTES = v.array(
  v.object({ Name: v.string(), Value: v.pipe(v.string(), v.maxLength(2048)) }),
);

/**
 * Parses an operation's fields; others, such as analytics metadata, are dropped, as Cognito ignores them.
 * @throws InvalidParameterException naming the first invalid field.
 */
export function readInput<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'request';
  const member = path.charAt(0).toLowerCase() + path.slice(1);
  const constraint =
    issue.input === undefined || issue.input === null
      ? 'Member must not be null'
      : 'Member must satisfy the constraint of its length and pattern';
  throw invalidParameter(
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: ${constraint}`,
  );
}

/** An operation of the protocol: receives the parsed body and resolves with the response object. @throws CognitoException */
export type Operation = (pool: Pool, input: unknown) => Promise<object>;

/** Operations by their name in `x-amz-target`. */
export type Operations = Readonly<Record<string, Operation>>;

const CLIENT_INPUT = v.object({ ClientId: v.string() });

/**
 * An operation that names the app client; `members` are the other fields. The operation
 * @throws ResourceNotFoundException for any app client but the pool's own.
 */
export function clientOperation<T>(
  members: v.GenericSchema<unknown, T>,
  run: (pool: Pool, input: T) => object | Promise<object>,
): Operation {
  return async (pool, input) => {
    const { ClientId } = readInput(CLIENT_INPUT, input);
    const own = readInput(members, input);
    if (ClientId !== pool.installation.clientId)
      throw new CognitoException('ResourceNotFoundException', `User pool client ${ClientId} does not exist.`);
    return run(pool, own);
  };
}

const TARGET_PATTERN = /^AWSCognitoIdentityProviderService\.(\w+)$/;
const CONTENT_TYPE = 'application/x-amz-json-1.1';

async function readBody(context: Context): Promise<unknown> {
  try {
    return await context.req.json();
  } catch (cause) {
    throw refusal('bodyUnreadable', { cause });
  }
}

/** Operations open to anybody, and those that require a signed request. */
type Served = Readonly<Record<'anybody' | 'admins', Operations>>;

/** Any signature is accepted: there are no credentials to check it against, and other sites' pages cannot reach this server. */
const SIGNATURE_PATTERN = /^AWS4-HMAC-SHA256 /;

function findOperation({ anybody, admins }: Served, { req }: Context): Operation {
  const [, name = ''] = TARGET_PATTERN.exec(req.header('x-amz-target') ?? '') ?? [];
  const isAdministrative = Object.hasOwn(admins, name);
  const operation = isAdministrative ? admins[name] : Object.hasOwn(anybody, name) && anybody[name];
  if (!operation) throw refusal('operationUnknown');
  if (isAdministrative && !SIGNATURE_PATTERN.test(req.header('authorization') ?? ''))
    throw refusal('unsigned');
  return operation;
}

async function runOperation(pool: Pool, served: Served, context: Context): Promise<object> {
  const operation = findOperation(served, context);
  const input = await readBody(context);
  try {
    return await operation(pool, input);
  } finally {
    // Exceptions change the state too: wrong attempts are counted.
    await pool.store.save();
  }
}

/** Sends an error in the form Amplify reads: `x-amzn-errortype` first, then `__type`. Messages of unexpected errors are not sent. */
export function sendException(context: Context, error: unknown): Response {
  const exception = error instanceof CognitoException ? error : refusal('internal');
  const { name, message, status } = exception;
  return context.body(JSON.stringify({ __type: name, message }), status, {
    'content-type': CONTENT_TYPE,
    'x-amzn-errortype': name,
  });
}

/** Handles one call of the AWS JSON 1.1 protocol. */
export async function answerCall(pool: Pool, served: Served, context: Context): Promise<Response> {
  context.header('cache-control', 'no-store');
  context.header('x-amzn-requestid', randomUUID());
  try {
    const output = await runOperation(pool, served, context);
    return context.body(JSON.stringify(output), 200, { 'content-type': CONTENT_TYPE });
  } catch (error) {
    if (!(error instanceof CognitoException)) console.error('local Cognito', error);
    return sendException(context, error);
  }
}
