import { HttpProblem } from '#functions/http/problem.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { SearchState } from '#functions/store/ports/search-log.ts';
import { newId } from '#shared/ids.ts';
import { LEASE } from './hold-lease.ts';
import { isUnreachable } from './is-unreachable.ts';
import type { SearchSettings } from './settings.ts';
import { unlessAborted } from './unless-aborted.ts';

export interface Claim {
  /** This run of the search; undefined when the log could not be reached: the search then runs without one. */
  lease?: { searchId: string; holder: string };
  /** The search as somebody else has begun it. */
  state?: SearchState;
}

interface ClaimOptions {
  person: string;
  /** When the event log may be forgotten, in milliseconds since 1970. */
  expiresAt: number;
  /** Aborted with a TimeoutError when nobody is to wait any longer. */
  signal: AbortSignal;
}

/** Claims the search's id in the log, for this instance. */
export async function claimSearch(
  search: Search,
  options: ClaimOptions,
  { searchLog, clock, log }: SearchSettings,
): Promise<Claim> {
  const { searchId } = search;
  const lease = { searchId, holder: newId('search') };
  const claiming = searchLog.claim({ search, lease: { ...lease, leaseUntil: clock() + LEASE }, ...options });
  try {
    const claim = await unlessAborted(options.signal, claiming);
    return claim.claimed ? { lease } : { state: claim.state };
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log('a search runs without its log', error);
    return {};
  }
}

interface WithdrawOptions {
  lease: NonNullable<Claim['lease']>;
  reason: unknown;
  signal: AbortSignal;
}

/** Leaves the reason behind: repeats that found the search claimed, and wait for it to begin elsewhere, get the same answer. */
export async function withdrawClaim(
  { lease, reason, signal }: WithdrawOptions,
  { searchLog, log }: SearchSettings,
): Promise<void> {
  const told = reason instanceof HttpProblem && {
    refusal: { code: reason.code, message: reason.message, headers: reason.headers },
  };
  await unlessAborted(signal, searchLog.withdraw({ ...lease, ...told, signal })).catch((cause) =>
    log('a claim was not withdrawn', cause),
  );
}
