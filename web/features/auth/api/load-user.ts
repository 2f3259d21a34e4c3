import { User } from '#shared/user.ts';
import type { Api } from '#web/lib/api.ts';
import { createApi } from '#web/lib/api.ts';
import { ApiError } from '#web/lib/api-error.ts';

/** Milliseconds for one try: the page shows nothing else meanwhile. */
const PATIENCE = 8_000;

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
  api = createApi({ getToken: () => Promise.resolve(token), timeout: PATIENCE }),
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
