import type { SignUpPolicy } from '#functions/environment.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';

/** Somebody who is about to get an account. */
interface Newcomer {
  /** By a form of the page, by an administrator's invitation, or by Google or the deployment's own provider. */
  by: 'password' | 'invitation' | 'provider';
  email: string;
  /** Whether a provider vouches for the address. With a password its owner has yet to prove it, by the mailed code. */
  isProven: boolean;
}

/**
 * Why somebody may not have an account, as a sentence of the catalogue; undefined when they may. An administrator may invite any address:
 * the list of domains is for those who come by themselves.
 */
export function refusalOf(
  { mode, emailDomains }: SignUpPolicy,
  { by, email, isProven }: Newcomer,
): string | undefined {
  if (mode === 'closed') return AUTH_ERRORS['sign-up-closed'];
  if (by === 'invitation') return undefined;
  if (mode === 'invited') return AUTH_ERRORS['not-invited'];
  if (emailDomains.length === 0) return undefined;
  const domain = domainOf(email);
  if (domain === undefined || !emailDomains.includes(domain)) return AUTH_ERRORS['domain-not-allowed'];
  // An unverified address says nothing about where its owner belongs.
  return by === 'provider' && !isProven ? AUTH_ERRORS['email-not-proven'] : undefined;
}

/**
 * The domain of an address in small letters. Undefined for what could be read in two ways, such as an address with two @, and beyond
 * ASCII, where letters that look alike, and some that fold to the same small one, are different.
 */
const domainOf = (email: string): string | undefined =>
  /^[^\s@]+@([a-z0-9.-]+)$/i.exec(email)?.[1]?.toLowerCase();
