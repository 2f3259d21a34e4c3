import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keepAliveResponse } from '#functions/http/keep-alive.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A streamed response whose one piece comes, or fails to, when the test says so; `received` is what a reader has of it. */
function setUp() {
  const gate = Promise.withResolvers<string>();
  const logged: unknown[] = [];
  const received: string[] = [];
  let [isRead, isReturned] = [false, false];
  const text: AsyncIterable<string> = {
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        if (isRead) return { done: true, value: undefined };
        const value = await gate.promise;
        isRead = true;
        return { value };
      },
      return: async () => {
        isReturned = true;
        return { done: true, value: undefined };
      },
    }),
  };
  const { body } = keepAliveResponse(text, {
    keepAliveInterval: 1_800,
    log: (...entry) => logged.push(entry),
  });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  const read = async () => {
    for (let part = await reader?.read(); part && !part.done; part = await reader?.read())
      received.push(part.value);
  };
  return { gate, logged, received, read, leave: async () => reader?.cancel(), isReturned: () => isReturned };
}

it('a response sends a blank line at each interval until its text comes, which stays whole', async () => {
  const { gate, received, read } = setUp();
  const reading = read();
  await vi.advanceTimersByTimeAsync(1_799);
  expect(received).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(received).toEqual(['\n']);
  await vi.advanceTimersByTimeAsync(1_800);
  expect(received).toEqual(['\n', '\n']);
  gate.resolve('{"a":1}');
  await reading;
  expect(received).toEqual(['\n', '\n', '{"a":1}']);
});

it('a response that fails after its first byte ends with a line that holds the error, and is logged', async () => {
  const { gate, logged, received, read } = setUp();
  const reading = read();
  await vi.advanceTimersByTimeAsync(1_800);
  const error = new Error('The database is down');
  gate.reject(error);
  await reading;
  expect(received[0]).toBe('\n');
  expect(JSON.parse(received.slice(1).join(''))).toEqual({
    error: { code: 'internal-error', message: expect.stringMatching(/\.$/) },
  });
  expect(received.at(-1)).toMatch(/^\n\{.+\}\n$/);
  expect(logged).toEqual([['a streamed response broke off', error]]);
});

it('a response that the reader leaves ends its text', async () => {
  const { leave, isReturned } = setUp();
  await leave();
  expect(isReturned()).toBe(true);
});
