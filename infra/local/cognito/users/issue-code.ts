import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import { deliverMail } from '../mail.ts';
import type { User } from '../state/schema.ts';

const HOUR = 60 * 60_000;
const LIFETIME = { signUp: 24 * HOUR, reset: HOUR } as const;
const MAILS_PER_HOUR = 10;

/** Where a code went, as Cognito tells it: the address masked. */
export type CodeDelivery = { AttributeName: 'email'; DeliveryMedium: 'EMAIL'; Destination: string };

/**
 * Makes a code, which replaces the one before, and mails it.
 * @throws LimitExceededException when the account was sent too many within the hour.
 */
export function issueCode(cognito: Cognito, user: User, purpose: 'signUp' | 'reset'): CodeDelivery {
  const now = cognito.clock();
  const recent = user.mailedAt.filter((at) => at > now - HOUR);
  if (recent.length >= MAILS_PER_HOUR) throw refusal('limitExceeded');
  const code = cognito.makeCode();
  user.mailedAt = [...recent, now];
  user.codes[purpose] = { value: code, expiresAt: now + LIFETIME[purpose] };
  deliverMail(cognito, { to: user.email, about: purpose, code });
  const masked = user.email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***');
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked };
}
