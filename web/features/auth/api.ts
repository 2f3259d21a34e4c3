import { User } from '#shared/contract.ts';
import { storeError, UNAUTHORISED } from '#shared/errors.ts';
import { SITE_CONFIG_PATH, SiteConfig } from '#shared/site-config.ts';
import { type Api, ApiError, createApi, errorFromResponse, networkError } from '#web/lib/api.ts';
import { ACCOUNT_NOT_LOADED, type Auth } from './auth.ts';
import { type Ended, keepAccountsOnly, markEnded, storedSession } from './tokens.ts';

/** Milliseconds for one try to load the person's record. */
const USER_TIMEOUT = 8_000;
const TOKEN_HEADER = 'x-auth-token';

interface SessionApiOptions {
  /** Who calls. */
  userId: string;
  fetch?: typeof globalThis.fetch;
}

/**
 * The API in one person's name. A token the server refuses is renewed once; if that does not help, the session has ended. It has at once where the
 * server says that the account is deleted.
 */
export function createSessionApi(
  auth: Auth,
  { userId, fetch = (...args) => globalThis.fetch(...args) }: SessionApiOptions,
): Api {
  async function fetchAgain(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    if (isErased(await errorFromResponse(response.clone()))) {
      expire(auth, 'account');
      return response;
    }
    const token = await getToken(auth, { userId, forceRefresh: true }).catch(() => undefined);
    if (token === undefined) return response;
    const headers = new Headers(init?.headers);
    headers.set(TOKEN_HEADER, token);
    const second = await fetch(input, { ...init, headers });
    if (second.status === 401) expire(auth, 'session');
    return second;
  }
  return createApi({ getToken: () => getToken(auth, { userId }), fetch: fetchAgain });
}

/**
 * The ID token to send for `userId`, refreshed in silence when it has run out. Never another person's, should one have signed in
 * meanwhile, and never none: what was asked for in somebody's name is not asked for anonymously.
 * @throws ApiError 401 when the session, or the account, has ended, 0 when a new token could not be fetched
 */
async function getToken(
  auth: Auth,
  { userId, forceRefresh = false }: { userId: string; forceRefresh?: boolean },
): Promise<string> {
  const before = storedSession(auth.storage);
  const token = await fetchToken(auth, forceRefresh);
  if (token?.userId === userId) return token.value;
  // Gone just now means that it was refused.
  if (token === undefined && before !== storedSession(auth.storage)) expire(auth, 'session');
  else if (token === undefined) lose(auth, userId);
  throw unauthorised();
}

const unauthorised = () => new ApiError({ ...UNAUTHORISED, code: 'unauthorised' });

async function fetchToken(auth: Auth, forceRefresh: boolean) {
  try {
    return await (await auth.accounts()).token({ forceRefresh });
  } catch (error) {
    if (!isErased(error)) throw networkError(error);
    expire(auth, 'account');
    throw unauthorised();
  }
}

/**
 * Whether somebody has deleted the account: the service says so for as long as there are tokens of it, and the user pool once the account is gone there
 * too.
 */
export const isErased = (error: unknown): boolean =>
  error instanceof ApiError
    ? error.code === 'account-erased'
    : error instanceof Error && error.name === 'UserNotFoundException';

/** The session has ended by itself. What is on screen stays, with the person it belongs to. */
function expire({ store, storage }: Auth, ended: Ended): void {
  markEnded(storage, ended);
  store.setState({ isExpired: true, session: storedSession(storage) });
}

/**
 * The session was gone before. Where another tab has signed out it tells this one in a moment; where the browser's data were cleared nobody
 * does, so that this tab alone says that the session has ended.
 */
function lose({ store }: Auth, userId: string): void {
  const { user, loadingMessage } = store.getState();
  if (user?.id === userId && loadingMessage === undefined) store.setState({ isExpired: true });
}

interface LoadUserOptions {
  /** The ID token of whose record it is. */
  token: string;
  api?: Api;
  /** Milliseconds before each further try. */
  delays?: readonly number[];
}

/**
 * The person's record, made by the server when there is none. What is not refused is tried again.
 * @throws ApiError that says what has failed: a service that only says that it has is no help to whoever wants to sign in
 */
export async function loadUser({
  token,
  api = createApi({ getToken: () => Promise.resolve(token), timeout: USER_TIMEOUT }),
  delays = [500, 1_500],
}: LoadUserOptions): Promise<User> {
  const [delay, ...later] = delays;
  try {
    return await api.json(User, { method: 'GET', path: '/me' });
  } catch (error) {
    if (isErased(error)) finishErasure(api);
    if (delay === undefined || (error instanceof ApiError && error.refused)) throw naming(error);
    await new Promise((resolve) => setTimeout(resolve, delay));
    return loadUser({ token, api, delays: later });
  }
}

/** An account that is deleted and can still sign in was not deleted to the end: the same request goes on. */
function finishErasure(api: Api): void {
  api.send({ method: 'DELETE', path: '/account' }).catch(() => undefined);
}

/** Sentences that say enough themselves: the service's refusals, a network that is gone, and that the record could not be made. */
const saysEnough = ({ status, refused, message }: ApiError): boolean =>
  refused || status === 0 || message === storeError('create', 'user');

function naming(error: unknown): unknown {
  if (!(error instanceof ApiError) || saysEnough(error)) return error;
  const { status, code } = error;
  return new ApiError({ status, code, message: ACCOUNT_NOT_LOADED, cause: error });
}

/**
 * Whether people without an account may search here. Where they may not, the page asks for a sign-in in place of a request that would be
 * refused.
 * @throws ApiError
 */
export async function lookAtDeployment({ store, storage, config }: Auth): Promise<void> {
  const mustSignIn = (await config()).anonymous === false;
  keepAccountsOnly(storage, mustSignIn);
  store.setState({ mustSignIn });
}

/** What this deployment tells its page. @throws ApiError */
export const loadSiteConfig = (): Promise<SiteConfig> =>
  createApi({ baseUrl: '' }).json(SiteConfig, { method: 'GET', path: SITE_CONFIG_PATH });
