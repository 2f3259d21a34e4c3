import { useEffect, useState } from 'react';

/** Milliseconds to wait for a frame: a hidden page is not painted. */
const FRAME_TIMEOUT = 100;

/** Calls `run` once, after the frame that shows the changes so far, so that a key press gets an immediate response. */
export function afterPaint(run: () => void): void {
  const once = () => {
    clearTimeout(timer);
    cancelAnimationFrame(frame);
    run();
  };
  const frame = requestAnimationFrame(() => {
    clearTimeout(timer);
    timer = setTimeout(once);
  });
  let timer = setTimeout(once, FRAME_TIMEOUT);
}

export const wait = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Settles with the work's result, or rejects with the signal's reason as soon as it is aborted; the work itself may continue. */
export const unlessAborted = <Result>(
  signal: AbortSignal | undefined,
  work: Promise<Result>,
): Promise<Result> =>
  new Promise((resolve, reject) => {
    if (signal?.aborted) reject(signal.reason);
    signal?.addEventListener('abort', () => reject(signal.reason), { once: true });
    work.then(resolve, reject);
  });

/** Milliseconds after which `run` is called even if the page is never idle. */
const IDLE_TIMEOUT = 4_000;
/** Milliseconds to wait if the browser cannot tell when it is idle. */
const IDLE_FALLBACK_DELAY = 1_500;

/** The parts of the browser used here; replaceable in tests. */
export interface IdleBrowser {
  requestIdleCallback?: ((callback: () => void, options: { timeout: number }) => number) | undefined;
  setTimeout: (callback: () => void, milliseconds: number) => unknown;
}

/** Calls `run` once the page is idle. */
export function whenIdle(run: () => void, browser: IdleBrowser = globalThis.window): void {
  if (browser.requestIdleCallback === undefined) browser.setTimeout(run, IDLE_FALLBACK_DELAY);
  else browser.requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
}

/** Whether the page has been idle once since the component mounted. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
