import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { afterPaint, whenIdle } from '#web/lib/schedule.ts';

let frames: (() => void)[];
beforeEach(() => {
  frames = [];
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  vi.stubGlobal('cancelAnimationFrame', () => undefined);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('work scheduled after paint', () => {
  it('runs once, after the frame', () => {
    const run = vi.fn();
    afterPaint(run);
    expect(run).not.toHaveBeenCalled();
    frames[0]?.();
    expect(run).not.toHaveBeenCalled();
    vi.runAllTimers();
    expect(run).toHaveBeenCalledOnce();
  });

  it('runs on a page that is never painted', () => {
    const run = vi.fn();
    afterPaint(run);
    vi.runAllTimers();
    expect(run).toHaveBeenCalledOnce();
  });
});

it('work for an idle moment is done within seconds on a page that is never idle', () => {
  const limits: number[] = [];
  const requestIdleCallback = (_: () => void, { timeout }: { timeout: number }) => limits.push(timeout);
  whenIdle(() => undefined, { requestIdleCallback, setTimeout });
  expect(limits).toEqual([4_000]);
});
