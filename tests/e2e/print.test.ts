import type { Page } from '@playwright/test';
import type { DisplayProfile } from '#shared/results.ts';
import { pagesOf } from '#tests/support/pdf.ts';
import { atBothSizes, expect, test } from './fixtures.ts';
import { openSidebar } from './page.ts';
import { CRITERIA, nameOf, profileOf, VERDICTS } from './seed.ts';

const PROFILES = [
  { ...profileOf(1, 92), isVerified: true },
  profileOf(2, 81),
  profileOf(3, 64),
  { ...profileOf(4, 31), profileUrl: `https://www.linkedin.com/in/${'ada'.repeat(30)}` },
];
const CHAT = { id: 'chat_reefs', title: 'reefs', turns: 1, profiles: PROFILES };

/** The parts of a page that would be printed. */
const readPaper = (page: Page) =>
  page.evaluate(() => {
    const isPrinted = (element: Element) =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    const printed = (selector: string) => [...document.querySelectorAll(selector)].filter(isPrinted);
    const luminance = (colour: string) =>
      Math.max(...(colour.match(/[\d.]+/g) ?? []).slice(0, 3).map(Number));
    const isOpaque = (colour: string) => !/rgba\(.*, 0\)$/.test(colour);
    const backgrounds = printed('html, body, body *').map(
      (element) => getComputedStyle(element).backgroundColor,
    );
    return {
      controls: printed('button, textarea, [role="switch"]').map(({ textContent }) => textContent.trim()),
      landmarks: printed('aside, header:not(article *)').map(({ textContent }) => textContent.slice(0, 40)),
      cards: printed('article').length,
      scores: printed('[data-score]').length,
      matches: printed('article').filter(({ textContent }) => /Match: \d+%/.test(textContent)).length,
      addresses: printed('article a').map((link) => getComputedStyle(link, '::after').content),
      links: printed('article a').map((link) => JSON.stringify(link.getAttribute('href'))),
      dark: backgrounds.filter((colour) => isOpaque(colour) && luminance(colour) < 120),
      cut: printed('article, article *')
        .filter(({ scrollWidth, clientWidth }) => clientWidth > 1 && scrollWidth > clientWidth + 1)
        .map(({ outerHTML }) => outerHTML.slice(0, 80)),
      scrolls: printed('body *').filter(
        (element) =>
          element.scrollHeight > element.clientHeight + 1 &&
          /auto|scroll/.test(getComputedStyle(element).overflowY),
      ).length,
    };
  });

/** The text on each sheet of A4, without spaces. */
const print = async (page: Page) => pagesOf(await page.pdf({ format: 'A4', preferCSSPageSize: true }));

/** The same of the page's people as a table. */
async function printTable(page: Page): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('row').nth(1).waitFor();
  return await print(page);
}

/**
 * Expects each of these people once and in order, with their name and their profile's address on the same sheet.
 * @returns the numbers of those named on each sheet
 */
function expectEverybody(sheets: readonly string[], profiles: readonly DisplayProfile[]) {
  const named = sheets.map((text) => numbersIn(text, /AdaOkonkwo(\d{3})/g));
  const addressed = sheets.map((text) => numbersIn(text, /in\/ada-okonkwo-(\d{3})/g));
  expect(addressed.flat()).toEqual(numbersOf(profiles));
  expect(addressed).toEqual(named);
  return named;
}
const numbersIn = (text: string, pattern: RegExp) => [
  ...new Set(Array.from(text.matchAll(pattern), ([, number]) => Number(number))),
];

/** People who were looked up, with much that is known of them. All numbers have three digits. */
const manyProfiles = (count: number): DisplayProfile[] =>
  Array.from({ length: count }, (_, index) => ({
    ...profileOf(101 + index, 99 - (60 * index) / count),
    isVerified: true,
    verdicts: VERDICTS,
    languages: ['English (native or bilingual)', 'German (full professional)', 'Igbo (native or bilingual)'],
    certificates: ['Scientific diver – European Association', 'Drone pilot, open category'],
    summary: 'Maps reefs from the air and under water, and teaches others how to read the maps. '.repeat(3),
    verificationReasoning: 'The record confirms profession, place and interest. '.repeat(3),
  }));

const numbersOf = (profiles: readonly DisplayProfile[]) => profiles.map((_, index) => 101 + index);

test.describe('a printed long chat', () => {
  test.use({ holding: { chats: [{ id: 'chat_long', title: 'reefs', turns: 20 }] } });

  test('has every question from the first, and is still at its end on the screen', async ({ page }) => {
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    await page.goto('/');
    await page.getByText('Answer 20 of reefs').waitFor();
    const questions = page.getByText(/^You asked: Question \d+ of reefs/);
    expect(await questions.count()).toBeLessThan(20);
    // What is on the paper: the browser waits for nothing that the page does later.
    const paper = await page.evaluateHandle(() => {
      const { promise, resolve } = Promise.withResolvers<number>();
      const count = () => resolve(document.querySelectorAll('[data-turn]').length);
      matchMedia('print').addEventListener('change', () => queueMicrotask(count), { once: true });
      return { questions: promise };
    });
    await page.emulateMedia({ media: 'print' });
    expect(await paper.evaluate(async (printed) => printed.questions)).toBe(20);
    await page.emulateMedia({ media: 'screen' });
    await expect(page.getByText('Answer 20 of reefs')).toBeInViewport();
    await page.emulateMedia({ media: null });
    const text = (await print(page)).join('');
    for (const number of numbers) {
      expect(text).toContain(`Question${number}ofreefs`);
      expect(text).toContain(`Answer${number}ofreefs`);
    }
    await expect(page.getByText('Answer 20 of reefs')).toBeInViewport();
  });
});

test.describe('printed results', () => {
  test.use({ holding: { chats: [CHAT] }, contextOptions: { reducedMotion: 'no-preference' } });

  atBothSizes(() => {
    test('include the question and every card with its score and URL', async ({ page }) => {
      await page.goto('/');
      const summary = page.getByText('Showing 4 profile(s)');
      await summary.waitFor();
      await openSidebar(page);
      await page.emulateMedia({ media: 'print' });
      await expect
        .poll(() => readPaper(page))
        .toMatchObject({
          cards: 4,
          scores: 4,
          matches: 4,
          landmarks: [],
          dark: [],
          scrolls: 0,
          cut: [],
        });
      const paper = await readPaper(page);
      expect(paper.addresses).toEqual(paper.links);
      expect(paper.links).toHaveLength(4);
      // The heading of the folded section is a button on screen.
      expect(paper.controls.filter((text) => !text.startsWith('Other Relevant Profiles'))).toEqual([]);
      for (const text of [
        page.getByText('You asked: Question 1 of reefs'),
        page.getByText('Answer: Answer 1 of reefs'),
        summary,
      ])
        await expect(text).toBeVisible();
      const pdf = await page.pdf({ format: 'A4' });
      expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
      expect(pdf.length).toBeGreaterThan(20_000);
    });
  });
});

test.describe('a printed answer of verified people', () => {
  const profiles = manyProfiles(26);
  const data = { criteria: CRITERIA, useDeepResearch: true };
  test.use({ holding: { chats: [{ id: 'chat_many', title: 'many', turns: 1, profiles, data }] } });

  test('begins with people, breaks no card, and keeps headings with the people below', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Showing 26 profile(s)').waitFor();
    const sheets = await print(page);
    const named = expectEverybody(sheets, profiles);
    expect(named.filter((people) => people.length === 0)).toEqual([]);
    const sheetOf = (text: string) => sheets.findIndex((sheet) => sheet.includes(text));
    const firstOther = 101 + profiles.findIndex(({ relevanceScore }) => relevanceScore < 70);
    expect(sheetOf('TopMatches')).toBe(0);
    expect(sheetOf('OtherRelevantProfiles')).toBe(sheetOf(`AdaOkonkwo${firstOther}`));
    await page.emulateMedia({ media: 'print' });
    const heading = page.getByText('Other Relevant Profiles');
    await heading.waitFor();
    await expect(heading.locator('svg'), 'nothing unfolds on paper').toBeHidden();
  });

  test('as a table has its columns named and people on every sheet, with their addresses', async ({
    page,
  }) => {
    await page.goto('/');
    const sheets = await printTable(page);
    expectEverybody(sheets, profiles);
    expect(sheets.length).toBeGreaterThan(1);
    for (const text of sheets) expect(text).toContain('NameScoreCriteriaPlaceCompanyVerified');
  });
});

test.describe('a printed list', () => {
  const profiles = manyProfiles(105);
  const headline = `${'Marine biologist who maps reefs, '.repeat(8)}and their end`;
  const people = profiles.map((profile, index) => ({
    profile: { ...profile, ...(index === 1 && { headline }) },
    note: index === 0 ? 'Met in Lima' : '',
  }));
  test.use({
    holding: {
      chats: [CHAT],
      lists: [{ id: 'list_reefs', name: 'Shortlist', people, data: { criteria: CRITERIA } }],
    },
  });
  /** What can only be used on the screen. */
  const CONTROLS = [
    'Backtochats',
    'Alllists',
    'Newlist',
    'Filterbywords',
    'Export',
    'Show',
    'Table',
    'All105',
  ];

  test('has everybody in full, with status and address, and nothing of the application', async ({ page }) => {
    await page.goto('/lists/list_reefs');
    const first = page.getByRole('article', { name: nameOf(101) });
    await first.getByRole('button', { name: `Good match: ${nameOf(101)}` }).click();
    await first.getByRole('combobox').selectOption('Contacted');
    const sheets = await print(page);
    expectEverybody(sheets, profiles);
    const text = sheets.join('');
    expect(CONTROLS.filter((control) => text.includes(control))).toEqual([]);
    for (const part of ['Shortlist105people', 'Contacted·Goodmatch', 'MetinLima', 'andtheirend'])
      expect(text).toContain(part);
  });

  test('as a table has everybody, with status and address', async ({ page }) => {
    await page.goto('/lists/list_reefs');
    const sheets = await printTable(page);
    expectEverybody(sheets, profiles);
    const text = sheets.join('');
    expect(CONTROLS.filter((control) => text.includes(control))).toEqual([]);
    for (const sheet of sheets) expect(sheet).toContain('NameScoreCriteriaCompanyVerifiedStatus');
  });

  test('says how many of its people a filter leaves, as rows and as a table', async ({ page }) => {
    await page.goto('/lists/list_reefs');
    await page.getByRole('searchbox').fill(`Okonkwo ${profiles.length - 2}`);
    await expect(page.getByRole('article')).toHaveCount(1);
    expect((await print(page)).join('')).toContain('1of105people');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await expect(page.getByRole('row')).toHaveCount(2);
    expect((await print(page)).join('')).toContain('1of105people');
    await page.getByRole('searchbox').fill('nobody');
    await page.getByText('Nobody matches these filters.').waitFor();
    const text = (await print(page)).join('');
    expect(CONTROLS.filter((control) => text.includes(control))).toEqual([]);
  });

  for (const [path, heading] of [
    ['/lists', 'Lists'],
    ['/data', 'Your data'],
  ] as const) {
    test(`has no controls at ${path}`, async ({ page }) => {
      await page.goto(path);
      await page.getByRole('heading', { name: heading, level: 1 }).waitFor();
      await page.emulateMedia({ media: 'print' });
      await expect(page.getByRole('button')).toHaveCount(0);
      await expect(page.getByRole('link', { name: 'Back to chats' })).toHaveCount(0);
    });
  }
});
