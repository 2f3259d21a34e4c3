import type { DisplayProfile } from '#shared/results.ts';
import { arriveSignedIn, sendRejected } from './accounts.ts';
import { expectAccessible, followDevice } from './axe.ts';
import { atBothSizes, expect, REQUEST, test } from './fixtures.ts';
import {
  ask,
  boxOf,
  chooseFor,
  inputOf,
  intercept,
  OTHER_SCREENS,
  openSidebar,
  send,
  showScreen,
} from './page.ts';
import { runOf, searchStream } from './search-stream.ts';
import { CRITERIA, profileOf, VERDICTS } from './seed.ts';

const FEW: DisplayProfile[] = [
  { ...profileOf(1, 92), verdicts: VERDICTS, hasHiddenText: true },
  {
    ...profileOf(2, 78),
    isVerified: true,
    verdicts: VERDICTS,
    recordDate: '2026-05-03',
    scoreMove: { from: 92, to: 78, reason: 'the record shows work at Deloitte' },
  },
  { ...profileOf(3, 74), verdicts: [], struck: 2, isOtherPerson: true },
  profileOf(4, 64),
  profileOf(5, 31),
];
const JUDGED = { criteria: CRITERIA, sensitive: ['German'] };
const LIMIT = 'The searches for today are used up. They start again at midnight UTC.';

const step = (id: string, title: string, status: string, details: string[] = []) =>
  [
    'step',
    { id, title, description: 'What is being done', status, timestamp: new Date().toISOString(), details },
  ] as const;

const SO_FAR = [
  step('query-generation', 'Analyzing Search Query', 'completed', ['site:linkedin.com/in marine biologist']),
  step('profile-search', 'AI Search', 'completed', ['4 profiles']),
  step('ai-filtering', 'AI Relevance Analysis', 'error', ['Deep research failed: No response from OpenAI']),
  step('deep-verification', 'Profile Verification', 'active', ['Checking Ada Okonkwo 1 (1 of 4)']),
  [
    'profiles',
    {
      verifiedProfiles: FEW.slice(1, 2),
      otherProfiles: [FEW[0], ...FEW.slice(2)],
      totalProfiles: 5,
      searchQuery: REQUEST,
      useDeepResearch: true,
      profileProvider: 'Enrich Layer',
      ...JUDGED,
    },
  ],
] as const;

test.describe('axe finds nothing', () => {
  atBothSizes(() => {
    test.beforeEach(({ page }) => followDevice(page));

    test('on the start screen, in its sidebar, theme menu and shortcut list', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'System', checked: true }).waitFor();
      await expectAccessible(page);
      await page.keyboard.press('Escape');
      const sidebar = await openSidebar(page);
      await expectAccessible(page);
      await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
      await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
      await expectAccessible(page);
    });

    test('on the results of a deep search and in its chat’s dialogs', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('switch', { name: 'Deep Research' }).click();
      await ask(page, REQUEST);
      await page.getByText(/^Showing \d+ profile\(s\)/).waitFor();
      await page.getByRole('button', { name: 'How it was found' }).click();
      await page.getByRole('heading', { name: 'Steps' }).waitFor();
      await expectAccessible(page);
      await chooseFor(page, REQUEST, 'Rename');
      const rename = page.getByRole('dialog', { name: 'Enter new chat title:' });
      await rename.waitFor();
      await expectAccessible(page);
      await rename.getByRole('button', { name: 'Cancel' }).click();
      await chooseFor(page, REQUEST, 'Delete');
      await page.getByRole('alertdialog').waitFor();
      await expectAccessible(page);
    });

    test('when a limit is reached, during a search, and after it has failed', async ({ page }) => {
      await page.goto('/');
      const letThrough = await intercept(page, '**/api/searches', (route) =>
        route.fulfill({ status: 429, json: { error: { code: 'quota-exceeded', message: LIMIT } } }),
      );
      await send(page, REQUEST);
      await page.getByRole('alert').getByText(LIMIT).waitFor();
      letThrough();
      await expectAccessible(page);
      const gate = Promise.withResolvers<void>();
      await page.route('**/api/searches', async (route) => {
        await gate.promise;
        await route.fulfill({ status: 500, json: { error: 'Something broke' } });
      });
      await send(page, REQUEST);
      await page.getByPlaceholder('Your next request...').waitFor();
      await send(page, 'Chilean astronomers');
      await page.getByText('Will be sent when this search has ended').waitFor();
      await expectAccessible(page);
      gate.resolve();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await page.getByRole('alert').getByText('Failed to send message').waitFor();
      await expectAccessible(page);
    });

    test('on every other screen', async ({ page }) => {
      await page.goto('/login');
      for (const [path, heading] of OTHER_SCREENS)
        await test.step(`on ${path}`, async () => {
          await showScreen(page, path, heading);
          await expectAccessible(page);
        });
    });

    test('when another device has ended the session', async ({ page, stack }) => {
      const { email } = await arriveSignedIn(page, stack);
      await stack.cognito.endSessions(email);
      await sendRejected(page, REQUEST);
      const words = page.getByText('Your session has ended. What you typed is kept.');
      await words.waitFor();
      await expect(async () => {
        const line = await words.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const [first] = range.getClientRects();
          return first === undefined ? 0 : (first.top + first.bottom) / 2;
        });
        const button = await boxOf(page.getByRole('alert').getByRole('link', { name: 'Sign in again' }));
        expect(Math.abs((button.top + button.bottom) / 2 - line)).toBeLessThan(1);
      }).toPass();
      await expectAccessible(page);
    });

    test('when a search is cut off, is stopping and has stopped', async ({ page }) => {
      await page.goto('/');
      const gate = Promise.withResolvers<void>();
      await page.route('**/api/searches', (route) =>
        route.fulfill(searchStream([['run', runOf(route.request())], ...SO_FAR])),
      );
      await page.route('**/api/searches/*/stop', (route) => route.fulfill({ json: { stopped: true } }));
      await page.route('**/api/searches/*/events', async (route) => {
        await gate.promise;
        const after = SO_FAR.length + 1;
        await route.fulfill(searchStream([['done', { outcome: 'stopped' }]], { after }));
      });
      await send(page, REQUEST);
      await page.getByText('Reconnecting...').waitFor();
      await page.getByText('Still ranking').waitFor();
      await expectAccessible(page);
      await inputOf(page).press('Escape');
      await page.getByRole('button', { name: 'Stopping…' }).waitFor();
      await expectAccessible(page);
      gate.resolve();
      await page.getByText('You stopped this search.').waitFor();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await expectAccessible(page);
    });
  });

  /** A person who signs in on a browser that already has chats. */
  test.describe('after a first sign-in with local chats', () => {
    test.use({
      holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 2, profiles: FEW, data: JUDGED }] },
    });

    atBothSizes(({ isMobile }) => {
      test('in the import offer, the account menu, a chat’s menu and an open directory', async ({
        page,
        stack,
      }) => {
        await followDevice(page);
        await arriveSignedIn(page, stack);
        await page.getByRole('dialog', { name: 'Bring your chat into your account?' }).waitFor();
        await expect(page.getByRole('button', { name: 'Bring in' })).toBeFocused();
        await expectAccessible(page);
        await page.getByRole('button', { name: 'Bring in' }).click();
        await page.getByText('1 chat brought into your account').waitFor();
        await expect(isMobile ? page.getByRole('heading', { level: 1 }) : inputOf(page)).toBeFocused();
        await expectAccessible(page);
        const sidebar = await openSidebar(page);
        await sidebar.getByRole('button', { name: 'Account' }).click();
        await page.getByRole('menuitem', { name: 'Sign out' }).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await sidebar.getByRole('button', { name: 'Options for reefs' }).click();
        await page.getByRole('menuitem', { name: 'Delete' }).waitFor();
        await expectAccessible(page);
        await page.keyboard.press('Escape');
        await sidebar.getByRole('link', { name: /^reefs / }).click();
        await page.getByRole('button', { name: 'Other Relevant Profiles' }).last().click();
        await page.getByRole('button', { name: 'Evidence' }).last().click();
        await page.getByRole('button', { name: 'Hide names' }).last().click();
        await expectAccessible(page);
        await chooseFor(page, 'reefs', 'Archive');
        await page.getByText('Chat archived').waitFor();
        await expectAccessible(page);
      });
    });
  });
});
