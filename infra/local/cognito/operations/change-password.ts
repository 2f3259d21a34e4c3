import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { PASSWORD, readInput, TOKEN } from '../read-input.ts';
import { authorise } from '../tokens/authorise.ts';
import { SELF_SERVICE_SCOPE } from '../tokens/scopes.ts';
import { assertNotLocked, forgetWrongPasswords } from '../users/lockout.ts';
import { hashPassword, isPasswordOf } from '../users/password.ts';
import { rejectPassword } from '../users/sign-in.ts';

const INPUT = v.object({ AccessToken: TOKEN, PreviousPassword: PASSWORD, ProposedPassword: PASSWORD });

/** Changes the password of whoever is signed in, by the one before. */
export async function changePassword(cognito: Cognito, input: unknown): Promise<object> {
  const { AccessToken: accessToken, PreviousPassword, ProposedPassword } = readInput(INPUT, input);
  const { user } = await authorise(cognito, { accessToken, scope: SELF_SERVICE_SCOPE });
  assertNotLocked(user, cognito.clock());
  if (!isPasswordOf(cognito, user, PreviousPassword)) rejectPassword(cognito, user);
  user.password = hashPassword(cognito, { username: user.username, password: ProposedPassword });
  forgetWrongPasswords(user);
  return {};
}
