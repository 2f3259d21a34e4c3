import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { refusalOf } from '#functions/sign-up/policy.ts';
import { checkCode, issueCode, spendCode } from './codes.ts';
import * as passwords from './passwords.ts';
import * as protocol from './protocol.ts';
import { addUser, findUser, hasExternalUser, readAttributes, requireUser } from './users.ts';

const SIGN_UP_INPUT = v.object({
  Username: protocol.USERNAME,
  Password: protocol.PASSWORD,
  UserAttributes: v.optional(protocol.ATTRIBUTES, []),
});
const CONFIRM_SIGN_UP_INPUT = v.object({ Username: protocol.USERNAME, ConfirmationCode: protocol.CODE });
const RESEND_CODE_INPUT = v.object({ Username: protocol.USERNAME });

export const signUpOperations: protocol.Operations = {
  /** Creates an unconfirmed account and mails its code. Nothing is awaited between checking the address and taking it. */
  SignUp: protocol.clientOperation(SIGN_UP_INPUT, (pool, { Username: email, Password, UserAttributes }) => {
    if (!v.is(v.pipe(v.string(), v.rfcEmail()), email)) throw protocol.refusal('usernameNoEmail');
    if (pool.signUp.mode !== 'open') throw protocol.refusal('signUpOff');
    // The username is the address, so a separate `email` attribute adds nothing.
    const attributes = readAttributes(UserAttributes.filter(({ Name }) => Name !== 'email'));
    const sub = randomUUID();
    const password = passwords.hashPassword(pool, sub, Password);
    if (findUser(pool, email)) throw protocol.refusal('emailTaken');
    const refused = refusalOf(pool.signUp, { by: 'password', email, isProven: false });
    if (refused !== undefined) throw protocol.preSignUpFailed(refused);
    if (hasExternalUser(pool, email)) throw protocol.refusal('preSignUpRefused');
    const user = addUser(pool, {
      sub,
      username: sub,
      email,
      emailVerified: false,
      ...attributes,
      status: 'UNCONFIRMED',
      password,
    });
    return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: issueCode(pool, user, 'signUp') };
  }),

  /** Confirms an account and its email address with the mailed code. */
  ConfirmSignUp: protocol.clientOperation(CONFIRM_SIGN_UP_INPUT, (pool, { Username, ConfirmationCode }) => {
    const user = requireUser(pool, Username);
    if (user.status !== 'UNCONFIRMED') throw protocol.refusal('alreadyConfirmed');
    checkCode(pool, user, 'signUp', ConfirmationCode);
    spendCode(user, 'signUp');
    user.status = 'CONFIRMED';
    user.emailVerified = true;
    return {};
  }),

  /** Mails a new sign-up code, which replaces the previous one. */
  ResendConfirmationCode: protocol.clientOperation(RESEND_CODE_INPUT, (pool, { Username }) => {
    const user = requireUser(pool, Username);
    if (user.status !== 'UNCONFIRMED') throw protocol.refusal('resendToConfirmed');
    return { CodeDeliveryDetails: issueCode(pool, user, 'signUp') };
  }),
};
