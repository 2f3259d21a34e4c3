import { StopRequested } from '#functions/pipeline/context.ts';
import type { SearchSettings } from './settings.ts';
import { unlessAborted } from './unless-aborted.ts';

/** How long an instance counts as alive after its last sign, in milliseconds. */
export const LEASE = 10_000;
/**
 * How often it gives a sign and asks whether to stop, in milliseconds: a stop from anywhere is noticed within a second. At random in
 * between, so that searches that began together do not ask together.
 */
const INTERVAL = { shortest: 650, longest: 900 };

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
  random: () => number = Math.random,
): Promise<void> {
  const { shortest, longest } = INTERVAL;
  while (!until.aborted && !controller.signal.aborted) {
    await delay(shortest + random() * (longest - shortest), until).catch(() => undefined);
    if (until.aborted) return;
    try {
      const lease = { searchId, holder, leaseUntil: clock() + LEASE };
      const held = await unlessAborted(until, searchLog.renew({ ...lease, signal: until }));
      if (held === undefined || held.stopRequested) controller.abort(new StopRequested());
    } catch (error) {
      // A database that is down for a moment is no reason to stop: the lease outlives several signs.
      if (!until.aborted) log('keeping the lease failed', error);
    }
  }
}
