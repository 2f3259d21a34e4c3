import { renderToStaticMarkup } from 'react-dom/server';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { beginChat } from '#shared/chat.ts';
import { sessionShowing } from '#tests/web/gallery/shown-session.ts';
import { drawState, type ScreenState } from '#tests/web/gallery/states.ts';
import { textOf } from '#tests/web/text-of.ts';
import { fetchChatNotes, NoticeArea } from '#web/features/chats/components/announcements.tsx';
import { fetchChatList, Sidebar, SignedOut } from '#web/features/chats/components/index.ts';
import { Notices } from '#web/features/chats/components/notices.tsx';
import type { OwnedSession } from '#web/features/chats/create-session.ts';
import { SessionProvider } from '#web/features/chats/index.ts';
import { openPage, settled } from '../conversation-rig.ts';
import { serverStore } from '../stores/server-store.ts';

const nothing = () => undefined;
const draw = (state: string | ScreenState): Promise<string> =>
  drawSession(sessionShowing(typeof state === 'string' ? drawState(state) : state));

/** The sidebar with its list, whose code is loaded separately. */
async function drawSession(session: OwnedSession): Promise<string> {
  await fetchChatList();
  return renderToStaticMarkup(
    <Router ssrPath="/">
      <SessionProvider session={session}>
        <Sidebar onNewChat={nothing} onLeave={nothing} search={null} links={null} account={<SignedOut />} />
      </SessionProvider>
    </Router>,
  );
}

/** The text of the notes above the input. */
async function notesOf(state: ScreenState): Promise<string> {
  await fetchChatNotes();
  return textOf(
    renderToStaticMarkup(
      <SessionProvider session={sessionShowing(state)}>
        <NoticeArea onTakeBack={nothing}>{null}</NoticeArea>
      </SessionProvider>,
    ),
  );
}

describe('the sidebar', () => {
  // The day of the chats shown, whose times are those when they were loaded.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(drawState('start').chats[0]?.lastMessageAt ?? '') });
    return () => void vi.useRealTimers();
  });

  it('lists chats with date and message count', async () => {
    const text = textOf(await draw('start'));
    expect(text).toContain('Food and beverage lawyers who graduated from Ge... Today · 2 messages');
    expect(text).toContain('Yesterday · 6 messages');
    expect(text).toContain('Battery chemists in Lyon 4 days ago · 1 message');
  });

  it('says when there are no chats', async () => {
    expect(textOf(await draw('first-visit'))).toContain('No conversations yet. Start a new chat to begin.');
  });

  it('says when the chats could not be read, and offers to try again, also while they are read anew', async () => {
    const { store, server } = serverStore();
    server.isDown = true;
    const { session } = await openPage({ store });
    const html = await drawSession(session);
    expect(textOf(html)).toContain('Your chats could not be loaded. Try again');
    expect(textOf(html)).not.toContain('No conversations yet');
    store.listChats = () => new Promise(nothing);
    void session.actions.refresh();
    await settled();
    expect(session.queries.isFetching()).toBe(1);
    expect(await drawSession(session)).toBe(html);
  });

  it('says that there are no chats when that is known, even if a later poll fails', async () => {
    const { store, server, home } = serverStore();
    const { session } = await openPage({ store });
    server.isDown = true;
    home.tell({ type: 'due' });
    await settled();
    expect(session.queries.getQueryState(['chats'])?.status).toBe('error');
    expect(textOf(await drawSession(session))).toContain('No conversations yet');
  });

  it('disables the new-chat button while loading', async () => {
    expect(await draw('loading')).toMatch(/<button type="button"[^>]*disabled=""[^>]*>.*?New chat/);
    expect(await draw('start')).not.toContain('disabled=""');
  });

  it('tells a signed-out user how to sync, and shows the disclaimer', async () => {
    const html = await draw('start');
    expect(html).toContain('href="/login"');
    expect(textOf(html)).toContain('Sign in to sync your chats across devices');
    expect(textOf(html)).toContain('Expertscope can make mistakes. Check important info.');
  });

  it('marks chats with a running search or an unseen answer', async () => {
    const text = textOf(await draw('several-searches'));
    expect(text).toContain('Food and beverage lawyers who graduated from Ge... Searching… · Today');
    expect(text).toContain('Early-stage investors who studied at Stanford U... Searching… · Yesterday');
    expect(text).toContain('Battery chemists in Lyon New answer · 4 days ago');
    expect(textOf(await draw('start'))).not.toMatch(/Searching|New answer/);
  });

  it('marks the open chat', async () => {
    const html = await draw('answered-deep');
    expect(html.match(/aria-current="true"/g)).toHaveLength(1);
  });
});

describe('a chat that could not be read in full', () => {
  const state = drawState('start');
  const [, ...others] = state.chats;
  const damaged = beginChat('2026-11-21T09:00:00.000Z', { id: 'chat_x', userId: 'ana', title: 'Reefs' });
  const chats = [{ ...damaged, isDamaged: true as const }, ...others];

  it('is listed as damaged instead of showing a message count', async () => {
    const text = textOf(await draw({ ...state, chats }));
    expect(text).toMatch(/Reefs .{5,20} · Damaged/);
    expect(text.match(/Damaged/g)).toHaveLength(1);
  });

  it.each([true, false])(
    'has a note above the input with what to do about it, only if damaged: %s',
    async (isDamaged) => {
      const shown = { ...state, chats: isDamaged ? chats : [damaged, ...others], currentChatId: 'chat_x' };
      expect((await notesOf(shown)).includes('This chat could not be read in full.')).toBe(isDamaged);
    },
  );
});

it.each([
  ['search has ended', {}],
  ['chat has loaded', { messages: [], isLoading: false }],
])('a waiting request has a note above the input with what it waits for: %s', async (end, change) => {
  const notes = await notesOf({ ...drawState('several-searches'), ...change });
  expect(notes).toContain(`Will be sent with Deep Research when this ${end} Only those who speak Spanish`);
});

describe('a refusal', () => {
  const more = 'Used up for today. Sign in to get more.';
  it.each([
    ['anonymous', more, true],
    ['ada', more, false],
    ['anonymous', 'This chat is full. Start a new one.', false],
  ])('links to sign-in only if an account would lift it: %s, %s', (userId, message, isLifted) => {
    const error = { code: 'send-message-error', message } as const;
    const session = { ...sessionShowing({ ...drawState('start'), error }), userId };
    const html = renderToStaticMarkup(
      <Router ssrPath="/">
        <SessionProvider session={session}>
          <Notices />
        </SessionProvider>
      </Router>,
    );
    expect(textOf(html)).toContain(message);
    expect(html.includes('href="/login"')).toBe(isLifted);
  });
});
