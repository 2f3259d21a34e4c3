import type { SearchEvent } from '#shared/events.ts';

/** An event with its number in its search: from 1, never skipping. */
export interface NumberedEvent {
  id: number;
  event: SearchEvent;
}

/**
 * A comment line at least every 2 s keeps the stream warm (design §2): Lambda can hold small frames until the next write, and
 * CloudFront closes idle origins. In milliseconds.
 */
const KEEP_ALIVE_INTERVAL = 1_800;
const KEEP_ALIVE = ':\n\n';

/** One event as a server-sent event. JSON has no raw line breaks, so `data` is always one line. */
export function encodeEvent({ id, event }: NumberedEvent): string {
  return `id: ${id}\nevent: ${event.type}\ndata: ${JSON.stringify(event.data)}\n\n`;
}

/** The events as a streaming response; a reader that leaves ends only its own reading. */
export function eventStreamResponse(
  events: AsyncIterable<NumberedEvent>,
  keepAliveInterval: number = KEEP_ALIVE_INTERVAL,
): Response {
  return new Response(toByteStream(withKeepAlive(events, keepAliveInterval)), {
    headers: {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store, no-transform',
      // Asks proxies that buffer by default not to.
      'x-accel-buffering': 'no',
    },
  });
}

function toByteStream(
  text: AsyncGenerator<string, void, undefined>,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  return new ReadableStream({
    async pull(controller) {
      const { done, value } = await text.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(value));
    },
    async cancel() {
      await text.return();
    },
  });
}

async function* withKeepAlive(
  events: AsyncIterable<NumberedEvent>,
  interval: number,
): AsyncGenerator<string, void, undefined> {
  const iterator = events[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    for (;;) {
      const result = await orSilence(next, interval);
      if (result === undefined) yield KEEP_ALIVE;
      else if (result.done) return;
      else {
        yield encodeEvent(result.value);
        next = iterator.next();
      }
    }
  } finally {
    await iterator.return?.();
  }
}

/** The promise's value, or undefined when it takes longer than the interval. */
async function orSilence<T>(promise: Promise<T>, interval: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, interval, undefined);
  });
  try {
    return await Promise.race([promise, silence]);
  } finally {
    clearTimeout(timer);
  }
}
