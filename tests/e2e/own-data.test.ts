import { readFile } from 'node:fs/promises';
import { arriveSignedIn, completeSignIn, signUp } from './accounts.ts';
import { atBothSizes, expect, test } from './fixtures.ts';
import { ask, countAnnouncements, matchesOf, openSidebar } from './page.ts';
import { searchedChat } from './seed.ts';

const REQUEST = 'German marine biologists';

atBothSizes(() => {
  test('an account is renamed, given a new password, exported and deleted with its data', async ({
    page,
  }) => {
    const person = await signUp(page);
    await ask(page, REQUEST);
    await matchesOf(page).first().waitFor();
    await (await openSidebar(page)).getByRole('button', { name: 'Account' }).click();
    await page.getByRole('menuitem', { name: 'Your data' }).click();
    await expect(page.getByRole('heading', { name: 'Your data' })).toBeFocused();
    await page.getByText('1 search since').waitFor();

    await page.getByRole('button', { name: 'Change name' }).click();
    await page.getByRole('dialog').getByLabel('Name').fill('Ada Castellan');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Ada Castellan · ${person.email}`).waitFor();

    await page.getByRole('button', { name: 'Change password' }).click();
    await page.getByLabel('Current password', { exact: true }).fill('another horse');
    await page.getByLabel('New password', { exact: true }).fill('fresh battery');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByLabel('Current password', { exact: true })).toHaveAttribute(
      'aria-invalid',
      'true',
    );
    await page.getByLabel('Current password', { exact: true }).fill(person.password);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Password changed').waitFor();

    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export your account' }).click();
    const exported = JSON.parse(await readFile(await (await downloading).path(), 'utf8'));
    expect(exported).toMatchObject({ user: { displayName: 'Ada Castellan' }, chats: [{ title: REQUEST }] });

    await page.getByRole('button', { name: 'Delete your account' }).click();
    await page.getByText('all lists with the people in them and your notes; and all shared links').waitFor();
    const confirm = page.getByLabel('Type your email address to confirm');
    await confirm.fill('somebody@example.com');
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('This is not the address of your account.').waitFor();
    await confirm.fill(person.email.toUpperCase());
    await page.getByRole('button', { name: 'Delete everything' }).click();
    await page.getByText('Your account is deleted with everything it held.').waitFor();
    await expect(page.getByRole('heading', { name: 'Your account' })).toHaveCount(0);
    const kept = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(kept).not.toContain(REQUEST);

    await page.goto('/login');
    await completeSignIn(page, { ...person, password: 'fresh battery' });
    await page.getByText('This account has been deleted.').waitFor();
    await expect(page.getByText(REQUEST)).toHaveCount(0);
  });

  test('a person is removed from every answer stored in this browser', async ({ page }) => {
    const announced = await countAnnouncements(page, 'Removed from 1 answer');
    await page.goto('/');
    await ask(page, REQUEST);
    const link = page.locator('main a[href*="linkedin.com/in/"]').first();
    const address = (await link.getAttribute('href')) ?? '';
    const name = await page.getByRole('article').first().getByRole('heading').textContent();
    await page.goto('/data');
    await page.getByRole('button', { name: 'Remove', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Remove a person' });
    await dialog.getByRole('textbox').fill('someone');
    await dialog.getByRole('button', { name: 'Find' }).click();
    const problem = dialog.getByText('This is not the address of a LinkedIn profile');
    await problem.waitFor();
    const field = dialog.getByRole('textbox', { name: 'Address of their profile' });
    await expect(field).toHaveAccessibleDescription(/^This is not the address of a LinkedIn profile/);
    await expect(field).toHaveAttribute('aria-invalid', 'true');
    await field.press('End');
    await field.press('e');
    await expect(problem).toHaveCount(0);
    await expect(field).toHaveAccessibleDescription('');
    await dialog.getByRole('textbox').fill(address.replace('https://www.', ''));
    await page.evaluate(() => localStorage.setItem('expertscope_people_list_damaged', '[{}]'));
    const found = dialog.getByText(`${name} is in 1 answer of 1 chat.`);
    const remove = dialog.getByRole('button', { name: 'Remove from 1 answer' });
    await test.step('neither a double click on ‘Find’ nor holding Enter removes them', async () => {
      await dialog.getByRole('button', { name: 'Find' }).dblclick();
      await expect(remove).toBeVisible();
      await expect(found).toContainText('1 item could not be read in full.');
      await dialog.getByRole('textbox').fill(address);
      await dialog.getByRole('button', { name: 'Find' }).focus();
      await page.keyboard.down('Enter');
      await expect(found).toBeFocused();
      await page.keyboard.down('Enter');
      await page.keyboard.up('Enter');
      await expect(remove).toBeVisible();
    });
    await remove.click();
    await page.getByText('Removed from 1 answer').waitFor();
    await expect.poll(announced).toBe(1);
    await page.goto('/');
    await page.getByText('Since then, somebody was taken out of this answer.').waitFor();
    expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain(address);
  });
});

test.describe('late in the evening, west of Greenwich', () => {
  test.use({ timezoneId: 'America/Lima', holding: { chats: [searchedChat(REQUEST)] } });

  test('an exported file is named by the reader’s own date', async ({ page }) => {
    await page.clock.setFixedTime('2026-11-30T03:58:00Z');
    await page.goto('/data');
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Export' }).click();
    expect((await downloading).suggestedFilename()).toBe('expertscope-2026-11-29.json');
  });
});

test('the outcome of removing a person shows, whatever is pressed while it is under way', async ({
  page,
  stack,
}) => {
  await arriveSignedIn(page, stack);
  const failure = Promise.withResolvers<void>();
  await page.route('**/api/account/removals', async (route) => {
    const { remove } = route.request().postDataJSON();
    if (!remove) return route.fulfill({ json: { answers: 1, chats: 1, lists: 0, shares: 0 } });
    await failure.promise;
    await route.abort('connectionfailed');
  });
  await page.goto('/data');
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove a person' });
  await dialog.getByRole('textbox').fill('https://www.linkedin.com/in/someone');
  await dialog.getByRole('button', { name: 'Find' }).click();
  const asked = page.waitForRequest('**/api/account/removals');
  await dialog.getByRole('button', { name: 'Remove from 1 answer' }).click();
  await asked;
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.keyboard.press('Escape');
  failure.resolve();
  await dialog.getByText('Part of it may already be done; removing again continues from there.').waitFor();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('the outcome of deleting an account shows, whatever is pressed while it is under way', async ({
  page,
  stack,
}) => {
  const person = await arriveSignedIn(page, stack);
  const refusal = Promise.withResolvers<void>();
  await page.route('**/api/account', async (route) => {
    await refusal.promise;
    const error = {
      code: 'sign-in-again',
      message: 'You signed in a while ago. Please sign in again first.',
    };
    await route.fulfill({ status: 403, json: { error } });
  });
  await page.goto('/data');
  await page.getByRole('button', { name: 'Delete your account' }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('textbox').fill(person.email);
  await dialog.getByRole('button', { name: 'Delete everything' }).click();
  await dialog.getByRole('button', { name: 'Deleting...' }).waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).press('Enter');
  await page.keyboard.press('Escape');
  refusal.resolve();
  await dialog.getByText('Deleting needs a sign-in within the last 15 minutes.').waitFor();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('neither a deleted account nor a person who was looked up shows to whoever signs in next', async ({
  page,
  stack,
}) => {
  const person = await arriveSignedIn(page, stack);
  await page.goto('/data');
  await page.getByRole('button', { name: 'Delete your account' }).click();
  await page.getByLabel('Type your email address to confirm').fill(person.email);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  const notice = page.getByText('Your account is deleted with everything it held.');
  await notice.waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Remove a person' });
  await dialog.getByRole('textbox').fill('https://www.linkedin.com/in/someone');
  await arriveSignedIn(await page.context().newPage(), stack);
  await page.getByText('Your account', { exact: true }).waitFor({ state: 'attached' });
  await expect(dialog).toHaveCount(0);
  await expect(notice).toHaveCount(0);
});
