import { describe, expect, it } from 'vitest';
import { applySensitivity, tellable } from '#functions/pipeline/criteria/sensitive.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { fakeProviders, foundPages, foundProfile, queryReply } from '#tests/support/fake-providers.ts';
import { cardsOf, lastStep, messageOf, runPipeline } from '#tests/support/run-pipeline.ts';
import { criterion } from '../judging.ts';

describe('sensitive wording', () => {
  it.each([
    ['nationality', 'Peruvian'],
    ['experience', 'women'],
    ['experience', 'under 35'],
    ['experience', 'Catholic'],
    ['interest', 'trade unionist'],
    ['experience', 'wheelchair user'],
    ['experience', 'gay'],
    ['experience', 'married'],
    ['profession', 'young engineer'],
    ['experience', 'over 40'],
    ['experience', 'over 40 years old'],
    ['experience', 'over 60 years of age'],
    ['experience', 'under the age of 30'],
    ['experience', 'over-50s'],
    ['experience', 'under 30, or over 50 with grown-up clients'],
    ['profession', 'engineers over 50 in Berlin'],
    ['profession', 'engineers over 50 who ski'],
    ['profession', 'engineers under 30 studying law'],
    ['experience', 'people over 50 working in finance'],
    ['experience', 'under 35 interested in AI'],
    ['experience', 'under 30 using Rust'],
    ['experience', 'over 50 near Lima'],
    ['experience', 'over 50 near Los Angeles'],
    ['experience', 'under 35 y/o'],
    ['experience', 'under 35 a plus'],
    ['experience', 'under 35 an hour from Berlin'],
    ['profession', 'under 50 CAD designers'],
    ['experience', 'people over 50 (any)'],
    ['profession', 'under 30 Peruvian engineers'],
    ['profession', 'under 35 tech founders'],
    ['profession', 'product managers over 50'],
    ['experience', 'under 30 studying physics'],
    ['profession', 'engineers with children'],
    ['profession', 'female support workers'],
    ['profession', 'refugees'],
  ] as const)('is recognised in the %s %s', (subject, text) => {
    expect(applySensitivity([criterion('c1', subject, text)], '', 'score').sensitive).toEqual([text]);
  });

  it.each([
    ['education', 'Catholic University of Peru'],
    ['education', 'gender studies'],
    ['interest', "women's health"],
    ['interest', 'disability law'],
    ['experience', 'over 10 years of experience'],
    ['experience', 'under 50 EUR per hour'],
    ['experience', 'under 80 USD/h'],
    ['experience', 'under 80 euros'],
    ['experience', 'under 60 CAD an hour'],
    ['experience', 'under 80 000 EUR'],
    ['experience', 'under 50 miles from Boston'],
    ['experience', 'over 10 years experience'],
    ['experience', "over 10 years' experience"],
    ['experience', 'over 10-year track record'],
    ['experience', 'over 15 yrs in banking'],
    ['experience', 'over 15 years'],
    ['experience', 'over 50 direct reports'],
    ['experience', 'over 50% growth'],
    ['experience', 'over 500 employees'],
    ['experience', 'over 10,000 users'],
    ['experience', 'over 20m in sales'],
    ['experience', 'teams of over 50'],
    ['experience', 'under 90 days'],
    ['experience', 'over 50 % growth'],
    ['experience', 'over 20 m in sales'],
    ['experience', 'over 20 million users'],
    ['experience', 'over 10+ years'],
    ['experience', 'over 12 months'],
    ['experience', 'over 30 consulting projects'],
    ['experience', 'over 20 different countries'],
    ['experience', 'over 25 full-time employees'],
    ['experience', 'over 50 people managed'],
    ['experience', 'led over 20 engineers'],
    ['experience', 'supervising over 40'],
    ['experience', 'over 10 software teams'],
    ['experience', 'over 15 KPIs'],
    ['experience', 'under 20 employees'],
    ['experience', 'companies under 50'],
    ['profession', 'senior engineer'],
    ['location', 'Peru'],
    ['location', 'White Plains'],
    ['experience', 'management'],
    ['experience', 'Ernst & Young'],
    ['experience', 'White & Case'],
    ['experience', 'Six Sigma Black Belt'],
    ['experience', 'white-collar crime'],
    ['interest', 'Islamic finance'],
    ['experience', 'German mother tongue'],
    ['profession', 'Disability support workers'],
    ['profession', 'autism specialist'],
    ['profession', 'refugee caseworker'],
    ['profession', 'speech therapists with children experience'],
    ['experience', 'experience with children'],
    ['experience', 'has worked with kids'],
    ['experience', 'United Arab Emirates'],
    ['experience', 'man management'],
  ] as const)('is not seen in the %s %s', (subject, text) => {
    expect(applySensitivity([criterion('c1', subject, text)], '', 'score').sensitive).toEqual([]);
  });

  it('is recognised in the request even if it is no criterion', () => {
    expect(
      applySensitivity([criterion('c1', 'profession', 'nurse')], 'young nurses, women', 'score').sensitive,
    ).toEqual(['women', 'young']);
  });
});

it.each([
  ['score', 'Peruvian engineers'],
  ['ignore', ''],
] as const)(
  'a request that names a people is told of, unless that is ignored: %s',
  (sensitiveCriteria, told) => {
    expect(tellable('Peruvian engineers', {}, { sensitiveCriteria })).toBe(told);
  },
);

describe('continuing from an answer while sensitive criteria are ignored', () => {
  /** What an honest page sends, together with criteria that only a dishonest one would. */
  const criteria = [
    criterion('c1', 'nationality', 'Peruvian'),
    criterion('c2', 'experience', 'women'),
    criterion('c3', 'profession', 'engineer'),
  ];
  const basis = {
    request: 'Peruvian engineers',
    brief: 'Looking for Peruvian engineers, ideally women',
    googleSearchQuery: 'site:linkedin.com/in "engineer"',
    criteria,
    people: [{ ...foundProfile(50), relevanceScore: 80 }],
  };
  const url = foundProfile(50).url;
  const follow = (content: string, reply: object, plan: Partial<SearchPlan> = {}) =>
    runPipeline(
      fakeProviders({
        searchPage: async (asked) => foundPages({ ...asked, isLast: true }, [foundProfile(1)]),
        replies: { query: () => ({ ...queryReply, isNewSearch: false, removed: [], ...reply }) },
      }),
      { content, sensitiveCriteria: 'ignore', plan: { basis, ...plan } },
    );
  const asked = (text: string) => ({ targetCriteria: { experience: [text], interests: [] } });
  const ofNationality = { targetCriteria: { nationality: 'Peruvian', experience: [], interests: [] } };

  it.each([
    [
      'a place',
      'only in Boston',
      { targetCriteria: { location: 'Boston', experience: [], interests: [] } },
      {},
    ],
    ['a gender', 'only women', asked('women'), {}],
    ['a nationality', 'only Peruvians', ofNationality, {}],
    ['set criteria', 'Engineers', {}, { task: { kind: 'criteria', criteria } }],
    [
      'a query alone',
      'Peruvian women',
      {},
      { task: { kind: 'criteria', criteria: criteria.slice(0, 2), googleSearchQuery: 'engineer' } },
    ],
    ['more people', 'Find more people', {}, { task: { kind: 'more' } }],
    ['one person verified', 'Verify', {}, { task: { kind: 'verify', url } }],
  ] satisfies [string, string, object, Partial<SearchPlan>][])(
    'does not bring them back: %s',
    async (_, content, reply, plan) => {
      const run = await follow(content, reply, plan);
      const { searchQuery, profileDisplayData, changes = [] } = messageOf(run)?.metadata ?? {};
      const judging = run.providers.completions.filter(({ task }) => task !== 'query');
      expect(judging.length).toBeGreaterThan(0);
      const told = judging
        .map(({ user }) => JSON.parse(user))
        .map(({ request, criteria: of }) => ({ request, of }));
      expect(
        JSON.stringify([
          told,
          searchQuery?.criteria,
          searchQuery?.targetCriteria,
          searchQuery?.brief,
          changes,
        ]),
      ).not.toMatch(/peruvian|wom[ae]n/i);
      expect(JSON.stringify(profileDisplayData?.criteria)).not.toMatch(/peruvian|wom[ae]n/i);
    },
  );

  it('says what was ignored, and reports no changes', async () => {
    const run = await follow('only women', asked('women'));
    expect(messageOf(run)?.content).toContain('Ignored: “women”.');
    expect(messageOf(run)?.metadata?.changes).toEqual([]);
    expect(lastStep(run, 'query-generation')?.details).toContainEqual(
      expect.stringContaining('Ignored: “women”'),
    );
  });
});

describe('a search with a sensitive criterion', () => {
  const search = (sensitiveCriteria: SensitiveCriteria) => {
    const providers = fakeProviders({
      replies: {
        query: () => ({ ...queryReply, targetCriteria: { nationality: 'Chilean', interests: ['engineer'] } }),
      },
    });
    return runPipeline(providers, { deepResearch: false, sensitiveCriteria });
  };
  const dataOf = async (run: ReturnType<typeof search>) => messageOf(await run)?.metadata?.profileDisplayData;

  it('scores it and reports it as sensitive if set to “score”', async () => {
    const data = await dataOf(search('score'));
    expect(data?.sensitive).toEqual(['Chilean']);
    expect(data?.criteria).toMatchObject([{ text: 'Chilean' }, { text: 'engineer' }]);
  });

  it('gives it verdicts but no part in the score if set to “show”', async () => {
    const data = await dataOf(search('show'));
    expect(data?.sensitive).toEqual(['Chilean']);
    expect(data?.criteria?.[0]).toMatchObject({ text: 'Chilean', isUnscored: true });
    expect(data?.otherProfiles[0]?.verdicts).toHaveLength(2);
    const { providers } = await search('show');
    const [request] = providers.completions.filter(({ task }) => task === 'formatting');
    expect(JSON.parse(request?.user ?? '').criteria.c1).toBe('unscored nationality: Chilean');
  });

  it('drops it from the criteria and from later model calls if set to “ignore”', async () => {
    const run = await search('ignore');
    const data = messageOf(run)?.metadata?.profileDisplayData;
    expect(data?.sensitive).toEqual(['Chilean']);
    expect(data?.criteria).toMatchObject([{ text: 'engineer' }]);
    expect(messageOf(run)?.metadata?.searchQuery?.targetCriteria.nationality).toBeUndefined();
    for (const { task, user } of run.providers.completions)
      if (task !== 'query')
        expect(JSON.parse(user)).toMatchObject({ request: '', criteria: { c2: 'interest: engineer' } });
    expect(cardsOf(run)).toHaveLength(7);
  });
});
