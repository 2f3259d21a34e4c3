import type { Page } from '@playwright/test';
import * as v from 'valibot';

/** Starts recording the duration of each frame. */
export const watchFrames = async (page: Page): Promise<void> => {
  await page.evaluate(`{
    const frames = (globalThis.frames_ = []);
    let last = performance.now();
    const note = (now) => {
      frames.push(now - last);
      last = now;
      if (globalThis.frames_ === frames) requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  }`);
};

/** Frame durations in milliseconds since {@link watchFrames}; stops recording. */
export async function takeFrames(page: Page): Promise<number[]> {
  const frames = await page.evaluate(
    '{ const taken = globalThis.frames_; globalThis.frames_ = undefined; taken; }',
  );
  // The first value is the wait for the first frame.
  return v.parse(v.array(v.number()), frames).slice(1);
}
