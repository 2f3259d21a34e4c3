import { describe, expect, it } from 'vitest';
import { fakeProviders, foundProfile, foundProfiles } from '#tests/support/fake-providers.ts';
import { cardsOf, lastStep, messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

describe('people to leave out', () => {
  it.each([false, true])('are not shown, and nothing is spent on them (deep: %s)', async (deepResearch) => {
    const lookedUp: string[] = [];
    const providers = fakeProviders({
      profiles: foundProfiles(4),
      lookUp: async (url) => {
        lookedUp.push(url);
        return undefined;
      },
    });
    const leaveOut = [foundProfile(1).url, foundProfile(3).url, foundProfile(99).url];
    const run = await runPipeline(providers, { deepResearch, plan: { leaveOut } });
    expect(
      cardsOf(run)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['person-2', 'person-4']);
    const judged = deepResearch ? 'scoring' : 'formatting';
    expect(providers.calls.filter((call) => call === judged)).toHaveLength(2);
    expect(lookedUp.filter((url) => leaveOut.includes(url))).toEqual([]);
    expect(JSON.stringify(run.events)).not.toContain('person-1"');
    expect(lastStep(run, 'profile-search')?.details).toEqual([
      'Found 2 profiles with Test Search, of about 4 results',
      'Left out 2 profiles seen before or hidden by you',
    ]);
    expect(messageOf(run)?.metadata?.searchResults?.linkedinProfiles.map(({ position }) => position)).toEqual(
      [1, 2],
    );
  });

  it('are counted in the answer if nobody else was found', async () => {
    const leaveOut = foundProfiles(3).map(({ url }) => url);
    const run = await runPipeline(fakeProviders({ profiles: foundProfiles(3) }), { plan: { leaveOut } });
    expect(messageOf(run)?.content).toBe(
      'I found nobody new: 3 profiles that you have seen before or hidden were left out.',
    );
  });
});
