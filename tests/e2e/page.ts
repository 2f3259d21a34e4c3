import { expect, type Locator, type Page, type Route } from '@playwright/test';

export const inputOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message Expertscope...' });
export const startOf = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Unlock knowledge advantage' });
/** The answer's sentence, whichever mode it was found in. */
export const answerOf = (page: Page): Locator =>
  page.getByText(/^Answer: I found \d+ profiles? for your request/);
/** What a card says of its score: drawn with the people themselves, which load on demand. */
export const matchesOf = (page: Page): Locator => page.getByText(/^Match: \d+%$/);

export async function send(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text);
  await inputOf(page).press('Enter');
}

/** Where something is in the window, in CSS pixels. */
export const boxOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

/** How far down the middle of an element is, in px: on one line all elements have the same. */
export async function middleOf(locator: Locator): Promise<number> {
  const { top, bottom } = await boxOf(locator);
  return Math.round((top + bottom) / 2);
}

/** Sends a request and waits for its own answer, which may be that nobody was found. */
export async function ask(page: Page, text: string): Promise<void> {
  await send(page, text);
  await page
    .getByRole('listitem')
    .filter({ hasText: `You asked: ${text}` })
    .last()
    .locator('xpath=following-sibling::li[1]')
    .filter({ hasText: /profiles? for your request|No profiles found/ })
    .waitFor();
}

/**
 * Handles what is asked for at these addresses until the function is called that this gives; what is asked for later goes through. The route itself
 * stays, since a request can be lost for good that is sent while the last one is taken away (microsoft/playwright#41802).
 */
export async function intercept(
  page: Page,
  url: string | RegExp,
  handle: (route: Route) => Promise<void>,
): Promise<() => void> {
  let isOver = false;
  await page.route(url, (route) => (isOver ? route.fallback() : handle(route)));
  return () => {
    isOver = true;
  };
}

/** Keeps the requests that begin a search from reaching the server. @returns what lets them go. */
export async function holdSearches(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/searches', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}

/**
 * Begins to look for a text that is said for a moment only, inside an element. Every change of the page is looked at: a locator looks twice a
 * second, which on a busy machine can be before it and after it.
 * @returns what resolves once it has been said
 */
export async function watchForText(within: Locator, text: string): Promise<() => Promise<void>> {
  const watch = await within.evaluateHandle((root, wanted) => {
    const said = new Promise<void>((resolve) => {
      const isSaid = () => Array.from(root.querySelectorAll('*')).some((one) => one.textContent === wanted);
      const observer = new MutationObserver(() => {
        if (!isSaid()) return;
        observer.disconnect();
        resolve();
      });
      observer.observe(root, { subtree: true, childList: true, characterData: true });
    });
    return { said };
  }, text);
  return () => watch.evaluate(({ said }) => said);
}

/** From now on the page takes itself for one that nobody sees, which looks for no changes every 30 s. */
export const goToBackground = (page: Page): Promise<void> =>
  page.evaluate(() => {
    Object.defineProperty(document, 'visibilityState', { value: 'hidden' });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });

/** The sidebar, which a phone has to open first. */
export async function openSidebar(page: Page): Promise<Locator> {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const opener = page.getByRole('button', { name: 'Open sidebar' });
  await sidebar.or(opener).first().waitFor();
  if (await opener.isVisible()) await opener.click();
  await sidebar.getByRole('button', { name: 'New chat' }).waitFor();
  return sidebar;
}

export const closeSidebar = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Close sidebar' }).first().click();

/** Opens one of the three dialogs and actions behind a chat's menu. */
export async function chooseFor(page: Page, chat: string, action: 'Rename' | 'Archive' | 'Delete') {
  const sidebar = await openSidebar(page);
  await sidebar.getByRole('button', { name: `Options for ${chat}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}

export async function rename(page: Page, chat: string, title: string): Promise<void> {
  await chooseFor(page, chat, 'Rename');
  const dialog = page.getByRole('dialog', { name: 'Enter new chat title:' });
  await dialog.getByRole('textbox').fill(title);
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(dialog).toHaveCount(0);
}

/** Every screen but the main one: path, heading. */
export const OTHER_SCREENS = [
  ['/login', 'Welcome to Expertscope'],
  ['/signup', 'Create your account'],
  ['/forgot-password', 'Reset your password'],
  ['/lists', 'Lists'],
  ['/archived', 'Archived chats'],
  ['/data', 'Your data'],
  ['/no/such/page', 'Oops! Page not found'],
] as const;

/** Goes to a screen as a link of the page does, without loading anything anew. */
export async function showScreen(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await page.getByRole('heading', { name: heading }).waitFor();
}
