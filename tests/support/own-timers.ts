import { AsyncLocalStorage } from 'node:async_hooks';
import { onTestFinished, vi } from 'vitest';

/** Work whose timers are counted. */
export interface OwnTimers {
  /** Runs work; the timers that it, and whatever it starts, begins are its own. Those of code left over from other tests are not. */
  run<Result>(work: () => Result): Result;
  /** How many of its own timers have begun, and how many of those have fired. */
  begun: number;
  fired: number;
  /** How many have neither fired nor been cleared. */
  readonly pending: number;
}

/** Watches `setTimeout` and `clearTimeout` until the test has finished. */
export function watchOwnTimers(): OwnTimers {
  const isOwn = new AsyncLocalStorage<boolean>();
  const pending = new Set<unknown>();
  const { setTimeout: begin, clearTimeout: clear } = globalThis;
  const timers: OwnTimers = {
    run: (work) => isOwn.run(true, work),
    begun: 0,
    fired: 0,
    get pending() {
      return pending.size;
    },
  };
  onTestFinished(() => void vi.unstubAllGlobals());
  vi.stubGlobal('setTimeout', (run: () => void, milliseconds?: number) => {
    const fire = () => {
      if (pending.delete(timer)) timers.fired += 1;
      run();
    };
    const timer = begin(fire, milliseconds);
    if (isOwn.getStore()) {
      timers.begun += 1;
      pending.add(timer);
    }
    return timer;
  });
  vi.stubGlobal('clearTimeout', (timer?: NodeJS.Timeout) => {
    pending.delete(timer);
    clear(timer);
  });
  return timers;
}
