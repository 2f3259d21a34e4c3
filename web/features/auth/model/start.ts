import type { AuthDesk } from './desk.ts';
import { set } from './desk.ts';
import { hasExpired, storedSession } from './stored-session.ts';

/** Where the browser is, and how it can be closed: `window` in the page. */
export interface Here {
  location: Pick<Location, 'href' | 'search' | 'pathname'>;
  history: { replaceState(data: unknown, unused: string, url: string): void };
  close(): void;
}

/**
 * Finds out who is at the page. Nothing of the account provider is loaded for those whose browser holds no session and who do not come
 * back from one.
 */
export async function start(desk: AuthDesk, here: Here): Promise<void> {
  const query = new URLSearchParams(here.location.search);
  if (query.has('state') && (query.has('code') || query.has('error'))) {
    const { comeBack } = await import('./come-back.ts');
    await comeBack(desk, here);
  } else if (storedSession(desk.storage) !== undefined) {
    const { restore } = await import('./restore.ts');
    await restore(desk);
  } else {
    set(desk, { loadingMessage: undefined, isExpired: hasExpired(desk.storage) });
  }
  set(desk, { isStarting: false });
}
