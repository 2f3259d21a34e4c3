/** Cognito's exception names and messages, as its pools with user-existence errors on (legacy) send them. */
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
  operationUnknown: ['UnknownOperationException', 'This operation is not part of the local Cognito.'],
  internal: ['InternalErrorException', 'Something went wrong in the local Cognito.'],
} as const;

/** What may be refused, by a name of our own. */
export type Refusal = keyof typeof EXCEPTIONS;

/** A refusal as Cognito words it: `name` goes out as `__type`, `message` as it is. */
export class CognitoException extends Error {
  override readonly name: string;
  /** HTTP status: 400 but for our own faults. */
  readonly status: 400 | 500;

  constructor(name: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = name;
    this.status = name === 'InternalErrorException' ? 500 : 400;
  }
}

/** The exception for a refusal of the table. */
export function refusal(what: Refusal, options?: ErrorOptions): CognitoException {
  const [name, message] = EXCEPTIONS[what];
  return new CognitoException(name, message, options);
}

/** An InvalidParameterException with a message of its own. */
export const invalidParameter = (message: string): CognitoException =>
  new CognitoException('InvalidParameterException', message);
