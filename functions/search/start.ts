import type { Caller } from '#functions/http/caller.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { admitSearch, refuseKnownFull, slotsOf } from './admission.ts';
import { awaitStart } from './follow.ts';
import { claimSearch, withdrawClaim } from './lease.ts';
import { SearchRun, type SearchRuns } from './run.ts';
import { createSaver } from './saver.ts';
import type { SearchSettings } from './settings.ts';
import { withoutSuppressed } from './suppression.ts';

/*
 * How a search begins:
 *
 *   startSearch()
 *     │  over a limit that was just found used up ──► refused, and nothing is written
 *     │  claim the search in the log ──► claimed by another instance: followed in the log (follow.ts)
 *     │  take a slot and count it  ┐
 *     │  save the question         ├──► refused: slot, count and claim are given back
 *     │  open the providers        ┘
 *     ▼
 *   running (run.ts)
 */

/**
 * Longest wait for a database that is down, in milliseconds: for all that precedes the first event together, and again for undoing it
 * when the search is refused.
 */
const LONGEST_START = 2_000;

/** A search as it was asked for. */
interface AskedSearch {
  search: Search;
  plan: SearchPlan;
  caller: Caller;
  /** When the account was first seen; undefined for an anonymous caller. */
  accountSince: Promise<string> | undefined;
}

/**
 * Starts a search, unless it was started before: the same message is one search however often and wherever it is sent.
 * @returns undefined when it was started before, and is to be followed: here while it runs here, in the log otherwise.
 * @throws HttpProblem 404 when its chat was deleted, 409 when the message's id stands for something else, 429 over a limit, 503 when it
 * cannot be counted.
 */
export async function startSearch(asked: AskedSearch, runs: SearchRuns, deps: SearchSettings) {
  const { search } = asked;
  const { searchId } = search;
  const running = runs.running.get(searchId);
  const known = running ?? runs.starting.get(searchId);
  if (known !== undefined) {
    refuseOther(search, known.search);
    if (!(known instanceof SearchRun)) await known.run;
    return undefined;
  }
  // Noted before the first wait: of many repeats that reach this instance at once, one starts the search.
  const run = claimAndStart(asked, runs, deps).finally(() => runs.starting.delete(searchId));
  runs.starting.set(searchId, { search, run });
  return run;
}

async function claimAndStart(
  asked: AskedSearch,
  runs: SearchRuns,
  deps: SearchSettings,
): Promise<SearchRun | undefined> {
  const { search, plan, caller } = asked;
  const lifetime =
    search.userId === ANONYMOUS_USER_ID ? SEARCH_LOG_LIFETIME.anonymous : SEARCH_LOG_LIFETIME.signedIn;
  const expiresAt = deps.clock() + lifetime;
  const signal = AbortSignal.timeout(LONGEST_START);
  await refuseKnownFull({ search, caller, full: runs.full, signal }, deps);
  const { runId, state, lost } = await claimSearch(
    search,
    { slots: slotsOf(caller), expiresAt, signal },
    deps,
  );
  if (state !== undefined) {
    refuseOther(search, state.search);
    const hasStarted = await awaitStart(state, deps);
    // The other instance withdrew its claim: this one may start the search.
    return hasStarted ? undefined : await claimAndStart(asked, runs, deps);
  }
  try {
    const { passes, full } = runs;
    const started = await prepareSearch({ ...asked, passes, full, signal }, runs, deps);
    const run = new SearchRun({ search, plan, runId, expiresAt, ...started }, runs, deps);
    // Whatever it was: readers see it by their streams' end.
    void run.run().catch((error) => deps.log('a search was left unfinished', error));
    return run;
  } catch (reason) {
    // A claim that was lost may have landed: Lambda may freeze the instance before it is withdrawn by itself.
    const claimed = runId ?? lost;
    if (claimed) await withdrawClaim(claimed, reason, AbortSignal.timeout(LONGEST_START), deps);
    throw reason;
  }
}

async function prepareSearch(
  options: Parameters<typeof admitSearch>[0] & Pick<AskedSearch, 'plan'>,
  { suppression }: SearchRuns,
  deps: SearchSettings,
) {
  const { search, plan, signal } = options;
  const admission = await admitSearch(options, deps);
  try {
    const saver = createSaver(search, deps);
    await saver.saveQuestion(signal);
    // Last of all: what is opened has to be finished.
    const opened = withoutSuppressed(await deps.openProviders(search, plan), suppression, deps);
    return { opened, saver, releaseSlot: admission.release };
  } catch (error) {
    await admission.undo(AbortSignal.timeout(LONGEST_START));
    throw error;
  }
}

/**
 * The same message id with another text, mode or task, or following another answer, is no repeat. What the page says of that answer is not
 * compared: it may know more or fewer people when it asks again.
 * @throws HttpProblem 409
 */
function refuseOther(search: Search, known: Search): void {
  const isSame =
    known.userId === search.userId &&
    known.deepResearch === search.deepResearch &&
    known.userMessage.metadata?.refines === search.userMessage.metadata?.refines &&
    known.userMessage.metadata?.task === search.userMessage.metadata?.task &&
    // One that was claimed before there were digests has none.
    (known.taskDigest === undefined || known.taskDigest === search.taskDigest) &&
    known.userMessage.content === search.userMessage.content;
  if (isSame) return;
  throw new HttpProblem('conflict', {
    message: 'This message id has been used for another request. Send it under a new one.',
  });
}
