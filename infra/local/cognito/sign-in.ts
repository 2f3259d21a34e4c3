import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import {
  assertNotLocked,
  forgetWrongPasswords,
  isPasswordOf,
  isSameSecret,
  poolNameOf,
  rejectPassword,
} from './passwords.ts';
import type { Pool, SrpChallenge } from './pool.ts';
import { assertClient, invalidParameter, readInput, refusal, TOKEN } from './protocol.ts';
import { isPublicValue, makePublicValue, makeSharedKey, signClaim } from './srp.ts';
import type { User } from './state.ts';
import { refreshed, signedIn } from './tokens.ts';
import { requireUser } from './users.ts';

/**
 * What follows the right password. Only someone who knows the password is told that the account is unconfirmed.
 * @throws UserNotConfirmedException, PasswordResetRequiredException
 */
function completePasswordSignIn(user: User): void {
  forgetWrongPasswords(user);
  if (user.status === 'UNCONFIRMED') throw refusal('userUnconfirmed');
  if (user.status === 'RESET_REQUIRED') throw refusal('passwordResetRequired');
}

const SECRET_BYTES = 32;

const START = v.object({
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
function startSrp(pool: Pool, parameters: Parameters): object {
  const user = requireUser(pool, parameter(parameters, 'USERNAME'), 'userUnknown');
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
      SECRET_BLOCK: pool.challenges.put({ sub: user.sub, A, B, b }),
    },
  };
}

/** The flow that sends the password itself: off unless asked for, as in the cloud. */
function signInByPassword(pool: Pool, parameters: Parameters): Promise<object> {
  if (!pool.allowPasswordAuth) throw refusal('passwordFlowOff');
  const user = requireUser(pool, parameter(parameters, 'USERNAME'), 'userUnknown');
  assertNotLocked(user, pool.clock());
  if (!isPasswordOf(pool, user, parameter(parameters, 'PASSWORD'))) rejectPassword(pool, user);
  completePasswordSignIn(user);
  return signedIn(pool, user);
}

/** Starts a sign-in by SRP, or refreshes a session in the older of the two ways. */
export async function initiateAuth(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, AuthFlow, AuthParameters } = readInput(START, input);
  assertClient(pool, ClientId);
  switch (AuthFlow) {
    case 'USER_SRP_AUTH':
      return startSrp(pool, AuthParameters);
    case 'USER_PASSWORD_AUTH':
      return signInByPassword(pool, AuthParameters);
    case 'REFRESH_TOKEN_AUTH':
    case 'REFRESH_TOKEN':
      return refreshed(pool, parameter(AuthParameters, 'REFRESH_TOKEN'));
    default:
      throw invalidParameter(`${AuthFlow.slice(0, 40)} flow not enabled for this client`);
  }
}

const RESPONSES = v.object({
  USERNAME: v.string(),
  PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
  PASSWORD_CLAIM_SIGNATURE: v.string(),
  TIMESTAMP: v.string(),
});
const RESPONSE = v.object({
  ClientId: v.string(),
  ChallengeName: v.string(),
  ChallengeResponses: v.unknown(),
});

const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

type Responses = v.InferOutput<typeof RESPONSES>;

function provesPassword(options: {
  pool: Pool;
  user: User;
  challenge: SrpChallenge;
  responses: Responses;
}): boolean {
  const { pool, user, challenge, responses } = options;
  if (!user.password) return false;
  const expected = signClaim({
    poolName: poolNameOf(pool),
    username: user.username,
    key: makeSharedKey({ record: user.password, ...challenge }),
    secretBlock: responses.PASSWORD_CLAIM_SECRET_BLOCK,
    timestamp: responses.TIMESTAMP,
  });
  return isSameSecret(expected, responses.PASSWORD_CLAIM_SIGNATURE);
}

/** Second half of SRP: the client's proof against the server's, for a challenge that can be answered once. */
export async function respondToAuthChallenge(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, ChallengeName, ChallengeResponses } = readInput(RESPONSE, input);
  assertClient(pool, ClientId);
  if (ChallengeName !== 'PASSWORD_VERIFIER') throw invalidParameter('Unsupported challenge.');
  const responses = readInput(RESPONSES, ChallengeResponses);
  if (!TIMESTAMP.test(responses.TIMESTAMP)) throw refusal('timestampFormat');
  const challenge = pool.challenges.take(responses.PASSWORD_CLAIM_SECRET_BLOCK);
  const user = challenge && pool.store.state.users.find((one) => one.sub === challenge.sub);
  if (!challenge || user?.username !== responses.USERNAME) throw refusal('sessionExpired');
  if (!user.enabled) throw refusal('userDisabled');
  assertNotLocked(user, pool.clock());
  if (!provesPassword({ pool, user, challenge, responses })) rejectPassword(pool, user);
  completePasswordSignIn(user);
  return signedIn(pool, user);
}

const REFRESH = v.object({ ClientId: v.string(), RefreshToken: TOKEN });

/** Fresh tokens for a session: the operation Amplify 6 refreshes with. */
export async function getTokensFromRefreshToken(pool: Pool, input: unknown): Promise<object> {
  const { ClientId, RefreshToken } = readInput(REFRESH, input);
  assertClient(pool, ClientId);
  return refreshed(pool, RefreshToken);
}
