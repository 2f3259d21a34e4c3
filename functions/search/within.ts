import type { SearchSettings } from './settings.ts';

/** The work's result, or undefined when it takes longer than the limit (milliseconds); the work goes on. */
export async function within<Result>(
  limit: number,
  work: Promise<Result>,
  delay: SearchSettings['delay'],
): Promise<Result | undefined> {
  const waiting = new AbortController();
  const overdue = delay(limit, waiting.signal).then(
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
