import type { Locator, Page } from '@playwright/test';
import { makeAccount, signedIn } from './accounts.ts';
import { atRest, expect, REQUEST, test } from './fixtures.ts';
import { answerOf, ask, hold, inputOf } from './page.ts';
import { profileOf } from './seed.ts';

/** Records every text that appears in a live region, in order. */
const HEAR = `
  window.heard = [];
  const listen = () => {
    for (const region of document.querySelectorAll('[role="status"], [role="alert"]')) {
      const text = region.textContent.trim();
      if (text !== '' && !heard.includes(text)) heard.push(text);
    }
  };
  new MutationObserver(listen).observe(document, { subtree: true, childList: true, characterData: true });
`;

async function open(page: Page): Promise<void> {
  await page.addInitScript(HEAR);
  await page.goto('/');
  await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
}
async function press(page: Page, ...keys: string[]): Promise<void> {
  for (const key of keys) await page.keyboard.press(key);
}
const heardOn = (page: Page) => page.evaluate<string[]>('heard');
const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
/** Presses the key until the locator has the focus, as a person would. A directory has a few stops on each card. */
async function tabTo(locator: Locator, key = 'Tab'): Promise<void> {
  for (let presses = 0; presses < 120; presses += 1) {
    if (await hasFocus(locator)) return;
    await locator.page().keyboard.press(key);
  }
  throw new Error(`${locator} is out of reach.`);
}
const optionsOf = (page: Page, title: string) =>
  page.getByRole('button', { name: `Options for ${title}`, exact: true });

const THREE_CHATS = ['reefs', 'stars', 'stones'].map((title) => ({ id: `chat_${title}`, title, turns: 1 }));
const PROFILES = [profileOf(1, 92), profileOf(2, 81), profileOf(3, 74), profileOf(4, 31)];

test.describe('by keyboard alone', () => {
  test.describe('at the steps’ own pace, so that each can be announced', () => {
    test.use({ stackOptions: { environment: { PACING: 'steps' } } });

    test('a search is announced with its steps and result, and another is stopped and sent again', async ({
      page,
      pace,
    }) => {
      await open(page);
      await test.step('a whole search', async () => {
        await tabTo(page.getByRole('switch', { name: 'Deep Research' }));
        await press(page, 'Space', 'Space', '/');
        await expect(inputOf(page)).toBeFocused();
        await page.keyboard.type(REQUEST);
        await press(page, 'Enter');
        await page.getByPlaceholder('Your next request...').waitFor();
        await expect(inputOf(page)).toBeFocused();
        for (const step of ['Analyzing Search Query', 'AI Search', 'Preparing Results']) {
          await expect.poll(() => heardOn(page)).toContainEqual(expect.stringMatching(`^${step}: .`));
          await pace.next();
        }
        await page.getByPlaceholder('Message Expertscope...').waitFor();
        await expect(inputOf(page)).toBeFocused();
        await expect.poll(() => heardOn(page)).toContainEqual(expect.stringMatching(/profile\(s\) shown\.$/));
        const spoken = await heardOn(page);
        const at = (text: RegExp) => spoken.findIndex((one) => text.test(one));
        const order = [
          at(/^Initializing AI systems\.\.\.$/),
          at(/^Analyzing Search Query: ./),
          at(/^AI Search: ./),
          at(/^Preparing Results: ./),
          at(/^I found \d+ profiles? for your request\. \d+ profile\(s\) shown\.$/),
        ];
        expect(order).toEqual(order.toSorted((a, b) => a - b));
        expect(order).not.toContain(-1);
        await tabTo(page.getByRole('button', { name: 'Bad' }), 'Shift+Tab');
        await tabTo(page.getByRole('link', { name: /^View Profile of/ }).first(), 'Shift+Tab');
      });
      await test.step('stopping and sending again', async () => {
        await press(page, '/');
        await page.keyboard.type('Chilean astronomers');
        await press(page, 'Enter');
        await page.getByRole('button', { name: 'Stop search' }).waitFor();
        await tabTo(page.getByRole('button', { name: 'Theme' }), 'Shift+Tab');
        const tooltip = page.locator('[popover="manual"]:popover-open');
        // The page may still scroll to the question and its first step, which hides the tooltip.
        await page.getByText('Analyzing Search Query', { exact: true }).waitFor();
        await atRest(page);
        await press(page, 'Tab', 'Shift+Tab');
        await expect(tooltip).toHaveText('Theme');
        await press(page, 'Escape');
        await expect(tooltip).toHaveCount(0);
        await page.getByRole('button', { name: 'Table', exact: true }).press('Enter');
        await page.getByRole('searchbox', { name: 'Filter people by words' }).fill('zz');
        await press(page, 'Escape');
        await expect(page.getByRole('searchbox', { name: 'Filter people by words' })).toHaveValue('');
        await expect(page.getByRole('button', { name: 'Stop search' })).toBeVisible();
        await page.getByRole('button', { name: 'Cards', exact: true }).press('Enter');
        await inputOf(page).focus();
        await press(page, 'Escape');
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await expect(inputOf(page)).toBeFocused();
        await tabTo(page.getByRole('button', { name: 'Try again' }), 'Shift+Tab');
        await press(page, 'Enter');
        await page.getByRole('button', { name: 'Stop search' }).waitFor();
        await expect(inputOf(page)).toBeFocused();
        await tabTo(page.getByRole('button', { name: 'Stop search' }));
        await press(page, 'Enter');
        await page.getByRole('button', { name: 'Try again' }).waitFor();
        await expect(inputOf(page)).toBeFocused();
        await tabTo(page.getByRole('button', { name: 'Try again' }), 'Shift+Tab');
        await press(page, 'Enter');
        pace.finish();
        await expect(answerOf(page)).toHaveCount(2);
      });
    });
  });

  test.describe('with names hidden, at the steps’ own pace', () => {
    test.use({ stackOptions: { environment: { PACING: 'steps' } } });

    test('a verification reveals no name, neither on screen nor in announcements', async ({ page, pace }) => {
      pace.finish();
      await open(page);
      await ask(page, REQUEST);
      const first = page.getByRole('article').first();
      const name = (await first.getByRole('heading').textContent()) ?? '';
      await page.getByRole('button', { name: 'Hide names' }).click();
      await expect(first).toHaveAccessibleName('Person 1');
      const before = (await heardOn(page)).length;
      pace.hold();
      await first.getByRole('button', { name: 'Verify Person 1' }).click();
      await first.getByRole('button', { name: 'Verify now' }).click();
      const progress = page.getByRole('region', { name: 'Search progress' });
      await expect(progress).toContainText('Preparing Results');
      await progress.getByRole('button', { name: 'All steps' }).click();
      await expect(progress).toContainText('Profile Verification');
      await expect(progress).not.toContainText(name);
      pace.finish();
      await expect(first.getByRole('button', { name: 'Verify Person 1' })).toHaveCount(0);
      await expect.poll(() => heardOn(page)).toContainEqual(expect.stringMatching(/^The answer is there\./));
      expect((await heardOn(page)).slice(before).join('\n')).not.toContain(name);
      await test.step('and earlier announcements disappear once names are hidden', async () => {
        await page.getByRole('button', { name: 'Hide names' }).click();
        const second = page.getByRole('article').nth(1);
        const secondName = (await second.getByRole('heading').textContent()) ?? '';
        await second.getByRole('button', { name: `Verify ${secondName}` }).click();
        await second.getByRole('button', { name: 'Verify now' }).click();
        const told = page.getByText(`${secondName} was looked up`);
        await expect(told).toHaveCount(2);
        await page.getByRole('button', { name: 'Hide names' }).click();
        await expect(told).toHaveCount(0);
      });
    });
  });

  test.describe('with one chat', () => {
    test.use({ holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles: PROFILES }] } });

    test('arrow keys move between cards, and the other profiles can be unfolded and reached', async ({
      page,
    }) => {
      await open(page);
      await page.getByText('Showing 4 profile(s)').waitFor();
      const card = (number: number) => page.getByRole('article', { name: `Ada Okonkwo ${number}` });
      await test.step('the view is chosen before the cards that it shows', async () => {
        await page.getByRole('button', { name: 'Table', exact: true }).focus();
        await press(page, 'Tab');
        await expect(card(1).locator(':focus')).toHaveCount(1);
        await inputOf(page).focus();
      });
      await test.step('from the input to the best match, onwards and back', async () => {
        await expect(inputOf(page)).toBeFocused();
        await page.keyboard.type('And in Ch');
        await press(page, 'Alt+ArrowUp');
        await expect(card(1)).toBeFocused();
        await expect(card(1)).toHaveAccessibleDescription('Marine biologist who maps reefs');
        await press(page, 'ArrowDown', 'ArrowDown', 'ArrowUp');
        await expect(card(2)).toBeFocused();
        await press(page, 'Shift+ArrowDown', 'Control+ArrowDown');
        await expect(card(2)).toBeFocused();
        await press(page, 'End', 'ArrowDown');
        await expect(card(3)).toBeFocused();
        await press(page, 'Home', 'Tab');
        await expect(card(1).getByRole('button', { name: '+2 more tags: Ada Okonkwo 1' })).toBeFocused();
        for (const name of [
          'Not this person: Ada Okonkwo 1',
          'Copy Ada Okonkwo 1',
          'Save Ada Okonkwo 1',
          'Verify Ada Okonkwo 1',
        ]) {
          await press(page, 'Tab');
          await expect(card(1).getByRole('button', { name })).toBeFocused();
        }
        await press(page, 'Tab');
        await expect(page.getByRole('link', { name: /^View Profile of Ada Okonkwo 1,/ })).toBeFocused();
        await press(page, '/');
        await page.keyboard.type('ile');
        await expect(inputOf(page)).toHaveValue('And in Chile');
      });
      const others = page.getByRole('button', { name: /^Other Relevant Profiles/ });
      await tabTo(others);
      await press(page, 'Enter');
      await expect(others).toHaveAttribute('aria-expanded', 'true');
      await expect(others).toBeFocused();
      await tabTo(page.getByRole('link', { name: 'View Profile of Ada Okonkwo 4, opens in a new tab' }));
      await tabTo(others, 'Shift+Tab');
      await press(page, 'Space');
      await expect(others).toHaveAttribute('aria-expanded', 'false');
    });
  });

  test.describe('with three chats', () => {
    test.use({ holding: { chats: THREE_CHATS } });

    const renameAndDelete = async (page: Page) => {
      const reach = async (title: string) => {
        if (await page.getByRole('button', { name: 'Open sidebar' }).isVisible()) {
          await tabTo(page.getByRole('button', { name: 'Open sidebar' }));
          await press(page, 'Enter');
        }
        await tabTo(optionsOf(page, title));
        await press(page, 'Enter');
        await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
      };
      await reach('stars');
      await press(page, 'Enter');
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
      await press(page, 'Escape');
      await expect(optionsOf(page, 'stars')).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('dialog').getByRole('textbox')).toBeFocused();
      await page.keyboard.type('far stars');
      await press(page, 'Enter');
      await expect(optionsOf(page, 'far stars')).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
      await press(page, 'Escape');
      await expect(optionsOf(page, 'far stars')).toBeFocused();
      await press(page, 'Enter');
      await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
      await press(page, 'd', 'Enter');
      await expect(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' })).toBeFocused();
      await press(page, 'Tab', 'Enter');
      await optionsOf(page, 'far stars').waitFor({ state: 'detached' });
      await expect(page.getByRole('link', { name: /^stones / })).toBeFocused();
    };

    test('a chat is archived and restored, and another renamed and deleted', async ({ page }) => {
      await open(page);
      await page.getByText('Answer 1 of reefs').waitFor();
      await test.step('archiving and undoing it', async () => {
        await tabTo(optionsOf(page, 'stars'));
        await press(page, 'Enter');
        await expect(page.getByRole('menuitem', { name: 'Rename' })).toBeFocused();
        await press(page, 'ArrowDown', 'Enter');
        await optionsOf(page, 'stars').waitFor({ state: 'detached' });
        await expect.poll(() => heardOn(page)).toContainEqual(expect.stringContaining('Chat archived'));
        await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
        await press(page, 'Enter');
        await optionsOf(page, 'stars').waitFor();
        await expect(page.getByRole('link', { name: /^stones / })).toBeFocused();
      });
      await test.step('renaming and deleting it', () => renameAndDelete(page));
    });

    test.describe('in a window of 720 × 900', () => {
      test.use({ viewport: { width: 720, height: 900 } });

      test('the skip link leads to the input, and a chat is renamed and deleted', async ({ page }) => {
        await open(page);
        await page.getByText('Answer 1 of reefs').waitFor();
        await test.step('skip to the input', async () => {
          await expect(inputOf(page)).not.toBeFocused();
          await press(page, 'Tab');
          const link = page.getByRole('link', { name: 'Skip to the message input' });
          await expect(link).toBeFocused();
          await expect(link).toHaveCSS('opacity', '1');
          await press(page, 'Enter');
          await expect(inputOf(page)).toBeFocused();
        });
        await test.step('renaming and deleting', () => renameAndDelete(page));
      });
    });
  });

  test('closing the sidebar from within leaves the focus on the button that opens it', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('button', { name: 'New chat' }).focus();
    await page.keyboard.press('Control+b');
    await expect(page.getByRole('button', { name: 'Open sidebar' })).toBeFocused();
  });

  test('a theme is chosen, even before its menu has loaded, and the other screens are reached', async ({
    page,
  }) => {
    const release = await hold(page, '**/assets/menu-popup-*.js');
    await open(page);
    await test.step('the other screens and back', async () => {
      await expect(inputOf(page)).toBeFocused();
      await tabTo(page.getByRole('link', { name: 'Your data' }));
      await press(page, 'Enter');
      await expect(page.getByRole('heading', { name: 'Your data' })).toBeFocused();
      await tabTo(page.getByRole('link', { name: 'Back to chats' }), 'Shift+Tab');
      await press(page, 'Enter');
      await expect(page.getByRole('heading', { name: 'Unlock knowledge advantage' })).toBeFocused();
      await press(page, 'Control+b');
      await expect(page.getByRole('button', { name: 'Open sidebar' })).toHaveAttribute(
        'aria-expanded',
        'false',
      );
      await press(page, 'Control+b');
      await tabTo(page.getByRole('button', { name: 'Shortcuts' }));
      await press(page, 'Enter');
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await list.waitFor();
      // The second key is pressed before the browser has told the page that the dialog is closed.
      await Promise.all([press(page, 'Escape'), press(page, '?')]);
      await expect(list).toBeVisible();
      await press(page, 'Escape');
      await expect(list).toHaveCount(0);
      await expect(page.getByRole('button', { name: 'Shortcuts' })).toBeFocused();
    });
    await test.step('single-character shortcuts are switched off, also after a reload, and on again', async () => {
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      const single = list.getByRole('switch', { name: 'Single-key shortcuts' });
      const stored = () => page.evaluate('localStorage.expertscope_single_character_shortcuts');
      const shortcuts = page.getByRole('button', { name: 'Shortcuts' });
      await press(page, '?');
      await tabTo(single);
      await press(page, 'Space');
      expect(await stored()).toBe('off');
      await press(page, 'Escape', '/', '?');
      await expect(shortcuts).toBeFocused();
      await expect(list).toHaveCount(0);
      await page.reload();
      await expect(inputOf(page)).toBeFocused();
      await tabTo(shortcuts);
      await press(page, '/', '?');
      await expect(shortcuts).toBeFocused();
      await press(page, 'Control+k');
      await page.getByRole('combobox', { name: 'Find' }).waitFor();
      await press(page, 'Escape', 'Enter');
      await tabTo(single);
      await press(page, 'Space');
      expect(await stored()).toBeUndefined();
      await press(page, 'Escape', '/');
      await expect(inputOf(page)).toBeFocused();
    });
    const button = page.getByRole('button', { name: 'Theme' });
    await test.step('keys pressed before a menu has loaded', async () => {
      await tabTo(button, 'Shift+Tab');
      await press(page, 'Enter', 'ArrowDown', 'Escape');
      await expect(button).toHaveAttribute('aria-expanded', 'false');
      await press(page, 'Enter', 'ArrowDown', 'Enter');
      await expect(page.getByRole('menu')).toHaveCount(0);
      release();
      await page.locator('html[data-theme="light"]').waitFor();
      await expect(button).toBeFocused();
      await press(page, 'Enter', 'ArrowDown', 'd', 'Enter');
      await page.locator('html[data-theme="dark"]').waitFor();
    });
    await test.step('choosing a theme', async () => {
      await press(page, 'Enter');
      await expect(page.getByRole('menuitemradio', { name: 'Dark' })).toBeFocused();
      await press(page, 'ArrowUp', 'Enter');
      await page.locator('html[data-theme="light"]').waitFor();
      await expect(button).toBeFocused();
    });
    await test.step('a tooltip at the edge of a narrow window fits on one line after another one', async () => {
      await page.setViewportSize({ width: 390, height: 844 });
      await inputOf(page).fill(REQUEST);
      await atRest(page);
      const tooltip = page.locator('[popover="manual"]:popover-open');
      await tabTo(button, 'Shift+Tab');
      await expect(tooltip).toHaveText('Theme');
      await tabTo(page.getByRole('button', { name: 'Send message' }));
      await expect(tooltip).toHaveText('Send messageEnter');
      await expect.poll(async () => (await tooltip.boundingBox())?.height).toBeLessThan(36);
    });
  });

  test('a person signs in and out, starting in the first field of each screen', async ({ page, stack }) => {
    const person = await makeAccount(stack);
    for (const [path, field] of [
      ['/login', 'Email'],
      ['/signup', 'Name'],
      ['/forgot-password', 'Email'],
    ] as const) {
      await page.goto(path);
      await expect(page.getByLabel(field)).toBeFocused();
    }
    await open(page);
    await tabTo(page.getByRole('link', { name: 'Sign in' }));
    await press(page, 'Enter');
    await expect(page.getByLabel('Email')).toBeFocused();
    await page.keyboard.type(person.email);
    await tabTo(page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(person.password);
    await press(page, 'Enter');
    await signedIn(page, person.email);
    await expect(page.getByRole('heading', { name: 'Unlock knowledge advantage' })).toBeFocused();
    await tabTo(page.getByRole('button', { name: 'Account' }), 'Shift+Tab');
    await press(page, 'Enter');
    const leave = page.getByRole('menuitem', { name: 'Sign out' });
    await leave.waitFor();
    await tabTo(leave, 'ArrowDown');
    await press(page, 'Enter');
    await expect(page.getByRole('heading', { name: 'Unlock knowledge advantage' })).toBeFocused();
    await tabTo(page.getByRole('link', { name: 'Sign in' }), 'Shift+Tab');
  });
});
