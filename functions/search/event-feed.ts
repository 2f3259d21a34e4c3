import { NumberTakenError } from '#functions/store/errors.ts';
import { unlessAborted, within } from '#functions/timing.ts';
import type { NumberedEvent, SearchEvent } from '#shared/search.ts';
import type { SearchSettings } from './settings.ts';

/*
 * The events of a search that runs here. Every event is numbered, then written to the log, then shown to the readers on this instance, one
 * after the other:
 *
 *   publish n ──► write n, once n-1 is written ──► show all up to n
 *
 * So whoever takes over the search of an instance that was killed continues the history its readers saw. Three exceptions:
 * - The first event is shown at once: the claim itself says everything that is in it.
 * - A log that is slow or down holds an event back for 250 ms at most. After five failed tries nothing more is written, and the search
 *   goes on for the readers on this instance; once all has happened, what the log lacks is tried once more.
 * - When the log has another event under the number, this run was taken over. It shows nothing more, and its readers come back to
 *   read in the log how the search ended.
 */

/** Readers wait no longer than this for an event that is not written yet, in milliseconds. */
const LONGEST_HOLD = 250;
/** Pauses between tries to write, in milliseconds; the log is given up after the last. */
const RETRY_PAUSES = [100, 300, 1_000, 2_000];
/** Longest time for one try, in milliseconds. */
const LONGEST_TRY = 3_000;

interface FeedLog {
  searchId: string;
  expiresAt: number;
  /** Aborted when no write is to be tried again. */
  signal: AbortSignal;
  /** Called once when another instance has taken the search over. */
  onTakenOver: () => void;
  deps: Pick<SearchSettings, 'searchLog' | 'delay' | 'log'>;
}

/** What became of a write. After anything but `written` nothing more is written. */
type WriteResult = 'written' | 'given-up' | 'taken-over';

/** A search's events in their order, numbered from 1: written to the log where there is one, and shown to any number of readers. */
export class EventFeed {
  readonly #log: FeedLog | undefined;
  readonly #events: NumberedEvent[] = [];
  /** How many of the events may be seen, and how many the log has. */
  #shown = 0;
  #written = 0;
  #isClosed = false;
  #change = Promise.withResolvers<void>();
  #writing: Promise<WriteResult> = Promise.resolve('written');
  #showing = Promise.resolve();

  constructor(log?: FeedLog) {
    this.#log = log;
  }

  /** How many events readers may see so far. */
  get length(): number {
    return this.#shown;
  }

  /** Nobody who makes events waits for the log or for readers. */
  publish(event: SearchEvent): void {
    const id = this.#events.length + 1;
    const numbered = { id, event };
    this.#events.push(numbered);
    if (this.#log === undefined || id === 1) this.#show(id);
    if (this.#log === undefined) return;
    this.#writing = this.#write(numbered, this.#writing, this.#log);
    this.#showing = within(LONGEST_HOLD, this.#writing, this.#log.deps.delay).then(() => this.#show(id));
  }

  /** The events after number `after`, then those to come, to the last. */
  async *follow(after = 0): AsyncGenerator<NumberedEvent, void, undefined> {
    for (let position = after; ; position += 1) {
      while (position >= this.#shown && !this.#isClosed) await this.#change.promise;
      const next = position < this.#shown ? this.#events[position] : undefined;
      if (next === undefined) return;
      yield next;
    }
  }

  /** Resolves when all events are shown, and written unless the log was given up or the signal is aborted before. */
  async written(signal: AbortSignal): Promise<void> {
    await this.#showing;
    await unlessAborted(signal, this.#writing).catch(() => undefined);
  }

  /** If the log was given up: tries once more to write all that it lacks, so that later readers learn how the search really ended. */
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

  /** Nothing follows any more; readers end after the last event they may see. */
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
        signal: AbortSignal.timeout(LONGEST_TRY),
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
