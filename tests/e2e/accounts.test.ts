import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import {
  codeFor,
  codesFor,
  completeSignUp,
  fillSignUp,
  newPerson,
  signedIn,
  signIn,
  signOut,
  signUp,
} from './support/accounts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { startTestStack } from './support/stack.ts';
import { watchPolicy } from './support/watch-policy.ts';

/** Names of what the page fetched, to tell whether Amplify was among it. */
const AMPLIFY_CHUNK = /create-accounts/;

describe.skipIf(chromiumPath === undefined)('accounts, in a real browser', () => {
  let stack: LocalStack;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    stack = await startTestStack({ simulation: { people: 500 }, cognito: { sendMail: () => undefined } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
  beforeEach(async () => {
    problems.length = 0;
    context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    context.on('weberror', (error) => problems.push(error.error().message));
    const complaints = watchPolicy(context);
    page = await context.newPage();
    return async () => {
      await context.close();
      expect(complaints).toEqual([]);
    };
  });

  const input = (on = page) => on.getByRole('textbox', { name: 'Message Expertscope...' });
  const alert = () => page.getByRole('alert');
  const signInLink = (on = page) => on.getByRole('link', { name: 'Sign in', exact: true });
  async function ask(text: string) {
    await input().fill(text);
    await input().press('Enter');
    await page
      .getByText(/profiles? for your request|No profiles found/)
      .first()
      .waitFor();
  }

  it('is watched for what the Content-Security-Policy keeps it from', async () => {
    const watched = await browser.newContext();
    const complaints = watchPolicy(watched);
    const site = await watched.newPage();
    await site.goto(stack.url);
    await site.evaluate(() => {
      const script = document.createElement('script');
      script.text = 'globalThis.hasRun = true';
      document.head.append(script);
    });
    await expect.poll(() => complaints.length).toBe(1);
    await watched.close();
  });

  it('gives an anonymous visitor no part of Amplify until they open the sign-in page', async () => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto(stack.url);
    await signInLink().waitFor();
    await page.getByText('Sign in to sync your chats across devices').waitFor();
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((url) => AMPLIFY_CHUNK.test(url) || url.endsWith('/config.json'))).toEqual([]);
    await signInLink().click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await page.waitForLoadState('networkidle');
    expect(fetched.some((url) => AMPLIFY_CHUNK.test(url))).toBe(true);
  });

  it('says on /login what the specification says, and refuses an empty form beside its fields', async () => {
    await page.goto(`${stack.url}/login`);
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByText('Sign in to your account to sync your chats across devices').waitFor();
    await page.getByText("Don't have an account?").waitFor();
    for (const [name, path] of [
      ['Create one', '/signup'],
      ['Forgot your password?', '/forgot-password'],
      ['Continue without account', '/'],
    ] as const)
      expect(await page.getByRole('link', { name }).getAttribute('href')).toBe(path);
    await page.getByText("Your chats will be saved locally and won't sync across devices.").waitFor();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Enter your email address.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    expect(await page.getByLabel('Email').getAttribute('aria-invalid')).toBe('true');
    expect(await page.getByLabel('Email').getAttribute('autocomplete')).toBe('username');
  });

  it('signs up with the code, keeps who is signed in across a reload, and clears the screen on sign-out', async () => {
    const person = newPerson('Noor Castellan');
    await fillSignUp(page, stack.url, person);
    expect(await page.getByRole('link', { name: 'your code' }).getAttribute('href')).toBe('/cognito/mail');
    await page.getByLabel('Code').fill('12');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Enter the six digits of the code.').waitFor();
    const first = await codeFor(stack.url, person.email);
    await page.getByRole('button', { name: 'Send a new code' }).click();
    await page.getByText('A new code is on its way.').waitFor();
    const second = await codeFor(stack.url, person.email);
    if (first !== second) {
      await page.getByLabel('Code').fill(first);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This code is not right. Check it, or send a new one.').waitFor();
    }
    await page.getByLabel('Code').fill(second);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Noor Castellan').waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await ask('German marine biologists');
    await page.reload();
    await signedIn(page, person.email);
    await page.getByText(/2 messages/).waitFor();
    await input().fill('half a thought');
    await page.getByRole('button', { name: 'Account' }).click();
    expect(await page.getByRole('menuitem', { name: 'Profile' }).getAttribute('aria-disabled')).toBe('true');
    await page.keyboard.press('Escape');
    await signOut(page);
    await page.getByText('No conversations yet. Start a new chat to begin.').waitFor();
    expect(await input().inputValue()).toBe('');
    expect(await page.getByText('German marine biologists').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows the catalogue for what was refused, until a field is edited', async () => {
    const person = newPerson();
    await signIn(page, stack.url, person);
    await alert().getByText('No user found with this email address.').waitFor();
    await page.getByLabel('Email').fill('');
    expect(await alert().count()).toBe(0);
    await fillSignUp(page, stack.url, person);
    // Not confirmed: whoever signs in lands on the code.
    expect(await codesFor(stack.url, person.email)).toHaveLength(1);
    await page.goto(stack.url);
    await signIn(page, stack.url, { ...person, password: 'incorrect' });
    await alert().getByText('Incorrect password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByText(`We sent a code of six digits to ${person.email}.`).waitFor();
    expect(await codesFor(stack.url, person.email)).toHaveLength(2);
    const code = await codeFor(stack.url, person.email);
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await signedIn(page, person.email);
    await page.goto(`${stack.url}/login`);
    await page.waitForURL(`${stack.url}/`);
  });

  it('lets whoever waits for a code go back to the sign-in page, which stays', async () => {
    await page.goto(stack.url);
    await signInLink().click();
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await completeSignUp(page, newPerson());
    await page.goBack();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByLabel('Email').fill('someone@example.com');
    expect(new URL(page.url()).pathname).toBe('/login');
    await page.goForward();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  });

  it('says what the deployment asks of a password, and refuses in the same words', async () => {
    const passwordPolicy = {
      minimumLength: 12,
      lowercase: true,
      uppercase: true,
      digits: true,
      symbols: true,
    };
    await page.route('**/config.json', async (route) => {
      const response = await route.fetch();
      await route.fulfill({ json: { ...Object(await response.json()), passwordPolicy } });
    });
    const kinds = 'with a lowercase letter, an uppercase letter, a digit, and a symbol.';
    await page.goto(`${stack.url}/signup`);
    await page.getByText(`At least 12 characters, ${kinds}`).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`Password should be at least 12 characters, ${kinds}`).waitFor();
  });

  it('sets a new password by the mailed code', async () => {
    const person = await signUp(page, stack.url);
    await signOut(page);
    await page.goto(`${stack.url}/forgot-password`);
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code').fill(await codeFor(stack.url, person.email));
    await page.getByLabel('New password').fill('long enough ');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('A password must not start or end with a space.').waitFor();
    await page.getByLabel('New password').fill('12345');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('Password should be at least 6 characters.').waitFor();
    await page.getByLabel('New password').fill('battery staple');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await signedIn(page, person.email);
  });

  it('shows a sign-in and a sign-out of one tab in the others', async () => {
    const other = await context.newPage();
    await other.goto(stack.url);
    await signInLink(other).waitFor();
    const person = await signUp(page, stack.url);
    await signedIn(other, person.email);
    await signOut(other);
    await signInLink().waitFor();
    await page.getByText('Sign in to sync your chats across devices').waitFor();
  });

  it('signs in with Google in a window of its own; closing or cancelling it is no error', async () => {
    await page.goto(`${stack.url}/login`);
    const google = page.getByRole('button', { name: /Google/ });
    const openWindow = async () => {
      const [opened] = await Promise.all([context.waitForEvent('page'), google.click()]);
      await opened.getByRole('heading', { name: /invented Google account/ }).waitFor();
      return opened;
    };
    const closed = await openWindow();
    await page.getByRole('button', { name: 'Signing in with Google...' }).waitFor();
    await closed.close();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect(await alert().count()).toBe(0);
    const cancelled = await openWindow();
    await cancelled.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    expect(await alert().count()).toBe(0);
    const opened = await openWindow();
    const isClosed = opened.waitForEvent('close');
    await opened.getByText('Amara Lindqvist').click();
    await isClosed;
    await signedIn(page, 'amara.lindqvist@example.com');
    expect(new URL(page.url()).pathname).toBe('/');
    expect(await page.locator('footer img').count()).toBe(1);
    await signOut(page);
    expect(page.url()).toBe(`${stack.url}/`);
  });

  it('goes to Google and comes back where windows are blocked', async () => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto(`${stack.url}/login`);
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('Łucja Nguyễn').click();
    await signedIn(page, 'lucja.nguyen@example.net');
    expect(page.url()).toBe(`${stack.url}/`);
  });

  it('says when the network is gone, and keeps what was typed', async () => {
    await page.goto(`${stack.url}/login`);
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await page.waitForLoadState('networkidle');
    await context.setOffline(true);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await alert().getByText('Network error. Please check your connection.').waitFor();
    expect(await page.getByLabel('Email').inputValue()).toBe('ada@example.com');
    await context.setOffline(false);
  });
});
