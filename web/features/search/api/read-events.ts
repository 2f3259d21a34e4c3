import type { EventSourceMessage } from 'eventsource-parser';
import { ParseError } from 'eventsource-parser';
import * as v from 'valibot';
import { SearchEvent } from '#shared/events.ts';
import type { WakeUps } from '../connection/wake-ups.ts';
import { readMessages } from './read-messages.ts';
import { StreamCutError, StreamError, StreamMalformedError } from './stream-errors.ts';

/** One event of a search with its number in the stream, counting from 1. */
export interface ReceivedEvent {
  id: number;
  event: SearchEvent;
}

export interface ReadEventsOptions {
  body: ReadableStream<Uint8Array>;
  /** Number of the last event already taken in; events up to it are dropped. */
  after?: number;
  signal?: AbortSignal | undefined;
  /** Milliseconds of silence after which the connection counts as lost. The server writes at least every 2 s. */
  silence?: number;
  /** Moments to doubt a silent connection: it then has to give a sign within seconds. */
  wakeUps?: WakeUps | undefined;
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(
  SearchEvent.options.map(({ entries }) => entries.type.literal),
);

/**
 * The events of one search up to and including `done`, each validated; repeated ones and types this page does not know are left out.
 * @throws StreamCutError when the stream ends without `done`, StreamMalformedError when a known event is not as agreed,
 *   the signal's reason when it is aborted.
 */
export async function* readEvents({
  body,
  after = 0,
  signal,
  silence = 20_000,
  wakeUps,
}: ReadEventsOptions): AsyncGenerator<ReceivedEvent, void, void> {
  let lastEventId = after;
  try {
    for await (const message of readMessages({ body, signal, silence, wakeUps })) {
      const received = decode(message, lastEventId);
      if (received.id <= lastEventId) continue;
      lastEventId = received.id;
      if (received.event === undefined) continue;
      yield { id: received.id, event: received.event };
      if (received.event.type === 'done') return;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    if (cause instanceof StreamError) throw cause;
    if (cause instanceof ParseError) throw new StreamMalformedError({ lastEventId, cause });
    throw new StreamCutError({ lastEventId, cause });
  }
  throw new StreamCutError({ lastEventId });
}

/** `event` is undefined for a type this page does not know: a newer server may send more. */
function decode(
  message: EventSourceMessage,
  lastEventId: number,
): { id: number; event: SearchEvent | undefined } {
  const { event: type, data } = message;
  try {
    const id = v.parse(EventNumber, message.id);
    if (type === undefined || !KNOWN_TYPES.has(type)) return { id, event: undefined };
    return { id, event: v.parse(SearchEvent, { type, data: JSON.parse(data) }) };
  } catch (cause) {
    throw new StreamMalformedError({ lastEventId, cause });
  }
}

const EventNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(1));
