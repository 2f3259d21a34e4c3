import { readFile, writeFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { atBothSizes, expect, REQUEST, test } from './fixtures.ts';
import { ask, boxOf, inputOf, openSidebar, startOf } from './page.ts';
import { searchedChat } from './seed.ts';

/** Path, tab title, heading. */
const SCREENS = [
  ['/', 'Expertscope', 'Unlock knowledge advantage'],
  ['/lists', 'Lists – Expertscope', 'Lists'],
  ['/archived', 'Archived chats – Expertscope', 'Archived chats'],
  ['/data', 'Your data – Expertscope', 'Your data'],
  ['/login', 'Sign in – Expertscope', 'Welcome to Expertscope'],
  ['/signup', 'Create an account – Expertscope', 'Create your account'],
  ['/forgot-password', 'Reset your password – Expertscope', 'Reset your password'],
  ['/no/such/page', 'Page not found – Expertscope', 'Oops! Page not found'],
] as const;

/** Screens whose headings share one position. */
const BESIDE: ReadonlySet<string> = new Set(['/lists', '/archived', '/data']);

/** Records, in each frame from the first with a body, the page’s theme and background colour. */
const WATCH_THEMES = `
  window.themesSeen = [];
  const look = () => {
    const root = document.documentElement;
    themesSeen.push(root.dataset.theme + ' on ' + getComputedStyle(root).backgroundColor);
  };
  (function watch() {
    if (document.body) look();
    requestAnimationFrame(watch);
  })();
  document.addEventListener('DOMContentLoaded', look);
`;

/** Records, in the frame after each theme change, the theme and the number of colour transitions in progress. */
const COUNT_FADES = `
  window.fades = [];
  const isOfColour = ({ transitionProperty = '' }) => /color|fill|stroke|shadow/.test(transitionProperty);
  new MutationObserver(() => requestAnimationFrame(() => {
    const fading = document.getAnimations().filter(isOfColour).length;
    fades.push(document.documentElement.dataset.theme + ', fading: ' + fading);
  })).observe(document, { subtree: true, attributeFilter: ['data-theme'] });
`;

const DARK = 'dark on rgb(19, 18, 17)';
const LIGHT = 'light on rgb(250, 249, 247)';

const inTheme = (page: Page, theme: 'light' | 'dark') =>
  page.locator(`html[data-theme="${theme}"]`).waitFor();
async function chooseTheme(page: Page, name: 'Light' | 'Dark' | 'System'): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name }).click();
}
/** The elements whose text rendering may snap letters to whole pixels, which runs words together. */
const onWholePixels = (page: Page) =>
  page.evaluate(() =>
    [...document.body.querySelectorAll('*')]
      .filter((element) => getComputedStyle(element).textRendering !== 'geometricprecision')
      .map(({ tagName }) => tagName),
  );
/** Every theme the page is painted in from its first frame on. */
async function themesPaintedOn(page: Page, load: () => Promise<unknown>): Promise<Set<unknown>> {
  await load();
  await page.getByRole('button', { name: 'Theme' }).waitFor();
  return new Set(await page.evaluate<unknown[]>('themesSeen'));
}

test.describe('the look', () => {
  test.use({ colorScheme: 'light' });

  atBothSizes(() => {
    test('is dark by default, keeps the chosen theme and never flashes another; and “?” lists the shortcuts', async ({
      page,
    }) => {
      await page.addInitScript(WATCH_THEMES);
      expect(await themesPaintedOn(page, () => page.goto('/'))).toEqual(new Set([DARK]));
      await chooseTheme(page, 'Light');
      await inTheme(page, 'light');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await themesPaintedOn(page, () => page.reload())).toEqual(new Set([LIGHT]));
      await chooseTheme(page, 'System');
      await inTheme(page, 'dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await inTheme(page, 'light');
      expect(await themesPaintedOn(page, () => page.reload())).toEqual(new Set([LIGHT]));
      await chooseTheme(page, 'Dark');
      await inTheme(page, 'dark');
      expect(await themesPaintedOn(page, () => page.reload())).toEqual(new Set([DARK]));
      await test.step('the list opens on ?, except while typing', async () => {
        const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
        await startOf(page).waitFor();
        await inputOf(page).press('?');
        await expect(inputOf(page)).toHaveValue('?');
        await expect(list).toHaveCount(0);
        await inputOf(page).blur();
        await page.keyboard.press('?');
        await list.waitFor();
        for (const name of [
          'New chat',
          'Go to the message input',
          'Go to the best match',
          'Open or close the sidebar',
          'Show this list',
        ])
          await list.getByText(name, { exact: true }).waitFor();
        await page.keyboard.press('Escape');
        await list.waitFor({ state: 'detached' });
        const deep = page.getByRole('switch', { name: 'Deep Research' });
        await page.keyboard.press('Control+Shift+D');
        await expect(deep).toBeChecked();
      });
      await test.step('a mode’s meaning is next to its name where both fit, and otherwise below', async () => {
        const name = page.getByText('Deep Research Mode Active');
        const meaning = page.getByText('AI will filter search results and verify profiles');
        for (const width of [390, 768, 1100]) {
          await page.setViewportSize({ width, height: 900 });
          await expect(async () => {
            const [first, second] = [await boxOf(name), await boxOf(meaning)];
            if (width === 1100) expect(second.top).toBe(first.top);
            else expect(second.left).toBe(first.left);
          }).toPass();
        }
      });
    });

    test.describe('with motion allowed', () => {
      test.use({ contextOptions: { reducedMotion: 'no-preference' } });

      test('changes all colours at once, with no text between two themes', async ({ page }) => {
        await page.addInitScript(COUNT_FADES);
        await page.goto('/');
        await chooseTheme(page, 'System');
        await inTheme(page, 'light');
        for (const colorScheme of ['dark', 'light', 'dark'] as const) {
          await page.emulateMedia({ colorScheme });
          await inTheme(page, colorScheme);
        }
        const seen = () => page.evaluate<string[]>('fades');
        await expect.poll(async () => (await seen()).at(-1)).toBe('dark, fading: 0');
        expect(new Set(await seen())).toEqual(new Set(['dark, fading: 0', 'light, fading: 0']));
      });
    });

    test.describe('with an answered search', () => {
      test.use({ holding: { chats: [searchedChat(REQUEST)] } });

      test('exports this browser’s data, clears it, and merges the file back in', async ({ page }) => {
        await page.goto('/');
        await (await openSidebar(page)).getByRole('link', { name: 'Your data' }).click();
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('button', { name: 'Export' }).click(),
        ]);
        expect(download.suggestedFilename()).toMatch(/^expertscope-\d{4}-\d\d-\d\d\.json$/);
        const path = await download.path();
        const data: unknown = JSON.parse(await readFile(path, 'utf8'));
        expect(data).toEqual({
          chats: [expect.objectContaining({ title: REQUEST, messageCount: 2 })],
          messages: [
            expect.objectContaining({ role: 'user' }),
            expect.objectContaining({ role: 'assistant' }),
          ],
          currentChatId: expect.stringMatching(/^chat_/),
          exportDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
          lists: [],
        });
        const choose = (file: string) => page.getByLabel('File to import').setInputFiles(file);
        await choose(path);
        await page.getByText('1 chat already here, left as it was.').waitFor();
        await page.getByRole('button', { name: 'Clear' }).click();
        await page.getByRole('button', { name: 'Clear everything' }).click();
        await page.getByText('Local data cleared').waitFor();
        await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused();
        await expect(page.getByText('1 chat already here, left as it was.')).toHaveCount(0);
        expect(await page.evaluate(() => localStorage.getItem('expertscope_chats'))).toBeNull();
        await choose(path);
        await page.getByText('1 chat added.').waitFor();
        await writeFile(path, '{"chats": "none"}');
        await choose(path);
        await page.getByText(/is not an export of Expertscope's chats\. Nothing has changed\./).waitFor();
        await page.getByRole('link', { name: 'Back to chats' }).click();
        await (await openSidebar(page)).getByText('· 2 messages').waitFor();
        await expect(page.getByText('The chat you had open was deleted')).toHaveCount(0);
      });
    });

    test('titles every tab, logs unknown pages and leads home, and contacts no other host', async ({
      page,
      context,
      stack,
    }) => {
      const hosts = new Set<string>();
      context.on('request', (request) => hosts.add(new URL(request.url()).origin));
      const logged: string[] = [];
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
      const places = new Set<string>();
      for (const [path, title, heading] of SCREENS) {
        await page.goto(path);
        await page.getByRole('heading', { name: heading }).waitFor();
        if (BESIDE.has(path)) {
          const shown = page.getByRole('heading', { name: heading, level: 1 });
          // Measured from the centre, which a scroll bar moves.
          const place = await shown.evaluate((element) => {
            const { left, top } = element.getBoundingClientRect();
            return `${document.documentElement.clientWidth / 2 - left} ${top}`;
          });
          places.add(place);
        }
        await expect(page).toHaveTitle(title);
        expect(await onWholePixels(page)).toEqual([]);
      }
      expect(places.size, 'places of the headings beside the chats').toBe(1);
      await expect.poll(() => logged).toContain('404: nothing lives at /no/such/page');
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
      await page.getByRole('switch', { name: 'Deep Research' }).click();
      await ask(page, REQUEST);
      await expect(page).toHaveTitle(`${REQUEST} – Expertscope`);
      await page.waitForLoadState('networkidle');
      expect([...hosts]).toEqual([stack.url]);
    });
  });

  test.describe('on the narrowest of today’s phones', () => {
    test.use({ viewport: { width: 360, height: 740 }, isMobile: true, hasTouch: true });

    test('has name and mode on one line', async ({ page }) => {
      await page.goto('/');
      const name = page.getByRole('main').getByText('Expertscope', { exact: true });
      const mode = page.getByRole('switch').getByText('Deep Research');
      await expect
        .poll(() => name.evaluate(({ clientWidth, scrollWidth }) => scrollWidth - clientWidth))
        .toBe(0);
      await expect.poll(() => name.evaluate(({ clientWidth }) => clientWidth)).toBeGreaterThan(50);
      // In text of 15 px.
      await expect.poll(async () => (await boxOf(mode)).bottom - (await boxOf(mode)).top).toBeLessThan(30);
    });
  });
});
