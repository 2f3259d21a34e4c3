import { describe, expect, it } from 'vitest';
import { StopRequested } from '#functions/pipeline/context.ts';
import type { Spend } from '#shared/message.ts';
import { type FakeProvidersOptions, failure, fakeProviders } from '#tests/support/fake-providers.ts';
import { messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

const SPEND: Spend = {
  modelCalls: 7,
  inputTokens: 8_000,
  outputTokens: 1_200,
  tokensEstimated: false,
  searchPages: 2,
  lookups: 5,
  dollars: 0.135,
};

/** Providers that count. */
const countingProviders = (options: FakeProvidersOptions = {}) => ({
  ...fakeProviders(options),
  spend: () => SPEND,
});

describe('the answer', () => {
  it('holds what the search has used', async () => {
    const run = await runPipeline(countingProviders());
    expect(messageOf(run)?.metadata).toMatchObject({ outcome: 'answered', spend: SPEND });
  });

  it('holds it too when the search was stopped', async () => {
    const controller = new AbortController();
    const stop = async () => {
      controller.abort(new StopRequested());
      return [];
    };
    const providers = countingProviders({ search: stop });
    const run = await runPipeline(providers, { signal: controller.signal });
    expect(messageOf(run)?.metadata).toMatchObject({ outcome: 'stopped', spend: SPEND });
  });

  it('holds it too when it is an apology', async () => {
    const search = () => Promise.reject(failure('web-search', 'status', 'SerpAPI error: 500'));
    const run = await runPipeline(countingProviders({ search }));
    expect(messageOf(run)?.metadata).toMatchObject({ outcome: 'apologised', spend: SPEND });
  });

  it('says nothing of it where nobody counts', async () => {
    expect(messageOf(await runPipeline())?.metadata).not.toHaveProperty('spend');
  });
});
