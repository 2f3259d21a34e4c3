import { randomUUID } from 'node:crypto';
import { PRODUCT_NAME } from '#shared/product.ts';
import * as passwords from './passwords.ts';
import type { Pool } from './pool.ts';
import { refusal } from './protocol.ts';
import type { Mail, User } from './state.ts';

/** How many mails the local mailbox keeps. */
const MAX_MAILS = 50;

const HOUR = 60 * 60_000;

/** The mail's text and the code's lifetime, by purpose. */
const PURPOSES = {
  signUp: {
    subject: `Your ${PRODUCT_NAME} verification code`,
    body: (code: string) => `Your confirmation code is ${code}. It is valid for 24 hours.`,
    lifetime: 24 * HOUR,
  },
  reset: {
    subject: `Your ${PRODUCT_NAME} password reset code`,
    body: (code: string) => `Your password reset code is ${code}. It is valid for one hour.`,
    lifetime: HOUR,
  },
} as const;
type Purpose = keyof typeof PURPOSES;

/** Prints the mail to the terminal. */
export function printMail(mail: Mail): void {
  console.info(`Local mail (simulated) to ${mail.to}: ${mail.subject}. ${mail.body}`);
}

const MAX_MAILS_PER_HOUR = 10;

/**
 * Creates a code, which replaces any previous one, and mails it to the local mailbox, newest first.
 * @returns the delivery details as Cognito gives them, with the address masked.
 * @throws LimitExceededException when too many mails were sent to the account within the hour.
 */
export function issueCode(pool: Pool, user: User, purpose: Purpose): object {
  const now = pool.clock();
  const recent = user.mailedAt.filter((at) => at > now - HOUR);
  if (recent.length >= MAX_MAILS_PER_HOUR) throw refusal('limitExceeded');
  const { subject, body, lifetime } = PURPOSES[purpose];
  const code = pool.makeCode();
  user.mailedAt = [...recent, now];
  user.codes[purpose] = { value: code, expiresAt: now + lifetime };
  deliver(pool, { to: user.email, subject, body: body(code), code });
  const masked = user.email.replace(/^(.)[^@]*@(.).*$/, '$1***@$2***');
  return { AttributeName: 'email', DeliveryMedium: 'EMAIL', Destination: masked };
}

/** Mails the temporary password to a user invited by an administrator. */
export function mailInvitation(pool: Pool, { email }: User, password: string): void {
  const subject = `Your invitation to ${PRODUCT_NAME}`;
  const body = `Sign in as ${email} with the temporary password ${password}. It is valid for seven days.`;
  deliver(pool, { to: email, subject, body, code: password });
}

function deliver(pool: Pool, content: Pick<Mail, 'to' | 'subject' | 'body' | 'code'>): void {
  const mail = { id: randomUUID(), sentAt: new Date(pool.clock()).toISOString(), ...content };
  const { state } = pool.store;
  state.mails = [mail, ...state.mails].slice(0, MAX_MAILS);
  pool.sendMail(mail);
}

const MAX_WRONG_ATTEMPTS = 5;
const LOCK_MILLISECONDS = 15 * 60_000;

/**
 * Checks the code a user typed. After five wrong attempts, every code is refused for 15 minutes, even a new one: otherwise requesting a new
 * code would allow five more guesses.
 * @throws LimitExceededException, ExpiredCodeException, CodeMismatchException
 */
export function checkCode(pool: Pool, user: User, purpose: Purpose, typed: string): void {
  const now = pool.clock();
  const wrong = user.wrong[purpose];
  const count = wrong && now < wrong.lastAt + LOCK_MILLISECONDS ? wrong.count : 0;
  if (count >= MAX_WRONG_ATTEMPTS) throw refusal('limitExceeded');
  const code = user.codes[purpose];
  if (!code || code.expiresAt <= now) throw refusal('codeExpired');
  if (!passwords.isSameSecret(code.value, typed)) {
    user.wrong[purpose] = { count: count + 1, lastAt: now };
    throw refusal('codeWrong');
  }
}

/** A code can be used once. */
export function spendCode(user: User, purpose: Purpose): void {
  delete user.codes[purpose];
  delete user.wrong[purpose];
}
