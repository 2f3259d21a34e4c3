import { describe, expect, it } from 'vitest';
import { DeadlineReached, StopRequested } from '#functions/pipeline/context.ts';
import {
  type FakeProvidersOptions,
  failure,
  fakeProviders,
  foundProfiles,
  promptedProfiles,
  queryReply,
  recordOf,
} from '#tests/support/fake-providers.ts';
import { cardsOf, doneOf, lastStep, messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

const run = (options: FakeProvidersOptions) => runPipeline(fakeProviders(options));
const apology = (reason: string) =>
  `I'm sorry, I encountered an error while processing your search request: ${reason}. Please try again with a different phrasing.`;

describe('a query that fails', () => {
  const cases: [string, FakeProvidersOptions['replies'], string][] = [
    [
      'an empty reply',
      {
        query: () => {
          throw failure('language-model', 'no-response', 'empty');
        },
      },
      'No response from query generator',
    ],
    [
      'a reply without criteria',
      { query: () => ({ googleSearchQuery: 'x' }) },
      'Invalid search query structure generated',
    ],
    [
      'a reply without a search',
      { query: () => ({ targetCriteria: {} }) },
      'Invalid search query structure generated',
    ],
    [
      'prose',
      { query: () => 'Here you are!' },
      'Failed to parse AI response as JSON: Unexpected token in JSON',
    ],
    [
      'a missing key',
      {
        query: () => {
          throw failure(
            'language-model',
            'missing-key',
            'OpenAI client not initialized. Please check your API key.',
          );
        },
      },
      'OpenAI client not initialized. Please check your API key.',
    ],
  ];
  it.each(cases)('ends in the specified apology after %s', async (_, replies, reason) => {
    const result = await run({ replies: replies ?? {} });
    const text = `Failed to generate search query: ${reason}`;
    expect(messageOf(result)?.content).toBe(apology(text.replace(/\.$/, '')));
    expect(lastStep(result, 'query-generation')).toMatchObject({ status: 'error', details: [text] });
    expect(doneOf(result)).toEqual([{ outcome: 'apologised' }]);
    expect(result.providers.calls).toEqual(['query']);
  });
});

describe('a search that fails', () => {
  it('ends in the specified apology and keeps the query', async () => {
    const result = await run({
      search: () => Promise.reject(failure('web-search', 'status', 'SerpAPI error: 503 Service Unavailable')),
    });
    const text = 'Failed to search LinkedIn profiles: SerpAPI error: 503 Service Unavailable';
    expect(messageOf(result)?.content).toBe(apology(text));
    expect(messageOf(result)?.metadata?.searchQuery?.googleSearchQuery).toBe(queryReply.googleSearchQuery);
    expect(lastStep(result, 'profile-search')).toMatchObject({ status: 'error', details: [text] });
    expect(doneOf(result)).toEqual([{ outcome: 'apologised' }]);
  });

  it('never shows internal error details', async () => {
    const result = await run({
      search: () => Promise.reject(new Error('connect ECONNREFUSED 10.0.0.1:443 key=sk-1')),
    });
    expect(messageOf(result)?.content).toBe(
      apology('Failed to search LinkedIn profiles: An unexpected error occurred'),
    );
  });
});

describe('a second page that fails', () => {
  const runFailing = (options: { signal?: AbortSignal; onFirst?: () => void } = {}) => {
    const providers = fakeProviders();
    const { webSearch } = providers;
    const failing = {
      ...webSearch,
      search: async (query: string, signal: AbortSignal) => {
        const first = await webSearch.search(query, signal);
        options.onFirst?.();
        return { ...first, furtherPageFailure: 'SerpAPI error: 500' };
      },
    };
    const { signal } = options;
    return runPipeline(
      { ...providers, webSearch: failing },
      { deepResearch: false, ...(signal && { signal }) },
    );
  };

  it('is not reported if the person has already stopped the search', async () => {
    const controller = new AbortController();
    const onFirst = () => controller.abort(new StopRequested());
    const result = await runFailing({ signal: controller.signal, onFirst });
    expect(doneOf(result)).toEqual([{ outcome: 'stopped' }]);
    expect(cardsOf(result)).toHaveLength(7);
    expect(messageOf(result)?.content).not.toContain('could not be read');
  });

  it('is reported, and the first page’s people are shown', async () => {
    const result = await runFailing();
    expect(messageOf(result)?.content).toBe(
      'I found 7 profiles for your request.\n\nA further page of results could not be read (SerpAPI error: 500).',
    );
    expect(cardsOf(result)).toHaveLength(7);
  });
});

describe('scoring that fails', () => {
  const down = () => Promise.reject(failure('language-model', 'status', 'OpenAI answered 500'));

  it('is reported on the step and above the results, which get fallback scores', async () => {
    const result = await run({ replies: { scoring: down } });
    expect(lastStep(result, 'ai-filtering')).toMatchObject({
      status: 'error',
      details: ['Deep research failed: Failed to filter profiles: OpenAI answered 500'],
    });
    expect(messageOf(result)?.content).toBe(
      'I found 7 profiles for your request.\n\nDeep research failed: Failed to filter profiles: OpenAI answered 500.',
    );
    expect(cardsOf(result).map((card) => card.relevanceScore)).toEqual(Array(7).fill(60));
    expect(result.providers.calls).not.toContain('lookup');
    expect(doneOf(result)).toEqual([{ outcome: 'answered' }]);
  });

  it.each([
    ['no array', () => ({ verdict: 'fine' }), 'AI response is not an array'],
    ['two arrays', () => ({ a: [], b: [] }), 'AI response is not an array'],
    [
      'truncated JSON',
      () => '[{"index":0,"rel',
      'Failed to parse AI response as JSON: Unexpected end of JSON input',
    ],
    [
      'nothing',
      () => {
        throw failure('language-model', 'no-response', 'empty');
      },
      'No response from OpenAI',
    ],
  ])('reports the reason for %s', async (_, scoring, reason) => {
    const result = await run({ replies: { scoring } });
    expect(lastStep(result, 'ai-filtering')?.details).toEqual([
      `Deep research failed: Failed to filter profiles: ${reason}`,
    ]);
  });

  it('affects only one profile when a single call fails', async () => {
    let call = 0;
    const result = await runPipeline(
      fakeProviders({
        profiles: foundProfiles(12),
        replies: {
          scoring: (request) => {
            call += 1;
            if (call === 2) throw failure('language-model', 'timeout', 'OpenAI took too long');
            return promptedProfiles(request).map(({ index }) => ({
              index,
              relevanceScore: 90,
              reasoning: 'r',
            }));
          },
        },
      }),
    );
    const scores = cardsOf(result).map((card) => card.relevanceScore);
    expect(scores.filter((score) => score === 90)).toHaveLength(11);
    expect(scores.filter((score) => score === 60)).toHaveLength(1);
    expect(messageOf(result)?.content).toContain(
      '1 profile could not be scored by the AI (OpenAI took too long) and got a fallback score.',
    );
    expect(lastStep(result, 'ai-filtering')?.status).toBe('completed');
  });
});

describe('a verification that fails', () => {
  it('keeps the initial assessment and never shows a profile without a record as verified', async () => {
    const result = await run({
      lookUp: () => Promise.reject(failure('profile-data', 'status', 'Enrich Layer error: 500')),
    });
    const deep = messageOf(result)?.metadata?.deepResearchResults;
    expect(deep?.verifiedProfiles[0]).toMatchObject({
      finalRelevanceScore: 99,
      verificationReasoning: 'Reason 1',
      meetsAllCriteria: true,
    });
    expect(cardsOf(result).some((card) => card.isVerified)).toBe(false);
    expect(messageOf(result)?.content).toContain(
      '5 profiles could not be verified and kept the initial assessment.',
    );
    expect(lastStep(result, 'final-analysis')?.details).toEqual([
      'Ranked by relevance, nothing was verified',
    ]);
    expect(result.logged).toContain('lookup failed');
    expect(result.providers.calls).not.toContain('assessment');
  });

  it('reports a record that does not say whose it is', async () => {
    const result = await run({ lookUp: async (url) => recordOf(url, { public_identifier: null }) });
    expect(cardsOf(result).some((card) => card.isVerified)).toBe(false);
    expect(lastStep(result, 'deep-verification')?.details?.[0]).toBe(
      'Person 1: the record found does not say whose it is, the initial assessment stands',
    );
  });

  it('does not accept another person’s record', async () => {
    const result = await run({
      lookUp: async (url) => recordOf(url, { public_identifier: 'somebody-else' }),
    });
    expect(cardsOf(result).some((card) => card.isVerified)).toBe(false);
    expect(result.providers.calls).not.toContain('assessment');
  });

  it.each([
    [
      'fails',
      () => Promise.reject(failure('language-model', 'timeout', 'OpenAI took too long')),
      'Verification failed: OpenAI took too long. Using initial assessment.',
    ],
    [
      'cannot be read',
      () => 'so good',
      'Verification parsing failed: Unexpected token in JSON. Using initial assessment.',
    ],
    [
      'has no score',
      () => ({ meetsAllCriteria: true }),
      'Verification parsing failed: No usable score in the AI response. Using initial assessment.',
    ],
  ])(
    'reports an assessment that %s, and passes only scores of 70 or more',
    async (_, assessment, reasoning) => {
      const result = await run({
        replies: {
          assessment,
          scoring: (request) =>
            promptedProfiles(request).map(({ index, position }) => ({
              index,
              relevanceScore: 71 - position,
              shouldVerify: true,
            })),
        },
      });
      const verified = messageOf(result)?.metadata?.deepResearchResults?.verifiedProfiles ?? [];
      expect(verified.map((each) => [each.finalRelevanceScore, each.meetsAllCriteria])).toEqual([
        [70, true],
        [69, false],
        [68, false],
        [67, false],
        [66, false],
      ]);
      expect(new Set(verified.map((each) => each.verificationReasoning))).toEqual(new Set([reasoning]));
      expect(cardsOf(result).filter((card) => card.isVerified)).toHaveLength(5);
      expect(messageOf(result)?.content).toContain(
        'The records of 5 profiles could not be assessed by the AI, so the initial score stands.',
      );
    },
  );

  it('falls back to the default reasoning if the model gives none', async () => {
    const result = await run({
      replies: { assessment: () => ({ finalRelevanceScore: '95', meetsAllCriteria: 'yes' }) },
    });
    expect(messageOf(result)?.metadata?.deepResearchResults?.verifiedProfiles[0]).toMatchObject({
      finalRelevanceScore: 95,
      meetsAllCriteria: true,
      verificationReasoning: 'No reasoning provided',
    });
  });
});

describe('formatting that fails', () => {
  const inStandardMode = (replies: NonNullable<FakeProvidersOptions['replies']>) =>
    runPipeline(fakeProviders({ replies }), { deepResearch: false });

  it('is reported on the step, and the results are shown as found', async () => {
    const result = await inStandardMode({
      formatting: () => Promise.reject(failure('language-model', 'status', 'OpenAI answered 500')),
    });
    expect(lastStep(result, 'formatting')).toMatchObject({
      status: 'error',
      details: ['Failed to format profiles: OpenAI answered 500'],
    });
    expect(cardsOf(result).at(-1)).toMatchObject({
      scoreSource: 'fallback',
      fullName: 'Person 7',
      currentPosition: { title: 'Engineer', company: 'Firm 7' },
    });
    expect(doneOf(result)).toEqual([{ outcome: 'answered' }]);
  });

  it.each([
    [7, () => true, 'The results are shown as the web search returned them.'],
    [20, (call: number) => call % 4 === 0, '5 of 20 results are shown as the web search returned them.'],
    [6, (call: number) => call === 2, '1 of 6 results is shown as the web search returned it.'],
  ] as const)('says how many results it affects, of %i', async (count, fails, sentence) => {
    let calls = 0;
    const providers = fakeProviders({
      profiles: foundProfiles(count),
      replies: {
        formatting: (request) => {
          calls += 1;
          if (fails(calls)) throw failure('language-model', 'status', 'OpenAI answered 500');
          return promptedProfiles(request).map(({ index }) => ({ index, tags: ['tag'] }));
        },
      },
    });
    const result = await runPipeline(providers, { deepResearch: false });
    const lines = messageOf(result)?.content.split('\n\n');
    expect(lines?.slice(1)).toEqual([`Failed to format profiles: OpenAI answered 500. ${sentence}`]);
  });

  it('completes the step when the reply is unreadable, and says so in the answer', async () => {
    const result = await inStandardMode({ formatting: () => 'no JSON' });
    expect(lastStep(result, 'formatting')?.status).toBe('completed');
    expect(cardsOf(result)).toHaveLength(7);
    expect(messageOf(result)?.content).toContain(
      'The AI said nothing usable on 7 profiles; their cards show what the web search returned.',
    );
  });

  it('reports an empty reply in the specified words', async () => {
    const result = await inStandardMode({
      formatting: () => {
        throw failure('language-model', 'no-response', 'x');
      },
    });
    expect(lastStep(result, 'formatting')?.details).toEqual([
      'Failed to format profiles: No response from OpenAI for profile formatting',
    ]);
  });
});

describe('a search that ends early', () => {
  it.each([
    ['query', 0],
    ['search', 0],
    ['scoring', 7],
    ['lookup', 7],
    ['assessment', 7],
    ['formatting', 7],
  ])('keeps what was found and is marked as stopped, when stopped during %s', async (at, found) => {
    const controller = new AbortController();
    const providers = fakeProviders();
    const stopping =
      <Args extends unknown[], Result>(name: string, call: (...args: Args) => Promise<Result>) =>
      (...args: Args) => {
        if (providers.calls.at(-1) === name || name === at) controller.abort(new StopRequested());
        return controller.signal.aborted ? Promise.reject(controller.signal.reason) : call(...args);
      };
    const { languageModel, webSearch, profileData } = providers;
    const result = await runPipeline(
      {
        ...providers,
        languageModel: {
          ...languageModel,
          complete: (request, signal) =>
            stopping(request.task === at ? at : 'never', () => languageModel.complete(request, signal))(),
        },
        webSearch: { ...webSearch, search: stopping('search', webSearch.search) },
        profileData: { ...profileData, lookUp: stopping('lookup', profileData.lookUp) },
      },
      { signal: controller.signal, deepResearch: at !== 'formatting' },
    );
    expect(doneOf(result)).toEqual([{ outcome: 'stopped' }]);
    expect(messageOf(result)?.metadata?.outcome).toBe('stopped');
    expect(cardsOf(result)).toHaveLength(found);
    expect(result.events.findLast((event) => event.type === 'step')?.data).toMatchObject({ status: 'error' });
    const said = JSON.stringify([result.events, cardsOf(result)]);
    expect(said).not.toContain('unexpected error');
    expect(said).not.toContain('lookup failed');
    expect(result.logged).toEqual([]);
  });

  /** Aborts the search for this reason while the model is at this task. */
  function abortDuring(task: 'scoring' | 'assessment', reason: Error, options: FakeProvidersOptions = {}) {
    const controller = new AbortController();
    const reply = (_: unknown, signal: AbortSignal) => {
      controller.abort(reason);
      return Promise.reject(signal.reason);
    };
    return runPipeline(fakeProviders({ ...options, replies: { [task]: reply } }), {
      signal: controller.signal,
    });
  }

  it('shows as verified who has been looked up when stopped during the assessment', async () => {
    const result = await abortDuring('assessment', new StopRequested(), { profiles: foundProfiles(1) });
    expect(doneOf(result)).toEqual([{ outcome: 'stopped' }]);
    expect(cardsOf(result)).toMatchObject([{ isVerified: true, headline: 'Headline of the record' }]);
  });

  it('shows the people found and says that time ran out, at the deadline', async () => {
    const result = await abortDuring('scoring', new DeadlineReached());
    expect(doneOf(result)).toEqual([{ outcome: 'answered' }]);
    expect(messageOf(result)?.content).toContain('The time for this search ran out');
    expect(cardsOf(result)).toHaveLength(7);
  });

  it('apologises at the deadline if nobody was found', async () => {
    const controller = new AbortController();
    controller.abort(new DeadlineReached());
    const result = await runPipeline(fakeProviders(), { signal: controller.signal });
    expect(messageOf(result)?.content).toBe(
      apology('Failed to generate search query: The time for this search ran out'),
    );
  });
});
