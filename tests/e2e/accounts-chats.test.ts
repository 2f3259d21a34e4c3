import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { newPerson, signedIn, signIn, signOut, signUp } from './support/accounts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, inputOf } from './support/screen.ts';
import { profileOf, storageWith } from './support/seed.ts';
import { startTestStack } from './support/stack.ts';
import { watchPolicy } from './support/watch-policy.ts';

describe.skipIf(chromiumPath === undefined)(
  'an account beside what the browser has, in a real browser',
  () => {
    let stack: LocalStack;
    let browser: Browser;
    let context: BrowserContext;
    let page: Page;
    let complaints: readonly string[] = [];

    beforeAll(async () => {
      stack = await startTestStack({ simulation: { people: 500 }, cognito: { sendMail: () => undefined } });
      browser = await launchBrowser();
    });
    afterAll(async () => {
      await browser?.close();
      await stack?.close();
    });
    async function open(options: BrowserContextOptions = {}) {
      context = await browser.newContext({ viewport: { width: 1440, height: 900 }, ...options });
      complaints = watchPolicy(context);
      page = await context.newPage();
    }
    afterEach(async () => {
      await context.close();
      expect(complaints).toEqual([]);
    });

    const input = () => inputOf(page);
    const alert = () => page.getByRole('alert');

    it('offers to bring the local chats into the account, once, and moves them whole', async () => {
      await open();
      await page.goto(stack.url);
      await page.getByRole('switch', { name: 'Deep Research' }).click();
      await ask(page, 'German marine biologists');
      const cards = await page.getByText(/^Match: \d+%$/).count();
      const person = await signUp(page, stack.url);
      await page.getByRole('heading', { name: 'Bring your chats into your account?' }).waitFor();
      await page.getByRole('button', { name: 'Bring them in' }).click();
      await page.getByText('1 chat brought into your account').waitFor();
      await page.getByRole('button', { name: /^German marine biologists/ }).click();
      await page.getByText('Today · 2 messages').waitFor();
      await expect.poll(() => page.getByText(/^Match: \d+%$/).count()).toBe(cards);
      await signOut(page);
      expect(await page.getByText('German marine biologists').count()).toBe(0);
      await signIn(page, stack.url, person);
      await page.getByText('Today · 2 messages').waitFor();
      expect(await page.getByRole('dialog').count()).toBe(0);
    });

    it('brings chats in with the times they have, and opens every menu on the way', async () => {
      const chat = { id: 'chat_1', title: 'Reef mappers', turns: 2, profiles: [profileOf(1, 82)] };
      await open({ storageState: storageWith(stack.url, [chat]) });
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
      await signUp(page, stack.url);
      await page.getByRole('button', { name: 'Bring them in' }).click();
      await page.getByText('1 chat brought into your account').waitFor();
      const date = await page.evaluate(() => new Date(Date.UTC(2026, 0, 5, 9)).toLocaleDateString());
      await sidebar.getByText(`${date} · 4 messages`).waitFor();
      await sidebar.getByRole('button', { name: /^Reef mappers/ }).click();
      await page.getByText('Question 1 of Reef mappers').waitFor();
      const shown = (await page.getByRole('main').textContent()) ?? '';
      const places = ['Question 1 of', 'Answer 1 of', 'Question 2 of', 'Answer 2 of'].map((text) =>
        shown.indexOf(text),
      );
      expect(places).not.toContain(-1);
      expect(places.toSorted((one, other) => one - other)).toEqual(places);
      for (const name of ['Options for Reef mappers', 'Theme', 'Account']) {
        await page.getByRole('button', { name }).click();
        await page.getByRole('menu', { name }).waitFor();
        await page.keyboard.press('Escape');
      }
      await signOut(page);
      expect(await page.evaluate(() => localStorage.getItem('expertscope_current_chat'))).toBeNull();
    });

    it('says so when the sign-in page or the account menu cannot be loaded, and stays', async () => {
      await open();
      const person = newPerson();
      await page.route('**/assets/screens-*.js*', (route) => route.abort());
      await page.goto(stack.url);
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await alert().getByText('Loading the page again usually helps.').waitFor();
      await page.getByRole('button', { name: 'Reload' }).waitFor();
      await page.goBack();
      await input().waitFor();
      await page.unroute('**/assets/screens-*.js*');
      await page.route('**/assets/menu-popup-*.js*', (route) => route.abort());
      await signUp(page, stack.url, person);
      await input().fill('half a thought');
      await page.getByRole('button', { name: 'Account' }).click();
      await alert().getByText('This part of the page could not be loaded.').waitFor();
      await signedIn(page, person.email);
      expect(await input().inputValue()).toBe('half a thought');
      await page.unroute('**/assets/menu-popup-*.js*');
      await alert().getByRole('button', { name: 'Reload' }).click();
      await signedIn(page, person.email);
      expect(await input().inputValue()).toBe('half a thought');
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    });
  },
);
