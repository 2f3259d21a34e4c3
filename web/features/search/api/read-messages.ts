import type { EventSourceMessage } from 'eventsource-parser';
import { createParser } from 'eventsource-parser';

/** More characters than any event may have: an item of the event log is at most 400 KB. */
const LONGEST_EVENT = 4_000_000;

interface ReadMessagesOptions {
  body: ReadableStream<Uint8Array>;
  signal: AbortSignal | undefined;
  /** Milliseconds without a byte after which the stream counts as dead. */
  silence: number;
}

/** The server-sent events of a byte stream, in whatever slices it comes. The stream is cancelled however reading ends. */
export async function* readMessages({
  body,
  signal,
  silence,
}: ReadMessagesOptions): AsyncGenerator<EventSourceMessage, void, void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const arrived: EventSourceMessage[] = [];
  let failure: Error | undefined;
  const parser = createParser({
    maxBufferSize: LONGEST_EVENT,
    onEvent: (message) => arrived.push(message),
    onError: (error) => {
      if (error.type === 'max-buffer-size-exceeded') failure = error;
    },
  });
  const cancel = () => void reader.cancel(signal?.reason).catch(() => undefined);
  signal?.addEventListener('abort', cancel, { once: true });
  try {
    signal?.throwIfAborted();
    for (;;) {
      const { done, value } = await withLimit(reader.read(), silence);
      signal?.throwIfAborted();
      if (done) return;
      parser.feed(decoder.decode(value, { stream: true }));
      yield* arrived.splice(0);
      if (failure !== undefined) throw failure;
    }
  } finally {
    signal?.removeEventListener('abort', cancel);
    cancel();
  }
}

/** What `promise` brings, or a rejection once `limit` milliseconds have passed. */
async function withLimit<Value>(promise: Promise<Value>, limit: number): Promise<Value> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error(`nothing arrived for ${limit} ms`)), limit);
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    clearTimeout(timer);
  }
}
