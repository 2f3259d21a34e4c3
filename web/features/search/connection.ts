import type { HttpErrorCode } from '#shared/http-errors.ts';
import { type SearchIdentity, searchIdOf } from '#shared/ids.ts';
import { HANDOVER_COMMENT, type NumberedEvent } from '#shared/search.ts';
import type { SearchRequest } from '#shared/search-request.ts';
import { type Api, ApiError, isMissing } from '#web/lib/api.ts';
import { isBusy } from '#web/lib/refusals.ts';
import { Backoff, browserWaiting, type WaitingTools } from './backoff.ts';
import { isSilent, StreamCutError } from './event-stream.ts';
import { reduceSearch } from './reduce-search.ts';
import { createSearchTransport, type SearchTransport } from './transport.ts';

/** A search as it is requested from the service. */
export interface AskedSearch {
  name: SearchIdentity;
  /** As reported by the service; undefined until then. */
  searchId: string | undefined;
  /** The request that begins the search; without one, a search that is already running is followed. */
  request?: SearchRequest | undefined;
  /** Only checks whether the search exists: nothing is retried until a first event has arrived. */
  isProbe?: boolean | undefined;
}

interface Watcher {
  /** Called each time the search has been found on the service. */
  onFound: () => void;
  /** Called each time the connection is lost. */
  onLost: () => void;
  signal: AbortSignal;
}

/** How the page receives its searches, over as many connections as it takes. */
export type SearchConnection = ReturnType<typeof createSearchConnection>;

export const createSearchConnection = (
  transport: SearchTransport,
  { tools = browserWaiting }: { tools?: WaitingTools } = {},
) => ({
  /** See {@link receiveEvents}. */
  receive(search: AskedSearch, { onFound, onLost, signal }: Watcher): AsyncIterable<NumberedEvent> {
    const { request, isProbe = false } = search;
    const options = { signal, onOpen: onFound };
    async function* follow({ after, isBrief }: Position): AsyncGenerator<NumberedEvent> {
      yield* transport.follow(await idOf(search), { after, isBrief, ...options });
    }
    async function* begin(position: Position, body: SearchRequest): AsyncGenerator<NumberedEvent> {
      try {
        // The request may have arrived, and only its response been withheld.
        if (position.isBrief) return yield* follow(position);
      } catch (error) {
        if (!isMissing(error)) throw error;
      }
      yield* transport.open(body, options);
    }
    async function* connect(position: Position): AsyncGenerator<NumberedEvent> {
      try {
        yield* request === undefined || position.hasBegun ? follow(position) : begin(position, request);
      } catch (error) {
        if (hasTooManyReaders(error)) onFound();
        throw error;
      }
    }
    return receiveEvents({ connect, hasBegun: request === undefined, isProbe, onLost, signal, tools });
  },
  /** Reduces the received events to a state. Its code is loaded together with the code that receives them. */
  reduce: reduceSearch,
  /** Asks the service to end a search, retrying until it has accepted. A 404 is final only once `isOver`. Never rejects. */
  async stop(search: AskedSearch, isOver: () => boolean): Promise<void> {
    const searchId = await idOf(search);
    await retryUntilAccepted({ attempt: () => transport.stop(searchId), isOver, tools });
  },
});

/** The connection over the API. */
export const connectionOver = (api: Api): SearchConnection =>
  createSearchConnection(createSearchTransport(api));

/** The id derived from the message's own ids, until the service has reported it. */
const idOf = async ({ searchId, name }: AskedSearch): Promise<string> => searchId ?? searchIdOf(name);

/** Where in the search a connection resumes. */
export interface Position {
  /** Number of the last event received. */
  after: number;
  /** Whether the search is known to have begun: it is then followed instead of requested. */
  hasBegun: boolean;
  /** Whether to ask for brief streams: a connection has delivered nothing, perhaps because a proxy waits for complete responses. */
  isBrief: boolean;
}

export interface ReceiveEventsOptions {
  connect: (position: Position) => AsyncIterable<NumberedEvent>;
  /** Follow a search that is already running instead of beginning one. */
  hasBegun?: boolean;
  /** Retry nothing until a first event has arrived. */
  isProbe?: boolean;
  /** Called each time the connection is lost; a handover by the server does not count. */
  onLost: () => void;
  signal: AbortSignal;
  tools: WaitingTools;
}

/**
 * The events of one search up to and including `done`, over as many connections as it takes: each event once and in order.
 * If the service no longer has the number of the last event (a crash can lose events that were sent but not yet logged), they are sent
 * again from the first; that is harmless, since consumers go by the events' numbers.
 * @throws the error of the last connection, if another cannot help or too much time was spent waiting; the signal's reason.
 */
export async function* receiveEvents(options: ReceiveEventsOptions) {
  const { connect, hasBegun = false, isProbe = false, signal, tools, onLost } = options;
  const backoff = new Backoff(tools);
  let position: Position = { after: 0, hasBegun, isBrief: false };
  let canRetry = !isProbe;
  for (;;) {
    let failure: unknown = new StreamCutError({ lastEventId: position.after });
    try {
      for await (const received of connect(position)) {
        if (received.id <= position.after) continue;
        position = { ...position, after: received.id, hasBegun: true };
        canRetry = true;
        backoff.succeed();
        yield received;
        if (received.event.type === 'done') return;
      }
    } catch (error) {
      failure = error;
    }
    signal.throwIfAborted();
    canRetry ||= hasTooManyReaders(failure);
    position = positionAfter(failure, position, { canRetry });
    if (isHandover(failure)) backoff.succeed();
    else onLost();
    if (!(await backoff.next(signal))) throw failure;
  }
}

const isHandover = (failure: unknown): boolean =>
  failure instanceof StreamCutError && failure.cause === HANDOVER_COMMENT;

/** Where to resume after a failure. @throws the failure if resuming cannot help */
function positionAfter(failure: unknown, before: Position, { canRetry }: { canRetry: boolean }): Position {
  const position = { ...before, isBrief: before.isBrief || isSilent(failure) };
  // A brief stream may deliver what this connection did not.
  if (!canRetry && position.isBrief === before.isBrief) throw failure;
  if (hasTooManyReaders(failure)) return { ...position, hasBegun: true };
  // The service has no such search, or not the event after which to resume it.
  const isForgotten = position.after > 0 && isMissing(failure);
  if (!isForgotten && !isTemporary(failure, position)) throw failure;
  return isForgotten ? { ...position, after: 0, hasBegun: true } : position;
}

/** Whether the search is running but has too many readers already; one of them may be this page's own lost connection. */
const hasTooManyReaders = (failure: unknown): boolean =>
  failure instanceof ApiError && failure.code === ('too-many-readers' satisfies HttpErrorCode);

/** Statuses for a service that could not be reached (by the browser or the proxies in front of it) or could not reach its database. */
const UNREACHABLE_STATUSES: ReadonlySet<number> = new Set([0, 502, 503, 504]);
/** The session has ended, or there is no such search. */
const FINAL_STATUSES: ReadonlySet<number> = new Set([401, 404]);

/** Whether another attempt may help. Once a search has begun, only the statuses in FINAL_STATUSES rule that out. */
function isTemporary(failure: unknown, { hasBegun }: { hasBegun: boolean }): boolean {
  if (failure instanceof StreamCutError) return true;
  if (!(failure instanceof ApiError)) return false;
  return hasBegun ? !FINAL_STATUSES.has(failure.status) : UNREACHABLE_STATUSES.has(failure.status);
}

interface RepeatOptions {
  attempt: () => Promise<void>;
  /** Whether there is nothing left to do: a 404 is then believed. */
  isOver: () => boolean;
  tools: WaitingTools;
}

/**
 * Repeats an idempotent request until the service has accepted it. A 404 is retried too: what the request refers to may still be on its way
 * to the service.
 */
export async function retryUntilAccepted({ attempt, isOver, tools }: RepeatOptions): Promise<void> {
  const backoff = new Backoff(tools);
  const never = new AbortController().signal;
  do {
    try {
      return await attempt();
    } catch (error) {
      const isRefused = error instanceof ApiError && error.refused && !isBusy(error);
      if (isRefused && (!isMissing(error) || isOver())) return;
    }
  } while (await backoff.next(never));
}
