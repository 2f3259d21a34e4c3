import { AUTH_ERRORS } from '#shared/auth-errors.ts';
import { DEFAULT_PASSWORD_POLICY, type PasswordPolicy } from '#shared/site-config.ts';

/** The error in a typed value, as a sentence; undefined if the value is valid. */
export type Validate = (value: string) => string | undefined;

export const validateName: Validate = (value) => (value.trim() === '' ? 'Enter your name.' : undefined);

/** Deliberately permissive: whether the mail arrives is the real test. */
const EMAIL_PATTERN = /^[^\s@]+@[^\s@]+\.[^\s@.]+$/;

export const validateEmail: Validate = (value) => {
  if (value.trim() === '') return 'Enter your email address.';
  return EMAIL_PATTERN.test(value.trim()) ? undefined : AUTH_ERRORS['invalid-email'];
};

/** @param domains whose addresses may have an account; any domain if empty */
export function validateNewEmail(value: string, domains: readonly string[] = []): string | undefined {
  const domain = value.trim().toLowerCase().split('@').at(-1) ?? '';
  const refusal = domains.length > 0 && !domains.includes(domain) ? domainRefusal(domains) : undefined;
  return validateEmail(value) ?? refusal;
}

/** States which addresses may have an account. */
export const domainRefusal = (domains: readonly string[]): string =>
  `Only email addresses at ${new Intl.ListFormat('en', { type: 'disjunction' }).format(domains)} can have an account here.`;

const CODE_PATTERN = /^\d{6}$/;

/** The code without the whitespace that mails and phones put between its digits, which some keyboards type in full width or in Arabic. */
export const readCode = (value: string): string =>
  value
    .normalize('NFKC')
    .replaceAll(/\s/g, '')
    // The last four bits of these digits are their value.
    .replaceAll(/[٠-٩۰-۹]/g, (digit) => `${digit.charCodeAt(0) & 0xf}`);

export const validateCode: Validate = (value) =>
  CODE_PATTERN.test(readCode(value)) ? undefined : 'Enter the six digits of the code.';

export const validatePassword: Validate = (value) => (value === '' ? 'Enter your password.' : undefined);

/** Cognito's limit, in UTF-16 code units. */
const MAX_PASSWORD_LENGTH = 256;

/** @param policy the deployment's requirements; at least six characters when absent */
export function validateNewPassword(value: string, policy?: PasswordPolicy): string | undefined {
  if (value === '') return 'Choose a password.';
  // Cognito does not accept such a password at all.
  if (value !== value.trim()) return 'A password must not start or end with a space.';
  if (value.length > MAX_PASSWORD_LENGTH)
    return `A password may have at most ${MAX_PASSWORD_LENGTH} characters.`;
  return meetsPolicy(value, policy) ? undefined : policyRefusal(policy);
}

/**
 * Character classes as Cognito defines them: Latin letters without accents, digits, and these symbols, which include the space.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const CHARACTER_CLASSES = [
  { kind: 'lowercase', name: 'a lowercase letter', pattern: /[a-z]/ },
  { kind: 'uppercase', name: 'an uppercase letter', pattern: /[A-Z]/ },
  { kind: 'digits', name: 'a digit', pattern: /[0-9]/ },
  { kind: 'symbols', name: 'a symbol', pattern: /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/ },
] as const;

/** Whether the user pool will accept the password as strong enough. A surrogate pair counts as one character. */
function meetsPolicy(password: string, policy = DEFAULT_PASSWORD_POLICY): boolean {
  return (
    Array.from(password).length >= policy.minimumLength &&
    CHARACTER_CLASSES.every(({ kind, pattern }) => !policy[kind] || pattern.test(password))
  );
}

/** The requirements, shown before a password is chosen: 'At least 6 characters.' */
export const policyHint = (policy?: PasswordPolicy): string => `At least ${describePolicy(policy)}.`;

/** The error for a weak password: the catalogue's sentence if the deployment has no policy of its own. */
export const policyRefusal = (policy?: PasswordPolicy): string =>
  `Password should be at least ${describePolicy(policy)}.`;

function describePolicy(policy = DEFAULT_PASSWORD_POLICY): string {
  const names = CHARACTER_CLASSES.filter(({ kind }) => policy[kind]).map(({ name }) => name);
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `${policy.minimumLength} characters${names.length === 0 ? '' : `, with ${listed}`}`;
}
