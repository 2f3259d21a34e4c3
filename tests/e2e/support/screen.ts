import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';

/** Width and height of a laptop's window and of a phone, in CSS pixels. */
export const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

/** For `expect.poll` on a machine that has much else to do. */
export const PATIENCE = { timeout: 20_000 };

/** Below this many CSS pixels the device is a phone: touch, and the sidebar as an overlay. */
const PHONE = 768;

interface ScreenOptions extends BrowserContextOptions {
  width: number;
  height: number;
}

/** A browser profile of its own on a laptop or a phone, without motion to wait for. */
export function newScreen(
  browser: Browser,
  { width, height, ...options }: ScreenOptions,
): Promise<BrowserContext> {
  const isPhone = width < PHONE;
  return browser.newContext({
    viewport: { width, height },
    isMobile: isPhone,
    hasTouch: isPhone,
    reducedMotion: 'reduce',
    ...options,
  });
}

export const inputOf = (page: Page): Locator => page.getByRole('textbox', { name: 'Message Expertscope...' });

/** Sends a request and waits for its answer, which may be that nobody was found. */
export async function ask(page: Page, text: string): Promise<void> {
  await inputOf(page).fill(text);
  await inputOf(page).press('Enter');
  await page
    .getByText(/profiles? for your request|No profiles found/)
    .first()
    .waitFor();
  await page.getByPlaceholder('Message Expertscope...').waitFor();
}

/** The sidebar, which a phone has to open first. */
export async function openSidebar(page: Page): Promise<Locator> {
  const sidebar = page.getByRole('complementary', { name: 'Sidebar' });
  const opener = page.getByRole('button', { name: 'Open sidebar' });
  await sidebar.or(opener).first().waitFor();
  if (await opener.isVisible()) await opener.click();
  await sidebar.getByRole('button', { name: 'New chat' }).waitFor();
  return sidebar;
}

/** Opens one of the three dialogs and actions behind a chat's menu. */
export async function chooseFor(page: Page, chat: string, action: 'Rename' | 'Archive' | 'Delete') {
  const sidebar = await openSidebar(page);
  await sidebar.getByRole('button', { name: `Options for ${chat}` }).click();
  await page.getByRole('menuitem', { name: action }).click();
}
