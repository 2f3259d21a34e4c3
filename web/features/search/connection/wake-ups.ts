/** Tells a listener of moments at which the way to the service is likely to be open again. Returns how to tell it no more. */
export type WakeUps = (listener: () => void) => () => void;

/** The network is back, or somebody looks at the page again: after sleep, in a tab long hidden, on the way back in the history. */
export const browserWakeUps: WakeUps = (listener) => {
  const stop = new AbortController();
  const { signal } = stop;
  const seen = () => {
    if (document.visibilityState === 'visible') listener();
  };
  globalThis.window?.addEventListener('online', listener, { signal });
  globalThis.window?.addEventListener('pageshow', listener, { signal });
  globalThis.document?.addEventListener('visibilitychange', seen, { signal });
  return () => stop.abort();
};
