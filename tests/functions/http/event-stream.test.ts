import { describe, expect, it, vi } from 'vitest';
import { eventStreamResponse } from '#functions/http/event-stream.ts';
import { EventFeed } from '#functions/search/event-feed.ts';

it('an event stream sends comments to stay alive while nothing happens', async () => {
  const feed = new EventFeed();
  const reader = eventStreamResponse(() => feed.follow(), { keepAliveInterval: 5 }).body?.getReader();
  const first = new TextDecoder().decode((await reader?.read())?.value);
  expect(first).toBe(':\n\n');
  feed.publish({ type: 'done', data: { outcome: 'answered' } });
  feed.close();
  let rest = '';
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
    rest += new TextDecoder().decode(part.value);
  expect(rest).toContain('id: 1\nevent: done\ndata: {"outcome":"answered"}\n\n');
});

it('an event stream sends a comment at least every two seconds, before anything on the way times out', async () => {
  vi.useFakeTimers();
  try {
    const reader = eventStreamResponse(() => new EventFeed().follow()).body?.getReader();
    let comments = 0;
    void (async () => {
      for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) comments += 1;
    })();
    await vi.advanceTimersByTimeAsync(20_000);
    expect(comments).toBeGreaterThanOrEqual(10);
    await reader?.cancel();
  } finally {
    vi.useRealTimers();
  }
});

describe('an event stream that reaches its maximum duration', () => {
  const bodyOf = async (response: Response) => await response.text();

  it('hands over to the next connection after releasing its resources', async () => {
    const feed = new EventFeed();
    feed.publish({ type: 'done', data: { outcome: 'answered' } });
    const order: string[] = [];
    let left: AbortSignal | undefined;
    const response = eventStreamResponse(
      (signal) => {
        left = signal;
        return feed.follow();
      },
      { maxDuration: 20, onEnd: async () => void order.push(`freed, ${left?.aborted}`) },
    );
    expect(await bodyOf(response)).toBe('id: 1\nevent: done\ndata: {"outcome":"answered"}\n\n: continue\n\n');
    expect(order).toEqual(['freed, true']);
  });

  it('releases its resources once, also when it ends normally, fails or is abandoned', async () => {
    let freed = 0;
    const onEnd = async () => {
      freed += 1;
    };
    const feed = new EventFeed();
    feed.close();
    await bodyOf(eventStreamResponse(() => feed.follow(), { maxDuration: 1_000, onEnd }));
    expect(freed).toBe(1);
    const failing = () => ({
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('The log is away')) }),
    });
    await expect(bodyOf(eventStreamResponse(failing, { onEnd }))).rejects.toThrow('The log is away');
    expect(freed).toBe(2);
    await eventStreamResponse(() => new EventFeed().follow(), { onEnd }).body?.cancel();
    expect(freed).toBe(3);
  });
});
