import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import * as v from 'valibot';

const Vitals = v.object({
  LCP: v.optional(v.number(), 0),
  CLS: v.optional(v.number(), 0),
  INP: v.optional(v.number(), 0),
});

/** LCP and INP in milliseconds; CLS has no unit. */
export type Vitals = v.InferOutput<typeof Vitals>;

const SCRIPT = 'node_modules/web-vitals/dist/web-vitals.iife.js';

/** Reports values as they change rather than on leaving the page; interactions as short as a frame count. */
const LISTEN = `
  globalThis.vitals = {};
  for (const name of ['LCP', 'CLS', 'INP']) {
    webVitals['on' + name](({ value }) => { globalThis.vitals[name] = value; }, { reportAllChanges: true, durationThreshold: 16 });
  }
  globalThis.shifts = [];
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput) continue;
      const moved = sources.map(({ node, previousRect, currentRect }) => {
        const element = node?.nodeType === 1 ? node : node?.parentElement;
        return [element?.tagName, element?.className, previousRect.y, '->', currentRect.y, previousRect.height, '->', currentRect.height].join(' ');
      });
      globalThis.shifts.push(Math.round(startTime) + ' ms: ' + value.toFixed(4) + ' ' + moved.join(' | '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
  globalThis.slow = [];
  new PerformanceObserver((list) => {
    for (const { name, duration, startTime, processingStart, processingEnd, target, interactionId } of list.getEntries()) {
      if (interactionId === 0 || duration < 56) continue;
      const of = target?.ariaLabel || target?.textContent?.slice(0, 30) || target?.tagName;
      const parts = [processingStart - startTime, processingEnd - processingStart, startTime + duration - processingEnd];
      globalThis.slow.push([Math.round(startTime) + ' ms:', name, 'on', of, duration, '=', parts.map(Math.round).join(' + ')].join(' '));
    }
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });
`;

/** Measures every document that this page loads, with the web-vitals library. Call before navigating. */
export async function measureVitals(page: Page): Promise<void> {
  await page.addInitScript(`${await readFile(SCRIPT, 'utf8')}\n${LISTEN}`);
}

/** The values measured so far. */
export async function readVitals(page: Page): Promise<Vitals> {
  // The library works while the page is idle, after an interaction’s frame.
  await page.evaluate(
    () =>
      new Promise((resolve) => requestAnimationFrame(() => requestIdleCallback(resolve, { timeout: 500 }))),
  );
  return v.parse(Vitals, await page.evaluate('globalThis.vitals'));
}

/**
 * What the values consist of: each layout shift that counts, with the elements and their movement, and each slow interaction, with its
 * milliseconds of input delay, processing and presentation.
 */
export const readDetails = async (page: Page): Promise<string[]> =>
  v.parse(v.array(v.string()), await page.evaluate('[...globalThis.shifts, ...globalThis.slow]'));
