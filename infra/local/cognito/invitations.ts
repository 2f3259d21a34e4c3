import { randomBytes, randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { refusalOf } from '#functions/accounts/sign-up-policy.ts';
import { mailInvitation } from './codes.ts';
import * as passwords from './passwords.ts';
import * as protocol from './protocol.ts';
import type { User } from './state.ts';
import { addUser, findUser, hasExternalUser, listAttributes, readAttributes } from './users.ts';

const INVITATION = v.object({
  UserPoolId: v.string(),
  Username: protocol.USERNAME,
  TemporaryPassword: v.optional(protocol.PASSWORD),
  UserAttributes: v.optional(protocol.ATTRIBUTES, []),
  MessageAction: v.optional(v.picklist(['RESEND', 'SUPPRESS'])),
});

const describeUser = (user: User) => ({
  Username: user.username,
  Attributes: listAttributes(user),
  UserCreateDate: user.createdAt / 1000,
  UserLastModifiedDate: user.createdAt / 1000,
  Enabled: user.enabled,
  UserStatus: user.status,
});

export const invitationOperations: protocol.Operations = {
  /**
   * What an administrator does: makes an account with a temporary password and mails it. Cognito asks for credentials of AWS, which this
   * machine has none of; pages of other sites cannot get here.
   */
  AdminCreateUser: async (pool, input) => {
    const { UserPoolId, Username: email, MessageAction, ...given } = protocol.readInput(INVITATION, input);
    if (UserPoolId !== pool.userPoolId) throw protocol.refusal('poolUnknown');
    if (!v.is(v.pipe(v.string(), v.rfcEmail()), email)) throw protocol.refusal('usernameNoEmail');
    const password = given.TemporaryPassword ?? randomBytes(9).toString('base64url');
    const known = findUser(pool, email);
    if (known !== undefined && MessageAction !== 'RESEND') throw protocol.refusal('userExists');
    if (known !== undefined && known.status !== 'FORCE_CHANGE_PASSWORD')
      throw protocol.refusal('invitationTaken');
    const refused = refusalOf(pool.signUp, { by: 'invitation', email, isProven: false });
    if (refused !== undefined) throw protocol.preSignUpFailed(refused);
    if (hasExternalUser(pool, email)) throw protocol.refusal('preSignUpRefused');
    const own = ({ Name }: { Name: string }) => Name === 'email' || Name === 'email_verified';
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
        ...readAttributes(given.UserAttributes.filter((attribute) => !own(attribute))),
        status: 'FORCE_CHANGE_PASSWORD',
      });
    user.password = passwords.hashPassword(pool, user.username, password);
    user.invitedAt = pool.clock();
    if (MessageAction !== 'SUPPRESS') mailInvitation(pool, user, password);
    return { User: describeUser(user) };
  },
};
