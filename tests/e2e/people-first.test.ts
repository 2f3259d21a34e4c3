import type { Locator, Page, Request } from '@playwright/test';
import type { DisplayProfile } from '#shared/results.ts';
import { atBothSizes, atRest, expect, REQUEST, test } from './fixtures.ts';
import { answerOf, boxOf, cardOf, expectBelowHeader, hold, inputOf, send } from './page.ts';
import { runOf, searchStream } from './search-stream.ts';
import { nameOf, profileOf } from './seed.ts';

const WORDS = 'I found 12 profiles for your request and verified 1 of them with Enrich Layer.';

/** Twelve people in search order, the best of them last. */
const SCORES = [31, 64, 12, 55, 48, 40, 22, 35, 28, 51, 78, 92];
const peopleWith = (scoreSource: 'model' | 'fallback'): DisplayProfile[] =>
  SCORES.map((score, index) => ({ ...profileOf(index + 1, score), scoreSource }));

const directoryOf = (people: readonly DisplayProfile[]) => ({
  verifiedProfiles: people.filter(({ isVerified }) => isVerified),
  otherProfiles: people.filter(({ isVerified }) => !isVerified),
  totalProfiles: people.length,
  searchQuery: REQUEST,
  useDeepResearch: true,
  profileProvider: 'Enrich Layer',
});
const FOUND = directoryOf(peopleWith('fallback'));
const SCORED = directoryOf(peopleWith('model'));
const VERIFIED = directoryOf(
  peopleWith('model').map((person, index) =>
    index === 10
      ? { ...person, isVerified: true, relevanceScore: 65, verificationReasoning: 'Her record says so.' }
      : person,
  ),
);

const step = (id: string, title: string, status: string) =>
  ['step', { id, title, description: '', status, timestamp: new Date().toISOString(), details: [] }] as const;
type Events = readonly (readonly [string, unknown])[];

const answerTo = (request: Request, metadata: object) =>
  [
    'message',
    { ...runOf(request).userMessage, id: 'msg_answer', content: WORDS, role: 'assistant', metadata },
  ] as const;
const answered = (request: Request): Events => [
  answerTo(request, {
    outcome: 'answered',
    profileDisplayData: VERIFIED,
    changes: ['Location: Townsville added', 'Kiel no longer required'],
  }),
  ['done', { outcome: 'answered' }],
];

const namesOn = (page: Page) => page.getByRole('article').getByRole('heading').allTextContents();

/**
 * Sends a request whose search yields the first events and is then cut off. @returns a function that releases the next events, the last of
 * which end the search.
 */
async function searchInParts(page: Page, first: Events, ...later: readonly ((begun: Request) => Events)[]) {
  const gates = later.map(() => Promise.withResolvers<void>());
  const begun = Promise.withResolvers<Request>();
  await page.route('**/api/searches', async (route) => {
    begun.resolve(route.request());
    await route.fulfill(searchStream([['run', runOf(route.request())], ...first]));
  });
  await page.route('**/api/searches/*/events', async (route) => {
    // What the page has tells which part it waits for. The number of its requests does not: after too long a wait it asks again.
    const received = Number(route.request().headers()['last-event-id']);
    const request = await begun.promise;
    let after = 1 + first.length;
    for (const [index, eventsFor] of later.entries()) {
      const events = eventsFor(request);
      if (received < after + events.length) {
        await gates[index]?.promise;
        await route.fulfill(searchStream(events, { after }));
        return;
      }
      after += events.length;
    }
    await route.abort();
  });
  await page.goto('/');
  await page.getByRole('switch', { name: 'Deep Research' }).click();
  await send(page, REQUEST);
  let next = 0;
  return () => {
    gates[next]?.resolve();
    next += 1;
  };
}

test.describe('people', () => {
  atBothSizes(() => {
    test.describe('below an earlier answer', () => {
      test.use({ holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 4 }] } });

      test('appear before they are scored, and change places afterwards', async ({ page }) => {
        const go = await searchInParts(
          page,
          [
            step('profile-search', 'AI Search', 'completed'),
            ['profiles', directoryOf(peopleWith('fallback').slice(0, 8))],
          ],
          () => [['profiles', FOUND]],
          () => [step('ai-filtering', 'AI Relevance Analysis', 'completed'), ['profiles', SCORED]],
          answered,
        );
        await expect(page.getByText('Not scored yet')).toHaveCount(8);
        go();
        await expect(page.getByText('Not scored yet')).toHaveCount(SCORES.length);
        await expect(page.getByRole('heading', { name: 'so far' })).toHaveText('Found so far');
        expect(await namesOn(page)).toEqual(SCORES.map((_, index) => nameOf(index + 1)));
        await expect(page.getByText(/^Match:/)).toHaveCount(0);
        await expect(page.getByRole('region', { name: 'Search progress' })).toHaveJSProperty(
          'clientHeight',
          46,
        );
        go();
        await page.getByRole('heading', { name: 'Top Matches' }).waitFor();
        expect((await namesOn(page)).slice(0, 3)).toEqual([nameOf(12), nameOf(11), nameOf(2)]);
        await expect(page.getByText('Not scored yet')).toHaveCount(0);
        go();
        await answerOf(page).waitFor();
        await test.step('below their question, which stays in view as the answer replaces the progress', async () => {
          await expect(() => expectBelowHeader(page, page.getByText(`You asked: ${REQUEST}`))).toPass();
        });
      });

      test('appear below their question as their code arrives, which shortens the answers above', async ({
        page,
      }) => {
        const release = await hold(page, '**/assets/results-*.js');
        const found: Events = [step('profile-search', 'AI Search', 'completed'), ['profiles', FOUND]];
        const go = await searchInParts(page, found, answered);
        await page.getByRole('listitem').last().locator('[data-loading]').waitFor();
        await atRest(page);
        release();
        await expect(page.getByText('Not scored yet')).toHaveCount(SCORES.length);
        await atRest(page);
        go();
        await answerOf(page).waitFor();
        await atRest(page);
        await expectBelowHeader(page, page.getByText(`You asked: ${REQUEST}`));
      });
    });

    test.describe('below an answer with people', () => {
      const profiles = [profileOf(21, 92)];
      test.use({ holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles }] } });

      test('keep their elements and places while others are verified and when the answer comes', async ({
        page,
      }) => {
        const go = await searchInParts(
          page,
          [step('profile-search', 'AI Search', 'active'), ['profiles', SCORED]],
          () => [['profiles', VERIFIED]],
          answered,
        );
        await page.getByRole('heading', { name: 'Closest matches' }).waitFor();
        const claim = page.getByText('70%+ relevance');
        await expect(claim).toHaveCount(2);
        await page.getByRole('button', { name: 'Other Relevant Profiles' }).last().click();
        // Far enough down that the person verified above is out of view.
        const link = cardOf(page, nameOf(5)).getByRole('link');
        await link.focus();
        await link.evaluate((element) => element.scrollIntoView({ block: 'center' }));
        await atRest(page);
        const card = await cardOf(page, nameOf(5)).elementHandle();
        const placeOf = () => card?.evaluate((element) => element.getBoundingClientRect().top);
        const before = (await placeOf()) ?? 0;
        const expectInPlace = async () => {
          await atRest(page);
          expect(Math.abs(((await placeOf()) ?? 0) - before)).toBeLessThanOrEqual(4);
        };
        go();
        await cardOf(page, nameOf(11)).getByText('Her record says so.').waitFor();
        // The record lowers her score: until the end, her group no longer claims 70 % and more.
        await expect(claim).toHaveCount(1);
        await expectInPlace();
        go();
        await answerOf(page).waitFor();
        // Also below the earlier answer, which takes more space on a phone than during a search.
        await expect(page.getByRole('button', { name: 'Find more people' })).toHaveCount(2);
        await expectInPlace();
        await expect(link).toBeFocused();
        expect(await card?.evaluate((element) => element.isConnected)).toBe(true);
        await expect(page.getByRole('button', { name: 'Other Relevant Profiles' }).last()).toHaveAttribute(
          'aria-expanded',
          'true',
        );
      });
    });

    test('do not change places while being read', async ({ page }) => {
      const go = await searchInParts(page, [['profiles', FOUND]], (request) => [
        ['profiles', SCORED],
        ...answered(request),
      ]);
      await cardOf(page, nameOf(2)).getByRole('link').focus();
      const before = await namesOn(page);
      go();
      await answerOf(page).waitFor();
      await cardOf(page, nameOf(12)).getByText('Match: 92%').waitFor({ state: 'attached' });
      expect(await namesOn(page)).toEqual(before);
      await cardOf(page, nameOf(3)).getByRole('link').focus();
      await atRest(page);
      expect(await namesOn(page)).toEqual(before);
      await page.getByRole('button', { name: 'Show the new order' }).press('Enter');
      await expect(cardOf(page, nameOf(12))).toBeFocused();
      expect((await namesOn(page))[0]).toBe(nameOf(12));
    });

    for (const [means, goTo] of [
      ['the focus', (element: Locator) => element.focus()],
      ['a pointer', (element: Locator) => element.hover()],
    ] as const) {
      test(`change places when the reader moves on with ${means}`, async ({ page }) => {
        const go = await searchInParts(page, [['profiles', FOUND]], (request) => [
          ['profiles', SCORED],
          ...answered(request),
        ]);
        await goTo(cardOf(page, nameOf(6)).getByRole('link'));
        go();
        await cardOf(page, nameOf(12)).getByText('Match: 92%').waitFor({ state: 'attached' });
        expect((await namesOn(page))[0]).toBe(nameOf(1));
        await goTo(inputOf(page));
        await page.getByRole('heading', { name: 'Top Matches' }).waitFor();
        expect((await namesOn(page))[0]).toBe(nameOf(12));
      });
    }
  });

  test('found before a stop are marked as not scored as soon as that is known', async ({ page }) => {
    const stopped = { outcome: 'stopped', profileDisplayData: FOUND };
    const go = await searchInParts(
      page,
      [['profiles', FOUND]],
      (request) => [answerTo(request, stopped)],
      () => [['done', { outcome: 'stopped' }]],
    );
    await expect(page.getByText('Not scored yet')).toHaveCount(SCORES.length);
    go();
    await page.getByText(WORDS).waitFor();
    await expect(page.getByText('Not scored yet')).toHaveCount(SCORES.length);
    await expect(page.getByText(/^Match:/)).toHaveCount(0);
    go();
    await page.getByText('Nobody was scored yet.').waitFor();
    await expect(page.getByText('Not scored yet')).toHaveCount(SCORES.length);
    expect(await namesOn(page)).toEqual(SCORES.map((_, index) => nameOf(index + 1)));
  });

  atBothSizes(() => {
    test('found before a stop leave their question in view', async ({ page }) => {
      const stopped = { outcome: 'stopped', profileDisplayData: FOUND };
      const go = await searchInParts(page, [['profiles', FOUND]], (request) => [
        answerTo(request, stopped),
        ['done', { outcome: 'stopped' }],
      ]);
      await expect(page.getByText('Not scored yet')).toHaveCount(SCORES.length);
      await atRest(page);
      const question = page.locator('[data-turn]');
      await expectBelowHeader(page, question);
      go();
      await page.getByRole('button', { name: 'Try again' }).waitFor();
      await atRest(page);
      await expectBelowHeader(page, question);
    });
  });

  test.describe('on a phone', () => {
    test.use({ viewport: { width: 390, height: 844 } });

    test('are preceded by steps that stand apart from each other', async ({ page }) => {
      await searchInParts(
        page,
        [
          step('query-generation', 'Analyzing Search Query', 'completed'),
          step('profile-search', 'AI Search', 'active'),
        ],
        answered,
      );
      const progress = page.getByRole('region', { name: 'Search progress' });
      await expect(async () => {
        const { bottom } = await boxOf(progress.getByText('Analyzing Search Query', { exact: true }));
        const { top } = await boxOf(progress.getByText('AI Search', { exact: true }));
        expect(top - bottom).toBeGreaterThanOrEqual(12);
      }).toPass();
    });
  });

  test.describe('on the narrowest phone', () => {
    test.use({ viewport: { width: 320, height: 844 } });

    test('follow a line of progress that ends in the button for all steps', async ({ page }) => {
      await searchInParts(
        page,
        [step('ai-filtering', 'AI Relevance Analysis', 'active'), ['profiles', FOUND]],
        answered,
      );
      const progress = page.getByRole('region', { name: 'Search progress' });
      const button = progress.getByRole('button', { name: 'All steps' });
      await button.waitFor();
      await expect(async () => {
        expect((await boxOf(progress)).right - (await boxOf(button)).right).toBeLessThan(16);
      }).toPass();
    });
  });

  test.describe('with nobody scored 70 or more', () => {
    const profiles = Array.from({ length: 8 }, (_, index) => profileOf(index + 1, 60 - index));
    test.use({ holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles }] } });

    test('show the six closest', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('heading', { name: 'Closest matches' }).waitFor();
      await page.getByText('No profile reached 70%.').waitFor();
      await expect(page.getByRole('article')).toHaveCount(6);
      await page.getByRole('button', { name: /^Other Relevant Profiles 2/ }).click();
      await expect(page.getByRole('article')).toHaveCount(8);
    });
  });
});
