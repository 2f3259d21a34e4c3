import { HANDOVER_COMMENT } from '#shared/contract.ts';
import type { HttpErrorCode } from '#shared/http-errors.ts';
import { type SearchName, searchIdOf } from '#shared/ids.ts';
import type { NumberedEvent } from '#shared/search.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { StreamCutError } from './event-stream.ts';
import { reduceSearch } from './reduce-search.ts';
import { createSearchTransport, type SearchTransport } from './transport.ts';
import { browserWaiting, Tries, type WaitingTools } from './tries.ts';

/** A search as the service is asked for it. */
export interface AskedSearch {
  name: SearchName;
  /** As the service has told it, once it has. */
  searchId: string | undefined;
  /** What to begin; without it a search that is running already is followed. */
  request?: SearchRequest | undefined;
  /** Only ask whether it is there: nothing is tried twice until a first event has come. */
  isProbe?: boolean | undefined;
}

interface Watcher {
  /** Called with every stream there is. */
  onFound: () => void;
  /** Called with every loss of the connection. */
  onLost: () => void;
  signal: AbortSignal;
}

/** How the page hears of its searches, over however many connections that takes. */
export type SearchConnection = ReturnType<typeof createSearchConnection>;

export const createSearchConnection = (
  transport: SearchTransport,
  { tools = browserWaiting }: { tools?: WaitingTools } = {},
) => ({
  /** As {@link receiveEvents}. */
  receive(search: AskedSearch, { onFound, onLost, signal }: Watcher): AsyncIterable<NumberedEvent> {
    const { request, isProbe = false } = search;
    async function* connect({ after, hasBegun }: Position): AsyncGenerator<NumberedEvent> {
      const options = { signal, onOpen: onFound };
      try {
        if (request !== undefined && !hasBegun) yield* transport.open(request, options);
        else yield* transport.follow(await idOf(search), { after, ...options });
      } catch (error) {
        if (isCrowded(error)) onFound();
        throw error;
      }
    }
    return receiveEvents({ connect, hasBegun: request === undefined, isProbe, onLost, signal, tools });
  },
  /** Puts together what is received. It comes with the code that receives it. */
  reduce: reduceSearch,
  /** Asks the service to end a search until it has heard, or until there is none that `isOver` knows of. Never rejects. */
  async stop(search: AskedSearch, isOver: () => boolean): Promise<void> {
    const searchId = await idOf(search);
    await repeatUntilTaken({ attempt: () => transport.stop(searchId), isOver, tools });
  },
});

/** The connection over the API. */
export const connectionOver = (api: Api): SearchConnection =>
  createSearchConnection(createSearchTransport(api));

/** The one that the message's own ids come to, as long as the service has not told it. */
const idOf = async ({ searchId, name }: AskedSearch): Promise<string> => searchId ?? searchIdOf(name);

/** Where in the search a connection picks up. */
export interface Position {
  /** Number of the last event taken in. */
  after: number;
  /** Whether the search is known to have begun: it is then followed rather than asked for. */
  hasBegun: boolean;
}

export interface ReceiveEventsOptions {
  connect: (position: Position) => AsyncIterable<NumberedEvent>;
  /** Follow a search that is running already instead of beginning one. */
  hasBegun?: boolean;
  /** Try nothing twice until a first event has come. */
  isProbe?: boolean;
  /** Called with every loss of the connection; the server's own handing over to the next is none. */
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
export async function* receiveEvents(options: ReceiveEventsOptions) {
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
    mayTryAgain ||= isCrowded(failure);
    if (!mayTryAgain) throw failure;
    position = positionAfter(failure, position);
    announceLoss(failure, onLost);
    if (!(await tries.next(signal))) throw failure;
  }
}

function announceLoss(failure: unknown, onLost: () => void): void {
  if (!(failure instanceof StreamCutError && failure.cause === HANDOVER_COMMENT)) onLost();
}

/** Where to go on after a failure. @throws the failure when going on is no help */
function positionAfter(failure: unknown, position: Position): Position {
  if (isCrowded(failure)) return { ...position, hasBegun: true };
  const isForgotten = position.after > 0 && isMissing(failure);
  if (!isForgotten && !isPassing(failure, position)) throw failure;
  return isForgotten ? { after: 0, hasBegun: true } : position;
}

/** Whether the service says that it knows no such search, or not the event to follow it from. */
const isMissing = (failure: unknown): boolean => failure instanceof ApiError && failure.missing;

/** Whether the service says that the search runs, and that too many follow it already: a lost connection of one's own may be among them. */
const isCrowded = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === ('too-many-readers' satisfies HttpErrorCode);

/** What stands before the service says that it cannot be reached, or the service that its database cannot. */
const NOT_REACHED: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** The session has ended; there is no such search. */
const FINAL: ReadonlySet<number> = new Set([401, 404]);

/** Whether another try may help. Of a search that has begun only the service's own plain word is final. */
function isPassing(failure: unknown, { hasBegun }: { hasBegun: boolean }): boolean {
  if (failure instanceof StreamCutError) return true;
  if (!(failure instanceof ApiError)) return false;
  return hasBegun ? !FINAL.has(failure.status) : NOT_REACHED.has(failure.status);
}

interface RepeatOptions {
  attempt: () => Promise<void>;
  /** Nothing is left to be done: a last answer that it is not there is then believed. */
  isOver: () => boolean;
  tools: WaitingTools;
}

/**
 * Repeats a request that does no harm twice until the service has taken it. One for something that is not there is repeated too:
 * what it is about may still be on its way there.
 */
export async function repeatUntilTaken({ attempt, isOver, tools }: RepeatOptions): Promise<void> {
  const tries = new Tries(tools);
  const never = new AbortController().signal;
  do {
    try {
      return await attempt();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.refused;
      if (isRefused && (!isMissing(error) || isOver())) return;
    }
  } while (await tries.next(never));
}
