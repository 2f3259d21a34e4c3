import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { CODE, PASSWORD, readInput, USERNAME } from '../read-input.ts';
import { checkCode, spendCode } from '../users/check-code.ts';
import { requireUser } from '../users/find-user.ts';
import { forgetWrongPasswords } from '../users/lockout.ts';
import { hashPassword } from '../users/password.ts';
import { assertClient } from './operation.ts';

const INPUT = v.object({
  ClientId: v.string(),
  Username: USERNAME,
  ConfirmationCode: CODE,
  Password: PASSWORD,
});

/** Sets a new password by the mailed code; a password the policy refuses does not use the code up. */
export async function confirmForgotPassword(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, Username, ConfirmationCode, Password: password } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  const user = requireUser(cognito, Username);
  checkCode(cognito, user, 'reset', ConfirmationCode);
  user.password = hashPassword(cognito, { username: user.username, password });
  user.status = 'CONFIRMED';
  spendCode(user, 'reset');
  forgetWrongPasswords(user);
  return {};
}
