import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { signedIn, signUp } from './support/accounts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { inputOf, PATIENCE } from './support/screen.ts';
import type { StorageState } from './support/seed.ts';
import { profileOf, storageWith } from './support/seed.ts';
import { startTestStack } from './support/stack.ts';

const REQUEST = 'German marine biologists';

/** Notes every text that a live region comes to hold, in order. */
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

describe.skipIf(chromiumPath === undefined)('by keyboard alone', () => {
  let stack: LocalStack;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    [stack, browser] = await Promise.all([
      startTestStack({
        // Unhurried, so that every step can be spoken.
        environment: { PACING: 'steps' },
        simulation: { people: 500 },
        cognito: { sendMail: () => undefined },
      }),
      launchBrowser(),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
  beforeEach(() => () => context.close());

  async function open({ holding, width = 1440 }: { holding?: StorageState; width?: number } = {}) {
    context = await browser.newContext({
      viewport: { width, height: 900 },
      reducedMotion: 'reduce',
      ...(holding && { storageState: holding }),
    });
    await context.addInitScript(HEAR);
    page = await context.newPage();
    await page.goto(stack.url);
    await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
  }
  const press = (...keys: string[]) =>
    keys.reduce((before, key) => before.then(() => page.keyboard.press(key)), Promise.resolve());
  const heard = () => page.evaluate<string[]>('heard');
  const hasFocus = (locator: Locator) => locator.evaluate((element) => element === document.activeElement);
  const expectFocus = (locator: Locator) => expect.poll(() => hasFocus(locator), PATIENCE).toBe(true);
  /** Goes on with the key until something has the focus, as a person would. */
  async function tabTo(locator: Locator, key = 'Tab') {
    for (let presses = 0; presses < 40; presses += 1) {
      if (await hasFocus(locator)) return;
      await press(key);
    }
    throw new Error(`${locator} is out of reach.`);
  }
  const threeChats = () =>
    storageWith(
      stack.url,
      ['reefs', 'stars', 'stones'].map((title) => ({ id: `chat_${title}`, title, turns: 1 })),
    );
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  const optionsOf = (title: string) =>
    page.getByRole('button', { name: `Options for ${title}`, exact: true });

  it('a whole search, with its steps and its result spoken', async () => {
    await open();
    await tabTo(page.getByRole('switch', { name: 'Deep Research' }));
    await press('Space', 'Space', '/');
    await expectFocus(inputOf(page));
    await page.keyboard.type(REQUEST);
    await press('Enter');
    await page.getByPlaceholder('Please wait...').waitFor();
    await expectFocus(inputOf(page));
    await page.getByPlaceholder('Message Expertscope...').waitFor();
    await expectFocus(inputOf(page));
    await expect.poll(heard, PATIENCE).toContainEqual(expect.stringMatching(/profile\(s\) shown\.$/));
    const spoken = await heard();
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
    await tabTo(button('Bad'), 'Shift+Tab');
    await tabTo(page.getByRole('link', { name: /^View Profile of/ }).first(), 'Shift+Tab');
  });

  it('unfolding the other profiles, and reaching the last of them', async () => {
    const profiles = [profileOf(1, 92), profileOf(2, 64), profileOf(3, 31)];
    await open({
      holding: storageWith(stack.url, [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles }]),
    });
    await page.getByText('Showing 3 profile(s)').waitFor();
    const others = button(/^Other Relevant Profiles/);
    await tabTo(others);
    await press('Enter');
    expect(await others.getAttribute('aria-expanded')).toBe('true');
    await expectFocus(others);
    await tabTo(page.getByRole('link', { name: 'View Profile of Ada Okonkwo 3, opens in a new tab' }));
    await tabTo(others, 'Shift+Tab');
    await press('Space');
    expect(await others.getAttribute('aria-expanded')).toBe('false');
  });

  it('a stop, and asking again', async () => {
    await open();
    await press('/');
    await page.keyboard.type(REQUEST);
    await press('Enter');
    await button('Stop search').waitFor();
    await press('Escape');
    await button('Try again').waitFor();
    await expectFocus(inputOf(page));
    await tabTo(button('Try again'), 'Shift+Tab');
    await press('Enter');
    await button('Stop search').waitFor();
    await expectFocus(inputOf(page));
  });

  it.each([1440, 720])('renaming and deleting a chat, in a window %i wide', async (width) => {
    await open({ holding: threeChats(), width });
    const reach = async (title: string) => {
      if (await button('Open sidebar').isVisible()) {
        await tabTo(button('Open sidebar'));
        await press('Enter');
      }
      await tabTo(optionsOf(title));
      await press('Enter');
      await expectFocus(page.getByRole('menuitem', { name: 'Rename' }));
    };
    await page.getByText('Answer 1 of reefs').waitFor();
    await reach('stars');
    await press('Enter');
    await expectFocus(page.getByRole('dialog').getByRole('textbox'));
    await page.keyboard.type('far stars');
    await press('Enter');
    await expectFocus(optionsOf('far stars'));
    await press('Enter');
    await expectFocus(page.getByRole('menuitem', { name: 'Rename' }));
    await press('Escape');
    await expectFocus(optionsOf('far stars'));
    await press('Enter');
    await expectFocus(page.getByRole('menuitem', { name: 'Rename' }));
    await press('d', 'Enter');
    await expectFocus(page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }));
    await press('Tab', 'Enter');
    await optionsOf('far stars').waitFor({ state: 'detached' });
    await expectFocus(button(/^stones /));
  });

  it('archiving a chat and taking that back', async () => {
    await open({ holding: threeChats() });
    await page.getByText('Answer 1 of reefs').waitFor();
    await tabTo(optionsOf('stars'));
    await press('Enter');
    await expectFocus(page.getByRole('menuitem', { name: 'Rename' }));
    await press('ArrowDown', 'Enter');
    await optionsOf('stars').waitFor({ state: 'detached' });
    expect(await heard()).toContainEqual(expect.stringContaining('Chat archived'));
    await expectFocus(button('Undo'));
    await press('Enter');
    await optionsOf('stars').waitFor();
    await expectFocus(button(/^stones /));
  });

  it('choosing a theme', async () => {
    await open();
    await tabTo(button('Theme'));
    await press('Enter');
    await expectFocus(page.getByRole('menuitemradio', { name: 'Dark' }));
    await press('ArrowUp', 'Enter');
    await page.locator('html[data-theme="light"]').waitFor();
    await expectFocus(button('Theme'));
  });

  it('signing in and out', async () => {
    const other = await browser.newPage();
    const person = await signUp(other, stack.url);
    await other.context().close();
    await open();
    await tabTo(page.getByRole('link', { name: 'Sign in' }));
    await press('Enter');
    await expectFocus(page.getByRole('heading', { name: 'Welcome to Expertscope' }));
    await tabTo(page.getByLabel('Email'));
    await page.keyboard.type(person.email);
    await tabTo(page.getByLabel('Password', { exact: true }));
    await page.keyboard.type(person.password);
    await press('Enter');
    await signedIn(page, person.email);
    await expectFocus(page.getByRole('heading', { name: 'Unlock knowledge advantage' }));
    await tabTo(button('Account'), 'Shift+Tab');
    await press('Enter');
    const leave = page.getByRole('menuitem', { name: 'Sign out' });
    await leave.waitFor();
    await tabTo(leave, 'ArrowDown');
    await press('Enter');
    await expectFocus(page.getByRole('heading', { name: 'Unlock knowledge advantage' }));
    await tabTo(page.getByRole('link', { name: 'Sign in' }), 'Shift+Tab');
  });

  it('the ways to the smaller screens and back', async () => {
    await open();
    await tabTo(page.getByRole('link', { name: 'Local data' }));
    await press('Enter');
    await expectFocus(page.getByRole('heading', { name: 'Local data' }));
    await tabTo(page.getByRole('link', { name: 'Back to chats' }), 'Shift+Tab');
    await press('Enter');
    await expectFocus(page.getByRole('heading', { name: 'Unlock knowledge advantage' }));
    await press('Control+b');
    expect(await button('Open sidebar').getAttribute('aria-expanded')).toBe('false');
    await press('Control+b');
    await tabTo(button('Shortcuts'));
    await press('Enter');
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
    await press('Escape');
    await expectFocus(button('Shortcuts'));
  });
});
