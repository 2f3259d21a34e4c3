import { failedEvent } from '#functions/pipeline/answer.ts';
import { DeadlineReached, StopRequested } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run.ts';
import type { SuppressionList } from '#functions/store/suppressed.ts';
import { abortAfter, unlessAborted } from '#functions/timing.ts';
import type { DoneEvent, Search, SearchEvent } from '#shared/search.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { Admission, AdmissionMemory } from './admission.ts';
import type { OpenedProviders, SearchAppDeps } from './deps.ts';
import { EventFeed } from './event-feed.ts';
import { type RunId, renewLease } from './lease.ts';
import { measureSearch } from './measure.ts';
import type { SearchSaver } from './saver.ts';
import { planWithoutSuppressed } from './suppression.ts';

/*
 * A search on the instance that runs it, once it has started (start.ts):
 *
 *   running                              follow(): any number of readers, each from any event
 *     │  stop(), here or through the log, or the deadline ──► the pipeline answers with what it has so far
 *     │  taken over by another instance ──► readers are disconnected and resume from the log; the work is aborted
 *     ▼
 *   ending, within 10 s of the answer
 *     │  save the answer and release the slot, then publish `done`: a client that sees it can start its next search
 *     │  wait until every event is logged, then end the log
 *     ▼
 *   ended: the readers' streams end
 */

/**
 * Time limit for everything after the answer, in milliseconds. Lambda allows a search 15 s beyond its deadline, and a database that
 * accepts requests without responding would use up many times that.
 */
const END_TIMEOUT = 10_000;
/** The part of it for saving the answer, so that there is still time to log the end and release the slot if saving fails. */
const SAVE_TIMEOUT = 7_000;

/** The searches of one instance, keyed by id, and the state they share. */
export interface SearchRuns extends AdmissionMemory {
  /** Being claimed. `run` resolves to undefined if the search turns out to run on another instance, and rejects if it is refused. */
  starting: Map<string, { search: Search; run: Promise<SearchRun | undefined> }>;
  running: Map<string, SearchRun>;
  suppression: SuppressionList;
}

/** A search that has been claimed and admitted and whose question has been saved. */
interface StartedSearch {
  search: Search;
  plan: SearchPlan;
  opened: OpenedProviders;
  saver: SearchSaver;
  releaseSlot: Admission['release'];
  /** Undefined when the log could not be reached: the search then runs without a log. */
  runId: RunId | undefined;
  /** When the search's log may be deleted, in milliseconds since 1970. */
  expiresAt: number;
}

export class SearchRun {
  readonly search: Search;
  readonly feed: EventFeed;
  readonly #started: StartedSearch;
  readonly #runs: SearchRuns;
  readonly #deps: SearchAppDeps;
  /** Aborted by a stop, the deadline or a takeover, which ends the pipeline's work and spending. */
  readonly #work = new AbortController();
  #isEnding = false;
  /** Set once the release has started. Never rejects. */
  #released: Promise<void> | undefined;
  /** Aborted SAVE_TIMEOUT and END_TIMEOUT, respectively, after the search has begun to end. */
  readonly #savingLimit = new AbortController();
  readonly #endingLimit = new AbortController();
  /** Aborted at the very end, to cancel the timers of the two limits. */
  readonly #ended = new AbortController();

  constructor(started: StartedSearch, runs: SearchRuns, deps: SearchAppDeps) {
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

  /** Ends the search's work and spending. The results so far become the answer. */
  stop(): void {
    this.#work.abort(new StopRequested());
  }

  /**
   * Runs the search to its end, whether or not anyone follows it. Readers' streams always end within seconds of the answer, and exactly
   * one `done` is their last event, unless another instance has taken the search over: then they end without one.
   */
  async run(): Promise<void> {
    const { search, opened, saver, runId } = this.#started;
    const { log, deadline } = this.#deps;
    const workFinished = new AbortController();
    abortAfter(deadline, this.#work, { reason: new DeadlineReached(), until: workFinished.signal });
    const loggingFinished = new AbortController();
    const leaseHeld = runId && renewLease(runId, this.#work, loggingFinished.signal, this.#deps);
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
      workFinished.abort();
      // The lease is still renewed here: saving and logging may outlast it, and another instance would then end the search as well.
      await Promise.allSettled([this.#endLog()]);
      loggingFinished.abort();
      await leaseHeld;
      this.#runs.running.delete(search.searchId);
      this.#ended.abort();
      const { aborted: interrupted } = this.#work.signal;
      await opened.finish?.({ interrupted }).catch((error) => log('a recording could not be written', error));
      // Must come last: Lambda may freeze the instance as soon as the stream ends.
      this.feed.close();
    }
  }

  /** Publishes all events but the last immediately. Returns the last once the answer is saved, with an error if saving failed. */
  async #findAnswer(publish: (event: SearchEvent) => void): Promise<DoneEvent> {
    const { search, opened, saver } = this.#started;
    const plan = planWithoutSuppressed(this.#started.plan, this.#runs.suppression);
    const { pause, clock, log } = this.#deps;
    let saved = Promise.resolve(true);
    let done = failedEvent();
    const emit = (event: SearchEvent) => {
      if (event.type === 'message') {
        this.#startEnding();
        const { data: answer } = event;
        saved = saver
          .saveAnswer(answer, this.#savingLimit.signal)
          .then((inChat) => inChat?.content === answer.content);
      }
      if (event.type === 'done') done = event;
      else publish(event);
    };
    const { signal } = this.#work;
    const { providers, sensitiveCriteria = this.#deps.sensitiveCriteria } = opened;
    await runSearch(search, { providers, pause, clock, log, emit, signal, sensitiveCriteria }, plan);
    const isSaved = await saved;
    await this.feed.written(this.#savingLimit.signal);
    await unlessAborted(this.#savingLimit.signal, this.#releaseSlot()).catch(() => undefined);
    return isSaved ? done : { ...done, data: { ...done.data, error: NOT_SAVED } };
  }

  /** Starts both time limits. */
  #startEnding(): void {
    if (this.#isEnding) return;
    this.#isEnding = true;
    const reason = new DOMException('The time to end a search is over', 'TimeoutError');
    const options = { reason, until: this.#ended.signal, wait: this.#deps.delay };
    abortAfter(SAVE_TIMEOUT, this.#savingLimit, options);
    abortAfter(END_TIMEOUT, this.#endingLimit, options);
  }

  /** If the log cannot be reached, gives up when the time limit is over. */
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
