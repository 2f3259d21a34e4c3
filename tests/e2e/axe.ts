import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';
import { atRest, expect } from './fixtures.ts';

/** Less than half the size of the build that a script imports, which matters as every checked page parses it. */
const AXE = await readFile(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

const WCAG: RunOptions = { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] };
const COLOURS: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } };
const ALL_BUT_COLOURS: RunOptions = { ...WCAG, rules: { 'color-contrast': { enabled: false } } };

/** Still experimental and therefore in no rule set: voice control users say the visible label of a control. */
const NAMES_AS_SEEN: RunOptions = { runOnly: { type: 'rule', values: ['label-content-name-mismatch'] } };

/** Rules other than contrast that depend on layout and not only on content. */
const PLACES: RunOptions = {
  runOnly: {
    type: 'rule',
    values: ['target-size', 'scrollable-region-focusable', 'css-orientation-lock', 'link-in-text-block'],
  },
};

/** A page narrower than this many CSS pixels has the same colours as a wider one. */
const NARROW = 768;

/** Axe’s findings on the current page, one line per element. Evaluated by the debugger, so that the page’s own policy does not block it. */
async function findProblems(page: Page, options: RunOptions): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(AXE);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, ${JSON.stringify({ ...options, resultTypes: ['violations'] })})`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** Checks content and layout in the current theme; if the content has not changed since the last check, layout only. */
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

/** Checks the contrast of all text in the current theme. */
export async function expectContrast(page: Page): Promise<void> {
  expect(await findProblems(page, COLOURS)).toEqual([]);
}

/** Checks that the names of controls contain their visible labels (WCAG 2.5.3). */
export async function expectNamesAsSeen(page: Page): Promise<void> {
  expect(await findProblems(page, NAMES_AS_SEEN)).toEqual([]);
}

/** Makes the next page follow the device’s theme, which {@link expectAccessible} changes. */
export const followDevice = (page: Page): Promise<unknown> =>
  page.addInitScript(() => {
    // A blank page, such as axe creates, has no storage.
    if (location.protocol.startsWith('http')) localStorage.setItem('expertscope_theme', 'system');
  });

/** Checks both themes without changing anything else. The page has to follow the device’s theme. */
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
