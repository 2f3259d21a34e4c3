import { TOKEN_HEADER, User } from '#shared/contract.ts';
import { storeError, UNAUTHORISED } from '#shared/errors.ts';
import { SITE_CONFIG_PATH, SiteConfig } from '#shared/site-config.ts';
import { type Api, ApiError, networkError } from '#web/lib/api.ts';
import { createApi, errorFromResponse } from '#web/lib/create-api.ts';
import { ACCOUNT_NOT_LOADED, type Auth } from './auth.ts';
import { type Ended, keepAccountsOnly, markEnded, storedSession } from './stored-session.ts';

/** Milliseconds per attempt to load the user record. */
const USER_TIMEOUT = 8_000;

interface SessionApiOptions {
  /** The user on whose behalf the API is called; undefined if nobody is signed in. */
  userId: string | undefined;
  fetch?: typeof globalThis.fetch;
}

/**
 * The API on behalf of one user, or of nobody. If the server refuses a token, it is refreshed once; if the new one is refused too, the
 * session has ended. It ends at once if the server says that the account is deleted.
 */
export function createSessionApi(
  auth: Auth,
  { userId, fetch = (...args) => globalThis.fetch(...args) }: SessionApiOptions,
): Api {
  if (userId === undefined) return createApi({ fetch });
  const readToken = (forceRefresh = false) => getToken(auth, { userId, forceRefresh });
  async function fetchWithRefresh(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
    const response = await fetch(input, init);
    if (response.status !== 401) return response;
    if (isErased(await errorFromResponse(response.clone()))) {
      expire(auth, 'account');
      return response;
    }
    const token = await readToken(true).catch(() => undefined);
    if (token === undefined) return response;
    const headers = new Headers(init?.headers);
    headers.set(TOKEN_HEADER, token);
    const second = await fetch(input, { ...init, headers });
    // An intermediary's 401 says nothing about the session.
    if (second.status === 401 && (await errorFromResponse(second.clone())).status === 401)
      expire(auth, 'session');
    return second;
  }
  return createApi({ getToken: () => readToken(), fetch: fetchWithRefresh });
}

/**
 * The ID token for `userId`, silently refreshed if it has expired. Never the token of another user who has signed in meanwhile, and never
 * undefined: a request on a user's behalf must not be sent anonymously.
 * @throws ApiError 401 if the session or the account has ended, 0 if a new token could not be fetched
 */
async function getToken(
  auth: Auth,
  { userId, forceRefresh = false }: { userId: string; forceRefresh?: boolean },
): Promise<string> {
  const before = storedSession(auth.storage);
  const token = await fetchToken(auth, forceRefresh);
  if (token?.userId === userId) return token.value;
  // The session was removed during this call, so it was refused.
  if (token === undefined && before !== storedSession(auth.storage)) expire(auth, 'session');
  else if (token === undefined) expireLostSession(auth, userId);
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
 * Whether the account has been deleted. The service says so while there are still tokens for it, the user pool once the account is gone
 * there too.
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
 * The session was already gone. If another tab has signed out, this one hears of it in a moment. If the browser's data were cleared, no
 * other tab reports it, so only this tab shows that the session has ended.
 */
function expireLostSession({ store }: Auth, userId: string): void {
  const { user, loadingMessage } = store.getState();
  if (user?.id === userId && loadingMessage === undefined) store.setState({ isExpired: true });
}

interface LoadUserOptions {
  /** The ID token of the record's owner. */
  token: string;
  api?: Api;
  /** Milliseconds before each retry. */
  delays?: readonly number[];
}

/**
 * The user record, created by the server if there is none. Retries unless the service declines the request.
 * @throws ApiError that names what failed: a general error message is no help to a user who wants to sign in
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
    if (isErased(error)) resumeErasure(api);
    if (delay === undefined || (error instanceof ApiError && error.refused)) throw withSpecificMessage(error);
    await new Promise((resolve) => setTimeout(resolve, delay));
    return loadUser({ token, api, delays: later });
  }
}

/** A deleted account that can still sign in was not deleted completely: the same request resumes its deletion. */
function resumeErasure(api: Api): void {
  api.send({ method: 'DELETE', path: '/account' }).catch(() => undefined);
}

/** Whether the message is specific enough already: a refusal by the service, a lost connection, or a record that could not be created. */
const isSpecific = ({ status, refused, message }: ApiError): boolean =>
  refused || status === 0 || message === storeError('create', 'user');

function withSpecificMessage(error: unknown): unknown {
  if (!(error instanceof ApiError) || isSpecific(error)) return error;
  const { status, code } = error;
  return new ApiError({ status, code, message: ACCOUNT_NOT_LOADED, cause: error });
}

/**
 * Finds out whether this deployment requires an account. If it does, the page asks for a sign-in instead of sending a request that would be
 * refused.
 * @throws ApiError
 */
export async function checkSignInRequired({ store, storage, config }: Auth): Promise<void> {
  const mustSignIn = (await config()).anonymous === false;
  keepAccountsOnly(storage, mustSignIn);
  store.setState({ mustSignIn });
}

/** The deployment's configuration for its page. @throws ApiError */
export const loadSiteConfig = (): Promise<SiteConfig> =>
  createApi({ baseUrl: '' }).json(SiteConfig, { method: 'GET', path: SITE_CONFIG_PATH });
