import type { Caller } from '#functions/http/caller.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { admitSearch, refuseIfKnownFull, slotsOf } from './admission.ts';
import type { SearchAppDeps } from './deps.ts';
import { awaitStart } from './follow.ts';
import { claimSearch, withdrawClaim } from './lease.ts';
import { SearchRun, type SearchRuns } from './run.ts';
import { createSaver } from './saver.ts';
import { withoutSuppressed } from './suppression.ts';

/*
 * How a search starts:
 *
 *   startSearch()
 *     │  over a quota recently found used up ──► refused, and nothing is written
 *     │  claim the search in the log ──► already claimed by another instance: followed in the log (follow.ts)
 *     │  take a slot and count it  ┐
 *     │  save the question         ├──► refused: slot, count and claim are undone
 *     │  open the providers        ┘
 *     ▼
 *   running (run.ts)
 */

/**
 * Longest wait for an unresponsive database, in milliseconds: once for everything before the first event, and again for undoing it if the
 * search is refused.
 */
const START_TIMEOUT = 2_000;

/** A search as requested. */
interface RequestedSearch {
  search: Search;
  plan: SearchPlan;
  caller: Caller;
  /** When the account was first seen; undefined for an anonymous caller. */
  accountSince: Promise<string> | undefined;
}

/**
 * Starts a search. Idempotent: the same message is the same search, however often and to whichever instance it is sent.
 * @returns undefined if the search had already started; follow it in memory if it runs on this instance, in the log otherwise.
 * @throws HttpProblem 404 when its chat was deleted, 409 when the message id was used for a different request, 429 over a limit, 503 when
 * the search cannot be counted.
 */
export async function startSearch(requested: RequestedSearch, runs: SearchRuns, deps: SearchAppDeps) {
  const { search } = requested;
  const { searchId } = search;
  const running = runs.running.get(searchId);
  const known = running ?? runs.starting.get(searchId);
  if (known !== undefined) {
    refuseIfDifferent(search, known.search);
    if (!(known instanceof SearchRun)) await known.run;
    return undefined;
  }
  // Recorded before the first await, so that of several concurrent repeats on this instance only one starts the search.
  const run = claimAndStart(requested, runs, deps).finally(() => runs.starting.delete(searchId));
  runs.starting.set(searchId, { search, run });
  return run;
}

async function claimAndStart(
  requested: RequestedSearch,
  runs: SearchRuns,
  deps: SearchAppDeps,
): Promise<SearchRun | undefined> {
  const { search, plan, caller } = requested;
  const lifetime =
    search.userId === ANONYMOUS_USER_ID ? SEARCH_LOG_LIFETIME.anonymous : SEARCH_LOG_LIFETIME.signedIn;
  const expiresAt = deps.clock() + lifetime;
  const signal = AbortSignal.timeout(START_TIMEOUT);
  await refuseIfKnownFull({ search, caller, signal }, runs, deps);
  const { runId, state, lost } = await claimSearch(
    search,
    { slots: slotsOf(caller), expiresAt, signal },
    deps,
  );
  if (state !== undefined) {
    refuseIfDifferent(search, state.search);
    const hasStarted = await awaitStart(state, deps);
    // If the other instance withdrew its claim, this one may start the search.
    return hasStarted ? undefined : await claimAndStart(requested, runs, deps);
  }
  try {
    const started = await prepareSearch({ ...requested, signal }, runs, deps);
    const run = new SearchRun({ search, plan, runId, expiresAt, ...started }, runs, deps);
    // Readers notice any failure because their streams end.
    void run.run().catch((error) => deps.log('a search was left unfinished', error));
    return run;
  } catch (reason) {
    // A claim whose response was lost may have been applied. It is withdrawn here because Lambda may freeze the instance before
    // claimSearch does so in the background.
    const claimed = runId ?? lost;
    if (claimed) await withdrawClaim(claimed, reason, AbortSignal.timeout(START_TIMEOUT), deps);
    throw reason;
  }
}

async function prepareSearch(
  options: RequestedSearch & { signal: AbortSignal },
  runs: SearchRuns,
  deps: SearchAppDeps,
) {
  const { search, plan, signal } = options;
  const admission = await admitSearch(options, runs, deps);
  try {
    const saver = createSaver(search, deps);
    await saver.saveQuestion(signal);
    // Last, because opened providers have to be finished.
    const opened = withoutSuppressed(await deps.openProviders(search, plan), runs.suppression);
    return { opened, saver, releaseSlot: admission.release };
  } catch (error) {
    await admission.undo(AbortSignal.timeout(START_TIMEOUT));
    throw error;
  }
}

/**
 * Rejects a message id that is reused with another text, mode or task, or in reply to another answer. `basis`, the page's account of that
 * answer, is not compared: it may contain more or fewer people in a repeat.
 * @throws HttpProblem 409
 */
function refuseIfDifferent(search: Search, known: Search): void {
  const isSame =
    known.userId === search.userId &&
    known.deepResearch === search.deepResearch &&
    known.userMessage.metadata?.refines === search.userMessage.metadata?.refines &&
    known.userMessage.metadata?.task === search.userMessage.metadata?.task &&
    // Searches claimed before digests were introduced have none.
    (known.taskDigest === undefined || known.taskDigest === search.taskDigest) &&
    known.userMessage.content === search.userMessage.content;
  if (isSame) return;
  throw new HttpProblem('conflict', {
    message: 'This message id has been used for another request. Send it under a new one.',
  });
}
