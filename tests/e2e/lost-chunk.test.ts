import type { Page } from '@playwright/test';
import { expect, test } from './fixtures.ts';
import { ask, inputOf, intercept, matchesOf, openSidebar, send } from './page.ts';

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

test.describe('a part of the page that is gone from the server', () => {
  test('is a screen: the person is told, the others can still be gone to, and everything goes on after a reload', async ({
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

  test('is the list of shortcuts, or what draws the people: a sentence says so, and all else works on', async ({
    page,
  }) => {
    await lose(page, 'overlay');
    await lose(page, 'results');
    await page.goto('/');
    const sidebar = await openSidebar(page);
    await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
    const alert = page.getByRole('alert').filter({ hasText: 'This part of the page could not be loaded.' });
    await alert.getByRole('button', { name: 'Reload' }).waitFor();
    // With the words of its answer.
    await ask(page, 'Peruvian economists in Lima');
    await page.getByRole('alert').getByText('These results could not be shown.').first().waitFor();
  });

  test('comes with the second try when only the first was lost', async ({ page }) => {
    const counter = await lose(page, 'screens', 1);
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    expect(counter.asked).toBe(2);
  });

  test('is what keeps a question: the text comes back, and outlasts the reload that helps', async ({
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
    await inputOf(page).press('Enter');
    await matchesOf(page).first().waitFor();
  });

  test('comes with the second try, and so does all that goes with it, where it is of many', async ({
    page,
  }) => {
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
