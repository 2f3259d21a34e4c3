import { within } from '#functions/timing.ts';
import { HTTP_ERRORS } from '#shared/http-errors.ts';
import { KEEP_ALIVE_INTERVAL, STREAM_HEADERS } from './event-stream.ts';

/** Whitespace between JSON values, and between lines, is insignificant. */
const KEEP_ALIVE = '\n';

interface KeepAliveOptions {
  contentType?: string;
  headers?: Readonly<Record<string, string>>;
  keepAliveInterval?: number;
  log: (what: string, error: unknown) => void;
}

/**
 * Streams a text as it is produced, with blank lines to keep the connection alive meanwhile, so pieces may only end where JSON allows
 * whitespace. A failure after the first byte ends the stream with a line holding the contract's error, which makes a single JSON text
 * invalid.
 */
export function keepAliveResponse(
  text: AsyncIterable<string>,
  { contentType, headers, keepAliveInterval = KEEP_ALIVE_INTERVAL, log }: KeepAliveOptions,
): Response {
  const encoder = new TextEncoder();
  const pieces = text[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<string>> | undefined;
  let isCancelled = false;
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    async pull(controller) {
      next ??= pieces.next();
      try {
        const piece = await within(keepAliveInterval, next);
        if (isCancelled) return;
        if (piece === undefined) return controller.enqueue(encoder.encode(KEEP_ALIVE));
        next = undefined;
        if (piece.done) controller.close();
        else controller.enqueue(encoder.encode(piece.value));
      } catch (error) {
        log('a streamed response broke off', error);
        if (isCancelled) return;
        const { message } = HTTP_ERRORS['internal-error'];
        const line = JSON.stringify({ error: { code: 'internal-error', message } });
        controller.enqueue(encoder.encode(`\n${line}\n`));
        controller.close();
      }
    },
    cancel() {
      isCancelled = true;
      // Not awaited: it settles only once the piece in progress is done.
      void pieces.return?.();
    },
  });
  return new Response(stream, {
    headers: {
      'content-type': contentType ?? 'application/x-ndjson; charset=utf-8',
      ...STREAM_HEADERS,
      ...headers,
    },
  });
}

/** JSON lines as `work` writes them. The work starts at once, and continues even if nobody reads. */
export function linesOf<Line>(work: (write: (line: Line) => void) => Promise<void>): AsyncIterable<string> {
  const lines: string[] = [];
  let change = Promise.withResolvers<void>();
  let isDone = false;
  const notify = () => {
    change.resolve();
    change = Promise.withResolvers();
  };
  const working = work((line) => {
    lines.push(`${JSON.stringify(line)}\n`);
    notify();
  }).finally(() => {
    isDone = true;
    notify();
  });
  // Avoids an unhandled rejection; a client that reads to the end still gets the error.
  working.catch(() => undefined);
  return (async function* read() {
    for (let position = 0; ; ) {
      const line = lines[position];
      if (line !== undefined) {
        position += 1;
        yield line;
      } else if (isDone) break;
      else await change.promise;
    }
    await working;
  })();
}
