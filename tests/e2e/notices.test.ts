import type { Page } from '@playwright/test';
import { expect, REQUEST, test } from './fixtures.ts';
import { answerOf, chooseFor, countAnnouncements, hold, inputOf, send } from './page.ts';
import { nameOf, profileOf } from './seed.ts';

test.describe('a toast', () => {
  test.use({ holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1 }] } });

  /** A page that has just shown a toast, and whose time the test controls. */
  async function openArchived(page: Page) {
    await page.clock.install();
    await page.goto('/');
    await page.getByText('Answer 1 of reefs').waitFor();
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await chooseFor(page, 'reefs', 'Archive');
    return {
      undo: page.getByRole('button', { name: 'Undo' }),
      input: inputOf(page),
      /** In single seconds, so that the page has taken notice of the focus or pointer long before the ten are over. */
      pass: async (seconds: number) => {
        for (let second = 0; second < seconds; second += 1) await page.clock.runFor(1_000);
      },
    };
  }

  test('stays for ten seconds, longer while it is focused or hovered', async ({ page }) => {
    const { undo, input, pass } = await openArchived(page);
    await pass(9);
    await undo.focus();
    await pass(30);
    await expect(undo).toBeFocused();
    await input.focus();
    await pass(9);
    await undo.hover();
    await pass(30);
    await expect(undo).toBeVisible();
    await input.hover();
    await pass(9);
    await expect(undo).toBeVisible();
    await pass(2);
    await expect(undo).toHaveCount(0);
  });

  test('is announced once, and stays for ten seconds whatever dialogs open and close', async ({ page }) => {
    const announced = await countAnnouncements(page, 'Chat archived');
    const { undo, pass } = await openArchived(page);
    await pass(1);
    await expect.poll(announced).toBe(1);
    const dialog = page.getByRole('dialog');
    for (const _ of ['once', 'and again']) {
      await pass(3);
      await page.keyboard.press('ControlOrMeta+k');
      await expect(dialog.getByText('Chat archived')).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(undo).toBeVisible();
    }
    expect(await announced()).toBe(1);
    await pass(5);
    await expect(undo).toHaveCount(0);
  });

  test.describe('in a dialog on a phone', () => {
    const profiles = [profileOf(1, 82)];
    test.use({
      viewport: { width: 390, height: 844 },
      holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles }] },
    });

    test('is announced there, and not again when the dialog closes', async ({ page }) => {
      const announced = await countAnnouncements(page, 'Saved to Shortlist');
      await page.clock.install();
      await page.goto('/');
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('rowheader').getByRole('button').click();
      const dialog = page.getByRole('dialog', { name: `Profile of ${nameOf(1)}` });
      await dialog.getByRole('button', { name: /^Save/ }).waitFor();
      await page.clock.pauseAt(Date.now() + 3_600_000);
      await dialog.getByRole('button', { name: /^Save/ }).click();
      await expect(dialog.getByRole('status').getByText('Saved to Shortlist')).toBeVisible();
      await page.clock.runFor(3_000);
      await page.keyboard.press('Escape');
      await expect(dialog).toHaveCount(0);
      await expect(page.getByText('Saved to Shortlist')).toBeVisible();
      expect(await announced()).toBe(1);
    });
  });

  test('goes at last even if no event tells that it is hovered no longer', async ({ page }) => {
    const { undo, input, pass } = await openArchived(page);
    await pass(1);
    await undo.hover();
    // As after a long press on a touch screen: the pointer has left, but the button stays hovered until something else is touched.
    await page.evaluate(() => addEventListener('pointerout', (event) => event.stopPropagation(), true));
    await pass(30);
    await expect(undo).toBeVisible();
    await input.hover();
    await pass(11);
    await expect(undo).toHaveCount(0);
  });
});

test.describe('notifications', () => {
  /** A browser that permits notifications when asked. Its page never has the focus. */
  async function stubNotifications(page: Page) {
    const asked: string[] = [];
    const shown: string[][] = [];
    await page.exposeFunction('noteAsked', () => asked.push('asked'));
    await page.exposeFunction('noteShown', (...texts: string[]) => shown.push(texts));
    await page.addInitScript(() => {
      let permission = 'default';
      class StubNotification {
        static get permission() {
          return permission;
        }
        static async requestPermission() {
          permission = 'granted';
          await Reflect.get(window, 'noteAsked')();
        }
        constructor(title: string, options?: NotificationOptions) {
          if (permission === 'granted') Reflect.get(window, 'noteShown')(title, options?.body);
        }
        close = () => undefined;
      }
      Object.assign(window, { Notification: StubNotification });
      document.hasFocus = () => false;
    });
    return { asked, shown };
  }

  test('are offered after the first long search, and announce an answer to somebody who is elsewhere', async ({
    page,
  }) => {
    const { asked, shown } = await stubNotifications(page);
    await page.clock.install();
    await page.goto('/');
    const release = await hold(page, '**/api/searches');
    await send(page, REQUEST);
    await page.getByPlaceholder('Your next request...').waitFor();
    await page.clock.fastForward(10_000);
    release();
    await answerOf(page).waitFor();
    const offer = page
      .getByRole('status')
      .filter({ hasText: 'Searches can take a while. Be notified when one has ended?' });
    await offer.waitFor();
    expect([asked, shown]).toEqual([[], []]);
    await offer.getByRole('button', { name: 'Notify me' }).click();
    await expect(offer).toHaveCount(0);
    await expect.poll(() => asked).toEqual(['asked']);
    await send(page, 'Chilean astronomers');
    await expect.poll(() => shown).toEqual([['Your search has ended', REQUEST]]);
  });
});
