import type { Browser, BrowserContext, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { APOLOGY, searchApology } from '#shared/errors.ts';
import { signUp } from './support/accounts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, chooseFor, inputOf, newScreen, openSidebar } from './support/screen.ts';
import { runOf, searchStream } from './support/search-stream.ts';
import type { StorageState } from './support/seed.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';
const BROKEN = {
  error: { code: 'internal-error', message: 'Something went wrong on our side. Please try again.' },
};

describe.skipIf(chromiumPath === undefined)('chats in an account that cannot be reached', () => {
  let stack: LocalStack;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  /** Somebody signed in, with one answered search. */
  let signedIn: StorageState;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([
      startTestStack({ simulation: { people: 500 }, cognito: { sendMail: () => undefined } }),
      launchBrowser(),
    ]);
    const first = await browser.newPage();
    await signUp(first, stack.url);
    await ask(first, REQUEST);
    signedIn = await first.context().storageState();
    await first.context().close();
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
  beforeEach(async () => {
    context = await newScreen(browser, { width: 1440, height: 900, storageState: signedIn });
    page = await context.newPage();
    return () => context.close();
  });

  const errorOf = (text: string) => page.getByRole('alert').getByText(text, { exact: true });
  const entry = async () => (await openSidebar(page)).getByRole('button', { name: `${REQUEST} Today` });
  /** The server fails to answer one kind of call; the others go through. */
  const fail = (path: string, method: string) =>
    page.route(path, (route: Route) =>
      route.request().method() === method ? route.fulfill({ status: 500, json: BROKEN }) : route.fallback(),
    );
  async function openChat() {
    await page.goto(stack.url);
    await (await entry()).click();
    await page.getByText(/^Showing \d+ profile/).waitFor();
  }

  it('says that the chats could not be fetched, and still takes a search', async () => {
    await fail('**/api/chats?*', 'GET');
    await fail('**/api/chats', 'GET');
    await page.goto(stack.url);
    await errorOf('Failed to fetch chats').waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    expect(await page.getByRole('alert').count()).toBe(0);
    await ask(page, 'Chilean astronomers');
  });

  it('says that the messages could not be fetched, and that they are there when they can be', async () => {
    await fail('**/api/chats/*/messages*', 'GET');
    await page.goto(stack.url);
    const chat = await entry();
    if ((await chat.getAttribute('aria-current')) === null) await chat.click();
    await errorOf('Failed to fetch messages').waitFor();
    await page.unroute('**/api/chats/*/messages*');
    await page.reload();
    await page.getByText(/^Showing \d+ profile/).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says that a chat could not be renamed or archived, and leaves it as it was', async () => {
    await openChat();
    await fail('**/api/chats/*', 'PATCH');
    await chooseFor(page, REQUEST, 'Rename');
    await page.getByRole('dialog').getByRole('textbox').fill('Reef people');
    await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
    await errorOf('Failed to update chat').waitFor();
    await (await entry()).waitFor();
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await chooseFor(page, REQUEST, 'Archive');
    await errorOf('Failed to update chat').waitFor();
    await (await entry()).waitFor();
    expect(await page.getByText('Chat archived').count()).toBe(0);
  });

  it('says that a chat could not be deleted, and keeps it with its conversation', async () => {
    await openChat();
    await fail('**/api/chats/*', 'DELETE');
    await chooseFor(page, REQUEST, 'Delete');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await errorOf('Failed to delete chat').waitFor();
    await (await entry()).waitFor();
    await page.getByText(/^Showing \d+ profile/).waitFor();
  });

  it('says that a rating could not be stored, and takes it back', async () => {
    await openChat();
    await fail('**/api/chats/*/messages/*', 'PATCH');
    await page.getByRole('button', { name: 'Good' }).click();
    await errorOf('Failed to update message').waitFor();
    await page.getByRole('button', { name: 'Good', pressed: false }).waitFor();
  });

  it('apologises for a send that failed as a whole, keeps its text, and offers to try again', async () => {
    await page.goto(stack.url);
    await fail('**/api/searches', 'POST');
    await page.getByRole('button', { name: 'New chat' }).click();
    await inputOf(page).fill('Chilean astronomers');
    await inputOf(page).press('Enter');
    await errorOf('Failed to send message').waitFor();
    await page.getByText('You asked: Chilean astronomers').waitFor();
    await page.getByText(APOLOGY, { exact: true }).first().waitFor();
    await page.unroute('**/api/searches');
    await page.getByRole('button', { name: 'Try again' }).click();
    await page
      .getByText(/profiles? for your request|No profiles found/)
      .first()
      .waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('apologises with the reason for a search that failed inside', async () => {
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
    await page.goto(stack.url);
    await page.getByRole('button', { name: 'New chat' }).click();
    await inputOf(page).fill('Chilean astronomers');
    await inputOf(page).press('Enter');
    await page
      .getByRole('list', { name: 'Messages' })
      .getByText(
        `I'm sorry, I encountered an error while processing your search request: ${reason}. Please try again with a different phrasing.`,
        { exact: true },
      )
      .waitFor();
    await page.getByRole('button', { name: 'Try again' }).waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says so on the way into the account, and lets nobody half in', async () => {
    await fail('**/api/me', 'GET');
    await page.goto(stack.url);
    await page.getByRole('alert').waitFor();
    await (await openSidebar(page)).getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    expect(await page.getByRole('button', { name: 'Account' }).count()).toBe(0);
    await page.unroute('**/api/me');
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click();
    await page.getByRole('button', { name: 'Account' }).waitFor();
    await (await entry()).waitFor();
  });
});
