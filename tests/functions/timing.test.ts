import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { abortAfter, delay, forEachOf, unlessAborted, within } from '#functions/timing.ts';

const never = new Promise<never>(() => undefined);
const LONG = 60_000;
const aborted = (reason: Error) => AbortSignal.abort(reason);

describe('a delay', () => {
  it('is over after its time', async () => {
    await expect(delay(1, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('ends with the signal’s reason, aborted before or during it', async () => {
    const reason = new Error('left');
    await expect(delay(LONG, aborted(reason))).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = delay(LONG, controller.signal);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });
});

describe('work', () => {
  it('is waited for unless the signal is aborted', async () => {
    const reason = new Error('left');
    expect(await unlessAborted(new AbortController().signal, Promise.resolve(1))).toBe(1);
    await expect(unlessAborted(aborted(reason), never)).rejects.toBe(reason);
    const controller = new AbortController();
    const waiting = unlessAborted(controller.signal, never);
    controller.abort(reason);
    await expect(waiting).rejects.toBe(reason);
  });

  it('is waited for within a limit', async () => {
    expect(await within(LONG, Promise.resolve(1))).toBe(1);
    expect(await within(1, never)).toBeUndefined();
    await expect(within(LONG, Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  });
});

describe('a limit', () => {
  const reason = new Error('too late');

  it('aborts with its reason', async () => {
    const controller = new AbortController();
    abortAfter(1, controller, { reason, until: new AbortController().signal });
    await expect(unlessAborted(controller.signal, never)).rejects.toBe(reason);
  });

  it('aborts nothing once it does not matter any more', async () => {
    const controller = new AbortController();
    const over = new AbortController();
    abortAfter(5, controller, { reason, until: over.signal });
    over.abort();
    await delay(20, new AbortController().signal);
    expect(controller.signal.aborted).toBe(false);
  });
});

describe('work for each of many', () => {
  it('is done for all of them, never more at once than it may be', async () => {
    const [done, running]: [number[], Set<number>] = [[], new Set()];
    let most = 0;
    await forEachOf([1, 2, 3, 4, 5], 2, async (one) => {
      running.add(one);
      most = Math.max(most, running.size);
      await nextTurn();
      running.delete(one);
      done.push(one);
    });
    expect([done.sort(), most]).toEqual([[1, 2, 3, 4, 5], 2]);
    await expect(forEachOf([], 2, () => Promise.reject(new Error('none')))).resolves.toBeUndefined();
  });

  it('is not begun for more of them once it has failed, and ends with what is under way', async () => {
    const begun: number[] = [];
    const ended: number[] = [];
    const work = forEachOf([1, 2, 3, 4], 2, async (one) => {
      begun.push(one);
      if (one === 1) throw new Error('the first');
      await nextTurn();
      ended.push(one);
    });
    await expect(work).rejects.toThrow('the first');
    expect([begun, ended]).toEqual([[1, 2], [2]]);
  });
});
