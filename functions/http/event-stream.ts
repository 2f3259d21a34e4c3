import { within } from '#functions/timing.ts';
import { HANDOVER_COMMENT, type NumberedEvent } from '#shared/search.ts';

/**
 * In milliseconds. A comment line at least every 2 s keeps the stream alive (docs/behaviour.md#event-stream): Lambda may buffer small
 * frames until the next write, and CloudFront closes idle connections to the origin.
 */
export const KEEP_ALIVE_INTERVAL = 1_800;
const COMMENT = new TextEncoder().encode(':\n\n');
/** The last line of a stream that ends while its search continues. */
const HANDOVER = new TextEncoder().encode(`: ${HANDOVER_COMMENT}\n\n`);

/** One event as a server-sent event. JSON has no raw line breaks, so `data` is always one line. */
export function encodeEvent({ id, event }: NumberedEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

const encoder = new TextEncoder();
const encodedEvents = new WeakMap<NumberedEvent, Uint8Array<ArrayBuffer>>();

/** A large event may go to several readers, so it is encoded only once. */
function encodeOnce(numbered: NumberedEvent): Uint8Array<ArrayBuffer> {
  const cached = encodedEvents.get(numbered);
  if (cached !== undefined) return cached;
  const bytes = encoder.encode(encodeEvent(numbered));
  encodedEvents.set(numbered, bytes);
  return bytes;
}

/** Headers of a streaming response. */
export const STREAM_HEADERS = {
  // Not `no-store`: Chromium would report the stream as aborted even after reading it to the end. The page's requests set it instead.
  'cache-control': 'private, no-cache, no-transform',
  // Asks proxies that buffer by default not to.
  'x-accel-buffering': 'no',
};

interface EventStreamOptions {
  keepAliveInterval?: number;
  /** In milliseconds, after which the reader is told to reconnect for the rest. No limit when absent. */
  maxDuration?: number;
  /** Called once when nothing more is sent, and awaited before the stream ends: Lambda may freeze the instance then. Must not reject. */
  onEnd?: () => Promise<void>;
}

/**
 * The events as a streaming response.
 * @param open returns the events; its signal is aborted when the reader leaves or is told to reconnect, which ends only that one reading.
 */
export function eventStreamResponse(
  open: (closed: AbortSignal) => AsyncIterable<NumberedEvent>,
  {
    keepAliveInterval = KEEP_ALIVE_INTERVAL,
    maxDuration = Number.POSITIVE_INFINITY,
    onEnd = async () => undefined,
  }: EventStreamOptions = {},
): Response {
  const closed = new AbortController();
  const endsAt = performance.now() + maxDuration;
  const events = open(closed.signal)[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<NumberedEvent>> | undefined;
  let isEmpty = true;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      next ??= events.next();
      // A failed reading releases its resources, too.
      const remaining = endsAt - performance.now();
      const result = await within(Math.max(0, Math.min(keepAliveInterval, remaining)), next).catch(
        async (error) => {
          await onEnd();
          throw error;
        },
      );
      if (closed.signal.aborted) return;
      if (result?.done) {
        await onEnd();
        // Lambda sends the status and headers with the first byte of the body.
        if (isEmpty) controller.enqueue(COMMENT);
        return controller.close();
      }
      isEmpty = false;
      if (result !== undefined) {
        next = undefined;
        return controller.enqueue(encodeOnce(result.value));
      }
      if (remaining > keepAliveInterval) return controller.enqueue(COMMENT);
      closed.abort();
      await onEnd();
      controller.enqueue(HANDOVER);
      controller.close();
    },
    async cancel() {
      closed.abort();
      await onEnd();
    },
  });
  return new Response(stream, {
    headers: { 'content-type': 'text/event-stream; charset=utf-8', ...STREAM_HEADERS },
  });
}
