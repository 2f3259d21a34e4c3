import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, chooseFor, inputOf, newScreen, openSidebar, SIZES } from './support/screen.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';

const EMPTY = 'No conversations yet. Start a new chat to begin.';
const UNREADABLE =
  'Some of the chats stored in this browser could not be read. They were set aside; everything else is here.';

/** A chat as the specification stores it. */
const validChat = (id: string, title: string) => ({
  id,
  title,
  userId: 'anonymous',
  createdAt: '2026-01-05T09:00:00.000Z',
  updatedAt: '2026-01-05T09:00:00.000Z',
  lastMessageAt: '2026-01-05T09:00:00.000Z',
  messageCount: 1,
  isArchived: false,
});
const validMessage = (chatId: string, content: string) => ({
  id: 'msg_1',
  content,
  role: 'user',
  timestamp: '2026-01-05T09:00:00.000Z',
  chatId,
  userId: 'anonymous',
});

const startOf = (page: Page) => page.getByRole('heading', { name: 'Unlock knowledge advantage' });
const answerOf = (page: Page) => page.getByText(/I found \d+ profiles? for your request\.$/);

describe.skipIf(chromiumPath === undefined)('chats, in a real browser', () => {
  let stack: LocalStack;
  let browser: Browser;
  /** What a browser holds after one search, for tests that start from there. */
  let searched: NonNullable<BrowserContextOptions['storageState']>;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([startTestStack({ simulation: { people: 500 } }), launchBrowser()]);
    const page = await browser.newPage();
    await page.goto(stack.url);
    await ask(page, REQUEST);
    searched = await page.context().storageState();
    await page.close();
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  describe.each(SIZES)('at %i × %i', (width, height) => {
    let context: BrowserContext;
    let page: Page;
    const problems: string[] = [];

    beforeEach(() => {
      problems.length = 0;
      return async () => {
        await context.close();
        expect(problems).toEqual([]);
      };
    });

    async function open(options: BrowserContextOptions = {}) {
      context = await newScreen(browser, { width, height, ...options });
      context.on('weberror', (error) => problems.push(error.error().message));
      page = await context.newPage();
      await page.goto(stack.url);
    }
    async function openSearched() {
      await open({ storageState: searched });
      await answerOf(page).waitFor();
    }

    /** Fills the browser's storage before the page has read it. */
    async function store(entries: Record<string, string>) {
      await page.evaluate((given) => {
        for (const [key, text] of Object.entries(given)) localStorage.setItem(key, text);
      }, entries);
      await page.reload();
    }

    it('lists a search under its request with day and count, and starts a new chat beside it', async () => {
      await open();
      const sidebar = await openSidebar(page);
      await sidebar.getByText(EMPTY).waitFor();
      await sidebar.getByRole('button', { name: 'New chat' }).click();
      await ask(page, REQUEST);
      await openSidebar(page);
      const entry = sidebar.getByRole('button', { name: `${REQUEST} Today · 2 messages` });
      expect(await entry.getAttribute('aria-current')).toBe('true');
      expect(await sidebar.getByText(EMPTY).count()).toBe(0);
      await sidebar.getByRole('button', { name: 'New chat' }).click();
      await startOf(page).waitFor();
      await openSidebar(page);
      expect(await entry.getAttribute('aria-current')).toBeNull();
      await entry.click();
      await answerOf(page).waitFor();
    });

    it('renames a chat to the trimmed title, and ignores a blank one', async () => {
      await openSearched();
      await chooseFor(page, REQUEST, 'Rename');
      const dialog = page.getByRole('dialog', { name: 'Enter new chat title:' });
      const title = dialog.getByRole('textbox', { name: 'Enter new chat title:' });
      expect(await title.inputValue()).toBe(REQUEST);
      await title.fill('  Reef people  ');
      await title.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await chooseFor(page, 'Reef people', 'Rename');
      await title.fill('   ');
      await dialog.getByRole('button', { name: 'Rename' }).click();
      await dialog.waitFor({ state: 'detached' });
      await page.reload();
      const sidebar = await openSidebar(page);
      await sidebar.getByRole('button', { name: 'Reef people Today · 2 messages', exact: true }).waitFor();
    });

    it('archives a chat, and brings it back on undo', async () => {
      await openSearched();
      await chooseFor(page, REQUEST, 'Archive');
      await page.getByText('Chat archived').waitFor();
      const sidebar = await openSidebar(page);
      await sidebar.getByText(EMPTY).waitFor();
      await page.getByRole('button', { name: 'Undo' }).click();
      await sidebar.getByText('Today · 2 messages').waitFor();
    });

    it('deletes the current chat once the person is sure, and clears the conversation', async () => {
      await openSearched();
      const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this chat?' });
      await chooseFor(page, REQUEST, 'Delete');
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await dialog.waitFor({ state: 'detached' });
      expect(await answerOf(page).count()).toBe(1);
      await chooseFor(page, REQUEST, 'Delete');
      await dialog.getByRole('button', { name: 'Delete' }).click();
      await startOf(page).waitFor();
      await (await openSidebar(page)).getByText(EMPTY).waitFor();
      await page.reload();
      await startOf(page).waitFor();
      await (await openSidebar(page)).getByText(EMPTY).waitFor();
    });

    it('keeps a second tab in step', async () => {
      await open();
      const second = await context.newPage();
      await second.goto(stack.url);
      const list = await openSidebar(second);
      await list.getByText(EMPTY).waitFor();
      await ask(page, REQUEST);
      await list.getByRole('button', { name: `${REQUEST} Today · 2 messages` }).waitFor();
      await chooseFor(page, REQUEST, 'Rename');
      await page.getByRole('dialog').getByRole('textbox').fill('Reef people');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await list.getByRole('button', { name: 'Reef people Today · 2 messages', exact: true }).waitFor();
      await chooseFor(page, 'Reef people', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await list.getByText(EMPTY).waitFor();
    });

    it('stores whether an answer was good or bad', async () => {
      await openSearched();
      const good = page.getByRole('button', { name: 'Good', pressed: true });
      const bad = page.getByRole('button', { name: 'Bad', pressed: true });
      await page.getByRole('button', { name: 'Good' }).click();
      await good.waitFor();
      await page.reload();
      await good.waitFor();
      await page.getByRole('button', { name: 'Bad' }).click();
      await bad.waitFor();
      await page.reload();
      await bad.waitFor();
      expect(await good.count()).toBe(0);
    });

    it('copies an answer', async () => {
      await openSearched();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.getByRole('button', { name: 'Copy' }).last().click();
      await page.getByText('Copied', { exact: true }).waitFor({ state: 'attached' });
      expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^I found \d+ profiles? for your request\.$/,
      );
    });

    it('breaks lines on Shift+Enter, sends nothing blank, and keeps a draft across a reload', async () => {
      await open();
      await inputOf(page).fill('  \n ');
      await inputOf(page).press('Enter');
      expect(await page.getByRole('button', { name: 'Send message' }).isDisabled()).toBe(true);
      expect(await page.evaluate(() => localStorage.getItem('expertscope_messages'))).toBeNull();
      await inputOf(page).fill('German');
      await inputOf(page).press('Shift+Enter');
      await inputOf(page).pressSequentially('marine biologists');
      await page.reload();
      expect(await inputOf(page).inputValue()).toBe('German\nmarine biologists');
      await startOf(page).waitFor();
    });

    it('says that a search is under way, and takes no other until it has ended', async () => {
      await open();
      const gate = Promise.withResolvers<void>();
      await page.route('**/api/searches', async (route) => {
        await gate.promise;
        await route.continue();
      });
      await inputOf(page).fill(REQUEST);
      await inputOf(page).press('Enter');
      await page.getByPlaceholder('Sending...').waitFor();
      await page.getByText('Initializing AI systems...').first().waitFor();
      await page.getByPlaceholder('Please wait...').waitFor();
      const sidebar = await openSidebar(page);
      expect(await sidebar.getByRole('button', { name: 'New chat' }).isDisabled()).toBe(true);
      gate.resolve();
      await page.getByPlaceholder('Message Expertscope...').waitFor();
      expect(await sidebar.getByRole('button', { name: 'New chat' }).isEnabled()).toBe(true);
      await answerOf(page).waitFor();
    });

    it('sets aside stored chats that cannot be read, shows the others, and says so', async () => {
      await open();
      const kept = validChat('chat_1', 'Chilean astronomers');
      await store({
        expertscope_chats: JSON.stringify([
          { id: 7 },
          kept,
          'garbage',
          { ...kept, id: 'chat_2', title: null },
        ]),
        expertscope_messages: '[{"half of a me',
      });
      await page.getByText(UNREADABLE).waitFor();
      await (await openSidebar(page)).getByRole('button', { name: /^Chilean astronomers/ }).click();
      await ask(page, REQUEST);
      await page.reload();
      const sidebar = await openSidebar(page);
      await sidebar.getByRole('button', { name: /^Chilean astronomers Today/ }).waitFor();
      expect(await page.getByText(UNREADABLE).count()).toBe(0);
    });

    it('makes a chat anew from its messages when the list itself is garbage', async () => {
      await open();
      await store({
        expertscope_chats: '{{ not a list',
        expertscope_messages: JSON.stringify([validMessage('chat_1', 'Chilean astronomers')]),
      });
      await page.getByText(UNREADABLE).waitFor();
      const sidebar = await openSidebar(page);
      await sidebar.getByRole('button', { name: /^Chilean astronomers .*· 1 message$/ }).click();
      await page.getByText('Chilean astronomers', { exact: true }).last().waitFor();
    });
  });
});
