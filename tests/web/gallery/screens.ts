import type { Page } from '@playwright/test';
import { STATES } from './states.ts';

export interface Screen {
  name: string;
  /** A state of the gallery. */
  state: string;
  /** Whether Deep Research is on. */
  deep?: boolean;
  /** Interactions before the screenshot. */
  act?: (page: Page, size: 'wide' | 'narrow') => Promise<void>;
}

const DEEP = new Set([
  'several-searches',
  'streaming-deep',
  'step-error',
  'answered-deep',
  'criteria',
  'sensitive',
  'odd',
  'many',
  'stopped',
]);

async function openSidebar(page: Page, size: 'wide' | 'narrow'): Promise<void> {
  if (size === 'narrow') await page.getByRole('button', { name: 'Open sidebar' }).click();
}

async function openTable(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Table', exact: true }).click();
  await page.getByRole('grid').waitFor();
}

async function select(page: Page, count: number): Promise<void> {
  await openTable(page);
  for (const box of (await page.getByRole('checkbox', { name: /^Select (?!all)/ }).all()).slice(0, count))
    await box.click();
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
    name: 'version-switch',
    state: 'versions',
    act: async (page) => {
      await page.getByRole('button', { name: 'Previous version' }).scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'continued-end',
    state: 'continued',
    act: (page) => page.getByRole('button', { name: 'Jump to latest' }).click(),
  },
  {
    name: 'editing',
    state: 'versions',
    act: async (page) => {
      await page.getByRole('button', { name: 'Edit and resend' }).first().click();
      await page.getByRole('textbox', { name: 'Question' }).scrollIntoViewIfNeeded();
    },
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
    name: 'criterion-open',
    state: 'criteria',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Washington, D.C.' }).click();
      await page.getByLabel('Required').check();
      await page.getByLabel('More').check();
    },
  },
  {
    name: 'criteria-changed',
    state: 'criteria',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Washington, D.C.' }).click();
      await page.getByLabel('Required').check();
      await page.getByRole('button', { name: 'lawyer', exact: true }).click();
      await page.getByLabel('Less').check();
      await page.getByRole('button', { name: 'Northgate Spirits' }).click();
      await page.getByRole('button', { name: 'Remove' }).click();
      await page.getByRole('button', { name: 'Add', exact: true }).click();
      await page.getByLabel('Words').fill('Spanish speaking');
      await page.getByRole('button', { name: 'Add', exact: true }).last().click();
    },
  },
  {
    name: 'google-query',
    state: 'criteria',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Google query' }).click();
      await page
        .getByRole('textbox', { name: 'Google query' })
        .fill('site:linkedin.com/in "Georgetown Law" attorney food');
    },
  },
  {
    name: 'brief',
    state: 'criteria',
    deep: true,
    act: (page) => page.getByRole('button', { name: 'Brief' }).click(),
  },
  {
    name: 'verify-asked',
    state: 'criteria',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Not this person: Jun Takemura' }).click();
      await page.getByRole('button', { name: 'Show', exact: true }).click();
      await page.getByRole('button', { name: 'Verify Amara Okonjo' }).click();
    },
  },
  {
    name: 'composing-profile',
    state: 'start',
    act: (page) => page.getByRole('textbox').fill('People like linkedin.com/in/ada-okonkwo, in Kiel'),
  },
  {
    name: 'names-hidden',
    state: 'answered-deep',
    deep: true,
    act: (page) => page.getByRole('button', { name: 'Hide names' }).click(),
  },
  { name: 'table', state: 'answered-deep', deep: true, act: openTable },
  {
    name: 'table-filtered',
    state: 'answered-deep',
    deep: true,
    act: async (page) => {
      await select(page, 2);
      await page.getByRole('button', { name: 'Filters' }).click();
      await page.getByRole('combobox', { name: 'Score' }).selectOption('60');
    },
  },
  {
    name: 'table-profile',
    state: 'answered-deep',
    deep: true,
    act: async (page) => {
      await openTable(page);
      await page.getByRole('row', { name: 'Tobias' }).click();
      await page.getByRole('article').waitFor();
    },
  },
  { name: 'table-odd', state: 'odd', deep: true, act: openTable },
  {
    name: 'compare',
    state: 'answered-deep',
    deep: true,
    act: async (page) => {
      await select(page, 3);
      await page.getByRole('button', { name: 'Compare' }).click();
      await page.getByRole('dialog').waitFor();
    },
  },
  {
    name: 'export-menu',
    state: 'answered-deep',
    deep: true,
    act: async (page) => {
      await page.getByRole('button', { name: 'Export' }).click();
      await page.getByRole('menuitem', { name: 'JSON' }).waitFor();
    },
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
  ...['share', 'shared', 'shared-links', 'shared-links-none'].map((name) => ({ name, state: name })),
  { name: 'archived', state: 'archived' },
  { name: 'local-data', state: 'local-data' },
  { name: 'not-found', state: 'no/such/page' },
];

/** Every screen in every state. */
export const SCREENS: readonly Screen[] = [
  ...Object.keys(STATES).map((state) => ({ name: state, state, deep: DEEP.has(state) })),
  ...ACTED,
];
