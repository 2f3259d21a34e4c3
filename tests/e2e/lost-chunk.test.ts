import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, inputOf, newScreen, openSidebar } from './support/screen.ts';
import { startTestStack } from './support/stack.ts';

let browser: Browser;
let stack: LocalStack;
beforeAll(async () => {
  [browser, stack] = await Promise.all([launchBrowser(), startTestStack()]);
});
afterAll(async () => {
  await browser?.close();
  await stack?.close();
});

async function open(): Promise<Page> {
  const context = await newScreen(browser, { width: 1440, height: 900 });
  return context.newPage();
}

/** Makes the file of a part of the page fail as one that a newer deployment has removed: the first so many times it is asked for. */
async function lose(page: Page, part: string, times = Number.POSITIVE_INFINITY): Promise<{ asked: number }> {
  const counter = { asked: 0 };
  await page.route(`**/assets/${part}-*.js*`, async (route) => {
    counter.asked += 1;
    if (counter.asked <= times) await route.fulfill({ status: 404, body: 'gone' });
    else await route.continue();
  });
  return counter;
}

describe.skipIf(chromiumPath === undefined)('a part of the page that is gone from the server', () => {
  it('is a screen: the person is told, and everything else goes on after a reload', async () => {
    const page = await open();
    await lose(page, 'screens');
    await page.goto(stack.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('alert').getByText('Loading the page again usually helps.').waitFor();
    await page.unroute('**/assets/screens-*.js*');
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.context().close();
  });

  it('is a screen: the others can still be gone to', async () => {
    const page = await open();
    await lose(page, 'screens');
    await page.goto(`${stack.url}/login`);
    await page.getByRole('alert').getByText('Loading the page again usually helps.').waitFor();
    await page.goto(stack.url);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('alert').waitFor();
    await page.goBack();
    await inputOf(page).waitFor();
    await page.context().close();
  });

  it('is the list of shortcuts: a sentence says so over the page, which works on', async () => {
    const page = await open();
    await lose(page, 'shortcut-list');
    await page.goto(stack.url);
    const sidebar = await openSidebar(page);
    await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await alert.getByRole('button', { name: 'Reload' }).waitFor();
    await ask(page, 'Peruvian economists in Lima');
    await page.context().close();
  });

  it('is what draws the people: the words of the answer stay', async () => {
    const page = await open();
    await lose(page, 'results');
    await page.goto(stack.url);
    await ask(page, 'Peruvian economists in Lima');
    await page.getByRole('alert').getByText('These results could not be shown.').first().waitFor();
    await page.context().close();
  });

  it('comes with the second try when only the first was lost', async () => {
    const page = await open();
    const counter = await lose(page, 'screens', 1);
    await page.goto(`${stack.url}/login`);
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    expect(counter.asked).toBe(2);
    await page.context().close();
  });
});
