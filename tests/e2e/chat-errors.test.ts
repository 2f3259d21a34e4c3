import type { Page } from '@playwright/test';
import { APOLOGY, searchApology } from '#shared/search-errors.ts';
import { expect, REQUEST, test } from './fixtures.ts';
import {
  ask,
  chooseFor,
  entryOf,
  goToBackground,
  intercept,
  openSidebar,
  rename,
  send,
  startOf,
} from './page.ts';
import { runOf, searchStream } from './search-stream.ts';

const BROKEN = {
  error: { code: 'internal-error', message: 'Something went wrong on our side. Please try again.' },
};

const errorOf = (page: Page, text: string) => page.getByRole('alert').getByText(text, { exact: true });
/** Makes one kind of call fail; the others go through. */
const fail = (page: Page, path: string, method: string) =>
  intercept(page, path, (route) =>
    route.request().method() === method ? route.fulfill({ status: 500, json: BROKEN }) : route.fallback(),
  );
async function openChat(page: Page): Promise<void> {
  await page.goto('/');
  await (await entryOf(page, REQUEST)).click();
  await page.getByText(/^Showing \d+ profile/).waitFor();
}

test.describe('chats in an unreachable account', () => {
  test.use({ storageState: ({ account }, use) => use(account) });

  test('reports that the chats could not be fetched, and still accepts a search', async ({ page }) => {
    await fail(page, '**/api/chats?*', 'GET');
    await fail(page, '**/api/chats', 'GET');
    await page.goto('/');
    await errorOf(page, 'Failed to fetch chats').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await ask(page, 'Chilean astronomers');
  });

  test('reports that the messages could not be fetched, and shows them once they can be', async ({
    page,
  }) => {
    const letThrough = await fail(page, '**/api/chats/*/messages*', 'GET');
    await page.addInitScript(() => localStorage.removeItem('expertscope_offline'));
    await page.goto('/');
    const chat = await entryOf(page, REQUEST);
    if ((await chat.getAttribute('aria-current')) === null) await chat.click();
    await errorOf(page, 'Failed to fetch messages').waitFor();
    await page.getByRole('heading', { name: 'This chat could not be loaded.' }).waitFor();
    await expect(startOf(page)).toHaveCount(0);
    await goToBackground(page);
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page.getByText(/^Showing \d+ profile/).waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('reports that a chat could not be renamed or archived, and leaves it unchanged', async ({ page }) => {
    await openChat(page);
    await fail(page, '**/api/chats/*', 'PATCH');
    await chooseFor(page, REQUEST, 'Rename');
    await page.getByRole('dialog').getByRole('textbox').fill('Reef people');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await errorOf(page, 'Failed to update chat').waitFor();
    await (await entryOf(page, REQUEST)).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await chooseFor(page, REQUEST, 'Archive');
    await errorOf(page, 'Failed to update chat').waitFor();
    await (await entryOf(page, REQUEST)).waitFor();
    await expect(page.getByText('Chat archived')).toHaveCount(0);
  });

  test('still says so after the network was gone', async ({ page, context }) => {
    await openChat(page);
    await fail(page, '**/api/chats/*', 'PATCH');
    await chooseFor(page, REQUEST, 'Archive');
    const error = errorOf(page, 'Failed to update chat');
    await error.waitFor();
    await context.setOffline(true);
    await page.getByText('You are offline.').waitFor();
    const listed = page.waitForResponse('**/api/chats');
    await context.setOffline(false);
    await expect(page.getByText('You are offline.')).toHaveCount(0);
    await listed;
    await expect(error).toBeVisible();
  });

  test('offers a title that could not be stored once more', async ({ page }) => {
    await openChat(page);
    await fail(page, '**/api/chats/*', 'PATCH');
    await rename(page, REQUEST, 'Reef people');
    await errorOf(page, 'Failed to update chat').waitFor();
    await page.reload();
    for (const title of ['Reef people', REQUEST]) {
      await chooseFor(page, REQUEST, 'Rename');
      await expect(page.getByRole('dialog').getByRole('textbox')).toHaveValue(title);
      await page.keyboard.press('Escape');
    }
  });

  test('reports that a chat could not be deleted, and keeps it with its messages', async ({ page }) => {
    await openChat(page);
    await fail(page, '**/api/chats/*', 'DELETE');
    await chooseFor(page, REQUEST, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await errorOf(page, 'Failed to delete chat').waitFor();
    await (await entryOf(page, REQUEST)).waitFor();
    await page.getByText(/^Showing \d+ profile/).waitFor();
  });

  test('reports that a rating could not be stored, and reverts it', async ({ page }) => {
    await openChat(page);
    await fail(page, '**/api/chats/*/messages/*', 'PATCH');
    await page.getByRole('button', { name: 'Good' }).click();
    await errorOf(page, 'Failed to update message').waitFor();
    await page.getByRole('button', { name: 'Good', pressed: false }).waitFor();
  });

  test('apologises for a failed send, keeps its text, and offers to try again', async ({ page }) => {
    await page.goto('/');
    const letThrough = await fail(page, '**/api/searches', 'POST');
    await page.getByRole('button', { name: 'New chat' }).click();
    await send(page, 'Chilean astronomers');
    await errorOf(page, 'Failed to send message').waitFor();
    await page.getByText('You asked: Chilean astronomers').waitFor();
    await page.getByText(APOLOGY, { exact: true }).first().waitFor();
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByText(/profiles? for your request|No profiles found/)
      .first()
      .waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('apologises for a failed search with the reason', async ({ page }) => {
    const reason = 'Failed to search LinkedIn profiles: SerpAPI error: 503 Service Unavailable';
    await page.route('**/api/searches', (route) => {
      const run = runOf(route.request());
      const message = {
        ...run.userMessage,
        id: 'msg_apology',
        content: searchApology(reason),
        role: 'assistant',
        metadata: { outcome: 'apologised' },
      };
      const done = { outcome: 'apologised' };
      return route.fulfill(
        searchStream([
          ['run', run],
          ['message', message],
          ['done', done],
        ]),
      );
    });
    await page.goto('/');
    await page.getByRole('button', { name: 'New chat' }).click();
    await send(page, 'Chilean astronomers');
    await page
      .getByRole('list', { name: 'Messages' })
      .getByText(
        `I'm sorry, I encountered an error while processing your search request: ${reason}. Please try again with a different phrasing.`,
        { exact: true },
      )
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('reports that the account could not be loaded, and signs in only on a successful retry', async ({
    page,
  }) => {
    const letThrough = await fail(page, '**/api/me', 'GET');
    await page.goto('/');
    await errorOf(page, 'Your account could not be loaded just now. Please try again.').waitFor();
    await (await openSidebar(page)).getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await expect(page.getByRole('button', { name: 'Account' })).toHaveCount(0);
    letThrough();
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await (await entryOf(page, REQUEST)).waitFor();
  });
});
