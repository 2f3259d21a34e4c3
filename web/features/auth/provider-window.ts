import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { wait } from '#web/lib/lazy.ts';
import { act, LOADING } from './actions.ts';
import type { Accounts, Auth, AuthState, Provider } from './auth.ts';
import { toAuthFailure } from './errors.ts';
import { readSession } from './restore-session.ts';

/**
 * Between the page that opens a sign-in window and that window, when it is back on this site. The opener's reference will not do: on
 * its way the window may pass pages whose opener policy cuts it.
 */
export const CHANNEL = `${STORAGE_PREFIX}_sign_in`;

/** 'returned' carries the address the window came back to; 'taken' says that the page goes on from there. */
const SignInNews = v.object({ type: v.picklist(['returned', 'taken']), url: v.string() });
type SignInNews = v.InferOutput<typeof SignInNews>;

/** Ends the state of a sign-in that runs in a window of its own. */
export const WINDOW_MARK = 'window';
const WINDOW_FEATURES = 'popup,width=480,height=680';
/** Milliseconds between looks at whether the window is still there. */
const LOOK_INTERVAL = 400;
/** Milliseconds a window has to close. */
const CLOSING_TIME = 1_500;
/** Milliseconds the page that opened a window has to answer it. */
const ANSWER_TIME = 2_000;

interface ProviderOptions {
  provider: Provider;
  /** Undefined where the browser has blocked it: the page itself then goes to the provider and comes back. */
  window: SignInWindow | undefined;
  leave?: (url: string) => void;
}

/**
 * Signs in with Google, or the deployment's own provider. Closing the window is no error: the form is there again. What the window still brings back is taken all the
 * same until something else is done, since a page in it may have made it look closed.
 */
export async function signInWithProvider(
  auth: Auth,
  { provider, window: opened, leave = (url) => globalThis.location.assign(url) }: ProviderOptions,
): Promise<boolean> {
  const attempt = act(auth, { loadingMessage: LOADING[provider] }, async (accounts) => {
    if (opened !== undefined) return signInByWindow(auth, accounts, { provider, opened });
    await accounts.leaveForProvider({ provider, leave });
    return {};
  });
  if (opened === undefined) return attempt;
  // Left there when the attempt is over: it does nothing then, and the next attempt may have set its own.
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
    const back = await opened.follow(url);
    if (back !== undefined) auth.store.setState({ loadingMessage: LOADING[provider] });
    return back;
  };
  const result = await accounts.signInWithProvider({ provider, show });
  return result === 'signed-in' ? readSession(auth, accounts) : {};
}

/** Where the browser is, and how it can be closed: `window` in the page. */
export interface Here {
  location: Pick<Location, 'href' | 'search' | 'pathname'>;
  history: { replaceState(data: unknown, unused: string, url: string): void };
  close(): void;
}

/**
 * The provider's page has sent the browser back. In a window of its own, the page that opened it finishes the sign-in; if that is gone, or
 * there was none, this page does.
 */
export async function completeRedirect(auth: Auth, here: Here): Promise<void> {
  const { store } = auth;
  store.setState({ loadingMessage: LOADING.signIn });
  if (await handOver({ url: here.location.href })) {
    here.close();
    // Where the browser does not let a page close its window, this becomes a page like any other.
    await wait(CLOSING_TIME);
  } else {
    try {
      const accounts = await auth.accounts();
      await accounts.completeRedirect();
      store.setState(await readSession(auth, accounts));
    } catch (error) {
      store.setState({ error: toAuthFailure(error) });
    }
  }
  // The code is spent; a reload must not offer it again.
  here.history.replaceState(null, '', here.location.pathname);
  store.setState({ loadingMessage: undefined });
}

/** A window in which someone signs in with a provider. */
export type SignInWindow = NonNullable<ReturnType<typeof openSignInWindow>>;

/** What is used of a browser's window. */
interface OpenedWindow {
  readonly closed: boolean;
  location: { href: string };
  close(): void;
}

type Open = (url: string, target: string, features: string) => OpenedWindow | null;

/** Opens the window, empty: it has to be opened within the click. Undefined when the browser blocks it. */
export function openSignInWindow({ open = (...args) => globalThis.open(...args) }: { open?: Open } = {}) {
  const opened = open('', '', WINDOW_FEATURES);
  if (opened === null) return undefined;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const over = new AbortController();
  const end = (url: string | undefined) => {
    over.abort();
    resolve(url);
  };
  return {
    /**
     * Shows the provider's page; the address it came back to, or undefined when the sign-in was abandoned. What comes back even then is
     * taken too: this page may not be able to close the window, which would otherwise finish by itself, and spoil the sign-in that is under way
     * by then.
     */
    follow(url: string): Promise<string | undefined> {
      const state = stateOf(url);
      const hasReturned = new AbortController();
      const channel = openChannel(hasReturned.signal);
      listen(channel, hasReturned.signal, (news) => {
        if (news.type !== 'returned' || stateOf(news.url) !== state) return;
        channel.postMessage({ type: 'taken', url: news.url });
        hasReturned.abort();
        end(news.url);
        opened.close();
      });
      opened.location.href = url;
      return promise;
    },
    /**
     * Called once when the window is gone, as far as this page can see: also when a page in it has cut the tie, so that its sign-in may
     * still come back.
     */
    onGone(listener: () => void): void {
      const timer = setInterval(() => {
        if (!opened.closed) return;
        clearInterval(timer);
        listener();
      }, LOOK_INTERVAL);
      over.signal.addEventListener('abort', () => clearInterval(timer));
    },
    abandon(): void {
      opened.close();
      end(undefined);
    },
  };
}

/**
 * Gives the address to which the provider has sent the browser to the page that opened this window, which has `wait` milliseconds to
 * answer. Whether it took it: not when this is no such window, or that page is gone.
 */
export async function handOver({
  url,
  wait = ANSWER_TIME,
}: {
  url: string;
  wait?: number;
}): Promise<boolean> {
  if (!isFromWindow(url)) return false;
  const stop = new AbortController();
  const channel = openChannel(stop.signal);
  const taken = await new Promise<boolean>((resolve) => {
    listen(channel, stop.signal, (news) => news.type === 'taken' && news.url === url && resolve(true));
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

/** Calls `listener` with everything that others say until the signal aborts. Anything of another shape is ignored. */
function listen(channel: BroadcastChannel, signal: AbortSignal, listener: (news: SignInNews) => void): void {
  const received = ({ data }: MessageEvent<unknown>) => {
    const news = v.safeParse(SignInNews, data);
    if (news.success) listener(news.output);
  };
  channel.addEventListener('message', received, { signal });
}

const stateOf = (url: string) => new URL(url).searchParams.get('state');

/** Amplify appends `customState` to its state, in hex. */
function isFromWindow(url: string): boolean {
  const hex = Array.from(WINDOW_MARK, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0'));
  return stateOf(url)?.endsWith(`-${hex.join('')}`) === true;
}
