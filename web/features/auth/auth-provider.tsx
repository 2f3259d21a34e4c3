import type { ReactNode } from 'react';
import { useEffect, useLayoutEffect, useState } from 'react';
import { AuthContext } from './auth-context.ts';
import { createDesk } from './model/create-desk.ts';
import type { AuthDesk } from './model/desk.ts';
import { start } from './model/start.ts';
import { watchTabs } from './model/watch-tabs.ts';

interface AuthProviderProps {
  /** Called when someone has signed out, or been taken the place of, before anything shows the next one. */
  onLeave: () => void;
  children: ReactNode;
}

/** Finds out who is at the page, follows what other tabs do about it, and gives it to everything below, see `useAuth`. */
export function AuthProvider({ onLeave, children }: AuthProviderProps) {
  const [desk] = useState(() => createDesk({ onLeave }));
  useEffect(() => {
    const stop = new AbortController();
    watchTabs(desk, { tabs: window, signal: stop.signal });
    return () => stop.abort();
  }, [desk]);
  // Before the first paint: whoever has no session never sees that one was looked for.
  useLayoutEffect(() => beginOnce(desk), [desk]);
  return <AuthContext value={desk}>{children}</AuthContext>;
}

const begun = new WeakSet<AuthDesk>();

/** An authorization code works once, so that the second effect of React's strict mode must not start again. */
function beginOnce(desk: AuthDesk): void {
  if (begun.has(desk)) return;
  begun.add(desk);
  void start(desk, window);
}
