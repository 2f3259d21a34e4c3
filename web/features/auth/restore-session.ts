import { ApiError } from '#web/lib/api.ts';
import { isErased } from './api.ts';
import { type Accounts, type Auth, type AuthState, CHECKING } from './auth.ts';
import { toAuthFailure } from './errors.ts';
import { type Ended, markEnded, storedSession, whatEnded } from './tokens.ts';

/* Who is at the page, by the session this browser holds. */

/** Brings the state in line with the stored session: at the start, and where another tab has changed that. */
export async function takeOver(auth: Auth): Promise<void> {
  const { store, storage } = auth;
  const stored = storedSession(storage);
  if (stored !== undefined) await restore(auth);
  else if (whatEnded(storage) !== undefined) store.setState({ session: stored, isExpired: true });
  else store.setState({ ...NOBODY, session: stored, isExpired: false, error: undefined });
}

export const NOBODY = { user: undefined, hasRecord: false };

/** No address waits for a code any more. */
export const CONFIRMED = { confirming: undefined, codeMailed: undefined, asked: undefined };

/**
 * Takes up the session this browser holds. When the person's record cannot be loaded nobody is signed in, and the page says why
 * (docs/behaviour.md#sign-in). The page may be in use meanwhile: what is done there counts, and when the session turns out to have
 * ended, what is on screen stays.
 */
export async function restore(auth: Auth): Promise<void> {
  const { store, storage } = auth;
  const taken = storedSession(storage);
  store.setState({ session: taken });
  const change = await auth
    .accounts()
    .then((accounts) => findOwner(auth, accounts))
    .catch((error: unknown) => ({ ...NOBODY, session: storedSession(storage), ...failed(error) }));
  await actionEnd(auth);
  const { session: now, user } = store.getState();
  // Otherwise somebody has signed in or out meanwhile, or a call of the page's has noticed before that the session has ended.
  if (now === taken) {
    const { ended, ...found } = change;
    markEnded(storage, ended);
    const isExpired = ended !== undefined;
    store.setState({ ...found, isExpired, ...(isExpired && { user }) });
  }
  if (store.getState().loadingMessage === CHECKING) store.setState({ loadingMessage: undefined });
}

/** What failed is an error, unless that is the account's end. */
const failed = (error: unknown): Partial<Pick<AuthState, 'error'>> & { ended?: Ended } =>
  isErased(error) ? { ended: 'account' } : { error: toAuthFailure(error) };

/** Resolves when no action runs. Looking who is at the page is none. */
const actionEnd = ({ store }: Auth): Promise<void> =>
  new Promise((resolve) => {
    const look = ({ loadingMessage }: AuthState) => {
      if (loadingMessage !== undefined && loadingMessage !== CHECKING) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = store.subscribe(look);
    look(store.getState());
  });

/** The person has read that their session has ended, and goes on without an account. */
export function dismissExpiry({ store, storage }: Auth): void {
  markEnded(storage, undefined);
  store.setState({ isExpired: false });
}

/**
 * The state for the person the stored session belongs to; nobody, and expired, when it has just been refused.
 * @throws the account provider's error, or ApiError when the person's record cannot be loaded
 */
export async function readSession(auth: Auth, accounts: Accounts): Promise<Partial<AuthState>> {
  const { ended, ...found } = await findOwner(auth, accounts);
  markEnded(auth.storage, ended);
  return { ...found, isExpired: ended !== undefined };
}

async function findOwner(auth: Auth, accounts: Accounts) {
  const before = storedSession(auth.storage);
  const user = await loadOwner(auth, accounts);
  const after = storedSession(auth.storage);
  const ended: Ended | undefined = user === undefined && after !== before ? 'session' : undefined;
  const hasRecord = user !== undefined;
  return { user, hasRecord, session: after, ended, ...CONFIRMED, error: undefined };
}

/** A token the server refuses, though it looks good here, is tried once more with a new one. */
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
