import { loadChunk } from '#web/lib/lazy.ts';
import { ACCOUNT_NOT_LOADED, AUTH_ERROR_CODE, type Auth } from './auth.ts';
import type { Here } from './provider-window.ts';
import { SESSION_PREFIX, servesAccountsOnly, storedPerson, storedSession, whatEnded } from './tokens.ts';

/**
 * Finds out who is at the page. Whoever the browser holds a session of is shown the page at once, before anything is asked. Nothing of
 * the account provider is loaded for a visitor whose browser holds no session and who does not come back from a sign-in.
 */
export async function start(auth: Auth, here: Here): Promise<void> {
  const { store, storage } = auth;
  lookAtStorage(auth, here);
  void loadApi()
    .then(({ lookAtDeployment }) => lookAtDeployment(auth))
    .catch(() => undefined);
  if (comesFromSignIn(here))
    await withCode(auth, async () => (await loadWindow()).completeRedirect(auth, here));
  else if (storedSession(storage) !== undefined) await takeOver(auth);
  store.setState({ isStarting: false });
}

/** What the browser alone knows of who is at the page, which shows before anything else is drawn. */
export function lookAtStorage({ store, storage }: Auth, here: Here): void {
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
export const loadApi = () => loadChunk(() => import('./api.ts'));
const loadRestore = () => loadChunk(() => import('./restore-session.ts'));

/** Brings the state in line with the stored session. */
const takeOver = (auth: Auth): Promise<void> =>
  withCode(auth, async () => (await loadRestore()).takeOver(auth));

/** If the chunk fails to load, nobody is signed in, and the page says so. */
async function withCode({ store, storage }: Auth, run: () => Promise<void>): Promise<void> {
  try {
    await run();
  } catch {
    const error = { code: AUTH_ERROR_CODE, message: ACCOUNT_NOT_LOADED } as const;
    store.setState({ user: undefined, session: storedSession(storage), error, loadingMessage: undefined });
  }
}

/** Milliseconds without a write. A session is written and removed in several steps, which belong together. */
const QUIET = 150;

interface FollowTabsOptions {
  /** Where the browser tells of other tabs' writes. */
  tabs: Pick<EventTarget, 'addEventListener'>;
  signal: AbortSignal;
  /** Milliseconds without a write before storage is read. */
  quiet?: number;
}

/** Follows what other tabs do: a sign-in there is one here, and so is a sign-out, or a session that has ended by itself. */
export function followTabs(auth: Auth, { tabs, signal, quiet = QUIET }: FollowTabsOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      const { loadingMessage, session: known } = auth.store.getState();
      if (loadingMessage !== undefined) lookLater();
      else if (storedSession(auth.storage) !== known) void takeOver(auth);
    }, quiet);
  };
  const written = (event: Event) => {
    const key = 'key' in event ? event.key : null;
    // Without a key, all of storage was cleared.
    if (typeof key !== 'string' || key.startsWith(SESSION_PREFIX)) lookLater();
  };
  tabs.addEventListener('storage', written, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}
