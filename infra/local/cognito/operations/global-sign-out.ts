import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { readInput, TOKEN } from '../read-input.ts';
import { authorise } from '../tokens/authorise.ts';
import { SELF_SERVICE_SCOPE } from '../tokens/scopes.ts';

const INPUT = v.object({ AccessToken: TOKEN });

/** Ends every session of whoever is signed in. */
export async function globalSignOut(cognito: Cognito, input: unknown): Promise<object> {
  const { AccessToken: accessToken } = readInput(INPUT, input);
  const { user } = await authorise(cognito, { accessToken, scope: SELF_SERVICE_SCOPE });
  for (const session of cognito.store.state.sessions) if (session.sub === user.sub) session.revoked = true;
  return {};
}
