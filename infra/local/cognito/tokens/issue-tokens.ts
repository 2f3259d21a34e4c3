import type { JWTPayload } from 'jose';
import { SignJWT } from 'jose';
import type { Cognito } from '../cognito.ts';
import type { Session, User } from '../state/schema.ts';

const SECOND = 1000;

/** Cognito's claim about where a federated user comes from. */
function identitiesOf(user: User): JWTPayload {
  if (user.googleId === undefined) return {};
  const identity = {
    userId: user.googleId,
    providerName: 'Google',
    providerType: 'Google',
    issuer: null,
    primary: 'true',
    dateCreated: `${user.createdAt}`,
  };
  return { identities: [identity] };
}

function idClaims(cognito: Cognito, user: User): JWTPayload {
  const { name, picture } = user;
  return {
    aud: cognito.installation.clientId,
    token_use: 'id',
    email: user.email,
    email_verified: user.emailVerified,
    'cognito:username': user.username,
    ...(name !== undefined && { name }),
    ...(picture !== undefined && { picture }),
    ...identitiesOf(user),
  };
}

function accessClaims(cognito: Cognito, user: User, session: Session): JWTPayload {
  return {
    client_id: cognito.installation.clientId,
    token_use: 'access',
    scope: session.scopes.join(' '),
    username: user.username,
    version: 2,
  };
}

/** A fresh pair of JWTs for a session, signed RS256. */
export async function issueTokens(
  cognito: Cognito,
  options: { user: User; session: Session; nonce?: string },
): Promise<{ idToken: string; accessToken: string }> {
  const { user, session, nonce } = options;
  const { privateKey, publicJwk } = cognito.installation;
  const iat = Math.floor(cognito.clock() / SECOND);
  const sign = (claims: JWTPayload): Promise<string> =>
    new SignJWT({
      sub: user.sub,
      iss: cognito.issuer,
      origin_jti: session.id,
      jti: cognito.makeUuid(),
      event_id: cognito.makeUuid(),
      auth_time: Math.floor(session.authTime / SECOND),
      iat,
      exp: iat + cognito.tokenLifetime,
      ...claims,
    })
      .setProtectedHeader({ alg: publicJwk.alg, kid: publicJwk.kid })
      .sign(privateKey);
  const [idToken, accessToken] = await Promise.all([
    sign({ ...idClaims(cognito, user), ...(nonce !== undefined && { nonce }) }),
    sign(accessClaims(cognito, user, session)),
  ]);
  return { idToken, accessToken };
}
