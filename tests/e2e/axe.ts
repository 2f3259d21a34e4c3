import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { atRest, expect } from './fixtures.ts';

/** Less than half as long as the one a script imports, and every page that is looked at has to read it. */
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const WCAG: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const ALL_BUT_COLOURS: RunOptions = { ...WCAG, rules: { 'color-contrast': { enabled: false } } };

/** Experimental still, so that no set of rules has it: whoever speaks to a page says what is written on a control. */
const NAMES_AS_SEEN: RunOptions = { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } };

/** What besides the colours depends on where things are, and not only on which things there are. */
const PLACES: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['target-size', 'scrollable-region-focusable', 'css-orientation-lock', 'link-in-text-block'],
  },
};

/** A page narrower than this many CSS pixels has the colours of a wider one. */
const NARROW = 768;

/** What axe finds on a page as it stands, one line for each element. Run by the debugger, so the page's own policy does not forbid it. */
async function findProblems(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** What has to do with the page's parts and their places, in the theme it is in; where the parts are those looked at last, with their places. */
export async function expectAccessibleLayout(page: Page): Promise<void> {
  const isKnown = await page.evaluate(() => {
    const { documentElement: root } = document;
    const shown = [...root.querySelectorAll('*')].map((element) =>
      Number(element.checkVisibility({ visibilityProperty: true })),
    );
    const parts = root.outerHTML.replaceAll(/ style="[^"]*"/g, '') + shown.join('');
    const isSame = Reflect.get(globalThis, 'partsLookedAt') === parts;
    Reflect.set(globalThis, 'partsLookedAt', parts);
    return isSame;
  });
  expect(await findProblems(page, isKnown ? PLACES : ALL_BUT_COLOURS)).toEqual([]);
}

/** Whether every text stands out from what is behind it, in the theme the page is in. */
export async function expectContrast(page: Page): Promise<void> {
  expect(await findProblems(page, COLOURS)).toEqual([]);
}

/** Whether controls are called what is written on them (WCAG 2.5.3). */
export async function expectNamesAsSeen(page: Page): Promise<void> {
  expect(await findProblems(page, NAMES_AS_SEEN)).toEqual([]);
}

/** The page that opens next is in the device's theme, which {@link expectAccessible} changes. */
export const followDevice = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // A blank page, as axe makes one, has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('expertscope_theme', 'system');
  });

/** In both themes, without anything being closed or opened in between. The page has to follow the device. */
export async function expectAccessible(page: Page): Promise<void> {
  const isNarrow = (page.viewportSize()?.width ?? 0) < NARROW;
  await showIn(page, 'light');
  expect(await findProblems(page, WCAG)).toEqual([]);
  if (isNarrow) return;
  await showIn(page, 'dark');
  await expectContrast(page);
}

async function showIn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
  await atRest(page);
}
