import { describe, expect, it } from 'vitest';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { runPipeline, stepsOf } from '#tests/support/run-pipeline.ts';

describe('pacing', () => {
  it('shows every step at least its specified time', async () => {
    const run = await runPipeline(undefined, { pacing: 'steps' });
    expect(run.pauses).toEqual([1_500, 2_000, 1_800, 800, 800, 800, 800, 1_500, 1_000]);
  });

  it('has three pauses in standard mode', async () => {
    const run = await runPipeline(undefined, { pacing: 'steps', deepResearch: false });
    expect(run.pauses).toEqual([1_500, 2_000, 1_000]);
  });

  it('has none when off', async () => {
    expect((await runPipeline(undefined, { pacing: 'off' })).pauses).toEqual([]);
  });

  it('does the work under the pause, not after it', async () => {
    const providers = fakeProviders();
    const callsAtPause: string[][] = [];
    await runPipeline(providers, {
      pacing: 'steps',
      delay: async () => {
        callsAtPause.push([...providers.calls]);
      },
    });
    expect(callsAtPause[0]).toEqual(['query']);
    expect(callsAtPause[1]).toContain('search');
    expect(callsAtPause[3]?.filter((call) => call === 'lookup')).toHaveLength(5);
  });

  it('keeps a step active until its pause is over', async () => {
    const statuses: (string | undefined)[] = [];
    const events: string[] = [];
    await runPipeline(undefined, {
      pacing: 'steps',
      onEvent: (event) => event.type === 'step' && events.push(`${event.data.id} ${event.data.status}`),
      delay: async () => {
        await Promise.resolve();
        statuses.push(events.at(-1));
      },
    });
    expect(statuses[0]).toBe('query-generation active');
    expect(statuses[1]).toBe('profile-search active');
    expect(statuses.at(-1)).toBe('formatting active');
  });

  it('shows the verifications one after the other', async () => {
    const run = await runPipeline(undefined, { pacing: 'steps' });
    const shown = stepsOf(run).filter((step) => step.id === 'deep-verification');
    const counts = shown.map((step) => step.details?.length ?? 0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });
});
