import { readFile, writeFile } from 'node:fs/promises';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { ask, inputOf, newScreen, openSidebar, PATIENCE, SIZES } from './support/screen.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';

/** Path, title of its tab, heading. */
const SCREENS = [
  ['/', 'Expertscope', 'Unlock knowledge advantage'],
  ['/data', 'Local data – Expertscope', 'Local data'],
  ['/login', 'Sign in – Expertscope', 'Welcome to Expertscope'],
  ['/signup', 'Create an account – Expertscope', 'Create your account'],
  ['/forgot-password', 'Reset your password – Expertscope', 'Reset your password'],
  ['/no/such/page', 'Page not found – Expertscope', 'Oops! Page not found'],
] as const;

/** Notes, at each frame with a body from the first on, which theme the page is in and what it is painted on. */
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

const DARK = 'dark on rgb(19, 18, 17)';
const LIGHT = 'light on rgb(250, 249, 247)';

describe.skipIf(chromiumPath === undefined)('the look, in a real browser', () => {
  let stack: LocalStack;
  let browser: Browser;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([
      startTestStack({ simulation: { people: 500 }, cognito: { sendMail: () => undefined } }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });

  describe.each(SIZES)('at %i × %i', (width, height) => {
    let context: BrowserContext;
    let page: Page;

    beforeEach(async () => {
      context = await newScreen(browser, { width, height, colorScheme: 'light' });
      page = await context.newPage();
      return () => context.close();
    });

    const inTheme = (theme: 'light' | 'dark') => page.locator(`html[data-theme="${theme}"]`).waitFor();
    async function chooseTheme(name: 'Light' | 'Dark' | 'System') {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name }).click();
    }
    /** Every theme that a page is ever painted in from its first frame on. */
    async function themesPaintedOn(load: () => Promise<unknown>): Promise<Set<unknown>> {
      await load();
      await page.getByRole('button', { name: 'Theme' }).waitFor();
      return new Set(await page.evaluate<unknown[]>('themesSeen'));
    }

    it('is dark until told otherwise, keeps the choice, and never flashes another theme', async () => {
      await page.addInitScript(WATCH_THEMES);
      expect(await themesPaintedOn(() => page.goto(stack.url))).toEqual(new Set([DARK]));
      await chooseTheme('Light');
      await inTheme('light');
      await page.emulateMedia({ colorScheme: 'dark' });
      expect(await themesPaintedOn(() => page.reload())).toEqual(new Set([LIGHT]));
      await chooseTheme('System');
      await inTheme('dark');
      await page.emulateMedia({ colorScheme: 'light' });
      await inTheme('light');
      expect(await themesPaintedOn(() => page.reload())).toEqual(new Set([LIGHT]));
      await chooseTheme('Dark');
      await inTheme('dark');
      expect(await themesPaintedOn(() => page.reload())).toEqual(new Set([DARK]));
    });

    it('says that nothing lives at a path, logs it, and leads home', async () => {
      const logged: string[] = [];
      page.on('console', (message) => message.type() === 'error' && logged.push(message.text()));
      await page.goto(`${stack.url}/no/such/page`);
      await page.getByRole('heading', { name: 'Oops! Page not found' }).waitFor();
      await expect.poll(() => logged, PATIENCE).toContain('404: nothing lives at /no/such/page');
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await page.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
      expect(page.url()).toBe(`${stack.url}/`);
    });

    it('exports what this browser holds, clears it, and merges the file back in', async () => {
      await page.goto(stack.url);
      await ask(page, REQUEST);
      await (await openSidebar(page)).getByRole('link', { name: 'Local data' }).click();
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Export' }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(/^expertscope-\d{4}-\d\d-\d\d\.json$/);
      const path = await download.path();
      const data: unknown = JSON.parse(await readFile(path, 'utf8'));
      expect(data).toEqual({
        chats: [expect.objectContaining({ title: REQUEST, messageCount: 2 })],
        messages: [expect.objectContaining({ role: 'user' }), expect.objectContaining({ role: 'assistant' })],
        currentChatId: expect.stringMatching(/^chat_/),
        exportDate: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      });
      const choose = (file: string) => page.getByLabel('File to import').setInputFiles(file);
      await choose(path);
      await page.getByText('1 chat already here, left as they were.').waitFor();
      await page.getByRole('button', { name: 'Clear' }).click();
      await page.getByRole('button', { name: 'Clear everything' }).click();
      await page.getByText('Local data cleared').waitFor();
      expect(await page.evaluate(() => localStorage.getItem('expertscope_chats'))).toBeNull();
      await choose(path);
      await page.getByText('1 chat added.').waitFor();
      await writeFile(path, '{"chats": "none"}');
      await choose(path);
      await page.getByText(/is not an export of Expertscope's chats\. Nothing has changed\./).waitFor();
      await page.getByRole('link', { name: 'Back to chats' }).click();
      await (await openSidebar(page)).getByText('Today · 2 messages').waitFor();
    });

    it('lists its keyboard shortcuts on ?, except for who is writing', async () => {
      await page.goto(stack.url);
      const list = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await page.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
      await inputOf(page).press('?');
      expect(await inputOf(page).inputValue()).toBe('?');
      expect(await list.count()).toBe(0);
      await inputOf(page).blur();
      await page.keyboard.press('?');
      await list.waitFor();
      for (const name of [
        'New chat',
        'Go to the message input',
        'Open or close the sidebar',
        'Show this list',
      ])
        await list.getByText(name, { exact: true }).waitFor();
      await page.keyboard.press('Escape');
      await list.waitFor({ state: 'detached' });
      const deep = page.getByRole('switch', { name: 'Deep Research' });
      await page.keyboard.press('Control+Shift+D');
      expect(await deep.isChecked()).toBe(true);
    });

    it('names every screen in its tab, and asks nothing of another host', async () => {
      const hosts = new Set<string>();
      context.on('request', (request) => hosts.add(new URL(request.url()).origin));
      for (const [path, title, heading] of SCREENS) {
        await page.goto(stack.url + path);
        await page.getByRole('heading', { name: heading }).waitFor();
        await expect.poll(() => page.title(), PATIENCE).toBe(title);
      }
      await page.goto(stack.url);
      await page.getByRole('switch', { name: 'Deep Research' }).click();
      await ask(page, REQUEST);
      expect(await page.title()).toBe(`${REQUEST} – Expertscope`);
      await page.waitForLoadState('networkidle');
      expect([...hosts]).toEqual([stack.url]);
    });

    it('can be installed: its manifest and icons are there', async () => {
      await page.goto(stack.url);
      const link = await page.locator('link[rel="manifest"]').getAttribute('href');
      const manifest = await page.request.get(new URL(link ?? '', stack.url).href);
      const { name, start_url, display, icons } = await manifest.json();
      expect({ name, start_url, display }).toEqual({
        name: 'Expertscope',
        start_url: '/',
        display: 'standalone',
      });
      const linked = await page.locator('link[rel*="icon"]').evaluateAll((links) =>
        links.map((icon) => ({
          src: icon.getAttribute('href'),
          type: icon.getAttribute('type') ?? 'image/',
        })),
      );
      expect(linked.map(({ src }) => src)).toEqual(['/favicon.svg', '/icon-180.png']);
      for (const { src, type } of [...icons, ...linked]) {
        const icon = await page.request.get(stack.url + src);
        expect([src, icon.status()]).toEqual([src, 200]);
        expect(icon.headers()['content-type']).toContain(type);
      }
    });
  });
});
