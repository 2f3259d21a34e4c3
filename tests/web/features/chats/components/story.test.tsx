import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { Message, MessageMetadata } from '#shared/message.ts';
import { drawState } from '#tests/web/gallery/states.ts';
import { textOf } from '#tests/web/text-of.ts';
import { AssistantMessage } from '#web/features/chats/components/assistant-message.tsx';
import { Story } from '#web/features/chats/components/story.tsx';

const answer = (metadata: MessageMetadata | undefined, content = 'I found 2 profiles.'): Message => ({
  id: 'msg_1',
  chatId: 'chat_1',
  userId: 'anonymous',
  timestamp: '2026-11-21T09:00:00.000Z',
  role: 'assistant',
  content,
  ...(metadata && { metadata }),
});
const told = (metadata: MessageMetadata, content?: string) =>
  textOf(renderToStaticMarkup(<Story message={answer(metadata, content)} />));

const drawAnswer = (message: Message) =>
  renderToStaticMarkup(
    <AssistantMessage
      message={message}
      isLatest
      results={null}
      clip={() => ({ text: '', html: '' })}
      story={<Story message={message} />}
      onRate={() => undefined}
      onRetry={undefined}
    />,
  );

describe('how people were added to an answer', () => {
  it('appears below how it was found, one part per addition', () => {
    const more = answer(
      { task: 'more', model: 'Serper' },
      'I found 3 more profiles.\n\nOne page could not be read.',
    );
    const verify = answer({ task: 'verify', model: 'Scrapin', useDeepResearch: true });
    const text = textOf(
      renderToStaticMarkup(
        <Story message={answer({ model: 'SerpApi' })} more={[more, { ...verify, id: 'msg_9' }]} />,
      ),
    );
    expect(text).toMatch(
      /SerpApi.*More people Notes One page could not be read\..*Serper.*One profile verified.*Scrapin/,
    );
    expect(text).not.toContain('Deep Research');
  });
});

describe('how an answer was found', () => {
  const message = drawState('how-found').messages.at(-1);
  const metadata = message?.metadata ?? {};

  it('is collapsed at first', () => {
    const html = drawAnswer(message ?? answer(undefined));
    // Placed before the actions, which older answers show only on demand, so that it leaves no gap.
    expect(html).toMatch(/<button[^>]*aria-expanded="false"[^>]*>How it was found.*"Message actions"/);
    expect(textOf(html)).not.toContain('Google query');
  });

  it('shows everything stored: steps, query, criteria, notes, providers and cost', () => {
    const text = told(metadata, message?.content);
    for (const part of [
      'Steps 14.2 s in total',
      'Completed: Analyzing Search Query 1.6 s',
      'Completed: AI Relevance Analysis 3.4 s 18 profiles scored 5 picked for verification',
      'Failed: Preparing Results 1.0 s 5 of 18 results are shown as the web search returned them.',
      'Google query site:linkedin.com/in "Georgetown Law"',
      'Criteria Georgetown Law lawyer or attorney food and beverage · nice to have recruiter · excluded',
      'Alternative searches Georgetown University Law Center food law',
      'Notes 2 profiles could not be verified.',
      'Mode Deep Research',
      'Providers gpt-4.1-mini + SerpApi + Enrich Layer',
      'Cost 12 AI calls · 5 lookups · about $0.14 2 search pages, 18,240 tokens sent to the AI',
    ])
      expect(text).toContain(part);
  });

  it('shows what an older answer has', () => {
    const text = told({
      model: 'gpt-4.1-mini + SerpApi',
      searchQuery: {
        googleSearchQuery: 'site:linkedin.com/in "Lima"',
        targetCriteria: { location: 'Lima', interests: ['AI'], experience: [] },
      },
    });
    expect(text).toBe(
      'Google query site:linkedin.com/in "Lima" Criteria Lima AI Mode Standard Providers gpt-4.1-mini + SerpApi',
    );
  });

  it('shows where a search was interrupted', () => {
    const step = { id: 'profile-search', status: 'active', startedAt: '2026-11-21T09:00:00.000Z' } as const;
    expect(told({ steps: [step] })).toContain('Interrupted: AI Search Mode');
  });

  it('is not offered when nothing was stored', () => {
    for (const kept of [undefined, { outcome: 'failed', useDeepResearch: true }] as const)
      expect(drawAnswer(answer(kept))).not.toContain('How it was found');
  });

  it('is rendered as text, whatever the web or a model wrote', () => {
    const html = '<img src=x onerror=alert(1)>';
    const drawn = renderToStaticMarkup(
      <Story
        message={answer(
          { searchQuery: { googleSearchQuery: html, targetCriteria: { interests: [html], experience: [] } } },
          `Found.\n\n${html}`,
        )}
      />,
    );
    expect(drawn).not.toContain('<img');
  });
});
