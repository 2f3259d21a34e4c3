import type { Api } from '#web/lib/api.ts';
import { createApi } from '#web/lib/api.ts';
import type { AuthDesk } from './desk.ts';
import { expire, getToken } from './get-token.ts';

const TOKEN_HEADER = 'x-auth-token';

interface SessionApiOptions {
  /** Who calls; undefined for anonymous people, who send no token. */
  userId: string | undefined;
  fetch?: typeof globalThis.fetch;
}

/** The API in one person's name. A token the server refuses is renewed once; if that does not help, the session has ended. */
export function createSessionApi(
  desk: AuthDesk,
  { userId, fetch = (...args) => globalThis.fetch(...args) }: SessionApiOptions,
): Api {
  if (userId === undefined) return createApi({ fetch });
  async function fetchAgain(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    if (response.status !== 401 || userId === undefined) return response;
    const token = await getToken(desk, { userId, forceRefresh: true }).catch(() => undefined);
    if (token === undefined) return response;
    const headers = new Headers(init?.headers);
    headers.set(TOKEN_HEADER, token);
    const second = await fetch(input, { ...init, headers });
    if (second.status === 401) expire(desk);
    return second;
  }
  return createApi({ getToken: () => getToken(desk, { userId }), fetch: fetchAgain });
}
