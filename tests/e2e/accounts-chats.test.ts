import { writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { ANONYMOUS_USER_ID, beginChat } from '#shared/chat.ts';
import { toTimestamp } from '#shared/time.ts';
import {
  arriveSignedIn,
  completeSignIn,
  makeAccount,
  signedIn,
  signIn,
  signOut,
  signUp,
} from './accounts.ts';
import { expect, test } from './fixtures.ts';
import { answerOf, ask, goToBackground, inputOf, intercept, keepToasts, matchesOf, send } from './page.ts';
import { profileOf } from './seed.ts';

test.describe('an account and the browser’s own chats', () => {
  test('offers once to bring in the local chats, and moves them completely', async ({ page, stack }) => {
    await page.goto('/');
    await page.getByRole('switch', { name: 'Deep Research' }).click();
    await ask(page, 'German marine biologists');
    await page.getByText(/^Showing \d+ profile/).waitFor();
    const cards = await matchesOf(page).count();
    const person = await arriveSignedIn(page, stack);
    await page.getByRole('heading', { name: 'Bring your chat into your account?' }).waitFor();
    await page
      .getByText('In your account you have it on every device, and it leaves this browser.')
      .waitFor();
    await page.getByRole('button', { name: 'Bring in' }).click();
    await page.getByText('1 chat brought into your account').waitFor();
    await page.getByRole('link', { name: /^German marine biologists/ }).click();
    await page.getByText('· 2 messages').waitFor();
    await expect(matchesOf(page)).toHaveCount(cards);
    await signOut(page);
    await expect(page.getByText('German marine biologists')).toHaveCount(0);
    await signIn(page, person);
    await page.getByText('· 2 messages').waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('offers again what was made after a sign-out on the same page', async ({ page, stack }) => {
    // What it finds the first time is only known after the sign-out.
    const isSignedOut = Promise.withResolvers<void>();
    await page.route('**/assets/bring-dialog-*.js', async (route) => {
      await isSignedOut.promise;
      await route.continue();
    });
    const person = await arriveSignedIn(page, stack);
    await signOut(page);
    isSignedOut.resolve();
    await ask(page, 'German marine biologists');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await completeSignIn(page, person);
    await signedIn(page, person.email);
    await page.getByRole('dialog', { name: 'Bring your chat into your account?' }).waitFor();
  });

  test.describe('with two chats and two tabs', () => {
    test.use({
      holding: {
        chats: [
          { id: 'chat_1', title: 'Reef mappers', turns: 1 },
          { id: 'chat_2', title: 'Coral divers', turns: 1 },
        ],
      },
    });

    test('withdraws the offer in one tab when the other has accepted it, and shows the chats there', async ({
      page,
      context,
      stack,
    }) => {
      await arriveSignedIn(page, stack);
      const offer = (on: Page) => on.getByRole('dialog', { name: 'Bring your chats into your account?' });
      await offer(page).waitFor();
      const other = await context.newPage();
      await other.goto('/');
      await offer(other).getByText('2 chats made without an account').waitFor();
      // It has to be notified, as it does not poll.
      await goToBackground(other);
      await offer(page).getByRole('button', { name: 'Bring in' }).click();
      await page.getByText('2 chats brought into your account').waitFor();
      await expect(offer(other)).toHaveCount(0);
      const sidebar = other.getByRole('complementary', { name: 'Sidebar' });
      await sidebar.getByRole('link', { name: /^Reef mappers/ }).waitFor();
      await sidebar.getByRole('link', { name: /^Coral divers/ }).waitFor();
      await other.getByRole('button', { name: 'Account' }).click();
      await other.getByRole('menuitem', { name: 'Sign out' }).waitFor();
      await expect(other.getByRole('menuitem', { name: 'Bring in local data' })).toHaveCount(0);
    });
  });

  test('can be brought in as soon as they have been imported, and no longer once they are cleared', async ({
    page,
    stack,
  }, testInfo) => {
    const file = testInfo.outputPath('chats.json');
    const named = { id: 'chat_1', userId: ANONYMOUS_USER_ID, title: 'Reef mappers' };
    const chat = beginChat(toTimestamp(Date.now()), named);
    await writeFile(file, JSON.stringify({ chats: [chat], messages: [] }));
    const item = page.getByRole('menuitem', { name: 'Bring in local data' });
    const code = page.waitForResponse(/\/bring-dialog-/);
    await arriveSignedIn(page, stack);
    // What is there when the browser is first looked through is offered unasked.
    await (await code).finished();
    await page.getByRole('link', { name: 'Your data' }).click();
    await page.getByLabel('File to import').setInputFiles(file);
    await page.getByText('1 chat added.').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Account' }).click();
    await item.waitFor();
    await page.getByRole('menuitem', { name: 'Your data' }).click();
    await page.getByRole('button', { name: 'Clear' }).click();
    await page.getByRole('button', { name: 'Clear everything' }).click();
    await page.getByText('Local data cleared').waitFor();
    await page.goBack();
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
    await expect(item).toHaveCount(0);
  });

  test('resumes sharing the answer that a visitor signed in for', async ({ page, stack }) => {
    const person = await makeAccount(stack);
    await page.goto('/');
    await ask(page, 'German marine biologists');
    await answerOf(page).waitFor();
    const { pathname } = new URL(page.url());
    const share = page.getByRole('button', { name: 'Share', exact: true });
    await share.click();
    const dialog = page.getByRole('dialog', { name: 'Share this answer' });
    await dialog.getByRole('link', { name: 'Sign in' }).click();
    await completeSignIn(page, person);
    await page.getByRole('button', { name: 'Bring in' }).click();
    await page.getByText('1 chat brought into your account').waitFor();
    await dialog.getByRole('button', { name: 'Make link' }).waitFor();
    expect(new URL(page.url()).pathname).toBe(pathname);
  });

  test.describe('with a search running', () => {
    test.use({ stackOptions: { environment: { PACING: 'steps' } } });

    test('waits for the answer and includes it', async ({ page, stack, pace }) => {
      await page.goto('/');
      await send(page, 'German marine biologists');
      await page.getByText('AI Search').or(page.getByText('Analyzing Search Query')).first().waitFor();
      await arriveSignedIn(page, stack);
      const offer = page.getByRole('dialog', { name: 'Bring your chat into your account?' });
      await expect(offer).toContainText(
        'A search is under way: your chats wait for its answer, which will be included.',
      );
      await offer.getByRole('button', { name: 'Bring in' }).click();
      await page.getByRole('button', { name: 'Bringing in 1 of 1...' }).waitFor();
      pace.finish();
      await page.getByText('1 chat brought into your account').waitFor();
      await page.getByRole('link', { name: /^German marine biologists/ }).click();
      await answerOf(page).waitFor();
      await expect(matchesOf(page).first()).toBeVisible();
      await page.reload();
      await answerOf(page).waitFor();
    });

    test('says what has stayed in the browser, even to somebody who did not wait for it', async ({
      page,
      stack,
      pace,
    }) => {
      await page.goto('/');
      await send(page, 'German marine biologists');
      await page.getByText('AI Search').or(page.getByText('Analyzing Search Query')).first().waitFor();
      await arriveSignedIn(page, stack);
      await page.route('**/api/chats', (route) =>
        route.request().method() === 'GET' ? route.fallback() : route.abort(),
      );
      const offer = page.getByRole('alertdialog', { name: 'Bring your chat into your account?' });
      await page.getByRole('button', { name: 'Bring in' }).click();
      await offer.getByRole('button', { name: 'Bringing in 1 of 1...' }).waitFor();
      await page.keyboard.press('Escape');
      await expect(offer).toHaveCount(0);
      pace.finish();
      await page
        .getByText('1 chat could not be brought in and is still in this browser, unchanged.')
        .waitFor();
    });
  });

  test.describe('with chats from January', () => {
    test.use({
      holding: { chats: [{ id: 'chat_1', title: 'Reef mappers', turns: 2, profiles: [profileOf(1, 82)] }] },
    });

    test('keeps their times, and opens every menu in between', async ({ page }) => {
      const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
      await signUp(page);
      await page.getByRole('button', { name: 'Bring in' }).click();
      await page.getByText('1 chat brought into your account').waitFor();
      await sidebar.getByText('5 Jan 2026 · 4 messages').waitFor();
      await sidebar.getByRole('link', { name: /^Reef mappers/ }).click();
      await page.getByText('Answer 2 of Reef mappers').waitFor();
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
  });

  test.describe('with the same person in two chats', () => {
    const profiles = [profileOf(1, 82), profileOf(2, 80)];
    test.use({
      holding: {
        chats: [
          { id: 'chat_reefs', title: 'Reef mappers', turns: 1, profiles, at: 'today' },
          { id: 'chat_other', title: 'Coral divers', turns: 1, profiles: profiles.slice(1) },
        ],
      },
    });

    test('hides people seen in a chat that was never opened on this page', async ({ page }) => {
      const opened: string[] = [];
      page.on('request', (request) => opened.push(new URL(request.url()).pathname));
      await signUp(page);
      await page.getByRole('button', { name: 'Bring in' }).click();
      await page.getByText('2 chats brought into your account').waitFor();
      await page.getByRole('link', { name: /^Reef mappers/ }).click();
      const seen = page.getByRole('article', { name: profiles[1]?.fullName ?? '', exact: true });
      await seen.waitFor();
      await page.getByRole('switch', { name: 'Hide everyone I have seen' }).click();
      await expect(seen).toHaveCount(0);
      await page.getByText('1 person hidden').waitFor();
      await expect(
        page.getByRole('article', { name: profiles[0]?.fullName ?? '', exact: true }),
      ).toBeVisible();
      expect(opened.filter((path) => path.endsWith('/history'))).not.toEqual([]);
    });
  });

  test('reports when the sign-in page or the account menu cannot be loaded, and keeps working', async ({
    page,
    stack,
  }) => {
    const alert = page.getByRole('alert');
    await keepToasts(page);
    const letScreensThrough = await intercept(page, '**/assets/screens-*.js*', (route) => route.abort());
    await page.goto('/');
    await page.getByRole('link', { name: 'Sign in', exact: true }).click();
    await alert.getByText('Loading the page again usually helps.').waitFor();
    await page.getByRole('button', { name: 'Reload' }).waitFor();
    await page.goBack();
    await inputOf(page).waitFor();
    letScreensThrough();
    const letMenuThrough = await intercept(page, '**/assets/menu-popup-*.js*', (route) => route.abort());
    const person = await arriveSignedIn(page, stack);
    await inputOf(page).fill('half a thought');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByText('This part of the page could not be loaded.').waitFor();
    await signedIn(page, person.email);
    await expect(inputOf(page)).toHaveValue('half a thought');
    letMenuThrough();
    await page.getByRole('button', { name: 'Reload' }).click();
    await signedIn(page, person.email);
    await expect(inputOf(page)).toHaveValue('half a thought');
    await page.getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
  });
});
