import type { Page } from '@playwright/test';
import { inputOf, openSidebar } from '#tests/e2e/page.ts';
import { takeFrames, watchFrames } from './frames.ts';
import { type Bench, closePage, openPage } from './open-page.ts';
import { storeChats } from './stored-chats.ts';

const WIDE = { width: 1440, height: 900 };
const LETTERS = 'abcdefghijklmnopqrst';

/** Frame durations in milliseconds while 200 characters are typed into the chat’s title during a deep search. */
export async function typeWhileStreaming(bench: Bench): Promise<number[]> {
  const page = await openPage(bench, WIDE);
  await page.goto(bench.stack.url);
  await inputOf(page).fill('Peruvians in the United States studying computer science');
  await inputOf(page).press('Enter');
  const sidebar = await openSidebar(page);
  await sidebar.getByRole('listitem').first().hover();
  await sidebar
    .getByRole('button', { name: /^Options for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).click();
  const title = page.getByRole('textbox', { name: 'Enter new chat title:' });
  await title.fill('');
  await watchFrames(page);
  for (let round = 0; round < 10; round += 1) await page.keyboard.type(LETTERS, { delay: 8 });
  const frames = await takeFrames(page);
  if ((await title.inputValue()).length !== 200) throw new Error('Some of what was typed is lost.');
  if (!(await page.locator('[aria-label="Stop search"]').isVisible()))
    throw new Error('The search had ended before the typing had.');
  await closePage(page);
  return frames;
}

export interface LongLists {
  /** Milliseconds from navigation until the last message and the first chat are visible. */
  opened: number;
  /** Frame durations in milliseconds while scrolling. */
  messages: number[];
  chats: number[];
  /** Elements in the document after scrolling. */
  elements: number;
}

/** Measures a browser with 1,000 chats, of which the open one has 2,000 messages. */
export async function scrollLongLists(bench: Bench): Promise<LongLists> {
  const page = await openPage(bench, WIDE);
  await storeChats(page, { chats: 1_000, messages: 2_000 });
  await page.goto(bench.stack.url, { waitUntil: 'commit' });
  await page.getByText('Message 1999:').waitFor();
  await page.locator('#sidebar li').first().waitFor();
  const opened = await page.evaluate(() => performance.now());
  const messages = await scroll(page, '[aria-label="Messages"]', -1);
  const chats = await scroll(page, '#sidebar ul', 1);
  const elements = await page.locator('*').count();
  await closePage(page);
  return { opened, messages, chats, elements };
}

/** Scrolls a list’s scroll container by 120 CSS pixels per frame for four seconds. */
async function scroll(page: Page, list: string, direction: 1 | -1): Promise<number[]> {
  await watchFrames(page);
  await page.evaluate(
    async ([selector, by]) => {
      let view = document.querySelector(selector);
      while (view !== null && !/auto|scroll/.test(getComputedStyle(view).overflowY))
        view = view.parentElement;
      for (let frame = 0; frame < 240; frame += 1) {
        view?.scrollBy(0, by);
        await new Promise((resolve) => requestAnimationFrame(resolve));
      }
    },
    [list, direction * 120] as const,
  );
  return takeFrames(page);
}
