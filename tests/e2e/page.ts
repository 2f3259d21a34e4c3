import { expect, type Locator, type Page, type Request, type Route } from '@playwright/test';

export const inputOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message Expertscope...' });
export const startOf = (page: Page): Locator =>
  page.getByRole('heading', { name: 'Unlock knowledge advantage' });
export const questionOf = (page: Page, text: string): Locator =>
  page.getByText(`You asked: ${text}`, { exact: true });
/** The text of an answer, in either mode. */
export const answerOf = (page: Page): Locator =>
  page.getByText(/^Answer: I found \d+ profiles? for your request/);
/** The scores on cards, which appear with the people and therefore load on demand. */
export const matchesOf = (page: Page): Locator => page.getByText(/^Match: \d+%$/);

export const cardOf = (page: Page, name: string): Locator => page.getByRole('article', { name, exact: true });

/** Presses a key as an input method does in Safari: to confirm a word with Enter, or to cancel it with Escape. */
export const compose = (field: Locator, key: 'Enter' | 'Escape'): Promise<void> =>
  field.dispatchEvent('keydown', { key, keyCode: 229 });

export async function send(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text);
  await inputOf(page).press('Enter');
}

/** The position in the window, in CSS pixels. */
export const boxOf = (locator: Locator) =>
  locator.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  });

/** Expects a question that the header at the top of the conversation does not cover. */
export async function expectBelowHeader(page: Page, question: Locator): Promise<void> {
  const header = await boxOf(page.getByRole('main').locator('header').first());
  expect((await boxOf(question)).top).toBeGreaterThanOrEqual(header.bottom);
}

/** The vertical centre of an element in pixels, which is the same for all elements on a line. */
export async function middleOf(locator: Locator): Promise<number> {
  const { top, bottom } = await boxOf(locator);
  return Math.round((top + bottom) / 2);
}

/** Sends a request and waits for its own answer, which may be that nobody was found, and for the end of its search. */
export async function ask(page: Page, text: string): Promise<void> {
  await send(page, text);
  await page
    .getByRole('listitem')
    .filter({ hasText: `You asked: ${text}` })
    .last()
    .locator('xpath=following-sibling::li[1]')
    .filter({ hasText: /profiles? for your request|No profiles found/ })
    .waitFor();
  // An answer shows a moment before it is stored and its search forgotten.
  await page.getByRole('button', { name: 'Send message', exact: true }).waitFor();
}

/**
 * Handles requests to matching URLs until the returned function is called; later ones go through. The route itself stays, as a request
 * sent while the last route is being removed can be lost (microsoft/playwright#41802).
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

/** Holds requests to matching URLs. @returns a function that releases them, and lets later ones through. */
export async function hold(page: Page, url: string | RegExp): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await gate.promise;
    await route.fallback();
  });
  return gate.resolve;
}

/**
 * Starts watching an element for a text that appears only briefly. It checks every change of the page, since a locator polls twice a
 * second and on a busy machine can miss the text.
 * @returns a function whose promise resolves once the text has appeared
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

/** Keeps toasts until they are closed or replaced, for tests that act on them. To be called before the page opens. */
export async function keepToasts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    // As in web/ui/toast.tsx.
    const TOAST_DURATION = 10_000;
    const repeat = window.setInterval;
    const keep = (run: () => void, milliseconds?: number, ...more: unknown[]) =>
      milliseconds === TOAST_DURATION ? 0 : repeat(run, milliseconds, ...more);
    Object.assign(window, { setInterval: keep });
  });
}

/**
 * Counts how often a text enters a status region, which is when screen readers announce it. To be called before the page opens.
 * @returns a function that tells the number
 */
export async function countAnnouncements(page: Page, text: string): Promise<() => Promise<unknown>> {
  await page.addInitScript((wanted) => {
    Object.assign(window, { announcements: 0 });
    const observer = new MutationObserver((changes) => {
      const entered = changes.filter(
        ({ target, addedNodes }) =>
          target instanceof Element &&
          target.closest('[role="status"]') !== null &&
          [...addedNodes].some(({ textContent }) => textContent?.includes(wanted)),
      );
      Object.assign(window, { announcements: Reflect.get(window, 'announcements') + entered.length });
    });
    observer.observe(document, { subtree: true, childList: true });
  }, text);
  return () => page.evaluate(() => Reflect.get(window, 'announcements'));
}

/** Makes the browser save data, so that the page fetches nothing before it is needed. To be called before the page opens. */
export const saveData = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'connection', { value: { saveData: true } }));

/** Watches the scripts that the page fetches from now on. */
export function watchScripts(page: Page) {
  const fetched: string[] = [];
  /** The names of the scripts still in flight. */
  const onTheirWay: string[] = [];
  // The name ends with a hash of eight characters, which may contain a hyphen.
  const nameOf = (request: Request) => /\/assets\/([\w-]+)-[\w-]{8}\.js/.exec(request.url())?.[1];
  page.on('request', (request) => {
    const name = nameOf(request);
    if (name !== undefined) onTheirWay.push(name);
  });
  page.on('requestfinished', (request) => {
    const name = nameOf(request);
    if (name !== undefined) fetched.push(...onTheirWay.splice(onTheirWay.indexOf(name), 1));
  });
  return {
    onTheirWay,
    /**
     * Waits for the named scripts, and for all others in flight. Before the network goes, since the browser does not request a script
     * again that it lost in flight.
     */
    haveArrived: (names: readonly string[]) =>
      expect.poll(() => [...names.filter((name) => !fetched.includes(name)), ...onTheirWay]).toEqual([]),
  };
}

/** Makes the page consider itself hidden, so that it stops polling for changes every 30 s. */
export const goToBackground = (page: Page): Promise<void> => setVisibility(page, 'hidden');

/** Makes a page in the background consider itself visible again. */
export const comeBack = (page: Page): Promise<void> => setVisibility(page, 'visible');

const setVisibility = (page: Page, value: DocumentVisibilityState) =>
  page.evaluate((state) => {
    Object.defineProperty(document, 'visibilityState', { value: state, configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, value);

/** The sidebar, opened first on a phone. */
export async function openSidebar(page: Page): Promise<Locator> {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const opener = page.getByRole('button', { name: 'Open sidebar' });
  await sidebar.or(opener).first().waitFor();
  if (await opener.isVisible()) await opener.click();
  await sidebar.getByRole('button', { name: 'New chat' }).waitFor();
  return sidebar;
}

/** A chat’s entry in the sidebar, by its title. */
export const entryOf = async (page: Page, name: string | RegExp): Promise<Locator> =>
  (await openSidebar(page)).getByRole('link', { name });

export const closeSidebar = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Close sidebar' }).first().click();

/** Chooses an action from a chat’s menu. */
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

/** Every screen but the main one: path and heading. */
export const OTHER_SCREENS = [
  ['/login', 'Welcome to Expertscope'],
  ['/signup', 'Create your account'],
  ['/forgot-password', 'Reset your password'],
  ['/lists', 'Lists'],
  ['/archived', 'Archived chats'],
  ['/data', 'Your data'],
  ['/no/such/page', 'Oops! Page not found'],
] as const;

/** Navigates as a link in the page does, without a reload. */
export async function showScreen(page: Page, path: string, heading: string): Promise<void> {
  await page.evaluate((to) => history.pushState(null, '', to), path);
  await page.getByRole('heading', { name: heading }).waitFor();
}
