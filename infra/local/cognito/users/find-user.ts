import type { Cognito } from '../cognito.ts';
import type { Refusal } from '../exceptions.ts';
import { refusal } from '../exceptions.ts';
import type { User } from '../state/schema.ts';

/** The account with a password that a typed e-mail address (in any case) or a `sub` means. */
export function findUser(cognito: Cognito, username: string): User | undefined {
  const typed = username.toLowerCase();
  return cognito.store.state.users.find(
    (user) => user.googleId === undefined && (user.email.toLowerCase() === typed || user.username === typed),
  );
}

/**
 * The same, when it must exist and not be disabled.
 * @throws UserNotFoundException (worded by `unknown`), NotAuthorizedException
 */
export function requireUser(cognito: Cognito, username: string, unknown: Refusal = 'usernameUnknown'): User {
  const user = findUser(cognito, username);
  if (!user) throw refusal(unknown);
  if (!user.enabled) throw refusal('userDisabled');
  return user;
}
