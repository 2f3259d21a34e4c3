import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import { readInput, USERNAME } from '../read-input.ts';
import { requireUser } from '../users/find-user.ts';
import { issueCode } from '../users/issue-code.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({ ClientId: v.string(), Username: USERNAME });

/** Mails a code that lets the account's password be set anew. */
export async function forgotPassword(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, Username } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  const user = requireUser(cognito, Username);
  if (!user.emailVerified) throw refusal('emailUnverified');
  return { CodeDeliveryDetails: issueCode(cognito, user, 'reset') };
}
