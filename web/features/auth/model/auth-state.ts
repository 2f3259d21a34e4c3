import type { AUTH_ERROR_CODE } from '#shared/errors.ts';
import type { User } from '#shared/user.ts';

/** What the page says while an action runs (specification §4). */
export const LOADING = {
  checking: 'Checking authentication...',
  signIn: 'Signing in...',
  signUp: 'Creating account...',
  google: 'Signing in with Google...',
  signOut: 'Signing out...',
  reset: 'Sending password reset email...',
} as const;
export type LoadingMessage = (typeof LOADING)[keyof typeof LOADING];

export interface AuthFailure {
  code: typeof AUTH_ERROR_CODE;
  /** A sentence of the catalogue. */
  message: string;
  /** What the catalogue has no sentence for and the form says beside the field. */
  field?: { name: 'code'; message: string };
}

/** Someone whose address waits for its code. `password` signs them in afterwards; it never leaves the page's memory. */
export interface Confirming {
  email: string;
  password: string | undefined;
}

export interface AuthState {
  /** Until the first answer to who is at the page. */
  isStarting: boolean;
  user: User | undefined;
  /** Undefined when nothing is under way. */
  loadingMessage: LoadingMessage | undefined;
  error: AuthFailure | undefined;
  /** The session ended by itself. `user` is then still who it was, so that what is on screen stays. */
  isExpired: boolean;
  confirming: Confirming | undefined;
  /** The address that was last mailed a sign-up code from this page, and when, in milliseconds since 1970. */
  codeMailed: { to: string; at: number } | undefined;
  /** The stored session this state speaks of; another one in storage means that another tab has been at work. */
  session: string | undefined;
}

export const INITIAL_STATE: AuthState = {
  isStarting: true,
  user: undefined,
  loadingMessage: LOADING.checking,
  error: undefined,
  isExpired: false,
  confirming: undefined,
  codeMailed: undefined,
  session: undefined,
};

/** Signed in with a session that works. */
export const isSignedIn = ({ user, isExpired }: AuthState): boolean => user !== undefined && !isExpired;
