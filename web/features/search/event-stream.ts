import type { EventSourceMessage } from 'eventsource-parser';
import { EventSourceParserStream, ParseError } from 'eventsource-parser/stream';
import * as v from 'valibot';
import { type NumberedEvent, SearchEvent } from '#shared/search.ts';
import { type Api, type ApiRequest, networkError, unreadableAnswer } from '#web/lib/api.ts';
import type { WakeUps } from './backoff.ts';
import { StreamError } from './stream-error.ts';

/** Milliseconds within which a response has to begin; after that the connection is considered dead. */
const OPEN_TIMEOUT = 20_000;
/** Milliseconds of silence after which a connection counts as lost. The server writes at least every 2 s. */
const SILENCE_TIMEOUT = 20_000;
/** Milliseconds in which a stream has to show that it has survived sleep or a change of network. */
const WAKE_UP_TIMEOUT = 5_000;
/** Milliseconds that a server may take to end a stream after its last event. */
const CLOSE_TIMEOUT = 5_000;
/** More characters than any event can have: the longest is an answer with five records, each of them twice. */
const MAX_EVENT_LENGTH = 4_000_000;

/**
 * The stream ended, broke or fell silent before `done`. The search may still be running: it can be followed from `lastEventId`. The cause
 * is HANDOVER_COMMENT if the server ended the stream so that the page reconnects: nothing is lost then.
 */
export class StreamCutError extends StreamError {
  override readonly name = 'StreamCutError';
  readonly code = 'stream-cut';

  constructor({ lastEventId, cause }: { lastEventId: number; cause?: unknown }) {
    super({ message: 'The connection was lost before the search had ended.', lastEventId, cause });
  }
}

/** Nothing at all arrived on a connection in time: it is dead, or a proxy withholds the response until that is complete. */
export class SilentConnectionError extends Error {
  override readonly name = 'SilentConnectionError';
}

/** Whether a connection failed without having delivered anything. */
export const isSilent = (failure: unknown): boolean =>
  failure instanceof Error && failure.cause instanceof SilentConnectionError;

/** The stream contains something that the contract does not allow; following it again would yield the same. */
export class StreamMalformedError extends StreamError {
  override readonly name = 'StreamMalformedError';
  readonly code = 'stream-malformed';

  constructor({ lastEventId, cause }: { lastEventId: number; cause?: unknown }) {
    super({ message: 'The answer to the search could not be read.', lastEventId, cause });
  }
}

/** Options for reading any event stream. */
export interface StreamOptions {
  signal: AbortSignal;
  /** Called once the stream is open, before its first event. */
  onOpen?: () => void;
  /** Moments at which to doubt a silent connection: it then has to show signs of life within seconds. */
  wakeUps?: WakeUps;
}

interface OpenStreamOptions extends StreamOptions {
  api: Api;
  request: Pick<ApiRequest, 'method' | 'path' | 'body' | 'headers'>;
  /** Number of the last event already received. */
  after?: number;
}

/** The events of the stream that answers a request. @throws ApiError if there is none; then as `readEvents`. */
export async function* openStream(options: OpenStreamOptions): AsyncGenerator<NumberedEvent, void, void> {
  const { after = 0, signal, onOpen, wakeUps } = options;
  const response = await sendWithTimeout(options);
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') === true;
  if (!isStream || response.body === null) throw unreadableAnswer(response.status);
  onOpen?.();
  yield* readEvents({ body: response.body, after, signal, wakeUps });
}

async function sendWithTimeout({ api, request, signal }: OpenStreamOptions): Promise<Response> {
  const timeout = new AbortController();
  const timer = setTimeout(() => timeout.abort(new SilentConnectionError()), OPEN_TIMEOUT);
  const headers = { accept: 'text/event-stream', ...request.headers };
  try {
    return await api.send({ ...request, headers, signal: AbortSignal.any([signal, timeout.signal]) });
  } catch (error) {
    signal.throwIfAborted();
    throw timeout.signal.aborted ? networkError(timeout.signal.reason) : error;
  } finally {
    clearTimeout(timer);
  }
}

export interface ReadEventsOptions {
  body: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Number of the last event already received; events up to it are dropped. */
  after?: number;
  signal?: AbortSignal | undefined;
  /** Milliseconds without a byte after which the connection counts as lost. */
  silence?: number;
  wakeUps?: WakeUps | undefined;
}

const KNOWN_TYPES: ReadonlySet<string> = new Set(
  SearchEvent.options.map(({ entries }) => entries.type.literal),
);

/**
 * The events of one search up to and including `done`, each validated; duplicates and types unknown to this page are skipped.
 * @throws StreamCutError if the stream ends without `done` (its cause tells whether on purpose), StreamMalformedError if a known event
 *   violates the contract, the signal's reason if it is aborted.
 */
export async function* readEvents(options: ReadEventsOptions): AsyncGenerator<NumberedEvent, void, void> {
  const { after = 0, signal } = options;
  let lastEventId = after;
  let lastComment = '';
  const onComment = (comment: string) => {
    lastComment = comment;
  };
  try {
    for await (const message of readMessages(options, onComment)) {
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
  throw new StreamCutError({ lastEventId, cause: lastComment });
}

/**
 * The server-sent events of a byte stream, however it is chunked. After `done` the stream is read to its end in the background, since
 * browsers report a cancelled request as a failed one. In all other cases it is cancelled when reading ends.
 */
async function* readMessages(
  options: ReadEventsOptions,
  onComment: (comment: string) => void,
): AsyncGenerator<EventSourceMessage, void, void> {
  const { body, signal } = options;
  signal?.throwIfAborted();
  const watch = watchSilence(options);
  const reader = body
    .pipeThrough(watch.stream, { ...(signal && { signal }) })
    .pipeThrough(new TextDecoderStream())
    .pipeThrough(new EventSourceParserStream({ maxBufferSize: MAX_EVENT_LENGTH, onComment }))
    .getReader();
  let isOver = false;
  try {
    // Safari does not support async iteration over a stream.
    for (;;) {
      const { done, value } = await reader.read();
      signal?.throwIfAborted();
      if (done) return;
      isOver = value.event === 'done';
      yield value;
    }
  } finally {
    watch.end();
    if (isOver) void drain(reader);
    else await reader.cancel().catch(() => undefined);
  }
}

/** Reads a stream to its end, or cancels it if that takes too long. Never rejects. */
async function drain(reader: ReadableStreamDefaultReader): Promise<void> {
  const cancel = () => reader.cancel().catch(() => undefined);
  const timer = setTimeout(cancel, CLOSE_TIMEOUT);
  try {
    while (!(await reader.read()).done);
  } catch {
    // Everything that matters had arrived.
  } finally {
    clearTimeout(timer);
  }
}

/** A stream that passes bytes through, and fails if none have arrived for too long. */
function watchSilence({ silence = SILENCE_TIMEOUT, wakeUps }: ReadEventsOptions) {
  const timers = new Set<ReturnType<typeof setTimeout>>();
  let unsubscribe: (() => void) | undefined;
  let hasDelivered = false;
  const stopTimers = () => {
    for (const timer of timers) clearTimeout(timer);
    timers.clear();
  };
  const failAfter = (milliseconds: number, controller: TransformStreamDefaultController) => {
    const message = `nothing arrived for ${milliseconds} ms`;
    const fail = () =>
      controller.error(hasDelivered ? new Error(message) : new SilentConnectionError(message));
    timers.add(setTimeout(fail, milliseconds));
  };
  const stream = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    start(controller) {
      failAfter(silence, controller);
      unsubscribe = wakeUps?.(() => failAfter(Math.min(silence, WAKE_UP_TIMEOUT), controller));
    },
    transform(bytes, controller) {
      hasDelivered = true;
      stopTimers();
      failAfter(silence, controller);
      controller.enqueue(bytes);
    },
  });
  const end = () => {
    stopTimers();
    unsubscribe?.();
  };
  return { stream, end };
}

/** `event` is undefined for a type unknown to this page: a newer server may send more. */
function decode(message: EventSourceMessage, lastEventId: number) {
  const { event: type, data } = message;
  try {
    const id = v.parse(EventNumber, message.id);
    if (type === undefined || !KNOWN_TYPES.has(type)) return { id, event: undefined };
    // The first mistake is enough: descriptions of a million of them would fill the memory.
    return { id, event: v.parse(SearchEvent, { type, data: JSON.parse(data) }, { abortEarly: true }) };
  } catch (cause) {
    throw new StreamMalformedError({ lastEventId, cause });
  }
}

const EventNumber = v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number), v.minValue(1));
