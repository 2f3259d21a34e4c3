import { DeadlineReached, StopRequested } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run.ts';
import type { SuppressionList } from '#functions/store/suppressed.ts';
import { abortAfter, unlessAborted } from '#functions/timing.ts';
import type { DoneEvent, Search, SearchEvent } from '#shared/search.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { Admission, FullQuotas, UncountedPasses } from './admission.ts';
import { EventFeed } from './event-feed.ts';
import { failedEvent } from './follow.ts';
import { type RunId, renewLease } from './lease.ts';
import { measureSearch } from './measure.ts';
import type { SearchSaver } from './saver.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';
import { planWithoutSuppressed } from './suppression.ts';

/*
 * A search on the instance that runs it, once it has begun (start.ts):
 *
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
 * Everything after the answer ends within this, in milliseconds: Lambda gives a search 15 s beyond its deadline, and a database that
 * takes requests without answering them would use up many times that.
 */
const LONGEST_ENDING = 10_000;
/** Of it for saving the answer: logging the end and releasing the slot are tried even where that comes to nothing. */
const LONGEST_SAVING = 7_000;

/** The searches of one instance by their ids, and what it remembers for all of them. */
export interface SearchRuns {
  /** About to run here, or to be found on another instance: the run is undefined then. Rejects when the search is refused. */
  starting: Map<string, { search: Search; run: Promise<SearchRun | undefined> }>;
  running: Map<string, SearchRun>;
  passes: UncountedPasses;
  full: FullQuotas;
  suppression: SuppressionList;
}

/** A search that was claimed and admitted, with its question saved. */
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
        const { data: answer } = event;
        saved = saver
          .saveAnswer(answer, this.#savingLimit.signal)
          .then((inChat) => inChat?.content === answer.content);
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
