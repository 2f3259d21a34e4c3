import * as v from 'valibot';
import type { Cognito, SrpChallenge } from '../cognito.ts';
import { invalidParameter, refusal } from '../exceptions.ts';
import { readInput } from '../read-input.ts';
import { makeSharedKey, signClaim } from '../srp.ts';
import type { User } from '../state/schema.ts';
import { signedIn } from '../tokens/authentication-result.ts';
import { assertNotLocked } from '../users/lockout.ts';
import { isSameSecret, poolNameOf } from '../users/password.ts';
import { completePasswordSignIn, rejectPassword } from '../users/sign-in.ts';
import { assertClient } from './operation.ts';

const RESPONSES = v.object({
  USERNAME: v.string(),
  PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
  PASSWORD_CLAIM_SIGNATURE: v.string(),
  TIMESTAMP: v.string(),
});
const INPUT = v.object({ ClientId: v.string(), ChallengeName: v.string(), ChallengeResponses: v.unknown() });

const TIMESTAMP = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

type Responses = v.InferOutput<typeof RESPONSES>;

function provesPassword(options: {
  cognito: Cognito;
  user: User;
  challenge: SrpChallenge;
  responses: Responses;
}): boolean {
  const { cognito, user, challenge, responses } = options;
  if (!user.password) return false;
  const expected = signClaim({
    poolName: poolNameOf(cognito),
    username: user.username,
    key: makeSharedKey({ record: user.password, ...challenge }),
    secretBlock: responses.PASSWORD_CLAIM_SECRET_BLOCK,
    timestamp: responses.TIMESTAMP,
  });
  return isSameSecret(expected, responses.PASSWORD_CLAIM_SIGNATURE);
}

/** Second half of SRP: the client's proof against the server's, for a challenge that serves once. */
export async function respondToAuthChallenge(cognito: Cognito, input: unknown): Promise<object> {
  const { ClientId, ChallengeName, ChallengeResponses } = readInput(INPUT, input);
  assertClient(cognito, ClientId);
  if (ChallengeName !== 'PASSWORD_VERIFIER') throw invalidParameter('Unsupported challenge.');
  const responses = readInput(RESPONSES, ChallengeResponses);
  if (!TIMESTAMP.test(responses.TIMESTAMP)) throw refusal('timestampFormat');
  const challenge = cognito.challenges.take(responses.PASSWORD_CLAIM_SECRET_BLOCK);
  const user = challenge && cognito.store.state.users.find((one) => one.sub === challenge.sub);
  if (!challenge || user?.username !== responses.USERNAME) throw refusal('sessionExpired');
  if (!user.enabled) throw refusal('userDisabled');
  assertNotLocked(user, cognito.clock());
  if (!provesPassword({ cognito, user, challenge, responses })) rejectPassword(cognito, user);
  completePasswordSignIn(user);
  return signedIn(cognito, user);
}
