import { useEffect, useState } from 'react';

/** Milliseconds to wait for a frame: a hidden page is not painted. */
const FRAME_TIMEOUT = 100;

/** Runs it once, after the frame that shows what has been changed so far: a key press is answered at once. */
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

/** Milliseconds after which it is done even on a page that is never idle. */
const IDLE_TIMEOUT = 4_000;
/** Milliseconds to wait where the browser cannot tell when it is idle. */
const ASSUMED_IDLE_AFTER = 1_500;

/** What is asked of the browser; replaceable in tests. */
export interface IdleBrowser {
  requestIdleCallback?: ((callback: () => void, options: { timeout: number }) => number) | undefined;
  setTimeout: (callback: () => void, milliseconds: number) => unknown;
}

/** Runs it once the page has nothing better to do. */
export function whenIdle(run: () => void, browser: IdleBrowser = globalThis.window): void {
  if (browser.requestIdleCallback === undefined) browser.setTimeout(run, ASSUMED_IDLE_AFTER);
  else browser.requestIdleCallback(run, { timeout: IDLE_TIMEOUT });
}

/** Whether the page has come to rest once since the component was drawn. */
export function useIsIdle(): boolean {
  const [isIdle, setIdle] = useState(false);
  useEffect(() => whenIdle(() => setIdle(true)), []);
  return isIdle;
}
