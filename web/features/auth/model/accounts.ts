/** The ID token of whoever is signed in, for the API, and whose it is (the token's `sub`). */
export interface SessionToken {
  value: string;
  userId: string;
}

/** Shows the provider's page at `url`; the address it came back to, or undefined when the person let it be. */
export type ShowProvider = (url: string) => Promise<string | undefined>;

/**
 * Where accounts live. Every call rejects with the provider's own error, which `toAuthFailure` reads.
 * A session is kept in this browser's storage, for all its tabs.
 */
export interface Accounts {
  /** Refreshed when it has run out. Undefined when there is no session, or when it has just been refused and removed. */
  token(options?: { forceRefresh?: boolean }): Promise<SessionToken | undefined>;
  signIn(options: { email: string; password: string }): Promise<'signed-in' | 'unconfirmed'>;
  /** Mails a code. */
  signUp(options: { name: string; email: string; password: string }): Promise<void>;
  confirmSignUp(options: { email: string; code: string }): Promise<void>;
  resendCode(options: { email: string }): Promise<void>;
  /** Mails a code; an address that was never confirmed cannot have a new password. */
  requestReset(options: { email: string }): Promise<'code-sent' | 'unconfirmed'>;
  resetPassword(options: { email: string; code: string; password: string }): Promise<void>;
  signInWithGoogle(options: { show: ShowProvider }): Promise<'signed-in' | 'cancelled'>;
  /** As above, by leaving the page: `completeRedirect` finishes it when the browser is back. */
  leaveForGoogle(options: { leave: (url: string) => void }): Promise<void>;
  completeRedirect(): Promise<'signed-in' | 'cancelled'>;
  signOut(): Promise<void>;
}
