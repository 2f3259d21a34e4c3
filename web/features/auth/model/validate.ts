import { AUTH_ERRORS } from '#shared/errors.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';
import { meetsPolicy, policyRefusal } from './password-policy.ts';

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

/** @param policy what the deployment asks for; the specified six characters when absent */
export function validateNewPassword(value: string, policy?: PasswordPolicy): string | undefined {
  if (value === '') return 'Choose a password.';
  // Cognito refuses these as no password at all.
  if (value !== value.trim()) return 'A password must not start or end with a space.';
  return meetsPolicy(value, policy) ? undefined : policyRefusal(policy);
}

/** A code as it is sent: mails and phones set its digits apart. */
export const readCode = (value: string): string => value.replaceAll(/\s/g, '');

export const validateCode: Validate = (value) =>
  CODE.test(readCode(value)) ? undefined : 'Enter the six digits of the code.';
