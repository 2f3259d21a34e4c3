import type { SignUpPolicy } from '#functions/environment.ts';
import { AUTH_ERRORS } from '#shared/auth-errors.ts';

/** Somebody who is about to get an account. */
interface Newcomer {
  /** Through the page's form, an administrator's invitation, or Google or the deployment's own provider. */
  by: 'password' | 'invitation' | 'provider';
  email: string;
  /** Whether a provider vouches for the address. With a password, its owner has yet to prove it with the mailed code. */
  isProven: boolean;
}

/**
 * Why somebody may not have an account, as a message from the catalogue; undefined if they may. An administrator may invite any address:
 * the list of domains applies only to people who sign up themselves.
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
  // An unverified address does not show that its owner belongs to that domain.
  return by === 'provider' && !isProven ? AUTH_ERRORS['email-not-proven'] : undefined;
}

/**
 * An address's domain in lower case. Undefined for ambiguous addresses, such as one with two @, and for domains beyond ASCII, where
 * different letters may look alike or fold to the same lower-case one.
 */
const domainOf = (email: string): string | undefined =>
  /^[^\s@]+@([a-z0-9.-]+)$/i.exec(email)?.[1]?.toLowerCase();
