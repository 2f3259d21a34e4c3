import { SIGN_OUT_ERROR } from '#shared/auth-errors.ts';
import type { Accounts, Auth, AuthState, Confirming, SignInStep } from './auth.ts';
import { authErrorCode, failureSaying, toAuthFailure } from './errors.ts';
import { CONFIRMED, NOBODY, readSession } from './restore-session.ts';
import { markEnded, storedSession } from './stored-session.ts';

/** What the page says while an action runs (docs/behaviour.md#sign-in). */
export const LOADING = {
  signIn: 'Signing in...',
  signUp: 'Creating account...',
  google: 'Signing in with Google...',
  organisation: 'Signing in with your organisation...',
  signOut: 'Signing out...',
  reset: 'Sending password reset email...',
  code: 'Sending a new code...',
} as const;
export type LoadingMessage = (typeof LOADING)[keyof typeof LOADING];

/** The argument of an account provider's call. */
type CallOptions<Call extends keyof Accounts> = Parameters<Accounts[Call]>[0];

/**
 * Signs in. If the address was never confirmed, mails a code and asks for it: the state's `confirming`. If that mail cannot be sent, an
 * earlier code is asked for, since a correct password is not a failure. Any other required step becomes the state's `asked`.
 */
export const signIn = (auth: Auth, credentials: CallOptions<'signIn'>): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.signIn }, async (accounts) => {
    const step = await accounts.signIn(credentials);
    if (step !== 'unconfirmed') return stateAfterStep(auth, accounts, { step, ...credentials });
    const mailed = await mailCode(auth, accounts, credentials).catch(() => ({ codeMailed: undefined }));
    return { ...mailed, confirming: credentials };
  });

/** Sets a password for an invited user, and signs them in with it. */
export const choosePassword = (auth: Auth, options: CallOptions<'choosePassword'>): Promise<boolean> =>
  completeStep(auth, (accounts) => accounts.choosePassword(options));

/** Completes a sign-in with an authenticator code. */
export const enterCode = (auth: Auth, options: CallOptions<'enterCode'>): Promise<boolean> =>
  completeStep(auth, (accounts) => accounts.enterCode(options));

/** Goes back from a further step of a sign-in to its form. */
export const leaveSignIn = ({ store }: Auth): void => store.setState({ asked: undefined, error: undefined });

/** Completes a further step of a sign-in. If it has expired, the sign-in starts again from its form. */
function completeStep(auth: Auth, send: (accounts: Accounts) => Promise<SignInStep>): Promise<boolean> {
  const email = auth.store.getState().asked?.email ?? '';
  return runAction(auth, { loadingMessage: LOADING.signIn }, async (accounts) => {
    try {
      return await stateAfterStep(auth, accounts, { step: await send(accounts), email });
    } catch (error) {
      if (authErrorCode(error) !== 'sign-in-expired') throw error;
      return { asked: undefined, error: toAuthFailure(error) };
    }
  });
}

/** The state after a sign-in step. */
async function stateAfterStep(
  auth: Auth,
  accounts: Accounts,
  { step, email }: { step: SignInStep; email: string },
): Promise<Partial<AuthState>> {
  if (step === 'signed-in') return readSession(auth, accounts);
  return step === 'unconfirmed' ? { confirming: { email, password: undefined } } : { asked: { step, email } };
}

/**
 * Creates an account and mails the code that confirms it. For an address that is still unconfirmed, continues with its existing account.
 */
export const signUp = (auth: Auth, { name, email, password }: CallOptions<'signUp'>): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.signUp }, async (accounts) => {
    const mailed = await accounts.signUp({ name, email, password }).then(
      () => codeMailedState(auth, { email }),
      (error: unknown) => mailCodeIfUnconfirmed(auth, accounts, { email, error }),
    );
    return { ...mailed, confirming: { email, password } };
  });

/**
 * Confirms an address by its code, then signs in if the password is known. The user is not signed in if it is not known, or if the account
 * was originally created with a different one.
 */
export const confirmSignUp = (
  auth: Auth,
  { email, password, code }: Confirming & CallOptions<'confirmSignUp'>,
): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.signUp }, async (accounts) => {
    await accounts.confirmSignUp({ email, code });
    if (password === undefined) return CONFIRMED;
    try {
      await accounts.signIn({ email, password });
    } catch (error) {
      if (authErrorCode(error) === 'wrong-password') return CONFIRMED;
      throw error;
    }
    return readSession(auth, accounts);
  });

/** Mails a new sign-up code, which replaces the previous one; mails none if the address has been confirmed meanwhile. */
export const resendCode = (auth: Auth, { email }: CallOptions<'resendCode'>): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.code }, async (accounts) =>
    (await accounts.resendCode({ email })) === 'confirmed' ? CONFIRMED : codeMailedState(auth, { email }),
  );

/** Goes back from the code screen to the form. */
export const leaveConfirming = ({ store }: Auth): void =>
  store.setState({ confirming: undefined, error: undefined });

/** Mails a password-reset code or, to an address that was never confirmed, the code that confirms it. */
export const requestReset = (auth: Auth, { email }: CallOptions<'requestReset'>): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.reset }, (accounts) =>
    accounts.requestReset({ email }).then(
      () => ({ confirming: undefined }),
      async (error: unknown) => {
        const mailed = await mailCodeIfUnconfirmed(auth, accounts, { email, error });
        return { ...mailed, confirming: { email, password: undefined } };
      },
    ),
  );

/**
 * Sets a new password with the mailed code, then signs in with it, which may require a further step. If that sign-in fails, the password
 * has still been changed and the code used up.
 */
export const resetPassword = (auth: Auth, options: CallOptions<'resetPassword'>): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.signIn }, async (accounts) => {
    await accounts.resetPassword(options);
    try {
      return await stateAfterStep(auth, accounts, { step: await accounts.signIn(options), ...options });
    } catch {
      return {};
    }
  });

/** Ends the session on this device, once what the user has changed has been sent as far as it can be: `sent`. */
export const signOut = (auth: Auth, sent: () => Promise<void> = async () => undefined): Promise<boolean> =>
  runAction(auth, { loadingMessage: LOADING.signOut, failure: SIGN_OUT_ERROR }, async (accounts) => {
    await sent();
    await accounts.signOut();
    markEnded(auth.storage, 'signed-out');
    return { ...NOBODY, isExpired: false, session: storedSession(auth.storage) };
  });

/** Clears an error once the user has acted on it. */
export function clearError({ store }: Auth): void {
  if (store.getState().error !== undefined) store.setState({ error: undefined });
}

/**
 * Runs an action. Meanwhile its message is shown and the previous error is cleared; its result is merged into the state. If it fails, the
 * state's `error` is set, with the text of `failure` if given. Resolves with whether it succeeded; does nothing while another action runs.
 */
export async function runAction(
  auth: Auth,
  { loadingMessage, failure }: { loadingMessage: LoadingMessage; failure?: string },
  action: (accounts: Accounts) => Promise<Partial<AuthState>>,
): Promise<boolean> {
  const { store } = auth;
  if (store.getState().loadingMessage !== undefined) return false;
  const begin = () => store.setState({ loadingMessage, error: undefined });
  begin();
  try {
    await auth.abandonWindow();
    begin();
    const change = await action(await auth.accounts());
    store.setState({ ...change, loadingMessage: undefined });
    return true;
  } catch (error) {
    const shownFailure = failure === undefined ? await toShownFailure(auth, error) : failureSaying(failure);
    store.setState({ loadingMessage: undefined, error: shownFailure });
    return false;
  }
}

/** The sentence for a refused password or address states the deployment's own rules. */
export async function toShownFailure(auth: Auth, error: unknown): Promise<AuthState['error']> {
  const code = authErrorCode(error);
  if (code !== 'weak-password' && code !== 'domain-not-allowed') return toAuthFailure(error);
  return toAuthFailure(error, await auth.config().catch(() => undefined));
}

/** Milliseconds during which returning to the code screen does not mail another code. */
const RESEND_INTERVAL = 60_000;

/**
 * Mails a sign-up code to an unconfirmed address, unless one was mailed just now. Undefined for an address that is already confirmed.
 * @throws the account provider's error
 */
async function mailCode(auth: Auth, accounts: Accounts, { email }: CallOptions<'resendCode'>) {
  const last = auth.store.getState().codeMailed;
  if (last?.to === email && auth.clock() - last.at < RESEND_INTERVAL) return {};
  return (await accounts.resendCode({ email })) === 'confirmed'
    ? undefined
    : codeMailedState(auth, { email });
}

/** Temporary errors: a code may still be mailed later. */
const TEMPORARY_ERRORS: readonly string[] = ['too-many-requests', 'mail-not-sent', 'network-request-failed'];

/** Errors that may mean that the account is still unconfirmed. */
const UNCONFIRMED_ERRORS: readonly string[] = ['email-already-in-use', 'address-not-confirmed'];

/**
 * Mails a sign-up code after a sign-up or password reset was refused with `error`, if the account is still unconfirmed. About any other
 * account, the page reveals only the refusal.
 * @throws `error` for any other account, or the temporary error because of which no code could be mailed
 */
async function mailCodeIfUnconfirmed(
  auth: Auth,
  accounts: Accounts,
  { email, error }: CallOptions<'resendCode'> & { error: unknown },
) {
  if (!UNCONFIRMED_ERRORS.includes(authErrorCode(error) ?? '')) throw error;
  const mailed = await mailCode(auth, accounts, { email }).catch((reason: unknown) => {
    const code = authErrorCode(reason);
    throw code !== undefined && TEMPORARY_ERRORS.includes(code) ? reason : error;
  });
  if (mailed === undefined) throw error;
  return mailed;
}

/** The state after a code has just been mailed. */
const codeMailedState = (auth: Auth, { email }: CallOptions<'resendCode'>): Partial<AuthState> => ({
  codeMailed: { to: email, at: auth.clock() },
});
