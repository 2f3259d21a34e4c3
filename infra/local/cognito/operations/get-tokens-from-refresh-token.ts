import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { readInput, TOKEN } from '../read-input.ts';
import { refreshed } from '../tokens/authentication-result.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({ ClientId: v.string(), RefreshToken: TOKEN });

/** Fresh tokens for a session: what Amplify 6 refreshes with. */
export async function getTokensFromRefreshToken(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, RefreshToken } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  return refreshed(cognito, RefreshToken);
}
