import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { signedIn, signIn, signUp } from './support/accounts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import type { ServerProcess } from './support/server-process.ts';
import { serverProcess } from './support/server-process.ts';
import { startTestStack } from './support/stack.ts';
import type { Wire } from './support/wire.ts';
import { openWire } from './support/wire.ts';

const REQUEST = 'German marine biologists in Australia';

const inputOf = (page: Page) => page.getByRole('textbox', { name: 'Message Expertscope...' });
const stepOf = (page: Page, title: string) => page.getByText(title, { exact: true });
const answerOf = (page: Page) => page.getByText(/^Answer: I found \d+ profiles? for your request/);

async function send(page: Page, text = REQUEST): Promise<void> {
  await inputOf(page).fill(text);
  await inputOf(page).press('Enter');
}

/** What the browser keeps: role and outcome of every message, and how many searches are under way. */
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

describe.skipIf(chromiumPath === undefined)('a search survives', () => {
  let stack: LocalStack;
  let wire: Wire;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    stack = await startTestStack({ environment: { PACING: 'steps' } });
    wire = await openWire(stack.url);
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await wire.close();
    await stack.close();
  });
  beforeEach(async () => {
    context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    page = await context.newPage();
    await page.goto(wire.url);
    return () => context.close();
  });

  /** Chromium's own switch leaves running streams alone. */
  async function goOffline() {
    await context.setOffline(true);
    wire.cut();
  }

  it('the loss of the network', async () => {
    await send(page);
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await goOffline();
    await page.getByRole('status').filter({ hasText: 'Reconnecting...' }).waitFor();
    await context.setOffline(false);
    await page.getByText('Reconnecting...').waitFor({ state: 'detached' });
    await answerOf(page).waitFor();
    expect(await keptIn(page)).toEqual(ANSWERED);
  });

  it('a reload, with its progress', async () => {
    await send(page);
    await stepOf(page, 'Analyzing Search Query').waitFor();
    await page.reload();
    await page.getByText(REQUEST).last().waitFor();
    await stepOf(page, 'AI Search').waitFor();
    await page.getByRole('button', { name: 'Stop search' }).waitFor();
    await answerOf(page).waitFor();
    await page.getByText('Today · 2 messages').waitFor();
    expect(await keptIn(page)).toEqual(ANSWERED);
  });

  it('a double click: one search', async () => {
    const sent: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(new URL(request.url()).pathname);
    });
    await inputOf(page).fill(REQUEST);
    await page.getByRole('button', { name: 'Send message' }).dblclick({ noWaitAfter: true });
    await answerOf(page).waitFor();
    expect(sent).toEqual(['/api/searches']);
    expect(await keptIn(page)).toEqual(ANSWERED);
  });

  it('nobody’s wish to stop it, from whichever tab', async () => {
    await send(page);
    await stepOf(page, 'AI Search').waitFor();
    const second = await context.newPage();
    await second.goto(wire.url);
    await second.getByRole('button', { name: 'Stop search' }).click();
    for (const tab of [page, second]) {
      await tab.getByText('Stopped', { exact: true }).waitFor();
      await tab.getByRole('button', { name: 'Try again' }).waitFor();
    }
    expect(await keptIn(page)).toEqual({ messages: ['user', 'assistant stopped'], running: 0 });
  });

  it('its own page’s wish to stop it while the network is away', async () => {
    await send(page);
    await stepOf(page, 'AI Search').waitFor();
    await goOffline();
    await page.getByText('Reconnecting...').waitFor();
    await inputOf(page).press('Escape');
    await page.getByRole('button', { name: 'Stopping…' }).waitFor();
    await context.setOffline(false);
    await page.getByText('Stopped', { exact: true }).waitFor();
    expect(await keptIn(page)).toMatchObject({ running: 0 });
  });
});

describe.skipIf(chromiumPath === undefined)('a search of a signed-in person', () => {
  it('is followed on their other device, which can stop it', async () => {
    const stack = await startTestStack({
      environment: { PACING: 'steps' },
      cognito: { sendMail: () => undefined },
    });
    const browser = await launchBrowser();
    try {
      const first = await (await browser.newContext()).newPage();
      const person = await signUp(first, stack.url);
      const second = await (await browser.newContext()).newPage();
      await signIn(second, stack.url, person);
      await signedIn(second, person.email);
      await send(first);
      await stepOf(first, 'Analyzing Search Query').waitFor();
      await second.reload();
      await second.getByRole('button', { name: REQUEST }).first().click();
      await stepOf(second, 'AI Search').waitFor();
      await second.getByRole('button', { name: 'Stop search' }).click();
      for (const device of [first, second]) {
        await device.getByText('Stopped', { exact: true }).waitFor();
        await device.getByRole('button', { name: 'Try again' }).waitFor();
        expect(await keptIn(device)).toEqual({ messages: [], running: 0 });
      }
    } finally {
      await browser.close();
      await stack.close();
    }
  });
});

describe.skipIf(chromiumPath === undefined)('a server that dies in the middle of a search', () => {
  let server: ServerProcess;
  let browser: Browser;

  beforeAll(async () => {
    [server, browser] = await Promise.all([serverProcess({ PACING: 'steps' }), launchBrowser()]);
  });
  afterAll(async () => {
    await browser.close();
    await server.close();
  });

  it('gives what had been found when it is back', async () => {
    const page = await browser.newPage();
    await page.goto(server.url);
    await send(page);
    await stepOf(page, 'Preparing Results').waitFor();
    await server.kill();
    await page.getByText('Reconnecting...').waitFor();
    await server.start();
    await page.getByText('Stopped', { exact: true }).waitFor();
    await page
      .getByText(/^This search was interrupted on our side\./)
      .first()
      .waitFor();
    await page.getByText(/^Showing \d+ profile\(s\)$/).waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await keptIn(page)).toEqual({ messages: ['user', 'assistant stopped'], running: 0 });
  });
});

describe.skipIf(chromiumPath === undefined)('a limit that is reached', () => {
  it('is told kindly, and the text stays', async () => {
    const stack = await startTestStack({ environment: { ANONYMOUS_SEARCHES_PER_DAY: '1' } });
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await page.goto(stack.url);
      await send(page);
      await answerOf(page).waitFor();
      await page.getByRole('button', { name: 'New chat' }).click();
      await inputOf(page).fill('Chilean astronomers');
      await inputOf(page).press('Enter');
      await page.getByRole('alert').filter({ hasText: 'for today are used up' }).waitFor();
      expect(await inputOf(page).inputValue()).toBe('Chilean astronomers');
      expect(await keptIn(page)).toEqual(ANSWERED);
    } finally {
      await browser.close();
      await stack.close();
    }
  });
});
