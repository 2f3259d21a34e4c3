import type { BrowserContext, Page } from '@playwright/test';
import { LEASE_DURATION } from '#functions/search/lease.ts';
import { arriveSignedIn, completeSignIn, makeAccount } from './accounts.ts';
import { atRest, test as base, expect } from './fixtures.ts';
import { answerOf, ask, boxOf, goToBackground, hold, inputOf, questionOf, send } from './page.ts';
import { runOf, searchStream } from './search-stream.ts';
import { serverProcess } from './server-process.ts';
import { openWire, type Wire } from './wire.ts';

const REQUEST = 'German marine biologists in Australia';

const stepOf = (page: Page, title: string) => page.getByText(title, { exact: true });

/** What the browser has stored: the role and outcome of every message, and the number of running searches. */
const keptIn = (page: Page) =>
  page.evaluate(() => {
    const read = (key: string) => JSON.parse(localStorage.getItem(key) ?? '[]');
    const messages: { role: string; metadata?: { outcome?: string } }[] = read('expertscope_messages');
    return {
      messages: messages.map(({ role, metadata }) => [role, metadata?.outcome].filter(Boolean).join(' ')),
      running: read('expertscope_running').length,
    };
  });

const ANSWERED = { messages: ['user', 'assistant answered'], running: 0 };

/** Connects the page to the stack through a wire that can be cut. */
const test = base.extend<{ wire: Wire }>({
  wire: async ({ stack }, use) => {
    const wire = await openWire(stack.url);
    await use(wire);
    await wire.close();
  },
});

/** Chromium’s own offline switch does not interrupt running streams. */
async function goOffline(context: BrowserContext, wire: Wire): Promise<void> {
  await context.setOffline(true);
  wire.cut();
}

test.describe('a search survives', () => {
  test.use({ stackOptions: { environment: { PACING: 'steps' } } });
  test.beforeEach(async ({ page, wire }) => {
    await page.goto(wire.url);
  });

  test('the loss of the network', async ({ page, context, wire, pace }) => {
    await send(page, REQUEST);
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await goOffline(context, wire);
    const status = page.getByRole('status').filter({ hasText: 'Reconnecting...' });
    await status.waitFor();
    await expect(async () => {
      const text = await status.evaluate((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return range.getBoundingClientRect().bottom;
      });
      const panel = await boxOf(page.getByRole('region', { name: 'Search progress' }));
      expect(panel.bottom - text, 'room below the words').toBeGreaterThanOrEqual(12);
    }).toPass();
    await context.setOffline(false);
    await page.getByText('Reconnecting...').waitFor({ state: 'detached' });
    pace.finish();
    await answerOf(page).waitFor();
    await expect.poll(() => keptIn(page)).toEqual(ANSWERED);
  });

  test('a reload, with its progress', async ({ page, pace }) => {
    await send(page, REQUEST);
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await page.reload();
    await page.getByText(REQUEST).last().waitFor();
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await pace.next();
    await stepOf(page, 'AI Search').waitFor();
    await page.getByRole('button', { name: 'Stop search' }).waitFor();
    pace.finish();
    await answerOf(page).waitFor();
    await page.getByText('· 2 messages').waitFor();
    await expect.poll(() => keptIn(page)).toEqual(ANSWERED);
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true });

    for (const hasScrolled of [false, true])
      test(`a reload of a signed-in person’s chat, ${hasScrolled ? 'without moving a reader who scrolls' : 'with its question in view'}`, async ({
        page,
        stack,
        pace,
      }) => {
        const earlier = questionOf(page, REQUEST);
        const running = questionOf(page, 'only those in Hamburg');
        await arriveSignedIn(page, stack);
        pace.finish();
        await ask(page, REQUEST);
        await page.getByText(/^Showing \d+ profile/).waitFor();
        // A poll would bring the next question into the stored copy.
        await goToBackground(page);
        pace.hold();
        await send(page, 'only those in Hamburg');
        await stepOf(page, 'Analyzing Search Query').waitFor();
        await expect
          .poll(() => page.evaluate(() => localStorage.getItem('expertscope_offline')))
          .toContain('profileDisplayData');
        // The stored copy of the chat is rendered well before the account reports what is new.
        const release = await hold(page, /\/api\/chats\/[^/]+\/messages/);
        await page.reload();
        await page.getByText(/^Showing \d+ profile/).waitFor();
        await expect(earlier).toBeInViewport();
        if (hasScrolled) {
          // The page hears of a scroll in its next frame; only then does the next message come.
          for (const read of [page.getByText(/^Showing \d+ profile/), page.getByRole('article').first()]) {
            await read.scrollIntoViewIfNeeded();
            await atRest(page);
          }
        }
        release();
        await running.waitFor();
        if (hasScrolled) await expect(running).not.toBeInViewport();
        else await expect(running).toBeInViewport();
      });
  });

  test('a double click, as one search', async ({ page }) => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await inputOf(page).fill(REQUEST);
    await page.getByRole('button', { name: 'Send message' }).dblclick({ noWaitAfter: true });
    await answerOf(page).waitFor();
    expect(sent).toEqual(['/api/searches']);
    await expect.poll(() => keptIn(page)).toEqual(ANSWERED);
  });

  test('a second tab, from which it can be stopped', async ({ page, context, wire, pace }) => {
    await send(page, REQUEST);
    await pace.next();
    await stepOf(page, 'AI Search').waitFor();
    const second = await context.newPage();
    await second.goto(wire.url);
    await second.getByRole('button', { name: 'Stop search' }).click();
    for (const tab of [page, second]) {
      await tab.getByText('Stopped', { exact: true }).waitFor();
      await tab.getByRole('button', { name: 'Try again' }).waitFor();
    }
    await expect.poll(() => keptIn(page)).toEqual({ messages: ['user', 'assistant stopped'], running: 0 });
  });

  test.describe('in a chat open in two tabs', () => {
    test.use({ holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1 }] } });

    test('a question sent from the other tab at the same moment', async ({ page, context, pace }) => {
      await page.goto('/');
      const second = await context.newPage();
      // Keeps it from learning of the first tab’s search.
      await second.addInitScript(() =>
        addEventListener('storage', (event) => event.stopImmediatePropagation(), { capture: true }),
      );
      await second.goto('/');
      for (const tab of [page, second]) await tab.getByText('Answer 1 of reefs').waitFor();
      await send(page, REQUEST);
      await stepOf(page, 'Analyzing Search Query').waitFor();
      await send(second, 'Chilean astronomers');
      await page.getByText('You asked: Chilean astronomers').waitFor();
      await expect(stepOf(page, 'Analyzing Search Query')).toBeVisible();
      pace.finish();
      // Each tab's own search: if it still ran, the next test would hold it.
      for (const tab of [page, second]) await answerOf(tab).first().waitFor();
    });
  });

  test('the loss of the network, but not a stop pressed while offline', async ({
    page,
    context,
    wire,
    pace,
  }) => {
    await send(page, REQUEST);
    await pace.next();
    await stepOf(page, 'AI Search').waitFor();
    await goOffline(context, wire);
    await page.getByText('Reconnecting...').waitFor();
    await inputOf(page).press('Escape');
    await page.getByRole('button', { name: 'Stopping…' }).waitFor();
    await context.setOffline(false);
    await page.getByText('Stopped', { exact: true }).waitFor();
    await expect.poll(() => keptIn(page)).toMatchObject({ running: 0 });
  });

  test('a second device of the same person, which can follow and stop it', async ({
    browser,
    stack,
    pace,
    page: first,
  }) => {
    const second = await browser.newPage({ baseURL: stack.url });
    const person = await arriveSignedIn(first, stack);
    await arriveSignedIn(second, stack, person);
    await send(first, REQUEST);
    await stepOf(first, 'Analyzing Search Query').waitFor();
    await second.reload();
    await second.getByRole('link', { name: REQUEST }).first().click();
    await pace.next();
    await stepOf(second, 'AI Search').waitFor();
    await second.getByRole('button', { name: 'Stop search' }).click();
    for (const device of [first, second]) {
      await device.getByText('Stopped', { exact: true }).waitFor();
      await device.getByRole('button', { name: 'Try again' }).waitFor();
      await expect.poll(() => keptIn(device)).toEqual({ messages: [], running: 0 });
    }
    await second.context().close();
  });
});

test('a stream that the server hands over is resumed silently, with the same browser id', async ({
  page,
}) => {
  await page.clock.install();
  const [asked, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const browsers: (string | undefined)[] = [];
  await page.route('**/api/searches', (route) => {
    browsers.push(route.request().headers()['x-browser-id']);
    return route.fulfill(searchStream([['run', runOf(route.request())]], { isHandover: true }));
  });
  await page.route('**/api/searches/*/events', async (route) => {
    browsers.push(route.request().headers()['x-browser-id']);
    expect(route.request().headers()['last-event-id']).toBe('1');
    asked.resolve();
    await gate.promise;
    await route.fulfill(searchStream([['done', { outcome: 'stopped' }]], { after: 1 }));
  });
  await page.goto('/');
  await send(page, REQUEST);
  await asked.promise;
  // Long past the point where the page would report a lost connection.
  await page.clock.runFor(5_000);
  await expect(page.getByText('Reconnecting...')).toHaveCount(0);
  gate.resolve();
  await page.getByText('You stopped this search.').waitFor();
  const kept = await page.evaluate(() => localStorage.getItem('expertscope_browser_id'));
  expect(kept).toMatch(/^[0-9a-f]{32}$/);
  expect(browsers).toEqual([kept, kept]);
});

test.describe('a server that dies during a search', () => {
  test('delivers what had been found once it is back', async ({ page }) => {
    const server = await serverProcess({ PACING: 'steps' });
    try {
      await page.goto(server.url);
      server.hold();
      await send(page, REQUEST);
      await stepOf(page, 'Preparing Results').waitFor();
      // It also delivers the code that shows people, which in the cloud another server does.
      await page.getByRole('article').first().waitFor();
      await server.logged();
      await server.kill();
      await page.getByText('Reconnecting...').waitFor();
      await server.start(LEASE_DURATION);
      await page.getByText('Stopped', { exact: true }).waitFor();
      await page
        .getByText(/^This search was interrupted on our side\./)
        .first()
        .waitFor();
      await page.getByText(/^Showing \d+ profile\(s\)$/).waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await expect.poll(() => keptIn(page)).toEqual({ messages: ['user', 'assistant stopped'], running: 0 });
    } finally {
      await server.close();
    }
  });
});

test.describe('two concurrent searches, the most that the service allows', () => {
  test.use({ stackOptions: { environment: { PACING: 'steps', SEARCHES_AT_ONCE: '2' } } });

  test('run side by side, show in the list, and can be stopped there', async ({ page, pace }) => {
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
    const chatOf = (title: string) => sidebar.getByRole('link', { name: title });
    const newChat = sidebar.getByRole('button', { name: 'New chat' });
    await page.goto('/');
    await send(page, REQUEST);
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await expect(page).toHaveTitle(/^\(1\) German marine/);
    await newChat.click();
    await send(page, 'Chilean astronomers');
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await expect(page).toHaveTitle(/^\(2\) Chilean/);
    await newChat.click();
    await send(page, 'Dentists in Lima');
    await page
      .getByRole('alert')
      .filter({ hasText: 'You already have 2 searches running. Wait for one to end, or stop it.' })
      .waitFor();
    await expect(inputOf(page)).toHaveValue('Dentists in Lima');
    await page.reload();
    for (const title of [REQUEST, 'Chilean astronomers'])
      await chatOf(title).filter({ hasText: 'Searching…' }).waitFor();
    await newChat.click();
    const options = sidebar.getByRole('button', { name: 'Options for Chilean astronomers' });
    await options.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menuitem', { name: 'Stop search' }).press('Enter');
    await chatOf('Chilean astronomers').filter({ hasText: '2 messages' }).waitFor();
    await expect(page).toHaveTitle('(1) Expertscope');
    pace.finish();
    await chatOf(REQUEST).filter({ hasText: 'New answer' }).waitFor();
    await expect(page).toHaveTitle('✓ Expertscope');
    await chatOf(REQUEST).click();
    await answerOf(page).waitFor();
    await expect(page).toHaveTitle(/^German marine/);
    await chatOf(REQUEST).filter({ hasText: '2 messages' }).waitFor();
    await page.getByRole('button', { name: 'How it was found' }).click();
    const story = page.getByRole('region', { name: 'How it was found' });
    await expect(story.getByRole('listitem').filter({ hasText: 'Completed:' })).toHaveCount(3);
    await page.reload();
    await page.getByRole('button', { name: 'How it was found' }).press('Enter');
    await story.getByText('site:linkedin.com/in').first().waitFor();
  });
});

test.describe('a reached limit', () => {
  test.use({ stackOptions: { environment: { ANONYMOUS_SEARCHES_PER_DAY: '1' } } });

  test('is explained with a link to sign in, and the text is kept', async ({ page, stack }) => {
    const person = await makeAccount(stack);
    await page.goto('/');
    await send(page, REQUEST);
    await answerOf(page).waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await send(page, 'Chilean astronomers');
    const refusal = page.getByRole('alert').filter({ hasText: 'Your one search for today is used up.' });
    await refusal.waitFor();
    await expect(inputOf(page)).toHaveValue('Chilean astronomers');
    await expect.poll(() => keptIn(page)).toEqual(ANSWERED);
    await page.getByRole('complementary').getByRole('link').filter({ hasText: REQUEST }).click();
    await answerOf(page).waitFor();
    await send(page, 'Only women');
    await refusal.waitFor();
    await expect(inputOf(page)).toHaveValue('Only women');
    await refusal.getByRole('link', { name: 'Sign in' }).click();
    await completeSignIn(page, person);
    await page.getByRole('button', { name: 'Keep here' }).click();
    // The chat stays behind, so that what was typed in it goes before the start screen's own text.
    await expect(inputOf(page)).toHaveValue('Only women\nChilean astronomers');
    // The text shows before the account's chats have loaded, and can only be sent afterwards.
    await expect(inputOf(page)).toBeEditable();
    await inputOf(page).press('Enter');
    await answerOf(page).waitFor();
  });
});
