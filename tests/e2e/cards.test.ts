import type { Locator, Page } from '@playwright/test';
import { atBothSizes, expect, test } from './fixtures.ts';
import { boxOf, cardOf, middleOf, watchForText } from './page.ts';
import { CRITERIA, nameOf, profileOf, VERDICTS } from './seed.ts';

const LONG = 'Maps reefs from the air and under water, and teaches others how to read the maps. '
  .repeat(6)
  .trim();
const HEADLINE = 'Marine biologist who maps reefs from the air and under water, in seven seas. '
  .repeat(4)
  .trim();

const WORDY = {
  ...profileOf(1, 92),
  headline: HEADLINE,
  summary: LONG,
  scoreReason: `Names the field and the place. ${LONG}`,
};
const SHORT = {
  ...profileOf(2, 84),
  tags: ['reefs'],
  summary: 'Maps reefs.',
  scoreReason: 'Names the field.',
};
const HOSTILE = {
  ...profileOf(3, 31),
  fullName: '<img src=x onerror=alert(1)>',
  headline: '"><script>alert(1)</script>',
  profileUrl: 'javascript:alert(1)',
};
const CHAT = { id: 'chat_reefs', title: 'reefs', turns: 1, profiles: [WORDY, SHORT, HOSTILE] };

const wordy = (page: Page) => cardOf(page, nameOf(1));
const short = (page: Page) => cardOf(page, nameOf(2));

/** The clipboard’s content in each format. */
const readClipboard = (page: Page) =>
  page.evaluate(async () => {
    const [item] = await navigator.clipboard.read();
    const read = async (type: string) => (await item?.getType(type))?.text();
    return { text: await read('text/plain'), html: await read('text/html') };
  });

test.describe('a card', () => {
  test.use({ holding: { chats: [CHAT] } });

  atBothSizes(({ hasTouch }) => {
    const press = (button: Locator) => (hasTouch ? button.tap() : button.click());

    test('expands and collapses truncated text, and prints all of it', async ({ page }) => {
      await page.goto('/');
      const card = wordy(page);
      for (const what of ['headline', 'summary', 'reason']) {
        await test.step(what, async () => {
          const button = card.getByRole('button', { name: `of the ${what}: ${nameOf(1)}` });
          await expect(button).toHaveAttribute('aria-expanded', 'false');
          const isCut = () =>
            button.evaluate((element) => {
              const text = element.previousElementSibling;
              return text !== null && text.scrollHeight > text.clientHeight + 1;
            });
          await expect.poll(isCut).toBe(true);
          await press(button);
          await expect(button).toHaveAttribute('aria-expanded', 'true');
          await expect.poll(isCut).toBe(false);
          await button.press('Enter');
          await expect(button).toHaveAttribute('aria-expanded', 'false');
          await expect(button).toBeFocused();
          await expect.poll(isCut).toBe(true);
        });
      }
      await test.step('with the button on a ground of its own in forced colours', async () => {
        await page.emulateMedia({ forcedColors: 'active' });
        const more = card.getByRole('button', { name: `more of the summary: ${nameOf(1)}` });
        await expect(more).toHaveCSS('background-color', /^rgb\(/);
        await page.emulateMedia({ forcedColors: 'none' });
      });
      await test.step('tags', async () => {
        const button = card.getByRole('button', { name: 'tags' });
        await expect(button).toHaveText('+2 more tags: Ada Okonkwo 1');
        await expect(card.getByText('German')).toBeHidden();
        await press(button);
        await expect(button).toHaveAttribute('aria-expanded', 'true');
        await expect(card.getByText('German')).toBeVisible();
        await button.press('Enter');
        await expect(button).toHaveAttribute('aria-expanded', 'false');
        await expect(card.getByText('German')).toBeHidden();
      });
      await expect(short(page).getByRole('button', { name: /^more |tags/ })).toHaveCount(0);
      await test.step('on paper', async () => {
        await page.emulateMedia({ media: 'print' });
        await expect(card.getByText('German')).toBeVisible();
        await expect(card.getByRole('button')).toHaveCount(0);
        const cut = await page
          .locator('article p')
          .evaluateAll((texts) => texts.filter((text) => text.scrollHeight > text.clientHeight + 1).length);
        expect(cut).toBe(0);
      });
    });

    test('shows the summary and the reason for the score, and can be copied by itself', async ({
      page,
      context,
    }) => {
      await page.goto('/');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const card = short(page);
      await card.getByText('Maps reefs.', { exact: true }).waitFor();
      await card.getByText('Why this score: Names the field.').waitFor();
      const controls = await card.locator('footer').getByRole('button').or(card.locator('footer a')).all();
      await expect(async () => {
        const middles = await Promise.all([card.getByText('Match: 84%'), ...controls].map(middleOf));
        expect(new Set(middles).size, 'lines of controls').toBe(1);
      }).toPass();
      const copy = card.getByRole('button', { name: 'Copy Ada Okonkwo 2' });
      await expect(copy).toHaveCSS('opacity', hasTouch ? '1' : '0');
      await copy.focus();
      await expect(copy).toHaveCSS('opacity', '1');
      const said = await watchForText(card, 'Copied');
      await press(copy);
      await said();
      const { text, html } = await readClipboard(page);
      expect(text).toBe(
        'Ada Okonkwo 2 – 84%\nMarine biologist who maps reefs\nTownsville, Queensland, Australia\nhttps://www.linkedin.com/in/ada-okonkwo-2',
      );
      expect(html).toContain('<a href="https://www.linkedin.com/in/ada-okonkwo-2"');
    });
  });

  test('is only as high as its content, with no gaps between its parts', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto('/');
    await wordy(page).getByRole('button', { name: 'more of the summary: Ada Okonkwo 1' }).waitFor();
    await test.step('with a headline as wide as the card, below the score', async () => {
      await expect(async () => {
        const headline = await boxOf(short(page).getByText('Marine biologist who maps reefs'));
        const score = await boxOf(short(page).locator('[data-score]'));
        expect(headline.right).toBeCloseTo(score.right, 0);
      }).toPass();
    });
    const gaps = await page.locator('article').evaluateAll((cards) =>
      cards.map((card) => {
        const ends = [...card.children].map((part) => part.getBoundingClientRect());
        const places = [...ends, new DOMRect(0, card.getBoundingClientRect().bottom)];
        return Math.max(...ends.map(({ bottom }, index) => (places[index + 1]?.top ?? bottom) - bottom));
      }),
    );
    for (const gap of gaps) expect(gap).toBeLessThanOrEqual(24);
  });
});

test.describe('an answer that compares people with criteria', () => {
  const judged = { ...profileOf(1, 78), isVerified: true, verdicts: VERDICTS };
  const data = { criteria: CRITERIA, sensitive: ['German'] };
  const chat = { id: 'chat_judged', title: 'judged', turns: 1, profiles: [judged, profileOf(2, 64)], data };
  test.use({ holding: { chats: [chat] } });

  atBothSizes(({ hasTouch }) => {
    const press = (button: Locator) => (hasTouch ? button.tap() : button.click());

    test('shows the criteria and each person’s verdicts, with evidence on demand and on paper', async ({
      page,
    }) => {
      await page.goto('/');
      const main = page.getByRole('main');
      const asked = main.locator('dd:not(article *)');
      await main.getByRole('heading', { name: 'Criteria' }).waitFor({ state: 'attached' });
      await expect(asked).toHaveText(['marine biologist', 'German', 'mapping', 'Deloitte']);
      const caution = await boxOf(
        main.getByText('Nationality (German): using this for hiring may be unlawful'),
      );
      // Lines of a length that is comfortable to read.
      expect(caution.right - caution.left).toBeLessThanOrEqual(672);
      const card = cardOf(page, judged.fullName);
      await expect(card.getByText('Verified, 1 criterion not met')).toBeVisible();
      await expect(card.getByText('2 of 4 met · 1 not met · 1 unclear')).toBeVisible();
      const quote = card.getByText('Consultant at Deloitte');
      await expect(quote).toBeHidden();
      const button = card.getByRole('button', { name: `Evidence: ${judged.fullName}` });
      await press(button);
      await expect(button).toHaveAttribute('aria-expanded', 'true');
      await expect(quote).toBeVisible();
      await expect(card.getByRole('listitem').filter({ visible: true, hasText: 'Consultant' })).toHaveText(
        /not met: Not Deloitte.*Consultant at Deloitte.*full profile/,
      );
      await button.press('Enter');
      await expect(quote).toBeHidden();
      await expect(cardOf(page, nameOf(2)).getByRole('button', { name: 'Evidence' })).toHaveCount(0);
      await page.emulateMedia({ media: 'print' });
      await expect(quote).toBeVisible();
      await expect(main.getByText('Deloitte', { exact: true })).toBeVisible();
    });

    test('hides names on request, also after a reload and when copying, until switched off', async ({
      page,
      context,
    }) => {
      await page.goto('/');
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const toggle = page.getByRole('button', { name: 'Hide names' });
      await press(toggle);
      await expect(toggle).toHaveAttribute('aria-pressed', 'true');
      await expect(page.getByRole('article').getByRole('heading')).toHaveText(['Person 1', 'Person 2']);
      await page.reload();
      const card = cardOf(page, 'Person 1');
      await press(card.getByRole('button', { name: 'Evidence' }));
      await expect(card.getByText('this person maps reefs')).toBeVisible();
      const markup = await page.getByRole('main').innerHTML();
      expect(markup).not.toMatch(/Okonkwo|linkedin/i);
      const said = await watchForText(page.locator('body'), 'Copied');
      await press(page.getByRole('button', { name: 'Copy', exact: true }));
      await said();
      const { text } = await readClipboard(page);
      expect(text).toContain('1. Person 1 – 78%\n');
      expect(text).toContain('✓ marine biologist · ? German · ✓ mapping · ✗ Not Deloitte');
      expect(text).not.toMatch(/Okonkwo|linkedin/i);
      await press(toggle);
      await expect(page.getByRole('article').getByRole('heading')).toHaveText([
        'Ada Okonkwo 1',
        'Ada Okonkwo 2',
      ]);
    });
  });
});

test.describe('an answer with people', () => {
  test.use({ holding: { chats: [CHAT] } });

  test('is copied with its list as HTML and text, or as text alone where HTML is unsupported', async ({
    page,
    context,
  }) => {
    await page.goto('/');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await wordy(page).waitFor();
    const copy = page.getByRole('button', { name: 'Copy', exact: true });
    const said = await watchForText(page.locator('body'), 'Copied');
    await copy.click();
    await said();
    const { text = '', html = '' } = await readClipboard(page);
    expect(text).toMatch(/^Answer 1 of reefs\n\n1\. Ada Okonkwo 1 – 92%\n {3}Marine/);
    expect(text).toContain('\n\n3. <img src=x onerror=alert(1)> – 31%\n');
    const pasted = await page.evaluate((markup) => {
      const { body } = new DOMParser().parseFromString(markup, 'text/html');
      return {
        people: [...body.querySelectorAll('li')].map((item) => item.textContent),
        links: [...body.querySelectorAll('a')].map((link) => link.getAttribute('href')),
        active: body.querySelectorAll('img, script').length,
      };
    }, html);
    expect(pasted.people).toHaveLength(3);
    expect(pasted.people[1]).toMatch(/^Ada Okonkwo 2 – 84%/);
    expect(pasted.links).toEqual([WORDY.profileUrl, SHORT.profileUrl]);
    expect(pasted.active).toBe(0);
    await test.step('in a browser without ClipboardItem', async () => {
      await page.evaluate('navigator.clipboard.writeText(""); delete globalThis.ClipboardItem');
      await copy.click();
      await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(text);
    });
  });
});

test.describe('an answer without people', () => {
  const answer = 'No profiles found matching your criteria.';
  test.use({ holding: { chats: [{ id: 'chat_nobody', title: 'nobody', turns: 1, answer }] } });

  test('says so once, and suggests what to try next', async ({ page }) => {
    await page.goto('/');
    const advice = page.getByRole('region', { name: 'What to try next' });
    await expect(advice.getByRole('listitem')).toHaveText([/say more/i, /other words/i]);
    await expect(page.getByRole('main').getByText(/found/i)).toHaveCount(1);
  });
});
