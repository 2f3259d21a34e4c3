import { createContext, type ReactNode, use, useEffect, useMemo, useState } from 'react';
import { useStore } from 'zustand/react';
import { type Api, lazyApi } from '#web/lib/api.ts';
import { loadChunk, once } from '#web/lib/lazy.ts';
import { browserStorage, tabStorage } from '#web/lib/storage.ts';
import { Spinner } from '#web/ui/index.ts';
import { type Auth, type AuthDeps, type AuthState, createAuth, type OnLeave } from './auth.ts';
import { applyStoredSession, followTabs, loadApi, start } from './start.ts';

const AuthContext = createContext<Auth | undefined>(undefined);

/**
 * Determines the signed-in user, follows the other tabs, and provides the state to everything below (see `useAuth`). `onLeave` is called
 * when the user has signed out or another one has signed in, before anything is rendered for the next one.
 */
export function AuthProvider({ onLeave, children }: { onLeave: OnLeave; children: ReactNode }) {
  const [auth] = useState(() => {
    const created = createAuth(browserDeps(), { onLeave });
    // Before the first render, so that the check for a stored session is never visible.
    applyStoredSession(created, window);
    return created;
  });
  useEffect(() => {
    const stop = new AbortController();
    followTabs(auth, { tabs: window, signal: stop.signal });
    return () => stop.abort();
  }, [auth]);
  useEffect(() => startOnce(auth), [auth]);
  return <AuthContext value={auth}>{children}</AuthContext>;
}

/** The state and dependencies of this feature's actions. @throws Error outside an AuthProvider */
export function useAuthContext(): Auth {
  const auth = use(AuthContext);
  if (auth === undefined) throw new Error('useAuth must be used within an AuthProvider');
  return auth;
}

/**
 * The part of the authentication state that `select` picks. The component re-renders when it changes.
 * @throws Error outside an AuthProvider
 */
export function useAuth<Selected>(select: (state: AuthState) => Selected): Selected {
  return useStore(useAuthContext().store, select);
}

/** The API on behalf of the signed-in user, or of nobody: the same object until the user changes. */
export function useSessionApi(): Api {
  const auth = useAuthContext();
  const userId = useAuth((state) => state.user?.id);
  return useMemo(() => {
    return lazyApi(async () => (await loadApi()).createSessionApi(auth, { userId }));
  }, [auth, userId]);
}

/** Shown until the session has been restored. */
export function Starting() {
  const loadingMessage = useAuth((state) => state.loadingMessage);
  return (
    <main className="flex min-h-full items-center justify-center gap-2.5 text-ink-muted text-reading">
      <Spinner size={20} />
      <p role="status">{loadingMessage}</p>
    </main>
  );
}

/** The browser's storage, and Cognito, which is loaded on the first call that needs it. */
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
