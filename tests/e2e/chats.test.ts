import type { Page } from '@playwright/test';
import { atBothSizes, expect, REQUEST, test } from './fixtures.ts';
import {
  answerOf,
  ask,
  chooseFor,
  entryOf,
  hold,
  inputOf,
  keepToasts,
  openSidebar,
  send,
  startOf,
  watchForText,
} from './page.ts';
import { searchedChat } from './seed.ts';

const EMPTY = 'No conversations yet. Start a new chat to begin.';
const UNREADABLE =
  'Some of the chats stored in this browser could not be read. They were set aside; everything else is here.';

/** A chat in the form that browsers have always stored. */
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

/** Fills the browser’s storage, then reloads the page. */
async function store(page: Page, entries: Record<string, string>): Promise<void> {
  await page.evaluate((given) => {
    for (const [key, text] of Object.entries(given)) localStorage.setItem(key, text);
  }, entries);
  await page.reload();
}

/** Replaces every text of the page by one in elements of its own, as a browser does that translates it. */
const translate = (page: Page) =>
  page.addInitScript(() => {
    const replaceTexts = () => {
      const texts = document.createTreeWalker(document.body ?? document, NodeFilter.SHOW_TEXT);
      const found: Node[] = [];
      while (texts.nextNode() !== null) found.push(texts.currentNode);
      for (const text of found) {
        if (text.parentElement?.closest('font, script, style, textarea') !== null) continue;
        const own = document.createElement('font');
        own.textContent = text.textContent;
        text.parentNode?.replaceChild(own, text);
      }
    };
    new MutationObserver(replaceTexts).observe(document, { childList: true, subtree: true });
  });

/** Opens a page whose browser has one answered search. */
async function openSearched(page: Page): Promise<void> {
  await page.goto('/');
  await answerOf(page).waitFor();
}

test.describe('chats', () => {
  atBothSizes(() => {
    test('list a search with its request, day and message count, and start a new chat next to it', async ({
      page,
    }) => {
      await page.goto('/');
      const sidebar = await openSidebar(page);
      await sidebar.getByText(EMPTY).waitFor();
      await sidebar.getByRole('button', { name: 'New chat' }).click();
      await ask(page, REQUEST);
      await openSidebar(page);
      const entry = sidebar.getByRole('link', {
        name: new RegExp(`^${REQUEST} (?:Today|Yesterday) · 2 messages`),
      });
      await expect(entry).toHaveAttribute('aria-current', 'true');
      await expect(sidebar.getByText(EMPTY)).toHaveCount(0);
      await sidebar.getByRole('button', { name: 'New chat' }).click();
      await startOf(page).waitFor();
      await openSidebar(page);
      await expect(entry).not.toHaveAttribute('aria-current');
      await entry.click();
      await answerOf(page).waitFor();
    });

    test.describe('with an answered search', () => {
      test.use({ holding: { chats: [searchedChat(REQUEST)] } });

      test('rename to the trimmed title, and ignore a blank one', async ({ page }) => {
        await openSearched(page);
        await chooseFor(page, REQUEST, 'Rename');
        const dialog = page.getByRole('dialog', { name: 'Enter new chat title:' });
        const title = dialog.getByRole('textbox', { name: 'Enter new chat title:' });
        await expect(title).toHaveValue(REQUEST);
        await title.fill('  Reef people  ');
        await title.press('Enter');
        await dialog.waitFor({ state: 'detached' });
        await chooseFor(page, 'Reef people', 'Rename');
        await title.fill('   ');
        await dialog.getByRole('button', { name: 'Rename' }).click();
        await dialog.waitFor({ state: 'detached' });
        await page.reload();
        const sidebar = await openSidebar(page);
        await sidebar.getByRole('link', { name: /^Reef people \w+ · 2 messages$/ }).waitFor();
      });

      test('archive, and undo restores and reopens the chat', async ({ page }) => {
        await keepToasts(page);
        await openSearched(page);
        const address = page.url();
        await chooseFor(page, REQUEST, 'Archive');
        await page.getByText('Chat archived').waitFor();
        const sidebar = await openSidebar(page);
        await sidebar.getByText(EMPTY).waitFor();
        await startOf(page).waitFor();
        await page.getByRole('button', { name: 'Undo' }).click();
        await sidebar.getByText('· 2 messages').waitFor();
        await expect(answerOf(page)).toHaveCount(1);
        await expect(page).toHaveURL(address);
      });

      test('delete the current chat after confirmation, and clear the conversation', async ({ page }) => {
        await openSearched(page);
        const dialog = page.getByRole('alertdialog', { name: 'Are you sure you want to delete this chat?' });
        await chooseFor(page, REQUEST, 'Delete');
        await dialog.getByRole('button', { name: 'Cancel' }).click();
        await dialog.waitFor({ state: 'detached' });
        await expect(answerOf(page)).toHaveCount(1);
        await chooseFor(page, REQUEST, 'Delete');
        await dialog.getByRole('button', { name: 'Delete' }).click();
        await startOf(page).waitFor();
        await (await openSidebar(page)).getByText(EMPTY).waitFor();
        await page.reload();
        await startOf(page).waitFor();
        await (await openSidebar(page)).getByText(EMPTY).waitFor();
      });

      test('store whether an answer was rated good or bad', async ({ page }) => {
        await openSearched(page);
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
        await expect(good).toHaveCount(0);
      });

      test('copy an answer', async ({ page, context }) => {
        await openSearched(page);
        await context.grantPermissions(['clipboard-read', 'clipboard-write']);
        const said = await watchForText(page.locator('body'), 'Copied');
        await page.getByRole('button', { name: 'Copy', exact: true }).click();
        await said();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(
          /^I found \d+ profiles? for your request\.\n\n1\. \S/,
        );
      });
    });

    test('stay in step in a second tab', async ({ page, context }) => {
      await page.goto('/');
      const second = await context.newPage();
      await second.goto('/');
      const list = await openSidebar(second);
      await list.getByText(EMPTY).waitFor();
      await expect.poll(async () => (await list.boundingBox())?.width).toBe(260);
      await ask(page, REQUEST);
      await list
        .getByRole('link', { name: new RegExp(`^${REQUEST} (?:Today|Yesterday) · 2 messages`) })
        .waitFor();
      await chooseFor(page, REQUEST, 'Rename');
      await page.getByRole('dialog').getByRole('textbox').fill('Reef people');
      await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
      await list.getByRole('link', { name: /^Reef people \w+ · 2 messages$/ }).waitFor();
      await chooseFor(page, 'Reef people', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await list.getByText(EMPTY).waitFor();
    });

    test('break lines on Shift+Enter, grow the input up to a limit, send nothing blank, and keep a draft', async ({
      page,
    }) => {
      await page.goto('/');
      await inputOf(page).fill('  \n ');
      await inputOf(page).press('Enter');
      await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
      expect(await page.evaluate(() => localStorage.getItem('expertscope_messages'))).toBeNull();
      const height = () =>
        inputOf(page)
          .boundingBox()
          .then((box) => box?.height ?? 0);
      await inputOf(page).fill('German');
      const lineHigh = await height();
      await inputOf(page).fill('German\n'.repeat(3));
      await expect.poll(height).toBeGreaterThan(lineHigh);
      await inputOf(page).fill('German\n'.repeat(60));
      await expect.poll(height).toBe(200);
      await inputOf(page).fill('German');
      await expect.poll(height).toBe(lineHigh);
      await inputOf(page).press('Shift+Enter');
      await inputOf(page).pressSequentially('marine biologists');
      await page.reload();
      await expect(inputOf(page)).toHaveValue('German\nmarine biologists');
      await startOf(page).waitFor();
    });

    test.describe('with pauses between the steps of a search', () => {
      test.use({ stackOptions: { environment: { PACING: 'steps' } } });

      test('show that a search is running, and send the next request when it has ended', async ({
        page,
        pace,
      }) => {
        await page.goto('/');
        const release = await hold(page, '**/api/searches');
        await send(page, REQUEST);
        await page.getByText('Initializing AI systems...').first().waitFor();
        release();
        await page.getByText('Analyzing Search Query', { exact: true }).waitFor();
        await page.getByPlaceholder('Your next request...').waitFor();
        const waiting = page.getByRole('region', { name: 'Waiting request' });
        await send(page, 'Chilean astronomers');
        await waiting.getByText('Will be sent when this search has ended').waitFor();
        await inputOf(page).fill('and dentists');
        await page.getByText('One request is waiting already.').waitFor();
        await waiting.getByRole('button', { name: 'Take back' }).click();
        await expect(inputOf(page)).toHaveValue('Chilean astronomers\nand dentists');
        await expect(inputOf(page)).toBeFocused();
        await inputOf(page).press('Enter');
        await waiting.getByText('Chilean astronomers').waitFor();
        await page.reload();
        await expect(inputOf(page)).toHaveValue('Chilean astronomers\nand dentists');
        await page.getByPlaceholder('Your next request...').waitFor();
        await send(page, 'Chilean astronomers');
        await waiting.waitFor();
        pace.finish();
        await page.getByText('You asked: Chilean astronomers').waitFor();
        await expect(answerOf(page)).toHaveCount(2);
        await expect(waiting).toHaveCount(0);
      });
    });

    test('block a second message for half a second', async ({ page }) => {
      await page.clock.install();
      await page.goto('/');
      await hold(page, '**/api/searches');
      await startOf(page).waitFor();
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await send(page, REQUEST);
      await page.getByPlaceholder('Sending...').waitFor();
      await page.clock.runFor(499);
      await expect(page.getByPlaceholder('Sending...')).toHaveCount(1);
      await page.clock.runFor(1);
      await expect(page.getByPlaceholder('Sending...')).toHaveCount(0);
    });

    test('set aside stored chats that cannot be read, show the others, and say so', async ({ page }) => {
      await page.goto('/');
      const kept = validChat('chat_1', 'Chilean astronomers');
      await store(page, {
        expertscope_chats: JSON.stringify([
          { id: 7 },
          kept,
          'garbage',
          { ...kept, id: 'chat_2', title: null },
        ]),
        expertscope_messages: '[{"half of a me',
      });
      await page.getByText(UNREADABLE).waitFor();
      await (await entryOf(page, /^Chilean astronomers/)).click();
      await ask(page, REQUEST);
      await page.reload();
      const sidebar = await openSidebar(page);
      await sidebar.getByRole('link', { name: /^Chilean astronomers / }).waitFor();
      await expect(page.getByText(UNREADABLE)).toHaveCount(0);
    });

    test('rebuild a chat from its messages when the stored list is garbage', async ({ page }) => {
      await page.goto('/');
      await store(page, {
        expertscope_chats: '{{ not a list',
        expertscope_messages: JSON.stringify([validMessage('chat_1', 'Chilean astronomers')]),
      });
      await page.getByText(UNREADABLE).waitFor();
      const sidebar = await openSidebar(page);
      await sidebar.getByRole('link', { name: /^Chilean astronomers .*· 1 message$/ }).click();
      await page.getByText('Chilean astronomers', { exact: true }).last().waitFor();
    });
  });

  test('are listed, and show each new answer, on a page that the browser translates', async ({ page }) => {
    const entryWith = (messages: number) =>
      page.getByRole('link', { name: new RegExp(`^${REQUEST} (?:Today|Yesterday) · ${messages} messages`) });
    await translate(page);
    await page.goto('/');
    await ask(page, REQUEST);
    await expect(page.locator('font').first()).toBeAttached();
    await entryWith(2).waitFor();
    await ask(page, 'Chilean astronomers');
    await entryWith(4).waitFor();
    await expect(page.getByText('could not be loaded')).toHaveCount(0);
  });

  test.describe('with a chat from today', () => {
    const time = Date.UTC(2026, 0, 5, 12);
    test.use({ holding: { chats: [{ ...searchedChat(REQUEST), at: time }] } });

    test('date it yesterday on a page left open until the next day', async ({ page }) => {
      await page.clock.install({ time });
      await page.goto('/');
      await page.getByRole('link', { name: `${REQUEST} Today` }).waitFor();
      await page.clock.fastForward('24:00:00');
      await page.getByRole('link', { name: `${REQUEST} Yesterday` }).waitFor();
    });
  });
});
