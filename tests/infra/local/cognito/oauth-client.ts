import { createHash, randomBytes } from 'node:crypto';
import type { RunningCognito } from './start.ts';

export const REDIRECT_URI = 'http://localhost:3000/auth/callback';
export const STATE = 'state-1';

/** The parts of a token response that tests read. */
export type TokenAnswer = {
  error?: string;
  id_token?: string;
  access_token?: string;
  refresh_token?: string;
  expires_in?: number;
  token_type?: string;
};

/** A PKCE pair (RFC 7636). */
export function makeProof(): { verifier: string; challenge: string } {
  const verifier = randomBytes(48).toString('base64url');
  return { verifier, challenge: createHash('sha256').update(verifier).digest('base64url') };
}

/** The query that Amplify sends to the authorize endpoint; `undefined` omits a parameter. */
export function authorizeUrl(
  cognito: RunningCognito,
  options: { challenge: string; change?: Record<string, string | undefined> },
): string {
  const parameters = {
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    client_id: cognito.clientId,
    identity_provider: 'Google',
    scope: 'openid email profile aws.cognito.signin.user.admin',
    state: STATE,
    code_challenge: options.challenge,
    code_challenge_method: 'S256',
    ...options.change,
  };
  const given = Object.entries(parameters).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  );
  return `${cognito.endpoint}oauth2/authorize?${new URLSearchParams(given).toString()}`;
}

/** Opens a page without following redirects: its text and redirect target. */
export async function openPage(url: string): Promise<{ status: number; text: string; location: URL | null }> {
  const response = await fetch(url, { redirect: 'manual' });
  const location = response.headers.get('location');
  return {
    status: response.status,
    text: await response.text(),
    location: location ? new URL(location) : null,
  };
}

/** A page’s links, resolved as in a browser. */
export function linksOf(page: { text: string }, base: string): URL[] {
  const links = page.text.matchAll(/href="([^"]*)"/g);
  return Array.from(links, ([, href = '']) => new URL(href.replaceAll('&amp;', '&'), base));
}

/** Picks the account at a position in the chooser. Returns the address to which the browser is redirected. */
export async function pickAccount(url: string, place = 0): Promise<URL> {
  const link = linksOf(await openPage(url), url)[place];
  const { location } = await openPage(link?.href ?? '');
  if (!location) throw new Error('The chooser did not redirect.');
  return location;
}

/** Posts a form to the token endpoint. */
export async function askForTokens(
  cognito: RunningCognito,
  form: Record<string, string>,
): Promise<{ status: number; answer: TokenAnswer }> {
  const body = new URLSearchParams({ client_id: cognito.clientId, ...form });
  const response = await fetch(`${cognito.endpoint}oauth2/token`, { method: 'POST', body });
  return { status: response.status, answer: (await response.json()) as TokenAnswer };
}
