import type { Context } from 'hono';
import { ORGANISATION } from '#shared/site-config.ts';
import { isLoopbackHost } from '../listen.ts';
import { sendAccountsPage, sendErrorPage } from './pages.ts';
import type { CodeGrant, Pool } from './pool.ts';
import { CognitoException } from './protocol.ts';
import { OAUTH_SCOPES } from './tokens.ts';
import { findProviderUser, type ProviderAccount, type ProviderName } from './users.ts';

/** Parses an http(s) URL on this machine without credentials or fragment; undefined for anything else. */
export function parseLoopbackUrl(text: string): URL | undefined {
  const url = URL.parse(text);
  if (!url || !/^https?:$/.test(url.protocol) || !isLoopbackHost(url.hostname)) return undefined;
  return url.username || url.password || url.hash ? undefined : url;
}

/** A small portrait as a data: URL, so that nothing is fetched from the network. */
function drawPicture(initials: string, colour: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><rect width="40" height="40" fill="${colour}"/><text x="20" y="26" font-family="sans-serif" font-size="16" fill="#fff" text-anchor="middle">${initials}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** Two have a picture, two do not, and one has a non-ASCII name. */
const GOOGLE_ACCOUNTS: readonly Omit<ProviderAccount, 'provider' | 'isProven'>[] = [
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

/** One has an address that the provider has not verified. */
const ORGANISATION_ACCOUNTS: readonly Omit<ProviderAccount, 'provider'>[] = [
  { id: 'E-1001', name: 'Ingrid Solheim', email: 'ingrid.solheim@example.com', isProven: true },
  { id: 'E-1002', name: 'Tariq Mensah', email: 'tariq.mensah@example.org', isProven: true },
  { id: 'E-1003', name: 'Kaya Brandt', email: 'kaya.brandt@example.com', isProven: false },
];

const ACCOUNTS: Readonly<Record<ProviderName, readonly ProviderAccount[]>> = {
  Google: GOOGLE_ACCOUNTS.map((account) => ({ provider: 'Google', isProven: true, ...account })),
  [ORGANISATION]: ORGANISATION_ACCOUNTS.map((account) => ({ provider: ORGANISATION, ...account })),
};

/** The provider that a query selects; Google by default. */
function providerOf({ organisation }: Pool, query: Query): ProviderName | undefined {
  const name = query['identity_provider'] ?? 'Google';
  if (name === 'Google' || (name === ORGANISATION && organisation !== undefined)) return name;
  return undefined;
}

/** A valid authorization request: the grant its code will represent, and the client's `state`. */
type AuthorizationRequest = {
  provider: ProviderName;
  grant: Omit<CodeGrant, 'sub'>;
  state: string | undefined;
};

type Query = Readonly<Record<string, string>>;

/** The URL that redirects the browser back to the app, with the response and the app's state. */
function redirectUrl(redirectUri: string, answer: Query, state: string | undefined): string {
  const url = new URL(redirectUri);
  for (const [name, value] of Object.entries(answer)) url.searchParams.set(name, value);
  if (state !== undefined) url.searchParams.set('state', state);
  return url.href;
}

function findFault(pool: Pool, query: Query, scopes: readonly string[]): Query | undefined {
  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description });
  if (query['response_type'] !== 'code') return { error: 'unsupported_response_type' };
  if (query['code_challenge_method'] !== 'S256') return invalid('code_challenge_method must be S256');
  if (!/^[\w-]{43}$/.test(query['code_challenge'] ?? '')) return invalid('code_challenge is missing');
  if (providerOf(pool, query) === undefined) return invalid('identity_provider is none of this pool');
  if (scopes.some((scope) => !OAUTH_SCOPES.includes(scope))) return { error: 'invalid_scope' };
  return undefined;
}

/**
 * Reads the query of `/oauth2/authorize`. For an invalid one, returns the response instead: a redirect to the app with an error, or an
 * error page if the client is unknown or the address is not on this machine (RFC 6749 4.1.2.1). PKCE is required, since the client is
 * public.
 */
async function readAuthorizationRequest(
  pool: Pool,
  context: Context,
): Promise<AuthorizationRequest | Response> {
  const query = context.req.query();
  const { client_id: clientId, state, nonce, code_challenge: challenge = '' } = query;
  if (clientId !== pool.installation.clientId) return sendErrorPage(context, UNKNOWN_CLIENT);
  const redirectUri = parseLoopbackUrl(query['redirect_uri'] ?? '')?.href;
  if (redirectUri === undefined)
    return sendErrorPage(context, 'redirect_uri must be an address on this machine.');
  const asked = (query['scope'] ?? '').split(' ').filter(Boolean);
  const fault = findFault(pool, query, asked);
  const provider = providerOf(pool, query);
  if (fault || provider === undefined) return context.redirect(redirectUrl(redirectUri, fault ?? {}, state));
  const scopes = asked.length ? asked : [...OAUTH_SCOPES];
  const grant = { redirectUri, challenge, scopes, ...(nonce !== undefined && { nonce }) };
  return { provider, grant, state };
}

const UNKNOWN_CLIENT = 'This app client is unknown: client_id is wrong.';

/** `GET /oauth2/authorize`: the account chooser, whose links pass the same query on to `/oauth2/choose`. */
export async function authorize(pool: Pool, context: Context): Promise<Response> {
  const request = await readAuthorizationRequest(pool, context);
  if (request instanceof Response) return request;
  const denied = { error: 'access_denied', error_description: 'User cancelled the sign-in' };
  return sendAccountsPage(context, {
    title:
      request.provider === 'Google'
        ? 'Choose an invented Google account (simulated)'
        : `Choose an invented account at ${pool.organisation} (simulated)`,
    accounts: ACCOUNTS[request.provider],
    linkTo: ({ id }) => `choose?${new URLSearchParams({ ...context.req.query(), account: id }).toString()}`,
    cancel: redirectUrl(request.grant.redirectUri, denied, request.state),
  });
}

/** `GET /oauth2/choose`: redirects to the app with a code for the chosen account. */
export async function choose(pool: Pool, context: Context): Promise<Response> {
  const request = await readAuthorizationRequest(pool, context);
  if (request instanceof Response) return request;
  const { provider, grant, state } = request;
  const account = ACCOUNTS[provider].find(({ id }) => id === context.req.query('account'));
  if (!account) return sendErrorPage(context, 'There is no such account.');
  const answer = grantFor(pool, account, grant);
  await pool.store.save();
  return context.redirect(redirectUrl(grant.redirectUri, answer, state));
}

function grantFor(pool: Pool, account: ProviderAccount, grant: Omit<CodeGrant, 'sub'>): Query {
  const invalid = (description: string) => ({ error: 'invalid_request', error_description: description });
  try {
    const { sub, enabled } = findProviderUser(pool, account);
    return enabled ? { code: pool.grants.put({ sub, ...grant }) } : invalid('User is disabled.');
  } catch (error) {
    if (!(error instanceof CognitoException)) throw error;
    return invalid(error.message);
  }
}

/** `GET /logout`: redirects to the app. The account chooser has no session of its own to end. */
export async function logout(pool: Pool, context: Context): Promise<Response> {
  if (context.req.query('client_id') !== pool.installation.clientId)
    return sendErrorPage(context, UNKNOWN_CLIENT);
  const to = parseLoopbackUrl(context.req.query('logout_uri') ?? '');
  return to
    ? context.redirect(to.href)
    : sendErrorPage(context, 'logout_uri must be an address on this machine.');
}
