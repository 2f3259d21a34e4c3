import type { Cognito } from '../cognito.ts';
import { parseLoopbackUrl } from '../loopback.ts';
import { OAUTH_SCOPES } from '../tokens/scopes.ts';

/** A well-formed request for a code. */
export type AuthorizationRequest = {
  redirectUri: string;
  state: string | undefined;
  /** PKCE, S256. */
  challenge: string;
  scopes: string[];
  nonce: string | undefined;
};

/** What became of reading one: `refused` may go nowhere, `redirect` goes back to the app as an error. */
export type ReadRequest =
  | { type: 'request'; request: AuthorizationRequest }
  | { type: 'redirect'; to: string }
  | { type: 'refused'; reason: string };

type Query = Readonly<Record<string, string>>;

/** The address to send the browser back to, with the answer and the state the app gave. */
export function backTo(redirectUri: string, answer: Query, state: string | undefined): string {
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
 * Reads the query of `/oauth2/authorize`. Without a known client and an address on this machine nothing is redirected (RFC 6749
 * 4.1.2.1); PKCE is demanded, since the client is public.
 */
export function readAuthorizationRequest(cognito: Cognito, query: Query): ReadRequest {
  if (query['client_id'] !== cognito.installation.clientId)
    return { type: 'refused', reason: 'The app client is not known: client_id is wrong.' };
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
