import type { Context } from 'hono';
import type { Cognito } from '../cognito.ts';
import { sendAccountsPage } from '../pages/accounts-page.ts';
import { sendErrorPage } from '../pages/error-page.ts';
import { GOOGLE_ACCOUNTS } from './accounts.ts';
import { backTo, readAuthorizationRequest } from './read-request.ts';

/** `GET /oauth2/authorize`: the account chooser, whose links carry the same query on to `/oauth2/choose`. */
export function authorize(cognito: Cognito, context: Context): Response | Promise<Response> {
  const query = context.req.query();
  const read = readAuthorizationRequest(cognito, query);
  if (read.type === 'refused') return sendErrorPage(context, read.reason);
  if (read.type === 'redirect') return context.redirect(read.to);
  const { redirectUri, state } = read.request;
  const denied = { error: 'access_denied', error_description: 'User cancelled the sign-in' };
  return sendAccountsPage(context, {
    accounts: GOOGLE_ACCOUNTS,
    linkTo: ({ id }) => `choose?${new URLSearchParams({ ...query, account: id }).toString()}`,
    cancel: backTo(redirectUri, denied, state),
  });
}
