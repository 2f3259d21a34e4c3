import { MINIMUM_PASSWORD_LENGTH } from '#shared/constants.ts';
import type { PasswordPolicy } from '#shared/site-config.ts';

/** What every deployment asks for that says nothing else (specification §9). */
const SPECIFIED: PasswordPolicy = {
  minimumLength: MINIMUM_PASSWORD_LENGTH,
  lowercase: false,
  uppercase: false,
  digits: false,
  symbols: false,
};

/**
 * The kinds as Cognito counts them: Latin letters without accents, digits, and these symbols, of which a space is one.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/managing-users-passwords.html
 */
const KINDS = [
  { kind: 'lowercase', name: 'a lowercase letter', pattern: /[a-z]/ },
  { kind: 'uppercase', name: 'an uppercase letter', pattern: /[A-Z]/ },
  { kind: 'digits', name: 'a digit', pattern: /[0-9]/ },
  { kind: 'symbols', name: 'a symbol', pattern: /[\^$*.[\]{}()?"!@#%&/\\,><':;|_~`=+\- ]/ },
] as const;

/** Whether the pool will take the password for strong enough. A surrogate pair counts as one character. */
export function meetsPolicy(password: string, policy: PasswordPolicy = SPECIFIED): boolean {
  return (
    Array.from(password).length >= policy.minimumLength &&
    KINDS.every(({ kind, pattern }) => !policy[kind] || pattern.test(password))
  );
}

/** What to know before choosing one: 'At least 6 characters.' */
export const policyHint = (policy?: PasswordPolicy): string => `At least ${demands(policy)}.`;

/** The refusal of one that is too weak: the catalogue's sentence where the policy is the specified one. */
export const policyRefusal = (policy?: PasswordPolicy): string =>
  `Password should be at least ${demands(policy)}.`;

function demands(policy: PasswordPolicy = SPECIFIED): string {
  const names = KINDS.filter(({ kind }) => policy[kind]).map(({ name }) => name);
  const listed = new Intl.ListFormat('en', { type: 'conjunction' }).format(names);
  return `${policy.minimumLength} characters${names.length === 0 ? '' : `, with ${listed}`}`;
}
