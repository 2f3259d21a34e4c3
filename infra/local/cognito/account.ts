import * as v from 'valibot';
import { checkCode, issueCode, spendCode } from './codes.ts';
import * as passwords from './passwords.ts';
import type { Pool } from './pool.ts';
import * as protocol from './protocol.ts';
import type { User } from './state.ts';
import { authorise, findSession, SELF_SERVICE_SCOPE } from './tokens.ts';
import { findUser, hasExternalUser, listAttributes, readAttributes, requireUser } from './users.ts';

const ACCESS_TOKEN_INPUT = v.object({ AccessToken: protocol.TOKEN });

/** An operation of the signed-in user, identified by the access token; `members` are the other fields. */
export function userOperation<T>(
  members: v.GenericSchema<unknown, T>,
  run: (pool: Pool, user: User, input: T) => object,
): protocol.Operation {
  return async (pool, input) => {
    const { AccessToken } = protocol.readInput(ACCESS_TOKEN_INPUT, input);
    const own = protocol.readInput(members, input);
    const user = await authorise(pool, AccessToken, SELF_SERVICE_SCOPE);
    return run(pool, user, own);
  };
}

const TOTP_METHOD = 'SOFTWARE_TOKEN_MFA';

const NO_INPUT = v.object({});
const UPDATE_ATTRIBUTES_INPUT = v.object({ UserAttributes: protocol.ATTRIBUTES });
const CHANGE_PASSWORD_INPUT = v.object({
  PreviousPassword: protocol.PASSWORD,
  ProposedPassword: protocol.PASSWORD,
});
const FORGOT_PASSWORD_INPUT = v.object({ Username: protocol.USERNAME });
const CONFIRM_PASSWORD_INPUT = v.object({
  Username: protocol.USERNAME,
  ConfirmationCode: protocol.CODE,
  Password: protocol.PASSWORD,
});
const REVOKE_TOKEN_INPUT = v.object({ Token: protocol.TOKEN });

export const accountOperations: protocol.Operations = {
  GetUser: userOperation(NO_INPUT, (_pool, user) => ({
    Username: user.username,
    UserAttributes: listAttributes(user),
    ...(user.totp?.isEnabled && { UserMFASettingList: [TOTP_METHOD], PreferredMfaSetting: TOTP_METHOD }),
  })),

  /** Changes the signed-in user's name and picture; the next ID token includes them. */
  UpdateUserAttributes: userOperation(UPDATE_ATTRIBUTES_INPUT, (_pool, user, { UserAttributes }) => {
    Object.assign(user, readAttributes(UserAttributes));
    return { CodeDeliveryDetailsList: [] };
  }),

  /** Changes the signed-in user's password; the old one is required. */
  ChangePassword: userOperation(
    CHANGE_PASSWORD_INPUT,
    (pool, user, { PreviousPassword, ProposedPassword }) => {
      passwords.assertPassword(pool, user, () => passwords.isPasswordOf(pool, user, PreviousPassword));
      user.password = passwords.hashPassword(pool, user.username, ProposedPassword);
      passwords.resetWrongAttempts(user);
      return {};
    },
  ),

  /** Mails a code for resetting the password, if the account has a password that its owner chose. */
  ForgotPassword: protocol.clientOperation(FORGOT_PASSWORD_INPUT, (pool, { Username }) => {
    if (findUser(pool, Username) === undefined && hasExternalUser(pool, Username))
      throw protocol.refusal('passwordNotReset');
    const user = requireUser(pool, Username);
    if (user.status === 'FORCE_CHANGE_PASSWORD') throw protocol.refusal('passwordNotReset');
    if (!user.emailVerified) throw protocol.refusal('emailUnverified');
    return { CodeDeliveryDetails: issueCode(pool, user, 'reset') };
  }),

  /** Sets a new password with the mailed code; a password that violates the policy does not use up the code. */
  ConfirmForgotPassword: protocol.clientOperation(CONFIRM_PASSWORD_INPUT, (pool, input) => {
    const user = requireUser(pool, input.Username);
    checkCode(pool, user, 'reset', input.ConfirmationCode);
    user.password = passwords.hashPassword(pool, user.username, input.Password);
    user.status = 'CONFIRMED';
    spendCode(user, 'reset');
    passwords.resetWrongAttempts(user);
    return {};
  }),

  /** Ends one session by its refresh token; an unknown token counts as revoked. */
  RevokeToken: protocol.clientOperation(REVOKE_TOKEN_INPUT, (pool, { Token }) => {
    const session = findSession(pool, Token);
    if (session) session.revoked = true;
    return {};
  }),

  DeleteUser: userOperation(NO_INPUT, (pool, user) => {
    removeUser(pool, user);
    return {};
  }),

  GlobalSignOut: userOperation(NO_INPUT, (pool, user) => {
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
