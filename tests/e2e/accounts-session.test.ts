import type { Page } from '@playwright/test';
import { arriveSignedIn, completeSignIn, hasExpired, signedIn, signOut } from './accounts.ts';
import { expect, REQUEST, test } from './fixtures.ts';
import { answerOf, ask, hold, inputOf, intercept, openSidebar, send } from './page.ts';
import { searchedChat, storageWith } from './seed.ts';

/** In seconds, so that a token expires before a search of several steps ends. */
const TOKEN_LIFETIME = 2;

const ENDED = 'Your session has ended. What you typed is kept.';

/** The page’s refresh requests to Cognito; the list grows as they are made. */
function refreshesOf(page: Page): readonly string[] {
  const refreshes: string[] = [];
  page.on('request', (request) => {
    const target = request.headers()['x-amz-target'] ?? '';
    if (target.endsWith('GetTokensFromRefreshToken')) refreshes.push(target);
  });
  return refreshes;
}

const offlineCopyOf = (page: Page) => page.evaluate(() => localStorage.getItem('expertscope_offline'));

test.describe('a session that expires', () => {
  test.use({
    stackOptions: { environment: { PACING: 'steps' }, cognito: { tokenLifetime: TOKEN_LIFETIME } },
  });

  test('is renewed silently, even when its token expires during a search', async ({ page, stack, pace }) => {
    const refreshes = refreshesOf(page);
    const person = await arriveSignedIn(page, stack);
    await send(page, 'German marine biologists');
    await pace.next();
    await page.getByText('AI Search', { exact: true }).waitFor();
    await expect.poll(() => hasExpired(page)).toBe(true);
    pace.finish();
    await answerOf(page).first().waitFor();
    const before = refreshes.length;
    await page.reload();
    await answerOf(page).first().waitFor();
    await signedIn(page, person.email);
    expect(refreshes.length).toBeGreaterThan(before);
    await expect(page.getByRole('alert')).toHaveCount(0);
  });

  test('is reported when it cannot be renewed, restores the input, and resumes after signing in', async ({
    page,
    stack,
  }) => {
    const person = await arriveSignedIn(page, stack);
    await stack.cognito.endSessions(person.email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await send(page, 'Peruvian economists');
    await page.getByText(ENDED).waitFor();
    await expect(inputOf(page)).toHaveValue('Peruvian economists');
    await expect(page.getByRole('alert')).toHaveCount(1);
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await completeSignIn(page, person);
    await signedIn(page, person.email);
    await expect(inputOf(page)).toHaveValue('Peruvian economists');
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(inputOf(page)).toBeEditable();
    await inputOf(page).press('Enter');
    await answerOf(page).first().waitFor();
  });

  test('is reported when the account needs a new password, with a link to sign in', async ({
    page,
    stack,
  }) => {
    const person = await arriveSignedIn(page, stack);
    await stack.cognito.requirePasswordReset(person.email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await send(page, 'Peruvian economists');
    await page.getByText(ENDED).waitFor();
    await expect(inputOf(page)).toHaveValue('Peruvian economists');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await expect(page).toHaveURL('/login');
    await completeSignIn(page, person);
    await page.getByText('Your account needs a new password before you can sign in.').waitFor();
    await expect(page.getByLabel('Email')).toHaveValue(person.email);
  });

  test('leads back to the lists if it was reported there', async ({ page, stack }) => {
    const person = await arriveSignedIn(page, stack);
    await stack.cognito.endSessions(person.email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await page.goto('/lists');
    await page.getByRole('link', { name: 'Sign in again' }).click();
    await completeSignIn(page, person);
    await page.getByRole('heading', { name: 'Lists' }).waitFor();
    await expect(page).toHaveURL('/lists');
  });

  test('reports a deleted account, and continues without one while keeping the input', async ({
    page,
    stack,
  }) => {
    const person = await arriveSignedIn(page, stack);
    await ask(page, REQUEST);
    await stack.cognito.deleteUser(person.email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await send(page, 'Peruvian economists');
    await page.getByText('This account has been deleted. What you typed is kept.').waitFor();
    await expect(page.getByRole('alert')).toHaveCount(1);
    await expect(inputOf(page)).toHaveValue('Peruvian economists');
    await page.getByRole('button', { name: 'Continue without account' }).click();
    await (await openSidebar(page)).getByText('No conversations yet.').waitFor();
    await expect(page.getByRole('alert')).toHaveCount(0);
    await expect(inputOf(page)).toHaveValue('Peruvian economists');
    await expect(inputOf(page)).toBeEditable();
    await inputOf(page).press('Enter');
    await answerOf(page).first().waitFor();
  });

  test('leaves nothing of a deleted account behind, even if the page was opened again meanwhile', async ({
    page,
    stack,
  }) => {
    const offlineCopy = () => offlineCopyOf(page);
    const person = await arriveSignedIn(page, stack);
    // Made a moment after the chats have arrived.
    await expect.poll(offlineCopy).not.toBeNull();
    await ask(page, REQUEST);
    await stack.cognito.deleteUser(person.email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await send(page, 'Peruvian economists');
    await page.getByText('This account has been deleted.').waitFor();
    await page.goto('/');
    await page.getByText('This account has been deleted.').waitFor();
    await inputOf(page).fill('half a thought');
    expect(await offlineCopy()).not.toBeNull();
    await page.getByRole('button', { name: 'Continue without account' }).click();
    await expect(page.getByRole('alert')).toHaveCount(0);
    expect(await offlineCopy()).toBeNull();
    await page.reload();
    await expect(inputOf(page)).toHaveValue('half a thought');
  });

  test('shows as ended in other tabs and after a reload, until dismissed', async ({
    page,
    context,
    stack,
  }) => {
    const { email } = await arriveSignedIn(page, stack);
    await expect.poll(() => offlineCopyOf(page)).not.toBeNull();
    const other = await context.newPage();
    await other.goto('/');
    await other.getByRole('button', { name: 'Account' }).waitFor();
    await stack.cognito.endSessions(email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await send(page, 'Peruvian economists');
    await page.getByText('Your session has ended.').waitFor();
    await other.getByText('Your session has ended.').waitFor();
    const kept = 'What you typed is kept.';
    await expect(page.getByText(kept, { exact: true })).toBeVisible();
    await expect(other.getByText(kept, { exact: true })).toBeHidden();
    await inputOf(other).fill('half a thought');
    await expect(other.getByText(kept, { exact: true })).toBeVisible();
    await inputOf(other).fill('');
    await other.reload();
    await other.getByText('Your session has ended.').waitFor();
    await inputOf(other).fill('half a thought');
    await other.getByRole('button', { name: 'Dismiss' }).click();
    await expect(other.getByText('Your session has ended.')).toHaveCount(0);
    await other.getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    await expect(inputOf(other)).toHaveValue('half a thought');
    expect(await offlineCopyOf(other)).toBeNull();
  });

  test('ends for good in a reloaded tab, too, when another one signs out', async ({
    page,
    context,
    stack,
  }) => {
    const { email } = await arriveSignedIn(page, stack);
    const other = await context.newPage();
    await other.goto('/');
    await inputOf(other).fill('half a thought');
    await stack.cognito.endSessions(email);
    await expect.poll(() => hasExpired(page)).toBe(true);
    await send(page, 'Peruvian economists');
    await other.getByText(ENDED).waitFor();
    await other.reload();
    await other.getByText(ENDED).waitFor();
    await expect(inputOf(other)).toHaveValue('half a thought');
    await signOut(page);
    await expect(other.getByText('Your session has ended.')).toHaveCount(0);
    await expect(inputOf(other)).toHaveValue('');
    await other.reload();
    await expect(inputOf(other)).toHaveValue('');
  });
});

test.describe('a stored session', () => {
  test.use({
    // Besides the account, this browser has a chat made without one.
    storageState: ({ account, stack }, use) => {
      const [own] = account.origins ?? [];
      const [home] = storageWith(stack.url, [searchedChat('Reef mappers')]).origins;
      // Without the offline copy of the chats, which is only made a moment after they arrive.
      const kept = (own?.localStorage ?? []).filter(({ name }) => name !== 'expertscope_offline');
      const localStorage = [...(home?.localStorage ?? []), ...kept];
      return use({ cookies: [], origins: [{ origin: stack.url, localStorage }] });
    },
  });

  test('shows the page at once, its chats as they arrive, and no local chats', async ({ page }) => {
    const letRecord = await hold(page, '**/api/me');
    const letChats = await hold(page, '**/api/chats*');
    const seen: string[] = [];
    await page.exposeFunction('see', (text: string) => seen.push(text));
    await page.addInitScript(() => {
      // Once per frame, as anything replaced before it is painted has not been seen.
      const look = () => {
        // The root only, without the document’s own text from before the scripts run.
        void Reflect.get(globalThis, 'see')(document.querySelector('#root')?.textContent ?? '');
        requestAnimationFrame(look);
      };
      requestAnimationFrame(look);
    });
    await page.goto('/');
    const sidebar = await openSidebar(page);
    await test.step('from the token’s claims', async () => {
      await sidebar.getByRole('button', { name: 'Account' }).waitFor();
      await sidebar.getByText('@example.com').waitFor();
      await sidebar.getByRole('status', { name: 'Loading chats' }).waitFor();
    });
    await test.step('with the chats, before the user record arrives', async () => {
      letChats();
      await sidebar.getByRole('link', { name: new RegExp(`^${REQUEST}`) }).waitFor();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });
    expect(
      seen.filter((text) => /Checking authentication|Reef mappers|No conversations yet/.test(text)),
    ).toEqual([]);
    await test.step('with what needs the account, once the record arrives', async () => {
      letRecord();
      await page.getByRole('heading', { name: 'Bring your chat into your account?' }).waitFor();
    });
  });

  test('is restored by a reload when its code fails to load, and shows as signed out until then', async ({
    page,
  }) => {
    const letThrough = await intercept(page, '**/assets/restore-session-*.js*', (route) =>
      route.fulfill({ status: 404, body: 'gone' }),
    );
    await page.goto('/');
    const alert = page.getByRole('alert').filter({ hasText: 'Your account could not be loaded just now.' });
    await alert.waitFor();
    await (await openSidebar(page)).getByRole('link', { name: 'Sign in', exact: true }).waitFor();
    letThrough();
    await alert.getByRole('button', { name: 'Reload' }).click();
    await page.getByRole('button', { name: 'Account' }).waitFor();
  });
});
