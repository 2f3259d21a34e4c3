import type { Locator, Page } from '@playwright/test';
import { sampleChat } from '#tests/web/features/search/sample-events.ts';
import { arriveSignedIn } from './accounts.ts';
import { atBothSizes, expect, test } from './fixtures.ts';
import { openSidebar } from './page.ts';

const titleOf = (index: number) => `Chat ${String(index).padStart(4, '0')}`;
const HOUR = 3_600_000;

/** Stores that many chats in this browser, `Chat 0000` being the newest. */
async function fillBrowser(page: Page, count: number): Promise<void> {
  const now = Date.now();
  const chats = Array.from({ length: count }, (_, index) => {
    const time = new Date(now - index * HOUR).toISOString();
    const times = { createdAt: time, updatedAt: time, lastMessageAt: time };
    return sampleChat({ id: `chat_${index}`, title: titleOf(index), ...times });
  });
  await page.addInitScript(
    (text) => localStorage.getItem('expertscope_chats') ?? localStorage.setItem('expertscope_chats', text),
    JSON.stringify(chats),
  );
}

const TITLES = 'li a:first-child > span:first-child';

/** All titles seen while scrolling the list to its end, and the largest number of rows rendered at once. */
async function scrollThrough(sidebar: Locator): Promise<{ titles: Set<string>; most: number }> {
  const views = await sidebar.getByRole('navigation', { name: 'Chats' }).evaluate(async (view, selector) => {
    /** Whether rows that are not drawn yet would be in view: the next row keeps their room free. */
    const hasGap = () => {
      const { top, bottom } = view.getBoundingClientRect();
      return [...view.querySelectorAll('li')].some((row) => {
        const start = row.getBoundingClientRect().top;
        const skipped = Number.parseFloat(getComputedStyle(row).marginTop);
        return skipped > 0 && start > top && start - skipped < bottom;
      });
    };
    const seen: (string | null)[][] = [];
    for (let isAtEnd = false; !isAtEnd; ) {
      view.scrollBy(0, view.clientHeight);
      do await new Promise((resolve) => requestAnimationFrame(resolve));
      while (hasGap());
      seen.push([...view.querySelectorAll(selector)].map(({ textContent }) => textContent));
      isAtEnd = view.scrollTop + view.clientHeight >= view.scrollHeight - 1;
    }
    return seen;
  }, TITLES);
  return {
    titles: new Set(views.flat().map(String)),
    most: Math.max(...views.map(({ length }) => length)),
  };
}

test.describe('a thousand chats', () => {
  atBothSizes(() => {
    test('are all reached by keyboard and by scrolling, with only those near the viewport rendered', async ({
      page,
    }) => {
      await fillBrowser(page, 1_000);
      await page.goto('/');
      const sidebar = await openSidebar(page);
      await expect(sidebar.locator(TITLES).first()).toHaveText(titleOf(0));
      await test.step('by keyboard from one to the next, keeping the focus when the list is scrolled away', async () => {
        await sidebar.getByRole('button', { name: 'Search' }).focus();
        const focused = () => page.evaluate(() => document.activeElement?.closest('li')?.ariaPosInSet);
        // Two buttons per chat.
        for (let press = 0; press < 120; press += 1) await page.keyboard.press('Tab');
        expect(await focused()).toBe('60');
        await sidebar
          .getByRole('navigation', { name: 'Chats' })
          .evaluate((view) => view.scrollTo(0, view.scrollHeight / 2));
        await sidebar.getByText(titleOf(503)).waitFor({ state: 'attached' });
        expect(await focused()).toBe('60');
        await page.keyboard.press('Tab');
        expect(await focused()).toBe('61');
        await sidebar.getByRole('navigation', { name: 'Chats' }).evaluate((view) => view.scrollTo(0, 0));
        await sidebar.getByText(titleOf(0)).waitFor({ state: 'attached' });
      });
      const { titles, most } = await scrollThrough(sidebar);
      expect(titles.size).toBe(1_000);
      expect(most).toBeLessThan(90);
      const last = sidebar.getByRole('listitem').last();
      await expect(last).toHaveAttribute('aria-posinset', '1000');
      await expect(last).toHaveAttribute('aria-setsize', '1000');
      await last
        .getByRole('link', { name: titleOf(999) })
        .first()
        .click();
      await page
        .locator('#sidebar [aria-current="true"]', { hasText: titleOf(999) })
        .waitFor({ state: 'attached' });
    });
  });
});

test.describe('an account with more chats than one page of the list', () => {
  test('shows all of them, by scrolling or by a button', async ({ page, stack }) => {
    const asked = page.waitForRequest('**/api/chats');
    await arriveSignedIn(page, stack);
    const token = (await asked).headers()['x-auth-token'] ?? '';
    const create = (index: number) =>
      page.request.post('/api/chats', {
        headers: { 'x-auth-token': token },
        data: { id: `chat_many_${index}`, title: titleOf(index) },
      });
    for (let index = 0; index < 60; index += 1) expect((await create(index)).status()).toBe(201);

    await page.reload();
    const sidebar = await openSidebar(page);
    await sidebar.getByRole('listitem').first().waitFor();
    const more = sidebar.getByRole('button', { name: /older chats/ });
    await expect(more).toHaveCount(1);
    await sidebar.getByRole('listitem').last().scrollIntoViewIfNeeded();
    await more.waitFor({ state: 'detached' });
    const scroller = sidebar.getByRole('navigation', { name: 'Chats' });
    await scroller.evaluate((view) => view.scrollTo(0, 0));
    expect((await scrollThrough(sidebar)).titles.size).toBe(60);

    await page.reload();
    await sidebar.getByRole('listitem').first().waitFor();
    await more.focus();
    await page.keyboard.press('Enter');
    await more.waitFor({ state: 'detached' });
    await expect(sidebar.getByRole('listitem').last()).toHaveAttribute('aria-posinset', '60');
    expect(await page.evaluate(() => document.activeElement?.closest('li') !== null)).toBe(true);
  });
});
