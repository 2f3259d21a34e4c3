import type { Page } from '@playwright/test';
import { APOLOGY } from '#shared/search-errors.ts';
import { expect, test } from './fixtures.ts';
import { answerOf, intercept, matchesOf, saveData, send, watchScripts } from './page.ts';
import { searchedChat } from './seed.ts';

const REQUEST = 'Peruvian economists in Lima';

const noticeOf = (page: Page) => page.getByRole('status').filter({ hasText: 'You are offline' });
const lostParts = (page: Page) => page.getByText(/could not be (shown|loaded)/);

/** Opens the start screen and waits for every script that a search needs. */
async function openAtRest(page: Page): Promise<void> {
  const scripts = watchScripts(page);
  await page.goto('/');
  await scripts.haveArrived(['shown-conversation', 'connection', 'results', 'stored']);
}

test('a search sent offline begins once the browser is online, with its code already loaded', async ({
  page,
  context,
}) => {
  await openAtRest(page);
  await expect(noticeOf(page)).toHaveCount(0);
  await context.setOffline(true);
  await noticeOf(page).waitFor();
  await send(page, REQUEST);
  await page.getByText(`You asked: ${REQUEST}`).waitFor();
  await page.getByText('Reconnecting...').waitFor();
  await context.setOffline(false);
  await answerOf(page).waitFor();
  await matchesOf(page).first().waitFor();
  await expect(noticeOf(page)).toHaveCount(0);
  await expect(lostParts(page)).toHaveCount(0);
});

test('a search that cannot be sent ends with an apology after half a minute', async ({ page, context }) => {
  await page.clock.install();
  await openAtRest(page);
  await context.setOffline(true);
  await send(page, REQUEST);
  await page.getByText('Reconnecting...').waitFor();
  await page.clock.runFor(30_000);
  await page.getByText(APOLOGY, { exact: true }).first().waitFor();
  await page.getByRole('alert').getByText('Failed to send message').waitFor();
  await page.getByText(`You asked: ${REQUEST}`).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Try again' }).click();
  await answerOf(page).waitFor();
});

test.describe('a stored chat, when the network goes', () => {
  test.use({ holding: { chats: [searchedChat(REQUEST)] } });

  test('shows people who were still loading once the network is back', async ({ page, context }) => {
    const offline = Promise.withResolvers<void>();
    await page.clock.install();
    const letThrough = await intercept(page, '**/assets/results-*.js*', async (route) => {
      await offline.promise;
      await route.abort('internetdisconnected');
    });
    const { onTheirWay } = watchScripts(page);
    await page.goto('/');
    await page.getByText('Answer: I found 3 profiles for your request.').waitFor();
    // The scripts they depend on have been loaded.
    await expect.poll(() => onTheirWay).toEqual(['results']);
    await context.setOffline(true);
    await noticeOf(page).waitFor();
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/results-'));
    offline.resolve();
    await failed;
    await page.clock.runFor(10_000);
    await expect(lostParts(page)).toHaveCount(0);
    letThrough();
    await context.setOffline(false);
    await expect(matchesOf(page)).toHaveCount(3);
    await expect(noticeOf(page)).toHaveCount(0);
    await expect(lostParts(page)).toHaveCount(0);
  });

  test('opens its other screens once the network is back', async ({ page, context }) => {
    await saveData(page);
    await page.goto('/');
    await expect(matchesOf(page)).toHaveCount(3);
    await context.setOffline(true);
    await noticeOf(page).waitFor();
    await page.getByRole('button', { name: 'Shortcuts' }).click();
    await context.setOffline(false);
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await expect(lostParts(page)).toHaveCount(0);
    await page.keyboard.press('Escape');
    await page.getByRole('link', { name: 'Your data' }).click();
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    await context.setOffline(true);
    await noticeOf(page).waitFor();
    await context.setOffline(false);
    await expect(noticeOf(page)).toHaveCount(0);
  });
});

test.describe('the data of an account', () => {
  test.use({ storageState: ({ account }, use) => use(account) });

  test('that could not be loaded is loaded once the network is back', async ({ page, context }) => {
    const cutOff = ['shares', 'account/usage'].map((path) =>
      intercept(page, `**/api/${path}`, (route) => route.abort('internetdisconnected')),
    );
    const letThrough = await Promise.all(cutOff);
    await page.goto('/data');
    await expect(page.getByText('The service could not be reached.')).toHaveCount(2);
    for (const open of letThrough) open();
    await context.setOffline(true);
    await noticeOf(page).waitFor();
    await context.setOffline(false);
    await page.getByText('Nothing is shared.').waitFor();
    await page.getByText(/^(Left today: |Your searches are not limited)/).waitFor();
    await expect(page.getByText('The service could not be reached.')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Change password' })).toBeEnabled();
  });
});
