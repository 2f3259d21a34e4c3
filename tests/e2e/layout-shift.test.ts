import type { Browser } from 'playwright-core';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, newScreen, SIZES } from './support/screen.ts';
import { startTestStack } from './support/stack.ts';

let browser: Browser;
let stack: LocalStack;
beforeAll(async () => {
  // The steps' own time: what moves while a search streams moves then.
  [browser, stack] = await Promise.all([
    launchBrowser(),
    startTestStack({ environment: { PACING: 'steps' } }),
  ]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

/**
 * Adds up every layout shift that does not follow an input at once, with what moved; stricter than CLS, which counts the worst five seconds.
 * People who change places among themselves are left out: that is the ranking, and how many of its moves become a frame is up to the
 * machine's pace. The bench measures CLS with them.
 */
const ADD_UP = `
  globalThis.shift = { sum: 0, moved: [] };
  const isRanked = ({ node }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return Boolean(element?.closest('[data-profile]'));
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      if (hadRecentInput || (sources.length > 0 && sources.every(isRanked))) continue;
      shift.sum += value;
      const places = sources.map(({ node, previousRect: from, currentRect: to }) =>
        [node?.nodeName, node?.textContent?.slice(0, 30), from.y, from.height, '->', to.y, to.height].join(' '));
      shift.moved.push(value.toFixed(4) + ': ' + places.join(', '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

const Shift = v.object({ sum: v.number(), moved: v.array(v.string()) });

async function measure([width, height]: (typeof SIZES)[number]) {
  const context = await newScreen(browser, { width, height, reducedMotion: 'no-preference' });
  const page = await context.newPage();
  await page.addInitScript(ADD_UP);
  const read = async (when: string) => ({
    when: `${width} px, ${when}`,
    ...v.parse(Shift, await page.evaluate('globalThis.shift')),
  });
  await page.goto(stack.url);
  // Comes when the page is idle, and is the last thing to come.
  await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
  const loading = await read('load');
  await page.getByRole('switch', { name: 'Deep Research' }).check();
  await ask(page, 'Peruvians in the United States studying computer science');
  const searching = await read('search');
  await page.reload();
  await page.getByText(/profiles? for your request/).waitFor();
  await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
  const reloading = await read('reload');
  await context.close();
  return [loading, searching, reloading];
}

describe.skipIf(chromiumPath === undefined)('the layout', () => {
  it('stays where it is when the page loads, while a deep search streams, when its answer comes, and after a reload', async () => {
    const measured = (await Promise.all(SIZES.map(measure))).flat();
    expect(measured).toHaveLength(6);
    expect(measured.filter(({ sum }) => sum > 0.02)).toEqual([]);
  });
});
