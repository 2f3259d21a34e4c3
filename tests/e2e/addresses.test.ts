import type { Page } from '@playwright/test';
import { arriveSignedIn, completeSignIn, signOut } from './accounts.ts';
import { expect, REQUEST, test } from './fixtures.ts';
import {
  answerOf,
  ask,
  chooseFor,
  comeBack,
  entryOf,
  goToBackground,
  hold,
  inputOf,
  openSidebar,
  rename,
  startOf,
} from './page.ts';

const notFoundOf = (page: Page) => page.getByRole('heading', { name: 'Oops! Page not found' });
const copyOf = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Copy' }).last();
const CHAT = /\/chat\/chat_[\w-]+$/;

test.describe('a chat’s URL without an account', () => {
  test.use({
    holding: {
      chats: [
        { id: 'chat_reefs', title: 'reefs', turns: 2 },
        { id: 'chat_stars', title: 'stars', turns: 1 },
        { id: 'chat_moons', title: 'moons', turns: 1 },
      ],
    },
  });

  test('changes with the chat, and the chat with the URL', async ({ page, context }) => {
    const reefs = page.getByText('Answer 2 of reefs');
    const stars = page.getByText('Answer 1 of stars');

    await test.step('the start page redirects to the chat opened last', async () => {
      await page.goto('/login');
      await page.goto('/');
      await reefs.waitFor();
      await expect(page).toHaveURL('/chat/chat_reefs');
      await page.goBack();
      await page.getByRole('heading', { name: 'Welcome to Expertscope' }).waitFor();
      await page.goForward();
      await reefs.waitFor();
    });

    await test.step('back, forward and reload', async () => {
      await (await entryOf(page, /^stars /)).click();
      await stars.waitFor();
      await expect(page).toHaveURL('/chat/chat_stars');
      await expect(page).toHaveTitle('stars – Expertscope');
      await page.reload();
      await stars.waitFor();
      // The focused element disappears with its chat.
      await copyOf(page).focus();
      await page.goBack();
      await reefs.waitFor();
      await expect(inputOf(page)).toBeFocused();
      await expect(await entryOf(page, /^reefs /)).toHaveAttribute('aria-current', 'true');
      await page.goForward();
      await stars.waitFor();
      await expect(page).toHaveURL('/chat/chat_stars');
    });

    await test.step('each tab has its own chat', async () => {
      // A real link can be opened in a new tab. On a busy machine, headless Chromium loses one such click in thirty.
      const link = await (await entryOf(page, /^reefs /)).getAttribute('href');
      const second = await context.newPage();
      await second.goto(String(link));
      await second.getByText('Answer 2 of reefs').waitFor();
      await expect(second).toHaveURL('/chat/chat_reefs');
      await page.reload();
      await stars.waitFor();
      await second.close();
    });

    await test.step('“New chat” has the start URL, which precedes a search made there', async () => {
      await (await openSidebar(page)).getByRole('button', { name: 'New chat' }).click();
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
      await page.goBack();
      await stars.waitFor();
      await page.goForward();
      await startOf(page).waitFor();
      await page.reload();
      await startOf(page).waitFor();
      await ask(page, REQUEST);
      await expect(page).toHaveURL(CHAT);
      const address = page.url();
      await page.goBack();
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
      await page.goForward();
      await answerOf(page).waitFor();
      await expect(page).toHaveURL(address);
      await copyOf(page).focus();
      await page.goBack();
      await startOf(page).waitFor();
      await expect(inputOf(page)).toBeFocused();
      await page.goForward();
      await answerOf(page).waitFor();
    });

    await test.step('another screen and back', async () => {
      const address = page.url();
      await (await openSidebar(page)).getByRole('link', { name: 'Your data' }).click();
      await page.getByRole('link', { name: 'Back to chats' }).click();
      await answerOf(page).waitFor();
      await expect(page).toHaveURL(address);
    });

    await test.step('archived chats keep their URL, deleted ones lose it', async () => {
      await (await entryOf(page, /^stars /)).click();
      await stars.waitFor();
      await chooseFor(page, 'stars', 'Archive');
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
      await page.goto('/chat/chat_stars');
      await stars.waitFor();
      await expect(await entryOf(page, /^stars /)).toHaveCount(0);
      const archived = page.getByRole('status').filter({ hasText: 'This chat is archived' });
      await page.keyboard.press('ControlOrMeta+k');
      await page.getByRole('option', { name: 'Restore this chat' }).click();
      await expect(archived).toHaveCount(0);
      await (await entryOf(page, /^stars /)).waitFor();
      await chooseFor(page, 'stars', 'Archive');
      await startOf(page).waitFor();
      await page.goto('/chat/chat_stars');
      await archived.getByRole('button', { name: 'Restore' }).click();
      await expect(archived).toHaveCount(0);
      await expect(inputOf(page)).toBeFocused();
      await (await entryOf(page, /^stars /)).waitFor();
      await (await entryOf(page, /^reefs /)).click();
      await reefs.waitFor();
      await chooseFor(page, 'reefs', 'Delete');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
    });

    await test.step('an unknown chat is reported, with a link home', async () => {
      for (const path of ['/chat/chat_reefs', '/chat/chat_unknown', '/chat/nothing']) {
        await page.goto(path);
        await notFoundOf(page).waitFor();
        await page.getByText(path).waitFor();
      }
      await page.getByRole('link', { name: 'Return to Home' }).click();
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
      await page.goto('/chat/chat_unknown');
      await notFoundOf(page).waitFor();
      await page.evaluate(() => history.pushState(null, '', '/chat/chat_moons'));
      await page.getByText('Answer 1 of moons').waitFor();
      await page.goBack();
      await notFoundOf(page).waitFor();
    });
  });

  test('stays when a menu’s item is double-clicked above another chat, at any speed', async ({ page }) => {
    await page.goto('/chat/chat_reefs');
    await page.getByText('Answer 2 of reefs').waitFor();
    const sidebar = await openSidebar(page);
    const dialog = page.getByRole('dialog', { name: 'Enter new chat title:' });
    for (const isSlow of [false, true]) {
      await sidebar.getByRole('button', { name: 'Options for stars' }).click();
      await page.getByRole('menuitem', { name: 'Rename' }).click({ position: { x: 8, y: 8 } });
      if (isSlow) await dialog.waitFor();
      else await page.getByRole('menu').waitFor({ state: 'hidden' });
      await page.mouse.down({ clickCount: 2 });
      await page.mouse.up({ clickCount: 2 });
      await expect(dialog).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await expect(page).toHaveURL('/chat/chat_reefs');
    }
    // The next click on the same spot opens the chat there.
    await page.mouse.down();
    await page.mouse.up();
    await page.getByText('Answer 1 of moons').waitFor();
  });

  test('leaves what was typed there to the start screen, once the chat was deleted while the tab was elsewhere', async ({
    page,
    context,
  }) => {
    await page.goto('/chat/chat_moons');
    await page.getByText('Answer 1 of moons').waitFor();
    await inputOf(page).fill('only in Lima');
    await page.goto('about:blank');
    const other = await context.newPage();
    await other.goto('/chat/chat_moons');
    await chooseFor(other, 'moons', 'Delete');
    await other.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
    await startOf(other).waitFor();
    await page.goto('/chat/chat_moons');
    await notFoundOf(page).waitFor();
    await page.reload();
    await notFoundOf(page).waitFor();
    await page.getByRole('link', { name: 'Return to Home' }).click();
    await startOf(page).waitFor();
    await expect(inputOf(page)).toHaveValue('only in Lima');
  });
});

/** Creates chats through the API as the person signed in on the page. */
async function chatsOf(page: Page) {
  const asking = page.waitForRequest((request) => request.headers()['x-auth-token'] !== undefined);
  await page.reload();
  const headers = { 'x-auth-token': (await asking).headers()['x-auth-token'] ?? '' };
  const post = async (path: string, data: object) =>
    expect((await page.request.post(`/api/chats${path}`, { headers, data })).status()).toBe(201);
  let said = 0;
  const say = (chatId: string, role: 'user' | 'assistant', content: string) => {
    said += 1;
    return post(`/${chatId}/messages`, { id: `msg_${chatId}_${said}`, role, content });
  };
  return {
    /** A chat long enough to scroll. */
    make: async (id: string, title: string) => {
      await post('', { id, title });
      await say(id, 'user', `Question of ${title}`);
      await say(id, 'assistant', `Answer of ${title}.${'\n\nIt goes on.'.repeat(60)}`);
    },
    say,
  };
}

test.describe('a chat’s URL in an account', () => {
  test('shows that the chat is loading, works for its owner only, and is left at sign-out', async ({
    page,
    stack,
    browser,
  }) => {
    const person = await arriveSignedIn(page, stack);
    await (await chatsOf(page)).make('chat_reefs_of_one', 'reefs');
    const answer = page.getByText('Answer of reefs.');

    await test.step('while the chats are loading', async () => {
      const release = await hold(page, '**/api/chats');
      await page.goto('/chat/chat_reefs_of_one');
      await page.getByRole('heading', { name: 'Loading messages' }).waitFor();
      await expect(notFoundOf(page).or(startOf(page))).toHaveCount(0);
      release();
      await answer.waitFor();
    });

    await test.step('for another person', async () => {
      const other = await browser.newPage({ baseURL: stack.url });
      await other.goto('/chat/chat_reefs_of_one');
      await notFoundOf(other).waitFor();
      await arriveSignedIn(other, stack);
      await other.goto('/chat/chat_reefs_of_one');
      await notFoundOf(other).waitFor();
      await other.context().close();
    });

    await test.step('after signing out', async () => {
      await signOut(page);
      await startOf(page).waitFor();
      await expect(page).toHaveURL('/');
      await page.goto('/chat/chat_reefs_of_one');
      await notFoundOf(page).waitFor();
    });

    await test.step('and signing in returns to it, whatever was visited in between', async () => {
      await expect(page.getByText('If it is yours, sign in.')).toBeVisible();
      await page.getByRole('link', { name: 'sign in', exact: true }).click();
      await page.getByLabel('Email').fill(person.email);
      await page.getByRole('link', { name: 'Forgot your password?' }).click();
      await page.getByRole('heading', { name: 'Reset your password' }).waitFor();
      await expect(page.getByLabel('Email')).toHaveValue(person.email);
      await page.goBack();
      await expect(page.getByLabel('Email')).toHaveValue(person.email);
      await page.getByRole('link', { name: 'Create one' }).click();
      await page.getByRole('heading', { name: 'Create your account' }).waitFor();
      await expect(page.getByLabel('Email')).toHaveValue(person.email);
      await page.getByRole('link', { name: 'Sign in', exact: true }).click();
      await completeSignIn(page, person);
      await answer.waitFor();
      await expect(page).toHaveURL('/chat/chat_reefs_of_one');
    });
  });
});

test.describe('the pages of one account', () => {
  const scrollerOf = (page: Page) => page.getByRole('list', { name: 'Messages' }).locator('xpath=../../..');

  test('pick up changes from another tab and device without disturbing the person', async ({
    page: here,
    context,
    stack,
    browser,
  }) => {
    const person = await arriveSignedIn(here, stack);
    const chats = await chatsOf(here);
    await chats.make('chat_reefs_shared', 'reefs');
    await chats.make('chat_stars_shared', 'stars');
    const tab = await context.newPage();
    await tab.goto('/chat/chat_reefs_shared');
    await tab.getByText('Answer of reefs.').waitFor();
    await here.goto('/chat/chat_stars_shared');
    await here.getByText('Answer of stars.').waitFor();

    await test.step('another tab: renames and searches', async () => {
      await inputOf(tab).fill('half a thought');
      await scrollerOf(tab).evaluate((view) => view.scrollTo({ top: 40 }));
      await rename(here, 'stars', 'far stars');
      await (await entryOf(tab, /^far stars /)).waitFor();
      await (await openSidebar(here)).getByRole('button', { name: 'New chat' }).click();
      await ask(here, REQUEST);
      await (await entryOf(tab, /^German marine biologists .* · 2 messages/)).waitFor();
    });

    await test.step('scroll position and draft stay, even when the open chat continues elsewhere', async () => {
      await (await entryOf(here, /^reefs /)).click();
      await ask(here, REQUEST);
      await tab.getByText(`You asked: ${REQUEST}`).waitFor({ state: 'attached' });
      await answerOf(tab).waitFor({ state: 'attached' });
      expect(await scrollerOf(tab).evaluate((view) => view.scrollTop)).toBe(40);
      await expect(inputOf(tab)).toHaveValue('half a thought');
      await expect(inputOf(tab)).toBeFocused();
    });

    await test.step('another tab: archiving, and deleting the open chat', async () => {
      await chooseFor(here, 'far stars', 'Archive');
      await expect(await entryOf(tab, /^far stars /)).toHaveCount(0);
      await chooseFor(here, 'reefs', 'Delete');
      await here.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
      await startOf(tab).waitFor();
      await expect(tab).toHaveURL('/');
      await expect(inputOf(tab)).toHaveValue('half a thought');
    });

    await test.step('another device, once the page is in the foreground again', async () => {
      const device = await browser.newPage({ baseURL: stack.url });
      await arriveSignedIn(device, stack, person);
      await goToBackground(here);
      const saved = device.waitForResponse((response) => response.request().method() === 'PATCH');
      await rename(device, REQUEST, 'sea people');
      // The dialog closes, and the new title shows, before it is stored.
      await saved;
      await comeBack(here);
      await (await entryOf(here, /^sea people /)).waitFor();
      await device.context().close();
    });
  });
});
