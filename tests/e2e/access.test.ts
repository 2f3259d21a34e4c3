import type { Page } from '@playwright/test';
import { totpCode } from '#infra/local/cognito/totp.ts';
import { arriveSignedIn, codeFor, completeSignIn, invite, newPerson, signedIn } from './accounts.ts';
import { expectAccessibleLayout, expectContrast } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { inputOf, intercept } from './page.ts';

const headingOf = (page: Page, name: string) => page.getByRole('heading', { name });
const alertOf = (page: Page) => page.getByRole('alert');

/** Opens the provider’s window and picks a person in it. */
async function comeBy(page: Page, button: string, person: string): Promise<void> {
  const [opened] = await Promise.all([
    page.context().waitForEvent('page'),
    page.getByRole('button', { name: button }).click(),
  ]);
  await Promise.all([opened.waitForEvent('close'), opened.getByText(person).click()]);
}

test.describe('an invitation-only site', () => {
  test.use({
    stackOptions: {
      environment: { SIGN_UP: 'invited', ANONYMOUS: 'off', ORGANISATION_NAME: 'Example Corp', TOTP: 'on' },
    },
  });

  test('shows the sign-in page instead of the chats, even at a chat’s URL, and no sign-up', async ({
    page,
  }) => {
    for (const path of ['/', '/chat/chat_1_a', '/']) {
      await page.goto(path);
      await headingOf(page, 'Welcome to Expertscope').waitFor();
      await page.getByText('Sign in to search: this site is for people with an account').waitFor();
      await expect(page).toHaveURL(path);
    }
    await expect(inputOf(page)).toHaveCount(0);
    await page.getByText('Accounts here are by invitation.').waitFor();
    for (const name of ['Create one', 'Continue without account'])
      await expect(page.getByRole('link', { name })).toHaveCount(0);
    await page.goto('/signup');
    await headingOf(page, 'Accounts here are by invitation').waitFor();
    await page.getByRole('link', { name: 'Sign in' }).click();
    await headingOf(page, 'Welcome to Expertscope').waitFor();
  });

  test('lets an invited person set a password, turn on two-step sign-in and use it', async ({
    page,
    stack,
  }) => {
    const person = newPerson('Noor Castellan');
    await invite(stack, person.email);
    await test.step('sign in once with the mailed password', async () => {
      await page.goto('/');
      await completeSignIn(page, { ...person, password: await codeFor(page, person.email) });
      await headingOf(page, 'Choose your password').waitFor();
      await expectAccessibleLayout(page);
      await expectContrast(page);
      await page.getByLabel('Name').fill(person.name);
      await page.getByLabel('New password').fill(person.password);
      await page.getByRole('button', { name: 'Set password and sign in' }).click();
      await signedIn(page, person.email);
      await expect(inputOf(page)).toBeVisible();
      await page.getByText('Noor Castellan').waitFor();
    });
    const dialog = page.getByRole('dialog', { name: 'Two-step sign-in' });
    const openDialog = async () => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Two-step sign-in' }).click();
    };
    let secret = '';
    await test.step('turn codes on', async () => {
      await openDialog();
      await dialog.getByRole('button', { name: 'Set it up' }).click();
      secret = (await dialog.locator('code').textContent()) ?? '';
      await expect(dialog.getByRole('link', { name: 'open it in the app' })).toHaveAttribute(
        'href',
        `otpauth://totp/Expertscope:${person.email}?secret=${secret}&issuer=Expertscope`,
      );
      await expect(dialog.getByLabel('Code')).toBeFocused();
      await expectAccessibleLayout(page);
      await expectContrast(page);
      await dialog.getByLabel('Code').fill('000000');
      await dialog.getByRole('button', { name: 'Turn it on' }).click();
      await dialog.getByText('This code is not right. Enter the one that your app shows now.').waitFor();
      await dialog.getByLabel('Code').fill(totpCode(secret, Date.now()));
      await dialog.getByRole('button', { name: 'Turn it on' }).click();
      await dialog.getByText('It is on').waitFor();
      await dialog.getByRole('button', { name: 'Close' }).click();
    });
    await test.step('sign in with the next code, at the URL that was opened', async () => {
      await page.getByRole('button', { name: 'Account' }).click();
      await page.getByRole('menuitem', { name: 'Sign out' }).click();
      await headingOf(page, 'Welcome to Expertscope').waitFor();
      await page.goto('/chat/chat_1_a');
      await completeSignIn(page, person);
      await headingOf(page, 'Enter your code').waitFor();
      await page.getByRole('button', { name: 'Back to sign in' }).click();
      await completeSignIn(page, person);
      await page.getByLabel('Code').fill(totpCode(secret, Date.now() + 30_000));
      await page.getByRole('button', { name: 'Sign In', exact: true }).click();
      await headingOf(page, 'Oops! Page not found').waitFor();
      await expect(page).toHaveURL('/chat/chat_1_a');
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await signedIn(page, person.email);
    });
    await test.step('turn codes off', async () => {
      await openDialog();
      await dialog.getByRole('button', { name: 'Turn it off' }).click();
      await dialog.getByText('Besides your password').waitFor();
    });
  });

  test('says that a further step took too long, back at the sign-in form', async ({ page, stack }) => {
    const person = newPerson('Noor Castellan');
    await invite(stack, person.email);
    await page.goto('/');
    await completeSignIn(page, { ...person, password: await codeFor(page, person.email) });
    await page.getByLabel('Name').fill(person.name);
    await page.getByLabel('New password').fill(person.password);
    await page.route('**/cognito/', (route) => {
      const target = route.request().headers()['x-amz-target'] ?? '';
      if (!target.endsWith('RespondToAuthChallenge')) return route.continue();
      const error = {
        __type: 'NotAuthorizedException',
        message: 'Invalid session for the user, session is expired.',
      };
      return route.fulfill({ status: 400, contentType: 'application/x-amz-json-1.1', json: error });
    });
    await page.getByRole('button', { name: 'Set password and sign in' }).click();
    await headingOf(page, 'Welcome to Expertscope').waitFor();
    await expect(alertOf(page)).toHaveText('That took too long. Please sign in again.');
    await page.getByLabel('Email').fill('someone@example.com');
    await expect(alertOf(page)).toHaveCount(0);
  });

  test('admits only invited people through the provider, at the URL they opened', async ({ page, stack }) => {
    await page.goto('/chat/chat_1_a');
    await comeBy(page, 'Continue with Example Corp', 'Ingrid Solheim');
    await alertOf(page).getByText('Only people who have been invited can have an account here.').waitFor();
    await invite(stack, 'ingrid.solheim@example.com');
    await comeBy(page, 'Continue with Example Corp', 'Ingrid Solheim');
    await alertOf(page).getByText('Please sign in with Example Corp once more.').waitFor();
    await comeBy(page, 'Continue with Example Corp', 'Ingrid Solheim');
    await headingOf(page, 'Oops! Page not found').waitFor();
    await expect(page).toHaveURL('/chat/chat_1_a');
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await signedIn(page, 'ingrid.solheim@example.com');
  });

  test('says why it refuses somebody whose browser blocks pop-ups, and leads them to the URL they opened', async ({
    page,
    stack,
  }) => {
    await page.addInitScript(() => {
      window.open = () => null;
    });
    const comeBack = async () => {
      await page.getByRole('button', { name: 'Continue with Example Corp' }).click();
      await page.getByText('Tariq Mensah').click();
    };
    await page.goto('/chat/chat_1_a');
    await comeBack();
    await alertOf(page).getByText('Only people who have been invited can have an account here.').waitFor();
    await invite(stack, 'tariq.mensah@example.org');
    await comeBack();
    await alertOf(page).getByText('is now linked to your account.').waitFor();
    await comeBack();
    await headingOf(page, 'Oops! Page not found').waitFor();
    await expect(page).toHaveURL('/chat/chat_1_a');
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await signedIn(page, 'tariq.mensah@example.org');
  });
});

test.describe('a site for people with an account', () => {
  test.use({ stackOptions: { environment: { ANONYMOUS: 'off' } } });

  test('offers to try again, on every screen, if the account could not be loaded', async ({
    page,
    stack,
  }) => {
    const person = await arriveSignedIn(page, stack);
    for (const path of ['/data', '/']) {
      const letThrough = await intercept(page, '**/api/me', (route) =>
        route.fulfill({ status: 503, body: 'Try later' }),
      );
      await page.goto(path);
      await alertOf(page).getByText('Your account could not be loaded just now.').waitFor();
      letThrough();
      await alertOf(page).getByRole('button', { name: 'Try again' }).click();
      await page.getByText(person.email).waitFor();
      await expect(alertOf(page)).toHaveCount(0);
    }
  });
});

test.describe('a site restricted to some domains', () => {
  test.use({ stackOptions: { environment: { ALLOWED_EMAIL_DOMAINS: 'example.org' } } });

  test('states the rule before and after a sign-up, by password or by provider', async ({ page }) => {
    const rule = 'Only email addresses at example.org can have an account here.';
    const person = newPerson();
    await page.goto('/signup');
    await page.getByText(rule).waitFor();
    await page.getByLabel('Name').fill(person.name);
    await page.getByLabel('Email').fill(person.email);
    await page.getByLabel('Password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Create account' }).click();
    await alertOf(page).getByText(rule).waitFor();
    await comeBy(page, 'Continue with Google', 'Amara Lindqvist');
    await expect(alertOf(page).getByText(rule)).toHaveCount(2);
    await comeBy(page, 'Continue with Google', 'Noor O’Castellan');
    await signedIn(page, 'noor.ocastellan@example.org');
  });
});

test.describe('a site closed to new accounts', () => {
  test.use({ stackOptions: { environment: { SIGN_UP: 'closed' } } });

  test('offers no sign-up, says why at its URL, and still serves anonymous visitors', async ({ page }) => {
    await page.goto('/login');
    await page.getByRole('link', { name: 'Continue without account' }).waitFor();
    await expect(page.getByRole('link', { name: 'Create one' })).toHaveCount(0);
    await comeBy(page, 'Continue with Google', 'Amara Lindqvist');
    await alertOf(page).getByText('This site takes no new accounts.').waitFor();
    await page.goto('/signup');
    await headingOf(page, 'This site takes no new accounts').waitFor();
    await expect(page.getByRole('button', { name: 'Create account' })).toHaveCount(0);
    await page.goto('/');
    await expect(inputOf(page)).toBeFocused();
  });
});

test.describe('a provider that does not verify addresses', () => {
  test.use({ stackOptions: { environment: { ORGANISATION_NAME: 'Example Corp' } } });

  test('creates an account that shows no address and can be deleted without one', async ({ page }) => {
    await page.goto('/login');
    await comeBy(page, 'Continue with Example Corp', 'Kaya Brandt');
    await page.getByText('Kaya Brandt').waitFor();
    await page.goto('/data');
    await expect(page.locator('main').getByText('Kaya Brandt', { exact: true })).toBeVisible();
    await page.getByRole('button', { name: 'Delete your account' }).click();
    const dialog = page.getByRole('alertdialog');
    await dialog.getByRole('textbox').fill('something');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await dialog.getByText('This is not the word.').waitFor();
    await dialog.getByRole('textbox').fill('Delete ');
    await dialog.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('Your account is deleted with everything it held.').waitFor();
  });
});
