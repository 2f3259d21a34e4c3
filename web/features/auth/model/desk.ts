import type { SiteConfig } from '#shared/site-config.ts';
import type { User } from '#shared/user.ts';
import type { Observable } from '#web/lib/observable.ts';
import type { KeyValueStorage } from '#web/lib/storage.ts';
import type { Accounts } from './accounts.ts';
import type { AuthState } from './auth-state.ts';

/** Everything that an action on the session works with. */
export interface AuthDesk {
  state: Observable<AuthState>;
  /** Loads the account provider's code with the first call. */
  accounts(): Promise<Accounts>;
  config(): Promise<SiteConfig>;
  /** The person's record, made by the server when there is none. @throws ApiError */
  loadUser(token: string): Promise<User>;
  storage: KeyValueStorage | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Ends a sign-in in another window that nobody has finished; resolves when that is done. */
  abandonWindow: () => Promise<void>;
}

/** Changes parts of the state. */
export function set(desk: AuthDesk, change: Partial<AuthState>): void {
  desk.state.update((state) => ({ ...state, ...change }));
}
