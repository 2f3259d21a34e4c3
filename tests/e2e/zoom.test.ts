import type { Locator, Page } from '@playwright/test';
import { arriveSignedIn, sendRejected } from './accounts.ts';
import { expectAccessibleLayout, expectContrast } from './axe.ts';
import { expect, REQUEST, test } from './fixtures.ts';
import {
  boxOf,
  chooseFor,
  closeSidebar,
  inputOf,
  keepToasts,
  middleOf,
  OTHER_SCREENS,
  openSidebar,
  send,
  showScreen,
} from './page.ts';
import { CRITERIA, nameOf, profileOf, VERDICTS } from './seed.ts';

interface Enlarged {
  name: string;
  viewport: { width: number; height: number };
  /** Text size in per cent; WCAG 1.4.4 requires twice the usual size. */
  text: number;
}

/** A 1440 × 900 laptop window at 200 %, the minimum for WCAG 1.4.10, and large text in windows of usual sizes. */
const ENLARGED: readonly Enlarged[] = [
  { name: 'in a window of 720 × 450', viewport: { width: 720, height: 450 }, text: 100 },
  { name: 'in a window of 320 × 568', viewport: { width: 320, height: 568 }, text: 100 },
  { name: 'in a window of 320 × 256', viewport: { width: 320, height: 256 }, text: 100 },
  { name: 'with text of 200 % on a phone', viewport: { width: 390, height: 844 }, text: 200 },
  { name: 'with text of 200 % on a laptop', viewport: { width: 1440, height: 900 }, text: 200 },
];

/** Applies CSS as the page’s own, since its policy allows no external styles. */
const adopt = (css: string) => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(css);
  document.adoptedStyleSheets = [sheet];
};

const PROFILES = [
  { ...profileOf(1, 92), isVerified: true, verdicts: VERDICTS },
  profileOf(2, 81),
  profileOf(3, 74),
  profileOf(4, 31),
];
const CHAT = {
  id: 'chat_reefs',
  title: 'reefs',
  turns: 1,
  profiles: PROFILES,
  data: { criteria: CRITERIA, sensitive: ['German'] },
};

/** One note contains a URL that fits on no line. */
const LIST = {
  id: 'list_reefs',
  name: 'Shortlist',
  people: PROFILES.map((profile, index) => ({
    profile,
    note: index === 0 ? `See https://reefs.example/${'people/'.repeat(12)}` : '',
  })),
  data: { criteria: CRITERIA },
};

/** WCAG 1.4.12: the spacing a person may set without losing anything. */
const TEXT_SPACING = `
  * { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important; }
  p { margin-block-end: 2em !important; }
`;

/** Reports whatever makes a page unusable in its window: horizontal scrolling, and controls that are out of reach or covered. */
const findBarriers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    const scope =
      document.querySelector('dialog[open], [role="menu"], :popover-open:not([aria-hidden])') ??
      document.body;
    const controls = scope.querySelectorAll<HTMLElement>('a, button, input, textarea, [role^="menuitem"]');
    const isThere = (control: HTMLElement) =>
      control.checkVisibility({ visibilityProperty: true }) && control.closest('[inert]') === null;
    const barrierTo = (control: HTMLElement) => {
      control.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' });
      const { left, right, top, bottom } = control.getBoundingClientRect();
      const name = `${control.tagName} ${control.ariaLabel ?? control.textContent.slice(0, 40)}`;
      if (left < 0 || right > innerWidth) return `${name} reaches from ${left} to ${right}.`;
      const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
      const isHit = hit !== null && (control.contains(hit) || hit.contains(control));
      return isHit ? [] : `${name} is covered by ${hit?.outerHTML.slice(0, 80)}.`;
    };
    const width = scrollWidth > clientWidth ? `The page is ${scrollWidth} wide.` : [];
    return [width, ...[...controls].filter(isThere).map(barrierTo)].flat();
  });

/** Elements whose own box hides part of their text without an ellipsis. */
const findCutText = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY, textOverflow, webkitLineClamp } = getComputedStyle(element);
      const isMeant = textOverflow === 'ellipsis' || webkitLineClamp !== 'none' || element.clientHeight <= 4;
      const { scrollWidth, clientWidth, scrollHeight, clientHeight } = element;
      const isWider = overflowX === 'hidden' && scrollWidth > clientWidth + 1;
      return !isMeant && (isWider || (overflowY === 'hidden' && scrollHeight > clientHeight + 1));
    };
    const elements = [...document.querySelectorAll<HTMLElement>('body *')];
    const shown = elements.filter((element) => element.checkVisibility() && !element.closest('.sr-only'));
    return shown.filter(isCut).map((element) => element.outerHTML.slice(0, 120));
  });

/** Texts in columns of so few letters that they are unreadable. */
const findSlivers = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const LETTERS_A_LINE = 4;
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const isShown =
        node.parentElement?.checkVisibility() && !node.parentElement.closest('.sr-only, script');
      if (text.length < LETTERS_A_LINE || !isShown) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size;
      if (lines > 1 && text.length / lines < LETTERS_A_LINE) found.push(`${lines} lines: ${text}`);
    }
    return found;
  });

/** Names in a table’s rows of which fewer letters are readable, even if they end in an ellipsis. */
const findLostNames = (page: Page, letters = 7): Promise<string[]> =>
  page.getByRole('rowheader').evaluateAll((headers, least) => {
    return headers.flatMap((header) => {
      const name = header.querySelector('button');
      const text = name?.firstChild;
      const frame = name?.getBoundingClientRect();
      if (!text || frame === undefined) return [`${header.textContent} has no name.`];
      const range = document.createRange();
      range.setStart(text, 0);
      range.setEnd(text, least);
      return range.getBoundingClientRect().right > frame.right
        ? [`${frame.width} px: ${text.textContent}`]
        : [];
    });
  }, letters);

async function expectUsable(page: Page): Promise<void> {
  await expect.poll(() => findBarriers(page)).toEqual([]);
  await expect.poll(() => findSlivers(page)).toEqual([]);
  await expect.poll(() => findCutText(page)).toEqual([]);
  await expectAccessibleLayout(page);
}

/** Where the focus is, if none of it can be seen. */
const findHiddenFocus = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => {
    const { activeElement: focused } = document;
    if (focused === null) return 'nowhere';
    const { left, top, width, height } = focused.getBoundingClientRect();
    const parts = [0.05, 0.25, 0.5, 0.75, 0.95];
    const hits = parts.flatMap((x) =>
      parts.map((y) => document.elementFromPoint(left + x * width, top + y * height)),
    );
    return hits.some((hit) => focused.contains(hit)) ? undefined : focused.textContent.slice(0, 40);
  });

/** Expects a text in a column wide enough to read, whatever is beside it. */
async function expectReadable(text: Locator): Promise<void> {
  await expect(async () => {
    const { left, right } = await boxOf(text);
    expect(right - left).toBeGreaterThan(120);
  }).toPass();
}

/** Messages rendered behind the control. */
const findTextUnder = async (control: Locator): Promise<string[]> =>
  control.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const places = [left + 1, (left + right) / 2, right - 1].flatMap((x) =>
      [top + 1, bottom - 1].map((y) => [x, y] as const),
    );
    const under = places.flatMap(([x, y]) => document.elementsFromPoint(x, y));
    return under.filter((one) => one.closest('ol') !== null).map((one) => one.outerHTML.slice(0, 80));
  });

async function open(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
}
/** Opens a chat and unfolds its directory. */
async function openDirectory(page: Page): Promise<void> {
  await open(page);
  await page.getByText('Showing 4 profile(s)').waitFor();
  await page.getByRole('button', { name: 'Other Relevant Profiles' }).click();
}

/** Runs `look` in every enlarged window, one after the other. */
async function whenEnlarged(page: Page, look: (enlarged: Enlarged) => Promise<void>): Promise<void> {
  for (const enlarged of ENLARGED)
    await test.step(enlarged.name, async () => {
      await page.setViewportSize(enlarged.viewport);
      await page.evaluate(adopt, `html { font-size: ${enlarged.text}% !important; }`);
      await look(enlarged);
    });
}

test.describe('an enlarged page', () => {
  test('shows the start screen, its sidebar and its menus in full', async ({ page }) => {
    await open(page);
    await whenEnlarged(page, async ({ text }) => {
      await expectUsable(page);
      await page.getByRole('button', { name: 'Theme' }).click();
      await page.getByRole('menuitemradio', { name: 'System' }).waitFor();
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Simulated providers' }).click();
      await expect.poll(() => findBarriers(page)).toEqual([]);
      await page.keyboard.press('Escape');
      const sidebar = await openSidebar(page);
      await expectUsable(page);
      await sidebar.getByRole('button', { name: 'Shortcuts' }).click();
      const shortcuts = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
      await shortcuts.waitFor();
      await expectUsable(page);
      if (text === 100)
        for (const label of await shortcuts.getByRole('term').all())
          expect(await middleOf(label.locator('xpath=following-sibling::dd'))).toBe(await middleOf(label));
      await page.keyboard.press('Escape');
      await expect(shortcuts).toHaveCount(0);
      await closeSidebar(page);
    });
  });

  test.describe('with a search', () => {
    test.use({ stackOptions: { environment: { PACING: 'steps' } } });

    test('shows a running search, its results, and its chat’s dialogs in full', async ({ page, pace }) => {
      await open(page);
      await send(page, REQUEST);
      await page.getByText('Analyzing Search Query', { exact: true }).waitFor();
      await page.getByRole('button', { name: 'Stop search' }).waitFor();
      await whenEnlarged(page, () => expectUsable(page));
      pace.finish();
      await page.getByPlaceholder('Message Expertscope...').waitFor();
      await whenEnlarged(page, async ({ viewport }) => {
        await expectUsable(page);
        const list = page.getByRole('list', { name: 'Messages' });
        const room = await list.evaluate((element) => element.closest('.overflow-y-auto')?.clientHeight);
        expect(room).toBeGreaterThan(viewport.height / 3);
        await inputOf(page).fill('One line of many.\n'.repeat(20));
        await expect.poll(() => findBarriers(page)).toEqual([]);
        await inputOf(page).fill('');
      });
      await chooseFor(page, REQUEST, 'Rename');
      await page.getByRole('dialog', { name: 'Enter new chat title:' }).waitFor();
      await whenEnlarged(page, () => expectUsable(page));
      await page.keyboard.press('Escape');
      await chooseFor(page, REQUEST, 'Delete');
      await page.getByRole('alertdialog').waitFor();
      await whenEnlarged(page, () => expectUsable(page));
    });

    test('shows the request that waits for it, and the input', async ({ page, pace: _ }) => {
      await open(page);
      await page.getByRole('switch', { name: 'Deep Research' }).click();
      await send(page, REQUEST);
      await page.getByPlaceholder('Your next request...').waitFor();
      await send(page, 'Chilean astronomers');
      const note = page.getByText('Will be sent with Deep Research when this search has ended');
      await note.waitFor();
      await whenEnlarged(page, async () => {
        await expectReadable(note);
        await expect(page.getByRole('button', { name: 'Take back' })).toBeInViewport({ ratio: 1 });
        await expect(inputOf(page)).toBeInViewport();
      });
    });
  });

  test('shows that the account has been deleted, and the input', async ({ page, stack }) => {
    const { email } = await arriveSignedIn(page, stack);
    await stack.cognito.deleteUser(email);
    await sendRejected(page, REQUEST);
    const notice = page.getByText('This account has been deleted. What you typed is kept.');
    await notice.waitFor();
    await whenEnlarged(page, async () => {
      await expectUsable(page);
      await expectReadable(notice);
      await expect(inputOf(page)).toBeInViewport();
    });
  });

  test.describe('with an archived chat', () => {
    const title = 'Marine biologists and cartographers in Queensland, second round';
    test.use({ holding: { chats: [{ ...CHAT, title, isArchived: true }] } });

    test('shows its title next to its buttons', async ({ page }) => {
      await page.goto('/archived');
      await page.getByRole('button', { name: `Restore ${title}` }).waitFor();
      await whenEnlarged(page, async () => {
        await expectUsable(page);
        await expectReadable(page.getByRole('main').getByText(title, { exact: true }));
      });
    });

    test('shows that it is archived, and the input', async ({ page }) => {
      await page.goto(`/chat/${CHAT.id}`);
      const notice = page.getByText('This chat is archived: it is not in the list of chats.');
      await notice.waitFor();
      await whenEnlarged(page, async () => {
        await expectUsable(page);
        await expectReadable(notice);
        await expect(inputOf(page)).toBeInViewport();
      });
    });
  });

  test('shows every other screen in full', async ({ page }) => {
    await page.goto('/login');
    for (const [path, heading] of OTHER_SCREENS) {
      await showScreen(page, path, heading);
      await whenEnlarged(page, () => expectUsable(page));
    }
  });

  test.describe('with a list', () => {
    test.use({ holding: { chats: [CHAT], lists: [LIST] } });

    test('shows it and the details of one person in full', async ({ page }) => {
      await page.goto(`/lists/${LIST.id}`);
      const rows = page.getByRole('list', { name: `People in ${LIST.name}` }).getByRole('article');
      await expect(rows).toHaveCount(PROFILES.length);
      await whenEnlarged(page, async () => {
        await expectUsable(page);
        await rows.first().getByRole('button', { name: 'Ada Okonkwo 1', exact: true }).click();
        await page.getByRole('dialog', { name: 'Profile of Ada Okonkwo 1' }).waitFor();
        await expectUsable(page);
        await page.getByRole('button', { name: 'Close profile' }).click();
      });
    });

    test('shows the control with the focus above a toast', async ({ page }) => {
      await keepToasts(page);
      await page.goto(`/lists/${LIST.id}`);
      await page.getByRole('button', { name: 'Take out of the list' }).last().press('Enter');
      const toast = page.getByRole('status').getByText('taken out of Shortlist').locator('..');
      await toast.waitFor();
      await whenEnlarged(page, async () => {
        await page.getByRole('link', { name: 'Back to chats' }).filter({ visible: true }).focus();
        const focused = page.locator(':focus');
        // The toast's own controls are the last ones.
        while (await focused.evaluate((one) => one.closest('[role="status"]') === null)) {
          await expect(async () => {
            expect((await boxOf(focused)).bottom).toBeLessThanOrEqual((await boxOf(toast)).top);
          }).toPass();
          await page.keyboard.press('Tab');
        }
      });
    });

    test('distinguishes it from other lists in forced colours', async ({ page }) => {
      await page.emulateMedia({ forcedColors: 'active' });
      await page.goto(`/lists/${LIST.id}`);
      const links = page.getByRole('navigation', { name: 'Lists' });
      const outlineOf = (name: string) =>
        links.getByRole('link', { name }).evaluate((link) => getComputedStyle(link).outlineStyle);
      await expect.poll(() => outlineOf(LIST.name)).toBe('solid');
      expect(await outlineOf('All lists')).toBe('none');
    });

    test.describe('and another of a long name', () => {
      const other = {
        ...LIST,
        id: 'list_maps',
        name: 'Marine biologists and cartographers in Queensland, second round',
      };
      test.use({ holding: { chats: [CHAT], lists: [LIST, other] } });

      test('shows the dialog that moves people there', async ({ page }) => {
        await page.goto(`/lists/${LIST.id}`);
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('checkbox', { name: `Select ${nameOf(1)}` }).check();
        await page.getByRole('button', { name: 'Move or copy' }).click();
        const dialog = page.getByRole('dialog');
        await dialog.getByRole('radio', { name: other.name }).waitFor();
        await whenEnlarged(page, async () => {
          await expectUsable(page);
          expect(await dialog.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
        });
      });
    });

    test.describe('with a person whose name is endless, on a phone', () => {
      const profile = { ...profileOf(1, 92), fullName: 'Wolfeschlegelsteinhausenbergerdorff'.repeat(3) };
      test.use({
        viewport: { width: 390, height: 844 },
        holding: { chats: [CHAT], lists: [{ ...LIST, people: [{ profile }] }] },
      });

      test('shows the buttons of a toast about them', async ({ page }) => {
        await page.goto(`/lists/${LIST.id}`);
        await page.getByRole('button', { name: 'Take out of the list' }).click();
        await expect(page.getByRole('button', { name: 'Undo' })).toBeInViewport({ ratio: 1 });
        await expect(page.getByRole('button', { name: 'Dismiss' })).toBeInViewport({ ratio: 1 });
      });
    });

    for (const path of [`/lists/${LIST.id}`, `/chat/${CHAT.id}`]) {
      test(`shows the names in a table at ${path} at every width of the window`, async ({ page }) => {
        await page.goto(path);
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await expect(page.getByRole('rowheader')).toHaveCount(PROFILES.length);
        // Text of 150 % is as wide in these windows as usual text in windows of 660 to 1280 pixels.
        for (const text of [100, 150]) {
          await page.evaluate(adopt, `html { font-size: ${text}% !important; }`);
          for (let width = 1920; width >= 990; width -= 30) {
            await page.setViewportSize({ width, height: 800 });
            await expect
              .poll(() => findLostNames(page, nameOf(1).length), `${width} px, ${text} %`)
              .toEqual([]);
          }
        }
      });

      test(`shows the names and scores in a table at ${path}`, async ({ page }) => {
        await page.goto(path);
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await expect(page.getByRole('rowheader')).toHaveCount(PROFILES.length);
        await whenEnlarged(page, async () => {
          await expectUsable(page);
          await expect.poll(() => findLostNames(page)).toEqual([]);
          await expect(page.getByRole('row').locator('[data-score]').filter({ visible: true })).toHaveCount(
            PROFILES.length,
          );
        });
      });
    }
  });

  test.describe('with twelve people', () => {
    const profiles = Array.from({ length: 12 }, (_, at) => profileOf(at + 1, 95 - at * 5));
    const people = profiles.map((profile) => ({ profile }));
    test.use({ holding: { chats: [{ ...CHAT, profiles }], lists: [{ ...LIST, people }] } });

    for (const path of [`/lists/${LIST.id}`, `/chat/${CHAT.id}`]) {
      test(`shows the focused row of a table at ${path} while others are selected`, async ({ page }) => {
        await page.goto(path);
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        await page.getByRole('checkbox', { name: `Select ${nameOf(1)}`, exact: true }).check();
        const rows = page.getByRole('grid').getByRole('row');
        await whenEnlarged(page, async () => {
          await rows.nth(1).focus();
          for (const key of ['ArrowDown', 'ArrowUp'])
            for (let step = 1; step < profiles.length; step += 1) {
              await page.keyboard.press(key);
              await expect.poll(() => findHiddenFocus(page), `${key} ${step}`).toBeUndefined();
            }
        });
      });
    }

    test('shows the row whose selection brings up the actions', async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 640 });
      await page.goto(`/lists/${LIST.id}`);
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      await page.getByRole('grid').getByRole('row').nth(1).focus();
      for (let step = 1; step < 8; step += 1) await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Space');
      await page.getByText('1 selected', { exact: true }).waitFor();
      await expect.poll(() => findHiddenFocus(page)).toBeUndefined();
    });
  });

  test.describe('with a list of a person whose place is written from right to left', () => {
    const place = 'תל אביב-יפו והסביבה, מחוז תל אביב, ישראל';
    const people = [{ profile: { ...profileOf(1, 92), location: place } }];
    test.use({ holding: { chats: [CHAT], lists: [{ ...LIST, people }] } });

    test('shows all lines of the place beside its pin', async ({ page }) => {
      await page.goto(`/lists/${LIST.id}`);
      await page.setViewportSize({ width: 320, height: 568 });
      const text = page.getByRole('article').getByText(place, { exact: true });
      const findLines = () =>
        text.evaluate((element) => {
          const range = document.createRange();
          range.selectNodeContents(element);
          const { left: start } = element.getBoundingClientRect();
          return [...range.getClientRects()].map(({ left }) => Math.round(left - start));
        });
      await expect.poll(findLines).toEqual([0, 0]);
    });
  });

  test.describe('with people of long names', () => {
    const names = [
      'María Fernanda Gutiérrez-Hernández',
      'Wolfeschlegelsteinhausenbergerdorff'.repeat(3),
      'محمد بن عبد الله',
    ];
    const profiles = names.map((fullName, at) => ({
      ...profileOf(at, 90 - at),
      verdicts: VERDICTS,
      fullName,
      headline: fullName,
    }));
    test.use({ holding: { chats: [{ ...CHAT, profiles }] } });

    for (const { name, viewport } of ENLARGED.filter(({ text }) => text === 100))
      test(`opens the comparison at its title ${name}`, async ({ page }) => {
        await page.setViewportSize(viewport);
        // The badge for the mode, which comes last, may put the page's content a line lower.
        await open(page);
        await page.getByRole('button', { name: 'Table', exact: true }).click();
        for (const each of names) await page.getByRole('checkbox', { name: `Select ${each}` }).check();
        await page.getByRole('button', { name: 'Compare' }).click();
        await expect(page.getByRole('region', { name: 'Comparison' })).toBeFocused();
        await expect(page.getByRole('heading', { name: 'Compare 3 people' })).toBeInViewport({ ratio: 1 });
      });

    test('shows them side by side', async ({ page }) => {
      await page.goto('/');
      await page.getByRole('button', { name: 'Table', exact: true }).click();
      for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check();
      await page.getByRole('button', { name: 'Compare' }).click();
      const dialog = page.getByRole('dialog');
      const evidence = dialog.getByText('Consultant at Deloitte').last();
      await whenEnlarged(page, async () => {
        await expectUsable(page);
        await evidence.scrollIntoViewIfNeeded();
        await expect(evidence).toBeInViewport({ ratio: 0.9 });
        await evidence.click({ trial: true });
      });
      // Its border is on the same side in text from right to left.
      const cells = dialog
        .getByRole('columnheader')
        .or(dialog.getByRole('cell'))
        .filter({ hasText: names[2] ?? '' });
      await expect(cells).toHaveCount(2);
      for (const cell of await cells.all()) await expect(cell).toHaveCSS('border-left-width', '1px');
    });
  });

  test.describe('with a directory', () => {
    test.use({ holding: { chats: [CHAT] } });

    test('shows it in full, and little else in a low window', async ({ page }) => {
      await openDirectory(page);
      await whenEnlarged(page, async ({ viewport, text }) => {
        await expectUsable(page);
        const bars = await boxOf(page.locator('[data-score] svg').first());
        expect(bars.right - bars.left).toBeCloseTo((12 * text) / 100, 0);
        const isLow = (viewport.height * 100) / text < 500;
        const deep = page.getByRole('switch', { name: 'Deep Research' });
        await page.getByText('Showing 4 profile(s)').scrollIntoViewIfNeeded();
        if (isLow) await expect(deep).not.toBeInViewport();
        else await expect(deep).toBeInViewport();
        await expect(inputOf(page)).toBeInViewport();
        const [lines] = await inputOf(page).evaluateAll((areas) =>
          areas.map((area) => area.clientHeight / Number.parseFloat(getComputedStyle(area).lineHeight)),
        );
        expect(lines).toBeGreaterThanOrEqual(1);
        expect(lines).toBeLessThan(2);
        await page.getByText('Question 1 of reefs').scrollIntoViewIfNeeded();
        await expect
          .poll(() => findTextUnder(page.getByRole('button', { name: 'Jump to latest' })))
          .toEqual([]);
      });
    });

    test.describe('on a laptop, with a second chat', () => {
      test.use({ holding: { chats: [CHAT, { id: 'chat_stars', title: 'stars', turns: 1 }] } });

      test('does not cover text with the button to the latest message', async ({ page }) => {
        await openDirectory(page);
        await page.getByText('Question 1 of reefs').scrollIntoViewIfNeeded();
        await expect
          .poll(() => findTextUnder(page.getByRole('button', { name: 'Jump to latest' })))
          .toEqual([]);
      });

      test('does not cover a control with a toast', async ({ page }) => {
        await page.setViewportSize({ width: 390, height: 844 });
        await keepToasts(page);
        await openDirectory(page);
        await chooseFor(page, 'stars', 'Archive');
        const toast = page.getByText('Chat archived');
        await toast.waitFor();
        await openSidebar(page);
        await expect.poll(() => findBarriers(page)).toEqual([]);
        await closeSidebar(page);
        await expect.poll(() => findBarriers(page)).toEqual([]);
        await expect(toast).toBeVisible();
      });
    });

    test.describe('on a phone', () => {
      test.use({ viewport: { width: 390, height: 844 } });

      test('loses no text and no control to wider spacing', async ({ page }) => {
        await openDirectory(page);
        const before = await findCutText(page);
        const nameInHeader = page.getByRole('main').getByText('Expertscope', { exact: true });
        for (const path of ['/', '/login', '/data']) {
          if (path !== '/') await page.goto(path);
          await page.getByRole('heading').first().waitFor();
          await page.evaluate(adopt, TEXT_SPACING);
          if (path === '/')
            expect(await nameInHeader.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0);
          expect(
            (await findCutText(page)).filter((text) => !before.includes(text)),
            path,
          ).toEqual([]);
          await expect.poll(() => findBarriers(page)).toEqual([]);
        }
      });
    });

    test.describe('on a phone on its side, above the keyboard', () => {
      test.use({ viewport: { width: 844, height: 170 } });

      test('leaves the window to what is edited', async ({ page }) => {
        await openDirectory(page);
        await page.getByRole('button', { name: 'Edit and resend' }).click();
        const question = page.getByRole('form', { name: 'Edit this question' });
        await expect(question.getByRole('textbox')).toBeFocused();
        await expect(inputOf(page)).toBeHidden();
        await question.scrollIntoViewIfNeeded();
        await expect(question).toBeInViewport({ ratio: 1 });
        await question.getByRole('button', { name: 'Cancel' }).click();
        await expect(inputOf(page)).toBeInViewport();
        await page.getByRole('button', { name: 'Add', exact: true }).click();
        const words = page.getByRole('textbox', { name: 'Words' });
        await expect(words).toBeFocused();
        await expect(inputOf(page)).toBeHidden();
        await words.fill('diving');
        await page
          .getByRole('region', { name: 'Criteria editor' })
          .getByRole('button', { name: 'Add' })
          .click();
        await page.getByRole('button', { name: /diving/ }).waitFor();
        await expect(inputOf(page)).toBeInViewport();
      });
    });

    test('distinguishes every state in forced colours', async ({ page }) => {
      await open(page);
      await page.getByText('Showing 4 profile(s)').waitFor();
      await page.emulateMedia({ forcedColors: 'active' });
      const edgeOf = (locator: Locator) =>
        locator.first().evaluate((element) => {
          const { outlineStyle, borderTopWidth } = getComputedStyle(element);
          return borderTopWidth === '0px' ? outlineStyle : 'border';
        });
      for (const [what, locator] of Object.entries({
        bubble: page.getByText('You asked: Question 1 of reefs').locator('..'),
        card: page.getByRole('article'),
        badge: page.getByText('Verified, 1 criterion not met'),
        verification: page
          .getByText('Verification:')
          .locator('xpath=ancestor::div[contains(@class, "bg-accent-soft")]'),
        score: page.locator('[data-score]'),
        tag: page.getByRole('listitem').filter({ hasText: /^mapping$/ }),
        heading: page.getByText('70%+ relevance'),
      }))
        expect(await edgeOf(locator), what).toMatch(/^(border|solid)$/);
      /** Expects an act to change how something looks. */
      async function expectChange(locator: Locator, act: () => Promise<void>) {
        const before = await locator.screenshot({ animations: 'disabled' });
        await act();
        expect((await locator.screenshot({ animations: 'disabled' })).equals(before)).toBe(false);
      }
      const length = page.getByRole('article').first().locator('footer [aria-hidden] > [style]');
      await expectChange(length.locator('..'), () => length.evaluate((rule) => rule.classList.add('hidden')));
      const deep = page.getByRole('switch', { name: 'Deep Research' });
      await expectChange(deep.locator('[aria-hidden]'), () => deep.click());
      const good = page.getByRole('button', { name: 'Good' });
      await page.mouse.move(0, 0);
      await expectChange(good, async () => {
        await good.click();
        await page.getByRole('button', { name: 'Good', pressed: true }).waitFor();
        await page.mouse.move(0, 0);
      });
      await page.getByRole('button', { name: /^marine biologist/ }).click();
      const needs = page.getByRole('group', { name: 'Asked for' });
      const outlineOf = (name: string) =>
        needs
          .locator('label')
          .filter({ hasText: name })
          .evaluate((label) => getComputedStyle(label).outlineStyle);
      expect([await outlineOf('Required'), await outlineOf('Nice to have')]).toEqual(['solid', 'none']);
      await page.keyboard.press('Escape');
      const entry = page.getByRole('link', { name: /^reefs / });
      await expectChange(entry, () => page.getByRole('button', { name: 'New chat' }).click());
      await page.getByRole('button', { name: 'Theme' }).focus();
      await page.keyboard.press('Enter');
      const light = page.getByRole('menuitemradio', { name: 'Light' });
      await page.locator('[role="menuitemradio"][data-highlighted]').waitFor();
      await expectChange(light, async () => {
        await page.keyboard.press('ArrowUp');
        await light.and(page.locator('[data-highlighted]')).waitFor();
      });
      const edge = await page.getByRole('menu').evaluate((menu) => getComputedStyle(menu).outlineStyle);
      expect(edge).toBe('solid');
    });

    test('shows stronger lines when more contrast is requested', async ({ page }) => {
      await open(page);
      await page.getByText('Showing 4 profile(s)').waitFor();
      const lineOf = () =>
        page
          .getByRole('article')
          .first()
          .evaluate((card) => getComputedStyle(card).borderTopColor);
      const before = await lineOf();
      await page.emulateMedia({ contrast: 'more' });
      await expect.poll(lineOf).not.toBe(before);
      await expectContrast(page);
    });
  });
});
