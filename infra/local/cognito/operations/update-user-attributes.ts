import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { ATTRIBUTES, readInput, TOKEN } from '../read-input.ts';
import { authorise } from '../tokens/authorise.ts';
import { SELF_SERVICE_SCOPE } from '../tokens/scopes.ts';
import { readAttributes } from '../users/attributes.ts';

const INPUT = v.object({ AccessToken: TOKEN, UserAttributes: ATTRIBUTES });

/** Changes name and picture of whoever is signed in; the next ID token has them. */
export async function updateUserAttributes(cognito: Cognito, input: unknown): Promise<object> {
  const { AccessToken: accessToken, UserAttributes } = readInput(INPUT, input);
  const { user } = await authorise(cognito, { accessToken, scope: SELF_SERVICE_SCOPE });
  Object.assign(user, readAttributes(UserAttributes));
  return { CodeDeliveryDetailsList: [] };
}
