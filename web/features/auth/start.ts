import type { Here } from './google.ts';
import type { Session } from './session.ts';
import { hasExpired, SESSION_PREFIX, storedSession } from './tokens.ts';

/**
 * Finds out who is at the page. Nothing of the account provider is loaded for a visitor whose browser holds no session and who does
 * not come back from a sign-in.
 */
export async function start(session: Session, here: Here): Promise<void> {
  const { store, storage } = session;
  const query = new URLSearchParams(here.location.search);
  if (query.has('state') && (query.has('code') || query.has('error'))) {
    const { completeRedirect } = await import('./google.ts');
    await completeRedirect(session, here);
  } else if (storedSession(storage) !== undefined) {
    const { restore } = await import('./actions.ts');
    await restore(session);
  } else {
    store.setState({ loadingMessage: undefined, isExpired: hasExpired(storage) });
  }
  store.setState({ isStarting: false });
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
export function followTabs(session: Session, { tabs, signal, quiet = QUIET }: FollowTabsOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (session.store.getState().loadingMessage === undefined) void takeOver(session);
      else lookLater();
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

/** Brings the state in line with the stored session, where another tab has changed that. */
async function takeOver(session: Session): Promise<void> {
  const { store, storage } = session;
  const stored = storedSession(storage);
  if (stored === store.getState().session) return;
  if (stored !== undefined) {
    const { restore } = await import('./actions.ts');
    return restore(session);
  }
  if (hasExpired(storage)) store.setState({ session: stored, isExpired: true });
  else store.setState({ session: stored, user: undefined, isExpired: false });
}
