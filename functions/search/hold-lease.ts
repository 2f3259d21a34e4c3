import { StopRequested } from '#functions/pipeline/context.ts';
import type { SearchSettings } from './settings.ts';

/** How long an instance counts as alive after its last sign, in milliseconds. */
export const LEASE = 10_000;
/** How often it gives a sign and asks whether to stop: a stop from anywhere is noticed within a second. */
const INTERVAL = 700;

/**
 * Keeps the lease of a running search, and stops it when somebody asked for that on another instance, or took the lease because
 * this one had been gone for too long.
 * @param until ends the keeping.
 */
export async function holdLease(
  { searchId, holder }: { searchId: string; holder: string },
  controller: AbortController,
  { searchLog, clock, delay, log }: Pick<SearchSettings, 'searchLog' | 'clock' | 'delay' | 'log'>,
  until: AbortSignal,
): Promise<void> {
  while (!until.aborted && !controller.signal.aborted) {
    await delay(INTERVAL, until).catch(() => undefined);
    if (until.aborted) return;
    try {
      const held = await searchLog.renew({ searchId, holder, leaseUntil: clock() + LEASE });
      if (held === undefined || held.stopRequested) controller.abort(new StopRequested());
    } catch (error) {
      // A database that is down for a moment is no reason to stop: the lease outlives several signs.
      log('keeping the lease failed', error);
    }
  }
}
