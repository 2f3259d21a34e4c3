import type { Context } from 'hono';
import { sendAccountsPage, sendErrorPage } from './pages.ts';
import type { Pool } from './pool.ts';
import { OAUTH_SCOPES } from './tokens.ts';
import { findGoogleUser, type GoogleAccount } from './users.ts';

/** Whether a host name, as `URL.hostname` gives it, is this machine. */
export const isLoopbackHost = (hostname: string): boolean =>
  hostname === '[::1]' || /^127(\.\d{1,3}){3}$/.test(hostname) || /^(.+\.)?localhost$/.test(hostname);

/** The URL in a text when it is http(s) on this machine, without a user, password or fragment. */
export function parseLoopbackUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname)) return undefined;
  return url.username || url.password || url.hash ? undefined : url;
}

/** A small portrait as a data: URL, so that nothing is fetched from anywhere. */
function drawPicture(initials: string, colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><text x="20" y="26" font-family="sans-serif" font-size="16" fill="#fff" text-anchor="middle">${initials}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Two with a picture, two without, one with a name beyond ASCII. */
const GOOGLE_ACCOUNTS: readonly GoogleAccount[] = [
  {
    id: '100000000000000000001',
    name: 'Amara Lindqvist',
    email: 'amara.lindqvist@example.com',
    picture: drawPicture('AL', '#7a3e9d'),
  },
  {
    id: '100000000000000000002',
    name: 'Mateo Quispe Varga',
    email: 'mateo.quispe@example.com',
    picture: drawPicture('MQ', '#1d6b52'),
  },
  { id: '100000000000000000003', name: 'Noor O’Castellan', email: 'noor.ocastellan@example.org' },
  { id: '100000000000000000004', name: 'Łucja Nguyễn', email: 'lucja.nguyen@example.net' },
];

/** A well-formed request for a code. */
type AuthorizationRequest = {
  redirectUri: string;
  state: string | undefined;
  /** PKCE, S256. */
  challenge: string;
  scopes: string[];
  nonce: string | undefined;
};

/** The result of reading one: `refused` shows an error page, `redirect` takes an error back to the app. */
type ReadRequest =
  | { type: 'request'; request: AuthorizationRequest }
  | { type: 'redirect'; to: string }
  | { type: 'refused'; reason: string };

type Query = Readonly<Record<string, string>>;

/** The address to send the browser back to, with the answer and the state the app gave. */
function backTo(redirectUri: string, answer: Query, state: string | undefined): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

function findFault(query: Query, scopes: readonly string[]): Query | undefined {
  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description });
  if (query['response_type'] !== 'code') return { error: 'unsupported_response_type' };
  if (query['code_challenge_method'] !== 'S256') return invalid('code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(query['code_challenge'] ?? '')) return invalid('code_challenge is missing');
  if ((query['identity_provider'] ?? 'Google') !== 'Google')
    return invalid('identity_provider must be Google');
  if (scopes.some((scope) => !OAUTH_SCOPES.includes(scope))) return { error: 'invalid_scope' };
  return undefined;
}

/**
 * Reads the query of `/oauth2/authorize`. Without a known client and an address on this machine there is no redirect (RFC 6749
 * 4.1.2.1). PKCE is required, since the client is public.
 */
function readAuthorizationRequest(pool: Pool, query: Query): ReadRequest {
  if (query['client_id'] !== pool.installation.clientId)
    return { type: 'refused', reason: 'This app client is unknown: client_id is wrong.' };
  const redirectUri = parseLoopbackUrl(query['redirect_uri'] ?? '')?.href;
  if (redirectUri === undefined)
    return { type: 'refused', reason: 'redirect_uri must be an address on this machine.' };
  const state = query['state'];
  const asked = (query['scope'] ?? '').split(' ').filter(Boolean);
  const fault = findFault(query, asked);
  if (fault) return { type: 'redirect', to: backTo(redirectUri, fault, state) };
  const scopes = asked.length ? asked : [...OAUTH_SCOPES];
  const request = {
    redirectUri,
    state,
    challenge: query['code_challenge'] ?? '',
    scopes,
    nonce: query['nonce'],
  };
  return { type: 'request', request };
}

/** `GET /oauth2/authorize`: the account chooser, whose links carry the same query on to `/oauth2/choose`. */
export function authorize(pool: Pool, context: Context): Response | Promise<Response> {
  const query = context.req.query();
  const read = readAuthorizationRequest(pool, query);
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

/** `GET /oauth2/choose`: an account was chosen; back to the app with a code for it. */
export async function choose(pool: Pool, context: Context): Promise<Response> {
  const read = readAuthorizationRequest(pool, context.req.query());
  if (read.type === 'refused') return sendErrorPage(context, read.reason);
  if (read.type === 'redirect') return context.redirect(read.to);
  const account = GOOGLE_ACCOUNTS.find(({ id }) => id === context.req.query('account'));
  if (!account) return sendErrorPage(context, 'There is no such account.');
  const { redirectUri, state, challenge, scopes, nonce } = read.request;
  const user = findGoogleUser(pool, account);
  await pool.store.save();
  if (!user.enabled) {
    const disabled = { error: 'invalid_request', error_description: 'User is disabled.' };
    return context.redirect(backTo(redirectUri, disabled, state));
  }
  const grant = { sub: user.sub, redirectUri, challenge, scopes, ...(nonce !== undefined && { nonce }) };
  return context.redirect(backTo(redirectUri, { code: pool.grants.put(grant) }, state));
}

/** `GET /logout`: back to the app. The account chooser has no session of its own to end. */
export function logout(pool: Pool, context: Context): Response | Promise<Response> {
  const to = parseLoopbackUrl(context.req.query('logout_uri') ?? '');
  if (context.req.query('client_id') !== pool.installation.clientId)
    return sendErrorPage(context, 'This app client is unknown: client_id is wrong.');
  return to
    ? context.redirect(to.href)
    : sendErrorPage(context, 'logout_uri must be an address on this machine.');
}
