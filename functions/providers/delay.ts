/** Waits so many milliseconds, or until the signal aborts, whose reason it then throws. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

export const delay: Delay = (milliseconds, signal) =>
  new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(signal.reason);
      return;
    }
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    signal.addEventListener('abort', stop, { once: true });
  });
