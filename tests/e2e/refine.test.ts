import type { Page } from '@playwright/test';
import { arriveSignedIn } from './accounts.ts';
import { expectAccessible, followDevice } from './axe.ts';
import { atBothSizes, expect, REQUEST, test } from './fixtures.ts';
import { ask, inputOf, questionOf, send } from './page.ts';

const OTHER = 'Peruvian economists in Lima';
const FOLLOW_UP = 'Only in Kiel';

const rowOf = (page: Page, text: string) =>
  page.getByRole('listitem').filter({ has: questionOf(page, text) });
const versionOf = (page: Page, text: string, version: string) =>
  rowOf(page, text).getByRole('status').filter({ hasText: version });
const editOf = (page: Page, text: string) =>
  rowOf(page, text).getByRole('button', { name: 'Edit and resend' });
const editorOf = (page: Page) => page.getByRole('textbox', { name: 'Question' });

atBothSizes(() => {
  test('a follow-up refines its answer, an edited question keeps versions, and an answer is regenerated', async ({
    page,
  }) => {
    await followDevice(page);
    await page.goto('/');
    await ask(page, REQUEST);

    await test.step('a follow-up sends the answer it refines', async () => {
      const sent = page.waitForRequest('**/api/searches');
      await ask(page, FOLLOW_UP);
      const body = (await sent).postDataJSON();
      expect(body).toMatchObject({ content: FOLLOW_UP, basis: { request: REQUEST } });
      expect(body.refines).toMatch(/^msg_/);
      expect(body.basis.people.length).toBeGreaterThan(3);
    });
    await test.step('an edit can be discarded, and the focus returns', async () => {
      await editOf(page, REQUEST).click();
      await expect(editorOf(page)).toBeFocused();
      await expect(editorOf(page)).toHaveValue(REQUEST);
      await editorOf(page).fill('Something else');
      await editorOf(page).press('Escape');
      await expect(editOf(page, REQUEST)).toBeFocused();
    });
    await test.step('an edited question replaces the original', async () => {
      await editOf(page, REQUEST).press('Enter');
      await editorOf(page).fill(OTHER);
      await expectAccessible(page);
      await editorOf(page).press('Enter');
      await versionOf(page, OTHER, 'Version 2 of 2').waitFor();
      await expect(inputOf(page)).toBeFocused();
      await page.getByText(/^Answer: /).waitFor();
      await expect(questionOf(page, FOLLOW_UP)).toHaveCount(0);
    });
    await test.step('the previous version is one key away with everything after it, also after a reload', async () => {
      await page.getByRole('button', { name: 'Previous version' }).press('Enter');
      await versionOf(page, REQUEST, 'Version 1 of 2').waitFor();
      await expect(page.getByRole('button', { name: 'Previous version' })).toBeFocused();
      await questionOf(page, FOLLOW_UP).waitFor();
      await expectAccessible(page);
      await page.reload();
      await versionOf(page, REQUEST, 'Version 1 of 2').waitFor();
      await questionOf(page, FOLLOW_UP).waitFor();
    });
    await test.step('the newest answer is regenerated from the same basis as the first', async () => {
      const sent = page.waitForRequest('**/api/searches');
      await page.getByRole('button', { name: /Regenerate|Try again/ }).click();
      expect((await sent).postDataJSON()).toMatchObject({ content: FOLLOW_UP, basis: { request: REQUEST } });
      await versionOf(page, FOLLOW_UP, 'Version 2 of 2').waitFor();
      await page.getByRole('button', { name: /Regenerate|Try again/ }).waitFor();
      await versionOf(page, REQUEST, 'Version 1 of 2').waitFor();
    });
  });
});

test('an unfinished edit of a question is there again after a reload and a visit to another screen, until it is discarded', async ({
  page,
}) => {
  await page.goto('/');
  await ask(page, REQUEST);
  await editOf(page, REQUEST).click();
  await editorOf(page).fill(OTHER);
  await page.reload();
  await expect(editorOf(page)).toHaveValue(OTHER);
  await expect(inputOf(page)).toBeFocused();
  const { href } = new URL(page.url());
  await page.getByRole('link', { name: 'Sign in', exact: true }).click();
  await page.getByRole('heading', { level: 1 }).waitFor();
  await expect(editorOf(page)).toHaveCount(0);
  await page.goto(href);
  await expect(editorOf(page)).toHaveValue(OTHER);
  await editorOf(page).fill(REQUEST);
  await expect(editorOf(page)).toHaveValue(REQUEST);
  await editorOf(page).fill(OTHER);
  await editorOf(page).press('Escape');
  await questionOf(page, REQUEST).waitFor();
  await page.reload();
  await questionOf(page, REQUEST).waitFor();
  await expect(editorOf(page)).toHaveCount(0);
});

test('a signed-in person’s versions appear on their other devices', async ({ browser, page, stack }) => {
  const person = await arriveSignedIn(page, stack);
  await ask(page, REQUEST);
  const other = await browser.newPage({ baseURL: stack.url });
  await arriveSignedIn(other, stack, person);
  await other.goto(new URL(page.url()).pathname);
  await questionOf(other, REQUEST).waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).click();
  await versionOf(page, REQUEST, 'Version 2 of 2').waitFor();
  await page.getByRole('button', { name: 'Regenerate' }).waitFor();
  await send(page, FOLLOW_UP);
  await questionOf(page, FOLLOW_UP).waitFor();
  await other.reload();
  await versionOf(other, REQUEST, 'Version 2 of 2').waitFor();
  await questionOf(other, FOLLOW_UP).waitFor();
  await other.context().close();
});
