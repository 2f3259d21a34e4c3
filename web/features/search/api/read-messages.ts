import type { EventSourceMessage } from 'eventsource-parser';
import { createParser } from 'eventsource-parser';
import type { WakeUps } from '../connection/wake-ups.ts';

/** More characters than any event may have: an item of the event log is at most 400 KB. */
const LONGEST_EVENT = 4_000_000;
/** Milliseconds a stream has to show that it has survived a sleep or another network: the server writes at least every 2 s. */
const LONGEST_WAKING = 5_000;

interface ReadMessagesOptions {
  body: ReadableStream<Uint8Array>;
  signal: AbortSignal | undefined;
  /** Milliseconds without a byte after which the stream counts as dead. */
  silence: number;
  wakeUps: WakeUps | undefined;
}

/** The server-sent events of a byte stream, in whatever slices it comes. The stream is cancelled however reading ends. */
export async function* readMessages({
  body,
  signal,
  silence,
  wakeUps,
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
      const { done, value } = await withLimit(reader.read(), { silence, wakeUps });
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

/** What `promise` brings, or a rejection once the silence has lasted too long. */
async function withLimit<Value>(
  promise: Promise<Value>,
  { silence, wakeUps }: Pick<ReadMessagesOptions, 'silence' | 'wakeUps'>,
): Promise<Value> {
  const { promise: overdue, reject } = Promise.withResolvers<never>();
  const timers: ReturnType<typeof setTimeout>[] = [];
  const limit = (milliseconds: number) => {
    const fail = () => reject(new Error(`nothing arrived for ${milliseconds} ms`));
    timers.push(setTimeout(fail, milliseconds));
  };
  limit(silence);
  const unsubscribe = wakeUps?.(() => limit(Math.min(silence, LONGEST_WAKING)));
  try {
    return await Promise.race([promise, overdue]);
  } finally {
    unsubscribe?.();
    for (const timer of timers) clearTimeout(timer);
  }
}
