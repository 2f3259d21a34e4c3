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

/** Resolves after that many milliseconds. @throws the signal's reason when it is aborted before. */
export function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  if (signal.aborted) reject(signal.reason);
  const timer = setTimeout(resolve, milliseconds);
  signal.addEventListener(
    'abort',
    () => {
      clearTimeout(timer);
      reject(signal.reason);
    },
    { once: true },
  );
  return promise;
}

/** Milliseconds of waiting in all after which no further try is made. */
const PATIENCE = 600_000;
const FIRST_PAUSE = 250;
const LONGEST_PAUSE = 8_000;

/** What waiting for the network takes. */
export interface WaitingTools {
  /** Milliseconds. Rejects with the signal's reason. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  random: () => number;
  wakeUps: WakeUps;
}

export const browserWaiting: WaitingTools = { delay, random: Math.random, wakeUps: browserWakeUps };

/**
 * The pauses between the tries of one thing: none before the second try, then growing from 0.25 s to 8 s. What is waited counts,
 * not what the clock says: the hours of a closed laptop use up nobody's patience.
 */
export class Tries {
  readonly #tools: WaitingTools;
  #count = 0;
  #waited = 0;

  constructor(tools: WaitingTools) {
    this.#tools = tools;
  }

  /** It worked: the next pause is a first one again. */
  succeed(): void {
    this.#count = 0;
    this.#waited = 0;
  }

  /** Waits for the next try, less when the page wakes up. False when there is to be none. @throws the signal's reason */
  async next(signal: AbortSignal): Promise<boolean> {
    if (this.#waited >= PATIENCE) return false;
    const pause = pauseBefore(this.#count, this.#tools.random);
    this.#count += 1;
    this.#waited += pause;
    if (await this.#wait(pause, signal)) this.#count = 1;
    return true;
  }

  /** Whether it was woken. */
  async #wait(pause: number, signal: AbortSignal): Promise<boolean> {
    signal.throwIfAborted();
    const woken = new AbortController();
    const unsubscribe = this.#tools.wakeUps(() => woken.abort());
    try {
      await this.#tools.delay(pause, AbortSignal.any([signal, woken.signal]));
    } catch (error) {
      signal.throwIfAborted();
      if (!woken.signal.aborted) throw error;
    } finally {
      unsubscribe();
    }
    return woken.signal.aborted;
  }
}

/** Half of it is chance, so that the pages which a broken server has cut off do not come back all at once. */
function pauseBefore(count: number, random: () => number): number {
  if (count === 0) return 0;
  const longest = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** (count - 1));
  return (longest * (1 + random())) / 2;
}
