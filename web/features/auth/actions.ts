import { SIGN_OUT_ERROR } from '#shared/auth-errors.ts';
import type { Accounts, Auth, AuthState, Confirming, SignInStep } from './auth.ts';
import { authErrorCode, failureSaying, toAuthFailure } from './errors.ts';
import { CONFIRMED, NOBODY, readSession } from './restore-session.ts';
import { markEnded, storedSession } from './tokens.ts';

/** What the page says while an action runs (docs/behaviour.md#sign-in). */
export const LOADING = {
  signIn: 'Signing in...',
  signUp: 'Creating account...',
  google: 'Signing in with Google...',
  organisation: 'Signing in with your organisation...',
  signOut: 'Signing out...',
  reset: 'Sending password reset email...',
} as const;
export type LoadingMessage = (typeof LOADING)[keyof typeof LOADING];

/** What a call of the account provider is given. */
type Given<Call extends keyof Accounts> = Parameters<Accounts[Call]>[0];

/**
 * Signs in. Someone who never confirmed their address is mailed a code and asked for it instead: the state's `confirming`. If that mail
 * cannot be sent they are asked for an earlier one: the right password is no failure. Whatever else is asked for is the state's `asked`.
 */
export const signIn = (auth: Auth, credentials: Given<'signIn'>): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.signIn }, async (accounts) => {
    const step = await accounts.signIn(credentials);
    if (step !== 'unconfirmed') return goOn(auth, accounts, { step, ...credentials });
    const mailed = await mailCode(auth, accounts, credentials).catch(() => ({ codeMailed: undefined }));
    return { ...mailed, confirming: credentials };
  });

/** Gives somebody who was invited a password of their own, and signs them in with it. */
export const choosePassword = (auth: Auth, given: Given<'choosePassword'>): Promise<boolean> =>
  answer(auth, (accounts) => accounts.choosePassword(given));

/** Ends a sign-in by the code of an app. */
export const enterCode = (auth: Auth, given: Given<'enterCode'>): Promise<boolean> =>
  answer(auth, (accounts) => accounts.enterCode(given));

/** Goes back from what a sign-in asks for to its form. */
export const leaveSignIn = ({ store }: Auth): void => store.setState({ asked: undefined, error: undefined });

/** Answers what a sign-in asks for. One whose time is over begins again, with its form. */
function answer(auth: Auth, send: (accounts: Accounts) => Promise<SignInStep>): Promise<boolean> {
  const email = auth.store.getState().asked?.email ?? '';
  return act(auth, { loadingMessage: LOADING.signIn }, async (accounts) => {
    try {
      return await goOn(auth, accounts, { step: await send(accounts), email });
    } catch (error) {
      if (authErrorCode(error) !== 'sign-in-expired') throw error;
      return { asked: undefined, error: toAuthFailure(error) };
    }
  });
}

/** The state after a step of a sign-in. */
async function goOn(
  auth: Auth,
  accounts: Accounts,
  { step, email }: { step: SignInStep; email: string },
): Promise<Partial<AuthState>> {
  if (step === 'signed-in') return readSession(auth, accounts);
  return step === 'unconfirmed' ? { confirming: { email, password: undefined } } : { asked: { step, email } };
}

/** Makes an account that waits for its mailed code. An address that waits for one already goes on with that. */
export const signUp = (auth: Auth, { name, email, password }: Given<'signUp'>): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.signUp }, async (accounts) => {
    const mailed = await accounts.signUp({ name, email, password }).then(
      () => codeMailed(auth, { email }),
      (error: unknown) => mailWaiting(auth, accounts, { email, error }),
    );
    return { ...mailed, confirming: { email, password } };
  });

/**
 * Confirms an address by its code, and signs in where the password is known. Nobody is signed in where it is not, or where the account
 * was first made with another one.
 */
export const confirmSignUp = (
  auth: Auth,
  { email, password, code }: Confirming & Given<'confirmSignUp'>,
): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.signUp }, async (accounts) => {
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

/** Mails a new sign-up code, which replaces the one before; to an address that was confirmed meanwhile, none. */
export const resendCode = (auth: Auth, { email }: Given<'resendCode'>): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.signUp }, async (accounts) =>
    (await accounts.resendCode({ email })) === 'confirmed' ? CONFIRMED : codeMailed(auth, { email }),
  );

/** Goes back from the code to the form. */
export const leaveConfirming = ({ store }: Auth): void =>
  store.setState({ confirming: undefined, error: undefined });

/** Mails a code for a new password; to an address that was never confirmed, the code that confirms it. */
export const requestReset = (auth: Auth, { email }: Given<'requestReset'>): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.reset }, (accounts) =>
    accounts.requestReset({ email }).then(
      () => ({ confirming: undefined }),
      async (error: unknown) => {
        const mailed = await mailWaiting(auth, accounts, { email, error });
        return { ...mailed, confirming: { email, password: undefined } };
      },
    ),
  );

/**
 * Sets a new password by the mailed code, and signs in with it, which may ask for more. Nobody is signed in where that fails: the password
 * is set all the same, and the code spent.
 */
export const resetPassword = (auth: Auth, given: Given<'resetPassword'>): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.signIn }, async (accounts) => {
    await accounts.resetPassword(given);
    try {
      return await goOn(auth, accounts, { step: await accounts.signIn(given), ...given });
    } catch {
      return {};
    }
  });

/** Ends the session on this device: nobody is signed in any more. */
export const signOut = (auth: Auth): Promise<boolean> =>
  act(auth, { loadingMessage: LOADING.signOut, failure: SIGN_OUT_ERROR }, async (accounts) => {
    await accounts.signOut();
    markEnded(auth.storage, undefined);
    return { ...NOBODY, isExpired: false, session: storedSession(auth.storage) };
  });

/** Clears an error the user has since acted on. */
export function clearError({ store }: Auth): void {
  if (store.getState().error !== undefined) store.setState({ error: undefined });
}

/**
 * Runs an action: its message shows meanwhile, the error before it is gone, and what it gives becomes part of the state. Its failure
 * becomes the state's error, in the words of `failure` where given. Resolves with whether it succeeded; does nothing while another
 * action runs.
 */
export async function act(
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
    const named = failure === undefined ? await nameFailure(auth, error) : failureSaying(failure);
    store.setState({ loadingMessage: undefined, error: named });
    return false;
  }
}

/** A password, or an address, is refused by the deployment's own rules, which the sentence then says. */
async function nameFailure(auth: Auth, error: unknown): Promise<AuthState['error']> {
  const code = authErrorCode(error);
  if (code !== 'weak-password' && code !== 'domain-not-allowed') return toAuthFailure(error);
  return toAuthFailure(error, await auth.config().catch(() => undefined));
}

/** Milliseconds in which someone who comes to the code screen again is not mailed another one. */
const FRESH = 60_000;

/**
 * Mails a sign-up code to an address that waits for one, unless one is on its way there. Undefined for an address that waits for none.
 * @throws the account provider's error
 */
async function mailCode(auth: Auth, accounts: Accounts, { email }: Given<'resendCode'>) {
  const last = auth.store.getState().codeMailed;
  if (last?.to === email && auth.clock() - last.at < FRESH) return {};
  return (await accounts.resendCode({ email })) === 'confirmed' ? undefined : codeMailed(auth, { email });
}

/** Why a code may come later that does not come now. */
const PASSING: readonly string[] = ['too-many-requests', 'mail-not-sent', 'network-request-failed'];

/** What is refused also to an account that waits for its code. */
const WAITING: readonly string[] = ['email-already-in-use', 'address-not-confirmed'];

/**
 * The same for an address whose sign-up, or new password, was refused with `error`, where its account waits for its code. Of any other
 * the page says no more than that it was refused.
 * @throws `error` otherwise, or why no code could be mailed
 */
async function mailWaiting(
  auth: Auth,
  accounts: Accounts,
  { email, error }: Given<'resendCode'> & { error: unknown },
) {
  if (!WAITING.includes(authErrorCode(error) ?? '')) throw error;
  const mailed = await mailCode(auth, accounts, { email }).catch((reason: unknown) => {
    const code = authErrorCode(reason);
    throw code !== undefined && PASSING.includes(code) ? reason : error;
  });
  if (mailed === undefined) throw error;
  return mailed;
}

/** What the state says of a code that has just been mailed. */
const codeMailed = (auth: Auth, { email }: Given<'resendCode'>): Partial<AuthState> => ({
  codeMailed: { to: email, at: auth.clock() },
});
