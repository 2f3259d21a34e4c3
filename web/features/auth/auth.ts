import { createStore, type StoreApi } from 'zustand/vanilla';
import type { User } from '#shared/contract.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { type KeyValueStorage, LAST_USER_KEY, readText, writeText } from '#web/lib/storage.ts';
import { type AuthUser, hasSignedOut } from './stored-session.ts';

/**
 * The authentication state. `start.ts` determines it and follows the other tabs, `actions.ts` and `provider-window.ts` change it, and
 * `session-api.ts` notices when the session has ended:
 *
 *     starting   → signed out          start, without a stored session
 *     starting   → signed in           start, from the stored token until the user record has loaded
 *     signed in  → signed out          restore, if the record cannot be loaded
 *     signed out → signed in           signIn, signInWithProvider, resetPassword
 *     signed out → asked               signIn, resetPassword: a further step is required after the password
 *     asked      → signed in           choosePassword, enterCode
 *     asked      → signed out          leaveSignIn, or the step has expired
 *     signed out → confirming          signUp, or signIn with an address that was never confirmed
 *     confirming → signed in           confirmSignUp
 *     confirming → signed out          leaveConfirming
 *     signed in  → signed out          signOut
 *     signed in  → expired             the pool refuses the session, it is gone from the browser, or the account is deleted
 *     expired    → signed in           signIn
 *     expired    → signed out          signOut, dismissExpiry
 *
 * Events in another tab cause the same transitions.
 */
export interface AuthState {
  /** True until it is first known whether a user is signed in. */
  isStarting: boolean;
  user: AuthUser | undefined;
  /** The user record has been loaded. Until then `user` comes from the stored token's claims. */
  hasRecord: boolean;
  /** Shown while an action runs; undefined when none does. */
  loadingMessage: string | undefined;
  error: AuthFailure | undefined;
  /** The session ended by itself, or the account was deleted (`whatEnded`). `user` is kept, so that what is on screen stays. */
  isExpired: boolean;
  confirming: Confirming | undefined;
  asked: Asked | undefined;
  /** This deployment requires an account. */
  mustSignIn: boolean;
  /** The address to which this page last had a sign-up code mailed, and when, in milliseconds since 1970. */
  codeMailed: { to: string; at: number } | undefined;
  /** The stored session this state belongs to; a different one in storage means that another tab has changed it. */
  session: string | undefined;
}

/** Shown while the session is being restored. The other loading messages are in `actions.ts`. */
export const CHECKING = 'Checking authentication...';

export const AUTH_ERROR_CODE = 'auth-error';

export interface AuthFailure {
  code: typeof AUTH_ERROR_CODE;
  /** A sentence from the catalogue. */
  message: string;
  /** An error that the catalogue has no sentence for; the form shows it next to the field. */
  field?: { name: 'code'; message: string };
}

export const ACCOUNT_NOT_LOADED = 'Your account could not be loaded just now. Please try again.';

/** An address that still has to be confirmed by its code. `password` signs in afterwards; it never leaves the page's memory. */
export type Confirming = { email: string; password: string | undefined };

/**
 * A sign-in that requires a step after the password: a new password for an invited user, an authenticator code, or a mailed code if the
 * password has to be reset (by an operator's decision, or because the account was imported).
 */
export type Asked = { step: 'new-password' | 'totp' | 'reset'; email: string };

const INITIAL_STATE: AuthState = {
  isStarting: true,
  user: undefined,
  hasRecord: false,
  loadingMessage: CHECKING,
  error: undefined,
  isExpired: false,
  confirming: undefined,
  asked: undefined,
  mustSignIn: false,
  codeMailed: undefined,
  session: undefined,
};

/** Signed in with a session that has not expired. */
export const isSignedIn = ({ user, isExpired }: AuthState): boolean => user !== undefined && !isExpired;

/** The signed-in user's ID token, for the API, and their id (the token's `sub`). */
export type SessionToken = { value: string; userId: string };

/** Google, or the deployment's own identity provider. */
export type Provider = 'google' | 'organisation';

/** The result of a sign-in step: signed in, or the next step that is required. */
export type SignInStep = 'signed-in' | 'unconfirmed' | Asked['step'];

/** What an authenticator app needs: the key in base32, and the same as an otpauth: URI. */
export type TotpSetup = { secret: string; uri: string };

/** Shows the provider's page at `url`. Resolves with the URL it redirected back to, or undefined if the user gave up. */
export type ShowProvider = (url: string) => Promise<string | undefined>;

/**
 * The account provider. Every call rejects with the provider's own error, which `toAuthFailure` translates. A session is kept in the
 * browser's storage, for all its tabs.
 */
export interface Accounts {
  /**
   * Refreshed if it has expired. Undefined if there is no session, or if the session has just been refused and removed. Rejects if it was
   * refused because the account is gone (`isErased`).
   */
  token(options?: { forceRefresh?: boolean }): Promise<SessionToken | undefined>;
  signIn(options: { email: string; password: string }): Promise<SignInStep>;
  /** Continues a sign-in that requires a new password. */
  choosePassword(options: { name: string; password: string }): Promise<SignInStep>;
  /** Continues a sign-in that requires an authenticator code. */
  enterCode(options: { code: string }): Promise<SignInStep>;
  /** Mails a code. */
  signUp(options: { name: string; email: string; password: string }): Promise<void>;
  confirmSignUp(options: { email: string; code: string }): Promise<void>;
  /** Mails nothing to an address that is already confirmed. */
  resendCode(options: { email: string }): Promise<'code-sent' | 'confirmed'>;
  /** Mails a code. Rejects for an address that was never confirmed: its password cannot be reset. */
  requestReset(options: { email: string }): Promise<void>;
  resetPassword(options: { email: string; code: string; password: string }): Promise<void>;
  signInWithProvider(options: { provider: Provider; show: ShowProvider }): Promise<'signed-in' | 'cancelled'>;
  /** Like `signInWithProvider`, but leaves the page: `completeRedirect` finishes the sign-in when the browser is back. */
  leaveForProvider(options: { provider: Provider; leave: (url: string) => void }): Promise<void>;
  completeRedirect(): Promise<'signed-in' | 'cancelled'>;
  /** Whether signing in requires an authenticator code; 'elsewhere' for people who sign in with a provider, which has its own checks. */
  totp(): Promise<'on' | 'off' | 'elsewhere'>;
  /** Creates a new key, which takes effect once `confirmTotp` has received a code generated with it. */
  beginTotp(): Promise<TotpSetup>;
  confirmTotp(options: { code: string }): Promise<void>;
  endTotp(): Promise<void>;
  /** Whether this session may change a password; one from a provider may not. Undefined if there is no session. */
  hasPassword(): Promise<boolean | undefined>;
  changePassword(options: { password: string; newPassword: string }): Promise<void>;
  /** Changes the name in all later tokens. Does nothing for people who sign in with a provider, which supplies their name. */
  changeName(options: { name: string }): Promise<void>;
  signOut(): Promise<void>;
}

export interface AuthDeps {
  /** Loads the account provider's code on the first call. */
  accounts(): Promise<Accounts>;
  /** The deployment's configuration for its page. @throws ApiError */
  config(): Promise<SiteConfig>;
  /** The user record, created by the server if there is none. @throws ApiError */
  loadUser(token: string): Promise<User>;
  storage: KeyValueStorage | undefined;
  /** This tab's own storage. */
  tab: KeyValueStorage | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** The state, and the dependencies of its actions. */
export interface Auth extends AuthDeps {
  store: StoreApi<AuthState>;
  /** Abandons an unfinished sign-in in another window; resolves once that attempt has ended. */
  abandonWindow: () => Promise<void>;
}

/** Where there still is something of a user who has left: in this tab, in what all tabs share, or in both. */
interface Remains {
  tab: boolean;
  browser: boolean;
}
export type OnLeave = (remains: Remains) => void;

/**
 * @param onLeave called when the user has signed out or another one has signed in, before anything is rendered for the next one. Not called
 *   when a session has ended by itself or the user record cannot be loaded: what the user has typed is kept, for nobody but them
 */
export function createAuth(deps: AuthDeps, { onLeave }: { onLeave: OnLeave }): Auth {
  const store = createStore<AuthState>(() => INITIAL_STATE);
  // What this user typed in this tab survives a reload.
  let lastUserId = readText(deps.tab, LAST_USER_KEY);
  const settle = (userId: string | undefined, ownerId: string | undefined) => {
    const hasLeft = (id: string | undefined) => id !== undefined && id !== userId;
    const remains = { tab: hasLeft(lastUserId), browser: hasLeft(ownerId) };
    lastUserId = userId;
    for (const storage of [deps.tab, deps.storage]) writeText(storage, LAST_USER_KEY, userId);
    if (remains.tab || remains.browser) onLeave(remains);
  };
  // A tab may be reopened after a sign-out in another one, long after that one has cleared what all tabs share.
  if (hasSignedOut(deps.storage)) settle(undefined, undefined);
  // Subscribed first: everything that `onLeave` clears must be gone before the page renders again.
  store.subscribe(({ user, isExpired, session }, before) => {
    const isOther = user?.id !== before.user?.id;
    // After a reload an expired user is not there any more, and what they typed is.
    const hasLeft = isOther || session !== before.session || (before.isExpired && hasSignedOut(deps.storage));
    const isSignedOut = user === undefined && session === undefined && !isExpired && hasLeft;
    const isRenewed = before.isExpired && !isExpired;
    // If another tab has signed this user out, or the next one in, it has also cleared what all tabs share. And if it has given up the
    // session that is renewed here, what all tabs share is this user's again.
    if (isSignedOut || (user !== undefined && (isOther || isRenewed)))
      settle(user?.id, readText(deps.storage, LAST_USER_KEY));
  });
  return { ...deps, store, abandonWindow: () => Promise.resolve() };
}
