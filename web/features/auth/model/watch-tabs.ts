import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import { hasExpired, SESSION_PREFIX, storedSession } from './stored-session.ts';

/** Milliseconds: a session is written and removed in several steps, which belong together. */
const SETTLED = 150;

interface WatchTabsOptions {
  /** Where the browser tells of other tabs' writes. */
  tabs: Pick<EventTarget, 'addEventListener'>;
  signal: AbortSignal;
  settled?: number;
}

/** Follows what other tabs do: a sign-in there is one here, and so is a sign-out, or a session that has ended by itself. */
export function watchTabs(desk: AuthDesk, { tabs, signal, settled = SETTLED }: WatchTabsOptions): void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const lookLater = () => {
    clearTimeout(timer);
    timer = setTimeout(() => {
      if (desk.state.get().loadingMessage === undefined) void follow(desk);
      else lookLater();
    }, settled);
  };
  const heard = (event: Event) => {
    const key = 'key' in event ? event.key : null;
    // Without a key, all of storage was cleared.
    if (typeof key !== 'string' || key.startsWith(SESSION_PREFIX)) lookLater();
  };
  tabs.addEventListener('storage', heard, { signal });
  signal.addEventListener('abort', () => clearTimeout(timer));
}

async function follow(desk: AuthDesk): Promise<void> {
  const session = storedSession(desk.storage);
  if (session === desk.state.get().session) return;
  if (session !== undefined) {
    const { restore } = await import('./restore.ts');
    return restore(desk);
  }
  if (hasExpired(desk.storage)) set(desk, { session, isExpired: true });
  else set(desk, { session, user: undefined, isExpired: false });
}
