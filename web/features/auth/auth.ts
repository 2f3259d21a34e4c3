import { createStore, type StoreApi } from 'zustand/vanilla';
import type { User } from '#shared/contract.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import type { SiteConfig } from '#shared/site-config.ts';
import { type KeyValueStorage, readText, writeText } from '#web/lib/storage.ts';

/**
 * Who is at the page. `start.ts` finds it out and follows the other tabs, `actions.ts` and `provider-window.ts` change it, `tokens.ts` notices
 * its end:
 *
 *     starting   → nobody              start, without a stored session
 *     starting   → signed in           start: as the stored token says, until the person's record is there
 *     signed in  → nobody              restore, when the record cannot be loaded
 *     nobody     → signed in           signIn, signInWithProvider, resetPassword
 *     nobody     → asked               signIn, resetPassword: something more is asked for after the password
 *     asked      → signed in           choosePassword, enterCode
 *     asked      → nobody              leaveSignIn, or its time is over
 *     nobody     → confirming          signUp, or signIn with an address that was never confirmed
 *     confirming → signed in           confirmSignUp
 *     confirming → nobody              leaveConfirming
 *     signed in  → nobody              signOut
 *     signed in  → expired             the pool refuses the session, it is gone from the browser, or the account is deleted
 *     expired    → signed in           signIn
 *     expired    → nobody              signOut, dismissExpiry
 *
 * What happens in another tab changes it in the same ways.
 */
export interface AuthState {
  /** Until the first answer to who is at the page. */
  isStarting: boolean;
  user: Person | undefined;
  /** The person's record is there. Until then `user` is what the stored token says. */
  hasRecord: boolean;
  /** What the page says while an action runs; undefined when none does. */
  loadingMessage: string | undefined;
  error: AuthFailure | undefined;
  /** The session ended by itself, or the account did (`whatEnded`). `user` is then still who it was, so that what is on screen stays. */
  isExpired: boolean;
  confirming: Confirming | undefined;
  asked: Asked | undefined;
  /** This deployment serves nobody without an account. */
  mustSignIn: boolean;
  /** The address that was last mailed a sign-up code from this page, and when, in milliseconds since 1970. */
  codeMailed: { to: string; at: number } | undefined;
  /** The stored session this state speaks of; another one in storage means that another tab has changed it. */
  session: string | undefined;
}

/** What is shown of somebody who is signed in. */
export type Person = Pick<User, 'id' | 'email' | 'displayName' | 'photoURL'>;

/** While it is looked who is at the page. What else shows while something runs is in `actions.ts`. */
export const CHECKING = 'Checking authentication...';

export const AUTH_ERROR_CODE = 'auth-error';

export interface AuthFailure {
  code: typeof AUTH_ERROR_CODE;
  /** A sentence of the catalogue. */
  message: string;
  /** What the catalogue has no sentence for and the form says beside the field. */
  field?: { name: 'code'; message: string };
}

export const ACCOUNT_NOT_LOADED = 'Your account could not be loaded just now. Please try again.';

/** Someone whose address waits for its code. `password` signs them in afterwards; it never leaves the page's memory. */
export type Confirming = { email: string; password: string | undefined };

/**
 * Someone whose sign-in asks for more than their password: one of their own instead, or the code of an app, and of who has to set a new one
 * (an operator has said so, or the account came from elsewhere) a mailed code.
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

/** Signed in with a session that works. */
export const isSignedIn = ({ user, isExpired }: AuthState): boolean => user !== undefined && !isExpired;

/** The ID token of the person who is signed in, for the API, and their id (the token's `sub`). */
export type SessionToken = { value: string; userId: string };

/** Google, or the deployment's own provider. */
export type Provider = 'google' | 'organisation';

/** Where a sign-in stands: done, or at what it asks for next. */
export type SignInStep = 'signed-in' | 'unconfirmed' | Asked['step'];

/** What an app that shows codes has to know: the key in base32, and the same as an otpauth: address. */
export type TotpSetup = { secret: string; uri: string };

/** Shows the provider's page at `url`; the address it came back to, or undefined when the person gave up. */
export type ShowProvider = (url: string) => Promise<string | undefined>;

/**
 * Where accounts live. Every call rejects with the provider's own error, which `toAuthFailure` reads.
 * The browser's storage keeps a session for all its tabs.
 */
export interface Accounts {
  /**
   * Refreshed when it has run out. Undefined when there is no session, or when it has just been refused and removed. Rejects where that is since the
   * account is gone (`isErased`).
   */
  token(options?: { forceRefresh?: boolean }): Promise<SessionToken | undefined>;
  signIn(options: { email: string; password: string }): Promise<SignInStep>;
  /** Goes on with a sign-in that asks for a password of one's own. */
  choosePassword(options: { name: string; password: string }): Promise<SignInStep>;
  /** Goes on with a sign-in that asks for the code of an app. */
  enterCode(options: { code: string }): Promise<SignInStep>;
  /** Mails a code. */
  signUp(options: { name: string; email: string; password: string }): Promise<void>;
  confirmSignUp(options: { email: string; code: string }): Promise<void>;
  /** An address that was confirmed before is mailed nothing. */
  resendCode(options: { email: string }): Promise<'code-sent' | 'confirmed'>;
  /** Mails a code. An address that was never confirmed cannot have a new password. */
  requestReset(options: { email: string }): Promise<void>;
  resetPassword(options: { email: string; code: string; password: string }): Promise<void>;
  signInWithProvider(options: { provider: Provider; show: ShowProvider }): Promise<'signed-in' | 'cancelled'>;
  /** As above, by leaving the page: `completeRedirect` finishes it when the browser is back. */
  leaveForProvider(options: { provider: Provider; leave: (url: string) => void }): Promise<void>;
  completeRedirect(): Promise<'signed-in' | 'cancelled'>;
  /** Whether signing in asks for the code of an app; 'elsewhere' for who came by a provider, which asks for what it likes. */
  totp(): Promise<'on' | 'off' | 'elsewhere'>;
  /** Gives a new key, which counts once a code of it has come back. */
  beginTotp(): Promise<TotpSetup>;
  confirmTotp(options: { code: string }): Promise<void>;
  endTotp(): Promise<void>;
  /** Whether this session may change a password: not one that came by a provider. */
  hasPassword(): Promise<boolean>;
  changePassword(options: { password: string; newPassword: string }): Promise<void>;
  /** What tokens say from then on; who came by a provider keeps the provider's. */
  changeName(options: { name: string }): Promise<void>;
  signOut(): Promise<void>;
}

export interface AuthDeps {
  /** Loads the account provider's code with the first call. */
  accounts(): Promise<Accounts>;
  /** What the deployment tells its page. @throws ApiError */
  config(): Promise<SiteConfig>;
  /** The person's record, made by the server when there is none. @throws ApiError */
  loadUser(token: string): Promise<User>;
  storage: KeyValueStorage | undefined;
  /** Of this tab alone. */
  tab: KeyValueStorage | undefined;
  /** Milliseconds since 1970. */
  clock: () => number;
}

/** The state, and what its actions work with. */
export interface Auth extends AuthDeps {
  store: StoreApi<AuthState>;
  /** Ends a sign-in in another window that nobody has finished; resolves when that is done. */
  abandonWindow: () => Promise<void>;
}

/** Who was at the page last, in their tab. */
const PERSON = `${STORAGE_PREFIX}_person`;

/**
 * @param onLeave called when someone has gone, before anything shows the next one. Whose session has ended by itself, or whose record
 *   cannot be loaded, has not gone: what they have typed waits for them, and for nobody else
 */
export function createAuth(deps: AuthDeps, { onLeave }: { onLeave: () => void }): Auth {
  const store = createStore<AuthState>(() => INITIAL_STATE);
  // What was typed for them in this tab is still here after a reload.
  let last = readText(deps.tab, PERSON);
  // The first to subscribe: what it takes away must be gone when the page is drawn anew.
  store.subscribe(({ user, isExpired, session }, before) => {
    const hasChanged = user?.id !== before.user?.id || session !== before.session;
    const isSignedOut = user === undefined && session === undefined && !isExpired && hasChanged;
    if (last !== undefined && last !== user?.id && (user !== undefined || isSignedOut)) {
      last = undefined;
      writeText(deps.tab, PERSON, undefined);
      onLeave();
    }
    if (user === undefined || user.id === last) return;
    last = user.id;
    writeText(deps.tab, PERSON, last);
  });
  return { ...deps, store, abandonWindow: () => Promise.resolve() };
}
