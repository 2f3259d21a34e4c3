import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { NumberedEvent } from '#shared/search.ts';
import { watchOwnTimers } from '#tests/support/own-timers.ts';
import {
  isSilent,
  openStream,
  readEvents,
  StreamCutError,
  StreamMalformedError,
} from '#web/features/search/event-stream.ts';
import type { Api } from '#web/lib/api.ts';
import { createApi } from '#web/lib/create-api.ts';
import {
  doneEvent,
  encode,
  encodeAll,
  numbered,
  runEvent,
  sampleDirectory,
  stepEvent,
  wholeSearch,
} from './sample-events.ts';

/** The bytes of `text`, cut into chunks of the given lengths in turn. */
function sliced(
  text: string,
  lengths: readonly number[] = [text.length * 4],
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const bytes = new TextEncoder().encode(text);
  return new ReadableStream({
    start(controller) {
      for (let from = 0, turn = 0; from < bytes.length; turn += 1) {
        const to = from + (lengths[turn % lengths.length] ?? 1);
        controller.enqueue(bytes.slice(from, to));
        from = to;
      }
      controller.close();
    },
  });
}

async function collect(
  events: AsyncIterable<NumberedEvent>,
): Promise<{ received: NumberedEvent[]; error: unknown }> {
  const received: NumberedEvent[] = [];
  try {
    for await (const event of events) received.push(event);
    return { received, error: undefined };
  } catch (error) {
    return { received, error };
  }
}

describe('readEvents', () => {
  it('reads the same events however the bytes are split', async () => {
    const text = encodeAll(wholeSearch());
    const property = fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 50 }),
      async (lengths) => {
        const { received, error } = await collect(readEvents({ body: sliced(text, lengths) }));
        expect(error).toBeUndefined();
        expect(received).toEqual(numbered(wholeSearch()));
      },
    );
    await fc.assert(property, { numRuns: 100 });
  });

  it('ignores comments, repeated events and unknown types', async () => {
    const run = runEvent();
    const text = [
      ': warm\n\n',
      encode(1, 'run', run.data),
      encode(2, 'verdicts', { newer: true }),
      encode(1, 'run', run.data),
      ': warm\n\n',
      encode(3, 'done', { outcome: 'stopped' }),
    ].join('');
    const { received, error } = await collect(readEvents({ body: sliced(text) }));
    expect(error).toBeUndefined();
    expect(received).toEqual([
      { id: 1, event: run },
      { id: 3, event: doneEvent('stopped') },
    ]);
  });

  it('drops events up to the one already received', async () => {
    const { received } = await collect(readEvents({ body: sliced(encodeAll(wholeSearch())), after: 9 }));
    expect(received.map(({ id }) => id)).toEqual([10, 11]);
  });

  it('distinguishes a handover from a broken stream', async () => {
    const text = encodeAll([runEvent()]);
    const handedOver = async (rest: string) =>
      (await collect(readEvents({ body: sliced(`${text}${rest}`) }))).error;
    expect(await handedOver(': continue\n\n')).toMatchObject({ cause: 'continue', lastEventId: 1 });
    for (const rest of ['', ': continue\n\n:\n\n', ':\n\n', ': cont'])
      expect(await handedOver(rest)).toMatchObject({ cause: '', code: 'stream-cut' });
  });

  it('reports a stream that ends without done, with the last complete event', async () => {
    const text = encodeAll([runEvent(), stepEvent('query-generation', 'active')]);
    const { received, error } = await collect(readEvents({ body: sliced(text.slice(0, -10)) }));
    expect(received).toHaveLength(1);
    expect(error).toBeInstanceOf(StreamCutError);
    expect(error).toMatchObject({ code: 'stream-cut', lastEventId: 1 });
  });

  it('treats a silent stream as cut', async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(encodeAll([runEvent()]))),
    });
    const { received, error } = await collect(readEvents({ body, silence: 20 }));
    expect(received).toHaveLength(1);
    expect(error).toMatchObject({ code: 'stream-cut', lastEventId: 1 });
    expect(isSilent(error)).toBe(false);
    const { error: another } = await collect(readEvents({ body: silentBody(), silence: 20 }));
    expect(another).toMatchObject({ code: 'stream-cut', lastEventId: 0 });
    expect(isSilent(another)).toBe(true);
  });

  it('treats a broken connection as cut', async () => {
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.error(new TypeError('terminated')),
    });
    const { error } = await collect(readEvents({ body }));
    expect(error).toBeInstanceOf(StreamCutError);
  });

  it.each([
    ['data that is no JSON', 'id: 1\nevent: run\ndata: {oops\n\n'],
    ['data of another shape', encode(1, 'step', { id: 'dancing' })],
    ['an event without a number', `event: done\ndata: {"outcome":"answered"}\n\n`],
    ['a number that is none', encode('1e3', 'done', { outcome: 'answered' })],
  ])('rejects %s', async (_, text) => {
    const { received, error } = await collect(readEvents({ body: sliced(text) }));
    expect(received).toEqual([]);
    expect(error).toBeInstanceOf(StreamMalformedError);
  });

  it('rejects an event with a million mistakes as one with a single one, without filling the memory', async () => {
    const people = Array.from({ length: 1_000_000 }, () => ({}));
    const text = encode(1, 'profiles', { ...sampleDirectory(0), verifiedProfiles: people });
    const { error } = await collect(readEvents({ body: sliced(text, [1_000_000]) }));
    expect(error).toBeInstanceOf(StreamMalformedError);
  });

  it('rejects an oversized event', async () => {
    const { error } = await collect(
      readEvents({ body: sliced(`data: ${'x'.repeat(4_100_000)}`, [1_000_000]) }),
    );
    expect(error).toBeInstanceOf(StreamMalformedError);
  });

  it('ends with the signal’s reason and cancels the stream when aborted', async () => {
    let cancelled: unknown;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      cancel: (reason) => {
        cancelled = reason;
      },
    });
    const abort = new AbortController();
    const reading = collect(readEvents({ body, signal: abort.signal }));
    const reason = new Error('gone elsewhere');
    abort.abort(reason);
    expect((await reading).error).toBe(reason);
    expect(cancelled).toBe(reason);
  });
});

function useFakeTimers(): void {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
}

const silentBody = () => new ReadableStream<Uint8Array<ArrayBuffer>>();

/** The error with which reading ends, if any. */
async function failureOf(events: AsyncIterable<unknown>): Promise<unknown> {
  try {
    for await (const _ of events);
  } catch (error) {
    return error;
  }
  return undefined;
}

const neverAnswering: Api = createApi({
  fetch: (_, init) =>
    new Promise((_resolve, reject) => {
      init?.signal?.addEventListener('abort', () => reject(init.signal?.reason));
    }),
});
const request = { method: 'GET', path: '/searches/search_1/events' } as const;

describe('a stream that does not start', () => {
  useFakeTimers();

  it('counts as a lost connection after 20 s', async () => {
    const { signal } = new AbortController();
    const failure = failureOf(openStream({ api: neverAnswering, request, signal }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failure).toMatchObject({ status: 0, code: 'network-error' });
    expect(isSilent(await failure)).toBe(true);
  });

  it('ends with the abort reason', async () => {
    const abort = new AbortController();
    const failure = failureOf(openStream({ api: neverAnswering, request, signal: abort.signal }));
    await vi.advanceTimersByTimeAsync(10);
    const reason = new Error('gone elsewhere');
    abort.abort(reason);
    expect(await failure).toBe(reason);
  });
});

/** A stream that holds a complete search and ends when the test says so. */
function endedLater() {
  const cancel = vi.fn();
  let controller: ReadableStreamDefaultController | undefined;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (given) => {
      controller = given;
      given.enqueue(new TextEncoder().encode(encodeAll([doneEvent('answered')])));
    },
    cancel,
  });
  return { body, cancel, end: () => controller?.close() };
}

describe('a stream after its last event', () => {
  useFakeTimers();

  it('is drained in the background', async () => {
    const { body, cancel, end } = endedLater();
    expect((await collect(readEvents({ body }))).received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(4_900);
    end();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(cancel).not.toHaveBeenCalled();
  });

  it('is cancelled if the server does not end it within five seconds', async () => {
    const { body, cancel } = endedLater();
    expect((await collect(readEvents({ body }))).received).toHaveLength(1);
    expect(cancel).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(cancel).toHaveBeenCalledOnce();
  });
});

it('a stream that was drained leaves no timer behind', async () => {
  const timers = watchOwnTimers();
  const { body, end } = endedLater();
  await timers.run(() => collect(readEvents({ body })));
  expect(timers.pending).toBeGreaterThan(0);
  end();
  await expect.poll(() => timers.pending).toBe(0);
  expect(timers.fired).toBe(0);
});

describe('a stream that is silent on wake-up', () => {
  useFakeTimers();

  it('times out after five seconds instead of twenty', async () => {
    let wake: (() => void) | undefined;
    const wakeUps = (listener: () => void) => {
      wake = listener;
      return () => undefined;
    };
    const ended = vi.fn();
    const failure = failureOf(readEvents({ body: silentBody(), wakeUps }));
    failure.then(ended);
    await vi.advanceTimersByTimeAsync(1_000);
    wake?.();
    await vi.advanceTimersByTimeAsync(4_900);
    expect(ended).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(100);
    expect(await failure).toMatchObject({ code: 'stream-cut' });
  });
});
