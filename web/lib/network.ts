import { useSyncExternalStore } from 'react';

/** The parts of the browser used to tell whether it is online; replaceable in tests. */
export interface NetworkBrowser extends Pick<EventTarget, 'addEventListener'> {
  navigator: { onLine?: boolean };
}

/** Whether the browser knows that it has no network. If it has one, the service may still be unreachable. */
const isOffline = (browser: NetworkBrowser | undefined = globalThis.window): boolean =>
  browser?.navigator.onLine === false;

/** Resolves once the browser has a network. @returns whether it had none */
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

/** Whether the reader has asked to save data (Network Information API, where supported). */
export function savesData({ navigator }: { navigator: object } = globalThis.window): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}
