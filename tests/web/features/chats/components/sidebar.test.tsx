import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { Router } from 'wouter';
import { ACTIONS } from '#tests/web/gallery/actions.ts';
import { drawState } from '#tests/web/gallery/states.ts';
import { textOf } from '#tests/web/text-of.ts';
import { Sidebar, SignedOut } from '#web/features/chats/components/index.ts';
import { ChatContext } from '#web/features/chats/index.ts';

const nothing = () => undefined;
const draw = (state: string) =>
  renderToStaticMarkup(
    <Router ssrPath="/">
      <ChatContext value={{ ...drawState(state), ...ACTIONS }}>
        <Sidebar onNewChat={nothing} onLeave={nothing} links={null} account={<SignedOut />} />
      </ChatContext>
    </Router>,
  );

describe('the sidebar', () => {
  it('lists chats with their date and count', () => {
    const text = textOf(draw('start'));
    expect(text).toContain('Food and beverage lawyers who graduated from Ge... Today · 2 messages');
    expect(text).toContain('Yesterday · 6 messages');
    expect(text).toContain('Battery chemists in Lyon 4 days ago · 1 message');
  });

  it('says so when there are none', () => {
    expect(textOf(draw('first-visit'))).toContain('No conversations yet. Start a new chat to begin.');
  });

  it('offers no new chat while loading', () => {
    expect(draw('streaming-deep')).toMatch(/<button type="button"[^>]*disabled=""[^>]*>.*?New chat/);
    expect(draw('start')).not.toContain('disabled=""');
  });

  it('tells a signed-out person how to sync, and everybody that it can be wrong', () => {
    const html = draw('start');
    expect(html).toContain('href="/login"');
    expect(textOf(html)).toContain('Sign in to sync your chats across devices');
    expect(textOf(html)).toContain('Expertscope can make mistakes. Check important info.');
  });

  it('marks the chat that is open', () => {
    expect(draw('answered-deep').match(/aria-current="true"/g)).toHaveLength(1);
  });
});
