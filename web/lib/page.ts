import { useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { PRODUCT_NAME } from '#shared/product.ts';

/** Names the page in its tab: the part given, then the product; before them a mark of what goes on there. */
export function usePageTitle(part?: string, mark = ''): void {
  useEffect(() => {
    document.title = mark + (part === undefined ? PRODUCT_NAME : `${part} – ${PRODUCT_NAME}`);
  }, [part, mark]);
}

/** Whether the media query matches, kept up to date. */
export function useMedia(query: string): boolean {
  const subscribe = useCallback(
    (changed: () => void) => {
      const list = matchMedia(query);
      list.addEventListener('change', changed);
      return () => list.removeEventListener('change', changed);
    },
    [query],
  );
  return useSyncExternalStore(
    subscribe,
    () => matchMedia(query).matches,
    () => false,
  );
}

/** What is asked of the browser's network; replaceable in tests. */
export interface NetworkBrowser extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine?: boolean };
}

/** Whether the browser knows that it has no network. One that has may still reach nobody. */
const isOffline = (browser: NetworkBrowser | undefined = globalThis.window): boolean =>
  browser?.navigator.onLine === false;

/** Settles when the browser has a network. @returns whether it had none */
export async function untilOnline(browser: NetworkBrowser = globalThis.window): Promise<boolean> {
  const isWaiting = isOffline(browser);
  if (isWaiting) await new Promise((resolve) => browser.addEventListener('online', resolve, { once: true }));
  return isWaiting;
}

/** Whether the browser is offline, kept up to date. */
export const useIsOffline = (): boolean => useSyncExternalStore(watchNetwork, isOffline, () => false);

function watchNetwork(changed: () => void): () => void {
  const stop = new AbortController();
  for (const type of ['online', 'offline']) addEventListener(type, changed, { signal: stop.signal });
  return () => stop.abort();
}

/** Gives the focus back to what had it, or to the screen's heading where that is gone. */
export function giveFocusBack(to: Element | null | undefined): void {
  const had = to instanceof HTMLElement && to !== document.body && to.isConnected ? to : undefined;
  (had ?? document.querySelector('h1'))?.focus();
}

/** Milliseconds to wait for a frame: a hidden page is not painted. */
const FRAME_TIMEOUT = 100;

/** Runs it once, after the frame that shows what has been changed so far: a key press is answered at once. */
export function afterPaint(run: () => void): void {
  const once = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    run();
  };
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(once);
  });
  let timer = setTimeout(once, FRAME_TIMEOUT);
}

/** Milliseconds after which it is done even on a page that is never idle. */
const IDLE_TIMEOUT = 4_000;
/** Milliseconds to wait where the browser cannot tell when it is idle. */
const ASSUMED_IDLE_AFTER = 1_500;

/** What is asked of the browser; replaceable in tests. */
export interface IdleBrowser {
  requestIdleCallback?: ((callback: () => void, options: { timeout: number }) => number) | undefined;
  setTimeout: (callback: () => void, milliseconds: number) => unknown;
  navigator: object;
}

/** Runs it once the page has nothing better to do. */
export function whenIdle(run: () => void, browser: IdleBrowser = globalThis.window): void {
  if (browser.requestIdleCallback === undefined) browser.setTimeout(run, ASSUMED_IDLE_AFTER);
  else browser.requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
}

/** Whether the page has come to rest once since the component was drawn. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}

/** Whether a field may take the focus unasked: not where that opens a keyboard over the page. */
export const mayFocusField = (): boolean => matchMedia('(min-width: 48rem) and (pointer: fine)').matches;

/** Whether the reader asked for as little data as possible (Network Information API, where there is one). */
export function savesData({ navigator }: Pick<IdleBrowser, 'navigator'> = globalThis.window): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}
