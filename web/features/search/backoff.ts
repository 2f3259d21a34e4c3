import { unlessAborted } from '#web/lib/schedule.ts';

/** Calls a listener whenever the service is likely to be reachable again. Returns a function that unsubscribes it. */
export type WakeUps = (listener: () => void) => () => void;

/** The network is back, or the page is visible again: after sleep, in a tab that was hidden for long, on going back in the history. */
export const browserWakeUps: WakeUps = (listener) => {
  const stop = new AbortController();
  const { signal } = stop;
  const onVisible = () => {
    if (document.visibilityState === 'visible') listener();
  };
  globalThis.window?.addEventListener('online', listener, { signal });
  globalThis.window?.addEventListener('pageshow', listener, { signal });
  globalThis.document?.addEventListener('visibilitychange', onVisible, { signal });
  return () => stop.abort();
};

/** Resolves after that many milliseconds. @throws the signal's reason if it is aborted first. */
export async function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await unlessAborted(signal, promise);
  } finally {
    clearTimeout(timer);
  }
}

/** Total milliseconds of waiting after which no further attempt is made. */
const MAX_TOTAL_WAIT = 600_000;
const MIN_PAUSE = 250;
const MAX_PAUSE = 8_000;

/** The dependencies of waiting for the network. */
export interface WaitingTools {
  /** Milliseconds. Rejects with the signal's reason. */
  delay: (milliseconds: number, signal: AbortSignal) => Promise<void>;
  /** From 0 up to 1. */
  random: () => number;
  wakeUps: WakeUps;
}

export const browserWaiting: WaitingTools = { delay, random: Math.random, wakeUps: browserWakeUps };

/**
 * Backoff between attempts: no pause before the second one, then pauses growing from 0.25 s to 8 s. The limit applies to the sum of the
 * pauses, not to the time on the clock: a laptop's hours of sleep do not count.
 */
export class Backoff {
  readonly #tools: WaitingTools;
  #count = 0;
  #waited = 0;

  constructor(tools: WaitingTools) {
    this.#tools = tools;
  }

  /** An attempt succeeded: the backoff starts over. */
  succeed(): void {
    this.#count = 0;
    this.#waited = 0;
  }

  /** Waits for the next attempt, at most until the page wakes up. False if there is to be none. @throws the signal's reason */
  async next(signal: AbortSignal): Promise<boolean> {
    if (this.#waited >= MAX_TOTAL_WAIT) return false;
    const pause = pauseBefore(this.#count, this.#tools.random);
    this.#count += 1;
    this.#waited += pause;
    if (await this.#wait(pause, signal)) this.#count = 1;
    return true;
  }

  /** Returns whether it was woken. */
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

/** Half of the pause is random, so that pages cut off by a broken server do not all reconnect at once. */
function pauseBefore(count: number, random: () => number): number {
  if (count === 0) return 0;
  const maxPause = Math.min(MAX_PAUSE, MIN_PAUSE * 2 ** (count - 1));
  return (maxPause * (1 + random())) / 2;
}
