import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { type Api, createApi, lateApi } from '#web/lib/api.ts';
import { loadChunk, once } from '#web/lib/lazy.ts';
import { browserStorage, tabStorage } from '#web/lib/storage.ts';
import { Spinner } from '#web/ui/index.ts';
import { type Auth, type AuthDeps, type AuthState, createAuth } from './auth.ts';
import { followTabs, loadApi, lookAtStorage, start } from './start.ts';

const AuthContext = createContext<Auth | undefined>(undefined);

/**
 * Finds out who is at the page, follows what other tabs do about it, and gives it to everything below, see `useAuth`. `onLeave` is
 * called when someone has signed out, or another person has signed in, before anything shows the next one.
 */
export function AuthProvider({ onLeave, children }: { onLeave: () => void; children: ReactNode }) {
  const [auth] = useState(() => {
    const made = createAuth(browserDeps(), { onLeave });
    // Before anything is drawn: who has a session stored, or none, never sees that one was looked for.
    lookAtStorage(made, window);
    return made;
  });
  useEffect(() => {
    const stop = new AbortController();
    followTabs(auth, { tabs: window, signal: stop.signal });
    return () => stop.abort();
  }, [auth]);
  useEffect(() => startOnce(auth), [auth]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** What the actions of this feature work with. @throws Error outside an AuthProvider */
export function useAuthContext(): Auth {
  const auth = use(AuthContext);
  if (auth === undefined) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/**
 * What `select` picks of the person at the page. The component is drawn again when that changes.
 * @throws Error outside an AuthProvider
 */
export function useAuth<Selected>(select: (state: AuthState) => Selected): Selected {
  return useStore(useAuthContext().store, select);
}

/** The API in the name of the person at the page: the same object for as long as that is the same person. */
export function useSessionApi(): Api {
  const auth = useAuthContext();
  const userId = useAuth((state) => state.user?.id);
  return useMemo(() => {
    if (userId === undefined) return createApi();
    return lateApi(async () => (await loadApi()).createSessionApi(auth, { userId }));
  }, [auth, userId]);
}

/** The page until it is known who is at it. */
export function Starting() {
  const loadingMessage = useAuth((state) => state.loadingMessage);
  return (
    <main className="flex min-h-full items-center justify-center gap-2.5 text-ink-muted text-reading">
      <Spinner size={20} />
      <p role="status">{loadingMessage}</p>
    </main>
  );
}

/** The browser's storage, and Cognito, which is loaded with the first call that needs it. */
function browserDeps(): AuthDeps {
  const config = once(async () => (await loadApi()).loadSiteConfig());
  const accounts = once(async () => {
    const [{ createAccounts }, site] = await Promise.all([loadChunk(() => import('./cognito.ts')), config()]);
    return createAccounts(site);
  });
  return {
    accounts,
    config,
    loadUser: async (token) => (await loadApi()).loadUser({ token }),
    storage: browserStorage(),
    tab: tabStorage(),
    clock: Date.now,
  };
}

const started = new WeakSet<Auth>();

/** React's strict mode runs effects twice, but an authorization code works only once. */
function startOnce(auth: Auth): void {
  if (started.has(auth)) return;
  started.add(auth);
  void start(auth, window);
}
