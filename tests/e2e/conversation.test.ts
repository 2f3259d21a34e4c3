import type { Locator, Page } from '@playwright/test';
import { atBothSizes, atRest, expect, REQUEST, test } from './fixtures.ts';
import { ask, hold, inputOf, openSidebar, questionOf, send, watchForText } from './page.ts';
import { profileOf } from './seed.ts';

const FEW = [profileOf(1, 92), profileOf(2, 81), profileOf(3, 64)];
/** One stored chat with this many questions, each with its answer. */
const chatOf = (turns: number) => [{ id: 'chat_reefs', title: 'reefs', turns, profiles: FEW }];

const scrollerOf = (page: Page): Locator =>
  page
    .getByRole('list', { name: 'Messages' })
    .locator('xpath=ancestor::*[contains(@class, "overflow-y-auto")]');
const distanceToEnd = (page: Page) =>
  scrollerOf(page).evaluate(
    ({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop,
  );
const jumpOf = (page: Page) => page.getByRole('button', { name: 'Jump to latest' });
const heightOf = (locator: Locator) => locator.evaluate((element) => element.clientHeight);
/** The distance from the top of the window. */
const placeOf = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().top);

/** Scrolls up until a message is rendered. @returns the largest jump, in pixels, of the message being read on the way. */
const scrollBackTo = (page: Page, text: string): Promise<number> =>
  scrollerOf(page).evaluate(async (view, target) => {
    const STEP = 400;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const task = () => new Promise((resolve) => setTimeout(resolve));
    const isInSight = (item: Element) =>
      item.getBoundingClientRect().bottom > view.getBoundingClientRect().top;
    let leap = 0;
    while (!view.textContent.includes(target)) {
      const reading = [...view.querySelectorAll('ol[aria-label="Messages"] > li')].find(isInSight);
      const before = reading?.getBoundingClientRect().top ?? 0;
      view.scrollBy(0, -STEP);
      for (let frames = 0; frames < 3; frames += 1) await frame();
      // As a reader does, it scrolls between frames: within one, the page would hear of what has grown before it hears of the scroll.
      await task();
      const moved = (reading?.getBoundingClientRect().top ?? 0) - before;
      leap = Math.max(leap, Math.abs(moved - STEP));
    }
    return leap;
  }, text);

async function scrollUp(page: Page): Promise<void> {
  await page.getByRole('list', { name: 'Messages' }).hover();
  await page.mouse.wheel(0, -2_000);
  await jumpOf(page).waitFor();
}

test.describe('a conversation', () => {
  test('the input stays as high as its text when its width changes, and scrolls in a low window', async ({
    page,
  }) => {
    await page.goto('/');
    const input = inputOf(page);
    const inputHeight = () => heightOf(input);
    await input.fill('Chilean astronomers who have worked at an observatory in the Atacama. '.repeat(3));
    const height = await inputHeight();
    await page.setViewportSize({ width: 390, height: 844 });
    await expect.poll(inputHeight).toBeGreaterThan(height);
    await expect(input).toHaveCSS('overflow-y', 'hidden');
    await page.setViewportSize({ width: 390, height: 180 });
    await expect(input).toHaveCSS('overflow-y', 'auto');
  });

  test.describe('in a low window', () => {
    test.use({ holding: { chats: chatOf(6) }, viewport: { width: 720, height: 450 } });

    test('moves nothing while it is being pressed, and shows the way to its end on release', async ({
      page,
    }) => {
      await page.goto('/');
      await page.getByText('Answer 6 of reefs').waitFor();
      await jumpOf(page).click();
      await jumpOf(page).waitFor({ state: 'detached' });
      const scroller = scrollerOf(page);
      await scroller.hover();
      await page.mouse.down();
      await page.mouse.wheel(0, -2_000);
      await expect.poll(() => distanceToEnd(page)).toBeGreaterThan(300);
      await atRest(page);
      await expect(jumpOf(page)).toHaveCount(0);
      const height = await heightOf(scroller);
      await page.mouse.up();
      await jumpOf(page).waitFor();
      // No room is kept for it.
      expect(await heightOf(scroller)).toBeLessThan(height);
    });
  });

  atBothSizes(({ viewport, hasTouch }) => {
    test.describe('of 2,000 messages', () => {
      test.use({ holding: { chats: chatOf(1_000) } });

      test('opens at its end, scrolls back, and jumps to the latest', async ({ page }) => {
        await page.goto('/');
        await page.getByText('Answer 1000 of reefs').waitFor();
        expect(
          await page
            .getByRole('listitem')
            .filter({ hasText: /^Answer: Answer/ })
            .count(),
        ).toBeLessThan(50);
        await page.getByText('Showing 3 profile(s)').last().waitFor();
        expect(await scrollBackTo(page, 'Question 985 of reefs')).toBeLessThan(4);
        const reading = questionOf(page, 'Question 985 of reefs');
        const before = await placeOf(reading);
        await inputOf(page).pressSequentially('Chilean astronomers');
        await expect(inputOf(page)).toHaveValue('Chilean astronomers');
        expect(Math.abs((await placeOf(reading)) - before)).toBeLessThan(2);
        await jumpOf(page).click();
        await jumpOf(page).waitFor({ state: 'detached' });
        expect(await distanceToEnd(page)).toBeLessThan(100);
        await ask(page, REQUEST);
        await questionOf(page, REQUEST).waitFor();
        await (await openSidebar(page)).getByText('· 2,002 messages').waitFor();
      });
    });

    test.describe('of twelve messages', () => {
      test.use({ holding: { chats: chatOf(6) } });

      test('shows a new question wherever the reader is, and then does not move a reader who scrolls up', async ({
        page,
      }) => {
        await page.goto('/');
        await page.getByText('Answer 6 of reefs').waitFor();
        await scrollUp(page);
        const release = await hold(page, '**/api/searches');
        await send(page, REQUEST);
        await page.getByRole('region', { name: 'Search progress' }).waitFor();
        await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
        await scrollUp(page);
        const read = await page.evaluateHandle(() =>
          document.elementFromPoint(innerWidth / 2, innerHeight / 2),
        );
        const place = () => read.evaluate((element) => element?.getBoundingClientRect().top);
        const before = await place();
        release();
        await page.getByPlaceholder('Message Expertscope...').waitFor();
        // Not the scroll offset: late layout above may change that.
        expect(await place()).toBe(before);
        await jumpOf(page).click();
        await expect.poll(() => distanceToEnd(page)).toBeLessThan(2);
        await test.step('and keeps the start of the newest turn in view as its answer arrives', async () => {
          const next = 'Peruvian economists in Lima';
          await ask(page, next);
          const question = questionOf(page, next);
          await expect.poll(() => placeOf(question)).toBeLessThan(viewport.height / 3);
          expect(await placeOf(question)).toBeGreaterThan(0);
          await jumpOf(page).waitFor();
        });
      });
    });

    test.describe('of two chats, each of four messages', () => {
      test.use({
        holding: {
          chats: ['reefs', 'stars'].map((title) => ({ id: `chat_${title}`, title, turns: 2, profiles: FEW })),
        },
      });

      test('rates and copies an older answer, keeps a draft per chat, and does not send while composing', async ({
        page,
        context,
      }) => {
        await test.step('Copy, Good and Bad appear on hover, keyboard focus and touch screens', async () => {
          await page.goto('/');
          await context.grantPermissions(['clipboard-read', 'clipboard-write']);
          const older = page.getByRole('listitem').filter({ hasText: 'Answer 1 of reefs' });
          const actions = older.getByRole('toolbar', { name: 'Message actions' });
          const opacity = () => actions.evaluate((element) => getComputedStyle(element).opacity);
          const good = older.getByRole('button', { name: 'Good' });
          await actions.waitFor();
          await expect(page.getByText('Showing 3 profile(s)')).toHaveCount(2);
          expect(await opacity()).toBe(hasTouch ? '1' : '0');
          if (hasTouch) await good.tap();
          else {
            // The target must not move, as the pointer does not follow a scrolling page.
            await atRest(page);
            await older.hover();
            await expect.poll(opacity).toBe('1');
            await good.click();
          }
          await older.getByRole('button', { name: 'Good', pressed: true }).waitFor();
          await page.reload();
          await older.getByRole('button', { name: 'Good', pressed: true }).waitFor();
          await good.focus();
          await page.keyboard.press('Enter');
          await older.getByRole('button', { name: 'Good', pressed: false }).waitFor();
          await page.keyboard.press('Tab');
          await page.keyboard.press('Space');
          await older.getByRole('button', { name: 'Bad', pressed: true }).waitFor();
          await page.keyboard.press('Shift+Tab');
          await page.keyboard.press('Shift+Tab');
          const said = await watchForText(older, 'Copied');
          await page.keyboard.press('Enter');
          await said();
          expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^Answer 1 of reefs\n/);
          await page.reload();
          await older.getByRole('button', { name: 'Bad', pressed: true }).waitFor();
        });
        await test.step('a draft for each chat and for the start screen, across reloads', async () => {
          const choose = async (title: string) => {
            const sidebar = await openSidebar(page);
            await sidebar.getByRole('link', { name: new RegExp(`^${title} `) }).click();
            await page.getByText(`Answer 2 of ${title}`).waitFor();
          };
          await page.getByText('Answer 2 of reefs').waitFor();
          await inputOf(page).fill('only those who dive');
          await choose('stars');
          await expect(inputOf(page)).toHaveValue('');
          await inputOf(page).fill('only in Chile');
          await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
          await page.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
          await expect(inputOf(page)).toHaveValue('');
          await inputOf(page).fill('Peruvian economists');
          await page.reload();
          await page.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
          await expect(inputOf(page)).toHaveValue('Peruvian economists');
          await choose('reefs');
          await expect(inputOf(page)).toHaveValue('only those who dive');
          await page.reload();
          await choose('stars');
          await expect(inputOf(page)).toHaveValue('only in Chile');
        });
        await test.step('an Enter that confirms a word in an input method does not send', async () => {
          const stored = () => page.evaluate(() => localStorage.getItem('expertscope_messages'));
          const before = await stored();
          await inputOf(page).fill('');
          await inputOf(page).click();
          const method = await context.newCDPSession(page);
          const compose = (text: string) =>
            method.send('Input.imeSetComposition', {
              text,
              selectionStart: text.length,
              selectionEnd: text.length,
            });
          const enter = { key: 'Enter', code: 'Enter', windowsVirtualKeyCode: 13 };
          await compose('せいぶつ');
          // As an input method passes it on: a key that inserts nothing.
          await method.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...enter });
          await method.send('Input.dispatchKeyEvent', { type: 'keyUp', ...enter });
          await expect(page.getByText('Initializing AI systems...')).toHaveCount(0);
          await method.send('Input.insertText', { text: '生物学者' });
          await expect(inputOf(page)).toHaveValue('生物学者');
          expect(await stored()).toBe(before);
          await inputOf(page).press('Enter');
          await questionOf(page, '生物学者').waitFor();
          await expect(inputOf(page)).toHaveValue('');
        });
      });
    });
  });
});

test.describe('the reading position in a chat', () => {
  const people = Array.from({ length: 8 }, (_, index) => profileOf(index + 1, 95 - index));
  test.use({
    stackOptions: { environment: { PACING: 'steps' } },
    holding: {
      chats: [
        { id: 'chat_reefs', title: 'reefs', turns: 4, profiles: people },
        { id: 'chat_divers', title: 'divers', turns: 1, profiles: people },
      ],
    },
  });

  test('is restored when the person returns, unless something has been said since', async ({
    page,
    pace,
  }) => {
    const answer = page.getByRole('listitem').filter({ hasText: 'Answer 2 of reefs' });
    const card = answer.getByRole('article').nth(4);
    const place = async () => Math.round(await placeOf(card));
    await page.goto('/chat/chat_reefs');
    await page.getByText('Showing 8 profile(s)').last().waitFor();
    await scrollBackTo(page, 'Answer 2 of reefs');
    await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await atRest(page);
    const sidebar = await openSidebar(page);
    const before = await place();
    await test.step('from the lists', async () => {
      await sidebar.getByRole('link', { name: 'Lists' }).click();
      await page.getByRole('link', { name: 'Back to chats' }).click();
      await expect.poll(place).toBe(before);
    });
    await test.step('from another chat', async () => {
      const divers = sidebar.getByRole('link', { name: /^divers/ });
      await divers.click();
      await page.getByText('Answer 1 of divers').waitFor();
      // The position may have been restored between pressing and clicking.
      await expect(divers).toBeFocused();
      await page.goBack();
      await expect.poll(place).toBe(before);
      await expect(answer.getByRole('article').and(page.locator(':focus'))).toHaveCount(1);
      await page.goForward();
      await expect(page.getByText('Answer 1 of divers')).toBeVisible();
      await expect(page.locator('[data-message]:focus, [data-message] article:focus')).toBeInViewport();
      await page.goBack();
      await expect.poll(place).toBe(before);
    });
    await test.step('after the skip link, which leaves its target in the address', async () => {
      const skip = page.getByRole('link', { name: 'Skip to the message input' });
      await skip.focus();
      await page.keyboard.press('Enter');
      await expect(inputOf(page)).toBeFocused();
      await sidebar.getByRole('link', { name: /^divers/ }).click();
      await page.getByText('Answer 1 of divers').waitFor();
      await page.goBack();
      await expect.poll(place).toBe(before);
      await expect(answer.getByRole('article').and(page.locator(':focus'))).toHaveCount(1);
    });
    await test.step('with a new answer in the meantime', async () => {
      await send(page, REQUEST);
      await sidebar.getByRole('link', { name: /^divers/ }).click();
      await page.getByText('Answer 1 of divers').waitFor();
      // Only after the chat has been left: an answer that is watched arriving is not new.
      pace.finish();
      await sidebar.getByText('New answer').waitFor();
      await expect(sidebar.getByRole('link', { name: /^divers/ })).toBeFocused();
      await sidebar.getByRole('link', { name: /^reefs/ }).click();
      await expect(questionOf(page, REQUEST)).toBeInViewport();
    });
  });
});

test.describe('a phone’s sidebar', () => {
  const people = Array.from({ length: 8 }, (_, index) => profileOf(index + 1, 95 - index));
  test.use({
    viewport: { width: 390, height: 844 },
    isMobile: true,
    hasTouch: true,
    holding: { chats: [{ id: 'chat_reefs', title: 'reefs', turns: 1, profiles: people }] },
  });

  test('has fields with text so large that iOS does not zoom in', async ({ page }) => {
    await page.goto('/');
    await page.getByText('Showing 8 profile(s)').waitFor();
    await page.getByRole('button', { name: 'Open sidebar' }).click();
    await page.getByRole('button', { name: 'Search' }).click();
    await page.getByRole('dialog').getByRole('combobox').waitFor();
    const fields = page.locator('textarea, input:not([type="checkbox"])');
    const sizes = await fields.evaluateAll((all) =>
      all.map((field) => Number.parseFloat(getComputedStyle(field).fontSize)),
    );
    expect(sizes.length).toBeGreaterThan(1);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(16);
  });

  test('opens and closes without moving the content', async ({ page }) => {
    const card = page.getByRole('article').nth(4);
    await page.goto('/');
    await page.getByText('Showing 8 profile(s)').waitFor();
    await card.evaluate((element) => element.scrollIntoView({ block: 'center', behavior: 'instant' }));
    await atRest(page);
    const before = await placeOf(card);
    const opener = page.getByRole('button', { name: 'Open sidebar' });
    // By coordinates, since a locator’s tap would scroll first.
    const { x, y, width, height } = (await opener.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    await page.touchscreen.tap(x + width / 2, y + height / 2);
    await page.getByRole('button', { name: 'New chat' }).waitFor();
    expect(await placeOf(card)).toBe(before);
    await page.keyboard.press('Escape');
    await expect(opener).toBeFocused();
    expect(await placeOf(card)).toBe(before);
  });
});
