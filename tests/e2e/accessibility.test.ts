import type { AxeResults } from 'axe-core';
import axe from 'axe-core';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, chooseFor, inputOf, newScreen, openSidebar, SIZES } from './support/screen.ts';
import { startTestStack } from './support/stack.ts';

const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];
const REQUEST = 'German marine biologists';

/** What axe finds on a page as it stands, one line for each element. Run by the debugger, so the page's own policy does not forbid it. */
async function findProblems(page: Page): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in window))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<AxeResults>(
    `axe.run(document, { runOnly: ${JSON.stringify(RULES)}, resultTypes: ['violations'] })`,
  );
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id}: ${target.join(' ')}: ${failureSummary}`),
  );
}

/** In both themes, without anything being closed or opened in between. */
async function expectAccessible(page: Page): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.locator(`html[data-theme="${colorScheme}"]`).waitFor();
    // Colours on their way from one theme to the other are nobody's.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map(({ finished }) => finished)));
    expect(await findProblems(page), colorScheme).toEqual([]);
  }
}

describe.skipIf(chromiumPath === undefined)('axe finds nothing', () => {
  let stack: LocalStack;
  let browser: Browser;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([
      startTestStack({ cognito: { sendMail: () => undefined } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  describe.each(SIZES)('at %i × %i', (width, height) => {
    /** A test with a page of its own: axe takes its time, so that they run side by side. */
    const withPage = (run: (page: Page) => Promise<void>) => async () => {
      const context = await newScreen(browser, { width, height });
      try {
        await context.addInitScript(() => localStorage.setItem('expertscope_theme', 'system'));
        await run(await context.newPage());
      } finally {
        await context.close();
      }
    };

    it.concurrent(
      'on the start screen, its sidebar, the theme menu and the list of shortcuts',
      withPage(async (page) => {
        await page.goto(stack.url);
        await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Theme' }).click();
        await page.getByRole('menuitemradio', { name: 'System', checked: true }).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        const sidebar = await openSidebar(page);
        await expectAccessible(page);
        await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
        await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
        await expectAccessible(page);
      }),
    );

    it.concurrent(
      'on the results of a deep search, and the dialogs of its chat',
      withPage(async (page) => {
        await page.goto(stack.url);
        await page.getByRole('switch', { name: 'Deep Research' }).click();
        await ask(page, REQUEST);
        await page.getByText(/^Showing \d+ profile\(s\)/).waitFor();
        await expectAccessible(page);
        await chooseFor(page, REQUEST, 'Rename');
        const rename = page.getByRole('dialog', { name: 'Enter new chat title:' });
        await rename.waitFor();
        await expectAccessible(page);
        await rename.getByRole('button', { name: 'Cancel' }).click();
        await chooseFor(page, REQUEST, 'Delete');
        await page.getByRole('alertdialog').waitFor();
        await expectAccessible(page);
      }),
    );

    it.concurrent(
      'while a search is under way, and when it has failed',
      withPage(async (page) => {
        const gate = Promise.withResolvers<void>();
        await page.route('**/api/searches', async (route) => {
          await gate.promise;
          await route.fulfill({ status: 500, json: { error: 'Something broke' } });
        });
        await page.goto(stack.url);
        await inputOf(page).fill(REQUEST);
        await inputOf(page).press('Enter');
        await page.getByPlaceholder('Please wait...').waitFor();
        await expectAccessible(page);
        gate.resolve();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await page.getByRole('alert').getByText('Failed to send message').waitFor();
        await expectAccessible(page);
      }),
    );

    it.concurrent.each([
      ['/login', 'Welcome to Expertscope'],
      ['/signup', 'Create your account'],
      ['/forgot-password', 'Reset your password'],
      ['/data', 'Local data'],
      ['/no/such/page', 'Oops! Page not found'],
    ])('on %s', (path, heading) =>
      withPage(async (page) => {
        await page.goto(stack.url + path);
        await page.getByRole('heading', { name: heading }).waitFor();
        await expectAccessible(page);
      })(),
    );
  });
});
