import { readFile } from 'node:fs/promises';
import type { Locator, Page } from '@playwright/test';
import { expectAccessible, followDevice } from './axe.ts';
import { atBothSizes, expect, test } from './fixtures.ts';
import { boxOf, inputOf, keepToasts, middleOf } from './page.ts';
import { CRITERIA, profileOf, VERDICTS } from './seed.ts';

const PEOPLE = [
  { ...profileOf(1, 92), isVerified: true, verdicts: VERDICTS },
  {
    ...profileOf(2, 81),
    fullName: 'Zoë Ñandú',
    location: 'Lima, Peru',
    verdicts: VERDICTS.slice(1, 2),
    foundBy: { query: 'reefs', page: 3 },
  },
  { ...profileOf(3, 64), fullName: '=HYPERLINK("https://evil.example")', verdicts: [] },
  { ...profileOf(4, 31), currentPosition: { title: 'Diver', company: 'Aqualung' } },
];
const CHAT = { id: 'chat_reefs', title: 'reefs', turns: 1, profiles: PEOPLE, data: { criteria: CRITERIA } };

const gridOf = (page: Page): Locator => page.getByRole('grid', { name: 'People' });
const rowOf = (page: Page, name: string): Locator => gridOf(page).getByRole('row').filter({ hasText: name });
const namesIn = (page: Page): Locator => gridOf(page).getByRole('rowheader').getByRole('button');
const nameOf = (row: number): string => PEOPLE[row - 1]?.fullName ?? '';
const RANKED = PEOPLE.map(({ fullName }) => fullName);

const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);

async function openTable(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await expect(namesIn(page)).toHaveText(RANKED);
}

/** Downloads a menu item. @returns the file’s name and text. */
async function download(page: Page, item: string, menu: string): Promise<{ name: string; text: string }> {
  const begun = page.waitForEvent('download');
  await page.getByRole('button', { name: menu, exact: true }).last().click();
  await page.getByRole('menuitem', { name: item }).click();
  const file = await begun;
  return { name: file.suggestedFilename(), text: await readFile(await file.path(), 'utf8') };
}

test.describe('people as a table', () => {
  test.use({ holding: { chats: [CHAT] } });
  test.beforeEach(async ({ page }) => {
    await followDevice(page);
    await keepToasts(page);
    // Headless browsers do not print, so the tests check the page’s print styles.
    await page.addInitScript('globalThis.prints = 0; globalThis.print = () => { globalThis.prints += 1; }');
  });

  test('are said to be found in the same words on a card, in a table and in a list', async ({ page }) => {
    const found = page.getByText('Found on page 3', { exact: true });
    await page.goto('/');
    await expect(found).toBeVisible();
    await page.getByRole('button', { name: `Save ${nameOf(2)}`, exact: true }).click();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await rowOf(page, nameOf(2)).getByText(nameOf(2)).click();
    await expect(found).toBeVisible();
    await page.goto('/lists');
    await page
      .getByRole('link', { name: /^Shortlist/ })
      .first()
      .click();
    await page.getByRole('button', { name: nameOf(2), exact: true }).click();
    await expect(found).toBeVisible();
  });

  atBothSizes(({ isMobile }) => {
    test('are sorted, filtered, selected, compared and opened', async ({ page }) => {
      await openTable(page);
      const filters = page.getByRole('button', { name: /^Filters/ });

      await test.step('sorted', async () => {
        if (isMobile) {
          await filters.click();
          await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Name');
        } else await gridOf(page).getByRole('button', { name: 'Name' }).click();
        const sorted = [nameOf(3), nameOf(1), nameOf(4), nameOf(2)];
        await expect(namesIn(page)).toHaveText(sorted);
        await expect(gridOf(page).getByRole('columnheader', { name: 'Name' })).toHaveAttribute(
          'aria-sort',
          'ascending',
        );
        await gridOf(page).getByRole('button', { name: 'Name' }).click();
        await expect(namesIn(page)).toHaveText(sorted.toReversed());
        if (!isMobile) await filters.click();
        await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Rank');
        await page.getByRole('combobox', { name: 'Order' }).selectOption('up');
      });

      await test.step('filtered', async () => {
        await page.getByRole('searchbox', { name: 'Filter people by words' }).fill('nandu lima');
        await expect(namesIn(page)).toHaveText([nameOf(2)]);
        await page.getByRole('searchbox').fill('');
        await page.getByRole('combobox', { name: 'Verified' }).selectOption('yes');
        await expect(namesIn(page)).toHaveText([nameOf(1)]);
        await expect(page.getByText('1 of 4 people')).toBeVisible();
        await expectAccessible(page);
        await page
          .getByRole('textbox', { name: 'Company' })
          .or(page.getByRole('combobox', { name: 'Company' }))
          .fill('aqua');
        await expect(page.getByText('Nobody matches these filters.')).toBeVisible();
        await page.getByRole('button', { name: 'Clear filters' }).press('Enter');
        await expect(filters).toBeFocused();
        await filters.click();
        await expect(namesIn(page)).toHaveText(RANKED);
      });

      await test.step('in rows of at most 72 px', async () => {
        const heights = await gridOf(page)
          .locator('tbody tr')
          .evaluateAll((rows) => rows.map((row) => row.getBoundingClientRect().height));
        expect(heights).toHaveLength(4);
        expect(Math.max(...heights)).toBeLessThanOrEqual(72);
      });

      if (isMobile)
        await test.step('with all spare room for the name', async () => {
          const row = rowOf(page, nameOf(1));
          await expect(async () => {
            const score = await boxOf(row.locator('[data-score]').filter({ visible: true }));
            const save = await boxOf(row.getByRole('button', { name: /^Save/ }));
            expect(save.left - score.right).toBeLessThan(24);
          }).toPass();
        });

      await test.step('selected by keyboard', async () => {
        await page.keyboard.press('Alt+ArrowUp');
        await expect(rowOf(page, nameOf(1))).toBeFocused();
        await page.keyboard.press('ArrowDown');
        await expect(rowOf(page, nameOf(2))).toBeFocused();
        await page.keyboard.press('Space');
        await page.keyboard.press('Shift+ArrowDown');
        await expect(gridOf(page).getByRole('row', { selected: true })).toHaveCount(2);
        await expect(page.getByText('2 selected, 4 people')).toBeVisible();
        await page.keyboard.press('ControlOrMeta+a');
        await expect(gridOf(page).getByRole('row', { selected: true })).toHaveCount(4);
        await page.keyboard.press('Escape');
        await expect(gridOf(page).getByRole('row', { selected: true })).toHaveCount(0);
        const all = page.getByRole('checkbox', { name: 'Select all shown' });
        await expect(all).not.toBeChecked();
        if (!isMobile) {
          await rowOf(page, nameOf(2)).click({ modifiers: ['ControlOrMeta'] });
          await expect(gridOf(page).getByRole('row', { selected: true })).toHaveText(/Zoë Ñandú/);
          await expect(page.getByRole('article')).toHaveCount(0);
          await expect(all).toBeChecked({ indeterminate: true });
        }
        await all.click();
        await expect(all).toBeChecked();
        await expect(gridOf(page).getByRole('row', { selected: true })).toHaveCount(4);
        await all.click();
        await expect(gridOf(page).getByRole('row', { selected: true })).toHaveCount(0);
        await page.getByRole('checkbox', { name: `Select ${nameOf(1)}` }).click();
        await expect(page.getByRole('button', { name: 'Compare' })).toHaveAttribute('aria-disabled', 'true');
        await page.getByRole('checkbox', { name: `Select ${nameOf(3)}` }).click({ modifiers: ['Shift'] });
        await expect(gridOf(page).getByRole('row', { selected: true })).toHaveCount(3);
        const controls = ['Clear selection', 'Export 3 selected', 'Compare', 'Share 3 selected', 'Save'];
        const size = page.viewportSize();
        if (isMobile) await page.setViewportSize({ width: 360, height: 740 });
        await expect(async () => {
          const middles = await Promise.all(
            controls.map((name) => middleOf(page.getByRole('button', { name, exact: true }))),
          );
          expect(new Set(middles).size, 'lines of controls').toBe(1);
        }).toPass();
        if (size !== null) await page.setViewportSize(size);
      });

      await test.step('compared, also on paper', async () => {
        await page.getByRole('button', { name: 'Compare' }).press('Enter');
        const dialog = page.getByRole('dialog', { name: 'Compare 3 people' });
        await expect(dialog.getByRole('columnheader')).toHaveText([
          /Ada Okonkwo 1/,
          /Zoë Ñandú/,
          /HYPERLINK/,
        ]);
        await expect(dialog.getByRole('row', { name: 'Not Deloitte' }).getByRole('cell')).toHaveText([
          /not met: .*Consultant at Deloitte.*full profile/,
          /unclear/,
          /unclear/,
        ]);
        const links = await dialog.getByRole('link').all();
        await expect(async () => {
          const middles = await Promise.all(links.map(middleOf));
          expect(new Set(middles).size, 'heights at which profiles are linked').toBe(1);
        }).toPass();
        if (isMobile) {
          expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
          const areas = await dialog
            .getByRole('link')
            .evaluateAll((all) =>
              all.map((one) => Number.parseFloat(getComputedStyle(one, '::before').height)),
            );
          for (const area of areas) expect(area).toBeGreaterThanOrEqual(44);
        }
        await expectAccessible(page);
        await dialog.getByRole('button', { name: 'Print' }).click();
        expect(await page.evaluate('prints')).toBe(1);
        await page.emulateMedia({ media: 'print' });
        await expect(page.getByRole('table').getByText('Consultant at Deloitte')).toBeVisible();
        await expect(page.getByRole('heading', { name: 'Question 1 of reefs' })).toBeVisible();
        await expect(page.getByText('You asked:')).toBeHidden();
        await page.emulateMedia({ media: 'screen' });
        await page.keyboard.press('Escape');
        await expect(dialog).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Compare' })).toBeFocused();
        await page.getByRole('button', { name: 'Clear selection' }).click();
      });

      if (!isMobile)
        await test.step('opened next to open filters, above the message input', async () => {
          const filters = page.getByRole('button', { name: 'Filters', exact: true });
          await filters.click();
          await rowOf(page, nameOf(1)).click();
          const panel = page.getByRole('complementary', { name: `Profile of ${nameOf(1)}` });
          await expect(async () => {
            expect((await boxOf(panel)).bottom).toBeLessThan((await boxOf(inputOf(page))).top);
          }).toPass();
          await panel.getByRole('button', { name: 'Close the profile' }).click();
          await filters.click();
        });

      if (!isMobile)
        await test.step('stepped through beside the table, and kept when filtered out', async () => {
          await rowOf(page, nameOf(1)).click();
          const beside = page.getByRole('complementary', { name: /^Profile of/ });
          await beside.focus();
          for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp']) await page.keyboard.press(key);
          await expect(beside.getByText('2 of 4', { exact: true })).toBeVisible();
          await expect(beside).toBeFocused();
          await page.getByRole('searchbox').fill('aqualung');
          await expect(beside.getByText('Filtered out')).toBeVisible();
          await expect(beside.getByRole('article', { name: nameOf(2) })).toBeVisible();
          await expect(beside.getByRole('button', { name: 'Next person' })).toHaveAttribute(
            'aria-disabled',
            'true',
          );
          await page.getByRole('searchbox').fill('');
          await beside.getByRole('button', { name: 'Close the profile' }).click();
          await expect(page.getByRole('article')).toHaveCount(0);
        });

      await test.step('opened', async () => {
        const row = rowOf(page, nameOf(1));
        await row.focus();
        await page.keyboard.press('Enter');
        const panel = page.getByRole(isMobile ? 'dialog' : 'complementary', {
          name: `Profile of ${nameOf(1)}`,
        });
        await expect(panel.getByText('Consultant at Deloitte')).toBeVisible();
        await expectAccessible(page);
        await panel.getByRole('button', { name: 'Next person' }).click();
        await expect(page.getByRole('article', { name: nameOf(2) })).toBeVisible();
        await page.getByRole('button', { name: 'Previous person' }).click();
        await expect(panel.getByText('1 of 4', { exact: true })).toBeVisible();
        await expect(page.getByRole('button', { name: 'Previous person' })).toHaveAttribute(
          'aria-disabled',
          'true',
        );
        await page.getByRole('button', { name: 'Next person' }).click();
        await page.getByRole('article').getByRole('button', { name: /^Save/ }).press('Enter');
        const undo = page.getByRole('button', { name: 'Undo' });
        for (let presses = 0; presses < 40 && !(await hasFocus(undo)); presses += 1)
          await page.keyboard.press('Tab');
        await expect(undo).toBeFocused();
        // The window’s edge is so close that a ring around the button would be clipped.
        await expect(undo).toHaveCSS('outline-offset', '-2px');
        await page.keyboard.press('Escape');
        await expect(undo).toHaveCount(0);
        await expect(page.getByRole('article', { name: nameOf(2) })).toBeVisible();
        const next = page.getByRole('button', { name: 'Next person' });
        await next.focus();
        for (let presses = 0; presses < 4; presses += 1) await page.keyboard.press('Enter');
        await expect(page.getByRole('article', { name: nameOf(4) })).toBeVisible();
        await expect(next).toHaveAttribute('aria-disabled', 'true');
        await expect(next).toBeFocused();
        await page.keyboard.press('Escape');
        await expect(page.getByRole('article')).toHaveCount(0);
        await expect(rowOf(page, nameOf(4))).toBeFocused();
      });

      await test.step('still a table after a reload', async () => {
        await page.reload();
        await expect(namesIn(page)).toHaveText(RANKED);
        const cards = page.getByRole('button', { name: 'Cards', exact: true });
        await cards.click();
        await expect(page.getByRole('article')).toHaveCount(4);
        await expect(cards).toBeFocused();
      });

      if (isMobile)
        await test.step('and a toast of two lines leaves the input in view', async () => {
          await page.getByRole('button', { name: 'Not this person: =HYPERLINK' }).tap();
          await expect(async () => {
            const toast = await boxOf(page.getByText('is hidden in every answer.').locator('..'));
            const input = await boxOf(page.locator('form').filter({ has: inputOf(page) }));
            expect(toast.top).toBeGreaterThanOrEqual(input.bottom);
          }).toPass();
        });
    });

    test('are counted and copied as they are shown', async ({ context, page }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const expectCopied = async (names: readonly string[]) => {
        await page.getByRole('button', { name: 'Copy', exact: true }).last().click();
        const copied = async () => {
          const text = await page.evaluate(() => navigator.clipboard.readText());
          return Array.from(text.matchAll(/^\d\. (.*) – \d+%$/gm), ([, name]) => name);
        };
        await expect.poll(copied).toEqual(names);
      };
      await openTable(page);
      await expectCopied(RANKED);
      if (isMobile) {
        await page.getByRole('button', { name: /^Filters/ }).click();
        await page.getByRole('combobox', { name: 'Sort by' }).selectOption('Score');
        await page.getByRole('combobox', { name: 'Order' }).selectOption('up');
      } else await gridOf(page).getByRole('button', { name: 'Score' }).dblclick();
      await page.getByRole('searchbox', { name: 'Filter people by words' }).fill('Okonkwo');
      await expect(namesIn(page)).toHaveText([nameOf(4), nameOf(1)]);
      await expect(page.getByText('2 of 4 people')).toBeVisible();
      await expect(page.getByText('profile(s)')).toHaveCount(0);
      await expectCopied([nameOf(4), nameOf(1)]);
      await page.getByRole('button', { name: 'Cards', exact: true }).click();
      await expect(page.getByText('Showing 4 profile(s)')).toBeVisible();
      await expectCopied(RANKED);
    });

    test('are exported to files and printed, without hidden names', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('article').first().waitFor();
      const { name, text } = await download(page, 'CSV', 'Export');
      expect(name).toBe('Question 1 of reefs.csv');
      expect(text).toMatch(/^\uFEFFRank,Name,Score,.*\r\n1,Ada Okonkwo 1,92,/);
      expect(text).toContain(`\r\n3,"'=HYPERLINK(""https://evil.example"")",64,`);
      expect(text).toContain('\r\n2,Zoë Ñandú,81,');
      await page.getByRole('button', { name: 'Hide names' }).click();
      const markdown = await download(page, 'Markdown', 'Export');
      expect(markdown.name).toBe('Question 1 of reefs.md');
      expect(markdown.text).toContain('Person 4 – 31%');
      expect(markdown.text).not.toMatch(/Okonkwo|linkedin/i);

      await test.step('on paper', async () => {
        await page.getByRole('button', { name: 'Export', exact: true }).click();
        await page.getByRole('menuitem', { name: 'Print' }).click();
        await expect.poll(() => page.evaluate('prints')).toBe(1);
        await page.emulateMedia({ media: 'print' });
        const printed = page.getByRole('article').filter({ visible: true });
        await expect(printed.getByRole('heading')).toHaveText([
          'Person 1',
          'Person 2',
          'Person 3',
          'Person 4',
        ]);
        await expect(
          page.getByText('4 people · Criteria: marine biologist · German · mapping · Not Deloitte'),
        ).toBeVisible();
        await expect(page.getByText('Consultant at Deloitte').filter({ visible: true })).toHaveCount(1);
        await expect(page.getByRole('button').filter({ visible: true })).toHaveCount(0);
        await page.evaluate('dispatchEvent(new Event("afterprint"))');
        await expect(page.getByText('You asked: Question 1 of reefs')).toBeVisible();
        await page.emulateMedia({ media: 'screen' });
      });

      await test.step('only the selected ones, from the table', async () => {
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('checkbox', { name: 'Select Person 2' }).click();
        const { text: json } = await download(page, 'JSON', 'Export 1 selected');
        expect(JSON.parse(json).people).toMatchObject([{ rank: 2, name: 'Person 2', score: 81 }]);
      });
    });
  });
});

test.describe('a thousand people', () => {
  const profiles = Array.from({ length: 1_000 }, (_, index) => profileOf(index + 1, 99 - index / 20));
  test.use({ holding: { chats: [{ id: 'chat_many', title: 'many', turns: 1, profiles }] } });

  test('are navigated by keyboard, with only visible rows rendered, and printed in full', async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem('expertscope_answers_as_table', 'true'));
    await page.goto('/');
    const grid = gridOf(page);
    await expect(grid).toHaveAttribute('aria-rowcount', '1001');
    expect(await namesIn(page).count()).toBeLessThan(60);
    await grid.getByRole('row', { name: 'Ada Okonkwo 1', exact: false }).first().focus();
    await page.keyboard.press('End');
    const last = rowOf(page, 'Ada Okonkwo 1000');
    await expect(last).toBeFocused();
    await expect(last).toBeInViewport();
    await expect(last).toHaveAttribute('aria-rowindex', '1001');
    expect(await namesIn(page).count()).toBeLessThan(60);
    await inputOf(page).focus();
    await page.keyboard.press('Alt+ArrowUp');
    await expect(grid.getByRole('row').nth(1)).toBeFocused();
    await page.keyboard.press('End');
    await page.keyboard.press('PageUp');
    await expect(rowOf(page, 'Ada Okonkwo 990')).toBeFocused();
    await page.keyboard.press('ControlOrMeta+a');
    await expect(page.getByText('1,000 selected, 1,000 people')).toBeVisible();
    const bar = page.getByRole('button', { name: 'Clear selection' });
    for (const key of ['End', 'Home', 'End']) {
      await page.keyboard.press(key);
      await expect(bar).toBeInViewport({ ratio: 1 });
      await expect(async () => {
        const row = await boxOf(grid.locator('tr:focus'));
        expect(row.bottom, `the row with the focus after ${key}`).toBeLessThan((await boxOf(bar)).top);
      }).toPass();
    }
    const { text } = await download(page, 'JSON', 'Export 1,000 selected');
    expect(JSON.parse(text).people).toHaveLength(1_000);
    await page.emulateMedia({ media: 'print' });
    await expect(namesIn(page)).toHaveCount(1_000);
    // What follows the table is not printed on top of it.
    await expect(async () => {
      const footer = await boxOf(page.locator('[data-directory] > footer'));
      expect(footer.top).toBeGreaterThanOrEqual((await boxOf(grid)).bottom);
    }).toPass();
  });
});
