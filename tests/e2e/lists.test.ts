import { readFile } from 'node:fs/promises';
import type { Page, Route } from '@playwright/test';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { arriveSignedIn, completeSignIn, makeAccount, signUp } from './accounts.ts';
import { expectAccessible, expectNamesAsSeen, followDevice } from './axe.ts';
import { atBothSizes, expect, openOtherBrowser, test } from './fixtures.ts';
import { ask, compose, hold, intercept, keepToasts, middleOf, openSidebar } from './page.ts';
import { CRITERIA, profileOf, type SeededChat, VERDICTS } from './seed.ts';

const NAMES = ['Ada Okonkwo', 'Marisol Vega', 'Jun Watanabe'];
const people = (scores: readonly number[]) =>
  scores.map((score, index) => ({
    ...profileOf(index, score),
    fullName: NAMES[index] ?? '',
    isVerified: index === 0,
    ...(index === 1 && { headline: 'Reef cartographer at Plaza Verde' }),
    verdicts: VERDICTS,
  }));

/** The same people in the answers of two chats. */
const CHATS: readonly SeededChat[] = [
  {
    id: 'chat_reefs',
    title: 'reefs',
    turns: 1,
    profiles: people([92, 74, 31]),
    data: { criteria: CRITERIA },
  },
  { id: 'chat_maps', title: 'maps', turns: 1, profiles: people([58]), data: { criteria: CRITERIA } },
];

const foundCardOf = (page: Page, name: string) =>
  page.locator('[data-directory]').getByRole('article', { name, exact: true });
const rowOf = (page: Page, name: string) => page.locator('[data-person]').filter({ hasText: name });
const saveOf = (page: Page, name: string) => page.getByRole('button', { name: `Save ${name}`, exact: true });
const savedOf = (page: Page, name: string) => page.getByRole('button', { name: `${name} is saved in` });
const examplesOf = (page: Page) => page.getByRole('switch', { name: /^Use your/ });
const toastOf = (page: Page, text: string | RegExp) => page.getByRole('status').getByText(text);

/** Signs in, searches and saves the first person, also at the service; toasts are kept. @returns their name */
async function saveFirstFound(page: Page, stack: LocalStack): Promise<string> {
  await keepToasts(page);
  await arriveSignedIn(page, stack);
  await ask(page, 'German marine biologists');
  const name = (await page.getByRole('article').getByRole('heading').first().textContent()) ?? '';
  await saveOf(page, name).click();
  await expect(savedOf(page, name)).toBeVisible();
  // The card already says so before the service has answered.
  await expect(toastOf(page, 'Saved to Shortlist')).toBeVisible();
  return name;
}

atBothSizes(({ isMobile }) => {
  test.use({ holding: { chats: CHATS } });

  test('people are saved by click and by key, marked, and still there after a reload', async ({ page }) => {
    await followDevice(page);
    await keepToasts(page);
    await page.goto('/lists');
    await page.getByText('No lists yet.').waitFor();
    await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeFocused();
    await page.goto('/chat/chat_reefs');

    await test.step('the first one creates a list, and can be undone', async () => {
      await saveOf(page, 'Ada Okonkwo').click();
      await expect(toastOf(page, 'Saved to Shortlist')).toBeVisible();
      await expect(savedOf(page, 'Ada Okonkwo')).toBeVisible();
      // The second click of a double click, on the same button, does not open the lists.
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(saveOf(page, 'Ada Okonkwo')).toBeVisible();
      await expect(page.getByRole('dialog')).toHaveCount(0);
    });

    await test.step('S saves the focused card, which keeps the focus', async () => {
      await foundCardOf(page, 'Ada Okonkwo').focus();
      await page.keyboard.press('s');
      await expect(savedOf(page, 'Ada Okonkwo')).toHaveText('Shortlist');
      const first = await toastOf(page, 'Saved to Shortlist').elementHandle();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('s');
      // A new toast, so that the same words are announced again.
      await expect.poll(() => first?.evaluate((text) => text.isConnected)).toBe(false);
      await expect(toastOf(page, 'Saved to Shortlist')).toBeVisible();
      await expect(savedOf(page, 'Marisol Vega')).toHaveText('Shortlist');
      await expect(foundCardOf(page, 'Marisol Vega')).toBeFocused();
    });

    await test.step('a person’s lists can be changed', async () => {
      await page.getByRole('button', { name: 'Change…' }).click();
      const dialog = page.getByRole('dialog', { name: 'Lists with Marisol Vega' });
      await dialog.getByRole('textbox', { name: 'Name of a new list' }).fill('Divers');
      await dialog.getByRole('button', { name: 'Add' }).click();
      await expect(dialog.getByRole('checkbox', { name: 'Divers' })).toBeChecked();
      await expectAccessible(page);
      // It changes only once the entries have been read.
      const shortlist = dialog.getByRole('checkbox', { name: 'Shortlist' });
      await shortlist.click();
      await expect(shortlist).not.toBeChecked();
      await shortlist.click();
      await expect(shortlist).toBeChecked();
      await dialog.getByRole('button', { name: 'Done' }).click();
      await expect(savedOf(page, 'Marisol Vega')).toHaveText('Shortlist +1');
      await expect(savedOf(page, 'Marisol Vega')).toHaveAccessibleName(
        'Marisol Vega is saved in Shortlist +1: Divers. Change lists',
      );
      await expectNamesAsSeen(page);
    });

    await test.step('the same person in another answer becomes one entry with both', async () => {
      await page.goto('/chat/chat_maps');
      await expect(savedOf(page, 'Ada Okonkwo')).toHaveText('Shortlist');
      await savedOf(page, 'Ada Okonkwo').click();
      await expect(toastOf(page, 'In Shortlist already. This answer was added.')).toBeVisible();
      await savedOf(page, 'Ada Okonkwo').click();
      const done = page.getByRole('dialog').getByRole('button', { name: 'Done' });
      // The toast is inside the dialog now and stays while hovered; it must cover none of its buttons.
      await page.getByRole('button', { name: 'Dismiss' }).hover();
      const isFree = () =>
        done.evaluate((button) => {
          const { left, right, bottom } = button.getBoundingClientRect();
          return [left + 8, right - 8].every((x) =>
            button.contains(document.elementFromPoint(x, bottom - 6)),
          );
        });
      await expect.poll(isFree).toBe(true);
      await done.click();
      await expect(done).toHaveCount(0);
    });

    await test.step('the list is used by keyboard', async () => {
      await (await openSidebar(page)).getByRole('link', { name: 'Lists' }).click();
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Shortlist/ })
        .click();
      await expect(page.getByRole('heading', { name: 'Shortlist' })).toBeFocused();
      await rowOf(page, 'Marisol Vega').focus();
      await page.keyboard.press('2');
      await expect(page.getByText('Marisol Vega: Contacted', { exact: true })).toHaveRole('status');
      await page.keyboard.press('b');
      await expect(page.getByText('Marisol Vega: Bad match', { exact: true })).toHaveRole('status');
      await page.keyboard.press('b');
      await expect(page.getByText('Marisol Vega: Bad match taken back')).toHaveRole('status');
      await page.keyboard.press('g');
      await expect(page.getByText('Marisol Vega: Good match', { exact: true })).toHaveRole('status');
      await page.keyboard.press('ArrowDown');
      await expect(rowOf(page, 'Ada Okonkwo')).toBeFocused();
      await page.keyboard.press('Home');
      await expect(rowOf(page, 'Marisol Vega')).toBeFocused();
      await page.keyboard.press('End');
      await expect(rowOf(page, 'Ada Okonkwo')).toBeFocused();
      await page.keyboard.press('n');
      const note = page.getByRole('textbox', { name: 'Note on Ada Okonkwo' });
      await expect(note).toHaveAttribute('placeholder', 'Write a note. Enter saves it.');
      await note.fill('Ask about Kiel');
      await page.keyboard.press('Enter');
      await expect(rowOf(page, 'Ada Okonkwo')).toBeFocused();
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('2 of 4 met · 1 not met · 1 unclear');
      await expectAccessible(page);
    });

    await test.step('changes survive a reload, and filters apply to exports and the table', async () => {
      await page.reload();
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('Ask about Kiel');
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('and 1 more');
      await expect(page.getByRole('combobox', { name: 'Status of Marisol Vega' })).toHaveValue('contacted');
      await expect(
        rowOf(page, 'Marisol Vega').getByRole('button', { name: 'Good match: Marisol Vega' }),
      ).toHaveAttribute('aria-pressed', 'true');
      await page.getByRole('button', { name: 'Contacted 1' }).click();
      await expect(page.locator('[data-person]')).toHaveCount(1);
      await page.getByText('1 of 2 people', { exact: true }).first().waitFor();
      const begun = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'JSON' }).click();
      const { people: exported } = JSON.parse(await readFile(await (await begun).path(), 'utf8'));
      expect(exported).toMatchObject([{ name: 'Marisol Vega' }]);
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('rowheader', { name: 'Marisol Vega' }).waitFor();
      await expect(page.getByRole('rowheader')).toHaveCount(1);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await expect(page.locator('[data-person]')).toHaveCount(1);
    });

    await test.step('a filtered person stays while the arrow keys move through statuses', async () => {
      const status = page.getByRole('combobox', { name: 'Status of Marisol Vega' });
      await status.focus();
      for (const key of ['ArrowUp', 'ArrowUp', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
      await expect(status).toBeFocused();
      await expect(status).toHaveValue('contacted');
    });

    await test.step('the focus moves on from the last filtered person, and back to a row', async () => {
      await rowOf(page, 'Marisol Vega').focus();
      await page.keyboard.press('3');
      await expect(page.getByRole('button', { name: 'Show everybody' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(page.locator('[data-person]').first()).toBeFocused();
      await rowOf(page, 'Marisol Vega').focus();
      await page.keyboard.press('2');
    });

    const filter = page.getByRole('searchbox', { name: 'Filter people by words' });
    await test.step('leaving the field keeps a custom status, and Escape discards it', async () => {
      const status = page.getByRole('combobox', { name: 'Status of Ada Okonkwo' });
      const typed = page.getByRole('textbox', { name: 'Status of Ada Okonkwo in your own words' });
      await status.selectOption('In your own words…');
      await typed.fill('On a ship');
      // As when another window or tab is switched to: the document keeps its active element.
      await typed.dispatchEvent('focusout');
      await expect(typed).toHaveValue('On a ship');
      await filter.click();
      await expect(status).toHaveValue('On a ship');
      await expect(filter).toBeFocused();
      await status.selectOption('In your own words…');
      await typed.fill('Ashore');
      for (const key of ['Enter', 'Escape'] as const) await compose(typed, key);
      await expect(typed).toHaveValue('Ashore');
      await page.keyboard.press('Escape');
      await expect(status).toHaveValue('On a ship');
      await expect(status).toBeFocused();
    });

    await test.step('the same goes for a note, and an unfinished one survives a reload', async () => {
      const note = page.getByRole('textbox', { name: 'Note on Ada Okonkwo' });
      await rowOf(page, 'Ada Okonkwo').focus();
      await page.keyboard.press('n');
      await note.fill('Ask about Kiel, not Oslo');
      for (const key of ['Enter', 'Escape'] as const) await compose(note, key);
      await note.dispatchEvent('focusout');
      await expect(note).toBeFocused();
      await filter.click();
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('Ask about Kiel, not Oslo');
      await expect(filter).toBeFocused();
      await rowOf(page, 'Ada Okonkwo').focus();
      await page.keyboard.press('n');
      await note.fill('Ask about Kiel and half a');
      await page.reload();
      await expect(note).toHaveValue('Ask about Kiel and half a');
      await expect(note).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('Ask about Kiel, not Oslo');
      await page.reload();
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('Ask about Kiel, not Oslo');
      await expect(note).toHaveCount(0);
      await expectNamesAsSeen(page);
    });

    await test.step('a note that was only opened keeps what another tab has written meanwhile', async () => {
      const noteIn = (tab: Page) => tab.getByRole('textbox', { name: 'Note on Ada Okonkwo' });
      const other = await page.context().newPage();
      await other.goto(page.url());
      for (const tab of [page, other]) {
        await rowOf(tab, 'Ada Okonkwo').focus();
        await tab.keyboard.press('n');
      }
      await noteIn(other).fill('Ask about Kiel, then Turku');
      await other.keyboard.press('Enter');
      await other.keyboard.press('3');
      await expect(page.getByRole('combobox', { name: 'Status of Ada Okonkwo' })).toHaveValue('replied');
      await other.close();
      await expect(noteIn(page)).toHaveValue('Ask about Kiel, not Oslo');
      await filter.click();
      await expect(rowOf(page, 'Ada Okonkwo')).toContainText('Ask about Kiel, then Turku');
    });

    await test.step('the whole profile opens, and closes back to its row', async () => {
      const lower = rowOf(page, 'Ada Okonkwo');
      const topOf = () => lower.evaluate((row) => Math.round(row.getBoundingClientRect().top));
      await lower.focus();
      const top = await topOf();
      await page.keyboard.press('Enter');
      const panel = page.getByRole('dialog', { name: 'Profile of Ada Okonkwo' });
      await panel.waitFor();
      // The rows above become narrower and therefore taller.
      await expect.poll(topOf).toBe(top);
      await expect(panel.getByText('Not Deloitte').first()).toBeVisible();
      await expect(panel.getByText('Saved from 2 answers')).toBeVisible();
      await expectAccessible(page);
      if (!isMobile) {
        const name = rowOf(page, 'Marisol Vega').getByRole('button', { name: 'Marisol Vega', exact: true });
        await name.click();
        const other = page.getByRole('dialog', { name: 'Profile of Marisol Vega' });
        await rowOf(page, 'Ada Okonkwo').focus();
        await page.keyboard.press('n');
        await compose(page.getByRole('textbox', { name: 'Note on Ada Okonkwo' }), 'Escape');
        await page.keyboard.press('Escape');
        await other.waitFor();
        await page.keyboard.press('Escape');
        await expect(name).toBeFocused();
        await rowOf(page, 'Ada Okonkwo').focus();
        await page.keyboard.press('Enter');
        await panel.waitFor();
      }
      await page.keyboard.press('Escape');
      await expect(panel).toHaveCount(0);
      await expect(rowOf(page, 'Ada Okonkwo')).toBeFocused();
      await expect.poll(topOf).toBe(top);
    });

    await test.step('a removed person can be restored unchanged', async () => {
      const bin = rowOf(page, 'Ada Okonkwo').getByRole('button', {
        name: 'Take out of the list: Ada Okonkwo',
      });
      for (const takeOut of [() => page.keyboard.press('Delete'), () => bin.press('Enter')]) {
        await takeOut();
        await expect(rowOf(page, 'Ada Okonkwo')).toHaveCount(0);
        await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(rowOf(page, 'Ada Okonkwo')).toContainText('Ask about Kiel');
        await expect(rowOf(page, 'Marisol Vega')).toBeFocused();
      }
    });

    await test.step('when nobody is left, the focus goes from Undo to the heading', async () => {
      const open = async (name: string) => {
        await page.getByRole('link', { name: 'All lists' }).filter({ visible: true }).click();
        await page.getByRole('main').getByRole('link', { name }).click();
        await expect(page.getByRole('heading', { name })).toBeFocused();
      };
      await open('Divers');
      await rowOf(page, 'Marisol Vega').focus();
      await page.keyboard.press('Delete');
      await page.getByText('Nobody is in this list yet.').waitFor();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
      await page.keyboard.press('Enter');
      await rowOf(page, 'Marisol Vega').waitFor();
      await expect(page.getByRole('heading', { name: 'Divers' })).toBeFocused();
      await open('Shortlist');
    });

    await test.step('the answer they came from is one click away', async () => {
      await rowOf(page, 'Ada Okonkwo').getByRole('link', { name: 'Question 1 of maps' }).click();
      await expect(page).toHaveURL(/\/chat\/chat_maps#msg_chat_maps_1$/);
      await expect(savedOf(page, 'Ada Okonkwo')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Find more people' })).toBeVisible();
      await expect(examplesOf(page)).toHaveCount(0);
    });

    await test.step('in their chat, good examples can be used to find more people', async () => {
      await page.goto('/chat/chat_reefs');
      await expect(examplesOf(page)).toHaveText('Use your 1 good example');
      await expect(examplesOf(page)).not.toBeChecked();
      await examplesOf(page).click();
      await expect(examplesOf(page)).toBeChecked();
      const sent = page.waitForRequest((request) => request.url().endsWith('/api/searches'));
      await page.getByRole('button', { name: 'Find more people' }).click();
      expect((await sent).postDataJSON()).toMatchObject({
        task: { kind: 'more' },
        basis: { examples: [{ url: people([92, 74, 31])[1]?.profileUrl, rating: 'good' }] },
      });
      await page.getByText('From your examples: Reef cartographer, Plaza Verde.').first().waitFor();
    });
  });
});

atBothSizes(({ isMobile }) => {
  test.use({ holding: { chats: CHATS } });

  test('people are saved from a table, and edited in the list’s table when the answer is gone', async ({
    page,
  }) => {
    await followDevice(page);
    await keepToasts(page);
    const grid = page.getByRole('grid', { name: 'People' });
    const row = (name: string) => grid.getByRole('row').filter({ hasText: name });
    const select = (...names: string[]) =>
      names.reduce(
        (before, name) => before.then(() => page.getByRole('checkbox', { name: `Select ${name}` }).check()),
        Promise.resolve(),
      );
    const names = grid.getByRole('rowheader').getByRole('button');
    await page.goto('/chat/chat_reefs');
    await page.getByRole('button', { name: 'Table', exact: true }).click();

    await test.step('S saves the focused row, which keeps the focus', async () => {
      await row('Ada Okonkwo').focus();
      await page.keyboard.press('s');
      await expect(savedOf(page, 'Ada Okonkwo')).toBeVisible();
      await expect(row('Ada Okonkwo')).toBeFocused();
    });

    await test.step('lists are opened from a row without affecting the table', async () => {
      await savedOf(page, 'Ada Okonkwo').click();
      await page.getByRole('dialog', { name: 'Lists with Ada Okonkwo' }).waitFor();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await expect(page.getByRole('article')).toHaveCount(0);
    });

    await test.step('all selected rows are saved', async () => {
      await row('Ada Okonkwo').focus();
      await page.keyboard.press('ControlOrMeta+a');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await expect(toastOf(page, '2 people saved to Shortlist, 1 was in it already')).toBeVisible();
      await expect(savedOf(page, 'Jun Watanabe')).toBeVisible();
      // The button is gone with the selection, the offer in the toast is not.
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await page.getByRole('button', { name: 'Change…' }).click();
      await page.getByRole('dialog', { name: 'Lists with 3 people' }).waitFor();
      await page.keyboard.press('Escape');
    });

    await test.step('the list’s table has the verdicts of a deleted answer', async () => {
      await page.evaluate(() => {
        for (const kind of ['chats', 'messages', 'current_chat'])
          localStorage.removeItem(`expertscope_${kind}`);
      });
      await page.goto('/lists');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Shortlist/ })
        .click();
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await expect(names).toHaveText(['Marisol Vega', 'Jun Watanabe', 'Ada Okonkwo']);
      await select('Ada Okonkwo', 'Marisol Vega');
      const status = page.getByRole('combobox', { name: 'Status of 2 people' });
      await expect(status).toHaveCSS('text-overflow', 'ellipsis');
      const controls = ['Clear selection', 'Export 2 selected', 'Compare', 'Move or copy', 'Take out'].map(
        (name) => page.getByRole('button', { name, exact: true }),
      );
      await expect(async () => {
        const middles = await Promise.all([status, ...controls].map(middleOf));
        expect(new Set(middles).size, 'lines of controls').toBe(isMobile ? 2 : 1);
      }).toPass();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog', { name: 'Compare 2 people' });
      await expect(dialog.getByRole('row', { name: 'Not Deloitte' })).toContainText('Consultant at Deloitte');
      await page.keyboard.press('Escape');
    });

    await test.step('a status is set for all of them, and exported', async () => {
      await page.getByRole('combobox', { name: 'Status of 2 people' }).selectOption('Contacted');
      await expect(toastOf(page, 'Status of 2 people: Contacted')).toBeVisible();
      const begun = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export 2 selected' }).click();
      await page.getByRole('menuitem', { name: 'CSV' }).click();
      const csv = await readFile(await (await begun).path(), 'utf8');
      expect(csv.split('\r\n')[0]).toContain(',Status,');
      expect(csv.match(/,Contacted,/g)).toHaveLength(2);
    });

    await test.step('they are moved to a new list and back', async () => {
      await page.getByRole('button', { name: 'Move or copy' }).click();
      const dialog = page.getByRole('dialog', { name: 'Put 2 people into another list' });
      await dialog.getByRole('textbox', { name: 'Name of the new list' }).fill('Divers');
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Move' }).click();
      await expect(toastOf(page, '2 people moved to Divers')).toBeVisible();
      await expect(names).toHaveText(['Jun Watanabe']);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(names).toHaveText(['Marisol Vega', 'Jun Watanabe', 'Ada Okonkwo']);
    });

    await test.step('different statuses are set at once, and restored', async () => {
      await select('Jun Watanabe', 'Marisol Vega');
      const status = page.getByRole('combobox', { name: 'Status of 2 people' });
      await expect(status).toHaveValue('');
      await status.selectOption('Rejected');
      await expect(status).toHaveValue('rejected');
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(status).toHaveValue('');
      if (!isMobile) {
        // By keyboard, past another status.
        await status.focus();
        for (const key of ['ArrowDown', 'ArrowDown', 'ArrowDown', 'Enter']) await page.keyboard.press(key);
        await expect(status).toHaveValue('contacted');
        await page.getByRole('button', { name: 'Undo' }).click();
        await expect(status).toHaveValue('');
      }
      await page.getByRole('checkbox', { name: 'Select Jun Watanabe' }).uncheck();
      await expect(page.getByRole('combobox', { name: 'Status of 1 person' })).toHaveValue('contacted');
      await page.getByRole('button', { name: 'Clear selection' }).click();
    });

    await test.step('they are copied to that list, which is then renamed and deleted', async () => {
      await select('Jun Watanabe');
      await page.getByRole('button', { name: 'Move or copy' }).click();
      const copying = page.getByRole('dialog', { name: 'Put 1 person into another list' });
      await expect(copying.getByRole('radio', { name: 'Divers' })).toBeChecked();
      await copying.getByRole('button', { name: 'Copy' }).click();
      await expect(toastOf(page, '1 person copied to Divers')).toBeVisible();
      await expect(names).toHaveText(['Marisol Vega', 'Jun Watanabe', 'Ada Okonkwo']);
      await page.getByRole('button', { name: 'Clear selection' }).click();
      await page.getByRole('link', { name: 'All lists' }).filter({ visible: true }).click();
      const listed = page.getByRole('main').getByRole('link', { name: /^(Divers|Sailors|Shortlist)/ });
      await expect(listed).toHaveText([/^Divers1 person · changed /, /^Shortlist3 people · changed /]);
      await listed.first().click();
      await page.getByRole('button', { name: 'Options for Divers' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('textbox', { name: 'Name of the list' }).fill(' Sailors ');
      await page.getByRole('button', { name: 'Rename', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Sailors', exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Options for Sailors' }).click();
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      const question = page.getByRole('alertdialog');
      await expect(question).toContainText('“Sailors” and the person saved in it');
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(page).toHaveURL(/\/lists$/);
      await expect(listed).toHaveText([/^Shortlist/]);
      await listed.click();
      await expect(names).toHaveText(['Marisol Vega', 'Jun Watanabe', 'Ada Okonkwo']);
    });

    await test.step('one is marked by key, with the profile and notes alongside', async () => {
      await row('Jun Watanabe').focus();
      await page.keyboard.press('3');
      await expect(page.getByText('Jun Watanabe: Replied', { exact: true })).toHaveRole('status');
      await page.keyboard.press('Enter');
      const panel = page.getByRole(isMobile ? 'dialog' : 'complementary', {
        name: 'Profile of Jun Watanabe',
      });
      const status = panel.getByRole('combobox', { name: 'Status of Jun Watanabe' });
      await status.selectOption('In your own words…');
      await page.keyboard.type('Ashore');
      await page.keyboard.press('Escape');
      await expect(status).toHaveValue('replied');
      await expect(status).toBeFocused();
      await panel.getByRole('button', { name: 'Write a note: Jun Watanabe' }).click();
      await panel.getByRole('textbox', { name: 'Note on Jun Watanabe' }).fill('Ask about Kiel');
      await page.keyboard.press('Enter');
      await expect(panel.getByRole('button', { name: 'Change note: Ask about Kiel' })).toBeVisible();
      await expect(
        isMobile ? panel.getByRole('button', { name: 'Write a note: Jun Watanabe' }) : panel,
      ).toBeFocused();
      await panel.getByRole('button', { name: 'Close the profile' }).click();
      await expect(row('Jun Watanabe')).toBeFocused();
    });

    await test.step('a filter by status empties when the last person loses it', async () => {
      await page.getByRole('button', { name: /^Filters/ }).click();
      const status = page.getByRole('combobox', { name: 'Status', exact: true });
      await status.selectOption('Replied');
      await expect(names).toHaveText(['Jun Watanabe']);
      await row('Jun Watanabe').focus();
      await page.keyboard.press('2');
      await expect(page.getByText('Nobody matches these filters.')).toBeVisible();
      await expect(status).toHaveValue('Replied');
      await page.getByRole('button', { name: 'Clear filters' }).click();
      await page.getByRole('button', { name: /^Filters/ }).click();
      await expect(names).toHaveText(['Marisol Vega', 'Jun Watanabe', 'Ada Okonkwo']);
    });

    await test.step('people are removed and restored unchanged', async () => {
      await select('Jun Watanabe');
      await page.getByRole('button', { name: 'Take out', exact: true }).click();
      await expect(names).toHaveText(['Marisol Vega', 'Ada Okonkwo']);
      await expect(grid.getByRole('row').nth(2)).toBeFocused();
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(names).toHaveText(['Marisol Vega', 'Jun Watanabe', 'Ada Okonkwo']);
      await page.getByRole('button', { name: 'List', exact: true }).click();
      await expect(rowOf(page, 'Jun Watanabe')).toContainText('Ask about Kiel');
    });
  });
});

test.describe('with an account', () => {
  test.use({ holding: { chats: CHATS } });

  test('lists move into it with the chats, can then be shared, and are on every device', async ({
    page,
    browser,
    stack,
  }) => {
    await page.goto('/chat/chat_reefs');
    await saveOf(page, 'Ada Okonkwo').click();
    await expect(savedOf(page, 'Ada Okonkwo')).toBeVisible();
    await foundCardOf(page, 'Jun Watanabe').hover();
    await foundCardOf(page, 'Jun Watanabe').getByRole('button', { name: 'Not this person' }).click();
    await expect(page.getByText('1 person hidden')).toBeVisible();
    const person = await makeAccount(stack);
    await page.goto('/lists');
    await page
      .getByRole('main')
      .getByRole('link', { name: /^Shortlist/ })
      .click();
    await page.getByRole('button', { name: 'Share', exact: true }).click();
    const sharing = page.getByRole('dialog', { name: 'Share this list' });
    await sharing.getByRole('link', { name: 'Sign in' }).click();
    await completeSignIn(page, person);
    const offer = page.getByRole('dialog', {
      name: 'Bring your chats, list and hidden people into your account?',
    });
    await expect(offer).toContainText('2 chats, 1 list and 1 hidden person made without an account');
    await offer.getByRole('button', { name: 'Bring in' }).click();
    await expect(
      // Beside the region once the dialog has moved it.
      page.getByText('2 chats, 1 list and 1 hidden person brought into your account'),
    ).toBeVisible();
    // Resumes what the sign-in was for.
    await sharing.getByRole('button', { name: 'Make link' }).waitFor();
    await expect(page.getByRole('heading', { name: 'Shortlist', includeHidden: true })).toBeVisible();
    await expect(page).toHaveURL(/\/lists\/list_[\w-]+$/);

    const elsewhere = await openOtherBrowser(browser, { baseURL: stack.url });
    const other = await elsewhere.newPage();
    await test.step('another device shows them', async () => {
      await page.goto('/lists');
      const link = page.getByRole('main').getByRole('link', { name: /^Shortlist/ });
      await other.goto(String(await link.getAttribute('href')));
      await other.getByRole('heading', { name: 'There is no such list' }).waitFor();
      await other.getByRole('link', { name: 'sign in', exact: true }).click();
      await completeSignIn(other, person);
      await rowOf(other, 'Ada Okonkwo').focus();
      const saved = other.waitForResponse((response) => response.request().method() === 'PATCH');
      await other.keyboard.press('4');
      await expect(other.getByRole('combobox', { name: 'Status of Ada Okonkwo' })).toHaveValue('rejected');
      await saved;
    });

    await test.step('changes made there show here once the page is focused', async () => {
      await page.goto('/lists');
      await page
        .getByRole('main')
        .getByRole('link', { name: /^Shortlist/ })
        .click();
      await expect(page.getByRole('combobox', { name: 'Status of Ada Okonkwo' })).toHaveValue('rejected');
      await rowOf(other, 'Ada Okonkwo').focus();
      const saved = other.waitForResponse((response) => response.request().method() === 'PATCH');
      await other.keyboard.press('3');
      await saved;
      await page.evaluate(() => dispatchEvent(new Event('focus')));
      await expect(page.getByRole('combobox', { name: 'Status of Ada Okonkwo' })).toHaveValue('replied');
    });
    await test.step('what was written there is neither undone nor overwritten before this page shows it', async () => {
      const write = async (key: string) => {
        const saved = other.waitForResponse((response) => response.request().method() === 'PATCH');
        await rowOf(other, 'Ada Okonkwo').focus();
        await other.keyboard.press(key);
        await saved;
      };
      const status = page.getByRole('combobox', { name: 'Status of Ada Okonkwo' });
      await write('2');
      await rowOf(page, 'Ada Okonkwo').focus();
      await page.keyboard.press('Delete');
      await expect(rowOf(page, 'Ada Okonkwo')).toHaveCount(0);
      await page.getByRole('button', { name: 'Undo' }).click();
      await expect(status).toHaveValue('contacted');
      await write('3');
      await rowOf(page, 'Ada Okonkwo').focus();
      await page.keyboard.press('4');
      await expect(
        page.getByText(
          'Somebody has another status by now, from another page or device, which was kept. Yours was “Rejected”.',
        ),
      ).toBeVisible();
      await expect(status).toHaveValue('replied');
    });
    await test.step('hidden people are hidden in the account too, and can be shown again', async () => {
      await followDevice(other);
      await other.goto('/chat/chat_reefs');
      await expect(other.getByText('1 person hidden')).toBeVisible();
      await expect(foundCardOf(other, 'Jun Watanabe')).toHaveCount(0);
      await other.goto('/lists');
      await other.getByRole('link', { name: /^Hidden people/ }).click();
      await expect(other.getByRole('heading', { name: 'Hidden people' })).toBeFocused();
      await expectAccessible(other);
      await other.getByRole('button', { name: 'Show again: Jun Watanabe' }).click();
      await expect(other.getByText('Nobody is hidden.')).toBeVisible();
      await expect(toastOf(other, 'Jun Watanabe is shown again.')).toBeVisible();
      await other.goto('/chat/chat_reefs');
      await expect(foundCardOf(other, 'Jun Watanabe')).toBeVisible();
    });
    await elsewhere.close();
  });
});

test.describe('hidden people', () => {
  test.use({ holding: { chats: CHATS } });

  test('are offered to the account even without chats', async ({ page }) => {
    await page.goto('/chat/chat_reefs');
    await foundCardOf(page, 'Jun Watanabe').hover();
    await foundCardOf(page, 'Jun Watanabe').getByRole('button', { name: 'Not this person' }).click();
    await expect(page.getByText('1 person hidden')).toBeVisible();
    await page.evaluate(() => {
      for (const kind of ['chats', 'messages', 'current_chat'])
        localStorage.removeItem(`expertscope_${kind}`);
    });
    await signUp(page);
    const offer = page.getByRole('dialog', { name: 'Bring your hidden people into your account?' });
    await expect(offer).toContainText('1 person hidden without an account is in this browser');
    await expect(offer).toContainText(
      'Or keep them here, for when you are signed out. Whoever you hid is hidden only then.',
    );
    await offer.getByRole('button', { name: 'Bring in' }).click();
    await expect(toastOf(page, '1 hidden person brought into your account')).toBeVisible();
    await page.goto('/lists');
    await expect(page.getByRole('link', { name: /^Hidden people/ })).toContainText('1 person');
  });
});

test('an account’s lists that were read before stay readable while the service is unreachable', async ({
  page,
  stack,
}) => {
  const name = await saveFirstFound(page, stack);
  await page.goto('/lists');
  const list = page.getByRole('main').getByRole('link', { name: /^Shortlist/ });
  await list.click();
  await expect(rowOf(page, name)).toBeVisible();
  await page.waitForFunction(
    () => localStorage.getItem('expertscope_offline')?.includes('"people","list_') === true,
  );
  // All requests but the one for the user: if that fails for some seconds, the person counts as signed out.
  const data = /\/api\/(?!me$)/;
  let answer = (route: Route) => route.abort('internetdisconnected');
  await page.route(data, (route) => answer(route));
  await page.goto('/lists');
  await expect(page.getByText(/^Your lists cannot be reached just now/)).toBeVisible();
  await list.click();
  await expect(rowOf(page, name)).toBeVisible();
  // Held until the button is pressed: an automatic retry would remove the button.
  const pressed = Promise.withResolvers<void>();
  answer = (route) => pressed.promise.then(() => route.continue());
  const tried = page.waitForRequest('**/api/lists');
  await page.getByRole('button', { name: 'Try again' }).click();
  await tried;
  pressed.resolve();
  await expect(page.getByText(/^Your lists cannot be reached just now/)).toHaveCount(0);
  await expect(rowOf(page, name)).toBeVisible();
});

test('actions before the lists have loaded take effect without undoing earlier changes', async ({
  page,
  stack,
}) => {
  await arriveSignedIn(page, stack);
  await ask(page, 'German marine biologists');
  const cards = page.locator('[data-directory]').getByRole('article');
  await cards.first().waitFor();
  const names = await cards.getByRole('heading').allTextContents();
  const [known = '', other = ''] = names;
  await saveOf(page, known).click();
  await expect(savedOf(page, known)).toBeVisible();

  /** Reopens the page without stored lists, and holds the request for them. @returns a function that lets it through. */
  const reopen = async () => {
    const gate = Promise.withResolvers<void>();
    const restore = await intercept(page, /\/api\/lists$/, async (route) => {
      await gate.promise;
      await route.continue();
    });
    await page.reload();
    await expect(saveOf(page, known)).toBeVisible();
    return () => {
      restore();
      gate.resolve();
    };
  };

  // On opening, since a page that is left writes it again.
  await page.addInitScript(() => localStorage.removeItem('expertscope_offline'));

  let letThrough = await reopen();
  await saveOf(page, known).click();
  letThrough();
  await expect(toastOf(page, 'In Shortlist already. This answer was added.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

  letThrough = await reopen();
  await foundCardOf(page, other).hover();
  await foundCardOf(page, other).getByRole('button', { name: 'Not this person' }).click();
  letThrough();
  await expect(page.getByText('1 person hidden')).toBeVisible();
  await expect(foundCardOf(page, other)).toHaveCount(0);
  await expect(savedOf(page, known)).toBeVisible();
});

test('lists are offered only once it is known who is in them', async ({ page, stack }) => {
  const name = await saveFirstFound(page, stack);
  await page.evaluate(() => {
    const digest = crypto.subtle.digest.bind(crypto.subtle);
    const gate = Promise.withResolvers<void>();
    crypto.subtle.digest = async (...given) => {
      await gate.promise;
      return digest(...given);
    };
    Object.assign(globalThis, { letThrough: gate.resolve });
  });
  await savedOf(page, name).click();
  const dialog = page.getByRole('dialog', { name: `Lists with ${name}` });
  await expect(dialog.getByText('Loading lists…')).toBeVisible();
  await expect(dialog.getByRole('checkbox')).toHaveCount(0);
  await page.evaluate('letThrough()');
  await expect(dialog.getByRole('checkbox', { name: 'Shortlist' })).toBeChecked();
});

test('somebody whose entry in a list cannot be read can be taken out of it and saved again', async ({
  page,
  stack,
}) => {
  const name = await saveFirstFound(page, stack);
  await page.addInitScript(() => localStorage.removeItem('expertscope_offline'));
  const letThrough = await intercept(page, /\/api\/lists\/list_[^/]+\/people$/, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ json: { people: [] } }) : route.continue(),
  );
  await page.reload();
  await savedOf(page, name).click();
  const dialog = page.getByRole('dialog', { name: `Lists with ${name}` });
  // It changes only once the entries have been read.
  const shortlist = dialog.getByRole('checkbox', { name: 'Shortlist' });
  await shortlist.click();
  await expect(shortlist).not.toBeChecked();
  await shortlist.click();
  await expect(shortlist).toBeChecked();
  await dialog.getByRole('button', { name: 'Done' }).click();
  await expect(savedOf(page, name)).toBeVisible();
  letThrough();
  await page.goto('/lists');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Shortlist/ })
    .click();
  await expect(rowOf(page, name)).toBeVisible();
});

test('removing, unticking and a status for several can be undone, and a new list is made once, however slow the service is', async ({
  page,
  stack,
}) => {
  const holdChanges = async () => {
    const gate = Promise.withResolvers<void>();
    const letThrough = await intercept(page, '**/api/lists/**', async (route) => {
      if (route.request().method() !== 'GET') await gate.promise;
      await route.continue();
    });
    return () => {
      letThrough();
      gate.resolve();
    };
  };
  const isSaved = () =>
    page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.url().endsWith('/people'),
    );
  const name = await saveFirstFound(page, stack);
  await page.goto('/lists');
  const list = page.getByRole('main').getByRole('link', { name: /^Shortlist/ });
  await list.click();
  await rowOf(page, name).focus();
  await page.keyboard.press('n');
  const stored = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await page.keyboard.type('Ask about Kiel');
  await page.keyboard.press('Enter');
  await stored;

  let letThrough = await holdChanges();
  let saved = isSaved();
  const timedOut: string[] = [];
  page.on('requestfailed', (request) => timedOut.push(request.method()));
  await rowOf(page, name).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await expect(rowOf(page, name)).toHaveCount(0);
  expect(timedOut).not.toContain('DELETE');
  await page.keyboard.press('Enter');
  await expect(rowOf(page, name)).toContainText('Ask about Kiel');
  letThrough();
  await saved;

  letThrough = await holdChanges();
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('checkbox', { name: `Select ${name}` }).check();
  const status = page.getByRole('combobox', { name: 'Status of 1 person' });
  await status.selectOption('Contacted');
  await expect(toastOf(page, 'Status of 1 person: Contacted')).toBeVisible();
  expect(timedOut).not.toContain('PATCH');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(status).toHaveValue('new');
  await page.getByRole('button', { name: 'List', exact: true }).click();
  letThrough();

  // The entries are read anew, although this browser has a copy: others may have changed them.
  await page.waitForFunction(() => localStorage.getItem('expertscope_offline')?.includes('Ask about Kiel'));
  const letRead = await intercept(page, /\/people$/, (route) => route.abort('connectionfailed'));
  await page.goto('/');
  await savedOf(page, name).click();
  const dialog = page.getByRole('dialog', { name: `Lists with ${name}` });
  const shortlist = dialog.getByRole('checkbox', { name: 'Shortlist' });
  await shortlist.click();
  await expect(toastOf(page, 'Shortlist could not be read, so nobody was taken out.')).toBeVisible();
  await expect(shortlist).toBeChecked();
  letRead();

  letThrough = await holdChanges();
  await shortlist.click();
  await expect(shortlist).not.toBeChecked();
  await shortlist.click();
  await expect(shortlist).toBeChecked();
  const makeList = async (title: string) => {
    await dialog.getByRole('textbox', { name: 'Name of a new list' }).fill(title);
    await dialog.getByRole('button', { name: 'Add' }).click();
    await expect(dialog.getByRole('checkbox', { name: title })).toBeChecked();
  };
  await makeList('Divers');
  await dialog.getByRole('button', { name: 'Add' }).click();
  saved = isSaved();
  await makeList('Mappers');
  await expect(dialog.getByRole('checkbox', { name: 'Divers' })).toHaveCount(1);
  letThrough();
  await saved;
  await page.goto('/lists');
  letThrough = await holdChanges();
  await page.getByRole('button', { name: 'New list' }).click();
  await page.getByRole('textbox', { name: 'Name of the list' }).fill('Sailors');
  await page.getByRole('button', { name: 'Make list' }).click();
  await list.click();
  await expect(rowOf(page, name)).toContainText('Ask about Kiel');
  // Sent once the list has been made, which by then would have opened it.
  const marked = page.waitForResponse((response) => response.request().method() === 'PATCH');
  await rowOf(page, name).focus();
  await page.keyboard.press('g');
  letThrough();
  await marked;
  await expect(page.getByRole('link', { name: /^Sailors/ })).toBeVisible();
  await expect(rowOf(page, name)).toContainText('Ask about Kiel');
});

test('removing somebody can be undone while the service cannot be reached', async ({ page, stack }) => {
  const name = await saveFirstFound(page, stack);
  // A Wi-Fi network's page answers in place of the service.
  const letThrough = await intercept(page, '**/api/lists/**', (route) =>
    route.request().method() === 'GET'
      ? route.continue()
      : route.fulfill({ status: 403, contentType: 'text/html', body: '<h1>Please sign in</h1>' }),
  );
  await foundCardOf(page, name).getByRole('button', { name: 'Not this person' }).press('Enter');
  await expect(toastOf(page, /^Your lists cannot be reached just now/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(foundCardOf(page, name)).toBeVisible();
  const sent = page.waitForResponse((response) => response.request().method() === 'DELETE');
  letThrough();
  await sent;
  await expect(toastOf(page, 'Your changes to lists are saved.')).toBeVisible();
  await expect(toastOf(page, /^Your lists cannot be reached just now/)).toHaveCount(0);
  // A page that is left before it has read the response keeps the change, and sends it again.
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('expertscope_draft_lists'))).toBeNull();
  await page.goto('/lists');
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Shortlist/ })
    .click();
  await intercept(page, '**/api/lists/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  );
  await rowOf(page, name).focus();
  await page.keyboard.press('Delete');
  await expect(page.getByText(/^1 change is not saved yet/)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(rowOf(page, name)).toBeVisible();
});

test('changes that the service has not received are kept, and saved once it is reachable', async ({
  page,
  stack,
}) => {
  await keepToasts(page);
  await arriveSignedIn(page, stack);
  await ask(page, 'German marine biologists');
  const letThrough = await intercept(page, '**/api/lists/**', (route) =>
    route.request().method() === 'GET' ? route.continue() : route.abort('connectionfailed'),
  );
  const first = page.locator('[data-save]').first();
  await expect(first).toHaveText('Save');
  await first.click();
  await expect(first).toHaveText('Shortlist');
  const toast = page.getByRole('status').filter({ has: page.getByRole('button', { name: 'Undo' }) });
  await expect(toast).toContainText('Your lists cannot be reached just now. Your changes are kept');
  await page.reload();
  await expect(first).toHaveText('Shortlist');
  await page.goto('/lists');
  await expect(page.getByText(/changes are not saved yet/)).toBeVisible();
  const tried = page.waitForEvent('requestfailed', (request) => request.url().includes('/api/lists/'));
  await page.getByRole('button', { name: 'Try again' }).click();
  await tried;
  // By itself, since it keeps retrying.
  letThrough();
  await expect(page.getByText(/not saved yet/)).toHaveCount(0);
  await page.evaluate(() => sessionStorage.clear());
  await page.reload();
  await expect(page.getByRole('main').getByRole('link', { name: /^Shortlist/ })).toContainText('1 person');
});

test('changes that are being sent when the person signs out all arrive', async ({ page, stack }) => {
  const person = await makeAccount(stack);
  await arriveSignedIn(page, stack, person);
  await ask(page, 'German marine biologists');
  const letThrough = await hold(page, '**/api/lists/**');
  const saves = page.locator('[data-save]');
  // Each is sent once the one before has been answered.
  for (const index of [0, 1, 2]) {
    await saves.nth(index).click();
    await expect(saves.nth(index)).toHaveText('Shortlist');
  }
  await (await openSidebar(page)).getByRole('button', { name: 'Account' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('Signing out...').waitFor();
  letThrough();
  await page.getByRole('link', { name: 'Sign in' }).waitFor();
  await arriveSignedIn(page, stack, person);
  await page.goto('/lists');
  await expect(page.getByRole('main').getByRole('link', { name: /^Shortlist/ })).toContainText('3 people');
});

test.describe('a link to an answer in a long chat', () => {
  test.use({
    holding: { chats: [{ id: 'chat_long', title: 'long', turns: 5, profiles: people([92, 74, 31]) }] },
  });

  test('leads to that answer, not to the newest', async ({ page }) => {
    await page.goto('/chat/chat_long#msg_chat_long_3');
    await expect(page.getByText('Answer 2 of long')).toBeInViewport();
    await expect(page.getByText('Answer 5 of long')).not.toBeInViewport();
  });
});

test.describe('a list with more people than are rendered at once', () => {
  const many = Array.from({ length: 101 }, (_, index) => ({ profile: profileOf(index + 1, 80) }));
  test.use({ holding: { chats: CHATS, lists: [{ id: 'list_many', name: 'Many', people: many }] } });

  test('“Show more” moves the keyboard focus to the first new person', async ({ page }) => {
    await page.goto('/lists/list_many');
    await page.getByRole('button', { name: 'Show 1 more' }).press('Enter');
    await expect(page.locator('[data-person]').nth(100)).toBeFocused();
  });
});

test.describe('a note on somebody whom another tab takes out meanwhile', () => {
  const listed = people([92, 74]).map((profile) => ({ profile }));
  test.use({ holding: { chats: CHATS, lists: [{ id: 'list_reefs', name: 'Shortlist', people: listed }] } });

  test('goes on with nobody else, and is told, and there when they come back', async ({ page, context }) => {
    await page.goto('/lists/list_reefs');
    const other = await context.newPage();
    await keepToasts(other);
    await other.goto('/lists/list_reefs');
    await rowOf(other, 'Ada Okonkwo').waitFor();
    await page.bringToFront();
    await rowOf(page, 'Ada Okonkwo').focus();
    await page.keyboard.press('n');
    const note = page.getByRole('textbox', { name: 'Note on Ada Okonkwo' });
    await note.fill('Ask about Kiel');
    await other.getByRole('button', { name: 'Take out of the list: Ada Okonkwo' }).click();
    await expect(rowOf(page, 'Ada Okonkwo')).toHaveCount(0);
    await expect(
      toastOf(
        page,
        'This person was taken out of Shortlist on another page or device. Your note was “Ask about Kiel”.',
      ),
    ).toBeVisible();
    // Each of these keys is a shortcut on a row.
    await page.keyboard.type('g2n');
    await expect(page.getByRole('combobox', { name: 'Status of Marisol Vega' })).toHaveValue('new');
    await expect(page.getByRole('button', { name: 'Good match: Marisol Vega' })).toHaveAttribute(
      'aria-pressed',
      'false',
    );
    await expect(page.getByRole('textbox', { name: 'Note on Marisol Vega' })).toHaveCount(0);
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect(note).toHaveValue('Ask about Kiel');
  });

  test('is told in the table too, and when the whole list is deleted', async ({ page, context }) => {
    const other = await context.newPage();
    for (const one of [page, other]) {
      await keepToasts(one);
      await one.goto('/lists/list_reefs');
      await rowOf(one, 'Ada Okonkwo').waitFor();
    }
    await page.bringToFront();
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('button', { name: 'Ada Okonkwo', exact: true }).click();
    const note = page.getByRole('textbox', { name: 'Note on Ada Okonkwo' });
    await page.getByRole('button', { name: 'Write a note: Ada Okonkwo' }).click();
    await note.fill('Ask about Kiel');
    await rowOf(other, 'Ada Okonkwo').press('Delete');
    await expect(
      toastOf(page, /^This person was taken out .* Your note was “Ask about Kiel”\.$/),
    ).toBeVisible();
    await other.getByRole('button', { name: 'Undo' }).click();
    await expect(note).toHaveValue('Ask about Kiel');
    await other.getByRole('button', { name: 'Options for Shortlist' }).click();
    await other.getByRole('menuitem', { name: 'Delete' }).click();
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toastOf(page, /^This list is gone: .* Your note was “Ask about Kiel”\.$/)).toBeVisible();
  });
});
