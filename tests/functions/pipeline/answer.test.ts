import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { interruptedAnswer } from '#functions/pipeline/answer.ts';
import { StopRequested } from '#functions/pipeline/context.ts';
import { MessageMetadata, type Spend } from '#shared/message.ts';
import { STEP_RECORD_LIMITS } from '#shared/steps.ts';
import { type FakeProvidersOptions, failure, fakeProviders } from '#tests/support/fake-providers.ts';
import { messageOf, runPipeline, stepsOf } from '#tests/support/run-pipeline.ts';

const SPEND: Spend = {
  modelCalls: 7,
  inputTokens: 8_000,
  outputTokens: 1_200,
  tokensEstimated: false,
  searchPages: 2,
  lookups: 5,
  dollars: 0.135,
};

/** Providers that report their spend. */
const countingProviders = (options: FakeProvidersOptions = {}) => ({
  ...fakeProviders(options),
  spend: () => SPEND,
});

describe('the answer', () => {
  it('records what the search spent', async () => {
    const run = await runPipeline(countingProviders());
    expect(messageOf(run)?.metadata).toMatchObject({ outcome: 'answered', spend: SPEND });
  });

  it('records what a stopped search spent', async () => {
    const controller = new AbortController();
    const stop = async () => {
      controller.abort(new StopRequested());
      return [];
    };
    const providers = countingProviders({ search: stop });
    const run = await runPipeline(providers, { signal: controller.signal });
    expect(messageOf(run)?.metadata).toMatchObject({ outcome: 'stopped', spend: SPEND });
  });

  it('records the spend even as an apology', async () => {
    const search = () => Promise.reject(failure('web-search', 'status', 'SerpAPI error: 500'));
    const run = await runPipeline(countingProviders({ search }));
    expect(messageOf(run)?.metadata).toMatchObject({ outcome: 'apologised', spend: SPEND });
  });

  it('has no spend if the providers do not count it', async () => {
    expect(messageOf(await runPipeline())?.metadata).not.toHaveProperty('spend');
  });
});

describe('the step records of an answer', () => {
  it('list the steps shown, each with its final state, start and duration', async () => {
    const run = await runPipeline();
    const shown = stepsOf(run);
    const kept = messageOf(run)?.metadata?.steps ?? [];
    expect(kept.map(({ id }) => id)).toEqual([...new Set(shown.map(({ id }) => id))]);
    for (const { id, status, startedAt, duration, details } of kept) {
      const events = shown.filter((step) => step.id === id);
      const [first, last] = [events[0], events.at(-1)];
      expect({ status, startedAt, details }).toEqual({
        status: last?.status,
        startedAt: first?.timestamp,
        details: last?.details,
      });
      expect(duration).toBe(Date.parse(last?.timestamp ?? '') - Date.parse(first?.timestamp ?? ''));
    }
    expect(v.is(MessageMetadata, messageOf(run)?.metadata)).toBe(true);
  });

  it('end with the failed step if the search failed', async () => {
    const search = () => Promise.reject(failure('web-search', 'status', 'SerpAPI error: 500'));
    const run = await runPipeline(fakeProviders({ search }));
    expect(messageOf(run)?.metadata?.steps).toMatchObject([
      { id: 'query-generation', status: 'completed' },
      { id: 'profile-search', status: 'error' },
    ]);
  });

  it('have capped details, and no duration if the step was interrupted', async () => {
    const timestamp = '2026-01-05T09:00:00.000Z';
    const userMessage = {
      id: 'msg_1',
      chatId: 'chat_1',
      userId: 'anonymous',
      role: 'user' as const,
      content: 'x',
      timestamp,
    };
    const search = {
      searchId: 'search_1',
      chatId: 'chat_1',
      userId: 'anonymous',
      userMessage,
      assistantMessageId: 'msg_2',
      deepResearch: true,
    };
    const step = { id: 'deep-verification', title: 'x', description: 'x', status: 'active' } as const;
    const details = Array.from({ length: 500 }, (_, line) => `${line} ${'🦙'.repeat(5_000)}`);
    const told = [{ type: 'step', data: { ...step, timestamp, details } }] as const;
    const { metadata } = interruptedAnswer(search, told, Date.parse(timestamp));
    expect(v.is(MessageMetadata, metadata)).toBe(true);
    expect(metadata?.steps).toMatchObject([{ id: step.id, status: 'active', startedAt: timestamp }]);
    expect(metadata?.steps?.[0]).not.toHaveProperty('duration');
    const kept = metadata?.steps?.[0]?.details ?? [];
    expect(kept).toHaveLength(STEP_RECORD_LIMITS.details);
    expect(kept.at(-1)).toMatch(/^499 /);
  });
});
