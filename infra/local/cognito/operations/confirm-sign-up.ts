import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import { CODE, readInput, USERNAME } from '../read-input.ts';
import { checkCode, spendCode } from '../users/check-code.ts';
import { requireUser } from '../users/find-user.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({ ClientId: v.string(), Username: USERNAME, ConfirmationCode: CODE });

/** Confirms an account, and with it its address, by the mailed code. */
export async function confirmSignUp(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, Username, ConfirmationCode } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  const user = requireUser(cognito, Username);
  if (user.status !== 'UNCONFIRMED') throw refusal('alreadyConfirmed');
  checkCode(cognito, user, 'signUp', ConfirmationCode);
  spendCode(user, 'signUp');
  user.status = 'CONFIRMED';
  user.emailVerified = true;
  return {};
}
