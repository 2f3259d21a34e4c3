import { loadChunk, once } from '#web/lib/lazy.ts';
import { ACCOUNT_NOT_LOADED, AUTH_ERROR_CODE, type Auth } from './auth.ts';
import type { Here } from './provider-window.ts';
import {
  EXPIRED_KEY,
  hasSignedOut,
  SESSION_PREFIX,
  servesAccountsOnly,
  storedPerson,
  storedSession,
  whatEnded,
} from './stored-session.ts';

/**
 * Determines whether a user is signed in. If the browser has a stored session, the page is shown at once, before any request. The account
 * provider's code is not loaded for visitors without a stored session, unless they are returning from a sign-in.
 */
export async function start(auth: Auth, here: Here): Promise<void> {
  const { store, storage } = auth;
  applyStoredSession(auth, here);
  void loadApi()
    .then(({ checkSignInRequired }) => checkSignInRequired(auth))
    .catch(() => undefined);
  if (comesFromSignIn(here))
    await catchLoadFailure(auth, async () => (await loadWindow()).completeRedirect(auth, here));
  else if (storedSession(storage) !== undefined) await syncSession(auth);
  store.setState({ isStarting: false });
}

/** Sets the state from the browser's storage alone, before anything is rendered. */
export function applyStoredSession({ store, storage }: Auth, here: Here): void {
  store.setState({ mustSignIn: servesAccountsOnly(storage) });
  if (comesFromSignIn(here)) return;
  const stored = storedSession(storage);
  const user = storedPerson(storage);
  if (user !== undefined)
    store.setState({ user, session: stored, isStarting: false, loadingMessage: undefined });
  else if (stored === undefined)
    store.setState({
      isStarting: false,
      loadingMessage: undefined,
      isExpired: whatEnded(storage) !== undefined,
    });
}

function comesFromSignIn({ location }: Here): boolean {
  const query = new URLSearchParams(location.search);
  return query.has('state') && (query.has('code') || query.has('error'));
}

const loadWindow = () => loadChunk(() => import('./provider-window.ts'));
export const loadApi = once(() => loadChunk(() => import('./session-api.ts')));
const loadRestore = () => loadChunk(() => import('./restore-session.ts'));

/** Brings the state in line with the stored session. */
const syncSession = (auth: Auth): Promise<void> =>
  catchLoadFailure(auth, async () => (await loadRestore()).syncSession(auth));

/** If the chunk fails to load, nobody is signed in, and the page says so. */
async function catchLoadFailure({ store, storage }: Auth, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    const error = { code: AUTH_ERROR_CODE, message: ACCOUNT_NOT_LOADED } as const;
    store.setState({ user: undefined, session: storedSession(storage), error, loadingMessage: undefined });
  }
}

/** Debounce in milliseconds: a session is written and removed in several steps that belong together. */
const STORAGE_DEBOUNCE = 150;

interface FollowTabsOptions {
  /** Dispatches `storage` events for other tabs' writes. */
  tabs: Pick<EventTarget, 'addEventListener'>;
  signal: AbortSignal;
  /** Milliseconds without a write before storage is read. */
  quiet?: number;
}

/** Follows the other tabs: a sign-in, a sign-out or an expired session there takes effect here too. */
export function followTabs(auth: Auth, { tabs, signal, quiet = STORAGE_DEBOUNCE }: FollowTabsOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const scheduleCheck = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { storage } = auth;
      const { loadingMessage, session, isExpired } = auth.store.getState();
      if (loadingMessage !== undefined) scheduleCheck();
      else if (storedSession(storage) !== session || (isExpired && hasSignedOut(storage)))
        void syncSession(auth);
    }, quiet);
  };
  const onStorage = ({ key }: Event & Partial<Pick<StorageEvent, 'key'>>) => {
    // A null key means that all of storage was cleared.
    if (!key || key === EXPIRED_KEY || key.startsWith(SESSION_PREFIX)) scheduleCheck();
  };
  tabs.addEventListener('storage', onStorage, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}
