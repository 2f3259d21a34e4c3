import type { Page } from '@playwright/test';
import { arriveSignedIn } from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { ask, inputOf, intercept, matchesOf, openSidebar, saveData, send } from './page.ts';

/** Makes the first so many requests for a chunk fail, as if a newer deployment had removed it. */
async function lose(page: Page, part: string, times = Number.POSITIVE_INFINITY): Promise<{ asked: number }> {
  const counter = { asked: 0 };
  await page.route(`**/assets/${part}-*.js*`, async (route) => {
    counter.asked += 1;
    if (counter.asked <= times) await route.fulfill({ status: 404, body: 'gone' });
    else await route.continue();
  });
  return counter;
}

const reloadOf = (page: Page) =>
  page
    .getByRole('status')
    .filter({ hasText: 'This part of the page could not be loaded.' })
    .getByRole('button', { name: 'Reload' });

test.describe('a chunk that is missing on the server', () => {
  test('for a screen is reported, leaves other screens reachable, and loads after a reload', async ({
    page,
  }) => {
    const told = page.getByRole('alert').getByText('Loading the page again usually helps.');
    const letThrough = await intercept(page, '**/assets/screens-*.js*', (route) =>
      route.fulfill({ status: 404, body: 'gone' }),
    );
    await page.goto('/login');
    await told.waitFor();
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in' }).click();
    await told.waitFor();
    await page.goBack();
    await inputOf(page).waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await told.waitFor();
    letThrough();
    await page.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
  });

  test('for shortcuts or results is reported, while everything else works', async ({ page }) => {
    await lose(page, 'overlay');
    await lose(page, 'results');
    await page.goto('/');
    const sidebar = await openSidebar(page);
    await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
    await reloadOf(page).waitFor();
    // This also waits for the text of the answer.
    await ask(page, 'Peruvian economists in Lima');
    await page.getByRole('alert').getByText('These results could not be shown.').first().waitFor();
  });

  test('for what lies over the page is reported beside the controls, and loads when it is asked for again', async ({
    page,
  }) => {
    const REQUEST = 'Peruvian economists in Lima';
    await saveData(page);
    await page.setViewportSize({ width: 390, height: 844 });
    const letThrough = await intercept(page, '**/assets/overlay-*.js*', (route) =>
      route.fulfill({ contentType: 'text/html', body: '<h1>Hotel Wi-Fi</h1>' }),
    );
    await page.goto('/');
    await inputOf(page).fill(REQUEST);
    await inputOf(page).press('Control+k');
    await reloadOf(page).waitFor();
    await page.getByRole('button', { name: 'Send message' }).click({ trial: true });
    letThrough();
    await inputOf(page).press('Control+k');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await lose(page, 'file');
    await ask(page, REQUEST);
    await page.getByRole('button', { name: 'Export' }).click();
    await page.getByRole('menuitem', { name: 'JSON' }).click();
    await reloadOf(page).waitFor();
  });

  test('is loaded by the second attempt when only the first fails', async ({ page }) => {
    // Nothing is prefetched, which would be counted too.
    await saveData(page);
    const counter = await lose(page, 'screens', 1);
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    expect(counter.asked).toBe(2);
  });

  test('for storing a question returns the text to the input, where it survives the reload', async ({
    page,
  }) => {
    const REQUEST = 'Peruvian economists in Lima';
    const letThrough = await intercept(page, '**/assets/stored-*.js*', (route) =>
      route.abort('internetdisconnected'),
    );
    await page.goto('/');
    await send(page, REQUEST);
    await page.getByText('Your text is kept: reload the page').waitFor();
    await expect(inputOf(page)).toHaveValue(REQUEST);
    await expect(page).toHaveURL('/');
    letThrough();
    await page.reload();
    await expect(inputOf(page)).toHaveValue(REQUEST);
    await expect(inputOf(page)).toBeEditable();
    await inputOf(page).press('Enter');
    await matchesOf(page).first().waitFor();
  });

  for (const isSignedIn of [false, true])
    test(`for sending a search leaves none running (signed in: ${isSignedIn})`, async ({ page, stack }) => {
      const REQUEST = 'Peruvian economists in Lima';
      await saveData(page);
      const letThrough = await intercept(page, '**/assets/connection-*.js*', (route) =>
        route.fulfill({ status: 404, body: 'gone' }),
      );
      if (isSignedIn) await arriveSignedIn(page, stack);
      else await page.goto('/');
      await send(page, REQUEST);
      const tryAgain = page.getByRole('button', { name: 'Try again' });
      if (isSignedIn) await page.getByText('Your text is kept: reload the page').waitFor();
      else await tryAgain.waitFor();
      await expect(page.getByText('Searching…')).toHaveCount(0);
      letThrough();
      if (isSignedIn) {
        await page.reload();
        await expect(inputOf(page)).toHaveValue(REQUEST);
        await expect(inputOf(page)).toBeEditable();
        await inputOf(page).press('Enter');
      } else await tryAgain.click();
      await matchesOf(page).first().waitFor();
    });

  test('is loaded by the second attempt, even when many are missing', async ({ page }) => {
    const parts = ['local-chats', 'notes', 'connection', 'shown-conversation', 'results'];
    const counters = await Promise.all(parts.map((part) => lose(page, part, 1)));
    await page.goto('/');
    await ask(page, 'Peruvian economists in Lima');
    await matchesOf(page).first().waitFor();
    await page.reload();
    await matchesOf(page).first().waitFor();
    expect(counters.every(({ asked }) => asked >= 2)).toBe(true);
  });
});
