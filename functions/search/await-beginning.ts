import { HttpProblem } from '#functions/http/problem.ts';
import type { SearchState } from '#functions/store/ports/search-log.ts';
import type { HttpErrorCode } from '#shared/errors.ts';
import { HTTP_ERRORS } from '#shared/errors.ts';
import { isUnreachable } from './is-unreachable.ts';
import type { SearchSettings } from './settings.ts';

/** Between two looks, in milliseconds: whether a search may begin is known within tens. */
const INTERVAL = 50;
/** So many looks are enough: what takes longer is followed as it is. */
const LOOKS = 100;
/** Longest time for one of them, in milliseconds. */
const LONGEST_LOOK = 2_000;

/**
 * Waits until a search that was claimed elsewhere has begun, so that a repeat is answered as the first send is.
 * @returns false when the claim was withdrawn without a reason.
 * @throws HttpProblem when the search was refused: the same.
 */
export async function awaitBeginning(
  claimed: SearchState,
  { searchLog, clock, delay, log }: SearchSettings,
): Promise<boolean> {
  const { searchId } = claimed.search;
  const hasBegun = (state: SearchState) => state.status === 'ended' || state.leaseUntil < clock();
  try {
    let state: SearchState | undefined = claimed;
    for (let look = 1; state !== undefined; look += 1) {
      const signal = AbortSignal.timeout(LONGEST_LOOK);
      if (state.refusal) throw toProblem(state.refusal);
      if (
        look > LOOKS ||
        hasBegun(state) ||
        (await searchLog.list({ searchId, after: 0, limit: 1, signal })).length > 0
      )
        return true;
      await delay(INTERVAL, new AbortController().signal);
      state = await searchLog.read({ searchId, signal: AbortSignal.timeout(LONGEST_LOOK) });
    }
    return false;
  } catch (error) {
    if (!isUnreachable(error)) throw error;
    log('a search that begins elsewhere could not be seen', error);
    return true;
  }
}

function toProblem({ code, message, headers }: NonNullable<SearchState['refusal']>): HttpProblem {
  return new HttpProblem(isKnown(code) ? code : 'unavailable', { message, headers });
}

const isKnown = (code: string): code is HttpErrorCode => code in HTTP_ERRORS;
