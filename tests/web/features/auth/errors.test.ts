import { describe, expect, it } from 'vitest';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { COGNITO_ERRORS, toAuthFailure } from '#web/features/auth/errors.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import { NO_ADDRESS, refused } from './auth-rig.ts';

/** Exceptions as worded by Cognito, Amplify and the browsers, by the message users see. */
const WORDED: Record<string, [name: string, message: string][]> = {
  'No user found with this email address.': [
    ['UserNotFoundException', 'User does not exist.'],
    ['UserNotFoundException', 'Username/client id combination not found.'],
  ],
  'Incorrect password.': [
    ['NotAuthorizedException', 'Incorrect username or password.'],
    [
      'InvalidParameterException',
      "1 validation error detected: Value at 'previousPassword' failed to satisfy constraint: Member must satisfy regular expression pattern: ^[\\S]+.*[\\S]+$",
    ],
  ],
  'An account with this email already exists.': [
    ['UsernameExistsException', 'An account with the given email already exists.'],
    ['AliasExistsException', 'An account with the email already exists.'],
    [
      'UserLambdaValidationException',
      'PreSignUp failed with error An account with the given email already exists..',
    ],
  ],
  'This account has no confirmed email address to which a code could go. Ask whoever runs this site for a new password.':
    [['InvalidParameterException', NO_ADDRESS]],
  'Password should be at least 6 characters.': [
    ['InvalidPasswordException', 'Password did not conform with policy: Password not long enough'],
    [
      'InvalidParameterException',
      "1 validation error detected: Value at 'password' failed to satisfy constraint: Member must have length greater than or equal to 6",
    ],
  ],
  'Invalid email address.': [
    ['InvalidParameterException', 'Username should be an email.'],
    ['InvalidParameterException', 'Invalid email address format.'],
  ],
  'This account has been disabled.': [
    ['NotAuthorizedException', 'User is disabled.'],
    ['OAuthSignInException', 'User is disabled.'],
  ],
  'Too many failed attempts. Please try again later.': [
    ['NotAuthorizedException', 'Password attempts exceeded'],
    ['LimitExceededException', 'Attempt limit exceeded, please try after some time.'],
    ['TooManyRequestsException', 'Too many requests'],
    ['ForbiddenException', 'Request not allowed due to WAF block.'],
    ['TooManyFailedAttemptsException', 'Too many failed attempts'],
  ],
  'No email could be sent just now. Please try again later.': [
    ['CodeDeliveryFailureException', 'Failed to deliver the verification code.'],
    [
      'LimitExceededException',
      'Exceeded daily email limit for the operation or the account. If a higher limit is required, please configure your user pool to use your own Amazon SES configuration for sending email.',
    ],
  ],
  'Network error. Please check your connection.': [
    ['NetworkError', 'A network error has occurred.'],
    ['TypeError', 'Failed to fetch'],
    ['TypeError', 'Failed to fetch dynamically imported module: https://expertscope.example/assets/x.js'],
    ['TypeError', 'NetworkError when attempting to fetch resource.'],
    ['TypeError', 'error loading dynamically imported module'],
    ['TypeError', 'Load failed'],
    ['TypeError', 'Importing a module script failed.'],
  ],
  'This site takes no new accounts.': [
    ['NotAuthorizedException', 'SignUp is not permitted for this user pool'],
    ['OAuthSignInException', 'PreSignUp failed with error This site takes no new accounts..'],
  ],
  'Only people who have been invited can have an account here.': [
    [
      'OAuthSignInException',
      'PreSignUp failed with error Only people who have been invited can have an account here..',
    ],
  ],
  'Email addresses of this domain cannot have an account here.': [
    [
      'UserLambdaValidationException',
      'PreSignUp failed with error Email addresses of this domain cannot have an account here..',
    ],
  ],
  'Your provider does not confirm your email address, which an account here needs.': [
    [
      'OAuthSignInException',
      'PreSignUp failed with error Your provider does not confirm your email address, which an account here needs.. ',
    ],
    ['OAuthSignInException', 'attributes required: [email]'],
  ],
  'Your temporary password is no longer valid. Ask for a new invitation.': [
    ['NotAuthorizedException', 'Temporary password has expired and must be reset by an administrator.'],
    ['NotAuthorizedException', 'User account has expired, it must be reset by an administrator.'],
  ],
  'This account has no password to reset. Sign in with the temporary password from your invitation, or through the provider you came by.':
    [['NotAuthorizedException', 'User password cannot be reset in the current state.']],
  'Whether you may have an account here could not be checked. Please try again in a moment.': [
    [
      'UserLambdaValidationException',
      'PreSignUp failed with error Whether you may have an account here could not be checked. Please try again in a moment..',
    ],
    [
      'UserLambdaValidationException',
      'PreSignUp invocation failed due to error Socket timeout while invoking Lambda function.',
    ],
    ['UnexpectedLambdaException', 'PreSignUp invocation failed due to error TooManyRequestsException.'],
    ['OAuthSignInException', 'PreSignUp invocation failed due to error AccessDeniedException. '],
  ],
  'Your session has ended. Please sign out, and sign in again.': [
    ['NotAuthorizedException', 'Access Token has been revoked'],
    ['NotAuthorizedException', 'Access Token has expired'],
    ['NotAuthorizedException', 'Refresh Token has been revoked'],
    ['NotAuthorizedException', 'Refresh Token has expired'],
    ['NotAuthorizedException', 'Invalid Refresh Token'],
    ['UserUnAuthenticatedException', 'User needs to be authenticated to call this API.'],
  ],
  'That took too long. Please sign in again.': [
    ['NotAuthorizedException', 'Invalid session for the user, session is expired.'],
    ['SignInException', 'An error occurred during the sign in process.'],
  ],
  "This browser's storage is full. Make room under 'Your data', where what it holds can be exported and cleared, and sign in again.":
    [
      [
        'QuotaExceededError',
        "Failed to execute 'setItem' on 'Storage': Setting the value exceeded the quota.",
      ],
      ['NS_ERROR_DOM_QUOTA_REACHED', 'Persistent storage maximum size reached'],
    ],
  'An error occurred during authentication.': [
    ['NotAuthorizedException', 'Access Token does not have required scopes'],
    ['InvalidParameterException', 'Something else about a parameter'],
    ['InternalErrorException', 'Something went wrong'],
    ['UserLambdaValidationException', 'PreSignUp failed'],
    ['TypeError', "Cannot read properties of undefined (reading 'x')"],
  ],
};

describe('the auth error table', () => {
  for (const [sentence, exceptions] of Object.entries(WORDED))
    it.each(exceptions)(`says "${sentence}" for %s: %s`, (name, message) => {
      expect(toAuthFailure(refused(name, message))).toEqual({ code: 'auth-error', message: sentence });
    });

  it('covers every message in the catalogue', () => {
    expect(Object.keys(WORDED)).toEqual(expect.arrayContaining(Object.values(AUTH_ERRORS)));
    expect(COGNITO_ERRORS.filter(({ code }) => !WORDED[AUTH_ERRORS[code]])).toEqual([]);
  });

  it('names the allowed domains when the deployment lists them', () => {
    const refusal = refused(
      'UserLambdaValidationException',
      `PreSignUp failed with error ${AUTH_ERRORS['domain-not-allowed']}.`,
    );
    expect(toAuthFailure(refusal, { emailDomains: ['example.com', 'example.org'] }).message).toBe(
      'Only email addresses at example.com or example.org can have an account here.',
    );
  });

  it.each([
    ['CodeMismatchException', 'This code is not right. Check it, or send a new one.'],
    ['ExpiredCodeException', 'This code is no longer valid. Send a new one.'],
    ['EnableSoftwareTokenMFAException', 'This code is not right. Enter the one that your app shows now.'],
  ])('reports the problem next to the code field: %s', (name, message) => {
    expect(toAuthFailure(refused(name))).toEqual({
      code: 'auth-error',
      message: 'An error occurred during authentication.',
      field: { name: 'code', message },
    });
  });

  it('uses the API’s own messages, and reports its silence as a network error', () => {
    const declined = new ApiError({ status: 503, code: 'unavailable', message: 'Not right now.' });
    expect(toAuthFailure(declined).message).toBe('Not right now.');
    expect(toAuthFailure(networkError(undefined)).message).toBe(
      'Network error. Please check your connection.',
    );
  });

  it.each([undefined, 'a text', { name: 'NetworkError' }])(
    'falls back to the default message for a thrown non-error: %s',
    (thrown) => {
      expect(toAuthFailure(thrown).message).toBe('An error occurred during authentication.');
    },
  );
});
