import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { abortAfter, delay, forEachConcurrently, unlessAborted, within } from '#functions/timing.ts';

const never = new Promise<never>(() => undefined);
const LONG = 60_000;
const aborted = (reason: Error) => AbortSignal.abort(reason);

describe('a delay', () => {
  it('ends after its time', async () => {
    await expect(delay(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('ends with the signal’s reason, whether aborted before or during it', async () => {
    const reason = new Error('left');
    await expect(delay(LONG, aborted(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = delay(LONG, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});

describe('waiting for work', () => {
  it('ends when the signal is aborted', async () => {
    const reason = new Error('left');
    expect(await unlessAborted(new AbortController().signal, Promise.resolve(1))).toBe(1);
    await expect(unlessAborted(aborted(reason), never)).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = unlessAborted(controller.signal, never);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('ends after a time limit', async () => {
    expect(await within(LONG, Promise.resolve(1))).toBe(1);
    expect(await within(1, never)).toBeUndefined();
    await expect(within(LONG, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });
});

describe('a time limit', () => {
  const reason = new Error('too late');

  it('aborts with its reason', async () => {
    const controller = new AbortController();
    abortAfter(1, controller, { reason, until: new AbortController().signal });
    await expect(unlessAborted(controller.signal, never)).rejects.toBe(reason);
  });

  it('aborts nothing once it no longer applies', async () => {
    const controller = new AbortController();
    const over = new AbortController();
    abortAfter(5, controller, { reason, until: over.signal });
    over.abort();
    await delay(20, new AbortController().signal);
    expect(controller.signal.aborted).toBe(false);
  });
});

describe('work on many items', () => {
  it('covers all of them, with no more at once than allowed', async () => {
    const [done, running]: [number[], Set<number>] = [[], new Set()];
    let most = 0;
    await forEachConcurrently([1, 2, 3, 4, 5], 2, async (one) => {
      running.add(one);
      most = Math.max(most, running.size);
      await nextTurn();
      running.delete(one);
      done.push(one);
    });
    expect([done.sort(), most]).toEqual([[1, 2, 3, 4, 5], 2]);
    await expect(
      forEachConcurrently([], 2, () => Promise.reject(new Error('none'))),
    ).resolves.toBeUndefined();
  });

  it('stops starting more after a failure, and waits for the rest under way', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = forEachConcurrently([1, 2, 3, 4], 2, async (one) => {
      begun.push(one);
      if (one === 1) throw new Error('the first');
      await nextTurn();
      ended.push(one);
    });
    await expect(work).rejects.toThrow('the first');
    expect([begun, ended]).toEqual([[1, 2], [2]]);
  });
});
