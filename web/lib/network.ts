import { useSyncExternalStore } from 'react';

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

/** Whether the reader asked for as little data as possible (Network Information API, where there is one). */
export function savesData({ navigator }: { navigator: object } = globalThis.window): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}
