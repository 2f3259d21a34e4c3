import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { holdSearches } from './support/hold-searches.ts';
import { ask, chooseFor, inputOf, newScreen, openSidebar } from './support/screen.ts';
import type { StorageState } from './support/seed.ts';
import { storageWith } from './support/seed.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';
const UNSAVED = /^This browser could not store your latest changes: its storage is full or switched off\./;
const UNREADABLE = /^Some of the chats stored in this browser could not be read\. They were set aside/;

/** As browsers do when the person has forbidden a site to keep anything. */
const FORBID_STORAGE = `
  for (const name of ['localStorage', 'sessionStorage'])
    Object.defineProperty(window, name, {
      get() { throw new DOMException('Access is denied for this document.', 'SecurityError'); },
    });
`;

const startOf = (page: Page) => page.getByRole('heading', { name: 'Unlock knowledge advantage' });
const answerOf = (page: Page) => page.getByText(/I found \d+ profiles? for your request\.$/);
const noticeOf = (page: Page, text: RegExp) =>
  page.getByRole('main').getByRole('status').filter({ hasText: text });

/** Leaves no room for anything that is worth keeping. */
const fillStorage = (page: Page) =>
  page.evaluate(() => {
    for (let size = 4_000_000, part = 0; size >= 1; size = Math.floor(size / 2)) {
      try {
        for (;;) {
          localStorage.setItem(`other_${part}`, 'x'.repeat(size));
          part += 1;
        }
      } catch {
        // No room for so much: half of it is tried next.
      }
    }
  });
const makeRoom = (page: Page) =>
  page.evaluate(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith('other_')) localStorage.removeItem(key);
  });

describe.skipIf(chromiumPath === undefined)('a browser’s storage, in a real browser', () => {
  let stack: LocalStack;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startTestStack({ simulation: { people: 500 } }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
  beforeEach(() => {
    problems.length = 0;
    return async () => {
      await context.close();
      expect(problems).toEqual([]);
    };
  });

  const seeded = () =>
    storageWith(stack.url, [
      { id: 'chat_reefs', title: 'reefs', turns: 2 },
      { id: 'chat_stars', title: 'stars', turns: 1 },
    ]);

  async function open({ forbidden = false, holding }: { forbidden?: boolean; holding?: StorageState } = {}) {
    context = await newScreen(browser, {
      width: 1440,
      height: 900,
      ...(holding && { storageState: holding }),
    });
    context.on('weberror', (error) => problems.push(error.error().message));
    if (forbidden) await context.addInitScript(FORBID_STORAGE);
    page = await context.newPage();
    await page.goto(stack.url);
  }
  const stored = (key: string) => page.evaluate((name) => localStorage.getItem(name), key);
  const entryOf = async (name: RegExp) => (await openSidebar(page)).getByRole('button', { name });

  it('that is full still takes a search, says that it is not kept, and keeps it once there is room', async () => {
    await open({ holding: seeded() });
    await page.getByText('Answer 2 of reefs').waitFor();
    await fillStorage(page);
    const before = await stored('expertscope_messages');
    await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
    await ask(page, REQUEST);
    await noticeOf(page, UNSAVED).waitFor();
    await page.getByText(/^Showing \d+ profile/).waitFor();
    await page.getByRole('button', { name: 'Good' }).click();
    await page.getByRole('button', { name: 'Good', pressed: true }).waitFor();
    await (await entryOf(/^stars /)).click();
    await page.getByText('Answer 1 of stars').waitFor();
    await (await entryOf(/^German marine biologists /)).click();
    await answerOf(page).waitFor();
    expect(await stored('expertscope_messages')).toBe(before);
    await makeRoom(page);
    await chooseFor(page, 'stars', 'Rename');
    await page.getByRole('dialog').getByRole('textbox').fill('far stars');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await (await entryOf(/^far stars /)).waitFor();
    await page.reload();
    await (await entryOf(/^German marine biologists Today · 2 messages/)).click();
    await answerOf(page).waitFor();
    await page.getByRole('button', { name: 'Good', pressed: true }).waitFor();
    await (await entryOf(/^far stars .*· 2 messages/)).waitFor();
    expect(await noticeOf(page, UNSAVED).count()).toBe(0);
  });

  it('that is full when the page opens shows what it holds, and loses none of it to a reload', async () => {
    await open({ holding: seeded() });
    await page.getByText('Answer 2 of reefs').waitFor();
    await fillStorage(page);
    await page.reload();
    await page.getByText('Answer 2 of reefs').waitFor();
    await ask(page, REQUEST);
    await noticeOf(page, UNSAVED).getByRole('button', { name: 'Dismiss' }).click();
    expect(await noticeOf(page, UNSAVED).count()).toBe(0);
    await page.reload();
    await page.getByText('Answer 2 of reefs').waitFor();
    expect(await answerOf(page).count()).toBe(0);
    await (await entryOf(/^stars /)).click();
    await page.getByText('Answer 1 of stars').waitFor();
  });

  it('that is switched off leaves everything working for as long as the page lives', async () => {
    await open({ forbidden: true });
    await startOf(page).waitFor();
    await ask(page, REQUEST);
    await noticeOf(page, UNSAVED).waitFor();
    await (await entryOf(/^German marine biologists Today · 2 messages/)).waitFor();
    await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
    await startOf(page).waitFor();
    await (await entryOf(/^German marine biologists/)).click();
    await answerOf(page).waitFor();
    await page.getByRole('button', { name: 'Theme' }).click();
    await page.getByRole('menuitemradio', { name: 'Light' }).click();
    await page.locator('html[data-theme="light"]').waitFor();
    await (await openSidebar(page)).getByRole('link', { name: 'Local data' }).click();
    await page.getByRole('heading', { name: 'Local data' }).waitFor();
    await page.goto(`${stack.url}/login`);
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByRole('link', { name: 'Continue without account' }).click();
    await startOf(page).waitFor();
  });

  it('with garbage under every key shows the chats that are whole, and says that others are not', async () => {
    await open({ holding: seeded() });
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
    await page.reload();
    await startOf(page).waitFor();
    await page.locator('html[data-theme="dark"]').waitFor();
    await noticeOf(page, UNREADABLE).waitFor();
    await (await entryOf(/^reefs /)).click();
    await page.getByText('Answer 2 of reefs').waitFor();
    await page.getByText('Question 1 of reefs').waitFor();
    await (await entryOf(/^stars /)).click();
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

  it('written to by another tab in the middle of a search keeps what either wrote', async () => {
    await open({ holding: seeded() });
    await page.getByText('Answer 2 of reefs').waitFor();
    const release = await holdSearches(page);
    await inputOf(page).fill(REQUEST);
    await inputOf(page).press('Enter');
    await page.getByRole('region', { name: 'Search progress' }).waitFor();
    const other = await context.newPage();
    await other.goto(stack.url);
    await chooseFor(other, 'stars', 'Rename');
    await other.getByRole('dialog').getByRole('textbox').fill('far stars');
    await other.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await (await openSidebar(page)).getByRole('button', { name: /^far stars / }).waitFor();
    release();
    await answerOf(page).waitFor();
    for (const tab of [page, other]) {
      const sidebar = await openSidebar(tab);
      await sidebar.getByRole('button', { name: /^reefs Today · 6 messages/ }).waitFor();
      await sidebar.getByRole('button', { name: /^far stars .*· 2 messages/ }).waitFor();
    }
  });

  it('spoilt by another tab in the middle of a search still gives the answer, and says what is lost', async () => {
    await open({ holding: seeded() });
    await page.getByText('Answer 2 of reefs').waitFor();
    const release = await holdSearches(page);
    await inputOf(page).fill(REQUEST);
    await inputOf(page).press('Enter');
    await page.getByRole('region', { name: 'Search progress' }).waitFor();
    const other = await context.newPage();
    await other.goto(`${stack.url}/favicon.svg`);
    await other.evaluate(() => localStorage.setItem('expertscope_messages', '[{"half of a me'));
    await noticeOf(page, UNREADABLE).waitFor();
    release();
    await answerOf(page).waitFor();
    await page.reload();
    await answerOf(page).waitFor();
    await (await entryOf(/^stars /)).waitFor();
  });
});
