import type { Page, Request } from '@playwright/test';
import {
  codeFor,
  codesFor,
  completeSignIn,
  completeSignUp,
  fillCode,
  fillSignUp,
  makeAccount,
  newPerson,
  signedIn,
  signIn,
  signOut,
} from './accounts.ts';
import { expect, REQUEST, test } from './fixtures.ts';
import { ask, boxOf, inputOf, intercept, watchScripts } from './page.ts';

/** Chunks fetched by the page that contain Amplify. */
const AMPLIFY_CHUNK = /\/cognito-/;

const alertOf = (page: Page) => page.getByRole('alert');
const signInLink = (page: Page) => page.getByRole('link', { name: 'Sign in', exact: true });

/** Opens the window in which Google asks for an account. */
async function openGoogle(page: Page): Promise<Page> {
  const google = page.getByRole('button', { name: 'Continue with Google' });
  const [opened] = await Promise.all([page.waitForEvent('popup'), google.click()]);
  await opened.getByRole('heading', { name: /invented Google account/ }).waitFor();
  return opened;
}

/** Sends a new code. Until the service answers, that button shows `message`, and the form's own one, `beside`, its usual text. */
async function resendSaying(page: Page, message: string, { beside }: { beside: string }): Promise<void> {
  const gate = Promise.withResolvers<void>();
  const stop = await intercept(page, '**/cognito/', async (route) => {
    await gate.promise;
    await route.continue();
  });
  await page.getByRole('button', { name: 'Send a new code' }).click();
  await expect(page.getByRole('button', { name: message })).toBeVisible();
  await expect(page.getByRole('button', { name: beside })).toBeVisible();
  stop();
  gate.resolve();
}

test.describe('accounts', () => {
  test('are watched for violations of the Content-Security-Policy', async ({ page, problems }) => {
    await page.goto('/');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.text = 'globalThis.hasRun = true';
      document.head.append(script);
    });
    await expect.poll(() => problems.splice(0)).toHaveLength(1);
  });

  test('load no part of Amplify until an anonymous visitor opens the sign-in page', async ({ page }) => {
    const fetched: string[] = [];
    page.on('request', (request) => fetched.push(request.url()));
    await page.goto('/');
    await signInLink(page).waitFor();
    await page.getByText('Sign in to sync your chats across devices').waitFor();
    await page.waitForLoadState('networkidle');
    expect(fetched.filter((url) => AMPLIFY_CHUNK.test(url))).toEqual([]);
    await signInLink(page).click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await expect.poll(() => fetched.some((url) => AMPLIFY_CHUNK.test(url))).toBe(true);
  });

  test('have the specified text on /login, and report empty fields next to them', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByText('Sign in to your account to sync your chats across devices').waitFor();
    await page.getByText("Don't have an account?").waitFor();
    for (const [name, path] of [
      ['Create one', '/signup'],
      ['Forgot your password?', '/forgot-password'],
      ['Continue without account', '/'],
    ] as const)
      await expect(page.getByRole('link', { name })).toHaveAttribute('href', path);
    await page.getByText("Your chats will be saved locally and won't sync across devices.").waitFor();
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Enter your email address.').waitFor();
    await page.getByText('Enter your password.').waitFor();
    await page.getByLabel('Email').fill('ada@');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByText('Invalid email address.').waitFor();
    await expect(page.getByLabel('Email')).toHaveAttribute('type', 'email');
    await expect(page.getByLabel('Email')).toHaveAttribute('aria-invalid', 'true');
    await expect(page.getByLabel('Email')).toHaveAttribute('autocomplete', 'username');
  });

  test('sign up with the code, stay signed in across a reload, and clear the screen on sign-out', async ({
    page,
  }) => {
    const person = newPerson('Noor Castellan');
    await fillSignUp(page, person);
    await expect(page.getByRole('link', { name: 'your code' })).toHaveAttribute('href', '/cognito/mail');
    await page.getByLabel('Code').fill('12');
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Enter the six digits of the code.').waitFor();
    const first = await codeFor(page, person.email);
    await page.getByRole('button', { name: 'Send a new code' }).click();
    const sent = page.getByRole('status').filter({ hasText: 'A new code is on its way.' });
    await sent.waitFor();
    // The same live region is updated, since one added with its text may not be announced.
    await sent.evaluate((region) => region.setAttribute('data-seen', ''));
    const mailed = page.waitForResponse((response) => response.url().includes('/cognito'));
    await resendSaying(page, 'Sending a new code...', { beside: 'Confirm' });
    await mailed;
    await expect(sent).toHaveAttribute('data-seen');
    const second = await codeFor(page, person.email);
    if (first !== second) {
      await page.getByLabel('Code').fill(first);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('This code is not right. Check it, or send a new one.').waitFor();
    }
    await page.getByLabel('Code').fill(second);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('Noor Castellan').waitFor();
    await expect(page).toHaveURL('/');
    await ask(page, REQUEST);
    await page.reload();
    await signedIn(page, person.email);
    await page.getByText(/2 messages/).waitFor();
    await inputOf(page).fill('half a thought');
    await page.getByRole('button', { name: 'Account' }).click();
    await expect(page.getByRole('menuitem', { name: 'Your data' })).toBeVisible();
    await page.keyboard.press('Escape');
    await signOut(page);
    await page.getByText('No conversations yet. Start a new chat to begin.').waitFor();
    await expect(inputOf(page)).toHaveValue('');
    await expect(page.getByText(REQUEST)).toHaveCount(0);
  });

  test('show the specified error for a refusal until a field is edited', async ({ page }) => {
    const person = newPerson();
    await signIn(page, person);
    await alertOf(page).getByText('No user found with this email address.').waitFor();
    await page.getByLabel('Email').fill('');
    await expect(alertOf(page)).toHaveCount(0);
    await fillSignUp(page, person);
    // Not confirmed, so signing in leads to the code.
    expect(await codesFor(page, person.email)).toHaveLength(1);
    await page.goto('/');
    await signIn(page, { ...person, password: 'incorrect' });
    await alertOf(page).getByText('Incorrect password.').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Sign In' }).click();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
    await page.getByText(`We sent a six-digit code to ${person.email}.`).waitFor();
    expect(await codesFor(page, person.email)).toHaveLength(2);
    const code = await codeFor(page, person.email);
    await page.getByLabel('Code').fill(`${code.slice(0, 3)} ${code.slice(3)}`);
    await page.getByRole('button', { name: 'Confirm' }).click();
    await signedIn(page, person.email);
    await page.goto('/login');
    await page.waitForURL('/');
  });

  test('let a person waiting for a code go back to the sign-in page', async ({ page }) => {
    await page.goto('/');
    await signInLink(page).click();
    await page.getByRole('link', { name: 'Create one' }).click();
    await page.getByRole('heading', { name: 'Create your account' }).waitFor();
    await completeSignUp(page, newPerson());
    await page.goBack();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.getByLabel('Email').fill('someone@example.com');
    await expect(page).toHaveURL('/login');
    await page.goForward();
    await page.getByRole('heading', { name: 'Check your email' }).waitFor();
  });

  test('keep the code page across a reload, and lead back to it from the form', async ({ page }) => {
    const person = newPerson();
    const waits = page.getByRole('heading', { name: 'Check your email' });
    await fillSignUp(page, person);
    await test.step('after a reload, which restores the address and no secret', async () => {
      await page.reload();
      await waits.waitFor();
      await page.getByText(`the latest email to ${person.email}`).waitFor();
      const kept = await page.evaluate(() => JSON.stringify([history.state, localStorage, sessionStorage]));
      expect(kept).toContain(person.email);
      expect(kept).not.toContain(person.password);
    });
    await test.step('from the form, for an address that was never confirmed', async () => {
      const other = page.getByRole('button', { name: 'Use another address' });
      // The text itself, without the button’s padding.
      await expect(async () => {
        const end = await other.evaluate((button) => {
          const words = document.createRange();
          words.selectNodeContents(button);
          return words.getBoundingClientRect().right;
        });
        expect(end).toBeCloseTo((await boxOf(page.getByLabel('Code'))).right, 0);
      }).toPass();
      await other.click();
      await completeSignUp(page, { ...person, password: 'battery staple' });
      await page.getByText(`We sent a six-digit code to ${person.email}.`).waitFor();
      expect(await codesFor(page, person.email)).toHaveLength(2);
    });
    await test.step('to the sign-in page, since the first password typed counts', async () => {
      await fillCode(page, person.email);
      await page.getByRole('button', { name: 'Confirm' }).click();
      await page.getByText('Your email address is confirmed.').waitFor();
      await expect(page.getByLabel('Email')).toHaveValue(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Sign In' }).click();
      await signedIn(page, person.email);
    });
    await test.step('not for an address that is taken', async () => {
      await signOut(page);
      await page.goto('/signup');
      await page.getByLabel('Name').fill(person.name);
      await page.getByLabel('Email').fill(person.email);
      await page.getByLabel('Password', { exact: true }).fill(person.password);
      await page.getByRole('button', { name: 'Create account' }).click();
      await alertOf(page).getByText('An account with this email already exists.').waitFor();
      expect(await codesFor(page, person.email)).toHaveLength(2);
    });
  });

  test('state the deployment’s password rules, and reject a password in the same words', async ({ page }) => {
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
    await page.goto('/signup');
    await page.getByText(`At least 12 characters, ${kinds}`).waitFor();
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Create account' }).click();
    await page.getByText(`Password should be at least 12 characters, ${kinds}`).waitFor();
  });

  test('offer what the deployment offers once its configuration can be loaded', async ({ page }) => {
    const letThrough = await intercept(page, '**/config.json', (route) =>
      route.fulfill({ status: 503, body: 'Try later' }),
    );
    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign In' }).waitFor();
    const google = page.getByRole('button', { name: 'Continue with Google' });
    await expect(google).toHaveCount(0);
    letThrough();
    await page.getByRole('link', { name: 'Create one' }).click();
    await google.waitFor();
  });

  test('set a new password with the mailed code', async ({ page, stack }) => {
    const person = await makeAccount(stack);
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code').waitFor();
    await page.reload();
    await page.getByText(`We sent a six-digit code to ${person.email}.`).waitFor();
    await resendSaying(page, 'Sending password reset email...', { beside: 'Set password and sign in' });
    await page.getByText('A new code is on its way.').waitFor();
    await fillCode(page, person.email);
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

  test('lead to the sign-in page when a new password cannot be used at once', async ({ page, stack }) => {
    const person = await makeAccount(stack);
    await page.goto('/forgot-password');
    await page.getByLabel('Email').fill(person.email);
    await page.getByRole('button', { name: 'Send code' }).click();
    await fillCode(page, person.email);
    await page.getByLabel('New password').fill('battery staple');
    const isSignIn = (request: Request) => request.headers()['x-amz-target']?.endsWith('.InitiateAuth');
    const exception = { __type: 'NotAuthorizedException', message: 'Password attempts exceeded' };
    const letThrough = await intercept(page, '**/cognito/', (route) =>
      isSignIn(route.request()) ? route.fulfill({ status: 400, json: exception }) : route.fallback(),
    );
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('Your new password is set. Sign in with it.').waitFor();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    letThrough();
    await page.getByLabel('Password', { exact: true }).fill('battery staple');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await signedIn(page, person.email);
  });

  test('lead to the form for a required new password, with the address filled in', async ({
    page,
    stack,
  }) => {
    const person = await makeAccount(stack);
    await stack.cognito.requirePasswordReset(person.email);
    await signIn(page, person);
    const reason = page.getByText('Your account needs a new password before you can sign in.');
    await reason.waitFor();
    await page.reload();
    await reason.waitFor();
    await expect(page).toHaveURL('/forgot-password');
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
    await expect(page.getByRole('alert')).toHaveCount(0);
    await page.goBack();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.goForward();
    await page.getByRole('button', { name: 'Send code' }).click();
    await page.getByLabel('Code').fill('000000');
    await page.getByLabel('New password').fill('battery staple');
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await page.getByText('This code is not right.').waitFor();
    await expect(page).toHaveURL('/forgot-password');
    await fillCode(page, person.email);
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await signedIn(page, person.email);
  });

  test('show a sign-in or sign-out from one tab in the others', async ({ page, context, stack }) => {
    const other = await context.newPage();
    await other.goto('/');
    await signInLink(other).waitFor();
    const person = await makeAccount(stack);
    await signIn(page, person);
    await signedIn(page, person.email);
    await signedIn(other, person.email);
    await signOut(other);
    await signInLink(page).waitFor();
    await page.getByText('Sign in to sync your chats across devices').waitFor();
  });

  test('sign in with Google in a window, and treat closing or cancelling it as no error', async ({
    page,
  }) => {
    await page.goto('/login');
    const closed = await openGoogle(page);
    await page.getByRole('button', { name: 'Signing in with Google...' }).waitFor();
    await closed.close();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await expect(alertOf(page)).toHaveCount(0);
    const cancelled = await openGoogle(page);
    await cancelled.getByRole('link', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await expect(alertOf(page)).toHaveCount(0);
    const opened = await openGoogle(page);
    const isClosed = opened.waitForEvent('close');
    await opened.getByText('Amara Lindqvist').click();
    await isClosed;
    await signedIn(page, 'amara.lindqvist@example.com');
    await expect(page).toHaveURL('/');
    await expect(page.locator('footer img')).toHaveCount(1);
    await signOut(page);
    await expect(page).toHaveURL('/');
  });

  test('sign in through the window opened last, whatever an earlier one returns', async ({ page }) => {
    await page.goto('/login');
    const earlier = await openGoogle(page);
    await earlier.close();
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    const slow = await openGoogle(page);
    const released = Promise.withResolvers<void>();
    await slow.route('**/assets/**', async (route) => {
      await released.promise;
      await route.continue();
    });
    await slow.getByRole('link', { name: 'Cancel' }).click();
    // Returning to this site has cut the link between the pages, so the window looks closed.
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    const opened = await openGoogle(page);
    const isClosed = slow.waitForEvent('close');
    released.resolve();
    await isClosed;
    await opened.getByText('Amara Lindqvist').click();
    await signedIn(page, 'amara.lindqvist@example.com');
    await expect(alertOf(page)).toHaveCount(0);
  });

  test('sign in with a password after a sign-in with Google was left unfinished', async ({ page, stack }) => {
    const person = await makeAccount(stack);
    await page.goto('/login');
    await openGoogle(page);
    await page.reload();
    await completeSignIn(page, person);
    await signedIn(page, person.email);
  });

  test('redirect to Google and back when pop-ups are blocked', async ({ page }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await page.getByText('Łucja Nguyễn').click();
    await signedIn(page, 'lucja.nguyen@example.net');
    await expect(page).toHaveURL('/');
  });

  test('report a lost network, and keep the input', async ({ page, context }) => {
    const scripts = watchScripts(page);
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).waitFor();
    await scripts.haveArrived(['cognito']);
    await context.setOffline(true);
    await page.getByLabel('Email').fill('ada@example.com');
    await page.getByLabel('Password', { exact: true }).fill('correct horse');
    await page.getByRole('button', { name: 'Sign In' }).click();
    await alertOf(page).getByText('Network error. Please check your connection.').waitFor();
    await expect(page.getByLabel('Email')).toHaveValue('ada@example.com');
    await context.setOffline(false);
  });
});
