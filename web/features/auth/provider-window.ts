import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { wait } from '#web/lib/schedule.ts';
import { readText, writeText } from '#web/lib/storage.ts';
import { LOADING, runAction, toShownFailure } from './actions.ts';
import type { Accounts, Auth, AuthState, Provider } from './auth.ts';
import { readSession } from './restore-session.ts';

/**
 * Channel between the page that opens a sign-in window and that window, once it is back on this site. `window.opener` does not suffice: on
 * its way the window may pass through pages whose opener policy severs it.
 */
export const CHANNEL = `${STORAGE_PREFIX}_sign_in`;

/** 'returned' carries the URL to which the window came back; 'taken' confirms that the opener continues from there. */
const SignInMessage = v.object({ type: v.picklist(['returned', 'taken']), url: v.string() });
type SignInMessage = v.InferOutput<typeof SignInMessage>;

/** Ends the OAuth state of a sign-in that runs in a separate window. */
export const WINDOW_MARK = 'window';
const WINDOW_FEATURES = 'popup,width=480,height=680';
/** Milliseconds between checks of whether the window is still open. */
const CLOSED_CHECK_INTERVAL = 400;
/** Milliseconds that a window may take to close. */
const CLOSE_TIMEOUT = 1_500;
/** Milliseconds that the opener may take to answer the window. */
export const ANSWER_TIMEOUT = 2_000;

/** Key in the tab's storage: where the sign-in for which this page has left leads to. */
const RETURN_TO_KEY = `${STORAGE_PREFIX}_return_to`;

interface ProviderOptions {
  provider: Provider;
  /** Undefined if the browser has blocked it: the page itself then navigates to the provider and comes back. */
  window: SignInWindow | undefined;
  /** Where the sign-in leads to, for the page that comes back: its own history entry knows nothing of it. */
  returnTo?: string | undefined;
  leave?: (url: string) => void;
}

/**
 * Signs in with Google, or the deployment's own provider. Closing the window is not an error: the form is shown again. A result that still
 * arrives from the window is accepted until another action starts, since a page in it may merely have made it look closed.
 */
export async function signInWithProvider(
  auth: Auth,
  { provider, window: opened, returnTo, leave = (url) => globalThis.location.assign(url) }: ProviderOptions,
): Promise<boolean> {
  const attempt = runAction(auth, { loadingMessage: LOADING[provider] }, async (accounts) => {
    if (opened !== undefined) return signInByWindow(auth, accounts, { provider, opened });
    writeText(auth.tab, RETURN_TO_KEY, returnTo);
    await accounts.leaveForProvider({ provider, leave });
    return {};
  });
  if (opened === undefined) return attempt;
  // Not reset after the attempt: by then it does nothing, and the next attempt may have set its own.
  auth.abandonWindow = async () => {
    opened.abandon();
    await attempt;
  };
  const succeeded = await attempt;
  opened.abandon();
  return succeeded;
}

async function signInByWindow(
  auth: Auth,
  accounts: Accounts,
  { provider, opened }: { provider: Provider; opened: SignInWindow },
): Promise<Partial<AuthState>> {
  opened.onGone(() => auth.store.setState({ loadingMessage: undefined }));
  const show = async (url: string) => {
    const returnUrl = await opened.follow(url);
    if (returnUrl !== undefined) auth.store.setState({ loadingMessage: LOADING[provider] });
    return returnUrl;
  };
  const result = await accounts.signInWithProvider({ provider, show });
  return result === 'signed-in' ? readSession(auth, accounts) : {};
}

/** The parts of `window` used here: the page's URL, and how to close it. */
export interface Here {
  location: Pick<Location, 'href' | 'search' | 'pathname'>;
  history: { replaceState(data: unknown, unused: string, url: string): void };
  close(): void;
}

/**
 * Called when the provider's page has redirected back. In a sign-in window, the page that opened it completes the sign-in; if that page is
 * gone, or there was none, this page does.
 */
export async function completeRedirect(auth: Auth, here: Here): Promise<void> {
  const { store } = auth;
  store.setState({ loadingMessage: LOADING.signIn });
  if (await handOver({ url: here.location.href })) {
    here.close();
    // If the browser does not let a page close its window, this becomes an ordinary page.
    await wait(CLOSE_TIMEOUT);
  } else {
    try {
      const accounts = await auth.accounts();
      await accounts.completeRedirect();
      store.setState(await readSession(auth, accounts));
    } catch (error) {
      store.setState({ error: await toShownFailure(auth, error) });
    }
  }
  const returnTo = readText(auth.tab, RETURN_TO_KEY);
  writeText(auth.tab, RETURN_TO_KEY, undefined);
  // The code is used up; a reload must not submit it again.
  here.history.replaceState({ returnTo }, '', here.location.pathname);
  store.setState({ loadingMessage: undefined });
}

/** A window in which someone signs in with a provider. */
export type SignInWindow = NonNullable<ReturnType<typeof openSignInWindow>>;

/** The parts of a browser window used here. */
interface OpenedWindow {
  readonly closed: boolean;
  location: { href: string };
  close(): void;
}

type Open = (url: string, target: string, features: string) => OpenedWindow | null;

/** Opens the window, still empty: browsers allow that only within the click. Undefined if the browser blocks it. */
export function openSignInWindow({ open = (...args) => globalThis.open(...args) }: { open?: Open } = {}) {
  const opened = open('', '', WINDOW_FEATURES);
  if (opened === null) return undefined;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const ended = new AbortController();
  const finish = (url: string | undefined) => {
    ended.abort();
    resolve(url);
  };
  return {
    /**
     * Shows the provider's page. Resolves with the URL to which it came back, or undefined if the sign-in was abandoned. A URL that comes
     * back even after that is acknowledged too: this page may be unable to close the window, which would otherwise complete the sign-in by
     * itself and disrupt the one that is running by then.
     */
    follow(url: string): Promise<string | undefined> {
      const state = stateOf(url);
      const returned = new AbortController();
      const channel = openChannel(returned.signal);
      listen(channel, returned.signal, (message) => {
        if (message.type !== 'returned' || stateOf(message.url) !== state) return;
        channel.postMessage({ type: 'taken', url: message.url });
        returned.abort();
        finish(message.url);
        opened.close();
      });
      opened.location.href = url;
      return promise;
    },
    /**
     * Calls `listener` once when the window looks closed to this page. A page in the window may merely have severed the reference, so the
     * sign-in may still complete.
     */
    onGone(listener: () => void): void {
      const timer = setInterval(() => {
        if (!opened.closed) return;
        clearInterval(timer);
        listener();
      }, CLOSED_CHECK_INTERVAL);
      ended.signal.addEventListener('abort', () => clearInterval(timer));
    },
    abandon(): void {
      opened.close();
      finish(undefined);
    },
  };
}

/**
 * Hands the URL to which the provider has redirected to the page that opened this window, which has `wait` milliseconds to answer. Resolves
 * with whether that page has taken over: false if this is no sign-in window, or that page is gone.
 */
export async function handOver({
  url,
  wait = ANSWER_TIMEOUT,
}: {
  url: string;
  wait?: number;
}): Promise<boolean> {
  if (!isFromWindow(url)) return false;
  const stop = new AbortController();
  const channel = openChannel(stop.signal);
  const taken = await new Promise<boolean>((resolve) => {
    listen(
      channel,
      stop.signal,
      (message) => message.type === 'taken' && message.url === url && resolve(true),
    );
    const timer = setTimeout(() => resolve(false), wait);
    stop.signal.addEventListener('abort', () => clearTimeout(timer));
    channel.postMessage({ type: 'returned', url });
  });
  stop.abort();
  return taken;
}

/** Closed when the signal aborts. */
function openChannel(signal: AbortSignal): BroadcastChannel {
  const channel = new BroadcastChannel(CHANNEL);
  signal.addEventListener('abort', () => channel.close());
  return channel;
}

/** Calls `listener` with every message from another page until the signal aborts. Messages of any other shape are ignored. */
function listen(
  channel: BroadcastChannel,
  signal: AbortSignal,
  listener: (message: SignInMessage) => void,
): void {
  const onMessage = ({ data }: MessageEvent<unknown>) => {
    const message = v.safeParse(SignInMessage, data);
    if (message.success) listener(message.output);
  };
  channel.addEventListener('message', onMessage, { signal });
}

const stateOf = (url: string) => new URL(url).searchParams.get('state');

/** Amplify appends `customState`, in hex, to its own state. */
function isFromWindow(url: string): boolean {
  const hex = Array.from(WINDOW_MARK, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'));
  return stateOf(url)?.endsWith(`-${hex.join('')}`) === true;
}
