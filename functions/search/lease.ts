import { HttpProblem } from '#functions/http/problem.ts';
import { StopRequested } from '#functions/pipeline/context.ts';
import { isStoreFailure, StoreError } from '#functions/store/errors.ts';
import type { ClaimedState } from '#functions/store/search-item.ts';
import type { Lease } from '#functions/store/search-log.ts';
import { unlessAborted } from '#functions/timing.ts';
import { newId } from '#shared/ids.ts';
import type { Search } from '#shared/search.ts';
import type { SearchAppDeps } from './deps.ts';

/*
 * How one instance gets exclusive hold of a search. Through the log, all other instances follow the search, request a stop, and end it if
 * this instance dies; follow.ts is their side.
 *
 *   claim ──► event 1 ──► event 2 ──► … ──► done ──► end        (event-feed.ts)
 *     └ lease, renewed more than once a second; an instance that finds it expired (after 10 s) may take the search over
 */

/** How long an instance counts as alive after it last renewed its lease, in milliseconds. */
export const LEASE_DURATION = 10_000;
/**
 * Pause between renewals, in milliseconds. Each renewal also checks for a stop request, so a stop made on any instance is noticed within a
 * second. The pause is jittered between the two, so that searches that started together do not renew together.
 */
const RENEWAL_PAUSE = { min: 650, max: 900 };

/** Identifies one run of a search in the log. */
export type RunId = Pick<Lease, 'searchId' | 'holder'>;

interface ClaimOptions extends Pick<ClaimedState, 'slots' | 'expiresAt'> {
  /** Aborted with a TimeoutError when it is time to go on without the log. */
  signal: AbortSignal;
}

/**
 * Claims the search for this instance.
 * @returns `runId` if this instance got the claim, `state` if the search was already claimed, and `lost` if the log cannot be reached: the
 * search then runs without it, and a claim that is applied late is withdrawn.
 */
export async function claimSearch(
  search: Search,
  { signal, ...options }: ClaimOptions,
  deps: SearchAppDeps,
): Promise<{ runId?: RunId; state?: ClaimedState; lost?: RunId }> {
  const { searchLog, clock, log } = deps;
  const runId = { searchId: search.searchId, holder: newId('search') };
  const lease = { ...runId, leaseUntil: clock() + LEASE_DURATION };
  // Not given the signal, since withdrawLate needs to know the claim's outcome.
  const claiming = searchLog.claim({ search, lease, ...options });
  try {
    const claim = await unlessAborted(signal, claiming);
    return claim.claimed ? { runId } : { state: claim.state };
  } catch (error) {
    if (!isStoreFailure(error)) throw error;
    log('a search is running without its log', error);
    void withdrawLate(runId, claiming, deps);
    return { lost: runId };
  }
}

/**
 * Withdraws a claim that is applied after the wait for it has timed out. Its lease would not be renewed, so a follower would take the
 * instance for dead and end the search.
 */
async function withdrawLate(
  runId: RunId,
  claiming: ReturnType<SearchAppDeps['searchLog']['claim']>,
  { searchLog, log }: SearchAppDeps,
): Promise<void> {
  try {
    const { claimed } = await claiming;
    if (claimed) await searchLog.withdraw(runId);
  } catch (error) {
    // A write whose response was lost may still have been applied.
    if (error instanceof StoreError && error.isUnreached)
      await searchLog.withdraw(runId).catch((failure) => log('a claim could not be withdrawn', failure));
  }
}

/**
 * Withdraws the claim of a search that was not started after all. The reason is left in the log, so that a repeat waiting on another
 * instance gets the same response.
 */
export async function withdrawClaim(
  runId: RunId,
  reason: unknown,
  signal: AbortSignal,
  { searchLog, log }: SearchAppDeps,
): Promise<void> {
  const refusal = reason instanceof HttpProblem && {
    refusal: { code: reason.code, message: reason.message, headers: reason.headers },
  };
  await unlessAborted(signal, searchLog.withdraw({ ...runId, ...refusal, signal })).catch((error) =>
    log('a claim could not be withdrawn', error),
  );
}

/**
 * Renews the lease of a search until the signal is aborted, which includes the time it takes to end. Stops the search if a stop was
 * requested on another instance, or if another instance has the lease because this one was unresponsive for too long.
 */
export async function renewLease(
  runId: RunId,
  work: AbortController,
  until: AbortSignal,
  { searchLog, clock, delay, log }: SearchAppDeps,
): Promise<void> {
  const { min, max } = RENEWAL_PAUSE;
  while (!until.aborted) {
    await delay(min + Math.random() * (max - min), until).catch(() => undefined);
    if (until.aborted) return;
    try {
      const lease = { ...runId, leaseUntil: clock() + LEASE_DURATION };
      const renewed = await unlessAborted(until, searchLog.renew({ ...lease, signal: until }));
      if (renewed === undefined || renewed.stopRequested) work.abort(new StopRequested());
      if (renewed === undefined) return;
    } catch (error) {
      // A short database outage is no reason to stop: the lease outlasts several failed renewals.
      if (!until.aborted) log('a lease could not be renewed', error);
    }
  }
}
