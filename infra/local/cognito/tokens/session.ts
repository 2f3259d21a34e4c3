import { createHash, randomBytes } from 'node:crypto';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import type { Session, User } from '../state/schema.ts';
import { isSameSecret } from '../users/password.ts';

const LIFETIME = 30 * 24 * 60 * 60_000;

const hash = (secret: string): string => createHash('sha256').update(secret).digest('hex');

/** Starts a session. Its refresh token is `<session id>.<secret>`, of which only a hash of the secret is kept. */
export function openSession(
  cognito: Cognito,
  options: { user: User; scopes: string[] },
): { session: Session; refreshToken: string } {
  const { user, scopes } = options;
  const secret = randomBytes(48).toString('base64url');
  const now = cognito.clock();
  const session: Session = {
    id: cognito.makeUuid(),
    sub: user.sub,
    secretHash: hash(secret),
    scopes,
    authTime: now,
    expiresAt: now + LIFETIME,
    revoked: false,
  };
  cognito.store.state.sessions.push(session);
  return { session, refreshToken: `${session.id}.${secret}` };
}

/** The session a refresh token belongs to, whatever state it is in. */
export function findSession(cognito: Cognito, refreshToken: string): Session | undefined {
  const [id, secret = ''] = refreshToken.split('.');
  const session = cognito.store.state.sessions.find((one) => one.id === id);
  return session && isSameSecret(session.secretHash, hash(secret)) ? session : undefined;
}

/**
 * The session to refresh and whose it is.
 * @throws NotAuthorizedException when the token is unknown, revoked or expired, or the user disabled; UserNotFoundException,
 * PasswordResetRequiredException.
 */
export function resumeSession(cognito: Cognito, refreshToken: string): { session: Session; user: User } {
  const session = findSession(cognito, refreshToken);
  if (!session) throw refusal('refreshInvalid');
  if (session.revoked) throw refusal('refreshRevoked');
  if (session.expiresAt <= cognito.clock()) throw refusal('refreshExpired');
  const user = cognito.store.state.users.find((one) => one.sub === session.sub);
  if (!user) throw refusal('userUnknown');
  if (!user.enabled) throw refusal('userDisabled');
  if (user.status === 'RESET_REQUIRED') throw refusal('passwordResetRequired');
  return { session, user };
}
