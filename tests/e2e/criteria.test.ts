import { readFile } from 'node:fs/promises';
import type { Locator, Page, Request } from '@playwright/test';
import * as v from 'valibot';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { Basis } from '#shared/search-request.ts';
import { expectAccessible, followDevice } from './axe.ts';
import { atBothSizes, atRest, expect, test } from './fixtures.ts';
import { boxOf, cardOf, compose, inputOf, send } from './page.ts';
import { runOf, searchStream } from './search-stream.ts';
import { CRITERIA, nameOf, profileOf, type SeededChat } from './seed.ts';

const judged = (number: number, score: number, ...verdicts: Verdict['verdict'][]): DisplayProfile => ({
  ...profileOf(number, score),
  verdicts: CRITERIA.map(({ id }, index) => {
    const verdict = verdicts[index] ?? 'unclear';
    return verdict === 'unclear'
      ? { criterionId: id, verdict }
      : { criterionId: id, verdict, quote: 'Maps reefs from the air', source: 'snippet' };
  }),
});

/** Compared with a profession, a nationality, an interest and an exclusion. */
const PEOPLE = [
  judged(1, 84, 'met', 'unclear', 'notMet'),
  judged(2, 80, 'met', 'met', 'unclear'),
  judged(3, 76, 'met', 'unclear', 'met'),
  judged(4, 30, 'met', 'met', 'met', 'notMet'),
];
const DATA = { criteria: CRITERIA };
const CHAT: SeededChat = {
  id: 'chat_reefs',
  title: 'reefs',
  turns: 1,
  profiles: PEOPLE,
  data: DATA,
  at: 'today',
};
const OTHER = { id: 'chat_other', title: 'other', turns: 1, profiles: [profileOf(2, 70)] };

const names = (...numbers: number[]) => numbers.map(nameOf);
const people = (page: Page) => page.getByRole('article').getByRole('heading').filter({ visible: true });
const chipOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('definition').getByRole('button', { name });
const editorOf = (page: Page) => page.getByRole('region', { name: 'Criteria editor' });

/** Exports the answer as JSON. @returns the names in it. */
async function namesExportedFrom(page: Page, press: (control: Locator) => Promise<void>): Promise<string[]> {
  await press(page.getByRole('button', { name: 'Export' }));
  const download = page.waitForEvent('download');
  await press(page.getByRole('menuitem', { name: 'JSON' }));
  const { people: exported } = JSON.parse(await readFile(await (await download).path(), 'utf8'));
  return exported.map(({ name }: { name: string }) => name);
}

/** Answers every search with the people of `answer`, as a service would. @returns the requests sent. */
async function answerSearches(
  page: Page,
  answer: (request: Request) => { content: string; profiles: readonly DisplayProfile[]; hasMore?: boolean },
) {
  const sent: Record<string, unknown>[] = [];
  await page.route('**/api/searches', async (route) => {
    const request = route.request();
    const body = request.postDataJSON();
    sent.push(body);
    const asked = { refines: body.refines, task: body.task?.kind };
    const { userMessage, ...named } = runOf(request);
    const run = { ...named, userMessage: { ...userMessage, metadata: asked } };
    const { content, profiles, hasMore = true } = answer(request);
    const metadata = {
      ...asked,
      outcome: 'answered',
      pagesRead: [],
      hasMore,
      profileDisplayData: {
        verifiedProfiles: profiles.filter(({ isVerified }) => isVerified),
        otherProfiles: profiles.filter(({ isVerified }) => !isVerified),
        totalProfiles: profiles.length,
        searchQuery: 'reefs',
        useDeepResearch: false,
        criteria: body.task?.criteria ?? CRITERIA,
      },
    };
    // As with the real service, an answer is later than its question.
    const timestamp = new Date(Date.parse(userMessage.timestamp) + 1).toISOString();
    const id = `${userMessage.id}_answer`;
    const message = { ...userMessage, id, role: 'assistant', content, metadata, timestamp };
    await route.fulfill(
      searchStream([
        ['run', run],
        ['message', message],
        ['done', { outcome: 'answered' }],
      ]),
    );
  });
  return sent;
}

test.describe('the criteria of an answer', () => {
  test.use({ holding: { chats: [CHAT] } });

  atBothSizes(({ hasTouch }) => {
    const press = (control: Locator) => (hasTouch ? control.tap() : control.click());

    test('filter and rank its people at once, survive a reload, and can be reset', async ({ page }) => {
      await followDevice(page);
      await page.goto('/');
      await press(page.getByRole('button', { name: 'Other Relevant Profiles' }));
      await expect(people(page)).toHaveText(names(1, 2, 3, 4));
      await test.step('a new requirement', async () => {
        await press(chipOf(page, 'mapping'));
        await expect(editorOf(page).getByRole('textbox', { name: 'Words' })).toBeFocused();
        const areNamesAbove = await editorOf(page)
          .getByRole('group')
          .evaluateAll((groups) =>
            groups.map((group) => {
              const [name, choice] = [...group.children].map((part) => part.getBoundingClientRect());
              return name !== undefined && choice !== undefined && name.bottom <= choice.top;
            }),
          );
        expect(areNamesAbove).toEqual([hasTouch, hasTouch]);
        await editorOf(page).getByLabel('Required').check();
        await expect(page.getByText('1 of 4 no longer matches.')).toBeVisible();
        await expect(people(page)).toHaveText(names(3, 2, 4));
        await expectAccessible(page);
        await press(page.getByRole('button', { name: 'Show them' }));
        await expect(people(page)).toHaveText(names(3, 2, 4, 1));
        expect(await namesExportedFrom(page, press)).toEqual(names(3, 2, 4, 1));
        await press(page.getByRole('button', { name: 'Table', exact: true }));
        const rows = page.getByRole('row').filter({ hasText: 'Ada Okonkwo' });
        await expect(rows).toHaveCount(4);
        await expect(rows.last()).toContainText('Ada Okonkwo 1');
        await expect(rows.last()).toContainText('No longer a match');
        expect(await namesExportedFrom(page, press)).toEqual(names(3, 2, 4, 1));
        await press(page.getByRole('button', { name: 'Cards', exact: true }));
        await press(page.getByRole('button', { name: 'Hide them' }));
        expect(await namesExportedFrom(page, press)).toEqual(names(3, 2, 4));
      });
      await test.step('a weight', async () => {
        await press(chipOf(page, 'German'));
        await editorOf(page).getByLabel('More').check();
        await expect(people(page).first()).toHaveText('Ada Okonkwo 2');
      });
      await test.step('a removed exclusion', async () => {
        await press(chipOf(page, 'Deloitte'));
        await press(editorOf(page).getByRole('button', { name: 'Remove' }));
        await expect(editorOf(page)).toHaveCount(0);
        await expect(people(page).first()).toHaveText('Ada Okonkwo 4');
      });
      await page.reload();
      await expect(people(page)).toHaveText(names(4, 2, 3));
      await expect(chipOf(page, 'German')).toHaveAccessibleName('German (counts more)');
      await press(page.getByRole('button', { name: 'Reset' }));
      await expect(people(page)).toHaveText(names(1, 2, 3));
      await expect(page.getByText('Showing 4 profile(s)')).toBeVisible();
    });
  });

  test('hold for a request in words, and number its people as their cards do', async ({ page }) => {
    const sent = await answerSearches(page, () => ({ content: 'I found nobody else.', profiles: [] }));
    await page.goto('/');
    await chipOf(page, 'mapping').click();
    await editorOf(page).getByLabel('Required').check();
    await expect(people(page)).toHaveText(names(3, 2, 4));
    await send(page, 'remove number 1');
    await expect(page.getByText('Answer: I found nobody else.')).toBeVisible();
    const basis = v.parse(Basis, sent[0]?.['basis']);
    expect(basis.criteria).toEqual(
      CRITERIA.map((each) => (each.text === 'mapping' ? { ...each, need: 'required' } : each)),
    );
    expect([basis.request, basis.googleSearchQuery]).toEqual([expect.stringContaining('mapping'), '']);
    expect(basis.people.map(({ url, rank }) => ({ url, rank }))).toEqual(
      [
        { number: 3, rank: 1 },
        { number: 2, rank: 2 },
        { number: 4, rank: 3 },
        { number: 1, rank: undefined },
      ].map(({ number, rank }) => ({ url: profileOf(number, 0).profileUrl, rank })),
    );
  });

  test('are saved with its people as they are shown, also with those who no longer match', async ({
    page,
  }) => {
    await page.goto('/');
    await chipOf(page, 'mapping').click();
    await editorOf(page).getByLabel('Excluded').check();
    await page.getByRole('button', { name: 'Show them' }).click();
    await expect(people(page)).toHaveText(names(1, 2, 3, 4));
    const factsOf = (card: Locator) =>
      Promise.all(
        [/^Match: \d+%$/, /\d of \d met/, /^Not mapping$/].map((fact) =>
          card.getByText(fact).first().textContent(),
        ),
      );
    const shown = await Promise.all([1, 3, 4].map((number) => factsOf(cardOf(page, nameOf(number)))));
    await page.getByRole('button', { name: `Save ${nameOf(1)}`, exact: true }).click();
    await cardOf(page, nameOf(3)).focus();
    await page.keyboard.press('s');
    await page.getByRole('button', { name: 'Table', exact: true }).click();
    await page.getByRole('checkbox', { name: `Select ${nameOf(4)}` }).check();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: `${nameOf(4)} is saved in` }).waitFor();
    await page.goto('/lists');
    await page
      .getByRole('link', { name: /^Shortlist/ })
      .first()
      .click();
    const saved = [];
    for (const number of [1, 3, 4]) {
      await page.getByRole('button', { name: nameOf(number), exact: true }).click();
      saved.push(await factsOf(page.getByRole('dialog', { name: `Profile of ${nameOf(number)}` })));
      await page.keyboard.press('Escape');
    }
    expect(saved).toEqual(shown);
  });

  test('are edited by keyboard alone, and return the focus', async ({ page }) => {
    await page.goto('/');
    await chipOf(page, 'marine biologist').focus();
    await page.keyboard.press('Tab');
    await expect(chipOf(page, 'German')).toBeFocused();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('ArrowRight');
    await expect(editorOf(page).getByLabel('Nice to have')).toBeChecked();
    await page.keyboard.press('Escape');
    await expect(editorOf(page)).toHaveCount(0);
    await expect(chipOf(page, 'German')).toBeFocused();
    await expect(chipOf(page, 'German')).toHaveAccessibleDescription('Nice to have');
    await chipOf(page, 'German').press('Enter');
    await expect(chipOf(page, 'German')).toHaveAttribute('aria-expanded', 'true');
    await expect(chipOf(page, 'mapping')).toHaveAttribute('aria-expanded', 'false');
    await chipOf(page, 'German').press('Enter');
    await expect(editorOf(page)).toHaveCount(0);
    await chipOf(page, 'German').press('Enter');
    await page.getByRole('button', { name: 'Reset' }).press('Enter');
    await expect(editorOf(page)).toHaveCount(0);
    await expect(chipOf(page, 'German')).toHaveAccessibleDescription('Required');
    await expect(chipOf(page, 'German')).toBeFocused();
    await test.step('one that is removed can be put back', async () => {
      await chipOf(page, 'German').press('Enter');
      await editorOf(page).getByRole('button', { name: 'Remove' }).press('Enter');
      await expect(editorOf(page)).toHaveCount(0);
      await expect(chipOf(page, 'German')).toBeFocused();
      await expect(chipOf(page, 'German')).toHaveAccessibleDescription('Removed');
      await page.keyboard.press('Enter');
      await expect(editorOf(page).getByText('“German” is removed.')).toBeVisible();
      await expect(editorOf(page).getByRole('button', { name: 'Put it back' })).toBeFocused();
      await page.keyboard.press('Enter');
      await expect(chipOf(page, 'German')).toHaveAccessibleDescription('Required');
      await expect(editorOf(page).getByRole('textbox', { name: 'Words' })).toHaveValue('German');
      await expect(page.getByRole('button', { name: 'Reset' })).toHaveCount(0);
    });
    await page.getByRole('button', { name: 'Google query' }).press('Enter');
    await compose(editorOf(page).getByRole('textbox'), 'Escape');
    await editorOf(page).getByRole('textbox').fill('"reef mapping" Kiel');
    await editorOf(page).getByRole('button', { name: 'Undo edit' }).press('Enter');
    await expect(editorOf(page).getByRole('textbox')).toBeFocused();
  });

  test('are searched for again with new wording and with a custom query', async ({ page }) => {
    const sent = await answerSearches(page, () => ({
      content: 'I found 1 profile for your request.',
      profiles: [profileOf(9, 90)],
    }));
    await page.goto('/');
    const words = editorOf(page).getByRole('textbox', { name: 'Words' });
    await chipOf(page, 'German').click();
    // A criterion emptied letter by letter keeps its words, not the last letter.
    await words.fill('G');
    await words.fill('');
    await words.press('Enter');
    await chipOf(page, 'German').click();
    await words.fill('Austrian');
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await expect(words).toHaveAttribute('placeholder', 'speaks Spanish or Portuguese');
    await editorOf(page).getByRole('combobox').selectOption('Place');
    await expect(words).toHaveAttribute('placeholder', 'Boston or New York');
    await words.fill('Kiel');
    await words.press('Enter');
    await expect(page.getByRole('button', { name: 'Add', exact: true })).toBeFocused();
    await page.getByRole('button', { name: 'Google query' }).click();
    await editorOf(page).getByRole('textbox').fill('"reef mapping" Kiel');
    await expect(page.getByText('Search again to apply new wording.')).toBeVisible();
    await page.getByRole('button', { name: 'Search again 1 search' }).click();
    await expect(
      page.getByText('You asked: marine biologist, Austrian, Kiel; nice to have: mapping'),
    ).toBeVisible();
    await expect(cardOf(page, nameOf(9))).toBeVisible();
    const [german, ...others] = [CRITERIA[1], CRITERIA[0], CRITERIA[2], CRITERIA[3]];
    const criteria: Criterion[] = [
      ...others.slice(0, 1).flatMap((one) => one ?? []),
      ...(german ? [{ ...german, text: 'Austrian' }] : []),
      ...others.slice(1).flatMap((one) => one ?? []),
      { id: 'c5', subject: 'location', text: 'Kiel', need: 'required' },
    ];
    expect(sent).toEqual([
      expect.objectContaining({
        refines: 'msg_chat_reefs_1',
        task: { kind: 'criteria', criteria, googleSearchQuery: '"reef mapping" Kiel' },
        basis: expect.objectContaining({ request: 'Question 1 of reefs' }),
      }),
    ]);
  });
});

test.describe('the people of an answer', () => {
  test.use({ holding: { chats: [CHAT, OTHER] } });

  test('are hidden one by one until shown again, here and in the next search', async ({ page }) => {
    const sent = await answerSearches(page, () => ({ content: 'Nobody.', profiles: [] }));
    await page.goto('/');
    const hide = cardOf(page, nameOf(1)).getByRole('button', { name: 'Not this person' });
    await hide.focus();
    await hide.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cardOf(page, nameOf(1))).toBeFocused();
    await hide.press('Enter');
    await expect(page.getByRole('button', { name: 'Undo' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(cardOf(page, nameOf(2))).toBeFocused();
    await page.getByRole('button', { name: 'Show', exact: true }).press('Enter');
    await page.getByRole('button', { name: `Show again: ${nameOf(1)}` }).press('Enter');
    await expect(cardOf(page, nameOf(1))).toBeFocused();
    await cardOf(page, nameOf(1)).hover();
    await hide.click();
    await expect(cardOf(page, nameOf(1))).toHaveCount(0);
    await expect(page.getByText('Showing 3 profile(s)')).toBeVisible();
    await page.reload();
    await page.getByText('1 person hidden').waitFor();
    await send(page, 'only in Kiel');
    await page.getByText('Answer: Nobody.').waitFor();
    expect(sent[0]?.['leaveOut']).toEqual(['https://www.linkedin.com/in/ada-okonkwo-1']);
    await page.getByRole('button', { name: 'Show', exact: true }).click();
    const showAgain = (number: number) => page.getByRole('button', { name: `Show again: ${nameOf(number)}` });
    await cardOf(page, nameOf(2)).hover();
    await cardOf(page, nameOf(2)).getByRole('button', { name: 'Not this person' }).click();
    await showAgain(1).press('Enter');
    await expect(cardOf(page, nameOf(1))).toBeVisible();
    await expect(showAgain(2)).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(cardOf(page, nameOf(2))).toBeFocused();
    await expect(page.getByText('1 person hidden')).toHaveCount(0);
    await expect(page.getByText(`${nameOf(2)} is shown again.`)).toBeVisible();
    await expect(page.getByText('is hidden in every answer.')).toHaveCount(0);
    await page.getByRole('button', { name: 'Undo' }).click();
    await expect(cardOf(page, nameOf(2))).toHaveCount(0);
    await showAgain(2).press('Enter');
    // At once, although the reader is still in the list.
    await expect(people(page)).toHaveText(names(1, 2, 3));
    await test.step('hiding all of them leaves a message that nothing covers', async () => {
      for (const number of [1, 2, 3, 4]) {
        await cardOf(page, nameOf(number)).hover();
        await cardOf(page, nameOf(number)).getByRole('button', { name: 'Not this person' }).click();
      }
      await expect(async () => {
        const words = await boxOf(page.getByText('No one left to show.'));
        const views = await boxOf(page.getByRole('group', { name: 'Show people as' }).first());
        expect(words.top).toBeGreaterThanOrEqual(views.bottom);
      }).toPass();
    });
    await test.step('all of them are shown again at once, which can be undone', async () => {
      await page.goto('/lists/list_hidden');
      const hidden = page.getByRole('list', { name: 'Hidden people' }).getByRole('listitem');
      await expect(hidden).toHaveText([4, 3, 2, 1].map((number) => new RegExp(`^${nameOf(number)}`)));
      await page.getByRole('button', { name: 'Show all 4 again' }).press('Enter');
      await expect(page.getByText('Nobody is hidden.')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Hidden people' })).toBeFocused();
      await expect(page.getByText('4 people are shown again.')).toBeVisible();
      await page.getByRole('button', { name: 'Undo' }).press('Enter');
      await expect(hidden).toHaveCount(4);
    });
  });

  test('are hidden on request if an earlier chat showed them', async ({ page }) => {
    await page.goto('/');
    await cardOf(page, nameOf(2)).waitFor();
    const toggle = page.getByRole('switch', { name: 'Hide everyone I have seen' });
    await toggle.click();
    await expect(cardOf(page, nameOf(2))).toHaveCount(0);
    await page.reload();
    await expect(toggle).toBeChecked();
    await expect(cardOf(page, nameOf(2))).toHaveCount(0);
    await page.goto('/chat/chat_other');
    await expect(cardOf(page, nameOf(2))).toBeVisible();
    await toggle.click();
    await page.goBack();
    await expect(cardOf(page, nameOf(2))).toBeVisible();
  });

  test('take their places once the button with the focus is gone, even if the browser does not tell', async ({
    page,
  }) => {
    // Firefox fires no events when the element with the focus is removed.
    await page.addInitScript(() => {
      const { removeChild } = Node.prototype;
      let isRemoving = false;
      Node.prototype.removeChild = function remove<Child extends Node>(child: Child): Child {
        isRemoving = true;
        removeChild.call(this, child);
        isRemoving = false;
        return child;
      };
      addEventListener('focusout', (event) => isRemoving && event.stopImmediatePropagation(), true);
    });
    await answerSearches(page, () => ({ content: 'I found 1 more profile.', profiles: [profileOf(7, 91)] }));
    await page.goto('/');
    await page.getByRole('button', { name: 'Find more people' }).press('Enter');
    await page.getByText('I found 1 more profile.', { exact: true }).waitFor();
    await expect(people(page).first()).toHaveText('Ada Okonkwo 7');
  });

  test('are verified one by one after confirmation, and more are found until there are no more', async ({
    page,
  }) => {
    const [first = profileOf(1, 84)] = PEOPLE;
    const answers = [
      {
        content: 'I verified Ada Okonkwo 1.',
        profiles: [{ ...first, isVerified: true, verificationReasoning: 'Her record says so.' }],
      },
      {
        content: 'I found 1 more profile.',
        profiles: [{ ...profileOf(7, 91), foundBy: { query: 'site:linkedin.com/in coral maps', page: 1 } }],
      },
      { content: 'I found 1 better profile.', profiles: [profileOf(8, 95)] },
      { content: 'Nobody new on these pages.', profiles: [] },
      { content: 'There is nobody more.', profiles: [], hasMore: false },
    ];
    const sent = await answerSearches(page, () => answers.shift() ?? { content: 'Nobody.', profiles: [] });
    await page.goto('/');
    const card = cardOf(page, nameOf(1));
    const verify = card.getByRole('button', { name: `Verify ${nameOf(1)}` });
    await verify.click();
    await expect(card.getByText('Looks up this profile: 1 lookup and 1 AI call.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(card).toBeFocused();
    await verify.click();
    await card.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(card).toBeFocused();
    expect(sent).toEqual([]);
    await verify.click();
    await card.getByRole('button', { name: 'Verify now' }).click();
    await expect(card).toBeFocused();
    await expect(card.getByText('Verification: Her record says so.')).toBeVisible();
    await expect(verify).toHaveCount(0);
    await expect(page.getByText('Showing 4 profile(s)')).toBeVisible();
    const more = page.getByRole('button', { name: 'Find more people' });
    await more.click();
    await expect(page.getByText('I found 1 more profile. 5 profile(s) shown.')).toBeAttached();
    await expect(cardOf(page, nameOf(7)).getByText('Found with ‘coral maps’')).toBeVisible();
    await inputOf(page).hover();
    await inputOf(page).focus();
    await expect(people(page).first()).toHaveText('Ada Okonkwo 7');
    await test.step('a table sorts itself at once, with no new order waiting', async () => {
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      const row = page.getByRole('row').filter({ hasText: 'Ada Okonkwo 7' });
      await row.focus();
      // Clicked without moving the focus or a pointer out of the table.
      await more.dispatchEvent('click');
      await expect(page.getByRole('rowheader').first()).toContainText('Ada Okonkwo 8');
      await more.waitFor();
      await expect(row).toBeFocused();
      await expect(page.getByRole('button', { name: 'Show the new order' })).toHaveCount(0);
      await page.getByRole('button', { name: 'Cards', exact: true }).click();
    });
    await more.click();
    await page.getByText('Nobody new on these pages.', { exact: true }).waitFor();
    await more.click();
    await page.getByText('There is nobody more.', { exact: true }).waitFor();
    await expect(more).toHaveCount(0);
    expect(sent.map(({ task, refines }) => [task, refines])).toEqual([
      [{ kind: 'verify', url: first.profileUrl }, 'msg_chat_reefs_1'],
      [{ kind: 'more' }, 'msg_chat_reefs_1'],
      [{ kind: 'more' }, 'msg_chat_reefs_1'],
      [{ kind: 'more' }, 'msg_chat_reefs_1'],
      [{ kind: 'more' }, 'msg_chat_reefs_1'],
    ]);
  });
});

test.describe('people of two answers', () => {
  test.use({ holding: { chats: [{ ...CHAT, turns: 2 }] } });

  test('leave the focus to their neighbours in the answer in which they are hidden', async ({ page }) => {
    await page.goto('/');
    const later = page.locator('[data-directory]').last();
    const card = (number: number) => later.getByRole('article', { name: nameOf(number), exact: true });
    const hide = card(2).getByRole('button', { name: 'Not this person' });
    const undo = page.getByRole('button', { name: 'Undo' });
    await hide.press('Enter');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(card(2)).toBeFocused();
    await hide.press('Enter');
    await expect(undo).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(card(3)).toBeFocused();
  });
});

test.describe('on a touch screen', () => {
  test.use({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    holding: { chats: [CHAT] },
  });

  test('“Find more people” opens no keyboard, and its progress and end stay in view', async ({ page }) => {
    let gate = Promise.withResolvers<void>();
    await page.route('**/api/searches', async (route) => {
      await gate.promise;
      await route.fulfill(
        searchStream([
          ['run', runOf(route.request())],
          ['done', { outcome: 'stopped' }],
        ]),
      );
    });
    await page.goto('/');
    const more = page.getByRole('button', { name: 'Find more people' });
    await more.tap();
    await page.getByRole('button', { name: 'Stop search' }).waitFor();
    await expect(inputOf(page)).not.toBeFocused();
    gate.resolve();
    await more.waitFor();
    await expect(inputOf(page)).not.toBeFocused();
    gate = Promise.withResolvers();
    await cardOf(page, nameOf(1)).scrollIntoViewIfNeeded();
    await expect(more).not.toBeInViewport();
    await send(page, 'Show me more people, please');
    await expect(page.getByRole('region', { name: 'Search progress' })).toBeInViewport();
    gate.resolve();
    await expect(more).toBeInViewport();
  });
});

test('a request that names a profile says what is looked up before it is sent', async ({ page }) => {
  await page.goto('/');
  await inputOf(page).fill('people like linkedin.com/in/ada-okonkwo');
  await expect(inputOf(page)).toHaveAccessibleDescription(
    'Unless this request leaves it out, linkedin.com/in/ada-okonkwo will be looked up once (1 lookup); its record becomes the criteria.',
  );
});

test.describe('an answer with many people', () => {
  const many = Array.from({ length: 12 }, (_, index) => profileOf(index + 1, 95 - index));
  const chats = [
    { ...CHAT, profiles: many },
    { ...OTHER, profiles: many.slice(0, 8) },
  ];
  test.use({ holding: { chats } });

  test('keeps the pressed control in place when people disappear and come back', async ({ page }) => {
    // As on a machine so busy that the frame after a click comes seconds later.
    await page.addInitScript(() => {
      const now = performance.now.bind(performance);
      let late = 0;
      performance.now = () => now() + late;
      addEventListener('click', () => {
        late += 2_000;
      });
    });
    await page.goto('/');
    const toggle = page.getByRole('switch', { name: 'Hide everyone I have seen' });
    const hideNames = page.getByRole('button', { name: 'Hide names' });
    for (const [pressed, shown] of [
      [toggle, 4],
      [toggle, 12],
      [hideNames, 12],
    ] as const) {
      await pressed.evaluate((button) => button.scrollIntoView({ block: 'center', behavior: 'instant' }));
      await pressed.hover();
      await atRest(page);
      const { top } = await boxOf(pressed);
      await pressed.click();
      await expect(page.getByRole('article')).toHaveCount(shown);
      await atRest(page);
      expect(Math.abs((await boxOf(pressed)).top - top)).toBeLessThan(2);
    }
  });
});
