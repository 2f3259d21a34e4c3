import { describe, expect, it } from 'vitest';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { COGNITO_ERRORS, toAuthFailure } from '#web/features/auth/errors.ts';
import { ApiError, networkError } from '#web/lib/api.ts';
import { refused } from './auth-rig.ts';

/** Exceptions in Cognito's, Amplify's and the browsers' own words, by the sentence people read. */
const WORDED: Record<string, [name: string, message: string][]> = {
  'No user found with this email address.': [
    ['UserNotFoundException', 'User does not exist.'],
    ['UserNotFoundException', 'Username/client id combination not found.'],
  ],
  'Incorrect password.': [['NotAuthorizedException', 'Incorrect username or password.']],
  'An account with this email already exists.': [
    ['UsernameExistsException', 'An account with the given email already exists.'],
    ['AliasExistsException', 'An account with the email already exists.'],
    [
      'UserLambdaValidationException',
      'PreSignUp failed with error An account with the given email already exists..',
    ],
  ],
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
  'Network error. Please check your connection.': [
    ['NetworkError', 'A network error has occurred.'],
    ['TypeError', 'Failed to fetch'],
    ['TypeError', 'Failed to fetch dynamically imported module: https://expertscope.example/assets/x.js'],
    ['TypeError', 'NetworkError when attempting to fetch resource.'],
    ['TypeError', 'error loading dynamically imported module'],
    ['TypeError', 'Load failed'],
    ['TypeError', 'Importing a module script failed.'],
  ],
  'An error occurred during authentication.': [
    ['NotAuthorizedException', 'Refresh Token has expired'],
    ['InvalidParameterException', 'Something else about a parameter'],
    ['InternalErrorException', 'Something went wrong'],
    ['UserLambdaValidationException', 'PreSignUp failed'],
    ['TypeError', "Cannot read properties of undefined (reading 'x')"],
  ],
};

describe('the auth error table', () => {
  for (const [sentence, exceptions] of Object.entries(WORDED))
    it.each(exceptions)(`says "${sentence}" of %s: %s`, (name, message) => {
      expect(toAuthFailure(refused(name, message))).toEqual({ code: 'auth-error', message: sentence });
    });

  it('reaches every code of the catalogue', () => {
    expect(new Set(COGNITO_ERRORS.map(({ code }) => code))).toEqual(new Set(Object.keys(AUTH_ERRORS)));
  });

  it.each([
    ['CodeMismatchException', 'This code is not right. Check it, or send a new one.'],
    ['ExpiredCodeException', 'This code is no longer valid. Send a new one.'],
  ])('says beside the code what is wrong with it: %s', (name, message) => {
    expect(toAuthFailure(refused(name))).toEqual({
      code: 'auth-error',
      message: 'An error occurred during authentication.',
      field: { name: 'code', message },
    });
  });

  it('takes the API’s own sentences, and its silence for the network’s', () => {
    const declined = new ApiError({ status: 503, code: 'unavailable', message: 'Not right now.' });
    expect(toAuthFailure(declined).message).toBe('Not right now.');
    expect(toAuthFailure(networkError(undefined)).message).toBe(
      'Network error. Please check your connection.',
    );
  });

  it.each([undefined, 'a text', { name: 'NetworkError' }])(
    'has the default for what is no error: %s',
    (thrown) => {
      expect(toAuthFailure(thrown).message).toBe('An error occurred during authentication.');
    },
  );
});
