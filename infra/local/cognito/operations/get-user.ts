import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { readInput, TOKEN } from '../read-input.ts';
import { authorise } from '../tokens/authorise.ts';
import { SELF_SERVICE_SCOPE } from '../tokens/scopes.ts';
import { listAttributes } from '../users/attributes.ts';

const INPUT = v.object({ AccessToken: TOKEN });

/** The attributes of whoever is signed in. */
export async function getUser(cognito: Cognito, input: unknown): Promise<object> {
  const { AccessToken: accessToken } = readInput(INPUT, input);
  const { user } = await authorise(cognito, { accessToken, scope: SELF_SERVICE_SCOPE });
  return { Username: user.username, UserAttributes: listAttributes(user) };
}
