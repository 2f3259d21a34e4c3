import type { Context } from 'hono';
import type { Cognito } from '../cognito.ts';
import { CognitoException } from '../exceptions.ts';
import { authorise } from '../tokens/authorise.ts';
import { listAttributes } from '../users/attributes.ts';

/** `GET /oauth2/userInfo`: the attributes of an access token's bearer, all of them text as Cognito sends them. */
export async function userInfo(cognito: Cognito, context: Context): Promise<Response> {
  const [, accessToken = ''] = /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '') ?? [];
  context.header('cache-control', 'no-store');
  try {
    const { user } = await authorise(cognito, { accessToken, scope: 'openid' });
    const attributes = listAttributes(user).map(({ Name, Value }) => [Name, Value]);
    return context.json({ ...Object.fromEntries(attributes), username: user.username });
  } catch (error) {
    if (!(error instanceof CognitoException)) throw error;
    context.header('www-authenticate', `Bearer error="invalid_token"`);
    return context.json({ error: 'invalid_token', error_description: error.message }, 401);
  }
}
