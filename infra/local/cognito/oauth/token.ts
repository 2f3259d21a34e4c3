import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import type { CodeGrant, Cognito } from '../cognito.ts';
import { CognitoException } from '../exceptions.ts';
import { parseLoopbackUrl } from '../loopback.ts';
import type { Session, User } from '../state/schema.ts';
import { issueTokens } from '../tokens/issue-tokens.ts';
import { openSession, resumeSession } from '../tokens/session.ts';
import { isSameSecret } from '../users/password.ts';

type Form = Readonly<Record<string, string>>;
type Exchanged = { user: User; session: Session; refreshToken?: string; nonce?: string };
type Failure = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

function provesGrant(grant: CodeGrant, form: Form): boolean {
  const challenge = createHash('sha256')
    .update(form['code_verifier'] ?? '')
    .digest('base64url');
  const redirectUri = parseLoopbackUrl(form['redirect_uri'] ?? '')?.href;
  return isSameSecret(challenge, grant.challenge) && redirectUri === grant.redirectUri;
}

/** A code serves once, whether or not its exchange succeeds. */
function exchangeCode(cognito: Cognito, form: Form): Exchanged | Failure {
  const grant = cognito.grants.take(form['code'] ?? '');
  const user = grant && cognito.store.state.users.find((one) => one.sub === grant.sub);
  if (!grant || !user?.enabled || !provesGrant(grant, form)) return 'invalid_grant';
  const opened = openSession(cognito, { user, scopes: grant.scopes });
  return { user, ...opened, ...(grant.nonce !== undefined && { nonce: grant.nonce }) };
}

function exchangeRefreshToken(cognito: Cognito, form: Form): Exchanged | Failure {
  try {
    return resumeSession(cognito, form['refresh_token'] ?? '');
  } catch (error) {
    if (error instanceof CognitoException) return 'invalid_grant';
    throw error;
  }
}

function exchange(cognito: Cognito, form: Form): Exchanged | Failure {
  if (form['client_id'] !== cognito.installation.clientId) return 'invalid_client';
  if (form['grant_type'] === 'authorization_code') return exchangeCode(cognito, form);
  if (form['grant_type'] === 'refresh_token') return exchangeRefreshToken(cognito, form);
  return 'unsupported_grant_type';
}

async function readForm(context: Context): Promise<Form | undefined> {
  if (!context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return undefined;
  return Object.fromEntries(new URLSearchParams(await context.req.text()));
}

/** `POST /oauth2/token`: a code with its PKCE verifier, or a refresh token, for tokens. */
export async function token(cognito: Cognito, context: Context): Promise<Response> {
  context.header('cache-control', 'no-store');
  const form = await readForm(context);
  const exchanged = form ? exchange(cognito, form) : 'invalid_request';
  if (typeof exchanged === 'string') return context.json({ error: exchanged }, 400);
  const { session, refreshToken } = exchanged;
  const { idToken, accessToken } = await issueTokens(cognito, exchanged);
  await cognito.store.save();
  return context.json({
    ...(session.scopes.includes('openid') && { id_token: idToken }),
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    expires_in: cognito.tokenLifetime,
    token_type: 'Bearer',
  });
}
