import * as v from 'valibot';
import { checkCode, issueCode, spendCode } from './codes.ts';
import { hashPassword } from './passwords.ts';
import type { Pool } from './pool.ts';
import { ATTRIBUTES, assertClient, CODE, PASSWORD, readInput, refusal, USERNAME } from './protocol.ts';
import { addUser, findUser, readAttributes, requireUser } from './users.ts';

const SIGN_UP = v.object({
  ClientId: v.string(),
  Username: USERNAME,
  Password: PASSWORD,
  UserAttributes: v.optional(ATTRIBUTES, []),
});

/** Makes an unconfirmed account and mails its code. Nothing is awaited between looking the address up and taking it. */
export async function signUp(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, Username: email, Password: password, UserAttributes } = readInput(SIGN_UP, input);
  assertClient(pool, ClientId);
  if (!v.is(v.pipe(v.string(), v.rfcEmail()), email)) throw refusal('usernameNoEmail');
  // The username is the address, so an `email` attribute beside it has nothing to add.
  const attributes = readAttributes(UserAttributes.filter(({ Name }) => Name !== 'email'));
  const sub = pool.makeUuid();
  const record = hashPassword(pool, { username: sub, password });
  if (findUser(pool, email)) throw refusal('emailTaken');
  const user = addUser(pool, {
    sub,
    username: sub,
    email,
    emailVerified: false,
    ...attributes,
    status: 'UNCONFIRMED',
    password: record,
  });
  return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: issueCode(pool, user, 'signUp') };
}

const CONFIRMATION = v.object({ ClientId: v.string(), Username: USERNAME, ConfirmationCode: CODE });

/** Confirms an account and its e-mail address with the mailed code. */
export async function confirmSignUp(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, Username, ConfirmationCode } = readInput(CONFIRMATION, input);
  assertClient(pool, ClientId);
  const user = requireUser(pool, Username);
  if (user.status !== 'UNCONFIRMED') throw refusal('alreadyConfirmed');
  checkCode(pool, user, 'signUp', ConfirmationCode);
  spendCode(user, 'signUp');
  user.status = 'CONFIRMED';
  user.emailVerified = true;
  return {};
}

const RESENDING = v.object({ ClientId: v.string(), Username: USERNAME });

/** Mails a new sign-up code, which replaces the one before. */
export async function resendConfirmationCode(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, Username } = readInput(RESENDING, input);
  assertClient(pool, ClientId);
  const user = requireUser(pool, Username);
  if (user.status !== 'UNCONFIRMED') throw refusal('resendToConfirmed');
  return { CodeDeliveryDetails: issueCode(pool, user, 'signUp') };
}
