import type { Channel } from './channel.ts';
import { listen, openChannel } from './channel.ts';

const LOOKS = 'popup,width=480,height=680';
/** Milliseconds between looks at whether the window is still there. */
const LOOK = 400;

/** A window in which someone signs in with a provider. */
export interface SignInWindow {
  /** Shows the provider's page; the address it came back to, or undefined when the sign-in was abandoned. */
  follow(url: string): Promise<string | undefined>;
  /**
   * Called once when the window is gone, as far as this page can see: also when a page in it has cut the tie, so that its sign-in may
   * still come back.
   */
  onGone(listener: () => void): void;
  abandon(): void;
}

/** What is used of a browser's window. */
interface OpenedWindow {
  readonly closed: boolean;
  location: { href: string };
  close(): void;
}

interface OpenOptions {
  open?: (url: string, target: string, features: string) => OpenedWindow | null;
  channel?: () => Channel;
}

/** Opens the window, empty: it has to be opened within the click. Undefined when the browser blocks it. */
export function openSignInWindow({
  open = (...args) => globalThis.open(...args),
  channel: openTo = openChannel,
}: OpenOptions = {}): SignInWindow | undefined {
  const opened = open('', '', LOOKS);
  if (opened === null) return undefined;
  const { promise, resolve } = Promise.withResolvers<string | undefined>();
  const stop = new AbortController();
  const channel = openTo();
  stop.signal.addEventListener('abort', () => channel.close());
  const end = (url: string | undefined) => {
    stop.abort();
    resolve(url);
  };
  return {
    follow(url) {
      const state = stateOf(url);
      const heard = (news: { type: string; url: string }) => {
        if (news.type !== 'returned' || stateOf(news.url) !== state) return;
        channel.postMessage({ type: 'taken', url: news.url });
        end(news.url);
        opened.close();
      };
      listen(channel, heard, stop.signal);
      opened.location.href = url;
      return promise;
    },
    onGone(listener) {
      const timer = setInterval(() => {
        if (!opened.closed) return;
        clearInterval(timer);
        listener();
      }, LOOK);
      stop.signal.addEventListener('abort', () => clearInterval(timer));
    },
    abandon() {
      opened.close();
      end(undefined);
    },
  };
}

const stateOf = (url: string) => new URL(url).searchParams.get('state');
