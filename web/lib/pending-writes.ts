/** Milliseconds for which somebody who wants to leave is kept waiting at most. */
const PATIENCE = 30_000;

const pending = new Set<Promise<unknown>>();

/** Counts work as pending until it has settled: changes that are sent one after another, and need the session for each. */
export function notePending(work: Promise<unknown>): void {
  const done = work.catch(() => undefined).finally(() => pending.delete(done));
  pending.add(done);
}

/** Resolves once the changes that are on their way have arrived or could not be sent, or if that takes too long. */
export async function pendingWrites(patience = PATIENCE): Promise<void> {
  if (pending.size === 0) return;
  const over = Promise.withResolvers<void>();
  const timer = setTimeout(over.resolve, patience);
  await Promise.race([Promise.all(pending), over.promise]);
  clearTimeout(timer);
}
