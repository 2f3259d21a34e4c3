import { randomBytes } from 'node:crypto';
import * as v from 'valibot';
import * as passwords from './passwords.ts';
import type { NextStep, Pool, SrpChallenge } from './pool.ts';
import * as protocol from './protocol.ts';
import * as srp from './srp.ts';
import type { User } from './state.ts';
import { completeSignIn, refreshSession } from './tokens.ts';
import { spendTotpCode } from './totp.ts';
import { listAttributes, requireUser } from './users.ts';

/**
 * Continues after the right password. Only someone who knows the password learns that the account is unconfirmed.
 * @throws UserNotConfirmedException, PasswordResetRequiredException
 */
function completePasswordSignIn(pool: Pool, user: User): Promise<object> {
  passwords.resetWrongAttempts(user);
  if (user.status === 'UNCONFIRMED') throw protocol.refusal('userUnconfirmed');
  if (user.status === 'RESET_REQUIRED') throw protocol.refusal('passwordResetRequired');
  if (user.status === 'FORCE_CHANGE_PASSWORD') return Promise.resolve(requireNewPassword(pool, user));
  return continueToSecondFactor(pool, user);
}

function continueToSecondFactor(pool: Pool, user: User): Promise<object> {
  if (!pool.totp || user.totp?.isEnabled !== true) return completeSignIn(pool, user);
  return Promise.resolve(issueChallenge(pool, user, 'SOFTWARE_TOKEN_MFA'));
}

/** Seven days in milliseconds, Cognito's default. */
const INVITATION_VALIDITY = 7 * 24 * 60 * 60_000;

/** An invited user signs in once with the mailed password and must then choose a new one. */
function requireNewPassword(pool: Pool, user: User): object {
  if (pool.clock() >= (user.invitedAt ?? 0) + INVITATION_VALIDITY)
    throw protocol.refusal('invitationExpired');
  const attributes = listAttributes(user).filter(({ Name }) => Name !== 'sub');
  const userAttributes = Object.fromEntries(attributes.map(({ Name, Value }) => [Name, Value]));
  return issueChallenge(pool, user, 'NEW_PASSWORD_REQUIRED', {
    requiredAttributes: '[]',
    userAttributes: JSON.stringify(userAttributes),
  });
}

function issueChallenge(
  pool: Pool,
  user: User,
  challenge: NextStep['challenge'],
  parameters: Parameters = {},
): object {
  return {
    ChallengeName: challenge,
    Session: pool.nextSteps.put({ sub: user.sub, challenge }),
    ChallengeParameters: { USER_ID_FOR_SRP: user.username, ...parameters },
  };
}

const SECRET_BYTES = 32;

type Parameters = Record<string, string>;

function requireParameter(parameters: Parameters, name: string): string {
  const value = parameters[name];
  if (value === undefined || value === '')
    throw protocol.invalidParameter(`Missing required parameter ${name}`);
  return value;
}

/** First half of SRP: the client's A in exchange for the server's B and the salt. */
function startSrp(pool: Pool, parameters: Parameters): object {
  const user = requireUser(pool, requireParameter(parameters, 'USERNAME'), 'userUnknown');
  const A = requireParameter(parameters, 'SRP_A');
  if (!srp.isPublicValue(A)) throw protocol.invalidParameter('Invalid SRP_A');
  if (!user.password) throw protocol.refusal('wrongCredentials');
  const b = randomBytes(SECRET_BYTES).toString('hex');
  const B = srp.makePublicValue({ record: user.password, b });
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

/** The flow that sends the password itself; disabled by default, as in the cloud. */
function signInByPassword(pool: Pool, parameters: Parameters): Promise<object> {
  if (!pool.allowPasswordAuth) throw protocol.refusal('passwordFlowOff');
  const user = requireUser(pool, requireParameter(parameters, 'USERNAME'), 'userUnknown');
  passwords.assertPassword(pool, user, () =>
    passwords.isPasswordOf(pool, user, requireParameter(parameters, 'PASSWORD')),
  );
  return completePasswordSignIn(pool, user);
}

const TIMESTAMP_PATTERN = /^[A-Z][a-z]{2} [A-Z][a-z]{2} \d{1,2} \d{2}:\d{2}:\d{2} UTC \d{4}$/;

const SRP_RESPONSES = v.object({
  USERNAME: v.string(),
  PASSWORD_CLAIM_SECRET_BLOCK: v.string(),
  PASSWORD_CLAIM_SIGNATURE: v.string(),
  TIMESTAMP: v.string(),
});
type SrpResponses = v.InferOutput<typeof SRP_RESPONSES>;

function provesPassword(pool: Pool, user: User, challenge: SrpChallenge, responses: SrpResponses): boolean {
  if (!user.password) return false;
  const expected = srp.signClaim({
    poolName: passwords.poolNameOf(pool),
    username: user.username,
    key: srp.makeSharedKey({ record: user.password, ...challenge }),
    secretBlock: responses.PASSWORD_CLAIM_SECRET_BLOCK,
    timestamp: responses.TIMESTAMP,
  });
  return passwords.isSameSecret(expected, responses.PASSWORD_CLAIM_SIGNATURE);
}

const CHALLENGE_ANSWERS = v.looseObject({
  USERNAME: v.string(),
  NEW_PASSWORD: v.optional(protocol.PASSWORD),
  SOFTWARE_TOKEN_MFA_CODE: v.optional(protocol.CODE),
  'userAttributes.name': v.optional(v.string()),
});
const SESSION_INPUT = v.object({ Session: v.string() });

/**
 * The response to a challenge after the password. A rejected response leaves the challenge open until it expires.
 * @throws NotAuthorizedException, InvalidPasswordException, CodeMismatchException, ExpiredCodeException
 */
function answerNextStep(pool: Pool, challenge: NextStep['challenge'], input: unknown, given: unknown) {
  const { Session } = protocol.readInput(SESSION_INPUT, input);
  const answers = protocol.readInput(CHALLENGE_ANSWERS, given);
  const asked = pool.nextSteps.read(Session);
  const user = asked && pool.store.state.users.find((one) => one.sub === asked.sub);
  if (asked?.challenge !== challenge || user === undefined) throw protocol.refusal('sessionExpired');
  if (![user.username, user.email].includes(answers.USERNAME)) throw protocol.refusal('sessionExpired');
  if (!user.enabled) throw protocol.refusal('userDisabled');
  if (challenge === 'SOFTWARE_TOKEN_MFA') spendTotpCode(pool, user, answers.SOFTWARE_TOKEN_MFA_CODE ?? '');
  else {
    const password = requireParameter({ NEW_PASSWORD: answers.NEW_PASSWORD ?? '' }, 'NEW_PASSWORD');
    user.password = passwords.hashPassword(pool, user.username, password);
    user.status = 'CONFIRMED';
    const name = answers['userAttributes.name'];
    if (name !== undefined) user.name = name;
  }
  pool.nextSteps.take(Session);
  return completeSignIn(pool, user);
}

const INITIATE_AUTH_INPUT = v.object({
  AuthFlow: v.string(),
  AuthParameters: v.optional(v.record(v.string(), v.string()), {}),
});
const CHALLENGE_INPUT = v.object({
  ChallengeName: v.string(),
  ChallengeResponses: v.unknown(),
  Session: v.optional(v.string()),
});
const REFRESH_INPUT = v.object({ RefreshToken: protocol.TOKEN });

export const signInOperations: protocol.Operations = {
  /** Starts an SRP sign-in, or refreshes a session in the older of the two ways. */
  InitiateAuth: protocol.clientOperation(INITIATE_AUTH_INPUT, (pool, { AuthFlow, AuthParameters }) => {
    switch (AuthFlow) {
      case 'USER_SRP_AUTH':
        return startSrp(pool, AuthParameters);
      case 'USER_PASSWORD_AUTH':
        return signInByPassword(pool, AuthParameters);
      case 'REFRESH_TOKEN_AUTH':
      case 'REFRESH_TOKEN':
        return refreshSession(pool, requireParameter(AuthParameters, 'REFRESH_TOKEN'));
      default:
        throw protocol.invalidParameter(`${AuthFlow.slice(0, 40)} flow not enabled for this client`);
    }
  }),

  /** Second half of SRP: verifies the client's proof, once per challenge. Also handles the challenges that follow. */
  RespondToAuthChallenge: protocol.clientOperation(
    CHALLENGE_INPUT,
    (pool, { ChallengeName, ChallengeResponses, ...input }) => {
      if (ChallengeName === 'NEW_PASSWORD_REQUIRED' || ChallengeName === 'SOFTWARE_TOKEN_MFA')
        return answerNextStep(pool, ChallengeName, input, ChallengeResponses);
      if (ChallengeName !== 'PASSWORD_VERIFIER') throw protocol.invalidParameter('Unsupported challenge.');
      const responses = protocol.readInput(SRP_RESPONSES, ChallengeResponses);
      if (!TIMESTAMP_PATTERN.test(responses.TIMESTAMP)) throw protocol.refusal('timestampFormat');
      const challenge = pool.challenges.take(responses.PASSWORD_CLAIM_SECRET_BLOCK);
      const user = challenge && pool.store.state.users.find((one) => one.sub === challenge.sub);
      if (!challenge || user?.username !== responses.USERNAME) throw protocol.refusal('sessionExpired');
      if (!user.enabled) throw protocol.refusal('userDisabled');
      passwords.assertPassword(pool, user, () => provesPassword(pool, user, challenge, responses));
      return completePasswordSignIn(pool, user);
    },
  ),

  /** Refreshes a session: the operation that Amplify 6 uses. */
  GetTokensFromRefreshToken: protocol.clientOperation(REFRESH_INPUT, (pool, { RefreshToken }) =>
    refreshSession(pool, RefreshToken),
  ),
};
