import type { Channel } from './channel.ts';
import { listen, openChannel } from './channel.ts';

/** Ends the state of a sign-in that runs in a window of its own. */
export const WINDOW_MARK = 'window';

interface HandOverOptions {
  /** Where the provider has sent the browser. */
  url: string;
  channel?: Channel;
  /** Milliseconds the page that opened the window has to answer. */
  wait?: number;
}

/** Gives the address to the page that opened this window. Whether it took it: not when this is no such window, or that page is gone. */
export async function handOver({
  url,
  channel = openChannel(),
  wait = 2_000,
}: HandOverOptions): Promise<boolean> {
  const stop = new AbortController();
  try {
    if (!isFromWindow(url)) return false;
    return await new Promise<boolean>((resolve) => {
      listen(channel, (news) => news.type === 'taken' && news.url === url && resolve(true), stop.signal);
      const timer = setTimeout(() => resolve(false), wait);
      stop.signal.addEventListener('abort', () => clearTimeout(timer));
      channel.postMessage({ type: 'returned', url });
    });
  } finally {
    stop.abort();
    channel.close();
  }
}

/** Amplify appends a state of one's own in hex. */
function isFromWindow(url: string): boolean {
  const hex = Array.from(WINDOW_MARK, (letter) => letter.charCodeAt(0).toString(16).padStart(2, '0')).join(
    '',
  );
  return new URL(url).searchParams.get('state')?.endsWith(`-${hex}`) === true;
}
