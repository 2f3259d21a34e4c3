import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import type { Cognito } from '../cognito.ts';
import { invalidParameter, refusal } from '../exceptions.ts';
import { readInput } from '../read-input.ts';
import { isPublicValue, makePublicValue } from '../srp.ts';
import { refreshed, signedIn } from '../tokens/authentication-result.ts';
import { requireUser } from '../users/find-user.ts';
import { assertNotLocked } from '../users/lockout.ts';
import { isPasswordOf } from '../users/password.ts';
import { completePasswordSignIn, rejectPassword } from '../users/sign-in.ts';
import { assertClient } from './operation.ts';

const SECRET_BYTES = 32;

const INPUT = v.object({
  ClientId: v.string(),
  AuthFlow: v.string(),
  AuthParameters: v.optional(v.record(v.string(), v.string()), {}),
});
type Parameters = Record<string, string>;

function parameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined || value === '') throw invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** First half of SRP: the client's A against the server's B and the salt. */
function startSrp(cognito: Cognito, parameters: Parameters): object {
  const user = requireUser(cognito, parameter(parameters, 'USERNAME'), 'userUnknown');
  const A = parameter(parameters, 'SRP_A');
  if (!isPublicValue(A)) throw invalidParameter('Invalid SRP_A');
  if (!user.password) throw refusal('wrongCredentials');
  const b = randomBytes(SECRET_BYTES).toString('hex');
  const B = makePublicValue({ record: user.password, b });
  return {
    ChallengeName: 'PASSWORD_VERIFIER',
    ChallengeParameters: {
      USERNAME: user.username,
      USER_ID_FOR_SRP: user.username,
      SALT: user.password.salt,
      SRP_B: B,
      SECRET_BLOCK: cognito.challenges.put({ sub: user.sub, A, B, b }),
    },
  };
}

/** The flow that sends the password itself: off unless asked for, as in the cloud. */
function signInByPassword(cognito: Cognito, parameters: Parameters): Promise<object> {
  if (!cognito.allowPasswordAuth) throw refusal('passwordFlowOff');
  const user = requireUser(cognito, parameter(parameters, 'USERNAME'), 'userUnknown');
  assertNotLocked(user, cognito.clock());
  if (!isPasswordOf(cognito, user, parameter(parameters, 'PASSWORD'))) rejectPassword(cognito, user);
  completePasswordSignIn(user);
  return signedIn(cognito, user);
}

/** Starts a sign-in by SRP, or refreshes a session in the older of the two ways. */
export async function initiateAuth(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, AuthFlow, AuthParameters } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  switch (AuthFlow) {
    case 'USER_SRP_AUTH':
      return startSrp(cognito, AuthParameters);
    case 'USER_PASSWORD_AUTH':
      return signInByPassword(cognito, AuthParameters);
    case 'REFRESH_TOKEN_AUTH':
    case 'REFRESH_TOKEN':
      return refreshed(cognito, parameter(AuthParameters, 'REFRESH_TOKEN'));
    default:
      throw invalidParameter(`${AuthFlow.slice(0, 40)} flow not enabled for this client`);
  }
}
