import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Message, Spend } from '#shared/message.ts';
import { EXAMPLE_PROMPTS } from '#shared/product.ts';
import { APOLOGY, searchApology } from '#shared/search-errors.ts';
import { textOf } from '#tests/web/text-of.ts';
import {
  AnswerFacts,
  AssistantMessage,
  describeSpend,
  describeUsage,
  isApology,
} from '#web/features/chats/components/assistant-message.tsx';
import { ModeBanner } from '#web/features/chats/components/chat-header.tsx';
import { ComposerFooter } from '#web/features/chats/components/composer.tsx';
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
    <AssistantMessage
      message={message}
      isLatest
      results={null}
      clip={() => ({ text: message.content, html: '' })}
      onRate={() => undefined}
      onRetry={onRetry}
    />,
  );

describe('an answer', () => {
  it('offers copy and rating buttons, with the given rating pressed', () => {
    const html = draw(answer('Found.', 'bad'));
    for (const label of ['Copy', 'Good', 'Bad']) expect(html).toContain(`aria-label="${label}"`);
    expect(html.match(/aria-pressed="true"/g)).toHaveLength(1);
    expect(html.indexOf('aria-label="Bad"')).toBeGreaterThan(html.indexOf('aria-label="Good"'));
  });

  it('offers a retry only when it failed', () => {
    expect(textOf(draw(answer(APOLOGY), () => undefined))).toContain('Try again');
    expect(textOf(draw(answer('Found.'), () => undefined))).not.toContain('Try again');
  });

  it('shows the damage next to what is left, and offers a retry', () => {
    const damaged = textOf(draw({ ...answer('Found five.'), lost: 'metadata' }, () => undefined));
    expect(damaged).toMatch(/Found five\..*This message could not be read in full\..*Try again/);
    const gone = draw({ ...answer(''), lost: 'text' }, () => undefined);
    expect(textOf(gone)).toContain('This message could not be read in full.');
    expect(gone).not.toContain('Answer: ');
    expect(gone).not.toContain('Regenerate');
  });

  it('offers to regenerate when a retry is possible and it did not fail', () => {
    expect(draw(answer('Found.'), () => undefined)).toContain('aria-label="Regenerate"');
    expect(draw(answer('Found.'))).not.toContain('Regenerate');
    expect(draw(answer(APOLOGY), () => undefined)).not.toContain('Regenerate');
  });

  it('lists how its criteria changed from the previous answer', () => {
    const changed = answer('Found.');
    const changes = ['Location: Boston added', 'Education: <i>PhD</i> removed'];
    const html = draw({ ...changed, metadata: { ...changed.metadata, changes } });
    expect(textOf(html)).toContain('Changed: Location: Boston added · Education:');
    expect(html).not.toContain('<i>PhD');
    expect(textOf(draw(changed))).not.toContain('hanged');
    const unchanged = draw({ ...changed, metadata: { ...changed.metadata, changes: [] } });
    expect(textOf(unchanged)).toContain('Nothing changed: ');
  });

  it('is marked as stopped and offers a retry', () => {
    const stopped = { ...answer('You stopped this search.'), metadata: { outcome: 'stopped' as const } };
    expect(textOf(draw(stopped, () => undefined))).toContain('Stopped You stopped this search. Try again');
  });

  it('is rendered as text, never as markup', () => {
    expect(draw(answer('<script>alert(1)</script>'))).not.toContain('<script>');
  });
});

describe('a user’s message', () => {
  it('keeps its line breaks and is never rendered as markup', () => {
    const html = renderToStaticMarkup(<UserMessage content={'one\n<i>two</i>'} />);
    expect(html).toContain('one\n&lt;i&gt;two&lt;/i&gt;');
    expect(html).toContain('whitespace-pre-wrap');
  });
});

describe('the fixed texts', () => {
  it('appear on the start screen', () => {
    const text = textOf(renderToStaticMarkup(<StartScreen disabled={false} onPick={() => undefined} />));
    for (const part of ['Unlock knowledge advantage', 'Find the right experts', ...EXAMPLE_PROMPTS]) {
      expect(text).toContain(part);
    }
    expect(EXAMPLE_PROMPTS).toHaveLength(4);
  });

  it('name the search mode', () => {
    const banner = (deep: boolean) => textOf(renderToStaticMarkup(<ModeBanner deepResearch={deep} />));
    expect(banner(false)).toBe(
      'You are in Standard Search Mode Switch to Deep Research to get the best results',
    );
    expect(banner(true)).toBe(
      'Deep Research Mode Active AI will filter search results and verify profiles for detailed analysis',
    );
  });

  it('show a warning below the input', () => {
    const footer = (deep: boolean) => textOf(renderToStaticMarkup(<ComposerFooter deepResearch={deep} />));
    expect(footer(false)).toBe('Expertscope can make mistakes. Check important info.');
    expect(footer(true)).toContain('Deep Research mode uses AI filtering + Profile verification');
  });
});

const saying = (content: string, role: Message['role'] = 'assistant'): Message => ({
  id: 'msg_1',
  chatId: 'chat_1',
  userId: 'anonymous',
  timestamp: '2026-11-21T09:00:00.000Z',
  role,
  content,
});

describe('an apology', () => {
  it.each([APOLOGY, searchApology('Failed to search LinkedIn profiles: timed out')])(
    'is recognised by its text: %s',
    (text) => {
      expect(isApology(saying(text))).toBe(true);
    },
  );

  it('is not an answer', () => {
    expect(isApology(saying('I found 7 people.'))).toBe(false);
  });

  it('is never a user’s message', () => {
    expect(isApology(saying(APOLOGY, 'user'))).toBe(false);
  });
});

const spend = (change: Partial<Spend> = {}): Spend => ({
  modelCalls: 7,
  inputTokens: 8_214,
  outputTokens: 1_230,
  tokensEstimated: false,
  searchPages: 2,
  lookups: 5,
  ...change,
});

describe('the cost line below an answer', () => {
  it.each([
    [{ dollars: 0.0834 }, '7 AI calls · 5 lookups · about $0.08'],
    [{ dollars: 12.5 }, '7 AI calls · 5 lookups · about $12.50'],
    [{ dollars: 0.004, lookups: 0 }, '7 AI calls · less than $0.01'],
    [{ modelCalls: 1, lookups: 1, dollars: 0.02 }, '1 AI call · 1 lookup · about $0.02'],
    [{ modelCalls: 1, lookups: 0, dollars: 0 }, '1 AI call · no cost'],
    [{}, '7 AI calls · 5 lookups'],
    [{ unpaid: 'simulated' }, '7 AI calls · 5 lookups · simulated, no cost'],
    [{ unpaid: 'replayed', lookups: 0 }, '7 AI calls · replayed, no cost'],
  ] as const)('%j reads: %s', (change, line) => {
    expect(describeSpend(spend(change))).toBe(line);
  });

  it('gives pages and tokens in its tooltip, marking estimates', () => {
    expect(describeUsage(spend())).toBe('2 search pages, 8,214 tokens sent to the AI, 1,230 tokens received');
    expect(describeUsage(spend({ searchPages: 1, tokensEstimated: true }))).toBe(
      '1 search page, about 8,214 tokens sent to the AI, about 1,230 tokens received',
    );
  });

  it('appears next to the model, and is omitted when nothing was counted', () => {
    const html = renderToStaticMarkup(<AnswerFacts metadata={{ model: 'a model', spend: spend() }} />);
    expect(html).toContain('7 AI calls · 5 lookups');
    expect(html).toContain('title="2 search pages, 8,214 tokens');
    expect(html).toContain('a model');
    expect(renderToStaticMarkup(<AnswerFacts metadata={{ model: 'a model' }} />)).not.toContain('AI call');
  });
});
