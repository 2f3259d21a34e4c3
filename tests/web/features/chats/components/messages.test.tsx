import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { APOLOGY } from '#shared/errors.ts';
import { EXAMPLE_PROMPTS } from '#shared/example-prompts.ts';
import type { Message } from '#shared/message.ts';
import { textOf } from '#tests/web/text-of.ts';
import { AssistantMessage } from '#web/features/chats/components/assistant-message.tsx';
import { ComposerFooter } from '#web/features/chats/components/composer-footer.tsx';
import { ModeBanner } from '#web/features/chats/components/mode-banner.tsx';
import { StartScreen } from '#web/features/chats/components/start-screen.tsx';
import { UserMessage } from '#web/features/chats/components/user-message.tsx';

const answer = (content: string, rating?: 'good' | 'bad'): Message => ({
  id: 'msg_1',
  chatId: 'chat_1',
  userId: 'anonymous',
  timestamp: '2026-11-21T09:00:00.000Z',
  role: 'assistant',
  content,
  metadata: { model: 'gpt-4.1-mini + SerpApi', ...(rating && { rating }) },
});

const draw = (message: Message, onRetry?: () => void) =>
  renderToStaticMarkup(
    <AssistantMessage message={message} isLatest results={null} onRate={() => undefined} onRetry={onRetry} />,
  );

describe('an answer', () => {
  it('offers to copy and to rate, with the given rating pressed', () => {
    const html = draw(answer('Found.', 'bad'));
    for (const label of ['Copy', 'Good', 'Bad']) expect(html).toContain(`aria-label="${label}"`);
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
    expect(html.indexOf('aria-label="Bad"')).toBeGreaterThan(html.indexOf('aria-label="Good"'));
  });

  it('offers to try again only when it failed', () => {
    expect(textOf(draw(answer(APOLOGY), () => undefined))).toContain('Try again');
    expect(textOf(draw(answer('Found.'), () => undefined))).not.toContain('Try again');
  });

  it('is marked as stopped when it was, and can be tried again', () => {
    const stopped = { ...answer('You stopped this search.'), metadata: { outcome: 'stopped' as const } };
    expect(textOf(draw(stopped, () => undefined))).toContain('Stopped You stopped this search. Try again');
  });

  it('is text, whatever it contains', () => {
    expect(draw(answer('<script>alert(1)</script>'))).not.toContain('<script>');
  });
});

describe('what a person wrote', () => {
  it('keeps its line breaks and is never markup', () => {
    const html = renderToStaticMarkup(<UserMessage content={'one\n<i>two</i>'} />);
    expect(html).toContain('one\n&lt;i&gt;two&lt;/i&gt;');
    expect(html).toContain('whitespace-pre-wrap');
  });
});

describe('the fixed texts', () => {
  it('stand on the start screen', () => {
    const text = textOf(renderToStaticMarkup(<StartScreen disabled={false} onPick={() => undefined} />));
    for (const part of ['Unlock knowledge advantage', 'Find the right experts', ...EXAMPLE_PROMPTS]) {
      expect(text).toContain(part);
    }
    expect(EXAMPLE_PROMPTS).toHaveLength(4);
  });

  it('name the mode', () => {
    const banner = (deep: boolean) => textOf(renderToStaticMarkup(<ModeBanner deepResearch={deep} />));
    expect(banner(false)).toBe(
      'You are in Standard Search Mode Switch to Deep Research to get the best results',
    );
    expect(banner(true)).toBe(
      'Deep Research Mode Active AI will filter search results and verify profiles for detailed analysis',
    );
  });

  it('warn under the input', () => {
    const footer = (deep: boolean) => textOf(renderToStaticMarkup(<ComposerFooter deepResearch={deep} />));
    expect(footer(false)).toBe('Expertscope can make mistakes. Check important info.');
    expect(footer(true)).toContain('Deep Research mode uses AI filtering + Profile verification');
  });
});
