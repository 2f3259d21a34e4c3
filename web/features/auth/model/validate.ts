import { MINIMUM_PASSWORD_LENGTH } from '#shared/constants.ts';
import { AUTH_ERRORS } from '#shared/errors.ts';

/** What is wrong with a typed value, as a sentence; undefined when nothing is. */
export type Validate = (value: string) => string | undefined;

/** Not more than what every address has: the mail that arrives, or not, is the real test. */
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;
const CODE = /^\d{6}$/;

export const validateName: Validate = (value) => (value.trim() === '' ? 'Enter your name.' : undefined);

export const validateEmail: Validate = (value) => {
  if (value.trim() === '') return 'Enter your email address.';
  return ADDRESS.test(value.trim()) ? undefined : AUTH_ERRORS['invalid-email'];
};

export const validatePassword: Validate = (value) => (value === '' ? 'Enter your password.' : undefined);

export const validateNewPassword: Validate = (value) => {
  if (value === '') return 'Choose a password.';
  return Array.from(value).length < MINIMUM_PASSWORD_LENGTH ? AUTH_ERRORS['weak-password'] : undefined;
};

export const validateCode: Validate = (value) =>
  CODE.test(value.trim()) ? undefined : 'Enter the six digits of the code.';
