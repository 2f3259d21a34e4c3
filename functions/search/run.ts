import { HttpProblem } from '#functions/http/problem.ts';
import { DeadlineReached, StopRequested } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run.ts';
import { abortAfter, unlessAborted } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { SEARCH_LOG_LIFETIME } from '#shared/limits.ts';
import type { DoneEvent, Search, SearchEvent } from '#shared/search.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import {
  type Admission,
  admitSearch,
  type FullQuotas,
  refuseKnownFull,
  slotsOf,
  type UncountedPasses,
} from './admission.ts';
import type { Caller } from './caller.ts';
import { awaitStart, failedEvent } from './follow.ts';
import { claimSearch, EventFeed, type RunId, renewLease, withdrawClaim } from './log.ts';
import { measureSearch } from './measure.ts';
import { createSaver, type SearchSaver } from './saver.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';
import { planWithoutSuppressed, type SuppressionList, withoutSuppressed } from './suppression.ts';

/*
 * A search on the instance that runs it:
 *
 *   start()
 *     │  over a limit that was just found used up ──► refused, and nothing is written
 *     │  claim the search in the log ──► claimed by another instance: followed in the log (follow.ts)
 *     │  take a slot and count it  ┐
 *     │  open the providers        ├──► refused: slot, count and claim are given back
 *     │  save the question         ┘
 *     ▼
 *   running                              follow(): any number of readers, from any event on
 *     │  stop(), here or through the log, and the deadline ──► the pipeline answers with what it has
 *     │  taken over by another instance ──► readers are cut off and read on in the log; the work is stopped
 *     ▼
 *   ending, within 10 s of the answer
 *     │  save the answer and release the slot, then publish `done`: whoever has seen it can start the next search
 *     │  wait until every event is logged, end the log
 *     ▼
 *   ended: the readers' streams end
 */

/**
 * Longest wait for a database that is down, in milliseconds: for all that precedes the first event together, and again for undoing it
 * when the search is refused.
 */
const LONGEST_START = 2_000;
/**
 * Everything after the answer ends within this, in milliseconds: Lambda gives a search 15 s beyond its deadline, and a database that
 * takes requests without answering them would use up many times that.
 */
const LONGEST_ENDING = 10_000;
/** Of it for saving the answer: logging the end and releasing the slot are tried even where that comes to nothing. */
const LONGEST_SAVING = 7_000;

/** The searches of one instance by their ids. */
export interface SearchRuns {
  /** About to run here, or to be found on another instance: the run is undefined then. Rejects when the search is refused. */
  starting: Map<string, { search: Search; run: Promise<SearchRun | undefined> }>;
  running: Map<string, SearchRun>;
  passes: UncountedPasses;
  full: FullQuotas;
  suppression: SuppressionList;
}

/** A search as it was asked for. */
interface AskedSearch {
  search: Search;
  plan: SearchPlan;
  caller: Caller;
  /** When the account was first seen; undefined for an anonymous caller. */
  accountSince: Promise<string> | undefined;
}

interface StartedSearch {
  search: Search;
  plan: SearchPlan;
  opened: OpenedProviders;
  saver: SearchSaver;
  releaseSlot: Admission['release'];
  /** Undefined when the log could not be reached: the search then runs without it. */
  runId: RunId | undefined;
  /** When the log of the search may be forgotten, in milliseconds since 1970. */
  expiresAt: number;
}

export class SearchRun {
  readonly search: Search;
  readonly feed: EventFeed;
  readonly #started: StartedSearch;
  readonly #runs: SearchRuns;
  readonly #deps: SearchSettings;
  /** Aborted by a stop, the deadline or a takeover: ends the pipeline's work and spending. */
  readonly #work = new AbortController();
  #isEnding = false;
  /** Begun once, and never fails. */
  #released: Promise<void> | undefined;
  /** Aborted when the time to save the answer is over, and when that for everything after the answer is. */
  readonly #savingLimit = new AbortController();
  readonly #endingLimit = new AbortController();
  /** Aborted at the end of all: no limit matters any more. */
  readonly #ended = new AbortController();

  /**
   * Starts a search, unless it was started before: the same message is one search however often and wherever it is sent.
   * @returns undefined when it was started before, and is to be followed: here while it runs here, in the log otherwise.
   * @throws HttpProblem 404 when its chat was deleted, 409 when the message's id stands for something else, 429 over a limit, 503 when it
   * cannot be counted.
   */
  static async start(asked: AskedSearch, runs: SearchRuns, deps: SearchSettings) {
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

  constructor(started: StartedSearch, runs: SearchRuns, deps: SearchSettings) {
    const { search, runId, expiresAt } = started;
    const { searchId } = search;
    this.search = search;
    this.#started = started;
    this.#runs = runs;
    this.#deps = deps;
    const onTakenOver = () => {
      runs.running.delete(searchId);
      this.stop();
    };
    const log = { searchId, expiresAt, signal: this.#endingLimit.signal, onTakenOver, deps };
    this.feed = new EventFeed(runId && log);
    runs.running.set(searchId, this);
  }

  /** Ends the search's work and spending; what it has found becomes the answer. */
  stop(): void {
    this.#work.abort(new StopRequested());
  }

  /**
   * Runs the search to its end, whether or not anyone follows it. Readers' streams end whatever happens, within seconds of the answer, with
   * exactly one `done` as their last event; without one only when another instance has taken the search over.
   */
  async run(): Promise<void> {
    const { search, opened, saver, runId } = this.#started;
    const { log, deadline } = this.#deps;
    const worked = new AbortController();
    abortAfter(deadline, this.#work, { reason: new DeadlineReached(), until: worked.signal });
    const logged = new AbortController();
    const leaseHeld = runId && renewLease(runId, this.#work, logged.signal, this.#deps);
    const measure = measureSearch(search, this.#deps);
    const publish = (event: SearchEvent) => {
      measure(event);
      this.feed.publish(event);
    };
    try {
      publish(await this.#findAnswer(publish));
    } catch (error) {
      log('a search broke off', error);
      this.#startEnding();
      await saver.saveNoAnswer(this.#savingLimit.signal);
      publish(failedEvent());
    } finally {
      worked.abort();
      // Saving and logging may take longer than a lease that nobody renews: others would end the search beside this one.
      await Promise.allSettled([this.#endLog()]);
      logged.abort();
      await leaseHeld;
      this.#runs.running.delete(search.searchId);
      this.#ended.abort();
      await opened.finish().catch((error) => log('a recording could not be written', error));
      // Last of all: Lambda may freeze the instance as soon as the stream ends.
      this.feed.close();
    }
  }

  /** Publishes everything but the last event at once. The last waits for the answer to be saved, and says if it was not. */
  async #findAnswer(publish: (event: SearchEvent) => void): Promise<DoneEvent> {
    const { search, opened, saver } = this.#started;
    const plan = await planWithoutSuppressed(this.#started.plan, this.#runs.suppression, this.#deps);
    const { pause, clock, log, sensitiveCriteria = 'score' } = this.#deps;
    let saved = Promise.resolve(true);
    let done = failedEvent();
    const emit = (event: SearchEvent) => {
      if (event.type === 'message') {
        this.#startEnding();
        saved = saver.saveAnswer(event.data, this.#savingLimit.signal);
      }
      if (event.type === 'done') done = event;
      else publish(event);
    };
    const { signal } = this.#work;
    const { providers } = opened;
    await runSearch(search, { providers, pause, clock, log, emit, signal, sensitiveCriteria }, plan);
    const isSaved = await saved;
    await this.feed.written(this.#savingLimit.signal);
    await unlessAborted(this.#savingLimit.signal, this.#releaseSlot()).catch(() => undefined);
    return isSaved ? done : { ...done, data: { ...done.data, error: NOT_SAVED } };
  }

  /** From here on time is limited. */
  #startEnding(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const reason = new DOMException('The time to end a search is over', 'TimeoutError');
    const options = { reason, until: this.#ended.signal, wait: this.#deps.delay };
    abortAfter(LONGEST_SAVING, this.#savingLimit, options);
    abortAfter(LONGEST_ENDING, this.#endingLimit, options);
  }

  /** Where the log is away this tries no longer than the limit allows. */
  async #endLog(): Promise<void> {
    const { runId } = this.#started;
    const { searchLog, log } = this.#deps;
    const { signal } = this.#endingLimit;
    await this.feed.written(signal);
    await this.feed.writeRest(signal);
    const end = async () => {
      if (runId) await unlessAborted(signal, searchLog.end({ ...runId, signal }));
    };
    await Promise.all([
      end().catch((error) => log('the end of a search could not be logged', error)),
      this.#releaseSlot(),
    ]);
  }

  #releaseSlot(): Promise<void> {
    this.#released ??= this.#started.releaseSlot(this.#endingLimit.signal);
    return this.#released;
  }
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
    const started = await admitAndSave({ ...asked, passes, full, signal }, runs, deps);
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

async function admitAndSave(
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
 * The same id with another text, mode, task or answer before it is not a repeat. What a page says of that answer may well be another when it asks again:
 * it knows more or fewer people by then. @throws HttpProblem 409
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
