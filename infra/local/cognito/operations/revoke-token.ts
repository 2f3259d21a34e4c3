import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { readInput, TOKEN } from '../read-input.ts';
import { findSession } from '../tokens/session.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({ ClientId: v.string(), Token: TOKEN });

/** Ends one session by its refresh token; a token nobody knows is as good as revoked. */
export async function revokeToken(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, Token } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  const session = findSession(cognito, Token);
  if (session) session.revoked = true;
  return {};
}
