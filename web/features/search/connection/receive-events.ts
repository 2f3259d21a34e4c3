import { ApiError } from '#web/lib/api-error.ts';
import type { ReceivedEvent } from '../api/read-events.ts';
import { StreamCutError } from '../api/stream-errors.ts';
import { isPassing } from './is-passing.ts';
import type { WaitingTools } from './tries.ts';
import { Tries } from './tries.ts';

/** Where in the search a connection picks up. */
export interface Position {
  /** Number of the last event taken in. */
  after: number;
  /** Whether the search is known to have begun: it is then followed rather than asked for. */
  hasBegun: boolean;
}

export interface ReceiveEventsOptions {
  connect: (position: Position) => AsyncIterable<ReceivedEvent>;
  /** Follow a search that is running already instead of beginning one. */
  hasBegun?: boolean;
  /** Try nothing twice until a first event has come. */
  isProbe?: boolean;
  /** Called with every loss of the connection. */
  onLost: () => void;
  signal: AbortSignal;
  tools: WaitingTools;
}

/**
 * The events of one search up to and including `done`, over as many connections as it takes: each event once and in order.
 * When the service no longer knows the number of the last event — a crash can lose what was sent but not yet logged — they come
 * again from the first, which those who take events in by their numbers do not mind.
 * @throws what the last connection ended with, when another is no help or patience is at its end; the signal's reason.
 */
export async function* receiveEvents(
  options: ReceiveEventsOptions,
): AsyncGenerator<ReceivedEvent, void, void> {
  const { connect, hasBegun = false, isProbe = false, signal, tools, onLost } = options;
  const tries = new Tries(tools);
  let position: Position = { after: 0, hasBegun };
  let mayTryAgain = !isProbe;
  for (;;) {
    let failure: unknown = new StreamCutError({ lastEventId: position.after });
    try {
      for await (const received of connect(position)) {
        if (received.id <= position.after) continue;
        position = { after: received.id, hasBegun: true };
        mayTryAgain = true;
        tries.succeed();
        yield received;
        if (received.event.type === 'done') return;
      }
    } catch (error) {
      failure = error;
    }
    signal.throwIfAborted();
    if (!mayTryAgain) throw failure;
    position = positionAfter(failure, position);
    onLost();
    if (!(await tries.next(signal))) throw failure;
  }
}

/** Where to go on after a failure. @throws the failure when going on is no help */
function positionAfter(failure: unknown, position: Position): Position {
  const isForgotten = position.after > 0 && isMissing(failure);
  if (!isForgotten && !isPassing(failure, position)) throw failure;
  return isForgotten ? { after: 0, hasBegun: true } : position;
}

/** Whether the service says that it knows no such search, or not the event to follow it from. */
export const isMissing = (failure: unknown): boolean => failure instanceof ApiError && failure.status === 404;
