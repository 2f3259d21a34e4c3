import { hash, randomBytes, randomUUID } from 'node:crypto';
import * as jose from 'jose';
import { ORGANISATION } from '#shared/site-config.ts';
import * as passwords from './passwords.ts';
import type { Pool } from './pool.ts';
import { refusal } from './protocol.ts';
import type { Session, User } from './state.ts';
import { identitiesOf, isExternal } from './users.ts';

/** The scope that lets users manage their own account in Cognito; the only one granted without OAuth. */
export const SELF_SERVICE_SCOPE = 'aws.cognito.signin.user.admin';

/** The scopes the app client may request through OAuth. */
export const OAUTH_SCOPES: readonly string[] = ['openid', 'email', 'profile', SELF_SERVICE_SCOPE];

const SESSION_MILLISECONDS = 30 * 24 * 60 * 60_000;

/** Starts a session. Its refresh token is `<session id>.<secret>`; only a hash of the secret is stored. */
export function openSession(pool: Pool, user: User, scopes: string[]) {
  const secret = randomBytes(48).toString('base64url');
  const now = pool.clock();
  const session: Session = {
    id: randomUUID(),
    sub: user.sub,
    secretHash: hash('sha256', secret),
    scopes,
    authTime: now,
    expiresAt: now + SESSION_MILLISECONDS,
    revoked: false,
  };
  pool.store.state.sessions.push(session);
  return { session, refreshToken: `${session.id}.${secret}` };
}

/** The session of a refresh token, in whatever state. */
export function findSession(pool: Pool, refreshToken: string): Session | undefined {
  const [id, secret = ''] = refreshToken.split('.');
  const session = pool.store.state.sessions.find((one) => one.id === id);
  return session && passwords.isSameSecret(session.secretHash, hash('sha256', secret)) ? session : undefined;
}

/**
 * The session to refresh, and its user.
 * @throws NotAuthorizedException when the token is unknown, revoked or expired, or the user disabled; UserNotFoundException,
 * PasswordResetRequiredException.
 */
export function resumeSession(pool: Pool, refreshToken: string): { session: Session; user: User } {
  const session = findSession(pool, refreshToken);
  if (!session) throw refusal('refreshInvalid');
  if (session.revoked) throw refusal('refreshRevoked');
  if (session.expiresAt <= pool.clock()) throw refusal('refreshExpired');
  const user = pool.store.state.users.find((one) => one.sub === session.sub);
  if (!user) throw refusal('userUnknown');
  if (!user.enabled) throw refusal('userDisabled');
  if (user.status === 'RESET_REQUIRED') throw refusal('passwordResetRequired');
  return { session, user };
}

const SECOND = 1000;

/** Cognito's claim about the identity providers of a federated user. */
function identityClaims(user: User): jose.JWTPayload {
  const identities = identitiesOf(user).map(({ provider, id }) => ({
    userId: id,
    providerName: provider,
    providerType: provider === ORGANISATION ? 'OIDC' : provider,
    issuer: null,
    // For an account with a password, the provider was linked later.
    primary: `${isExternal(user)}`,
    dateCreated: `${user.createdAt}`,
  }));
  return identities.length === 0 ? {} : { identities };
}

function idClaims(pool: Pool, user: User): jose.JWTPayload {
  const { name, picture } = user;
  return {
    aud: pool.installation.clientId,
    token_use: 'id',
    email: user.email,
    email_verified: user.emailVerified,
    'cognito:username': user.username,
    ...(name !== undefined && { name }),
    ...(picture !== undefined && { picture }),
    ...identityClaims(user),
  };
}

function accessClaims(pool: Pool, user: User, session: Session): jose.JWTPayload {
  return {
    client_id: pool.installation.clientId,
    token_use: 'access',
    scope: session.scopes.join(' '),
    username: user.username,
    version: 2,
  };
}

/** A new pair of JWTs for a session, signed with RS256. */
export async function issueTokens(
  pool: Pool,
  options: { user: User; session: Session; nonce?: string },
): Promise<{ idToken: string; accessToken: string }> {
  const { user, session, nonce } = options;
  const { privateJwk, publicJwk } = pool.installation;
  const iat = Math.floor(pool.clock() / SECOND);
  const sign = (claims: jose.JWTPayload): Promise<string> =>
    new jose.SignJWT({
      sub: user.sub,
      iss: pool.issuer,
      origin_jti: session.id,
      jti: randomUUID(),
      event_id: randomUUID(),
      auth_time: Math.floor(session.authTime / SECOND),
      iat,
      exp: iat + pool.tokenLifetime,
      ...claims,
    })
      .setProtectedHeader({ alg: publicJwk.alg, kid: publicJwk.kid })
      .sign(privateJwk);
  const [idToken, accessToken] = await Promise.all([
    sign({ ...idClaims(pool, user), ...(nonce !== undefined && { nonce }) }),
    sign(accessClaims(pool, user, session)),
  ]);
  return { idToken, accessToken };
}

/** Tokens in the format of InitiateAuth and similar operations; `ExpiresIn` is in seconds. */
async function authenticationResult(pool: Pool, signedIn: { user: User; session: Session }) {
  const { idToken, accessToken } = await issueTokens(pool, signedIn);
  return {
    AccessToken: accessToken,
    IdToken: idToken,
    ExpiresIn: pool.tokenLifetime,
    TokenType: 'Bearer',
  };
}

/** The response to a completed sign-in. */
export async function completeSignIn(pool: Pool, user: User): Promise<object> {
  const { session, refreshToken } = openSession(pool, user, [SELF_SERVICE_SCOPE]);
  const tokens = await authenticationResult(pool, { user, session });
  return { ChallengeParameters: {}, AuthenticationResult: { ...tokens, RefreshToken: refreshToken } };
}

/**
 * The response to a refresh, without a new refresh token, since the pool does not rotate them.
 * @throws NotAuthorizedException
 */
export async function refreshSession(pool: Pool, refreshToken: string): Promise<object> {
  return { AuthenticationResult: await authenticationResult(pool, resumeSession(pool, refreshToken)) };
}

async function readClaims(pool: Pool, accessToken: string): Promise<Record<string, unknown>> {
  const { issuer, installation, clock } = pool;
  try {
    const { payload } = await jose.jwtVerify(accessToken, installation.publicJwk, {
      issuer,
      algorithms: [installation.publicJwk.alg],
      currentDate: new Date(clock()),
    });
    return payload;
  } catch (cause) {
    throw refusal(cause instanceof jose.errors.JWTExpired ? 'accessExpired' : 'accessInvalid', { cause });
  }
}

/**
 * The user of a valid access token: issued by this pool, not expired or revoked, and with the scope.
 * @throws NotAuthorizedException
 */
export async function authorise(pool: Pool, accessToken: string, scope: string): Promise<User> {
  const claims = await readClaims(pool, accessToken);
  const { clientId } = pool.installation;
  if (claims['token_use'] !== 'access' || claims['client_id'] !== clientId) throw refusal('accessInvalid');
  const { sessions, users } = pool.store.state;
  const session = sessions.find((one) => one.id === claims['origin_jti']);
  const user = users.find((one) => one.sub === claims['sub']);
  if (!session || session.revoked || !user) throw refusal('accessRevoked');
  if (!user.enabled) throw refusal('userDisabled');
  if (!session.scopes.includes(scope)) throw refusal('accessScope');
  return user;
}
