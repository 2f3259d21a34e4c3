import type { Page } from '@playwright/test';
import * as v from 'valibot';
import { atBothSizes, atRest, expect, test } from './fixtures.ts';
import type { Pace } from './pace.ts';
import { answerOf, expectBelowHeader, hold, matchesOf, send } from './page.ts';

/**
 * Adds up every layout shift that does not directly follow an input, with the elements that moved; stricter than CLS, which counts the
 * worst five seconds. People changing places are left out: that is the ranking, and how many of its moves share a frame depends on the
 * machine. The benchmark measures CLS including them.
 */
const ADD_UP = `
  globalThis.shift = { sum: 0, moved: [] };
  const isRanked = ({ node }) => {
    const element = node instanceof Element ? node : node?.parentElement;
    return Boolean(element?.closest('[data-profile]'));
  };
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput, sources } of list.getEntries()) {
      // Of what has gone since, nobody can tell what it belonged to; a text that only reads otherwise is told of too.
      const known = sources.filter(({ node, previousRect: from, currentRect: to }) =>
        node !== null && (from.x !== to.x || from.y !== to.y));
      if (hadRecentInput || (known.length > 0 && known.every(isRanked))) continue;
      shift.sum += value;
      const places = sources.map(({ node, previousRect: from, currentRect: to }) =>
        [node?.nodeName, node?.textContent?.slice(0, 30), from.x, from.y, from.width, from.height, '->', to.x, to.y, to.width, to.height].join(' '));
      shift.moved.push(value.toFixed(4) + ': ' + places.join(', '));
    }
  }).observe({ type: 'layout-shift', buffered: true });
`;

const Shift = v.object({ sum: v.number(), moved: v.array(v.string()) });

/** Expects almost no layout shift since the page was last loaded. */
async function expectStill(page: Page): Promise<void> {
  const { sum, moved } = v.parse(Shift, await page.evaluate('globalThis.shift'));
  expect(sum, moved.join('\n')).toBeLessThanOrEqual(0.02);
}

/** Of the five people to verify, the simulated provider has no record of one: the answer says so, and is longer than the progress line. */
const REQUEST = 'Peruvians in the United States studying computer science';
const NOTE = '1 profile could not be verified and kept the initial assessment.';

/** The steps of a deep search. */
const STEPS = 6;

async function searchStepByStep(page: Page, pace: Pace): Promise<void> {
  await page.getByRole('switch', { name: 'Deep Research' }).check();
  await send(page, REQUEST);
  for (let step = 0; step < STEPS; step += 1) {
    await atRest(page);
    await pace.next();
  }
}

test.describe('the layout', () => {
  test.use({
    contextOptions: { reducedMotion: 'no-preference' },
    // So that what moves during a stream moves step by step.
    stackOptions: { environment: { PACING: 'steps' } },
  });

  test('is stable on load where the mode just fits on a line, without the badge', async ({ page }) => {
    await page.setViewportSize({ width: 720, height: 450 });
    await page.addInitScript(ADD_UP);
    await page.goto('/');
    await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
    await atRest(page);
    await expectStill(page);
  });

  atBothSizes(() => {
    test('is stable on load, during a deep search, when its answer comes, and after a reload', async ({
      page,
      pace,
    }) => {
      await page.addInitScript(ADD_UP);
      await page.goto('/');
      // Appears when the page is idle, after everything else.
      await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
      await expectStill(page);
      await searchStepByStep(page, pace);
      await answerOf(page).waitFor();
      await expect(answerOf(page)).toContainText(NOTE);
      await atRest(page);
      await expectStill(page);
      await expectBelowHeader(page, page.locator('[data-turn]'));
      await page.reload();
      await answerOf(page).waitFor();
      await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
      await expectStill(page);
    });

    test('is stable when the answer comes before the code that shows its people', async ({ page, pace }) => {
      await page.addInitScript(ADD_UP);
      const release = await hold(page, '**/assets/results-*.js');
      await page.goto('/');
      await searchStepByStep(page, pace);
      await expect(answerOf(page)).toContainText(NOTE);
      await atRest(page);
      await expectStill(page);
      release();
      await matchesOf(page).first().waitFor();
      await atRest(page);
      await expectStill(page);
    });
  });
});
