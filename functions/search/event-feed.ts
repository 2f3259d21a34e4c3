import { NumberTakenError } from '#functions/store/errors.ts';
import { unlessAborted, within } from '#functions/timing.ts';
import type { NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { SearchAppDeps } from './deps.ts';

/*
 * The events of a search that runs on this instance. Each event is numbered, then written to the log, then shown to the readers on this
 * instance, strictly in sequence:
 *
 *   publish n ──► write n, once n-1 is written ──► show all up to n
 *
 * An instance that takes over after a crash can therefore continue exactly the history that readers have seen. Three exceptions:
 * - The first event is shown immediately: everything in it is already in the claim.
 * - A log that is slow or down delays an event by at most 250 ms. After five failed attempts no further events are written, and the search
 *   goes on for the readers on this instance. Once the search is over, the missing events are written in one last attempt.
 * - If the log already has another event under a number, this run was taken over. It shows no further events, and its readers reconnect and
 *   read in the log how the search ended.
 */

/** The longest that readers wait for an event to be written, in milliseconds. */
const MAX_WRITE_WAIT = 250;
/** Pauses between attempts to write, in milliseconds. The log is given up after the last attempt. */
const RETRY_PAUSES = [100, 300, 1_000, 2_000];
/** Timeout for one attempt, in milliseconds. */
const WRITE_TIMEOUT = 3_000;

interface FeedLog {
  searchId: string;
  expiresAt: number;
  /** Aborted when writes must no longer be retried. */
  signal: AbortSignal;
  /** Called once when another instance has taken the search over. */
  onTakenOver: () => void;
  deps: Pick<SearchAppDeps, 'searchLog' | 'delay' | 'log'>;
}

/** The result of a write. After anything but `written`, no further events are written. */
type WriteResult = 'written' | 'given-up' | 'taken-over';

/** A search's events, numbered from 1: written to the log, if there is one, and shown to any number of readers. */
export class EventFeed {
  readonly #log: FeedLog | undefined;
  readonly #events: NumberedEvent[] = [];
  /** How many events are visible to readers, and how many are in the log. */
  #shown = 0;
  #written = 0;
  #isClosed = false;
  #change = Promise.withResolvers<void>();
  #writing: Promise<WriteResult> = Promise.resolve('written');
  #showing = Promise.resolve();

  constructor(log?: FeedLog) {
    this.#log = log;
  }

  /** The number of events visible to readers so far. */
  get length(): number {
    return this.#shown;
  }

  /** Returns at once: the publisher never waits for the log or for readers. */
  publish(event: SearchEvent): void {
    const id = this.#events.length + 1;
    const numbered = { id, event };
    this.#events.push(numbered);
    if (this.#log === undefined || id === 1) this.#show(id);
    if (this.#log === undefined) return;
    this.#writing = this.#write(numbered, this.#writing, this.#log);
    this.#showing = within(MAX_WRITE_WAIT, this.#writing, this.#log.deps.delay).then(() => this.#show(id));
  }

  /** The events after number `after`, then new ones as they become visible, until the feed closes. */
  async *follow(after = 0): AsyncGenerator<NumberedEvent, void, undefined> {
    for (let position = after; ; position += 1) {
      while (position >= this.#shown && !this.#isClosed) await this.#change.promise;
      const next = position < this.#shown ? this.#events[position] : undefined;
      if (next === undefined) return;
      yield next;
    }
  }

  /** Resolves once all events are shown and written. Doesn't wait for writing if the log was given up or the signal is aborted. */
  async written(signal: AbortSignal): Promise<void> {
    await this.#showing;
    await unlessAborted(signal, this.#writing).catch(() => undefined);
  }

  /** If the log was given up, makes one last attempt to write the missing events, so that later readers learn how the search ended. */
  async writeRest(signal: AbortSignal): Promise<void> {
    if (this.#log === undefined) return;
    const { searchId, expiresAt, deps } = this.#log;
    try {
      if ((await unlessAborted(signal, this.#writing)) !== 'given-up') return;
      const events = this.#events.slice(this.#written);
      await unlessAborted(signal, deps.searchLog.append({ searchId, events, expiresAt, signal }));
    } catch (error) {
      deps.log('the rest of a search could not be logged', error);
    }
  }

  /** Publishes nothing more; readers' iterators end after the last visible event. */
  close(): void {
    this.#isClosed = true;
    this.#announce();
  }

  async #write(event: NumberedEvent, before: Promise<WriteResult>, log: FeedLog): Promise<WriteResult> {
    const previous = await before;
    const result = previous === 'written' ? await appendWithRetries(event, log) : previous;
    if (result === 'written') this.#written = event.id;
    if (result === 'taken-over' && !this.#isClosed) {
      this.close();
      log.onTakenOver();
    }
    return result;
  }

  #show(upTo: number): void {
    if (this.#isClosed || upTo <= this.#shown) return;
    this.#shown = upTo;
    this.#announce();
  }

  #announce(): void {
    this.#change.resolve();
    this.#change = Promise.withResolvers();
  }
}

async function appendWithRetries(
  event: NumberedEvent,
  { searchId, expiresAt, signal, deps: { searchLog, delay, log } }: FeedLog,
): Promise<WriteResult> {
  for (const pause of [...RETRY_PAUSES, undefined]) {
    try {
      await searchLog.append({
        searchId,
        events: [event],
        expiresAt,
        signal: AbortSignal.timeout(WRITE_TIMEOUT),
      });
      return 'written';
    } catch (error) {
      log('an event could not be logged', error);
      if (error instanceof NumberTakenError) return 'taken-over';
      if (pause !== undefined) await delay(pause, signal).catch(() => undefined);
      if (signal.aborted) break;
    }
  }
  return 'given-up';
}
