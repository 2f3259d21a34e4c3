import * as v from 'valibot';
import { checkCode, issueCode, spendCode } from './codes.ts';
import {
  assertNotLocked,
  forgetWrongPasswords,
  hashPassword,
  isPasswordOf,
  rejectPassword,
} from './passwords.ts';
import type { Pool } from './pool.ts';
import { ATTRIBUTES, assertClient, CODE, PASSWORD, readInput, refusal, TOKEN, USERNAME } from './protocol.ts';
import type { User } from './state.ts';
import { authorise, findSession, SELF_SERVICE_SCOPE } from './tokens.ts';
import { listAttributes, readAttributes, requireUser } from './users.ts';

async function signedInUser(pool: Pool, accessToken: string): Promise<User> {
  const { user } = await authorise(pool, { accessToken, scope: SELF_SERVICE_SCOPE });
  return user;
}

const SIGNED_IN = v.object({ AccessToken: TOKEN });

/** The attributes of the signed-in user. */
export async function getUser(pool: Pool, input: unknown): Promise<object> {
  const { AccessToken } = readInput(SIGNED_IN, input);
  const user = await signedInUser(pool, AccessToken);
  return { Username: user.username, UserAttributes: listAttributes(user) };
}

const ATTRIBUTES_CHANGE = v.object({ AccessToken: TOKEN, UserAttributes: ATTRIBUTES });

/** Changes the name and picture of the signed-in user; the next ID token has them. */
export async function updateUserAttributes(pool: Pool, input: unknown): Promise<object> {
  const { AccessToken, UserAttributes } = readInput(ATTRIBUTES_CHANGE, input);
  const user = await signedInUser(pool, AccessToken);
  Object.assign(user, readAttributes(UserAttributes));
  return { CodeDeliveryDetailsList: [] };
}

const PASSWORD_CHANGE = v.object({
  AccessToken: TOKEN,
  PreviousPassword: PASSWORD,
  ProposedPassword: PASSWORD,
});

/** Changes the password of the signed-in user, who must give the old one. */
export async function changePassword(pool: Pool, input: unknown): Promise<object> {
  const { AccessToken, PreviousPassword, ProposedPassword } = readInput(PASSWORD_CHANGE, input);
  const user = await signedInUser(pool, AccessToken);
  assertNotLocked(user, pool.clock());
  if (!isPasswordOf(pool, user, PreviousPassword)) rejectPassword(pool, user);
  user.password = hashPassword(pool, { username: user.username, password: ProposedPassword });
  forgetWrongPasswords(user);
  return {};
}

const FORGOTTEN = v.object({ ClientId: v.string(), Username: USERNAME });

/** Mails a code with which a new password can be set. */
export async function forgotPassword(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, Username } = readInput(FORGOTTEN, input);
  assertClient(pool, ClientId);
  const user = requireUser(pool, Username);
  if (!user.emailVerified) throw refusal('emailUnverified');
  return { CodeDeliveryDetails: issueCode(pool, user, 'reset') };
}

const NEW_PASSWORD = v.object({
  ClientId: v.string(),
  Username: USERNAME,
  ConfirmationCode: CODE,
  Password: PASSWORD,
});

/** Sets a new password with the mailed code; a password that the policy refuses does not use the code up. */
export async function confirmForgotPassword(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, Username, ConfirmationCode, Password: password } = readInput(NEW_PASSWORD, input);
  assertClient(pool, ClientId);
  const user = requireUser(pool, Username);
  checkCode(pool, user, 'reset', ConfirmationCode);
  user.password = hashPassword(pool, { username: user.username, password });
  user.status = 'CONFIRMED';
  spendCode(user, 'reset');
  forgetWrongPasswords(user);
  return {};
}

const REVOCATION = v.object({ ClientId: v.string(), Token: TOKEN });

/** Ends one session by its refresh token; an unknown token counts as revoked. */
export async function revokeToken(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, Token } = readInput(REVOCATION, input);
  assertClient(pool, ClientId);
  const session = findSession(pool, Token);
  if (session) session.revoked = true;
  return {};
}

/** Ends every session of the signed-in user. */
export async function globalSignOut(pool: Pool, input: unknown): Promise<object> {
  const { AccessToken } = readInput(SIGNED_IN, input);
  const user = await signedInUser(pool, AccessToken);
  revokeSessions(pool, user);
  return {};
}

/** Ends every session of a person: none of them can be refreshed any more. */
export function revokeSessions(pool: Pool, { sub }: User): void {
  for (const session of pool.store.state.sessions) if (session.sub === sub) session.revoked = true;
}
