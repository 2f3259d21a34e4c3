import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { endSessions, signUp } from './support/accounts.ts';
import { expectAccessible } from './support/axe.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { chooseFor, inputOf, newScreen, openSidebar, SIZES } from './support/screen.ts';
import { runOf, searchStream } from './support/search-stream.ts';
import type { StorageState } from './support/seed.ts';
import { profileOf, storageWith } from './support/seed.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';
const FEW = [profileOf(1, 92), { ...profileOf(2, 78), isVerified: true }, profileOf(3, 64), profileOf(4, 31)];
const LIMIT = 'The searches for today are used up. They start again at midnight UTC.';

const step = (id: string, title: string, status: string, details: string[] = []) =>
  [
    'step',
    { id, title, description: 'What is being done', status, timestamp: new Date().toISOString(), details },
  ] as const;

const SO_FAR = [
  step('query-generation', 'Analyzing Search Query', 'completed', ['site:linkedin.com/in marine biologist']),
  step('profile-search', 'AI Search', 'completed', ['4 profiles']),
  step('ai-filtering', 'AI Relevance Analysis', 'error', ['Deep research failed: No response from OpenAI']),
  step('deep-verification', 'Profile Verification', 'active', ['Checking Ada Okonkwo 1 (1 of 4)']),
  [
    'profiles',
    {
      verifiedProfiles: FEW.slice(1, 2),
      otherProfiles: [FEW[0], ...FEW.slice(2)],
      totalProfiles: 4,
      searchQuery: REQUEST,
      useDeepResearch: true,
      profileProvider: 'Enrich Layer',
    },
  ],
] as const;

describe.skipIf(chromiumPath === undefined)('axe finds nothing in passing states', () => {
  let stack: LocalStack;
  let browser: Browser;
  /** Somebody whose session another device has ended. */
  let ended: StorageState;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([
      startTestStack({ simulation: { people: 500 }, cognito: { sendMail: () => undefined } }),
      launchBrowser(),
    ]);
    const page = await browser.newPage();
    await signUp(page, stack.url);
    ended = await page.context().storageState();
    await endSessions(page);
    await page.context().close();
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  describe.each(SIZES)('at %i × %i', (width, height) => {
    /** Somebody who has just signed in on a browser with chats of its own. */
    let arrived: StorageState;

    beforeAll(async () => {
      const chats = [{ id: 'chat_reefs', title: 'reefs', turns: 2, profiles: FEW }];
      const page = await browser.newPage({ storageState: storageWith(stack.url, chats) });
      await signUp(page, stack.url);
      arrived = await page.context().storageState();
      await page.context().close();
    });

    const withPage = async (storageState: StorageState | undefined, run: (page: Page) => Promise<void>) => {
      const context = await newScreen(browser, { width, height, ...(storageState && { storageState }) });
      try {
        await context.addInitScript(() => localStorage.setItem('expertscope_theme', 'system'));
        const page = await context.newPage();
        await page.goto(stack.url);
        await run(page);
      } finally {
        await context.close();
      }
    };

    it.concurrent('of somebody signed in: the offer, the account’s menu, a chat’s menu, an open directory', () =>
      withPage(arrived, async (page) => {
        await page.getByRole('dialog', { name: 'Bring your chats into your account?' }).waitFor();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Bring them in' }).click();
        await page.getByText('1 chat brought into your account').waitFor();
        await expectAccessible(page);
        const sidebar = await openSidebar(page);
        await sidebar.getByRole('button', { name: 'Account' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await sidebar.getByRole('button', { name: 'Options for reefs' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await sidebar.getByRole('button', { name: /^reefs / }).click();
        await page.getByRole('button', { name: 'Other Relevant Profiles' }).last().click();
        await expectAccessible(page);
        await chooseFor(page, 'reefs', 'Archive');
        await page.getByText('Chat archived').waitFor();
        await expectAccessible(page);
      }));

    it.concurrent('of a limit that is reached', () =>
      withPage(undefined, async (page) => {
        await page.route('**/api/searches', (route) =>
          route.fulfill({ status: 429, json: { error: { code: 'quota-exceeded', message: LIMIT } } }),
        );
        await inputOf(page).fill(REQUEST);
        await inputOf(page).press('Enter');
        await page.getByRole('alert').getByText(LIMIT).waitFor();
        await expectAccessible(page);
      }));

    it.concurrent('of a session that has ended', () =>
      withPage(ended, async (page) => {
        await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
        await page.route('**/api/searches', (route) =>
          route.fulfill({ status: 401, json: { error: { code: 'unauthorised', message: 'No.' } } }),
        );
        await inputOf(page).fill(REQUEST);
        await inputOf(page).press('Enter');
        await page.getByText('Your session has ended. What you typed is kept.').waitFor();
        await expectAccessible(page);
      }));

    it.concurrent('of a search that is cut off, is stopping, and has stopped', () =>
      withPage(undefined, async (page) => {
        const gate = Promise.withResolvers<void>();
        await page.route('**/api/searches', (route) =>
          route.fulfill(searchStream([['run', runOf(route.request())], ...SO_FAR])),
        );
        await page.route('**/api/searches/*/stop', (route) => route.fulfill({ json: { stopped: true } }));
        await page.route('**/api/searches/*/events', async (route) => {
          await gate.promise;
          const after = SO_FAR.length + 1;
          await route.fulfill(searchStream([['done', { outcome: 'stopped' }]], { after }));
        });
        await inputOf(page).fill(REQUEST);
        await inputOf(page).press('Enter');
        await page.getByText('Reconnecting...').waitFor();
        await page.getByText('Still ranking').waitFor();
        await expectAccessible(page);
        await inputOf(page).press('Escape');
        await page.getByRole('button', { name: 'Stopping…' }).waitFor();
        await expectAccessible(page);
        gate.resolve();
        await page.getByText('You stopped this search.').waitFor();
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await expectAccessible(page);
      }));
  });
});
