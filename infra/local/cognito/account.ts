import * as v from 'valibot';
import { checkCode, issueCode, spendCode } from './codes.ts';
import * as passwords from './passwords.ts';
import type { Pool } from './pool.ts';
import * as protocol from './protocol.ts';
import type { User } from './state.ts';
import { authorise, findSession, SELF_SERVICE_SCOPE } from './tokens.ts';
import { findUser, hasExternalUser, listAttributes, readAttributes, requireUser } from './users.ts';

const SIGNED_IN = v.object({ AccessToken: protocol.TOKEN });

/** An operation of the signed-in user, identified by the access token; `members` are the other fields. */
export function userOperation<T>(
  members: v.GenericSchema<unknown, T>,
  run: (pool: Pool, user: User, input: T) => object,
): protocol.Operation {
  return async (pool, input) => {
    const { AccessToken } = protocol.readInput(SIGNED_IN, input);
    const own = protocol.readInput(members, input);
    const user = await authorise(pool, AccessToken, SELF_SERVICE_SCOPE);
    return run(pool, user, own);
  };
}

const TOTP = 'SOFTWARE_TOKEN_MFA';

const NONE = v.object({});
const ATTRIBUTES_CHANGE = v.object({ UserAttributes: protocol.ATTRIBUTES });
const PASSWORD_CHANGE = v.object({
  PreviousPassword: protocol.PASSWORD,
  ProposedPassword: protocol.PASSWORD,
});
const FORGOTTEN = v.object({ Username: protocol.USERNAME });
const NEW_PASSWORD = v.object({
  Username: protocol.USERNAME,
  ConfirmationCode: protocol.CODE,
  Password: protocol.PASSWORD,
});
const REVOCATION = v.object({ Token: protocol.TOKEN });

export const accountOperations: protocol.Operations = {
  GetUser: userOperation(NONE, (_pool, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
    ...(user.totp?.isEnabled && { UserMFASettingList: [TOTP], PreferredMfaSetting: TOTP }),
  })),

  /** Changes the signed-in user's name and picture; the next ID token includes them. */
  UpdateUserAttributes: userOperation(ATTRIBUTES_CHANGE, (_pool, user, { UserAttributes }) => {
    Object.assign(user, readAttributes(UserAttributes));
    return { CodeDeliveryDetailsList: [] };
  }),

  /** Changes the signed-in user's password; the old one is required. */
  ChangePassword: userOperation(PASSWORD_CHANGE, (pool, user, { PreviousPassword, ProposedPassword }) => {
    passwords.assertRight(pool, user, () => passwords.isPasswordOf(pool, user, PreviousPassword));
    user.password = passwords.hashPassword(pool, user.username, ProposedPassword);
    passwords.forgetWrong(user);
    return {};
  }),

  /** Mails a code for resetting the password, if the account has a password that its owner chose. */
  ForgotPassword: protocol.clientOperation(FORGOTTEN, (pool, { Username }) => {
    if (findUser(pool, Username) === undefined && hasExternalUser(pool, Username))
      throw protocol.refusal('passwordNotReset');
    const user = requireUser(pool, Username);
    if (user.status === 'FORCE_CHANGE_PASSWORD') throw protocol.refusal('passwordNotReset');
    if (!user.emailVerified) throw protocol.refusal('emailUnverified');
    return { CodeDeliveryDetails: issueCode(pool, user, 'reset') };
  }),

  /** Sets a new password with the mailed code; a password that violates the policy does not use up the code. */
  ConfirmForgotPassword: protocol.clientOperation(NEW_PASSWORD, (pool, input) => {
    const user = requireUser(pool, input.Username);
    checkCode(pool, user, 'reset', input.ConfirmationCode);
    user.password = passwords.hashPassword(pool, user.username, input.Password);
    user.status = 'CONFIRMED';
    spendCode(user, 'reset');
    passwords.forgetWrong(user);
    return {};
  }),

  /** Ends one session by its refresh token; an unknown token counts as revoked. */
  RevokeToken: protocol.clientOperation(REVOCATION, (pool, { Token }) => {
    const session = findSession(pool, Token);
    if (session) session.revoked = true;
    return {};
  }),

  DeleteUser: userOperation(NONE, (pool, user) => {
    removeUser(pool, user);
    return {};
  }),

  GlobalSignOut: userOperation(NONE, (pool, user) => {
    revokeSessions(pool, user);
    return {};
  }),
};

/**
 * Also deletes the mails to the address, which stand in for a mailbox outside the pool. Remaining sessions are refused until they expire.
 */
export function removeUser({ store: { state } }: Pool, user: User): void {
  state.users.splice(state.users.indexOf(user), 1);
  state.mails = state.mails.filter(({ to }) => to.toLowerCase() !== user.email.toLowerCase());
}

/** Revokes every session of a user: none can be refreshed any more. */
export function revokeSessions(pool: Pool, { sub }: User): void {
  for (const session of pool.store.state.sessions) if (session.sub === sub) session.revoked = true;
}
