import type { Cognito } from '../cognito.ts';
import type { User } from '../state/schema.ts';
import type { GoogleAccount } from './accounts.ts';

/** The pool's user for an account at Google, made on its first sign-in. It has no password and does not join one by its address. */
export function findGoogleUser(cognito: Cognito, account: GoogleAccount): User {
  const { users } = cognito.store.state;
  const found = users.find((user) => user.googleId === account.id);
  if (found) return found;
  const { id, name, email, picture } = account;
  const user: User = {
    sub: cognito.makeUuid(),
    username: `google_${id}`,
    email,
    emailVerified: true,
    name,
    ...(picture !== undefined && { picture }),
    status: 'EXTERNAL_PROVIDER',
    enabled: true,
    createdAt: cognito.clock(),
    googleId: id,
    codes: {},
    wrong: {},
    mailedAt: [],
  };
  users.push(user);
  return user;
}
