import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { expectAccessible } from './support/axe.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, chooseFor, inputOf, newScreen, openSidebar, SIZES } from './support/screen.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';

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
