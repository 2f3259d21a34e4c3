import { describe, expect, it } from 'vitest';
import { StopRequested } from '#functions/pipeline/context.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import {
  fakeProviders,
  foundPages,
  foundProfile,
  foundProfiles,
  recordOf,
} from '#tests/support/fake-providers.ts';
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
      'Found 2 profiles with Test Search',
      'Left out 2 profiles seen before or hidden by you',
    ]);
    expect(messageOf(run)?.metadata?.searchResults?.linkedinProfiles.map(({ position }) => position)).toEqual(
      [1, 2],
    );
  });

  it.each([
    ['many more', 30, 28],
    ['fewer than were found', 3, 2],
  ])('are not among the results, of which the provider counts %s', async (_, counted, totalResults) => {
    const fake = fakeProviders({ profiles: foundProfiles(4) });
    const search: typeof fake.webSearch.search = async (...asked) => ({
      ...(await fake.webSearch.search(...asked)),
      totalResults: counted,
    });
    const providers = { ...fake, webSearch: { ...fake.webSearch, search } };
    const leaveOut = [foundProfile(1).url, foundProfile(3).url];
    const run = await runPipeline(providers, { deepResearch: false, plan: { leaveOut } });
    expect(messageOf(run)?.metadata?.searchResults).toMatchObject({ totalResults });
  });

  it('are counted in the step and the answer if nobody else was found', async () => {
    const leaveOut = foundProfiles(3).map(({ url }) => url);
    const run = await runPipeline(fakeProviders({ profiles: foundProfiles(3) }), { plan: { leaveOut } });
    expect(messageOf(run)?.content).toBe(
      'I found nobody new: 3 profiles that you have seen before or hidden were left out.',
    );
    expect(lastStep(run, 'profile-search')?.details).toEqual([
      'Test Search found nobody new',
      'Left out 3 profiles seen before or hidden by you',
    ]);
  });
});

it('people whom the request rejects are counted neither by the step nor by the answer', async () => {
  const basis = {
    request: 'engineers',
    googleSearchQuery: 'engineer',
    criteria: [],
    people: [],
    excludedUrls: [foundProfile(1).url],
  };
  const criteria = [{ id: 'c1', subject: 'profession', text: 'engineer', need: 'required' }] as const;
  const run = await runPipeline(fakeProviders({ profiles: foundProfiles(7) }), {
    deepResearch: false,
    plan: { basis, task: { kind: 'criteria', criteria: [...criteria] } },
  });
  expect(lastStep(run, 'profile-search')?.details).toEqual(['Found 6 profiles with Test Search']);
  expect(messageOf(run)?.content).toMatch(/^I found 6 profiles/);
});

describe('people found under a former address', () => {
  /** A deep search for three people, the records of some of whom give another address. */
  const search = async (
    identifiers: Record<string, string | undefined>,
    plan: SearchPlan = {},
    options: Parameters<typeof runPipeline>[1] = {},
  ) => {
    const profiles = foundProfiles(3);
    const providers = fakeProviders({
      profiles,
      searchPage: async (asked) => foundPages({ ...asked, isLast: true }, profiles),
      lookUp: async (url) => {
        const found = url.split('/').at(-1) ?? '';
        const public_identifier = found in identifiers ? identifiers[found] : found;
        if (public_identifier === undefined) return undefined;
        return recordOf(url, { public_identifier, former_public_identifiers: [found] });
      },
    });
    const run = await runPipeline(providers, { plan, ...options });
    const { content, metadata } = messageOf(run) ?? {};
    return {
      shown: cardsOf(run).map(({ id }) => id),
      lines: content?.split('\n\n'),
      results: metadata?.searchResults?.linkedinProfiles.map(({ position }) => position),
      deep: metadata?.deepResearchResults,
      analysis: lastStep(run, 'final-analysis')?.details,
      checks: metadata?.steps?.find(({ id }) => id === 'deep-verification')?.details,
    };
  };
  const LEFT_OUT = 'Left out 1 profile seen before, hidden by you or already shown, under another address.';

  it('are shown once', async () => {
    const { shown, lines, results, deep, analysis } = await search({ 'person-2': 'person-1' });
    expect(shown).toEqual(['person-1', 'person-3']);
    expect(results).toEqual([1, 2]);
    expect(lines).toEqual([
      'I found 2 profiles for your request and verified 2 of them with Test Profiles.',
      LEFT_OUT,
    ]);
    expect(deep).toMatchObject({ totalProcessed: 2, profilesForVerification: 2 });
    expect(analysis).toEqual(['2 of 2 checked profiles meet all criteria']);
  });

  it('are named in no stored step', async () => {
    const checked = [
      'Person 1: verified, 97%, meets all criteria',
      '1 profile left out: seen before, hidden by you or already shown, under another address',
      'Person 3: verified, 97%, meets all criteria',
    ];
    expect((await search({ 'person-2': 'person-1' })).checks).toEqual(checked);
    const stopping = new AbortController();
    const onEvent = (event: SearchEvent) => {
      const lines = event.type === 'step' && event.data.id === 'deep-verification' ? event.data.details : [];
      if (lines?.filter((line) => line.includes(': verified')).length === 3)
        stopping.abort(new StopRequested());
    };
    const { signal } = stopping;
    const stopped = await search({ 'person-2': 'person-1' }, {}, { signal, onEvent });
    expect(stopped.checks).toEqual([...checked, 'Stopped']);
  });

  it('are shown as verified, rather than as somebody who could not be verified', async () => {
    const { shown, lines } = await search({ 'person-1': undefined, 'person-2': 'person-1' });
    expect(shown).toEqual(['person-2', 'person-3']);
    expect(lines?.[0]).toMatch(/^I found 2 profiles .* verified 2 of them/);
  });

  const hidden = foundProfile(9);
  const basis = { request: 'engineers', googleSearchQuery: 'engineer', criteria: [], people: [] };
  it.each<[whom: string, plan: SearchPlan, opening: RegExp]>([
    ['hidden', { leaveOut: [hidden.url] }, /^I found 2 profiles/],
    [
      'rejected',
      {
        basis: { ...basis, excludedUrls: [hidden.url] },
        task: {
          kind: 'criteria',
          criteria: [{ id: 'c1', subject: 'profession', text: 'engineer', need: 'required' }],
        },
      },
      /^I found 2 profiles/,
    ],
    [
      'shown before',
      { basis: { ...basis, people: [hidden] }, task: { kind: 'more' } },
      /^I found 2 more profiles/,
    ],
  ])('are not shown if they were %s under the new one', async (_, plan, opening) => {
    const { shown, lines } = await search({ 'person-1': 'person-9' }, plan);
    expect(shown).toEqual(['person-2', 'person-3']);
    expect(lines?.[0]).toMatch(opening);
    expect(lines).toContain(LEFT_OUT);
  });
});
