import { User } from '#shared/contract.ts';
import { SITE_CONFIG_PATH, SiteConfig } from '#shared/site-config.ts';
import { type Api, ApiError, createApi } from '#web/lib/api.ts';
import type { Session } from './session.ts';
import { expire, getToken } from './tokens.ts';

const TOKEN_HEADER = 'x-auth-token';
/** Milliseconds for one try to load the person's record: the page shows nothing else meanwhile. */
const USER_TIMEOUT = 8_000;

interface SessionApiOptions {
  /** Who calls; undefined for anonymous people, who send no token. */
  userId: string | undefined;
  fetch?: typeof globalThis.fetch;
}

/** The API in one person's name. A token the server refuses is renewed once; if that does not help, the session has ended. */
export function createSessionApi(
  session: Session,
  { userId, fetch = (...args) => globalThis.fetch(...args) }: SessionApiOptions,
): Api {
  if (userId === undefined) return createApi({ fetch });
  async function fetchAgain(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    if (response.status !== 401 || userId === undefined) return response;
    const token = await getToken(session, { userId, forceRefresh: true }).catch(() => undefined);
    if (token === undefined) return response;
    const headers = new Headers(init?.headers);
    headers.set(TOKEN_HEADER, token);
    const second = await fetch(input, { ...init, headers });
    if (second.status === 401) expire(session);
    return second;
  }
  return createApi({ getToken: () => getToken(session, { userId }), fetch: fetchAgain });
}

interface LoadUserOptions {
  /** The ID token of whose record it is. */
  token: string;
  api?: Api;
  /** Milliseconds before each further try. */
  delays?: readonly number[];
}

/** The person's record, made by the server when there is none. What is not refused is tried again. @throws ApiError */
export async function loadUser({
  token,
  api = createApi({ getToken: () => Promise.resolve(token), timeout: USER_TIMEOUT }),
  delays = [500, 1_500],
}: LoadUserOptions): Promise<User> {
  const [delay, ...later] = delays;
  try {
    return await api.json(User, { method: 'GET', path: '/me' });
  } catch (error) {
    if (delay === undefined || (error instanceof ApiError && error.refused)) throw error;
    await new Promise((resolve) => setTimeout(resolve, delay));
    return loadUser({ token, api, delays: later });
  }
}

/** What this deployment tells its page. @throws ApiError */
export const loadSiteConfig = (): Promise<SiteConfig> =>
  createApi({ baseUrl: '' }).json(SiteConfig, { method: 'GET', path: SITE_CONFIG_PATH });
