import type { Caller } from '#functions/http/caller.ts';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import { readersOf, searchReaders } from '#functions/store/service-keys.ts';
import { releaseSlot } from '#functions/store/slots.ts';
import { unlessAborted } from '#functions/timing.ts';
import type { NumberedEvent } from '#shared/search.ts';
import type { SearchAppDeps } from './deps.ts';

/** The most readers per search and per person. In the cloud each reader occupies an instance, which keeps polling the log. */
const MAX_READERS = { perSearch: 4, perPerson: 10 };
/** After this the reader has to reconnect, in milliseconds, so that one who has left does not occupy an instance for longer. */
const MAX_STREAM_DURATION = 25_000;
/** The same for a reader who has asked for brief streams. */
const BRIEF_STREAM_DURATION = 3_000;
/** How long after the latest end of its stream a reader's slot expires by itself, in milliseconds. */
const SLOT_MARGIN = 5_000;
/** Longest wait for an unresponsive database, in milliseconds: to take a slot, and again to release it. */
const SLOT_TIMEOUT = 2_000;

export interface ReadingOptions {
  searchId: string;
  caller: Caller;
  /** Whether the events come from this instance's memory, which needs no database. */
  isLocal: boolean;
  open: (disconnected: AbortSignal) => AsyncIterable<NumberedEvent>;
  /** Whether the reader gets only complete responses, because a proxy withholds the others. */
  isBrief?: boolean;
}

/**
 * The event stream for a reader who joins a search rather than starting it.
 * @throws HttpProblem 429 for too many readers; StoreError or a TimeoutError if they cannot be counted and the events are in the log.
 */
export async function readingResponse(options: ReadingOptions, deps: SearchAppDeps): Promise<Response> {
  const onEnd = await takeSlots(options, deps);
  const maxDuration = options.isBrief ? BRIEF_STREAM_DURATION : MAX_STREAM_DURATION;
  return eventStreamResponse(options.open, { maxDuration, onEnd });
}

async function takeSlots({ searchId, caller, isLocal }: ReadingOptions, deps: SearchAppDeps) {
  const { slots, clock, log } = deps;
  const holder = crypto.randomUUID();
  const until = clock() + MAX_STREAM_DURATION + SLOT_MARGIN;
  const wanted = [
    { name: searchReaders(searchId), atOnce: MAX_READERS.perSearch },
    { name: readersOf(caller.browser ?? caller.person), atOnce: MAX_READERS.perPerson },
  ];
  const releaseSlots = async () => {
    const signal = AbortSignal.timeout(SLOT_TIMEOUT);
    await Promise.all(wanted.map(({ name }) => releaseSlot({ name, holder, signal }, deps)));
  };
  const signal = AbortSignal.timeout(SLOT_TIMEOUT);
  const taking = wanted.map((slot) => slots.take({ ...slot, holder, until, signal }));
  try {
    if ((await unlessAborted(signal, Promise.all(taking))).every(Boolean)) return releaseSlots;
  } catch (error) {
    if (!isLocal) throw error;
    log('a reader could not be counted', error);
    return releaseSlots;
  }
  await releaseSlots();
  throw new HttpProblem('too-many-readers', {
    message: 'This search, or this browser, has too many readers already. Close a page that shows a search.',
    headers: { 'retry-after': '5' },
  });
}
