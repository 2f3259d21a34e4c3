import type { Context } from 'hono';
import type { Cognito } from '../cognito.ts';
import { parseLoopbackUrl } from '../loopback.ts';
import { sendErrorPage } from '../pages/error-page.ts';

/** `GET /logout`: back to the app. The account chooser keeps no session of its own that would have to end. */
export function logout(cognito: Cognito, context: Context): Response | Promise<Response> {
  const to = parseLoopbackUrl(context.req.query('logout_uri') ?? '');
  if (context.req.query('client_id') !== cognito.installation.clientId)
    return sendErrorPage(context, 'The app client is not known: client_id is wrong.');
  return to
    ? context.redirect(to.href)
    : sendErrorPage(context, 'logout_uri must be an address on this machine.');
}
