import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { endSessions, signedIn, signUp } from './support/accounts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { startTestStack } from './support/stack.ts';

/** In seconds: gone before a search of several steps has ended. */
const TOKEN_LIFETIME = 2;

describe.skipIf(chromiumPath === undefined)('a session that runs out, in a real browser', () => {
  let stack: LocalStack;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const refreshes: string[] = [];

  beforeAll(async () => {
    stack = await startTestStack({
      environment: { PACING: 'steps' },
      simulation: { people: 500 },
      cognito: { tokenLifetime: TOKEN_LIFETIME, sendMail: () => undefined },
    });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
  beforeEach(async () => {
    refreshes.length = 0;
    context = await browser.newContext();
    page = await context.newPage();
    page.on('request', (request) => {
      const target = request.headers()['x-amz-target'] ?? '';
      if (target.endsWith('GetTokensFromRefreshToken')) refreshes.push(target);
    });
    return () => context.close();
  });

  const input = () => page.getByRole('textbox', { name: 'Message Expertscope...' });
  async function send(text: string) {
    await input().fill(text);
    await input().press('Enter');
  }

  it('is renewed in silence, also when its token runs out mid-search', async () => {
    const person = await signUp(page, stack.url);
    await send('German marine biologists');
    await page.getByText('AI Search', { exact: true }).waitFor();
    await page
      .getByText(/profiles? for your request/)
      .first()
      .waitFor();
    const before = refreshes.length;
    await page.reload();
    await page
      .getByText(/profiles? for your request/)
      .first()
      .waitFor();
    await signedIn(page, person.email);
    expect(refreshes.length).toBeGreaterThan(before);
    expect(await page.getByRole('alert').count()).toBe(0);
  });

  it('says so when it cannot be renewed, gives back what was typed, and goes on after signing in again', async () => {
    const person = await signUp(page, stack.url);
    await endSessions(page);
    await send('Peruvian economists');
    await page.getByText('Your session has ended. What you typed is kept.').waitFor();
    await expect.poll(() => input().inputValue()).toBe('Peruvian economists');
    expect(await page.getByRole('alert').count()).toBe(1);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await signedIn(page, person.email);
    expect(await input().inputValue()).toBe('Peruvian economists');
    expect(await page.getByRole('alert').count()).toBe(0);
    await input().press('Enter');
    await page
      .getByText(/profiles? for your request/)
      .first()
      .waitFor();
  });

  it.each([
    ['has to set a new password', (email: string) => stack.cognito.requirePasswordReset(email)],
    ['was deleted', (email: string) => stack.cognito.deleteUser(email)],
  ])('says so when the account %s, with the way to sign in again', async (_, end) => {
    const { email } = await signUp(page, stack.url);
    await end(email);
    await page.waitForTimeout(TOKEN_LIFETIME * 1_000);
    await send('Peruvian economists');
    await page.getByText('Your session has ended. What you typed is kept.').waitFor();
    await expect.poll(() => input().inputValue()).toBe('Peruvian economists');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByLabel('Email').fill(email);
    expect(new URL(page.url()).pathname).toBe('/login');
  });

  it('shows as ended in the other tabs and after a reload, until it is dismissed', async () => {
    await signUp(page, stack.url);
    const other = await context.newPage();
    await other.goto(stack.url);
    await other.getByRole('button', { name: 'Account' }).waitFor();
    await endSessions(page);
    await send('Peruvian economists');
    await page.getByText('Your session has ended.').waitFor();
    await other.getByText('Your session has ended.').waitFor();
    await other.reload();
    await other.getByText('Your session has ended.').waitFor();
    await other.getByRole('button', { name: 'Dismiss' }).click();
    expect(await other.getByText('Your session has ended.').count()).toBe(0);
    await other.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
  });
});
