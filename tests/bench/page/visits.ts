import type { Page } from '@playwright/test';
import { inputOf, openSidebar } from '#tests/e2e/page.ts';
import { type Bench, closePage, openPage, THROTTLED } from './open-page.ts';
import { measureVitals, readDetails, readVitals, type Vitals } from './web-vitals.ts';

const QUESTION = 'Peruvians in the United States studying computer science';

interface Visit extends Vitals {
  details: string[];
}

/** A throttled first visit: load, type, send, and use the page during the search and after its answer. */
export async function visit(bench: Bench, size: { width: number; height: number }): Promise<Visit> {
  const page = await openPage(bench, { ...size, profile: THROTTLED });
  await measureVitals(page);
  await page.goto(bench.stack.url);
  await inputOf(page).click();
  await page.keyboard.type(QUESTION, { delay: 30 });
  const deep = page.getByRole('switch', { name: 'Deep Research' });
  await deep.click();
  await deep.click();
  await inputOf(page).press('Enter');
  await page.getByText('Initializing AI systems...').first().waitFor();
  await chooseTheme(page, 'Light');
  await openAndCloseShortcuts(page);
  await page
    .getByText(/profiles? for your request/)
    .first()
    .waitFor();
  await page.getByPlaceholder('Message Expertscope...').waitFor();
  await chooseTheme(page, 'Dark');
  const vitals = await readVitals(page);
  const details = await readDetails(page);
  await closePage(page);
  return { ...vitals, details };
}

/** The same clicks on a page with a single button: the share of INP due to this machine. */
export async function visitNothing(bench: Bench): Promise<number> {
  const page = await openPage(bench, { width: 390, height: 844, profile: THROTTLED });
  await measureVitals(page);
  await page.route('**/nothing', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<button onclick="this.append(1)">Count</button>' }),
  );
  await page.goto(`${bench.stack.url}/nothing`);
  for (let click = 0; click < 10; click += 1) await page.getByRole('button').click();
  const { INP } = await readVitals(page);
  await closePage(page);
  return INP;
}

async function chooseTheme(page: Page, theme: string): Promise<void> {
  await page.getByRole('button', { name: 'Theme' }).click();
  await page.getByRole('menuitemradio', { name: theme }).click();
  await page.getByRole('menu').waitFor({ state: 'detached' });
}

async function openAndCloseShortcuts(page: Page): Promise<void> {
  const sidebar = await openSidebar(page);
  await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).click();
  const close = sidebar.getByRole('button', { name: 'Close sidebar' });
  if (await close.isVisible()) await close.click();
}
