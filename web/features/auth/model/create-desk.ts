import type { SiteConfig } from '#shared/site-config.ts';
import { Observable } from '#web/lib/observable.ts';
import { browserStorage } from '#web/lib/storage.ts';
import type { AuthState } from './auth-state.ts';
import { INITIAL_STATE } from './auth-state.ts';
import type { AuthDesk } from './desk.ts';

interface CreateDeskOptions {
  /** Called when someone has gone, before anything shows the next one. */
  onLeave: () => void;
}

/** The page's desk, over the browser's storage and Cognito. Everything heavy is fetched with the first call that needs it. */
export function createDesk({ onLeave }: CreateDeskOptions): AuthDesk {
  const config = once(async (): Promise<SiteConfig> => {
    const { loadSiteConfig } = await import('../api/load-site-config.ts');
    return loadSiteConfig();
  });
  const load = once(async () => {
    const [{ createAccounts }, { loadUser }, facts] = await Promise.all([
      import('../amplify/create-accounts.ts'),
      import('../api/load-user.ts'),
      config(),
    ]);
    return { accounts: createAccounts(facts), loadUser };
  });
  const state = new Observable<AuthState>(INITIAL_STATE);
  let present = state.get().user?.id;
  // The first to listen: what it takes away must be gone when the page is drawn anew.
  state.subscribe(() => {
    const before = present;
    present = state.get().user?.id;
    if (before !== undefined && before !== present) onLeave();
  });
  return {
    state,
    config,
    accounts: async () => (await load()).accounts,
    loadUser: async (token) => (await load()).loadUser({ token }),
    storage: browserStorage(),
    clock: Date.now,
    abandonWindow: () => Promise.resolve(),
  };
}

/** The call, made once; a failed one is made again. */
function once<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let made: Promise<Result> | undefined;
  return () => {
    made ??= call().catch((error: unknown) => {
      made = undefined;
      throw error;
    });
    return made;
  };
}
