import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { CompletionRequest } from '#functions/providers/ports.ts';
import { PAUSES } from '#functions/timing.ts';
import { SearchEvent } from '#shared/search.ts';
import { STEPS, stepOf } from '#shared/steps.ts';
import {
  fakeProviders,
  foundProfile,
  foundProfiles,
  promptedProfiles,
  queryReply,
} from '#tests/support/fake-providers.ts';
import {
  cardsOf,
  doneOf,
  lastStep,
  messageOf,
  profilesOf,
  runPipeline,
  stepsOf,
} from '#tests/support/run-pipeline.ts';

const firstAppearances = (ids: readonly string[]) => [...new Set(ids)];

describe.each([
  { mode: 'deep', deepResearch: true },
  { mode: 'standard', deepResearch: false },
] as const)('a $mode search', ({ mode, deepResearch }) => {
  it('shows its steps in the order and wording of the step table', async () => {
    const shown = stepsOf(await runPipeline(undefined, { deepResearch }));
    const ofMode = STEPS.filter(({ id }) => stepOf(id).modes.includes(mode));
    expect(firstAppearances(shown.map((step) => step.id))).toEqual(ofMode.map(({ id }) => id));
    for (const { id, title, description } of shown)
      expect({ title, description }).toEqual({
        title: stepOf(id).title,
        description: stepOf(id).description,
      });
  });
});

describe('a search with few results', () => {
  it('names the alternative query, even if not everyone on its page is shown', async () => {
    const { webSearch, ...providers } = fakeProviders({
      replies: { query: () => ({ ...queryReply, alternativeSearchTerms: ['Peruvian engineer'] }) },
    });
    const search: typeof webSearch.search = async (query, _, other = '') => ({
      ...{ totalResults: 30, currentPage: 1, hasNextPage: false },
      linkedinProfiles: foundProfiles(20).map((person, index) => ({
        ...person,
        foundBy: { query: index < 3 ? query : other, page: 1 },
      })),
      pagesRead: [{ query, page: 1, isLast: true }],
    });
    const run = await runPipeline(
      { ...providers, webSearch: { ...webSearch, search } },
      { deepResearch: false },
    );
    expect(lastStep(run, 'profile-search')?.details).toEqual([
      expect.stringMatching(/^Found 20 profiles/),
      'Few results, so other terms were tried: site:linkedin.com/in Peruvian engineer',
      '17 profiles from these',
    ]);
    expect(messageOf(run)?.metadata?.hasMore).toBe(true);
  });
});

describe('a search whose alternative query finds nobody', () => {
  it('names that query too', async () => {
    const { webSearch, ...providers } = fakeProviders({
      replies: { query: () => ({ ...queryReply, alternativeSearchTerms: ['Peruvian engineer'] }) },
    });
    const search: typeof webSearch.search = async (query, signal, other = '') => ({
      ...(await webSearch.search(query, signal)),
      pagesRead: [query, other].map((asked) => ({ query: asked, page: 1, isLast: true })),
    });
    const run = await runPipeline(
      { ...providers, webSearch: { ...webSearch, search } },
      { deepResearch: false },
    );
    expect(lastStep(run, 'profile-search')?.details?.slice(1)).toEqual([
      'Few results, so other terms were tried: site:linkedin.com/in Peruvian engineer',
      '0 profiles from these',
    ]);
  });
});

describe('a search whose query Google took for misspelt', () => {
  it('shows what Google searched for instead', async () => {
    const { webSearch, ...providers } = fakeProviders();
    const search: typeof webSearch.search = async (...asked) => ({
      ...(await webSearch.search(...asked)),
      searchedInstead: 'site:linkedin.com/in baker',
    });
    const run = await runPipeline({ ...providers, webSearch: { ...webSearch, search } });
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe(
      'Google treated the query as misspelt and searched for: site:linkedin.com/in baker',
    );
    expect(messageOf(run)?.metadata?.searchResults).not.toHaveProperty('searchedInstead');
  });
});

describe('a deep search', () => {
  it('shows the six steps in the specified order with their titles', async () => {
    const run = await runPipeline();
    const steps = stepsOf(run);
    expect(firstAppearances(steps.map((step) => `${step.id}: ${step.title}`))).toEqual([
      'query-generation: Analyzing Search Query',
      'profile-search: AI Search',
      'ai-filtering: AI Relevance Analysis',
      'deep-verification: Profile Verification',
      'final-analysis: Deep Profile Analysis',
      'formatting: Preparing Results',
    ]);
  });

  it('starts every step as active and ends it as completed, one after the other', async () => {
    const steps = stepsOf(await runPipeline());
    let current: string | undefined;
    for (const step of steps) {
      if (current === undefined) expect(step.status).toBe('active');
      else expect(step.id).toBe(current);
      current = step.status === 'active' ? step.id : undefined;
    }
    expect(current).toBeUndefined();
  });

  it('opens with run, ends with message and a single done, and keeps to the event contract', async () => {
    const { events } = await runPipeline();
    for (const event of events) expect(v.parse(SearchEvent, event)).toEqual(event);
    expect(events[0]).toMatchObject({ type: 'run', data: { searchId: 'search_1', chatId: 'chat_1' } });
    expect(events.at(-2)?.type).toBe('message');
    expect(events.filter((event) => event.type === 'done')).toEqual([events.at(-1)]);
    expect(events.at(-1)?.data).toEqual({ outcome: 'answered' });
  });

  it('verifies only the best five of the marked profiles and ranks people by final score', async () => {
    const run = await runPipeline(fakeProviders({ profiles: foundProfiles(20) }));
    expect(run.providers.calls.filter((call) => call === 'lookup')).toHaveLength(5);
    const cards = cardsOf(run);
    expect(cards.filter((card) => card.isVerified).map((card) => card.relevanceScore)).toEqual([
      97, 97, 97, 97, 97,
    ]);
    expect(cards[5]?.relevanceScore).toBe(94);
    expect(messageOf(run)?.metadata?.profileDisplayData?.verifiedProfiles.map((card) => card.id)).toEqual(
      expect.arrayContaining(['person-1', 'person-2', 'person-3', 'person-4', 'person-5']),
    );
  });

  it('spends at most thirty model calls, five lookups and one web search on twenty profiles', async () => {
    const { calls } = (await runPipeline(fakeProviders({ profiles: foundProfiles(20) }))).providers;
    const counts = { model: 0, lookup: 0, search: 0 };
    for (const call of calls) counts[call === 'lookup' || call === 'search' ? call : 'model'] += 1;
    expect(counts).toMatchObject({ lookup: 5, search: 1 });
    expect(counts.model).toBeLessThanOrEqual(30);
  });

  it('recommends the profiles that meet all criteria, best first', async () => {
    const finals = [70, 90, 80, 60, 50];
    let asked = 0;
    const run = await runPipeline(
      fakeProviders({
        replies: {
          assessment: () => {
            const finalRelevanceScore = finals[asked++ % finals.length];
            return {
              finalRelevanceScore,
              verificationReasoning: 'x',
              meetsAllCriteria: finalRelevanceScore !== 60,
            };
          },
        },
      }),
    );
    const deep = messageOf(run)?.metadata?.deepResearchResults;
    expect(deep?.finalRecommendations.map((each) => each.finalRelevanceScore)).toEqual([90, 80, 70, 50]);
    expect(deep).toMatchObject({ totalProcessed: 7, profilesForVerification: 5 });
    expect(lastStep(run, 'final-analysis')?.details).toEqual(['4 of 5 checked profiles meet all criteria']);
  });

  it('shows people as soon as the web search returns, before any scoring', async () => {
    const run = await runPipeline();
    const types = run.events.map((event) =>
      event.type === 'step' ? `${event.data.id} ${event.data.status}` : event.type,
    );
    expect(types.indexOf('profiles')).toBeLessThan(types.indexOf('ai-filtering active'));
    expect(profilesOf(run)[0]).toMatchObject({ totalProfiles: 7, verifiedProfiles: [] });
    expect(profilesOf(run)[0]?.otherProfiles[0]).toMatchObject({ fullName: 'Person 1', relevanceScore: 60 });
  });

  it('stores what it did in the message’s metadata', async () => {
    const message = messageOf(await runPipeline());
    expect(message).toMatchObject({
      id: 'msg_2',
      role: 'assistant',
      chatId: 'chat_1',
      content: 'I found 7 profiles for your request and verified 5 of them with Test Profiles.',
      metadata: {
        model: 'test-model + Test Search + Test Profiles',
        step: 'deep_research_complete',
        useDeepResearch: true,
        searchQuery: { googleSearchQuery: 'site:linkedin.com/in "Peruvian" "computer science"' },
      },
    });
    expect(message?.metadata?.searchResults?.linkedinProfiles).toHaveLength(7);
  });

  it('reports query, result count, selection and outcome in the step details', async () => {
    const run = await runPipeline();
    expect(lastStep(run, 'query-generation')?.details).toEqual([
      'Search: site:linkedin.com/in "Peruvian" "computer science"',
      'Criteria: Peruvian · United States · computer science · AI',
    ]);
    expect(lastStep(run, 'profile-search')?.details).toEqual(['Found 7 profiles with Test Search']);
    expect(lastStep(run, 'ai-filtering')?.details).toEqual([
      'Scored 7 profiles, best match 99%',
      '5 selected for verification',
    ]);
    expect(lastStep(run, 'deep-verification')?.details).toContain(
      'Person 1: verified, 97%, meets all criteria',
    );
    const checking = stepsOf(run).find(
      (step) => step.id === 'deep-verification' && step.details !== undefined,
    );
    expect(checking?.details).toEqual(['Person 1: checking with Test Profiles…']);
  });
});

describe('a deep search with fractional scores', () => {
  const one = foundProfile(1);
  const runWith = (relevanceScore: number, finalRelevanceScore: number) => {
    const replies = {
      scoring: () => ({ profiles: [{ index: 0, relevanceScore, reasoning: 'x', shouldVerify: true }] }),
      assessment: () => ({ finalRelevanceScore, verificationReasoning: 'x', meetsAllCriteria: true }),
    };
    return runPipeline(fakeProviders({ profiles: [one], replies }));
  };

  it('keeps the fractions on cards and truncates them in text', async () => {
    const run = await runWith(72.9, 69.6);
    expect(cardsOf(run)).toMatchObject([{ relevanceScore: 69.6, scoreMove: { from: 72.9, to: 69.6 } }]);
    expect(lastStep(run, 'ai-filtering')?.details?.[0]).toBe('Scored 1 profile, best match 72%');
    expect(lastStep(run, 'deep-verification')?.details).toEqual([
      'Person 1: verified, 69%, meets all criteria',
    ]);
  });

  it('reports no score move that truncation hides', async () => {
    const [card] = cardsOf(await runWith(72.2, 72.9));
    expect(card?.relevanceScore).toBe(72.9);
    expect(card).not.toHaveProperty('scoreMove');
  });
});

describe('a deep search that verifies nobody', () => {
  const scoring = (relevanceScore: number) => (request: CompletionRequest) => ({
    profiles: promptedProfiles(request).map(({ index }) => ({
      index,
      relevanceScore,
      reasoning: 'x',
      shouldVerify: relevanceScore < 60,
    })),
  });

  it.each([
    [59, 'Nobody scored 60% or more, so no profile was verified.'],
    [59.6, 'Nobody scored 60% or more, so no profile was verified.'],
    [60, 'Of those with 60% or more, the AI picked nobody for verification, so no profile was verified.'],
  ])('says why in the answer and on the step if everyone scores %s', async (score, reason) => {
    const run = await runPipeline(fakeProviders({ replies: { scoring: scoring(score) } }));
    expect(run.providers.calls).not.toContain('lookup');
    expect(messageOf(run)?.content).toBe(`I found 7 profiles for your request.\n\n${reason}`);
    expect(lastStep(run, 'deep-verification')).toMatchObject({ status: 'completed', details: [reason] });
    expect(lastStep(run, 'ai-filtering')?.details?.at(-1)).toBe('Nobody selected for verification');
    expect(doneOf(run)).toEqual([{ outcome: 'answered' }]);
  });

  it.each([
    ['scores only some, and low', 40, 'Nobody that the AI scored has 60% or more'],
    ['picks none of those it scores', 60, 'Of those with 60% or more, the AI picked nobody for verification'],
    ['scores nobody', undefined, 'The AI scored nobody'],
  ])('says nothing of fallback scores if the AI %s', async (_, score, reason) => {
    const run = await runPipeline(
      fakeProviders({
        replies: {
          scoring: (request) =>
            score === undefined || promptedProfiles(request)[0]?.position === 1
              ? { profiles: [] }
              : scoring(score)(request),
        },
      }),
    );
    // The fallback score of the first alone is high enough.
    expect(cardsOf(run)[0]).toMatchObject({
      scoreSource: 'fallback',
      relevanceScore: expect.toSatisfy((shown) => shown >= 60),
    });
    expect(messageOf(run)?.content).toContain(`${reason}, so no profile was verified.`);
    expect(lastStep(run, 'deep-verification')?.details).toEqual([`${reason}, so no profile was verified.`]);
  });
});

describe('a standard search', () => {
  it('runs three steps and neither scores nor looks anyone up', async () => {
    const run = await runPipeline(undefined, { deepResearch: false });
    expect(firstAppearances(stepsOf(run).map((step) => step.id))).toEqual([
      'query-generation',
      'profile-search',
      'formatting',
    ]);
    expect(new Set(run.providers.calls)).toEqual(new Set(['query', 'search', 'formatting']));
  });

  it('takes the score from formatting', async () => {
    const run = await runPipeline(undefined, { deepResearch: false });
    expect(cardsOf(run).map((card) => card.relevanceScore)).toEqual(Array(7).fill(50));
    expect(messageOf(run)?.metadata).toMatchObject({
      model: 'test-model + Test Search',
      step: 'profile_search',
      useDeepResearch: false,
    });
  });
});

describe('a search that finds nobody', () => {
  it('is answered without scoring, lookups or formatting', async () => {
    const run = await runPipeline(fakeProviders({ profiles: [] }));
    expect(run.providers.calls).toEqual(['query', 'search']);
    expect(messageOf(run)?.metadata?.profileDisplayData?.totalProfiles).toBe(0);
    expect(doneOf(run)).toEqual([{ outcome: 'answered' }]);
  });
});

describe('pacing', () => {
  it('shows every step for at least its specified time', async () => {
    const run = await runPipeline();
    expect(run.pauses).toEqual([1_500, 2_000, 1_800, 800, 800, 800, 800, 1_500, 1_000]);
  });

  it('has three pauses in standard mode', async () => {
    const run = await runPipeline(undefined, { deepResearch: false });
    expect(run.pauses).toEqual([1_500, 2_000, 1_000]);
  });

  it('does not pause when off', async () => {
    const hour = 3_600_000;
    await expect(PAUSES.off(hour, new AbortController().signal)).resolves.toBeUndefined();
  });

  it('does the work during the pause, not after it', async () => {
    const providers = fakeProviders();
    const callsAtPause: string[][] = [];
    await runPipeline(providers, {
      pause: async () => {
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
      onEvent: (event) => event.type === 'step' && events.push(`${event.data.id} ${event.data.status}`),
      pause: async () => {
        await Promise.resolve();
        statuses.push(events.at(-1));
      },
    });
    expect(statuses[0]).toBe('query-generation active');
    expect(statuses[1]).toBe('profile-search active');
    expect(statuses.at(-1)).toBe('formatting active');
  });

  it('shows the verifications one by one', async () => {
    const run = await runPipeline();
    const shown = stepsOf(run).filter((step) => step.id === 'deep-verification');
    const counts = shown.map((step) => step.details?.length ?? 0);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts)).toEqual(new Set([0, 1, 2, 3, 4, 5]));
  });
});
