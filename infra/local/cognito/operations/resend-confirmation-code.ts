import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import { readInput, USERNAME } from '../read-input.ts';
import { requireUser } from '../users/find-user.ts';
import { issueCode } from '../users/issue-code.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({ ClientId: v.string(), Username: USERNAME });

/** Mails a new sign-up code, which replaces the one before. */
export async function resendConfirmationCode(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, Username } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  const user = requireUser(cognito, Username);
  if (user.status !== 'UNCONFIRMED') throw refusal('resendToConfirmed');
  return { CodeDeliveryDetails: issueCode(cognito, user, 'signUp') };
}
