import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { refusalOf } from '#functions/sign-up/policy.ts';
import { removeUser, revokeSessions } from './account.ts';
import { mailInvitation } from './codes.ts';
import * as passwords from './passwords.ts';
import type { Pool } from './pool.ts';
import * as protocol from './protocol.ts';
import type { User } from './state.ts';
import { addUser, findUser, hasExternalUser, listAttributes, readAttributes } from './users.ts';

const LIST_USERS_INPUT = v.object({
  Filter: v.pipe(v.string(), v.regex(/^(?:email|sub) = "(?:[^"\\]|\\.)*"$/)),
});
const USERNAME_INPUT = v.object({ Username: protocol.USERNAME });
const CREATE_USER_INPUT = v.object({
  Username: protocol.USERNAME,
  TemporaryPassword: v.optional(protocol.PASSWORD),
  UserAttributes: v.optional(protocol.ATTRIBUTES, []),
  MessageAction: v.optional(v.picklist(['RESEND', 'SUPPRESS'])),
});
const SET_PASSWORD_INPUT = v.object({
  Username: protocol.USERNAME,
  Password: protocol.PASSWORD,
  Permanent: v.literal(true),
});

/** Administrator operations, accepted only in signed requests. */
export const adminOperations: protocol.Operations = {
  /** All users with exactly this address or this `sub`, depending on the filter. */
  ListUsers: adminOperation(LIST_USERS_INPUT, (pool, { Filter }) => {
    const attribute = Filter.startsWith('sub') ? 'sub' : 'email';
    const value = Filter.slice(`${attribute} = "`.length, -1).replace(/\\(.)/g, '$1');
    const found = pool.store.state.users.filter((user) => user[attribute] === value);
    return {
      Users: found.map((user) => ({ ...describeUser(user), Attributes: listAttributes(user) })),
    };
  }),

  AdminGetUser: adminOperation(USERNAME_INPUT, (pool, { Username }) => {
    const user = requireUserNamed(pool, Username);
    return { ...describeUser(user), UserAttributes: listAttributes(user) };
  }),

  /** Creates an account with a temporary password and mails it. */
  AdminCreateUser: adminOperation(CREATE_USER_INPUT, (pool, { Username: email, MessageAction, ...given }) => {
    if (!v.is(v.pipe(v.string(), v.rfcEmail()), email)) throw protocol.refusal('usernameNoEmail');
    const password = given.TemporaryPassword ?? randomBytes(9).toString('base64url');
    const known = findUser(pool, email);
    if (known !== undefined && MessageAction !== 'RESEND') throw protocol.refusal('userExists');
    if (known !== undefined && known.status !== 'FORCE_CHANGE_PASSWORD')
      throw protocol.refusal('invitationTaken');
    const refused = refusalOf(pool.signUp, { by: 'invitation', email, isProven: false });
    if (refused !== undefined) throw protocol.preSignUpFailed(refused);
    if (hasExternalUser(pool, email)) throw protocol.refusal('preSignUpRefused');
    const isSetByInvitation = ({ Name }: { Name: string }) => Name === 'email' || Name === 'email_verified';
    const sub = known?.sub ?? randomUUID();
    const user =
      known ??
      addUser(pool, {
        sub,
        username: sub,
        email,
        emailVerified: given.UserAttributes.some(
          (one) => one.Name === 'email_verified' && one.Value === 'true',
        ),
        ...readAttributes(given.UserAttributes.filter((attribute) => !isSetByInvitation(attribute))),
        status: 'FORCE_CHANGE_PASSWORD',
      });
    user.password = passwords.hashPassword(pool, user.username, password);
    user.invitedAt = pool.clock();
    if (MessageAction !== 'SUPPRESS') mailInvitation(pool, user, password);
    return { User: { ...describeUser(user), Attributes: listAttributes(user) } };
  }),

  /** Sets a permanent password: the user is not asked to choose another. */
  AdminSetUserPassword: adminOperation(SET_PASSWORD_INPUT, (pool, { Username, Password }) => {
    const user = requireUserNamed(pool, Username);
    user.password = passwords.hashPassword(pool, user.username, Password);
    user.status = 'CONFIRMED';
    return {};
  }),

  AdminUserGlobalSignOut: adminOperation(USERNAME_INPUT, (pool, { Username }) => {
    revokeSessions(pool, requireUserNamed(pool, Username));
    return {};
  }),

  AdminDeleteUser: adminOperation(USERNAME_INPUT, (pool, { Username }) => {
    removeUser(pool, requireUserNamed(pool, Username));
    return {};
  }),
};

const POOL_INPUT = v.object({ UserPoolId: v.string() });

/** An operation that names the pool; `members` are the other fields. */
function adminOperation<T>(
  members: v.GenericSchema<unknown, T>,
  run: (pool: Pool, input: T) => object,
): protocol.Operation {
  return async (pool, input) => {
    if (protocol.readInput(POOL_INPUT, input).UserPoolId !== pool.userPoolId)
      throw protocol.refusal('poolUnknown');
    return run(pool, protocol.readInput(members, input));
  };
}

/** By exact username, the only way to name an account without a password, or by address. @throws UserNotFoundException */
function requireUserNamed(pool: Pool, name: string): User {
  const user = pool.store.state.users.find(({ username }) => username === name) ?? findUser(pool, name);
  if (user === undefined) throw protocol.refusal('userUnknown');
  return user;
}

/** Without the attributes, whose field is named differently in different operations. */
const describeUser = (user: User) => ({
  Username: user.username,
  UserCreateDate: user.createdAt / 1_000,
  UserLastModifiedDate: user.createdAt / 1_000,
  Enabled: user.enabled,
  UserStatus: user.status,
});
