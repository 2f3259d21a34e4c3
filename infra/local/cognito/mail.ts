import { PRODUCT_NAME } from '#shared/product.ts';
import type { Cognito } from './cognito.ts';
import type { Mail } from './state/schema.ts';

/** How many mails the local page shows. */
const KEPT_MAILS = 50;

/** What a mail says, by what its code is for. */
const TEXTS = {
  signUp: {
    subject: `Your ${PRODUCT_NAME} verification code`,
    body: (code: string) => `Your confirmation code is ${code}. It is valid for 24 hours.`,
  },
  reset: {
    subject: `Your ${PRODUCT_NAME} password reset code`,
    body: (code: string) => `Your password reset code is ${code}. It is valid for one hour.`,
  },
} as const;

/** The mail as it is printed to the terminal. */
export function printMail(mail: Mail): void {
  console.info(`Local mail (simulated) to ${mail.to}: ${mail.subject}. ${mail.body}`);
}

/** Puts a mail into the local mailbox, newest first, and prints it. */
export function deliverMail(
  cognito: Cognito,
  options: { to: string; about: keyof typeof TEXTS; code: string },
): void {
  const { to, about, code } = options;
  const { state } = cognito.store;
  const { subject, body } = TEXTS[about];
  const sentAt = new Date(cognito.clock()).toISOString();
  const mail: Mail = { id: cognito.makeUuid(), sentAt, to, subject, body: body(code), code };
  state.mails = [mail, ...state.mails].slice(0, KEPT_MAILS);
  cognito.sendMail(mail);
}
