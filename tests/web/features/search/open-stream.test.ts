import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { openStream } from '#web/features/search/api/open-stream.ts';
import { readEvents } from '#web/features/search/api/read-events.ts';
import type { Api } from '#web/lib/api.ts';
import { createApi } from '#web/lib/api.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const silentBody = () => new ReadableStream<Uint8Array>();

/** What reading until the end comes to. */
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

describe('a stream that does not begin', () => {
  it('counts as a lost connection after 20 s', async () => {
    const { signal } = new AbortController();
    const failure = failureOf(openStream({ api: neverAnswering, request, signal }));
    await vi.advanceTimersByTimeAsync(20_000);
    expect(await failure).toMatchObject({ status: 0, code: 'network-error' });
  });

  it('ends with the reason of whoever gives up waiting', async () => {
    const abort = new AbortController();
    const failure = failureOf(openStream({ api: neverAnswering, request, signal: abort.signal }));
    await vi.advanceTimersByTimeAsync(10);
    const reason = new Error('gone elsewhere');
    abort.abort(reason);
    expect(await failure).toBe(reason);
  });
});

describe('a stream that is silent when the page wakes up', () => {
  it('has five seconds to give a sign, instead of twenty', async () => {
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
