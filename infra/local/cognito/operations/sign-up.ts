import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import { ATTRIBUTES, PASSWORD, readInput, USERNAME } from '../read-input.ts';
import type { User } from '../state/schema.ts';
import { readAttributes } from '../users/attributes.ts';
import { findUser } from '../users/find-user.ts';
import { issueCode } from '../users/issue-code.ts';
import { hashPassword } from '../users/password.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({
  ClientId: v.string(),
  Username: USERNAME,
  Password: PASSWORD,
  UserAttributes: v.optional(ATTRIBUTES, []),
});

/** Makes an unconfirmed account and mails its code. Nothing waits between looking for the address and taking it. */
export async function signUp(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, Username: email, Password: password, UserAttributes } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  if (!v.is(v.pipe(v.string(), v.rfcEmail()), email)) throw refusal('usernameNoEmail');
  // The username is the address, so an `email` attribute beside it has nothing to add.
  const attributes = readAttributes(UserAttributes.filter(({ Name }) => Name !== 'email'));
  const sub = cognito.makeUuid();
  const record = hashPassword(cognito, { username: sub, password });
  if (findUser(cognito, email)) throw refusal('emailTaken');
  const user: User = {
    sub,
    username: sub,
    email,
    emailVerified: false,
    ...attributes,
    status: 'UNCONFIRMED',
    enabled: true,
    createdAt: cognito.clock(),
    password: record,
    codes: {},
    wrong: {},
    mailedAt: [],
  };
  cognito.store.state.users.push(user);
  return { UserConfirmed: false, UserSub: sub, CodeDeliveryDetails: issueCode(cognito, user, 'signUp') };
}
