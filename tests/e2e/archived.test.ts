import type { Page } from '@playwright/test';
import { arriveSignedIn } from './accounts.ts';
import { expectAccessible, followDevice } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { goToBackground, hold, intercept, openSidebar, showScreen } from './page.ts';
import type { SeededChat } from './seed.ts';

const ARCHIVED: readonly SeededChat[] = ['reefs', 'lawyers', 'chefs', 'investors'].map((title) => ({
  id: `chat_${title}`,
  title,
  turns: 1,
  isArchived: true,
}));
const OPEN: SeededChat = { id: 'chat_open', title: 'founders', turns: 1 };

const rowsOf = (page: Page) => page.getByRole('main').getByRole('listitem');
const buttonOf = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const restoreOf = (page: Page, title: string) => buttonOf(page, `Restore ${title}`);
const deleteOf = (page: Page, title: string) => buttonOf(page, `Delete ${title}`);
const titlesIn = (page: Page) => rowsOf(page).locator('p:first-child');

const dialogOf = (page: Page) =>
  page.getByRole('alertdialog', { name: 'Are you sure you want to delete this chat?' });
const confirm = (page: Page) => dialogOf(page).getByRole('button', { name: 'Delete' }).click();

/** Creates archived chats in the signed-in account, the last one being the newest. */
async function archiveInAccount(page: Page, titles: readonly string[]): Promise<void> {
  await page.evaluate(async (all) => {
    const key = Object.keys(localStorage).find((name) => name.endsWith('.idToken')) ?? '';
    const headers = { 'x-auth-token': localStorage.getItem(key) ?? '', 'content-type': 'application/json' };
    const call = async (method: string, path: string, body: object) => {
      const response = await fetch(`/api/chats${path}`, { method, headers, body: JSON.stringify(body) });
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status}`);
    };
    for (const [index, title] of all.entries()) {
      const createdAt = new Date(Date.UTC(2026, 0, 5) + index * 1_000).toISOString();
      await call('POST', '', { id: `chat_account_${index}`, title, createdAt });
      await call('PATCH', `/chat_account_${index}`, { isArchived: true });
    }
  }, titles);
}

test.describe('chats archived in this browser', () => {
  test.use({ holding: { chats: [OPEN, ...ARCHIVED] } });

  test('are opened from the sidebar, restored and deleted by keyboard, until none is left', async ({
    page,
  }) => {
    await followDevice(page);
    await page.goto('/');
    await (await openSidebar(page)).getByRole('link', { name: 'Archived chats' }).click();

    await test.step('each has its date and its message count', async () => {
      await expect(page.getByRole('heading', { name: 'Archived chats' })).toBeFocused();
      await expect(page).toHaveTitle('Archived chats – Expertscope');
      await expect(titlesIn(page)).toHaveText(['reefs', 'lawyers', 'chefs', 'investors']);
      await expect(rowsOf(page).first()).toContainText(/\d+.* · 2 messages/);
      await expectAccessible(page);
    });

    await test.step('restoring a chat moves the focus to the next one', async () => {
      await restoreOf(page, 'lawyers').press('Enter');
      await expect(restoreOf(page, 'chefs')).toBeFocused();
      await expect(page.getByRole('status').getByText('Chat restored')).toBeVisible();
      await expect(titlesIn(page)).toHaveText(['reefs', 'chefs', 'investors']);
    });

    await test.step('deleting the last one moves the focus to the previous one', async () => {
      await deleteOf(page, 'investors').press('Enter');
      await page.keyboard.press('Escape');
      // A closed dialog is hidden a moment before it is removed.
      await expect(page.locator('dialog')).toHaveCount(0);
      await expect(deleteOf(page, 'investors')).toBeFocused();
      await page.keyboard.press('Enter');
      await confirm(page);
      await expect(deleteOf(page, 'chefs')).toBeFocused();
      await expect(page.getByRole('status').getByText('Chat deleted')).toBeVisible();
    });

    await test.step('once none is left, the screen says so', async () => {
      await restoreOf(page, 'reefs').press('Enter');
      await restoreOf(page, 'chefs').press('Enter');
      await expect(page.getByText('No archived chats.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Archived chats' })).toBeFocused();
    });

    await test.step('restored chats are in the chat list, deleted ones are gone', async () => {
      await page.getByRole('link', { name: 'Back to chats' }).click();
      const chats = page.getByRole('navigation', { name: 'Chats' });
      await expect(chats.getByRole('listitem')).toHaveCount(4);
      await expect(chats).toContainText('lawyers');
      expect(await page.evaluate(() => JSON.stringify({ ...localStorage }))).not.toContain('investors');
    });
  });

  test('stay in step between tabs, even after an unnoticed deletion', async ({ page, context }) => {
    await page.goto('/archived');
    const other = await context.newPage();
    await other.goto('/archived');
    await expect(rowsOf(other)).toHaveCount(4);
    await restoreOf(other, 'reefs').click();
    await expect(titlesIn(page)).toHaveText(['lawyers', 'chefs', 'investors']);

    await test.step('a chat that cannot be restored stays, and says why', async () => {
      // As another tab would do, but without notifying this one.
      await page.evaluate(() => {
        const chats: { id: string }[] = JSON.parse(localStorage.getItem('expertscope_chats') ?? '[]');
        const messages: { chatId: string }[] = JSON.parse(
          localStorage.getItem('expertscope_messages') ?? '[]',
        );
        const gone = 'chat_lawyers';
        localStorage.setItem('expertscope_chats', JSON.stringify(chats.filter(({ id }) => id !== gone)));
        const kept = messages.filter(({ chatId }) => chatId !== gone);
        localStorage.setItem('expertscope_messages', JSON.stringify(kept));
      });
      await restoreOf(page, 'lawyers').click();
      await expect(rowsOf(page).first().getByRole('alert')).toHaveText(
        'This chat could not be restored. Please try again.',
      );
      await expect(restoreOf(page, 'lawyers')).toBeFocused();
    });
  });

  test('are listed apart from the account’s after signing in', async ({ page, stack }) => {
    await arriveSignedIn(page, stack);
    await page.getByRole('button', { name: 'Keep here' }).click();
    await archiveInAccount(page, ['economists']);
    // Below what is still to come, nothing can move under the pointer.
    let arrive = await hold(page, '**/api/chats?archived*');
    await showScreen(page, '/archived', 'In this browser');
    await restoreOf(page, 'reefs').waitFor();
    await expect(restoreOf(page, 'reefs')).not.toBeInViewport();
    arrive();
    await expect(titlesIn(page)).toHaveText(['economists', 'reefs', 'lawyers', 'chefs', 'investors']);

    await test.step('restoring one there changes the browser’s chats, not the account’s', async () => {
      await restoreOf(page, 'lawyers').click();
      await expect(titlesIn(page)).toHaveText(['economists', 'reefs', 'chefs', 'investors']);
      const stored = await page.evaluate(() => localStorage.getItem('expertscope_chats') ?? '');
      expect(JSON.parse(stored)).toContainEqual(
        expect.objectContaining({ title: 'lawyers', isArchived: false, userId: 'anonymous' }),
      );
      await deleteOf(page, 'chefs').click();
      await confirm(page);
      await expect(titlesIn(page)).toHaveText(['economists', 'reefs', 'investors']);
    });

    await test.step('restoring one of the account’s adds it to the account’s list', async () => {
      await restoreOf(page, 'economists').click();
      await expect(page.getByText('No archived chats.')).toBeVisible();
      await page.getByRole('link', { name: 'Back to chats' }).click();
      const chats = page.getByRole('navigation', { name: 'Chats' });
      await expect(chats.getByRole('listitem')).toHaveCount(1);
      await chats.getByRole('link', { name: /^economists/ }).click();
    });

    await test.step('clearing local data leaves the account’s current chat alone', async () => {
      const current = () => page.evaluate(() => localStorage.getItem('expertscope_current_chat'));
      await expect.poll(current).toBe('chat_account_0');
      arrive = await hold(page, '**/assets/your-account-*.js');
      await showScreen(page, '/data', 'Your data');
      const clear = page.getByRole('button', { name: 'Clear' });
      await clear.waitFor();
      await expect(page.getByRole('heading', { name: 'In this browser' })).not.toBeInViewport();
      arrive();
      await page.getByRole('heading', { name: 'Your account', exact: true }).waitFor();
      await clear.click();
      await page.getByRole('button', { name: 'Clear everything' }).click();
      await expect(page.getByText('Local data cleared')).toBeVisible();
      expect(await current()).toBe('chat_account_0');
      expect(await page.evaluate(() => localStorage.getItem('expertscope_chats'))).toBeNull();
      await showScreen(page, '/archived', 'Archived chats');
      await expect(page.getByText('No archived chats.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'In this browser' })).toHaveCount(0);
    });
  });
});

test('an account’s archived chats come 50 at a time, and each failure is shown where it occurred', async ({
  page,
  stack,
}) => {
  await arriveSignedIn(page, stack);
  await archiveInAccount(
    page,
    Array.from({ length: 52 }, (_, number) => `Request ${number}`),
  );
  // Rereads what the page may have read between a chat’s creation and its archiving, and stops polling: a list requested again below must
  // be requested by the person.
  await page.reload();
  await expect((await openSidebar(page)).getByText('No conversations yet.')).toBeVisible();
  await goToBackground(page);

  await test.step('a loading list is announced, and a failed one can be requested again', async () => {
    const gate = Promise.withResolvers<void>();
    const failed = async () => ({ status: 400, json: { error: { code: 'bad-request', message: 'No.' } } });
    const letThrough = await intercept(page, '**/api/chats?archived=true', async (route) => {
      await gate.promise;
      await route.fulfill(await failed());
    });
    await showScreen(page, '/archived', 'Archived chats');
    await expect(page.getByText('Loading archived chats…')).toBeVisible();
    gate.resolve();
    await expect(page.getByRole('alert')).toContainText('The archived chats could not be loaded.');
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(rowsOf(page)).toHaveCount(50);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Archived chats' })).toBeFocused();
  });

  await test.step('a chat that could not be deleted or restored stays, with the reason next to it', async () => {
    const letThrough = await intercept(page, '**/api/chats/chat_account_51', (route) =>
      route.fulfill({ status: 500, json: {} }),
    );
    await deleteOf(page, 'Request 51').press('Enter');
    await confirm(page);
    const row = rowsOf(page).first();
    await expect(row.getByRole('alert')).toHaveText('This chat could not be deleted. Please try again.');
    await expect(deleteOf(page, 'Request 51')).toBeFocused();
    await restoreOf(page, 'Request 51').press('Enter');
    await expect(row.getByRole('alert')).toHaveText('This chat could not be restored. Please try again.');
    letThrough();
    const message = 'Your account has reached its storage limit for today.';
    const stopRefusing = await intercept(page, '**/api/chats/chat_account_51', (route) =>
      route.fulfill({ status: 429, json: { error: { code: 'storage-limit', message } } }),
    );
    await restoreOf(page, 'Request 51').press('Enter');
    await expect(row.getByRole('alert')).toHaveText(`This chat could not be restored. ${message}`);
    stopRefusing();
    await restoreOf(page, 'Request 51').press('Enter');
    await expect(restoreOf(page, 'Request 50')).toBeFocused();
  });

  await test.step('older chats come on request, and a failure can be retried', async () => {
    const older = page.getByRole('button', { name: 'Show older chats' });
    const letThrough = await intercept(page, '**/api/chats?archived=true&cursor=*', (route) =>
      route.fulfill({ status: 400, json: { error: { code: 'bad-request', message: 'No.' } } }),
    );
    await older.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('Older archived chats could not be loaded.');
    letThrough();
    await older.press('Enter');
    await expect(rowsOf(page)).toHaveCount(51);
    await expect(restoreOf(page, 'Request 1')).toBeFocused();
    await expect(older).toHaveCount(0);
  });

  await test.step('the restored chat is in the sidebar, and no error has been carried over', async () => {
    await page.getByRole('link', { name: 'Back to chats' }).click();
    await expect(page.getByRole('navigation', { name: 'Chats' }).getByRole('listitem')).toHaveText(
      /^Request 51/,
    );
    await expect(page.getByRole('alert')).toHaveCount(0);
  });
});
