/** Waits that many milliseconds. @throws the signal's reason when it is aborted before. */
export type Delay = (milliseconds: number, signal: AbortSignal) => Promise<void>;

// Not by node:timers/promises, whose error for every wait that is aborted costs more than the wait: a stream aborts one for each event.
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

/**
 * The work's result, unless the signal is aborted before: the work is then left to itself, whether it heeds the signal or not.
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

/** The work's result, or undefined when it takes longer than the limit (milliseconds); the work goes on. */
export async function within<Result>(
  limit: number,
  work: Promise<Result>,
  wait: Delay = delay,
): Promise<Result | undefined> {
  const waiting = new AbortController();
  const overdue = wait(limit, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, overdue]);
  } finally {
    // With a reason, since making the usual one is not cheap and nobody reads it.
    waiting.abort('over');
  }
}

interface AbortAfterOptions {
  reason: Error;
  /** Aborted when the limit does not matter any more. */
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
 * Does the work with each of the items, so many at once. Once one has failed no further one is begun, and those under way are waited for.
 * @throws what the first to fail has thrown.
 */
export async function forEachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const left = items.values();
  const failures: unknown[] = [];
  const workOff = async () => {
    for (let next = left.next(); !next.done; next = left.next()) {
      await work(next.value).catch((error: unknown) => failures.push(error));
      if (failures.length > 0) return;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, workOff));
  if (failures.length > 0) throw failures[0];
}
