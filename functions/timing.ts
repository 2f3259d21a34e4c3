import type { Pacing } from '#shared/operator-choices.ts';

/** Waits for that many milliseconds. @throws the signal's reason if it is aborted first. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

// Not node:timers/promises: its error for an aborted wait costs more than the wait itself, and a stream aborts a wait per event.
export const delay: Delay = async (milliseconds, signal) => {
  signal.throwIfAborted();
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(resolve, milliseconds);
  try {
    await unlessAborted(signal, promise);
  } finally {
    clearTimeout(timer);
  }
};

/** How a search waits while the user reads a step, by the deployment's pacing. */
export const PAUSES: Record<Pacing, Delay> = { steps: delay, off: async () => undefined };

/**
 * The work's result, unless the signal is aborted first; the work is then abandoned, whether or not it observes the signal.
 * @throws the signal's reason.
 */
export async function unlessAborted<Result>(signal: AbortSignal, work: Promise<Result>): Promise<Result> {
  const aborted = Promise.withResolvers<never>();
  const abort = () => aborted.reject(signal.reason);
  if (signal.aborted) abort();
  signal.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([aborted.promise, work]);
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Lets whatever else is due run in the middle of long work: timers, and other requests. */
export { setImmediate as nextTurn } from 'node:timers/promises';

/** The work's result, or undefined if it takes longer than the limit (milliseconds); the work itself continues. */
export async function within<Result>(
  limit: number,
  work: Promise<Result>,
  wait: Delay = delay,
): Promise<Result | undefined> {
  const timer = new AbortController();
  const timeout = wait(limit, timer.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, timeout]);
  } finally {
    // Passing a reason avoids creating the default error, which is not cheap and would not be read.
    timer.abort('over');
  }
}

interface AbortAfterOptions {
  reason: Error;
  /** Aborted when the limit no longer matters. */
  until: AbortSignal;
  wait?: Delay;
}

/** Aborts the controller with the reason after that many milliseconds. */
export function abortAfter(
  milliseconds: number,
  controller: AbortController,
  { reason, until, wait = delay }: AbortAfterOptions,
): void {
  wait(milliseconds, until).then(
    () => controller.abort(reason),
    () => undefined,
  );
}

/**
 * Does the work for each item, at most `limit` at a time. After a failure no further item is started, and those in progress are awaited.
 * @throws the first failure.
 */
export async function forEachConcurrently<Item>(
  items: readonly Item[],
  limit: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const remaining = items.values();
  const failures: unknown[] = [];
  const runWorker = async () => {
    for (let next = remaining.next(); !next.done; next = remaining.next()) {
      await work(next.value).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: limit }, runWorker));
  if (failures.length > 0) throw failures[0];
}
