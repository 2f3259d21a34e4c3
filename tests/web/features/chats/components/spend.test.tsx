import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Spend } from '#shared/spend.ts';
import { AnswerFacts } from '#web/features/chats/components/answer-facts.tsx';
import { describeSpend, describeUsage } from '#web/features/chats/components/describe-spend.ts';

const spend = (change: Partial<Spend> = {}): Spend => ({
  modelCalls: 7,
  inputTokens: 8_214,
  outputTokens: 1_230,
  tokensEstimated: false,
  searchPages: 2,
  lookups: 5,
  ...change,
});

describe('the line under an answer', () => {
  it.each([
    [{ dollars: 0.0834 }, '7 AI calls · 5 lookups · about $0.08'],
    [{ dollars: 12.5 }, '7 AI calls · 5 lookups · about $12.50'],
    [{ dollars: 0.004, lookups: 0 }, '7 AI calls · less than $0.01'],
    [{ modelCalls: 1, lookups: 1, dollars: 0.02 }, '1 AI call · 1 lookup · about $0.02'],
    [{ modelCalls: 1, lookups: 0, dollars: 0 }, '1 AI call · nothing was paid'],
    [{}, '7 AI calls · 5 lookups'],
    [{ unpaid: 'simulated' }, '7 AI calls · 5 lookups · simulated, nothing was paid'],
    [{ unpaid: 'replayed', lookups: 0 }, '7 AI calls · replayed, nothing was paid'],
  ] as const)('%j reads: %s', (change, line) => {
    expect(describeSpend(spend(change))).toBe(line);
  });

  it('tells pages and tokens to whoever looks closer, and whether they were only estimated', () => {
    expect(describeUsage(spend())).toBe('2 search pages, 8,214 tokens sent to the AI, 1,230 tokens received');
    expect(describeUsage(spend({ searchPages: 1, tokensEstimated: true }))).toBe(
      '1 search page, about 8,214 tokens sent to the AI, about 1,230 tokens received',
    );
  });

  it('stands beside what answered, and is absent where nothing was counted', () => {
    const html = renderToStaticMarkup(<AnswerFacts metadata={{ model: 'a model', spend: spend() }} />);
    expect(html).toContain('7 AI calls · 5 lookups');
    expect(html).toContain('title="2 search pages, 8,214 tokens');
    expect(html).toContain('a model');
    expect(renderToStaticMarkup(<AnswerFacts metadata={{ model: 'a model' }} />)).not.toContain('AI call');
  });
});
