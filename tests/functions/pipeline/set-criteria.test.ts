import { describe, expect, it } from 'vitest';
import { StopRequested } from '#functions/pipeline/context.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { Basis, SearchTask } from '#shared/search-request.ts';
import { fakeProviders, foundProfile } from '#tests/support/fake-providers.ts';
import { cardsOf, doneOf, lastStep, messageOf, runPipeline } from '#tests/support/run-pipeline.ts';
import { criterion } from './judging.ts';

type Task = Extract<SearchTask, { kind: 'criteria' }>;

const CRITERIA = [
  criterion('c1', 'profession', 'engineer'),
  criterion('c2', 'location', 'Boston or Lima'),
  criterion('c3', 'education', 'PhD', 'preferred'),
  criterion('c4', 'experience', 'Deloitte', 'excluded'),
];

async function search(task: Partial<Task>, overrides: Parameters<typeof runPipeline>[1] = {}) {
  const queries: string[] = [];
  const providers = fakeProviders({
    search: async (query) => {
      queries.push(query);
      return [foundProfile(1), foundProfile(2)];
    },
  });
  const plan = { ...overrides.plan, task: { kind: 'criteria', criteria: CRITERIA, ...task } as const };
  const run = await runPipeline(providers, { deepResearch: false, ...overrides, plan });
  return { run, queries, metadata: messageOf(run)?.metadata };
}

describe('a search by criteria the person has set', () => {
  it('uses them as they are, without a query call', async () => {
    const { run, queries, metadata } = await search({});
    expect(run.providers.calls).not.toContain('query');
    expect(queries).toEqual(['site:linkedin.com/in -"Deloitte" "engineer" ("Boston" OR "Lima")']);
    expect(metadata?.searchQuery).toMatchObject({
      criteria: CRITERIA,
      targetCriteria: { profession: 'engineer', location: 'Boston or Lima', education: 'PhD' },
    });
    expect(lastStep(run, 'query-generation')?.details).toEqual([
      `Search: ${queries[0]}`,
      'Criteria: engineer · Boston or Lima · ideally PhD · not Deloitte',
      'Criteria as you set them',
    ]);
    expect(cardsOf(run)[0]?.verdicts?.map(({ criterionId }) => criterionId)).toEqual([
      'c1',
      'c2',
      'c3',
      'c4',
    ]);
  });

  it('has the alternatives of a list', async () => {
    const { queries } = await search({ criteria: [criterion('c1', 'location', 'Boston, Lima or Oslo')] });
    expect(queries).toEqual(['site:linkedin.com/in ("Boston" OR "Lima" OR "Oslo")']);
  });

  it('keeps the alternatives of the answer’s criteria', async () => {
    const countries = 'Spain or Italy or France or Germany or Austria or Poland or Norway or Chile';
    const criteria = [
      criterion('c1', 'experience', 'Skadden, Slate or Sidley'),
      criterion('c3', 'nationality', countries),
    ];
    const basis: Basis = { request: 'at Skadden', googleSearchQuery: '', criteria, people: [] };
    const added = criterion('c2', 'location', 'Boston, Lima or Oslo');
    const { metadata } = await search({ criteria: [...criteria, added] }, { plan: { basis } });
    expect(metadata?.searchQuery?.criteria?.map(({ text }) => text)).toEqual([
      'Skadden, Slate or Sidley',
      countries,
      'Boston or Lima or Oslo',
    ]);
  });

  it('gives the scoring models the criteria instead of the request', async () => {
    const { run } = await search({});
    const { request } = JSON.parse(run.providers.completions[0]?.user ?? '{}');
    expect(request).toBe('engineer, Boston or Lima, ideally PhD, not Deloitte');
  });

  it.each([
    ['changed criteria', CRITERIA.slice(1), 'Boston or Lima, ideally PhD, not Deloitte', undefined],
    ['an edited query', CRITERIA, 'Engineers for bridges.', 'Engineers for bridges.'],
  ])(
    'drops the brief of a long request only if the criteria changed: %s',
    async (_, criteria, request, brief) => {
      const basis: Basis = {
        request: 'engineers '.repeat(30),
        brief: 'Engineers for bridges.',
        googleSearchQuery: 'site:linkedin.com/in "engineer"',
        criteria: CRITERIA,
        people: [],
      };
      const task = { criteria, googleSearchQuery: '"engineer" bridges' };
      const { run, metadata } = await search(task, { plan: { basis }, deepResearch: true });
      const told = run.providers.completions.map(({ user }) => JSON.parse(user).request);
      expect(new Set(told)).toEqual(new Set([request]));
      expect(metadata?.searchQuery?.brief).toBe(brief);
    },
  );

  it('lets others have their turn while it checks people found earlier, and stops when it is asked to', async () => {
    const stop = new AbortController();
    let turns = 0;
    const stopAfterAWhile = () => {
      turns += 1;
      if (turns === 20) stop.abort(new StopRequested());
      else setImmediate(stopAfterAWhile);
    };
    setImmediate(stopAfterAWhile);
    const people = Array.from({ length: 60 }, (_, index) => foundProfile(index + 1));
    const basis: Basis = { request: 'x', googleSearchQuery: 'x', criteria: [], people };
    const { run, queries } = await search({}, { plan: { basis }, signal: stop.signal });
    expect(doneOf(run)).toEqual([{ outcome: 'stopped' }]);
    expect(queries).toEqual([]);
  });

  it('has no more words in a criterion than genuine ones have', async () => {
    const letters = Array.from({ length: 60 }, (_, index) => 'abcdefghij'[index % 10]);
    const { metadata } = await search({ criteria: [criterion('c1', 'interest', letters.join(' '))] });
    expect(metadata?.searchQuery?.criteria?.[0]?.text).toBe(letters.slice(0, 30).join(' '));
  });

  it('reports the changes and checks people found earlier against them', async () => {
    const basis: Basis = {
      request: 'engineers in Boston',
      googleSearchQuery: 'site:linkedin.com/in "engineer" "Boston"',
      criteria: [
        CRITERIA[0] ?? criterion('c1', 'profession', 'engineer'),
        criterion('c2', 'location', 'Boston'),
      ],
      people: [
        foundProfile(11, { snippet: 'Location: Lima' }),
        foundProfile(12, { snippet: 'Experience: Deloitte · Location: Boston' }),
      ],
    };
    const { run, metadata } = await search({}, { plan: { basis } });
    expect(metadata?.changes).toEqual([
      'Location: Boston or Lima instead of Boston',
      'Education: PhD added as nice to have',
      'Experience: Deloitte excluded',
    ]);
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe(
      '1 of 2 people found earlier no longer matches',
    );
    expect(metadata?.searchResults?.linkedinProfiles.map(({ url }) => url.split('-').at(-1))).toEqual([
      '11',
      '1',
      '2',
    ]);
  });

  it('drops the people found earlier who have what is excluded from now on', async () => {
    const firm = (need: Criterion['need']) => criterion('c2', 'experience', 'Deloitte', need);
    const basis: Basis = {
      request: 'engineers, ideally from Deloitte',
      googleSearchQuery: 'x',
      criteria: [criterion('c1', 'profession', 'engineer'), firm('preferred')],
      people: [foundProfile(11, { snippet: 'Experience: Deloitte' }), foundProfile(12)],
    };
    const criteria = [criterion('c1', 'profession', 'engineer'), firm('excluded')];
    const { metadata } = await search({ criteria }, { plan: { basis } });
    expect(metadata?.searchResults?.linkedinProfiles.map(({ url }) => url.split('-').at(-1))).toEqual([
      '12',
      '1',
      '2',
    ]);
  });

  it.each<[string, before: Criterion[], after: Criterion[], changes: string[]]>([
    [
      'a criterion whose text is edited',
      [criterion('c1', 'experience', 'Java')],
      [criterion('c1', 'experience', 'Kotlin')],
      ['Experience: Kotlin instead of Java'],
    ],
    [
      'two places for one',
      [criterion('c1', 'location', 'Boston')],
      [criterion('c2', 'location', 'Lima'), criterion('c3', 'location', 'Oslo')],
      ['Location: Lima instead of Boston', 'Location: Oslo added'],
    ],
    [
      'another place than the one excluded',
      [criterion('c1', 'location', 'Boston', 'excluded')],
      [criterion('c2', 'location', 'Lima')],
      ['Location: Lima added', 'Location: Boston no longer excluded'],
    ],
  ])('says what replaces what: %s', async (_, before, after, changes) => {
    const basis: Basis = { request: 'x', googleSearchQuery: 'x', criteria: before, people: [] };
    const { metadata } = await search({ criteria: after }, { plan: { basis } });
    expect(metadata?.changes).toEqual(changes);
  });

  it.each([
    ['"head of data" Boston', 'site:linkedin.com/in -"Deloitte" "head of data" Boston'],
    ['site:linkedin.com/in "cto" -intern', 'site:linkedin.com/in -"Deloitte" "cto" -intern'],
    ['-site:linkedin.com/in "cto"', 'site:linkedin.com/in -"Deloitte" -site:linkedin.com/in "cto"'],
  ])('uses the person’s own query, limited to profile pages: %s', async (googleSearchQuery, sent) => {
    expect((await search({ googleSearchQuery })).queries).toEqual([sent]);
  });

  it('searches by nothing but the person’s own query, and finds whomever it finds', async () => {
    const basis: Basis = {
      request: 'engineers',
      googleSearchQuery: 'site:linkedin.com/in "engineer"',
      criteria: [],
      excludedUrls: [foundProfile(1).url],
      people: [],
    };
    const edited = await search(
      { googleSearchQuery: '"head of data" Cusco' },
      { plan: { basis: { ...basis, people: [foundProfile(11)] } } },
    );
    expect(edited.metadata?.searchQuery).not.toHaveProperty('alternativeSearchTerms');
    expect(edited.metadata?.searchQuery).not.toHaveProperty('excludedUrls');
    expect(edited.metadata?.searchResults?.linkedinProfiles.map(({ url }) => url)).toEqual([
      foundProfile(1).url,
      foundProfile(2).url,
    ]);
    const { metadata } = await search({}, { plan: { basis } });
    expect(metadata?.searchQuery?.alternativeSearchTerms).not.toEqual([]);
    expect(metadata?.searchResults?.linkedinProfiles[0]?.url).toBe(foundProfile(2).url);
  });

  it('does not reuse the earlier answer’s query', async () => {
    const googleSearchQuery = 'site:linkedin.com/in "lawyer"';
    const basis: Basis = { request: 'lawyers', googleSearchQuery, criteria: [], people: [] };
    const { queries } = await search({ googleSearchQuery }, { plan: { basis } });
    expect(queries[0]).toContain('"engineer"');
  });

  it('stays within Google’s limits and keeps at least one required criterion', async () => {
    const many = (need: Criterion['need']) =>
      Array.from({ length: 20 }, (_, index) =>
        criterion(`${need}${index}`, 'experience', `${need} firm ${index}`, need),
      );
    const { queries } = await search({ criteria: [...many('excluded'), ...many('required')] });
    const words = queries[0]?.replaceAll(/[()"]/g, ' ').trim().split(/\s+/) ?? [];
    expect(words.length).toBeLessThanOrEqual(32);
    expect(queries[0]).toMatch(/^site:linkedin\.com\/in -"excluded firm 0" .* "required firm 0"/);
  });

  it('treats criteria as untrusted input', async () => {
    const criteria = [
      criterion('__proto__', 'experience', 'a\u200Bu\u0007dit "OR" (x'),
      criterion('c1', 'experience', ' \u200B '),
      criterion('c2', 'profession', 'x or '.repeat(500)),
    ];
    const { metadata, queries } = await search({ criteria });
    const [first, second] = metadata?.searchQuery?.criteria ?? [];
    expect(metadata?.searchQuery?.criteria).toHaveLength(2);
    expect(first).toMatchObject({ id: 'c3', text: 'au dit "OR" (x' });
    expect(second?.text.length).toBeLessThanOrEqual(120);
    expect(queries[0]?.split('"').length).toBe((queries[0]?.split('"').length ?? 0) | 1);
    expect(metadata?.outcome).toBe('answered');
  });

  it('apologises in plain words if there is nothing to search by', async () => {
    for (const criteria of [[], [criterion('c1', 'experience', 'Deloitte', 'excluded')]]) {
      const { run, metadata } = await search({ criteria });
      expect(metadata?.outcome).toBe('apologised');
      expect(messageOf(run)?.content).toContain('Set a criterion that people must meet, or a Google query');
      expect(run.providers.calls).toEqual([]);
    }
  });

  it.each([
    ['score', ['engineer', 'woman'], undefined],
    ['show', ['engineer', 'woman'], true],
    ['ignore', ['engineer'], undefined],
  ] as const)(
    'treats sensitive criteria like those of a request: %s',
    async (sensitiveCriteria, texts, isUnscored) => {
      const criteria = [
        CRITERIA[0] ?? criterion('c1', 'profession', 'engineer'),
        criterion('c2', 'experience', 'woman'),
      ];
      const { metadata, run } = await search({ criteria }, { sensitiveCriteria });
      expect(metadata?.searchQuery?.criteria?.map(({ text }) => text)).toEqual(texts);
      expect(metadata?.searchQuery?.criteria?.[1]?.isUnscored).toBe(isUnscored);
      expect(metadata?.searchQuery?.sensitive).toEqual(['woman']);
      const told = JSON.stringify(run.providers.completions);
      expect(told.includes('woman')).toBe(sensitiveCriteria !== 'ignore');
    },
  );
});
