import { truncate, writeFile } from 'node:fs/promises';
import type { Page, Request } from '@playwright/test';
import { atBothSizes, expect, test } from './fixtures.ts';
import { answerOf, ask, hold, inputOf, send } from './page.ts';

const REQUEST = 'Peruvian economists in Lima';
/** A request of exactly that many characters, beginning with {@link REQUEST}, in natural words. */
const requestOf = (length: number): string =>
  `${REQUEST}.${' Please look also for people who moved there lately, and whatever they did before.'.repeat(200)}`
    .slice(0, length)
    .replace(/ $/, '.');

const questionsOf = (page: Page) => page.getByRole('paragraph').filter({ hasText: 'You asked: ' });
const tooLong = (page: Page, sentence: string) =>
  page.getByRole('status').getByText(sentence, { exact: true });

atBothSizes(() => {
  test('a long request is folded, with its answer next to it', async ({ page }) => {
    await page.goto('/');
    const letGo = await hold(page, '**/api/searches');
    await send(page, requestOf(3_370));
    const question = questionsOf(page);
    const showAll = page.getByRole('button', { name: 'Show all' });

    await test.step('the progress is in view at once', async () => {
      await expect(showAll).toHaveAttribute('aria-expanded', 'false');
      await expect(page.getByRole('region', { name: 'Search progress' })).toBeInViewport({ ratio: 1 });
      await expect(question).toBeInViewport();
    });
    await test.step('and then the answer', async () => {
      letGo();
      await answerOf(page).waitFor();
      await expect(answerOf(page)).toBeInViewport();
      await expect(showAll).toBeInViewport();
    });
    await test.step('the whole request can be unfolded and folded again', async () => {
      const clamped = await heightOf(question);
      await showAll.click();
      const showLess = page.getByRole('button', { name: 'Show less', expanded: true });
      await showLess.waitFor();
      await expect.poll(() => heightOf(question)).toBeGreaterThan(clamped * 3);
      await showLess.click();
      await expect.poll(() => heightOf(question)).toBe(clamped);
      await expect(question).toBeInViewport();
    });
    await test.step('it is printed in full', async () => {
      const clamped = await heightOf(question);
      await page.emulateMedia({ media: 'print' });
      await expect(showAll).toBeHidden();
      await expect.poll(() => heightOf(question)).toBeGreaterThan(clamped * 3);
      await page.emulateMedia({ media: 'screen' });
    });
    await test.step('a short request has nothing to unfold', async () => {
      await ask(page, 'Chilean astronomers');
      await expect(questionsOf(page)).toHaveCount(2);
      await expect(showAll).toHaveCount(1);
    });
  });
});

const heightOf = (text: ReturnType<typeof questionsOf>): Promise<number> =>
  text.evaluate((element) => element.getBoundingClientRect().height);

test('a request has at most 15,000 characters, and a longer one is not lost', async ({ page }) => {
  await page.goto('/');
  const sentence = 'This request is 370 characters too long. It can have up to 15,000.';

  await test.step('over the limit, a message says by how many, and nothing is sent', async () => {
    await inputOf(page).fill(requestOf(15_370));
    await tooLong(page, sentence).waitFor();
    await expect(inputOf(page)).toHaveAccessibleDescription(sentence);
    await expect(page.getByRole('button', { name: 'Send message' })).toBeDisabled();
    await inputOf(page).press('Enter');
    await expect(inputOf(page)).toHaveValue(requestOf(15_370));
    await expect(questionsOf(page)).toHaveCount(0);
  });
  await test.step('it survives a reload', async () => {
    await page.reload();
    await expect(inputOf(page)).toHaveValue(requestOf(15_370));
    await tooLong(page, sentence).waitFor();
  });
  await test.step('one character too many is rejected', async () => {
    await inputOf(page).fill(requestOf(15_001));
    await tooLong(page, 'This request is 1 character too long. It can have up to 15,000.').waitFor();
  });
  await test.step('up to the limit it is sent, and its beginning becomes the chat’s title', async () => {
    await inputOf(page).fill(requestOf(15_000));
    await tooLong(page, '15,000 of 15,000 characters').waitFor();
    await inputOf(page).press('Enter');
    await answerOf(page).waitFor();
    await expect(questionsOf(page)).toHaveText(`You asked: ${requestOf(15_000)}`);
    await expect(page).toHaveTitle(`${requestOf(15_000).slice(0, 47)}... – Expertscope`);
  });
});

test('the first question shows at once, whatever still has to be loaded', async ({ page }) => {
  const gate = Promise.withResolvers<void>();
  for (const part of ['shown-conversation', 'connection', 'results', 'stored'])
    await page.route(`**/assets/${part}-*.js`, async (route) => {
      await gate.promise;
      await route.continue();
    });
  await page.goto('/');
  await send(page, requestOf(900));
  await expect(questionsOf(page)).toHaveText(`You asked: ${requestOf(900)}`);
  await page.getByRole('main').getByText('Initializing AI systems...').waitFor();
  await expect(page.getByRole('heading', { name: 'Loading messages' })).toHaveCount(0);
  gate.resolve();
  await answerOf(page).waitFor();
  await expect(questionsOf(page)).toHaveText(`You asked: ${requestOf(900)}`);
});

test('a finished search ends its request, and a deep search that verified nobody says why', async ({
  page,
}) => {
  const ends: string[] = [];
  const isSearch = (request: Request) => request.url().includes('/api/searches');
  page.on('requestfinished', (request) => isSearch(request) && ends.push('finished'));
  page.on('requestfailed', (request) => isSearch(request) && ends.push('failed'));
  await page.goto('/');
  for (const request of [REQUEST, 'Chilean astronomers', 'German marine biologists'])
    await ask(page, request);
  await expect.poll(() => ends).toEqual(['finished', 'finished', 'finished']);
  // A new chat, so that this is not a follow-up.
  await page.getByRole('button', { name: 'New chat' }).click();
  await page.getByRole('switch', { name: 'Deep Research' }).click();
  await ask(page, 'Mongolian lighthouse keepers with interests in beekeeping, origami and falconry');
  await page.getByText('Nobody scored 60% or more, so no profile was verified.').first().waitFor();
});

test('a file over 20 MB is not read', async ({ page }, testInfo) => {
  const file = testInfo.outputPath('chats.json');
  await writeFile(file, '');
  await truncate(file, 20_000_001);
  await page.addInitScript(() => {
    File.prototype.text = () => Promise.reject(new Error('it was read'));
  });
  await page.goto('/data');
  await page.getByLabel('File to import').setInputFiles(file);
  await page
    .getByRole('alert')
    .getByText('This file is larger than 20 MB, the most that can be imported. Nothing has changed.')
    .waitFor();
});
