import type { Caller } from '#functions/http/caller.ts';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { unlessAborted } from '#functions/timing.ts';
import type { NumberedEvent } from '#shared/search.ts';
import type { SearchSettings } from './settings.ts';

/** The most readers per search and per person. In the cloud each reader occupies an instance, which keeps polling the log. */
const MOST_READERS = { ofSearch: 4, ofPerson: 10 };
/** After this the reader has to reconnect, in milliseconds, so that one who has left does not occupy an instance for longer. */
const LONGEST_READING = 25_000;
/** How long after the latest end of its stream a reader's slot expires by itself, in milliseconds. */
const MARGIN = 5_000;
/** Longest wait for an unresponsive database, in milliseconds: to take a slot, and again to release it. */
const LONGEST_WAIT = 2_000;

interface ReadingOptions {
  searchId: string;
  caller: Caller;
  /** Whether the events come from this instance's memory, which needs no database. */
  isHere: boolean;
  open: (left: AbortSignal) => AsyncIterable<NumberedEvent>;
}

/**
 * The event stream for a reader who joins a search rather than starting it.
 * @throws HttpProblem 429 for too many readers; StoreError or a TimeoutError if they cannot be counted and the events are in the log.
 */
export async function readingResponse(options: ReadingOptions, deps: SearchSettings): Promise<Response> {
  const free = await takeSlots(options, deps);
  return eventStreamResponse(options.open, { maxDuration: LONGEST_READING, onEnd: free });
}

async function takeSlots({ searchId, caller, isHere }: ReadingOptions, deps: SearchSettings) {
  const { slots, clock, log } = deps;
  const holder = crypto.randomUUID();
  const until = clock() + LONGEST_READING + MARGIN;
  const wanted = [
    { name: `reading:${searchId}`, atOnce: MOST_READERS.ofSearch },
    { name: `readers:${caller.browser ?? caller.person}`, atOnce: MOST_READERS.ofPerson },
  ];
  const free = async () => {
    const signal = AbortSignal.timeout(LONGEST_WAIT);
    const freeing = wanted.map(({ name }) => slots.release({ name, holder, signal }));
    await unlessAborted(signal, Promise.all(freeing)).catch((error) =>
      log('the slot of a reader could not be released', error),
    );
  };
  const signal = AbortSignal.timeout(LONGEST_WAIT);
  const taking = wanted.map((slot) => slots.take({ ...slot, holder, until, signal }));
  try {
    if ((await unlessAborted(signal, Promise.all(taking))).every(Boolean)) return free;
  } catch (error) {
    if (!isHere) throw error;
    log('a reader could not be counted', error);
    return free;
  }
  await free();
  throw new HttpProblem('too-many-readers', {
    message: 'This search, or this browser, has too many readers already. Close a page that shows a search.',
    headers: { 'retry-after': '5' },
  });
}
