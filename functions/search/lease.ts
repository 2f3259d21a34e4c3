import { HttpProblem } from '#functions/http/problem.ts';
import { StopRequested } from '#functions/pipeline/context.ts';
import { isStoreFailure, StoreError } from '#functions/store/errors.ts';
import type { SearchState } from '#functions/store/search-item.ts';
import type { Lease } from '#functions/store/search-log.ts';
import { unlessAborted } from '#functions/timing.ts';
import { newId } from '#shared/ids.ts';
import type { Search } from '#shared/search.ts';
import type { SearchSettings } from './settings.ts';

/*
 * How an instance has a search to itself. The log is how every other instance follows the search, asks it to stop, and ends it should this
 * one die; follow.ts is that other side.
 *
 *   claim ──► event 1 ──► event 2 ──► … ──► done ──► end        (event-feed.ts)
 *     └ lease, renewed more than once a second; an instance that finds it run out (10 s) may take over the search
 */

/** An instance counts as alive for so long after it last renewed its lease, in milliseconds. */
export const LEASE_DURATION = 10_000;
/**
 * Pauses between two renewals, in milliseconds, each of which also asks whether to stop: a stop from anywhere is noticed within a
 * second. Chosen at random in between, so that searches that started together do not ask together.
 */
const RENEWAL_PAUSE = { shortest: 650, longest: 900 };

/** One run of a search, as the log knows it. */
export type RunId = Pick<Lease, 'searchId' | 'holder'>;

interface ClaimOptions extends Pick<SearchState, 'slots' | 'expiresAt'> {
  /** Aborted with a TimeoutError when it is time to go on without an answer from the log. */
  signal: AbortSignal;
}

/**
 * Claims the search for this instance.
 * @returns `runId` when it is ours, `state` when somebody else has claimed it; `lost` when the log cannot be reached: the search then runs
 * without it, and a claim that lands later is withdrawn.
 */
export async function claimSearch(
  search: Search,
  { signal, ...options }: ClaimOptions,
  deps: SearchSettings,
): Promise<{ runId?: RunId; state?: SearchState; lost?: RunId }> {
  const { searchLog, clock, log } = deps;
  const runId = { searchId: search.searchId, holder: newId('search') };
  const lease = { ...runId, leaseUntil: clock() + LEASE_DURATION };
  // Not ended with the signal: what becomes of the claim has to be known.
  const claiming = searchLog.claim({ search, lease, ...options });
  try {
    const claim = await unlessAborted(signal, claiming);
    return claim.claimed ? { runId } : { state: claim.state };
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    log('a search runs without its log', error);
    void withdrawLate(runId, claiming, deps);
    return { lost: runId };
  }
}

/**
 * A claim that lands when nobody waits for it any more is withdrawn: its lease would not be renewed, and whoever follows the search would
 * end it as that of an instance that has died.
 */
async function withdrawLate(
  runId: RunId,
  claiming: ReturnType<SearchSettings['searchLog']['claim']>,
  { searchLog, log }: SearchSettings,
): Promise<void> {
  try {
    const { claimed } = await claiming;
    if (claimed) await searchLog.withdraw(runId);
  } catch (error) {
    // A write that was not answered may have been done.
    if (error instanceof StoreError && error.isUnreached)
      await searchLog.withdraw(runId).catch((failure) => log('a claim could not be withdrawn', failure));
  }
}

/**
 * Gives up the claim of a search that was not started after all. The reason is left in the log: a repeat that waits on another instance
 * for the search to start gets the same answer.
 */
export async function withdrawClaim(
  runId: RunId,
  reason: unknown,
  signal: AbortSignal,
  { searchLog, log }: SearchSettings,
): Promise<void> {
  const refusal = reason instanceof HttpProblem && {
    refusal: { code: reason.code, message: reason.message, headers: reason.headers },
  };
  await unlessAborted(signal, searchLog.withdraw({ ...runId, ...refusal, signal })).catch((error) =>
    log('a claim could not be withdrawn', error),
  );
}

/**
 * Renews the lease of a search until the signal is aborted, also while the search ends. Stops the search when another instance was asked to
 * stop it, or holds the lease because this one was away for too long.
 */
export async function renewLease(
  runId: RunId,
  work: AbortController,
  until: AbortSignal,
  { searchLog, clock, delay, log }: SearchSettings,
): Promise<void> {
  const { shortest, longest } = RENEWAL_PAUSE;
  while (!until.aborted) {
    await delay(shortest + Math.random() * (longest - shortest), until).catch(() => undefined);
    if (until.aborted) return;
    try {
      const lease = { ...runId, leaseUntil: clock() + LEASE_DURATION };
      const renewed = await unlessAborted(until, searchLog.renew({ ...lease, signal: until }));
      if (renewed === undefined || renewed.stopRequested) work.abort(new StopRequested());
      if (renewed === undefined) return;
    } catch (error) {
      // A database that is down for a moment is no reason to stop: the lease outlasts several renewals.
      if (!until.aborted) log('a lease could not be renewed', error);
    }
  }
}
