import { ApiError } from '#web/lib/api.ts';
import { keysWith, LAST_USER_KEY, writeText } from '#web/lib/storage.ts';
import { type Accounts, type Auth, type AuthState, CHECKING } from './auth.ts';
import { toAuthFailure } from './errors.ts';
import { isErased } from './session-api.ts';
import {
  type Ended,
  hasSignedOut,
  markEnded,
  SESSION_PREFIX,
  storedSession,
  whatEnded,
} from './stored-session.ts';

/* Determines the signed-in user from the session stored in this browser. */

/** Brings the state in line with the stored session, at the start and after another tab has changed it. */
export async function syncSession(auth: Auth): Promise<void> {
  const { store, storage } = auth;
  const stored = storedSession(storage);
  if (stored !== undefined) await restore(auth);
  else if (whatEnded(storage) !== undefined) store.setState({ session: stored, isExpired: true });
  else store.setState({ ...NOBODY, session: stored, isExpired: false, error: undefined });
}

export const NOBODY = { user: undefined, hasRecord: false };

/** No code or further sign-in step is pending. */
export const CONFIRMED = { confirming: undefined, codeMailed: undefined, asked: undefined };

/**
 * Restores the session stored in this browser. If the user record cannot be loaded, the user is signed out, and the page says why
 * (docs/behaviour.md#sign-in). The page may already be in use: actions taken there meanwhile take precedence, and if the session turns out
 * to have ended, what is on screen stays.
 */
export async function restore(auth: Auth): Promise<void> {
  const { store, storage } = auth;
  const initialSession = storedSession(storage);
  store.setState({ session: initialSession });
  const change = await auth
    .accounts()
    .then((accounts) => findOwner(auth, accounts))
    .catch((error: unknown) => ({ ...NOBODY, session: storedSession(storage), ...failureState(error) }));
  await waitForActionEnd(auth);
  const { session: currentSession, user } = store.getState();
  // Otherwise a user has signed in or out meanwhile, or another call has already noticed that the session has ended.
  if (currentSession === initialSession) {
    const { ended, ...found } = change;
    // Otherwise it is still true what ended last, such as a sign-out in another tab.
    if (found.user !== undefined || ended !== undefined) markEnded(storage, ended);
    const isExpired = ended !== undefined;
    store.setState({ ...found, isExpired, ...(isExpired && { user }) });
  }
  if (store.getState().loadingMessage === CHECKING) store.setState({ loadingMessage: undefined });
}

/** An error, unless the failure means that the account was deleted. */
const failureState = (error: unknown): Partial<Pick<AuthState, 'error'>> & { ended?: Ended } =>
  isErased(error) ? { ended: 'account' } : { error: toAuthFailure(error) };

/** Resolves when no action is running. Restoring the session does not count as one. */
const waitForActionEnd = ({ store }: Auth): Promise<void> =>
  new Promise((resolve) => {
    const check = ({ loadingMessage }: AuthState) => {
      if (loadingMessage !== undefined && loadingMessage !== CHECKING) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(check);
    check(store.getState());
  });

/**
 * The user has acknowledged that their session ended, and continues without an account: what all tabs share is nobody's from now on. What
 * was typed in this tab is still theirs.
 */
export function dismissExpiry({ store, storage }: Auth): void {
  markEnded(storage, undefined);
  writeText(storage, LAST_USER_KEY, undefined);
  store.setState({ isExpired: false });
}

/**
 * The state for the owner of the stored session; without a user, and expired, if the session has just been refused.
 * @throws the account provider's error, or ApiError if the user record cannot be loaded
 */
export async function readSession(auth: Auth, accounts: Accounts): Promise<Partial<AuthState>> {
  const { ended, ...found } = await findOwner(auth, accounts);
  // If the user has cancelled the sign-in, it is still true what ended before.
  if (found.hasRecord || ended !== undefined) markEnded(auth.storage, ended);
  return { ...found, isExpired: whatEnded(auth.storage) !== undefined };
}

async function findOwner(auth: Auth, accounts: Accounts) {
  const before = storedSession(auth.storage);
  await removeOtherClients(auth);
  const owner = await loadOwner(auth, accounts);
  const after = storedSession(auth.storage);
  const hasEnded = owner === undefined && after !== before && !hasSignedOut(auth.storage);
  const ended: Ended | undefined = hasEnded ? 'session' : undefined;
  // Signed out in another tab meanwhile. Without storage, there is no session to compare.
  const user = before !== undefined && after === undefined ? undefined : owner;
  const hasRecord = user !== undefined;
  return { user, hasRecord, session: after, ended, ...CONFIRMED, error: undefined };
}

const cleared = new WeakSet<Auth>();

/**
 * Removes what the browser still holds for other app clients, of which this address had one before it was deployed anew: the account
 * provider neither uses nor ends their sessions. Only once a page, since later another tab may know a newer client than this one.
 */
async function removeOtherClients(auth: Auth): Promise<void> {
  if (cleared.has(auth)) return;
  cleared.add(auth);
  const { config, storage } = auth;
  const { userPoolClientId } = await config();
  for (const key of keysWith(storage, SESSION_PREFIX))
    if (!key.startsWith(`${SESSION_PREFIX}${userPoolClientId}.`)) writeText(storage, key, undefined);
}

/** If the server refuses a token that looks valid here, tries once more with a new one. */
async function loadOwner(auth: Auth, accounts: Accounts): Promise<AuthState['user']> {
  const token = await accounts.token();
  if (token === undefined) return undefined;
  try {
    return await auth.loadUser(token.value);
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 401) throw error;
    const fresh = await accounts.token({ forceRefresh: true });
    return fresh && auth.loadUser(fresh.value);
  }
}
