import type { Context } from 'hono';
import type { Cognito } from '../cognito.ts';
import { sendErrorPage } from '../pages/error-page.ts';
import { GOOGLE_ACCOUNTS } from './accounts.ts';
import { findGoogleUser } from './find-google-user.ts';
import { backTo, readAuthorizationRequest } from './read-request.ts';

/** `GET /oauth2/choose`: an account was picked; back to the app with a code for it. */
export async function choose(cognito: Cognito, context: Context): Promise<Response> {
  const read = readAuthorizationRequest(cognito, context.req.query());
  if (read.type === 'refused') return sendErrorPage(context, read.reason);
  if (read.type === 'redirect') return context.redirect(read.to);
  const account = GOOGLE_ACCOUNTS.find(({ id }) => id === context.req.query('account'));
  if (!account) return sendErrorPage(context, 'There is no such account.');
  const { redirectUri, state, challenge, scopes, nonce } = read.request;
  const user = findGoogleUser(cognito, account);
  await cognito.store.save();
  if (!user.enabled) {
    const disabled = { error: 'invalid_request', error_description: 'User is disabled.' };
    return context.redirect(backTo(redirectUri, disabled, state));
  }
  const grant = { sub: user.sub, redirectUri, challenge, scopes, ...(nonce !== undefined && { nonce }) };
  return context.redirect(backTo(redirectUri, { code: cognito.grants.put(grant) }, state));
}
