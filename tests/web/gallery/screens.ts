import type { Page } from '@playwright/test';
import { STATES } from './states.ts';

export interface Screen {
  name: string;
  /** Of the gallery. */
  state: string;
  /** With Deep Research on. */
  deep?: boolean;
  /** What is done before the picture is taken. */
  act?: (page: Page, size: 'wide' | 'narrow') => Promise<void>;
}

const DEEP = new Set([
  'several-searches',
  'streaming-deep',
  'step-error',
  'answered-deep',
  'sensitive',
  'odd',
  'many',
  'stopped',
]);

async function openSidebar(page: Page, size: 'wide' | 'narrow'): Promise<void> {
  if (size === 'narrow') await page.getByRole('button', { name: 'Open sidebar' }).click();
}

async function openChatMenu(page: Page, size: 'wide' | 'narrow'): Promise<void> {
  await openSidebar(page, size);
  await page
    .getByRole('button', { name: /^Options for/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: 'Rename' }).waitFor();
}

const ACTED: readonly Screen[] = [
  { name: 'sidebar', state: 'start', act: openSidebar },
  { name: 'several-in-list', state: 'several-searches', deep: true, act: openSidebar },
  {
    name: 'how-found-open',
    state: 'how-found',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'How it was found' }).click();
      await page.getByRole('heading', { name: 'Steps' }).waitFor();
      await page.getByRole('region', { name: 'How it was found' }).scrollIntoViewIfNeeded();
    },
  },
  { name: 'chat-menu', state: 'answered-standard', act: openChatMenu },
  {
    name: 'rename',
    state: 'answered-standard',
    act: async (page, size) => {
      await openChatMenu(page, size);
      await page.getByRole('menuitem', { name: 'Rename' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'delete',
    state: 'answered-standard',
    act: async (page, size) => {
      await openChatMenu(page, size);
      await page.getByRole('menuitem', { name: 'Delete' }).click();
      await page.getByRole('alertdialog').waitFor();
    },
  },
  {
    name: 'theme-menu',
    state: 'start',
    act: async (page) => {
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'System' }).waitFor();
    },
  },
  {
    name: 'shortcuts',
    state: 'start',
    act: async (page) => {
      await page.getByRole('textbox').blur();
      await page.keyboard.press('?');
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'simulated',
    state: 'start',
    act: (page) => page.getByRole('button', { name: 'Simulated providers' }).click(),
  },
  {
    name: 'others-open',
    state: 'answered-deep',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Other Relevant Profiles' }).click();
      await page.getByRole('button', { name: 'Jump to latest' }).click();
    },
  },
  {
    name: 'evidence',
    state: 'answered-deep',
    deep: true,
    act: async (page) => {
      for (const button of await page.getByRole('button', { name: 'Evidence' }).all())
        if (await button.isVisible()) await button.click();
      await page.getByRole('article').first().focus();
    },
  },
  {
    name: 'names-hidden',
    state: 'answered-deep',
    deep: true,
    act: (page) => page.getByRole('button', { name: 'Hide names' }).click(),
  },
  {
    name: 'composing',
    state: 'start',
    act: (page) =>
      page
        .getByRole('textbox')
        .fill('Peruvian founders in Berlin\nwho studied physics\nand now build climate software'),
  },
  {
    name: 'too-long',
    state: 'start',
    act: (page) => page.getByRole('textbox').fill('Peruvian founders in Berlin. '.repeat(140)),
  },
  { name: 'lists', state: 'lists' },
  { name: 'list', state: 'list' },
  {
    name: 'list-profile',
    state: 'list',
    act: async (page) => {
      await page.getByRole('article').first().focus();
      await page.keyboard.press('Enter');
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'archived', state: 'archived' },
  { name: 'local-data', state: 'local-data' },
  { name: 'not-found', state: 'no/such/page' },
];

/** Every screen in every state. */
export const SCREENS: readonly Screen[] = [
  ...Object.keys(STATES).map((state) => ({ name: state, state, deep: DEEP.has(state) })),
  ...ACTED,
];
