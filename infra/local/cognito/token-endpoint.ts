import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { parseLoopbackUrl } from './hosted-ui.ts';
import * as passwords from './passwords.ts';
import type { CodeGrant, Pool } from './pool.ts';
import { CognitoException } from './protocol.ts';
import type { Session, User } from './state.ts';
import { authorise, issueTokens, openSession, resumeSession } from './tokens.ts';
import { listAttributes } from './users.ts';

type Form = Readonly<Record<string, string>>;
type Exchanged = { user: User; session: Session; refreshToken?: string; nonce?: string };
type Failure = 'invalid_request' | 'invalid_client' | 'invalid_grant' | 'unsupported_grant_type';

function provesGrant(grant: CodeGrant, form: Form): boolean {
  const challenge = hash('sha256', form['code_verifier'] ?? '', 'base64url');
  const redirectUri = parseLoopbackUrl(form['redirect_uri'] ?? '')?.href;
  return passwords.isSameSecret(challenge, grant.challenge) && redirectUri === grant.redirectUri;
}

/** A code can be used once, whether or not its exchange succeeds. */
function exchangeCode(pool: Pool, form: Form): Exchanged | Failure {
  const grant = pool.grants.take(form['code'] ?? '');
  const user = grant && pool.store.state.users.find((one) => one.sub === grant.sub);
  if (!grant || !user?.enabled || !provesGrant(grant, form)) return 'invalid_grant';
  const opened = openSession(pool, user, grant.scopes);
  return { user, ...opened, ...(grant.nonce !== undefined && { nonce: grant.nonce }) };
}

function exchangeRefreshToken(pool: Pool, form: Form): Exchanged | Failure {
  try {
    return resumeSession(pool, form['refresh_token'] ?? '');
  } catch (error) {
    if (error instanceof CognitoException) return 'invalid_grant';
    throw error;
  }
}

function exchange(pool: Pool, form: Form): Exchanged | Failure {
  if (form['client_id'] !== pool.installation.clientId) return 'invalid_client';
  if (form['grant_type'] === 'authorization_code') return exchangeCode(pool, form);
  if (form['grant_type'] === 'refresh_token') return exchangeRefreshToken(pool, form);
  return 'unsupported_grant_type';
}

async function readForm(context: Context): Promise<Form | undefined> {
  if (!context.req.header('content-type')?.startsWith('application/x-www-form-urlencoded')) return undefined;
  return Object.fromEntries(new URLSearchParams(await context.req.text()));
}

/** `POST /oauth2/token`: exchanges a code with its PKCE verifier, or a refresh token, for tokens. */
export async function token(pool: Pool, context: Context): Promise<Response> {
  context.header('cache-control', 'no-store');
  const form = await readForm(context);
  const exchanged = form ? exchange(pool, form) : 'invalid_request';
  if (typeof exchanged === 'string') return context.json({ error: exchanged }, 400);
  const { session, refreshToken } = exchanged;
  const { idToken, accessToken } = await issueTokens(pool, exchanged);
  await pool.store.save();
  return context.json({
    ...(session.scopes.includes('openid') && { id_token: idToken }),
    access_token: accessToken,
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
    expires_in: pool.tokenLifetime,
    token_type: 'Bearer',
  });
}

/** `GET /oauth2/userInfo`: the attributes of the access token's user, all as text, as Cognito sends them. */
export async function userInfo(pool: Pool, context: Context): Promise<Response> {
  const [, accessToken = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  context.header('cache-control', 'no-store');
  try {
    const user = await authorise(pool, accessToken, 'openid');
    const attributes = listAttributes(user).map(({ Name, Value }) => [Name, Value]);
    return context.json({ ...Object.fromEntries(attributes), username: user.username });
  } catch (error) {
    if (!(error instanceof CognitoException)) throw error;
    context.header('www-authenticate', `Bearer error="invalid_token"`);
    return context.json({ error: 'invalid_token', error_description: error.message }, 401);
  }
}
