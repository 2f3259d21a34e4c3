import type { Page } from '@playwright/test';
import type { CreateShareRequest, Share } from '#shared/shares.ts';
import { completeSignIn, makeAccount, signOut } from './accounts.ts';
import { expectAccessible, followDevice } from './axe.ts';
import { atBothSizes, expect, openOtherBrowser, REQUEST, test } from './fixtures.ts';
import { comeBack, goToBackground, intercept, startOf } from './page.ts';
import { CRITERIA, profileOf, VERDICTS } from './seed.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: /^Share this|^Link (created|revoked)/ });
const namesIn = (page: Page) => page.getByRole('article').getByRole('heading');
const shareButtonOf = (page: Page) => page.getByRole('button', { name: 'Share', exact: true });

test.describe('an answer in an account', () => {
  test.use({ storageState: ({ account }, use) => use(account) });

  atBothSizes((size) => {
    test('is shared by a link, read without an account, and revoked', async ({ browser, context, page }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await followDevice(page);
      await page.goto('/');
      // Unfolded, as a link shows everyone.
      await page.getByRole('button', { name: /Other Relevant Profiles/ }).click();
      const names = await namesIn(page).allTextContents();
      const dialog = dialogOf(page);

      const link = await test.step('the link states what it shows, and is copied', async () => {
        await shareButtonOf(page).click();
        await dialog
          .getByText(/^Anyone with the link sees \d+ people as this answer shows them now/)
          .waitFor();
        const title = dialog.getByRole('textbox', { name: 'Title' });
        await expect(title).toHaveValue(REQUEST);
        // Typing replaces the title.
        expect(await page.evaluate(() => getSelection()?.toString())).toBe(REQUEST);
        const days = dialog.getByRole('spinbutton', { name: 'Expires after (days)' });
        await expect(days).toHaveValue('7');
        await days.fill('91');
        await dialog.getByText('A whole number from 1 to 90.').waitFor();
        await expectAccessible(page);
        await days.fill('30');
        await dialog.getByRole('button', { name: 'Make link' }).click();
        const made = await dialog.getByRole('textbox', { name: 'Link' }).inputValue();
        await expect(dialog.getByRole('button', { name: 'Copied' })).toBeFocused();
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(made);
        await expectAccessible(page);
        return made;
      });

      await test.step('a link can show only the people selected or filtered in the table', async () => {
        await dialog.getByRole('button', { name: 'Done' }).click();
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('searchbox', { name: 'Filter people by words' }).fill(names[1] ?? '');
        await shareButtonOf(page).click();
        await dialog.getByText(`1 of the ${names.length} people of this answer`).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('checkbox', { name: `Select ${names[1]}` }).check();
        await page.getByRole('searchbox', { name: 'Filter people by words' }).fill('');
        await page.getByRole('button', { name: 'Share 1 selected' }).click();
        await expectAccessible(page);
        const sent = page.waitForRequest('**/api/shares');
        await dialog.getByRole('button', { name: 'Make link' }).click();
        expect((await sent).postDataJSON().people).toMatchObject([{ profile: { fullName: names[1] } }]);
        await dialog.getByText(/^It shows 1 person until/).waitFor();
        await dialog.getByRole('button', { name: /^Revoke/ }).click();
        await page.getByRole('alertdialog').waitFor();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('alertdialog')).toHaveCount(0);
        await dialog.getByRole('button', { name: /^Revoke/ }).click();
        await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke' }).click();
        await dialog.getByText('Anyone who opens it now sees nothing.').waitFor();
      });

      const other = await openOtherBrowser(browser, size);
      const reader = await other.newPage();
      await test.step('anyone with the link can read it, and sends no other request', async () => {
        const calls: string[] = [];
        reader.on('request', (request) => {
          const { pathname } = new URL(request.url());
          if (/^\/(api|cognito|config)/.test(pathname)) calls.push(pathname);
        });
        await followDevice(reader);
        await reader.goto(link);
        await expect(reader.getByRole('heading', { level: 1 })).toHaveText(REQUEST);
        await expect(namesIn(reader)).toHaveText(names);
        await expect(reader.getByText('Simulated providers: these people are invented')).toBeVisible();
        await expect(reader.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
        await reader.getByRole('button', { name: 'Evidence' }).first().click();
        for (const control of [/^Verify/, /^Not this person/, /^Share/])
          await expect(reader.getByRole('button', { name: control })).toHaveCount(0);
        await expectAccessible(reader);
        const downloading = reader.waitForEvent('download');
        await reader.getByRole('button', { name: 'Export' }).click();
        await reader.getByRole('menuitem', { name: 'CSV for Excel and Sheets' }).click();
        await downloading;
        await reader.getByRole('button', { name: 'Table', exact: true }).click();
        await reader.getByRole('grid', { name: 'People' }).waitFor();
        await expectAccessible(reader);
        expect(calls).toEqual([new URL(link).pathname.replace('/shared/', '/api/shared/')]);
      });

      await test.step('it is revoked in the list of shared links', async () => {
        await dialog.getByRole('link', { name: 'All shared links' }).click();
        await expect(page.getByRole('heading', { name: 'Shared links' })).toBeFocused();
        await expectAccessible(page);
        const revoke = page.getByRole('button', { name: `Revoke ${REQUEST}` });
        const question = page.getByRole('alertdialog');
        const refusal = Promise.withResolvers<void>();
        const letThrough = await intercept(page, '**/api/shares/*', async (route) => {
          await refusal.promise;
          await route.fulfill({ status: 503, body: 'Try later' });
        });
        await revoke.click();
        await question.getByRole('button', { name: 'Revoke' }).click();
        await question.getByRole('button', { name: 'Cancel' }).press('Enter');
        await page.keyboard.press('Escape');
        refusal.resolve();
        await question.getByRole('alert').waitFor();
        await page.keyboard.press('Escape');
        letThrough();
        await revoke.click();
        await expect(question.getByRole('alert')).toHaveCount(0);
        await question.getByRole('button', { name: 'Revoke' }).click();
        await page.getByText('Link revoked').waitFor();
        await page.getByText('Nothing is shared.').waitFor();
        await expect(page.getByRole('heading', { name: 'Shared links' })).toBeFocused();
        await reader.reload();
        await reader.getByRole('heading', { name: 'Nothing is shared here' }).waitFor();
        await expectAccessible(reader);
        await reader.getByRole('link', { name: 'Go to Expertscope' }).click();
        await reader.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
      });
      await other.close();
    });
  });

  test('has its links read again by the next visit to ‘Your data’ if they could not be loaded', async ({
    page,
  }) => {
    const letThrough = await intercept(page, '**/api/shares', (route) =>
      route.fulfill({ status: 503, body: 'Try later' }),
    );
    await page.goto('/');
    await page.getByRole('link', { name: 'Your data' }).click();
    const failure = page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Try again' }) });
    await failure.waitFor();
    letThrough();
    await page.goBack();
    await page.getByRole('link', { name: 'Your data' }).click();
    await page.getByText('Nothing is shared.').waitFor();
    await expect(failure).toHaveCount(0);

    await test.step('and when the user comes back from another page, which has made one', async () => {
      await goToBackground(page);
      const other = await page.context().newPage();
      await other.goto('/');
      await shareButtonOf(other).click();
      await dialogOf(other).getByRole('button', { name: 'Make link' }).click();
      await dialogOf(other).getByRole('textbox', { name: 'Link' }).waitFor();
      await other.close();
      await comeBack(page);
      await page.getByRole('button', { name: 'Revoke' }).waitFor();
    });
  });

  test('with hidden names is shared without them, and markup in a share is plain text', async ({
    page,
    stack,
  }) => {
    await page.goto('/');
    await namesIn(page).first().waitFor();
    const [name = ''] = await namesIn(page).allTextContents();
    await page.getByRole('button', { name: 'Hide names' }).click();
    await shareButtonOf(page).click();
    const dialog = dialogOf(page);
    const promise = dialog.getByText('Names, pronouns and links to profiles stay hidden.');
    await promise.waitFor();
    await test.step('even if another tab shows the names meanwhile', async () => {
      const other = await page.context().newPage();
      await other.goto('/');
      await other.getByRole('button', { name: 'Hide names' }).click();
      await expect(namesIn(page).first()).toHaveText(name);
      await promise.waitFor();
      await other.close();
    });
    await dialog.getByRole('button', { name: 'Make link' }).click();
    await page.goto(await dialog.getByRole('textbox', { name: 'Link' }).inputValue());
    await expect(namesIn(page).first()).toHaveText('Person 1');
    await page.getByText('Names, pronouns and profile links are hidden.').waitFor();
    await expect(page.getByText(name)).toHaveCount(0);
    await expect(page.getByRole('link', { name: /^View Profile/ })).toHaveCount(0);

    const markup = '<img src=x onerror="throw Error(1)">';
    const token = await page.evaluate(() => {
      const key = Object.keys(localStorage).find((one) => one.endsWith('.idToken')) ?? '';
      return localStorage.getItem(key) ?? '';
    });
    const hostile: CreateShareRequest = {
      ...{ id: 'share_hostile', kind: 'list', title: markup },
      criteria: CRITERIA.map((one) => ({ ...one, text: `${markup} ${one.text}` })),
      people: [
        {
          profile: {
            ...profileOf(1, 92),
            fullName: markup,
            headline: markup,
            summary: markup,
            verdicts: VERDICTS,
          },
          note: markup,
        },
      ],
    };
    const answer = await page.request.post(`${stack.url}/api/shares`, {
      data: hostile,
      headers: { 'x-auth-token': token },
    });
    const share: Share = await answer.json();
    const letThrough = await intercept(page, '**/api/shared/*', (route) =>
      route.fulfill({ status: 503, body: 'Try later' }),
    );
    await page.goto(`/shared/${share.token}`);
    await page.getByRole('heading', { name: 'This could not be loaded' }).waitFor();
    letThrough();
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(markup);
    await expect(namesIn(page)).toHaveText([markup]);
    await page.getByText(`Note: ${markup}`).waitFor();
    await expect(page.locator('img')).toHaveCount(0);
  });
});

const LONG_TITLE = 'reefs off the coasts of Australia, the Philippines and Belize';

test.describe('a visitor without an account', () => {
  test.use({
    holding: {
      chats: [
        { id: 'chat_reefs', title: LONG_TITLE, turns: 1, profiles: [profileOf(1, 92)] },
        { id: 'chat_divers', title: 'divers', turns: 1 },
      ],
    },
  });

  test('is told that sharing needs one, with a link, and loses nothing', async ({ page }) => {
    await followDevice(page);
    await page.goto('/');
    await shareButtonOf(page).click();
    const dialog = dialogOf(page);
    await dialog.getByText('Sharing needs an account').waitFor();
    await expectAccessible(page);
    await dialog.getByRole('link', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.goBack();
    await namesIn(page).first().waitFor();
  });

  for (const view of ['cards', 'table'] as const)
    test(`returns to the answer after signing in, as ${view}, once its chat is in the account`, async ({
      page,
      stack,
    }) => {
      const person = await makeAccount(stack);
      await page.goto('/chat/chat_reefs');
      if (view === 'table') await page.getByRole('button', { name: 'Table' }).click();
      await shareButtonOf(page).click();
      await dialogOf(page).getByRole('link', { name: 'Sign in' }).click();
      // Another tab has opened another chat; sign-in must still return to this one.
      await page.evaluate(() => localStorage.setItem('expertscope_current_chat', 'chat_divers'));
      await completeSignIn(page, person);
      const offer = page.getByRole('dialog', { name: 'Bring your chats into your account?' });
      await offer.getByRole('button', { name: 'Bring in' }).click();
      const title = dialogOf(page).getByRole('textbox', { name: 'Title' });
      await expect(title).toBeFocused();
      // The field shows the start of its text, however long that is.
      expect(
        await title.evaluate(({ scrollLeft, scrollWidth, clientWidth }) => [
          scrollLeft,
          scrollWidth > clientWidth,
        ]),
      ).toEqual([0, true]);
      await dialogOf(page).getByRole('button', { name: 'Make link' }).click();
      await page.getByRole('dialog', { name: 'Link created' }).getByText('It shows 1 person').waitFor();
      await page.keyboard.press('Escape');
      await expect(page).toHaveURL(/\/chat\/chat_reefs#msg_[\w-]+$/);
      await page.reload();
      await shareButtonOf(page).waitFor();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

  for (const isSlow of [false, true])
    test(`goes to the start screen if the chat stays local, where it is found after signing out${isSlow ? ', even if the account’s chats load slowly' : ''}`, async ({
      page,
      stack,
    }) => {
      const person = await makeAccount(stack);
      await page.goto('/chat/chat_reefs');
      await shareButtonOf(page).click();
      await dialogOf(page).getByRole('link', { name: 'Sign in' }).click();
      const answer = Promise.withResolvers<void>();
      const looksUp = page.waitForResponse('**/api/chats/chat_reefs');
      await page.route('**/api/chats/chat_reefs', async (route) => {
        if (isSlow) await answer.promise;
        await route.continue();
      });
      await completeSignIn(page, person);
      if (!isSlow) await looksUp;
      await page.getByRole('button', { name: 'Keep here' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      answer.resolve();
      await expect(page).toHaveURL(/\/$/);
      await startOf(page).waitFor();
      await signOut(page);
      await page.goto('/chat/chat_reefs');
      await shareButtonOf(page).waitFor();
    });
});

test.describe('a visitor without an account who has selected some people', () => {
  test.use({
    holding: {
      chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles: [profileOf(1, 92), profileOf(2, 80)] }],
    },
  });

  test('returns to the answer after signing in, and is not offered to share everybody', async ({
    page,
    stack,
  }) => {
    const person = await makeAccount(stack);
    await page.goto('/chat/chat_reefs');
    await page.getByRole('button', { name: 'Table' }).click();
    await page
      .getByRole('checkbox', { name: /^Select (?!all)/ })
      .first()
      .check();
    await page.getByRole('button', { name: 'Share 1 selected' }).click();
    await dialogOf(page).getByText('Choose the people again after the sign-in.').waitFor();
    await dialogOf(page).getByRole('link', { name: 'Sign in' }).click();
    await completeSignIn(page, person);
    const offer = page.getByRole('dialog', { name: 'Bring your chat into your account?' });
    await offer.getByRole('button', { name: 'Bring in' }).click();
    await expect(page).toHaveURL(/\/chat\/chat_reefs#msg_[\w-]+$/);
    await shareButtonOf(page).waitFor();
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await shareButtonOf(page).click();
    await dialogOf(page)
      .getByText(/^Anyone with the link sees 2 people as/)
      .waitFor();
  });
});

test.describe('a site that requires an account', () => {
  test.use({ stackOptions: { environment: { ANONYMOUS: 'off' } } });

  test('does not ask a visitor to a shared link to sign in', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
    await page.goto('/shared/AAAAAAAAAAAAAAAAAAAAAA');
    await page.getByRole('heading', { name: 'Nothing is shared here' }).waitFor();
  });
});
