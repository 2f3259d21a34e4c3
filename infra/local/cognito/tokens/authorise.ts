import { errors, jwtVerify } from 'jose';
import type { Cognito } from '../cognito.ts';
import { refusal } from '../exceptions.ts';
import type { Session, User } from '../state/schema.ts';

async function readClaims(cognito: Cognito, accessToken: string): Promise<Record<string, unknown>> {
  const { issuer, installation, clock } = cognito;
  try {
    const { payload } = await jwtVerify(accessToken, installation.publicKey, {
      issuer,
      algorithms: [installation.publicJwk.alg],
      currentDate: new Date(clock()),
    });
    return payload;
  } catch (cause) {
    throw refusal(cause instanceof errors.JWTExpired ? 'accessExpired' : 'accessInvalid', { cause });
  }
}

/**
 * Whose access token this is, when it is ours, current, not revoked and has the scope.
 * @throws NotAuthorizedException
 */
export async function authorise(
  cognito: Cognito,
  options: { accessToken: string; scope: string },
): Promise<{ user: User; session: Session }> {
  const claims = await readClaims(cognito, options.accessToken);
  const { clientId } = cognito.installation;
  if (claims['token_use'] !== 'access' || claims['client_id'] !== clientId) throw refusal('accessInvalid');
  const { sessions, users } = cognito.store.state;
  const session = sessions.find((one) => one.id === claims['origin_jti']);
  const user = users.find((one) => one.sub === claims['sub']);
  if (!session || session.revoked || !user) throw refusal('accessRevoked');
  if (!user.enabled) throw refusal('userDisabled');
  if (!session.scopes.includes(options.scope)) throw refusal('accessScope');
  return { user, session };
}
