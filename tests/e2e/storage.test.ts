import type { Page } from '@playwright/test';
import { expect, REQUEST, test } from './fixtures.ts';
import { answerOf, ask, entryOf, inputOf, openSidebar, rename, send, startOf } from './page.ts';

const UNSAVED = /^This browser could not store your latest changes: its storage is full or switched off\./;
const LIST_UNSAVED = /^This browser could not store your latest changes to lists:/;
const UNREADABLE = /^Some of the chats stored in this browser could not be read\. They were set aside/;

/** As browsers do when the person has blocked storage for a site. */
const FORBID_STORAGE = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
    });
`;

const noticeOf = (page: Page, text: RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text });

/** Fills the storage so that nothing useful fits. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 4_000_000, part = 0; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) {
          localStorage.setItem(`other_${part}`, 'x'.repeat(size));
          part += 1;
        }
      } catch {
        // That much does not fit: try half of it.
      }
    }
  });
const makeRoom = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('other_')) localStorage.removeItem(key);
  });

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);

test.describe('a browser’s storage', () => {
  test.use({
    holding: {
      chats: [
        { id: 'chat_reefs', title: 'reefs', turns: 2 },
        { id: 'chat_stars', title: 'stars', turns: 1 },
      ],
    },
  });

  test('when full, still accepts a search, says that it is not saved, and saves it once there is room', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByText('Answer 2 of reefs').waitFor();
    await fillStorage(page);
    const before = await stored(page, 'expertscope_messages');
    await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
    await ask(page, REQUEST);
    await noticeOf(page, UNSAVED).waitFor();
    await page.getByText(/^Showing \d+ profile/).waitFor();
    await page.getByRole('button', { name: 'Good' }).click();
    await page.getByRole('button', { name: 'Good', pressed: true }).waitFor();
    await page
      .getByRole('button', { name: /^Save / })
      .first()
      .click();
    await noticeOf(page, LIST_UNSAVED).getByRole('button', { name: 'Dismiss' }).click();
    await expect(noticeOf(page, LIST_UNSAVED)).toHaveCount(0);
    await page
      .getByRole('button', { name: /^Save / })
      .first()
      .click();
    await noticeOf(page, LIST_UNSAVED).waitFor();
    await (await entryOf(page, /^stars /)).click();
    await page.getByText('Answer 1 of stars').waitFor();
    await (await entryOf(page, /^German marine biologists /)).click();
    await answerOf(page).waitFor();
    expect(await stored(page, 'expertscope_messages')).toBe(before);
    await makeRoom(page);
    await rename(page, 'stars', 'far stars');
    await (await entryOf(page, /^far stars /)).waitFor();
    await page.reload();
    await (await entryOf(page, /^German marine biologists .* · 2 messages/)).click();
    await answerOf(page).waitFor();
    await page.getByRole('button', { name: 'Good', pressed: true }).waitFor();
    await (await entryOf(page, /^far stars .*· 2 messages/)).waitFor();
    await expect(noticeOf(page, UNSAVED)).toHaveCount(0);
  });

  test('when full on load, shows what it holds, and loses none of it in a reload', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Answer 2 of reefs').waitFor();
    await fillStorage(page);
    await page.reload();
    await page.getByText('Answer 2 of reefs').waitFor();
    await ask(page, REQUEST);
    await noticeOf(page, UNSAVED).getByRole('button', { name: 'Dismiss' }).click();
    await expect(noticeOf(page, UNSAVED)).toHaveCount(0);
    await page.reload();
    await page.getByText('Answer 2 of reefs').waitFor();
    await expect(answerOf(page)).toHaveCount(0);
    await (await entryOf(page, /^stars /)).click();
    await page.getByText('Answer 1 of stars').waitFor();
  });

  test('when disabled, leaves everything working until the page is closed', async ({ page }) => {
    await page.addInitScript(FORBID_STORAGE);
    await page.goto('/');
    await startOf(page).waitFor();
    await ask(page, REQUEST);
    await noticeOf(page, UNSAVED).waitFor();
    await (await entryOf(page, /^German marine biologists .* · 2 messages/)).waitFor();
    await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
    await startOf(page).waitFor();
    await inputOf(page).fill('Divers');
    await (await entryOf(page, /^German marine biologists/)).click();
    await answerOf(page).waitFor();
    await expect(inputOf(page)).toHaveValue('');
    await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
    await expect(inputOf(page)).toHaveValue('Divers');
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await page.locator('html[data-theme="light"]').waitFor();
    // As after the browser's 'Back': anything may have changed in other tabs.
    await page.evaluate(() => dispatchEvent(new StorageEvent('storage')));
    await (await openSidebar(page)).getByRole('link', { name: 'Your data' }).click();
    await page.getByRole('heading', { name: 'Your data' }).waitFor();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByRole('link', { name: 'Continue without account' }).click();
    await startOf(page).waitFor();
  });

  test('with garbage under every key, shows the intact chats and reports the others', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Answer 2 of reefs').waitFor();
    await page.evaluate(() => {
      const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? '[]');
      const chats = read('expertscope_chats');
      const undated = { ...chats[1], id: 'chat_undated', title: 'undated', lastMessageAt: 'yesterday' };
      const timeless = { ...chats[1], id: 'chat_timeless', title: 'timeless', createdAt: 20_260_105 };
      localStorage.setItem('expertscope_chats', JSON.stringify([undated, ...chats, timeless]));
      const messages = read('expertscope_messages');
      messages[1].timestamp = '2026-13-45T99:99:99Z';
      localStorage.setItem('expertscope_messages', JSON.stringify(messages));
      localStorage.setItem('expertscope_current_chat', '{"not": "an id"}');
      localStorage.setItem('expertscope_running', '[[[');
      localStorage.setItem('expertscope_theme', 'mauve');
    });
    await page.goto('/');
    await startOf(page).waitFor();
    await page.locator('html[data-theme="dark"]').waitFor();
    await noticeOf(page, UNREADABLE).waitFor();
    await (await entryOf(page, /^reefs /)).click();
    await page.getByText('Answer 2 of reefs').waitFor();
    await page.getByText('Question 1 of reefs').waitFor();
    await (await entryOf(page, /^stars /)).click();
    await page.getByText('Answer 1 of stars').waitFor();
    await ask(page, REQUEST);
    await page.reload();
    await answerOf(page).waitFor();
    const aside = await page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('expertscope_unreadable_'))
        .map(([, text]) => text)
        .join(),
    );
    for (const lost of ['undated', 'timeless', '2026-13-45']) expect(aside).toContain(lost);
  });

  test.describe('during a search', () => {
    test.use({ stackOptions: { environment: { PACING: 'steps' } } });

    test('written by another tab, keeps the changes of both', async ({ page, context, pace }) => {
      await page.goto('/');
      await page.getByText('Answer 2 of reefs').waitFor();
      await send(page, REQUEST);
      await page.getByText('Analyzing Search Query', { exact: true }).waitFor();
      const other = await context.newPage();
      await other.goto('/');
      await rename(other, 'stars', 'far stars');
      await (await entryOf(page, /^far stars /)).waitFor();
      pace.finish();
      await answerOf(page).waitFor();
      for (const tab of [page, other]) {
        const sidebar = await openSidebar(tab);
        await sidebar.getByRole('link', { name: /^reefs .* · 6 messages/ }).waitFor();
        await sidebar.getByRole('link', { name: /^far stars .*· 2 messages/ }).waitFor();
      }
    });

    test('corrupted by another tab, reports the loss and still stores the answer', async ({
      page,
      context,
      pace,
    }) => {
      await page.goto('/');
      await page.getByText('Answer 2 of reefs').waitFor();
      await send(page, REQUEST);
      await page.getByText('Analyzing Search Query', { exact: true }).waitFor();
      const other = await context.newPage();
      await other.goto('/favicon.svg');
      await other.evaluate(() => localStorage.setItem('expertscope_messages', '[{"half of a me'));
      await noticeOf(page, UNREADABLE).waitFor();
      pace.finish();
      await answerOf(page).waitFor();
      await page.reload();
      await answerOf(page).waitFor();
      await (await entryOf(page, /^stars /)).waitFor();
    });
  });
});
