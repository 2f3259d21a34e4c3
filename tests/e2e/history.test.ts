import type { Page } from '@playwright/test';
import { arriveSignedIn } from './accounts.ts';
import { expectAccessible, followDevice } from './axe.ts';
import { atBothSizes, expect, openOtherBrowser, test } from './fixtures.ts';
import { ask, closeSidebar, hold, inputOf, openSidebar } from './page.ts';
import { profileOf, type SeededChat } from './seed.ts';

const CHATS: readonly SeededChat[] = [
  { id: 'chat_open', title: 'Economists in Lima', turns: 1, at: 'today' },
  {
    ...{ id: 'chat_long', title: 'Beekeepers of the north', turns: 12 },
    profiles: [
      profileOf(1, 92),
      { ...profileOf(2, 64), fullName: 'Zoë Ångström', headline: '<b>Apiarist</b> in Umeå' },
    ],
  },
  { id: 'chat_old', title: 'Chefs who teach', turns: 1, isArchived: true },
];

const fieldOf = (page: Page) => page.getByRole('combobox', { name: 'Find chats, people and commands' });
const optionsOf = (page: Page) => page.getByRole('dialog').getByRole('option');
const marksIn = (page: Page) => page.getByRole('dialog').locator('mark');

/** Opens the palette, types, and takes the first result. */
async function choose(page: Page, text: string): Promise<void> {
  await page.keyboard.press('ControlOrMeta+k');
  await fieldOf(page).fill(text);
  await fieldOf(page).press('Enter');
  await expect(fieldOf(page)).toHaveCount(0);
}

/** Presses the keys that open the palette. @returns whether the page keeps them from the browser */
async function takesPaletteKeys(page: Page): Promise<boolean> {
  const press = await page.evaluateHandle(() => {
    const isTaken = new Promise<boolean>((resolve) => {
      // The page itself listens on the document, and thus before.
      addEventListener('keydown', ({ key, defaultPrevented }) => key === 'k' && resolve(defaultPrevented));
    });
    return { isTaken };
  });
  await page.keyboard.press('ControlOrMeta+k');
  return press.evaluate(({ isTaken }) => isTaken);
}

test.describe('in this browser', () => {
  test.use({ holding: { chats: CHATS } });

  atBothSizes(({ isMobile }) => {
    test('chats and people are found while typing, and open in place', async ({ page }) => {
      await followDevice(page);
      await page.goto('/chat/chat_open');
      await test.step('from the sidebar', async () => {
        await (await openSidebar(page)).getByRole('button', { name: 'Search' }).click();
        await expect(fieldOf(page)).toBeFocused();
        await expect(optionsOf(page).first()).toContainText('Beekeepers of the north');
        await expectAccessible(page);
      });
      await test.step('by words in any order, without accents, and marked as written', async () => {
        await fieldOf(page).fill('angs zoe');
        await expect(optionsOf(page)).toHaveCount(2);
        await expect(page.getByRole('dialog').getByRole('status').first()).toHaveText('1 chat found.');
        await expect(marksIn(page)).toHaveText(['Zoë', 'Ångs']);
        await expect(optionsOf(page).nth(1)).toContainText('<b>Apiarist</b> in Umeå');
        await expectAccessible(page);
      });
      await test.step('a person’s card scrolls into view in a long chat, and is focused', async () => {
        await fieldOf(page).press('ArrowDown');
        await fieldOf(page).press('Enter');
        await expect(page).toHaveURL(/\/chat\/chat_long$/);
        await expect(page.getByRole('article').filter({ hasText: 'Zoë Ångström' }).last()).toBeFocused();
        await expect(page.locator(':focus')).toBeInViewport();
      });
      await test.step('nobody is found in an answer whose names are hidden', async () => {
        await page.getByRole('button', { name: 'Hide names' }).last().click();
        if (isMobile) await (await openSidebar(page)).getByRole('button', { name: 'Search' }).click();
        else await page.keyboard.press('ControlOrMeta+k');
        await fieldOf(page).fill('angs zoe');
        const told = page.getByRole('dialog').getByRole('status').first();
        await expect(told).toHaveText('Nothing found for “angs zoe”.');
        await fieldOf(page).press('Escape');
        if (isMobile) await closeSidebar(page);
        await page.getByRole('button', { name: 'Hide names' }).last().click();
      });
      await test.step('so does a request far above the end', async () => {
        if (isMobile) await (await openSidebar(page)).getByRole('button', { name: 'Search' }).click();
        else await page.keyboard.press('ControlOrMeta+k');
        await fieldOf(page).fill('question 2 bee');
        await expect(optionsOf(page).first()).toContainText('Question 2 of Beekeepers');
        await fieldOf(page).press('Enter');
        const question = page.getByRole('listitem').filter({ hasText: 'You asked: Question 2 of' });
        await expect(question).toBeFocused();
        await expect(question).toBeInViewport();
      });
    });
  });

  for (const [title, key] of [
    ['a person is focused once there is a card, however long its code takes to load', 'Control'],
    ['who does something else while a person’s code loads keeps the focus', 'Shift+Tab'],
  ] as const)
    test(title, async ({ page }) => {
      const release = await hold(page, '**/assets/results-*.js');
      await page.goto('/chat/chat_open');
      await inputOf(page).waitFor();
      await page.keyboard.press('ControlOrMeta+k');
      await fieldOf(page).fill('angs zoe');
      await expect(optionsOf(page)).toHaveCount(2);
      await fieldOf(page).press('ArrowDown');
      await fieldOf(page).press('Enter');
      await page.locator('[data-loading]').last().waitFor();
      // More than a layout at rest takes to count as settled.
      const someFrames = () =>
        page.evaluate(async () => {
          for (let frame = 0; frame < 30; frame += 1)
            await new Promise((resolve) => requestAnimationFrame(resolve));
        });
      await someFrames();
      // A modifier by itself may be part of leaving the window for a while.
      await page.keyboard.press(key);
      const focused = await page.evaluateHandle(() => document.activeElement);
      release();
      const card = page.getByRole('article').filter({ hasText: 'Zoë Ångström' }).last();
      if (key === 'Control') return expect(card).toBeFocused();
      await card.waitFor();
      await someFrames();
      expect(await focused.evaluate((element) => element === document.activeElement)).toBe(true);
    });

  test('commands run by keyboard, and the shortcut list names the key', async ({ page }) => {
    await followDevice(page);
    await page.goto('/chat/chat_long');
    await page.getByRole('heading', { name: 'Beekeepers of the north' }).waitFor();
    const run = (text: string) => choose(page, text);
    await test.step('Escape closes it and returns the focus', async () => {
      await inputOf(page).focus();
      await page.keyboard.press('ControlOrMeta+k');
      await fieldOf(page).fill('nobody at all');
      await expect(page.getByRole('dialog').getByRole('status').first()).toHaveText(
        'Nothing found for “nobody at all”.',
      );
      // An input method uses the key to cancel a word.
      await fieldOf(page).dispatchEvent('keydown', { key: 'Escape', isComposing: true });
      await expect(fieldOf(page)).toHaveValue('nobody at all');
      await fieldOf(page).press('Escape');
      await expect(inputOf(page)).toBeFocused();
    });
    await test.step('an archived chat is still found, and marked as archived', async () => {
      await run('archive this');
      await expect(page.getByText('Chat archived')).toBeVisible();
      await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(inputOf(page)).toBeFocused();
      await page.keyboard.press('ControlOrMeta+k');
      await fieldOf(page).fill('bee');
      await expect(optionsOf(page).first()).toContainText('Archived');
      await fieldOf(page).press('Escape');
    });
    await run('theme: d');
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
    const deep = page.getByRole('switch', { name: 'Deep Research' });
    const wasOn = await deep.isChecked();
    await run('turn deep');
    await expect(deep).toBeChecked({ checked: !wasOn });
    const before = page.url();
    await run('chefs');
    await expect(page).toHaveURL(/\/chat\/chat_old$/);
    await page.goBack();
    await expect(page).toHaveURL(before);
    await page.goForward();
    await expect(page).toHaveURL(/\/chat\/chat_old$/);
    await run('new chat');
    await expect(page).toHaveURL(/\/$/);
    await run('keyboard');
    await expect(page.getByRole('dialog')).toContainText('Find chats, people and commands');
  });
});

test.describe('with people found only by a continued search', () => {
  const found = { ...profileOf(1, 92), fullName: 'Zoë Ångström' };
  const title = 'Beekeepers of the north';
  test.use({ holding: { chats: [{ id: 'chat_1', title, turns: 2, isContinued: true, profiles: [found] }] } });

  test('nobody is found once their names are hidden', async ({ page }) => {
    await page.goto('/chat/chat_1');
    await page.getByRole('button', { name: 'Hide names' }).click();
    await page.getByRole('article', { name: 'Person 1', exact: true }).waitFor();
    await page.keyboard.press('ControlOrMeta+k');
    await fieldOf(page).fill('angs zoe');
    const told = page.getByRole('dialog').getByRole('status').first();
    await expect(told).toHaveText('Nothing found for “angs zoe”.');
  });
});

test.describe('on the other screens', () => {
  test.use({ holding: { chats: CHATS } });

  test('the palette opens everywhere, and leads to other screens and into chats', async ({ page }) => {
    await followDevice(page);
    await page.goto('/chat/chat_long');
    await page.getByRole('heading', { name: 'Beekeepers of the north' }).waitFor();
    const run = (text: string) => choose(page, text);
    for (const [command, path, heading] of [
      ['lists', '/lists', 'Lists'],
      ['archived', '/archived', 'Archived chats'],
      ['your data', '/data', 'Your data'],
      ['lists', '/lists', 'Lists'],
    ] as const) {
      await run(command);
      await expect(page).toHaveURL(path);
      await page.getByRole('heading', { level: 1, name: heading }).waitFor();
    }
    await test.step('commands apply to the open chat', async () => {
      await page.keyboard.press('ControlOrMeta+k');
      // With no input it offers the open chat, as that is not visible here.
      await expect(optionsOf(page).filter({ hasText: /^Beekeepers of the north/ })).toHaveCount(1);
      await fieldOf(page).fill('deep');
      await expect(page.getByRole('dialog').getByRole('option')).toHaveCount(0);
      await fieldOf(page).fill('archive');
      await expect(optionsOf(page).first()).toHaveText('Archive “Beekeepers of the north”');
      await expectAccessible(page);
      await fieldOf(page).press('Enter');
      await expect(page.getByText('Chat archived')).toBeVisible();
      await expect(page).toHaveURL('/lists');
      // Focused a moment after it shows; before that, nobody could press a key on it.
      await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('heading', { level: 1, name: 'Lists' })).toBeFocused();
    });
    await test.step('a person found opens in their chat', async () => {
      await page.keyboard.press('ControlOrMeta+k');
      await fieldOf(page).fill('zoe angs');
      await fieldOf(page).press('ArrowDown');
      await fieldOf(page).press('Enter');
      await expect(page).toHaveURL(/\/chat\/chat_long$/);
      await expect(page.getByRole('article').filter({ hasText: 'Zoë Ångström' }).last()).toBeFocused();
    });
    await test.step('a new chat can begin on an unknown page', async () => {
      await page.goto('/nowhere');
      await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
      await run('new chat');
      await expect(page).toHaveURL('/');
      await page.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
    });
  });

  test('a shared page has no palette', async ({ page }) => {
    await page.goto(`/shared/${'a'.repeat(22)}`);
    await page.getByRole('heading', { name: 'Nothing is shared here' }).waitFor();
    // The palette itself would come later, as its code is loaded on demand.
    expect(await takesPaletteKeys(page)).toBe(false);
    await page.goto('/lists');
    await page.getByRole('heading', { level: 1, name: 'Lists' }).waitFor();
    expect(await takesPaletteKeys(page)).toBe(true);
    await expect(fieldOf(page)).toBeFocused();
  });
});

test('an account’s content is found on another device, and by nobody else', async ({
  page,
  browser,
  stack,
}) => {
  const person = await arriveSignedIn(page, stack);
  await ask(page, 'German marine biologists');
  const name = (await page.getByRole('article').getByRole('heading').first().textContent()) ?? '';
  const find = async (on: Page, text: string) => {
    await on.keyboard.press('ControlOrMeta+k');
    await fieldOf(on).fill(text);
  };
  await test.step('at once where it was searched for', async () => {
    await find(page, name);
    await expect(optionsOf(page).nth(1)).toContainText(name);
  });
  const other = await openOtherBrowser(browser, { baseURL: stack.url });
  const elsewhere = await other.newPage();
  await arriveSignedIn(elsewhere, stack, person);
  await test.step('on the other device without opening the chat', async () => {
    await find(elsewhere, name);
    await fieldOf(elsewhere).press('ArrowDown');
    await expect(optionsOf(elsewhere).nth(1)).toContainText(name);
    await fieldOf(elsewhere).press('Enter');
    await expect(elsewhere.getByRole('article').filter({ hasText: name }).first()).toBeFocused();
  });
  await other.close();
  await test.step('not by another person', async () => {
    const stranger = await openOtherBrowser(browser, { baseURL: stack.url });
    const theirs = await stranger.newPage();
    await arriveSignedIn(theirs, stack);
    await find(theirs, name);
    await expect(theirs.getByRole('dialog').getByRole('status').first()).toHaveText(
      `Nothing found for “${name}”.`,
    );
    await stranger.close();
  });
});
