import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { describeChanges } from '#functions/pipeline/conversation/changes.ts';
import { refineCriteria } from '#functions/pipeline/conversation/refine.ts';
import { readCriteria } from '#functions/pipeline/criteria/criteria.ts';
import { estimateTokens, type FoundPages } from '#functions/providers/ports.ts';
import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { answerSloppily } from '#infra/simulated/model/sloppy.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { NOTHING_CHANGED } from '#shared/message.ts';
import type { Basis } from '#shared/search-request.ts';
import { fakeProviders, foundPages, foundProfile, queryReply } from '#tests/support/fake-providers.ts';
import { cardsOf, lastStep, messageOf, profilesOf, runPipeline } from '#tests/support/run-pipeline.ts';
import { basisOf, type SimulatedRun, simulatedSearches } from '#tests/support/simulated-search.ts';

const REQUEST = 'Peruvian management consultants with a PhD in the United States';
const MODELS: readonly [string, ModelBehaviour][] = [
  ['careful', answerCarefully],
  ['sloppy', answerSloppily],
];

const criteriaOf = ({ answer }: SimulatedRun): readonly Criterion[] =>
  answer.metadata?.searchQuery?.criteria ?? [];
const inWords = (criteria: readonly Criterion[]) =>
  criteria.map(({ need, text }) => `${need} ${text}`).sort();

describe.each(MODELS)('a follow-up read by a %s model', (_, model) => {
  const { search, close } = simulatedSearches({ model });
  let basis: Basis;
  beforeAll(async () => {
    basis = basisOf(REQUEST, (await search(REQUEST)).answer);
  });
  afterAll(close);

  const PLACE = 'required United States';
  const REST = ['required PhD', 'required Peruvian', 'required management consultant'];

  it.each([
    ['only in Boston', ['Location: Boston instead of United States'], ['required Boston', ...REST]],
    ['drop the PhD', ['Education: PhD removed'], [PLACE, REST[1], REST[2]]],
    ['the location does not matter', ['Location: United States removed'], REST],
    [
      'more senior',
      ['Profession: senior management consultant instead of management consultant'],
      [PLACE, REST[0], REST[1], 'required senior management consultant'],
    ],
    [
      'and what about Chicago?',
      ['Location: Chicago instead of United States'],
      ['required Chicago', ...REST],
    ],
    [
      'also in Canada',
      ['Location: United States or Canada instead of United States'],
      ['required United States or Canada', ...REST],
    ],
    ['not McKinsey', ['Experience: McKinsey excluded'], ['excluded McKinsey', PLACE, ...REST]],
    ['ideally with AI interests', ['Interest: AI added as nice to have'], ['preferred AI', PLACE, ...REST]],
    [
      'a PhD is only nice to have',
      ['Education: PhD nice to have instead of required'],
      ['preferred PhD', PLACE, REST[1], REST[2]],
    ],
  ])('changes the criteria: %s', async (request, changes, criteria) => {
    const run = await search(request, { basis });
    expect(run.answer.metadata?.changes).toEqual(changes);
    expect(inWords(criteriaOf(run))).toEqual(criteria.toSorted());
    const ids = new Map(basis.criteria.map(({ id, text }) => [text, id]));
    for (const { id, text } of criteriaOf(run))
      expect(ids.get(text) ?? `new ${id}`).toBe(ids.has(text) ? id : `new ${id}`);
    expect(new Set(criteriaOf(run).map(({ id }) => id)).size).toBe(criteria.length);
    expect(run.answer.metadata?.profileDisplayData?.totalProfiles).toBeGreaterThan(0);
  });

  it('updates the Google query to the changed criteria', async () => {
    const { answer } = await search('and what about Chicago?', { basis });
    const query = answer.metadata?.searchQuery?.googleSearchQuery ?? '';
    for (const word of ['Chicago', 'Peru', 'PhD', 'consultant']) expect(query).toContain(word);
    expect(query).not.toContain('United States');
  });

  it('starts a new search if it asks for other people', async () => {
    const run = await search('Marine biologists in Australia', { basis });
    expect(inWords(criteriaOf(run))).toEqual(['required Australia', 'required marine biologist']);
    expect(run.answer.metadata?.changes).toBeUndefined();
    const earlier = new Set(basis.people.map(({ url }) => url));
    const found = run.answer.metadata?.searchResults?.linkedinProfiles ?? [];
    expect(found.filter(({ url }) => earlier.has(url))).toEqual([]);
  });

  it('can ask for people like one of those found', async () => {
    const fifth = basis.people[4];
    const run = await search('like number 5', { basis });
    const added = criteriaOf(run).filter(({ id }) => !basis.criteria.some((known) => known.id === id));
    expect(added.length).toBeGreaterThan(0);
    for (const { need, text } of added) {
      expect(need).toBe('preferred');
      for (const word of text.toLowerCase().split(/\W+/))
        expect(`${fifth?.title} ${fifth?.snippet}`.toLowerCase()).toContain(word);
    }
    expect(inWords(criteriaOf(run))).toEqual(expect.arrayContaining([PLACE, ...REST]));
  });
});

describe.each(MODELS)('the needs of a degree and a school, read by a %s model', (_, model) => {
  const { search, close } = simulatedSearches({ model });
  afterAll(close);
  /** Sends each request as a follow-up to the one before; returns their changes. */
  async function changesOf(first: string, ...requests: string[]) {
    let request = first;
    let { answer } = await search(request);
    const changes: (readonly string[] | undefined)[] = [];
    for (const next of requests) {
      const basis = basisOf(request, answer);
      request = next;
      ({ answer } = await search(request, { basis }));
      changes.push(answer.metadata?.changes);
    }
    return { changes, criteria: inWords(answer.metadata?.searchQuery?.criteria ?? []) };
  }

  it('follow the wording of the first request and of each follow-up', async () => {
    const { changes, criteria } = await changesOf(
      'Product managers in London who studied at Oxford',
      'ideally with an MBA',
      'MBA is a must',
      'MBA would be nice to have',
      'an MBA is required',
      'MBA is only nice to have',
    );
    expect(changes).toEqual([
      ['Education: MBA added as nice to have'],
      ['Education: MBA required instead of nice to have'],
      ['Education: MBA nice to have instead of required'],
      ['Education: MBA required instead of nice to have'],
      ['Education: MBA nice to have instead of required'],
    ]);
    const expected = ['preferred MBA', 'required London', 'required University of Oxford'];
    expect(criteria).toEqual([...expected, 'required product manager'].toSorted());
    const asked = 'Product managers in London who studied at Oxford, ideally with an MBA';
    expect((await changesOf(asked)).criteria).toEqual(criteria);
  });

  it('follow German wording too', async () => {
    const { changes, criteria } = await changesOf(
      'Softwareentwickler in München mit Erfahrung in Java, keine Freelancer',
      'nur in Berlin',
      'ohne MBA',
    );
    expect(changes).toEqual([['Location: Berlin instead of Munich'], ['Education: MBA excluded']]);
    expect(criteria).toEqual([
      'excluded Freelancer',
      'excluded MBA',
      'required Berlin',
      'required Java',
      'required software engineer',
    ]);
  });

  it('change for a school named by one word of its name', async () => {
    const { changes } = await changesOf(
      'Product managers in London who studied at Oxford, ideally with an MBA',
      'London would be nice, MBA and Oxford are only nice to have',
      'but Oxford is a must',
    );
    expect(changes).toEqual([
      [
        'Location: London nice to have instead of required',
        'Education: University of Oxford nice to have instead of required',
      ],
      ['Education: University of Oxford required instead of nice to have'],
    ]);
  });
});

describe('a follow-up with unknown words', () => {
  // Only the careful model: the sloppy one skips unknown words, as real models may.
  const { search, close } = simulatedSearches({ model: answerCarefully });
  let basis: Basis;
  beforeAll(async () => {
    basis = basisOf(REQUEST, (await search(REQUEST)).answer);
  });
  afterAll(close);

  it('makes a language preferred by its name alone', async () => {
    const first = 'Product managers in London who speak Spanish';
    const after = basisOf(first, (await search(first)).answer);
    const { answer } = await search('Spanish is only nice to have', { basis: after });
    expect(answer.metadata?.changes).toEqual(['Experience: speaks Spanish nice to have instead of required']);
  });

  it.each([
    ['who of them studied at Heidelberg?', ['Education: Heidelberg added']],
    ['who of them worked at Adyen?', ['Experience: Adyen added']],
    ['who of them has an MBA from Heidelberg?', ['Education: MBA added', 'Education: Heidelberg added']],
  ])('adds a school or firm: %s', async (request, changes) => {
    expect((await search(request, { basis })).answer.metadata?.changes).toEqual(changes);
  });

  it.each(['only in Ulaanbaatar', 'what about Ulaanbaatar?'])('changes the place: %s', async (request) => {
    const run = await search(request, { basis });
    expect(run.answer.metadata?.changes).toEqual(['Location: Ulaanbaatar instead of United States']);
    expect(run.answer.metadata?.searchQuery?.googleSearchQuery).toContain('"Ulaanbaatar"');
    const earlier = new Set(basis.people.map(({ url }) => url));
    const found = run.answer.metadata?.searchResults?.linkedinProfiles ?? [];
    // Nobody lives there, so anyone new comes from the looser alternative.
    expect(found.filter(({ url, foundBy }) => !earlier.has(url) && foundBy === undefined)).toEqual([]);
  });

  it.each([
    'Beekeepers in Ulaanbaatar',
    'Yak herders in Ulaanbaatar',
    'Yak herders in Canada',
    'People who herd yaks in Canada',
  ])('starts a new search: %s', async (request) => {
    const run = await search(request, { basis });
    expect(run.answer.metadata?.changes).toBeUndefined();
    expect(inWords(criteriaOf(run))).not.toContain('required PhD');
  });

  it.each(['people in downtown Toronto', 'people who live in Toronto'])(
    'refines the answer: %s',
    async (request) => {
      const run = await search(request, { basis });
      expect(run.answer.metadata?.changes).toEqual(['Location: Toronto instead of United States']);
      expect(inWords(criteriaOf(run))).toContain('required PhD');
    },
  );
});

const criterion = (id: string, subject: Criterion['subject'], text: string): Criterion => ({
  id,
  subject,
  text,
  need: 'required',
});
const BASIS: Basis = {
  request: 'Peruvian engineers',
  googleSearchQuery: 'site:linkedin.com/in "Peruvian" "engineer"',
  criteria: [criterion('c1', 'nationality', 'Peruvian'), criterion('c4', 'profession', 'engineer')],
  people: Array.from({ length: 20 }, (_, index) => ({
    ...foundProfile(index + 101, index < 8 ? { snippet: 'Peruvian engineer · Location: Lima, Peru' } : {}),
    relevanceScore: 90 - index,
  })),
};
const inBoston = () => ({
  ...queryReply,
  googleSearchQuery: '"Peruvian" "engineer" "Boston"',
  targetCriteria: { nationality: 'Peruvian', profession: 'engineer', location: 'Boston', interests: [] },
  isNewSearch: false,
  removed: [],
});
const refine = (
  overrides: Parameters<typeof runPipeline>[1] = {},
  options: Parameters<typeof fakeProviders>[0] = {},
) =>
  runPipeline(fakeProviders({ replies: { query: inBoston }, ...options }), {
    deepResearch: false,
    content: 'only in Boston',
    plan: { basis: BASIS },
    ...overrides,
  });

describe('people found earlier', () => {
  it('are checked against the changed criteria before the web search', async () => {
    const order: string[] = [];
    const providers = fakeProviders({
      replies: { query: inBoston },
      search: async () => {
        order.push('search');
        return [];
      },
    });
    const run = await runPipeline(providers, {
      content: 'only in Boston',
      plan: { basis: BASIS },
      onEvent: ({ type }) => order.push(type),
    });
    expect(order.indexOf('profiles')).toBeGreaterThan(0);
    expect(order.indexOf('profiles')).toBeLessThan(order.indexOf('search'));
    const [first] = profilesOf(run);
    expect(first?.totalProfiles).toBe(12);
    expect(first?.criteria?.map(({ text }) => text)).toContain('Boston');
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe(
      '8 of 20 people found earlier no longer match',
    );
  });

  it('come before new people, who fill up to twenty and always get five places', async () => {
    const twelve = messageOf(await refine({}, { profiles: foundBatch(14) }))?.metadata?.searchResults;
    const urls = twelve?.linkedinProfiles.map(({ url }) => url) ?? [];
    expect(urls).toHaveLength(20);
    expect(urls.slice(0, 12)).toEqual(BASIS.people.slice(8).map(({ url }) => url));
    expect(twelve?.linkedinProfiles.map(({ position }) => position)).toEqual(
      urls.map((_, index) => index + 1),
    );
    const all = {
      ...BASIS,
      people: BASIS.people.map((person) => ({ ...person, snippet: 'Peruvian engineer' })),
    };
    const kept = messageOf(await refine({ plan: { basis: all } }, { profiles: foundBatch(14) }));
    const known = new Set(all.people.map(({ url }) => url));
    const found = kept?.metadata?.searchResults?.linkedinProfiles ?? [];
    expect(found.filter(({ url }) => !known.has(url))).toHaveLength(5);
    expect(found).toHaveLength(20);
  });

  /** A web search with two pages of ten people each, numbered from `first`. */
  function twoPages(first: number) {
    const providers = fakeProviders({ replies: { query: inBoston } });
    const people = (from: number) => Array.from({ length: 10 }, (_, index) => foundProfile(from + index));
    const on = (query: string, page: number): FoundPages =>
      foundPages({ query, page, isLast: page === 2 }, people(first + (page - 1) * 10));
    const webSearch: typeof providers.webSearch = {
      ...providers.webSearch,
      search: async (query) => {
        const [one, two] = [on(query, 1), on(query, 2)];
        return {
          ...two,
          linkedinProfiles: [...one.linkedinProfiles, ...two.linkedinProfiles],
          pagesRead: [...one.pagesRead, ...two.pagesRead],
          onSecondPage: new Set(two.linkedinProfiles.map(({ url }) => url)),
        };
      },
      searchPage: async ({ query, page }) => on(query, page),
    };
    return { ...providers, webSearch };
  }
  const basisWith = (count: number): Basis => ({
    ...BASIS,
    people: BASIS.people.slice(0, count).map((person) => ({ ...person, snippet: 'Peruvian engineer' })),
  });
  const refineTwoPages = async (count: number, first = 1) => {
    const options = { deepResearch: false, content: 'only in Boston', plan: { basis: basisWith(count) } };
    const run = await runPipeline(twoPages(first), options);
    const { metadata } = messageOf(run) ?? {};
    const people = metadata?.searchResults?.linkedinProfiles ?? [];
    return { run, metadata, people, said: lastStep(run, 'profile-search')?.details?.[0] };
  };

  it('leave new people without a place for “Find more people”', async () => {
    const { metadata, people, said } = await refineTwoPages(20);
    expect(said).toBe('15 of 20 people found earlier stay');
    expect(metadata).toMatchObject({ pagesRead: [], hasMore: true });
    expect(metadata).not.toHaveProperty('searchResults.onSecondPage');
    const { googleSearchQuery = '', criteria = [] } = metadata?.searchQuery ?? {};
    const more = await runPipeline(twoPages(1), {
      deepResearch: false,
      plan: {
        task: { kind: 'more' },
        basis: { request: '', googleSearchQuery, criteria, people, pagesRead: metadata?.pagesRead ?? [] },
      },
    });
    expect(messageOf(more)?.content).toMatch(/^I found 15 more profiles/);
    const found = [...people, ...(messageOf(more)?.metadata?.searchResults?.linkedinProfiles ?? [])];
    const numbers = new Set(found.map(({ url }) => Number(url.split('-').at(-1))));
    for (let number = 1; number <= 20; number += 1) expect(numbers).toContain(number);
    expect(messageOf(more)?.metadata?.pagesRead).toMatchObject([{ page: 2, isLast: true }]);
  });

  it('cause no reread of a page whose people are all shown', async () => {
    const some = await refineTwoPages(8);
    expect(some.said).toBe('All 8 people found earlier stay');
    expect(some.metadata?.pagesRead).toMatchObject([{ page: 1, isLast: false }]);
    const none = await refineTwoPages(0);
    expect(none.metadata).toMatchObject({ pagesRead: [{ page: 2, isLast: true }] });
    const same = await refineTwoPages(20, 101);
    expect(same.said).toBe('All 20 people found earlier stay');
    expect(same.metadata).toMatchObject({ pagesRead: [{ page: 2, isLast: true }] });
  });

  it('are counted if there are more of them than the results hold', async () => {
    const people = Array.from({ length: 30 }, (_, index) => ({
      ...foundProfile(index + 101, index < 2 ? { snippet: 'Location: Lima, Peru' } : {}),
      relevanceScore: 90 - index,
    }));
    const run = await refine({ plan: { basis: { ...BASIS, people } } }, { profiles: foundBatch(2) });
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe(
      '2 of 30 people found earlier no longer match, 18 stay',
    );
  });

  it('appear only once, and not at all if left out', async () => {
    const [left, again] = [BASIS.people[10]?.url ?? '', BASIS.people[9]];
    const run = await refine(
      { plan: { basis: BASIS, leaveOut: [left] } },
      { profiles: again ? [{ ...again, position: 1 }] : [] },
    );
    const urls = cardsOf(run).map(({ profileUrl }) => profileUrl);
    expect(urls).not.toContain(left);
    expect(urls.filter((url) => url === again?.url)).toHaveLength(1);
    expect(urls).toHaveLength(11);
  });

  it('are the answer if the web search fails', async () => {
    const run = await refine({}, { search: async () => Promise.reject(new Error('down')) });
    expect(messageOf(run)?.metadata?.outcome).toBe('answered');
    expect(messageOf(run)?.content).toContain('Failed to search LinkedIn profiles');
    expect(cardsOf(run)).toHaveLength(12);
  });
});

const foundBatch = (count: number) => Array.from({ length: count }, (_, index) => foundProfile(index + 1));

describe('the earlier answer in the query call', () => {
  const told = (run: Awaited<ReturnType<typeof refine>>) =>
    JSON.parse(run.providers.completions.find(({ task }) => task === 'query')?.user ?? '{}');

  it('has its request, criteria by ID and query, and only those people the follow-up refers to', async () => {
    expect(told(await refine())).toEqual({
      request: 'only in Boston',
      earlier: {
        request: 'Peruvian engineers',
        criteria: { c1: 'nationality: Peruvian', c4: 'profession: engineer' },
        googleSearchQuery: BASIS.googleSearchQuery,
      },
    });
    const { earlier } = told(await refine({ content: 'more like the second one, and like number 12' }));
    expect(earlier.people.map(({ rank }: { rank: number }) => rank)).toEqual([2, 12]);
    expect(earlier.people[0]).toMatchObject({ name: 'Person 102', score: 89 });
    const byName = {
      ...BASIS,
      people: [foundProfile(1, { title: 'Ana María Quispe - Engineer | LinkedIn' })],
    };
    expect(
      told(await refine({ content: 'people like Ana Quispe', plan: { basis: byName } })).earlier.people,
    ).toHaveLength(1);
    expect(told(await refine({ content: 'similar to these people, please' })).earlier.people).toHaveLength(5);
  });

  it('stays within 2,000 tokens, however much the page sends', async () => {
    const huge = '質量 '.repeat(10_000);
    const basis: Basis = {
      request: huge.slice(0, LIMITS.contentLength),
      brief: huge.slice(0, LIMITS.briefLength),
      googleSearchQuery: huge.slice(0, LIMITS.queryLength),
      criteria: Array.from({ length: LIMITS.criteria }, (_, index) =>
        criterion(`c${index}`, 'experience', `${index} ${huge.slice(0, 5_000)}`),
      ),
      people: Array.from({ length: LIMITS.peopleOfBasis }, (_, index) =>
        foundProfile(index + 1, {
          title: `${huge.slice(0, 2_000)} - ${huge.slice(0, 2_000)}`,
          snippet: huge,
        }),
      ),
    };
    for (const content of ['only in Boston', 'more like these people']) {
      const { earlier } = told(await refine({ content, plan: { basis } }));
      expect(estimateTokens(JSON.stringify(earlier))).toBeLessThanOrEqual(2_000);
      expect(Object.keys(earlier.criteria).length).toBeGreaterThan(0);
    }
  });

  it('may omit criteria, which stay in force all the same', async () => {
    const criteria = Array.from({ length: LIMITS.criteria }, (_, index) =>
      criterion(`c${index + 1}`, 'experience', `skill ${index} ${'質'.repeat(100)}`),
    );
    const run = await refine({ plan: { basis: { ...BASIS, criteria: criteria.slice(0, 30) } } });
    const ids = messageOf(run)?.metadata?.searchQuery?.criteria?.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(criteria.slice(0, 30).map(({ id }) => id)));
  });
});

describe('a person the request rejects', () => {
  const people = [foundProfile(1), foundProfile(2), foundProfile(3)];

  it('is dropped, is not found again and adds no criteria', async () => {
    const run = await refine(
      { content: 'remove number 1', plan: { basis: { ...BASIS, people } } },
      {
        replies: { query: () => ({ ...queryReply, targetCriteria: { experience: ['number 1'] } }) },
        profiles: people,
      },
    );
    expect(messageOf(run)?.metadata?.changes).toEqual(['Number 1 left out']);
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe(
      '1 of 3 people found earlier no longer matches',
    );
    expect(cardsOf(run).map(({ profileUrl }) => profileUrl)).toEqual(people.slice(1).map(({ url }) => url));
    expect(messageOf(run)?.metadata?.searchQuery?.excludedUrls).toEqual([people[0]?.url]);
  });

  it('is not found again by a later follow-up, but may be by a new search', async () => {
    const excludedUrls = people.slice(0, 1).map(({ url }) => url);
    const basis = { ...BASIS, people: people.slice(1), excludedUrls };
    const found = async (content: string, isNewSearch: boolean) => {
      const query = () => ({ ...queryReply, targetCriteria: { interests: ['MBA'] }, isNewSearch });
      const run = await refine({ content, plan: { basis } }, { replies: { query }, profiles: people });
      return {
        excluded: messageOf(run)?.metadata?.searchQuery?.excludedUrls,
        urls: cardsOf(run).map(({ profileUrl }) => profileUrl),
      };
    };
    const later = await found('ideally with an MBA', false);
    expect(later.excluded).toEqual(excludedUrls);
    expect(later.urls).not.toContain(excludedUrls[0]);
    const anew = await found('Accountants and auditors who have an MBA and live in Peru', true);
    expect(anew.excluded).toBeUndefined();
    expect(anew.urls).toContain(excludedUrls[0]);
  });

  it.each([
    ['remove number 1, only in Lima', ['Location: Lima added', 'Number 1 left out']],
    ['remove Ana Lima', ['Number 1 left out']],
  ])('adds no criteria by name, but a place that the name contains: %s', async (content, changes) => {
    const named = [{ ...foundProfile(1), title: 'Ana Lima - Engineer' }, ...people.slice(1)];
    const run = await refine(
      { content, plan: { basis: { ...BASIS, people: named } } },
      {
        replies: {
          query: () => ({
            ...queryReply,
            targetCriteria: { location: 'Lima', interests: [], experience: [] },
          }),
        },
        profiles: named,
      },
    );
    expect(messageOf(run)?.metadata?.changes).toEqual(changes);
  });
});

describe('a follow-up the model misreads', () => {
  const read = async (content: string, reply: Record<string, unknown>) => {
    const query = () => ({ ...queryReply, targetCriteria: { interests: [], experience: [] }, ...reply });
    const run = await refine({ content }, { replies: { query } });
    return messageOf(run)?.metadata;
  };

  it('refines the answer if its few words plainly do, whatever the model says', async () => {
    const metadata = await read('only in Boston', {
      targetCriteria: { location: 'Boston' },
      isNewSearch: true,
    });
    expect(metadata?.changes).toEqual(['Location: Boston added']);
    expect(metadata?.searchQuery?.criteria?.map(({ id }) => id)).toEqual(['c1', 'c4', 'c5']);
  });

  it.each([
    'también en Chile',
    '¿y en Chile?',
    '¡ahora en Chile!',
    'quita Lima, en Chile',
    'elimina Lima, en Chile',
    'auch in Chile',
    'jetzt in Chile',
    'aussi au Chili',
    'maintenant au Chili',
    'uniquement au Chili',
    'também no Chile',
    'agora no Chile',
    'apenas no Chile',
    'Y Chile?',
    'E Chile?',
  ])('refines the answer in other languages too: %s', async (request) => {
    const metadata = await read(request, { targetCriteria: { location: 'Chile' }, isNewSearch: true });
    expect(metadata?.changes).toEqual(['Location: Chile added']);
  });

  it.each([
    'Abogados en Chile',
    '¿Quién vive en Chile?',
    'Auchan en Chile',
    'In-house lawyers in Chile',
    'E-commerce managers in Chile',
    'No-code developers in Chile',
    'Make-up artists in Chile',
    'Y Combinator founders in Chile',
    'Under Armour designers in Chile',
    'auch Leute, die schon lange in Chile leben',
  ])('starts a new search if the model says so and the words do not overrule it: %s', async (request) => {
    const metadata = await read(request, { targetCriteria: { location: 'Chile' }, isNewSearch: true });
    expect(metadata?.changes).toBeUndefined();
  });

  it('uses the model’s query, which may exclude what was required before', async () => {
    const basis: Basis = { ...BASIS, criteria: [...BASIS.criteria, criterion('c5', 'experience', 'Google')] };
    const reply = {
      googleSearchQuery: '"Peruvian" "engineer" -"Google" mining',
      targetCriteria: { nationality: 'Peruvian', profession: 'engineer', interests: [], experience: [] },
      ...{ excluded: [{ subject: 'experience', text: 'Google' }], isNewSearch: false, removed: ['c5'] },
    };
    const run = await refine(
      { content: 'without Google', plan: { basis } },
      { replies: { query: () => ({ ...queryReply, ...reply }) } },
    );
    expect(messageOf(run)?.metadata?.searchQuery?.googleSearchQuery).toBe(
      'site:linkedin.com/in -"Google" "Peruvian" "engineer" mining',
    );
  });

  it('refines the answer if it names a new profession and otherwise only exclusions', async () => {
    const metadata = await read('Lawyers, no recruiters', {
      targetCriteria: { profession: 'lawyer' },
      excluded: [{ subject: 'profession', text: 'recruiter' }],
      isNewSearch: false,
    });
    expect(inWords(metadata?.searchQuery?.criteria ?? [])).toContain('required Peruvian');
  });

  it('keeps the need of criteria it does not mention', async () => {
    const basis: Basis = {
      ...BASIS,
      criteria: [
        { ...criterion('c1', 'education', 'PhD'), need: 'preferred' },
        { ...criterion('c2', 'experience', 'Deloitte'), need: 'excluded' },
      ],
    };
    const query = () => ({
      ...queryReply,
      targetCriteria: { education: 'PhD', location: 'Boston', experience: ['Deloitte'] },
    });
    const run = await refine({ plan: { basis } }, { replies: { query } });
    expect(messageOf(run)?.metadata?.searchQuery?.criteria).toEqual([
      ...basis.criteria,
      criterion('c3', 'location', 'Boston'),
    ]);
    expect(messageOf(run)?.metadata?.searchQuery?.googleSearchQuery).toContain('-"Deloitte"');
  });

  it('says that nothing has changed if nothing has', async () => {
    const run = await refine(
      { content: 'only the best' },
      { replies: { query: () => ({ ...queryReply, targetCriteria: {} }) } },
    );
    expect(messageOf(run)?.metadata?.changes).toEqual([]);
    expect(NOTHING_CHANGED).toMatch(/^Nothing changed: your request was not understood as a change/);
    expect(lastStep(run, 'query-generation')?.details).toContain(NOTHING_CHANGED);
    expect(messageOf(run)?.content).not.toContain('sort');
  });

  it.each(['sort them by experience', 'Can you please rank these people?'])(
    'points to the table for sorting: %s',
    async (content) => {
      const query = () => ({ ...queryReply, targetCriteria: {} });
      const run = await refine({ content }, { replies: { query } });
      expect(messageOf(run)?.content).toContain("To sort people, choose 'Table' over them");
    },
  );

  it('reports no change for another name of an existing criterion', async () => {
    const basis = { ...BASIS, criteria: [criterion('c1', 'location', 'United States')] };
    const query = () => ({ ...queryReply, targetCriteria: { location: 'US', education: 'MBA' } });
    const run = await refine({ content: 'with an MBA', plan: { basis } }, { replies: { query } });
    expect(messageOf(run)?.metadata?.changes).toEqual(['Education: MBA added']);
  });
});

describe('criteria under other names', () => {
  const EARLIER: readonly Criterion[] = [
    criterion('c1', 'profession', 'nurse'),
    criterion('c2', 'location', 'United States'),
    criterion('c3', 'education', 'PhD'),
    criterion('c4', 'experience', 'Google'),
  ];
  type Marks = { excluded?: Criterion; preferred?: string; removed?: string[]; without?: string };
  /** The refined criteria when the model repeats the earlier ones, except `without`. */
  function from(request: string, { excluded, preferred, removed = [], without }: Marks) {
    const repeated = EARLIER.filter(({ text }) => text !== without);
    const text = (subject: Criterion['subject']) => repeated.find((each) => each.subject === subject)?.text;
    const targetCriteria = {
      nationality: undefined,
      location: text('location'),
      education: text('education'),
      profession: text('profession'),
      interests: [],
      experience: repeated.flatMap((each) => (each.subject === 'experience' ? [each.text] : [])),
    };
    const marks = { preferred: preferred ? [preferred] : [], excluded: excluded ? [excluded] : [] };
    const asked = readCriteria({ targetCriteria, ...marks }, request);
    return inWords(refineCriteria({ request, earlier: EARLIER, asked, removed, isNewSearch: false }));
  }

  it.each([
    ['not in the US', 1],
    ['nicht in den USA', 1],
    ['without doctorates', 2],
    ['exclude people with a doctorate', 2],
    ['sin doctorado', 2],
    ['not Googlers', 3],
  ])('are excluded, and no longer required: %s', (request, index) => {
    const excluded = EARLIER[index];
    for (const removed of [[], excluded ? [excluded.id] : []])
      for (const without of [undefined, excluded?.text]) {
        const marks = { removed, ...(excluded && { excluded }), ...(without && { without }) };
        const refined = from(request, marks);
        expect(refined).toContain(`excluded ${excluded?.text}`);
        expect(refined.filter((each) => each.startsWith('required'))).toEqual(
          inWords(EARLIER.filter((each) => each !== excluded)),
        );
      }
  });

  it.each([
    ['no barristers', 'profession', 'lawyer', 'barrister'],
    ['no surgeons', 'profession', 'doctor', 'surgeon'],
    ['no auditors', 'profession', 'accountant', 'auditor'],
    ['not VCs', 'profession', 'investor', 'VC'],
    ['no UX', 'profession', 'designer', 'UX'],
    ['no deep learning', 'interest', 'machine learning', 'deep learning'],
    ['no computer vision', 'experience', 'AI', 'computer vision'],
    ['no MBAs', 'education', "master's degree", 'MBA'],
    ['not Lima', 'location', 'Peru', 'Lima'],
    ['not in Mexico City', 'location', 'Mexico', 'Mexico City'],
    ['not in Quebec City', 'location', 'Quebec', 'Quebec City'],
    ['not in New Mexico', 'location', 'Mexico', 'New Mexico'],
    ['not in New England', 'location', 'England', 'New England'],
  ] as const)('stay required if only a part of them is excluded: %s', (request, subject, whole, part) => {
    const earlier = [criterion('c1', subject, whole)];
    const excluded = { ...criterion('', subject, part), need: 'excluded' as const };
    for (const asked of [[excluded], [...earlier, excluded]])
      expect(inWords(refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false }))).toEqual(
        inWords([...earlier, excluded]),
      );
  });

  it.each([
    ['not in the USA', 'location', 'United States', 'USA'],
    ['not NYC', 'location', 'New York City', 'NYC'],
    ['not NYC', 'location', 'New York', 'NYC'],
    ['not New York City', 'location', 'New York', 'New York City'],
    ['not in Berlin, Germany', 'location', 'Berlin', 'Berlin, Germany'],
    ['not in Greater London', 'location', 'London', 'Greater London'],
    ['not in the Boston area', 'location', 'Boston', 'Boston area'],
    ['not in the San Francisco Bay Area', 'location', 'San Francisco', 'San Francisco Bay Area'],
    ['no doctorates', 'education', 'PhD', 'doctorate'],
  ] as const)(
    'are excluded under the earlier name if they mean the same: %s',
    (request, subject, text, name) => {
      const earlier = [criterion('c1', subject, text)];
      const excluded = { ...criterion('', subject, name), need: 'excluded' as const };
      const asked = [excluded];
      expect(inWords(refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false }))).toEqual([
        `excluded ${text}`,
      ]);
    },
  );

  it('become nice to have', () => {
    for (const request of ['a doctorate would be nice to have', 'Doktor wünschenswert'])
      expect(from(request, { preferred: 'PhD' })).toContain('preferred PhD');
  });

  it('keep their need if the request says nothing about it', () => {
    const excluded = criterion('', 'experience', 'Google');
    for (const marks of [{}, { preferred: 'PhD' }, { excluded }])
      expect(from('with a doctorate', marks)).toEqual(inWords(EARLIER));
    const place = criterion('', 'location', 'Boston');
    expect(from('but not in Boston', { excluded: place })).toContain('required United States');
    const earlier = EARLIER.map((each) => ({ ...each, need: 'preferred' as const }));
    const refined = refineCriteria({
      request: 'with an MBA',
      earlier,
      asked: EARLIER,
      removed: [],
      isNewSearch: false,
    });
    expect(refined).toEqual(earlier);
  });
});

describe('a follow-up that changes a need', () => {
  const PHD = criterion('c2', 'education', 'PhD');
  const EARLIER = [criterion('c1', 'profession', 'engineer'), PHD];
  const marked = (need: Criterion['need'], subject: Criterion['subject'], text: string): Criterion => ({
    ...criterion('', subject, text),
    need,
  });
  const from = (request: string, earlier: readonly Criterion[], ...asked: Criterion[]) =>
    inWords(refineCriteria({ request, earlier, asked, removed: [], isNewSearch: false }));

  it.each([
    'no PhD required',
    'no PhD needed',
    'PhD not required',
    'a PhD is no longer necessary',
    'a PhD isn’t needed',
  ])('drops a criterion it waives: %s', (request) => {
    for (const asked of [[], [PHD], [marked('excluded', 'education', 'PhD')]])
      expect(from(request, EARLIER, ...asked)).toEqual(['required engineer']);
  });

  const GOOGLE = criterion('c3', 'experience', 'Google');
  it.each([
    'no Google',
    '-Google',
    'No Google!',
    'no Google, please',
    'no "Google"',
    'sin Google',
    'ohne Google',
    'kein Google',
    'sans Google',
    'sem Google',
  ])('excludes what it negates and the model no longer asks for: %s', (request) => {
    for (const earlier of [[GOOGLE], [...EARLIER, GOOGLE]])
      expect(from(request, earlier, ...earlier.filter((each) => each !== GOOGLE))).toContain(
        'excluded Google',
      );
    expect(from(request, [marked('excluded', 'experience', 'Google')])).toEqual(['excluded Google']);
  });

  it.each([
    'no Google',
    '-Google',
    'no Google required',
    'no Google preference',
    'no Google experience needed',
    '-Google\n-Meta',
    '- Google',
    'mais gente no Google',
    'no more like this, Google',
  ])('excludes nothing if the model still asks for it or the request says more: %s', (request) => {
    expect(from(request, [GOOGLE], GOOGLE)).not.toContain('excluded Google');
    if (!/^(?:no |-)Google$/.test(request)) expect(from(request, [GOOGLE])).not.toContain('excluded Google');
  });

  const OUT = marked('excluded', 'experience', 'Google or Meta');
  it.each([
    ['Google is fine', 'excluded Meta'],
    ['Google is OK after all', 'excluded Meta'],
    ['people from Google are welcome', 'excluded Meta'],
    ['Google would be okay, but not Meta', 'excluded Meta'],
    ['Meta is also fine', 'excluded Google'],
    ['Google people are now acceptable', 'excluded Meta'],
    ['Google is not fine', 'excluded Google or Meta'],
    ['not sure Google is fine', 'excluded Google or Meta'],
    ['I don’t think Google is fine', 'excluded Google or Meta'],
    ['Amazon is fine', 'excluded Google or Meta'],
    ['Google’s pace is fine', 'excluded Google or Meta'],
  ])('allows only the one it names of several exclusions: %s', (request, expected) => {
    expect(from(request, [OUT])).toContain(expected);
    expect(from(request, [OUT])).toHaveLength(1);
  });

  it('does not require what it allows again', () => {
    const google = marked('excluded', 'experience', 'Google');
    for (const asked of [[], [GOOGLE], [google]])
      expect(from('Google is fine', [google], ...asked)).toEqual([]);
    expect(from('Google is fine', [OUT], GOOGLE)).toEqual(['excluded Meta']);
    for (const request of ['Google and Meta are fine', 'Meta or Google is ok'])
      expect(from(request, [OUT])).toEqual([]);
    expect(from('only at Google', [google], GOOGLE)).toEqual(['required Google']);
    expect(from('only at Google', [OUT], GOOGLE)).toEqual(['excluded Meta', 'required Google']);
    expect(from('Google is fine', [GOOGLE], GOOGLE)).toEqual(['required Google']);
  });

  it.each([
    ['must speak Spanish', 'experience', 'speaks Spanish', 'speaks Spanish'],
    ['they have to speak Spanish', 'experience', 'speaks Spanish', 'speaks Spanish'],
    ['must have a doctorate', 'education', 'PhD', 'doctorate'],
  ] as const)('makes a preferred criterion required: %s', (request, subject, text, name) => {
    const before = [...EARLIER.slice(0, 1), marked('preferred', subject, text)];
    const asked = [...EARLIER.slice(0, 1), marked('required', subject, name)];
    expect(from(request, before, ...asked).toSorted()).toEqual(
      ['required engineer', `required ${text}`].toSorted(),
    );
    const other = marked('preferred', 'experience', 'speaks German');
    expect(from(request, [other], marked('required', 'experience', 'speaks German'))).toEqual([
      'preferred speaks German',
    ]);
    expect(from(`ideally, ${request}`, before, ...asked)).toContain(`preferred ${text}`);
  });

  it.each([
    ['not senior', 'senior data scientist', 'senior', 'data scientist'],
    ['no senior people', 'senior data scientist', 'senior', 'data scientist'],
    ['not Java', 'Java developer', 'Java', 'developer'],
    ['not Java', 'Java developer or architect', 'Java', undefined],
  ])('excludes part of a profession and keeps the rest: %s', (request, profession, out, rest) => {
    const earlier = [criterion('c1', 'profession', profession), criterion('c2', 'location', 'Peru')];
    const changed = from(request, earlier, marked('excluded', 'experience', out));
    expect(changed).toEqual(
      [...(rest === undefined ? [] : [`required ${rest}`]), `excluded ${out}`, 'required Peru'].toSorted(),
    );
  });

  it.each([
    ['less senior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['not so senior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['these are too senior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['menos sénior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['more junior', 'senior data scientist', 'data scientist', 'data scientist'],
    ['more experienced', 'product manager', 'senior product manager', 'senior product manager'],
    ['plus expérimenté', 'product manager', 'senior product manager', 'senior product manager'],
    ['mehr Erfahrung', 'product manager', 'senior product manager', 'senior product manager'],
    ['more experienced', 'senior product manager', 'product manager', 'senior product manager'],
    ['more experienced', 'product manager', 'manager of products', 'product manager'],
    ['with an MBA', 'senior data scientist', 'data scientist', 'senior data scientist'],
    ['with an MBA', 'product manager', 'senior product manager', 'product manager'],
  ])('changes how senior a profession is only if it compares that: %s', (request, before, asked, after) => {
    const earlier = [criterion('c1', 'profession', before)];
    expect(from(request, earlier, criterion('', 'profession', asked))).toEqual([`required ${after}`]);
  });

  it('does not change a profession that is already senior', () => {
    const earlier = [criterion('c1', 'profession', 'senior data scientist')];
    expect(from('less senior', earlier, criterion('', 'profession', 'senior'))).toEqual([
      'required senior data scientist',
    ]);
  });

  it.each([
    ['MBA instead of PhD', 'PhD', 'PhD', 'MBA'],
    ['an MBA rather than a PhD', 'PhD', 'PhD', 'MBA'],
    ['Cambridge instead of Oxford', 'University of Oxford', 'Oxford', 'University of Cambridge'],
  ])('replaces one criterion with another without excluding the first: %s', (content, before, out, text) => {
    const earlier = [criterion('c1', 'education', before)];
    const asked = [criterion('', 'education', text), marked('excluded', 'experience', out)];
    const read = { request: content, earlier, asked, removed: ['c1'], isNewSearch: false };
    expect(inWords(refineCriteria(read))).toEqual([`required ${text}`]);
    expect(
      from('engineers rather than recruiters', [], marked('excluded', 'profession', 'recruiter')),
    ).toEqual(['excluded recruiter']);
  });

  it.each(['no experience required', 'don’t require experience in fintech'])(
    'does not waive an experience it does not name: %s',
    (request) => {
      const java = criterion('c1', 'experience', 'Java');
      expect(from(request, [java, criterion('c2', 'experience', 'fintech')], java)).toContain(
        'required Java',
      );
    },
  );

  it.each([
    'German is not a must',
    'German isn’t needed',
    'Deutsch ist kein Muss',
    'l’allemand n’est pas obligatoire',
  ])('makes a waived criterion preferred if the model calls it nice to have: %s', (request) => {
    const german = criterion('c2', 'experience', 'speaks German');
    const soft = marked('preferred', 'experience', 'speaks German');
    expect(from(request, [german], soft)).toEqual(['preferred speaks German']);
    expect(from('and a PhD', [german], soft)).toEqual(['required speaks German']);
  });

  it('makes a criterion preferred if it is not required but nice to have', () => {
    const soft = marked('preferred', 'education', 'PhD');
    expect(from('a PhD is not required but nice to have', EARLIER, soft)).toContain('preferred PhD');
  });

  it.each([
    ['US preferred', 'location', 'United States', 'US'],
    ['ideally in the US', 'location', 'United States', 'US'],
    ['MBA nice to have', 'education', 'Master of Business Administration', 'MBA'],
    ['a doctorate would be nice', 'education', 'PhD', 'doctorate'],
  ] as const)('makes a criterion preferred under another name: %s', (request, subject, text, name) => {
    const earlier = [criterion('c1', subject, text)];
    for (const asked of [[], earlier])
      expect(from(request, earlier, ...asked, marked('preferred', subject, name))).toEqual([
        `preferred ${text}`,
      ]);
  });

  it.each([
    ['Peru', 'Lima'],
    ['Mexico', 'Mexico City'],
    ['England', 'New England'],
  ])(
    'leaves a wider place, or one whose name the other contains, required: %s, ideally %s',
    (wide, narrow) => {
      const earlier = [criterion('c1', 'location', wide)];
      expect(from(`ideally in ${narrow}`, earlier, marked('preferred', 'location', narrow))).toEqual(
        [`preferred ${narrow}`, `required ${wide}`].sort(),
      );
    },
  );

  it('leaves an area required if only a town in it is nice to have', () => {
    const earlier = [criterion('c1', 'location', 'San Francisco Bay Area')];
    expect(
      from('ideally in San Francisco', earlier, marked('preferred', 'location', 'San Francisco')),
    ).toEqual(['required San Francisco Bay Area']);
  });
});

describe('alternatives in a follow-up', () => {
  const place = (text: string, need: Criterion['need'] = 'required') => ({
    ...criterion('', 'location', text),
    need,
  });
  const from = (request: string, before: string, asked: readonly Criterion[], removed: string[] = []) =>
    refineCriteria({
      request,
      earlier: [criterion('c1', 'location', before)],
      asked,
      removed,
      isNewSearch: false,
    });

  it.each([
    ['not Lima', 'Lima or Cusco', 'Lima', 'Cusco'],
    ['no Lima please, at all', 'Lima or Cusco', 'Lima', 'Cusco'],
    ['without Lima', 'Lima or Cusco', 'Lima', 'Cusco'],
    ['not in Germany', 'Germany or Austria or Switzerland', 'Germany', 'Austria or Switzerland'],
    ['not in the US', 'United States or Canada', 'US', 'Canada'],
  ])('are excluded one by one: %s', (request, before, name, rest) => {
    const out = place(name, 'excluded');
    for (const removed of [[], ['c1']]) {
      const refined = from(request, before, [place(rest), out], removed);
      expect(inWords(refined)).toEqual([`excluded ${name}`, `required ${rest}`]);
      expect(refined.map(({ id, subject }) => `${id} ${subject}`)).not.toContain('c1 location');
    }
    expect(inWords(from(request, before, [out]))).toEqual([`excluded ${name}`, `required ${rest}`]);
  });

  it('are excluded under their own subject if only the request excludes them', () => {
    const asked = readCriteria(
      { targetCriteria: { location: 'Cusco', interests: [], experience: [] }, preferred: [], excluded: [] },
      'not Lima',
    );
    expect(from('not Lima', 'Lima or Cusco', asked)).toMatchObject([
      { subject: 'location', text: 'Cusco', need: 'required' },
      { subject: 'location', text: 'Lima', need: 'excluded' },
    ]);
  });

  it.each([
    ['not Lima or Cusco', ['Lima', 'Cusco']],
    ['neither Lima nor Cusco', ['Lima or Cusco']],
    ['ni Lima ni Cusco', ['Lima', 'Cusco']],
  ])('are excluded together: %s', (request, texts) => {
    const asked = texts.map((text) => place(text, 'excluded'));
    expect(inWords(from(request, 'Lima or Cusco', asked))).toEqual(['excluded Lima or Cusco']);
  });

  it.each([
    ['drop Lima', 'Lima or Cusco', 'Lima or Cusco', 'Cusco'],
    ['drop Lima', 'Lima or Cusco', 'Cusco', 'Cusco'],
    ['only in Canada', 'United States or Canada', 'Canada', 'Canada'],
    ['Canada only', 'United States or Canada', 'Canada', 'Canada'],
    ['only in the US', 'United States or Canada', 'United States', 'United States'],
    ['also in Canada', 'United States or Canada', 'Canada', 'United States or Canada'],
    ['with a PhD', 'United States or Canada', 'Canada', 'United States or Canada'],
  ])('are narrowed down only if the request says so: %s', (request, before, asked, expected) => {
    expect(inWords(from(request, before, [place(asked)]))).toEqual([`required ${expected}`]);
  });

  it('are not negated by Portuguese ‘no’', () => {
    expect(inWords(from('agora no Chile', 'Brasil', [place('Chile')]))).toEqual(['required Chile']);
    expect(inWords(from('também no Chile', 'Brasil', [place('Chile')]))).toEqual([
      'required Brasil or Chile',
    ]);
  });
});

describe('a follow-up that drops an education by its kind', () => {
  const EDUCATION = [
    criterion('c1', 'education', 'Stanford University'),
    criterion('c2', 'education', 'Physics'),
    { ...criterion('c3', 'education', 'MBA'), need: 'excluded' as const },
    criterion('c4', 'education', 'PhD'),
  ];

  it.each([
    ['remove the school', ['excluded MBA', 'required PhD']],
    ['the university does not matter', ['excluded MBA', 'required PhD']],
    ['drop the degree', ['required Stanford University']],
    ['forget about the education', []],
  ])('keeps degrees if it drops the school, and schools if it drops the degree: %s', (request, left) => {
    const asked = EDUCATION.map((each) => ({ ...each, id: '' }));
    const refined = refineCriteria({ request, earlier: EDUCATION, asked, removed: [], isNewSearch: false });
    expect(inWords(refined)).toEqual(left);
  });
});

describe('a follow-up that drops a criterion by its subject', () => {
  const EARLIER = [
    criterion('c1', 'profession', 'engineer'),
    criterion('c2', 'location', 'Peru'),
    criterion('c3', 'education', 'Stanford University'),
  ];
  const [ENGINEER, PERU, STANFORD] = ['required engineer', 'required Peru', 'required Stanford University'];

  it.each([
    ['remove job seekers', [ENGINEER, PERU, STANFORD]],
    ['remove country managers', [ENGINEER, PERU, STANFORD]],
    ['skip university professors', [ENGINEER, PERU, STANFORD]],
    ['forget about city planners', [ENGINEER, PERU, STANFORD]],
    ['drop the job', [PERU, STANFORD]],
    ['drop the job title', [PERU, STANFORD]],
    ['drop the job requirement', [PERU, STANFORD]],
    ['remove the location filter please', [ENGINEER, STANFORD]],
    ['forget the location you added', [ENGINEER, STANFORD]],
    ['remove the location and show more', [ENGINEER, STANFORD]],
    ['ignore the country they live in', [ENGINEER, STANFORD]],
    ['remove the location, job seekers are fine', [ENGINEER, STANFORD]],
    ['remove the location completely', [ENGINEER, STANFORD]],
    ['remove the location\nInclude designers', [ENGINEER, STANFORD]],
    ['skip the university name', [ENGINEER, PERU]],
    ['the job requirement is not important', [PERU, STANFORD]],
  ])('drops nothing if it names something else: %s', (request, left) => {
    const refined = refineCriteria({ request, earlier: EARLIER, asked: [], removed: [], isNewSearch: false });
    expect(inWords(refined)).toEqual(left.toSorted());
  });
});

describe('an alternative added by a follow-up', () => {
  const from = (request: string, known: Criterion, ...texts: string[]) =>
    refineCriteria({
      request,
      earlier: [known],
      asked: texts.map((text) => ({ ...known, id: '', text })),
      removed: [],
      isNewSearch: false,
    }).map(({ text }) => text);

  it.each([
    ['also people from Chile', 'nationality', 'Peruvian', 'Chilean'],
    ['also in the US', 'location', 'Canada', 'United States'],
    ['auch in Österreich', 'location', 'Germany', 'Austria'],
    ['in NYC too', 'location', 'Boston', 'New York'],
    ['también abogados', 'profession', 'accountant', 'lawyer'],
    ['also attorneys', 'profession', 'accountant', 'lawyer'],
    ['add MIT', 'education', 'Stanford University', 'Massachusetts Institute of Technology'],
  ] as const)('joins the existing one in the model’s words: %s', (request, subject, before, text) => {
    const known = criterion('c1', subject, before);
    expect(from(request, known, `${before} or ${text}`)).toEqual([`${before} or ${text}`]);
    if (subject !== 'education') expect(from(request, known, text)).toEqual([`${before} or ${text}`]);
  });

  it.each([
    ['also in Lyon', 'Paris or Lyon'],
    ['aussi à Lyon', 'Paris or Lyon'],
    ['Lyon instead', 'Lyon'],
    ['in Lyon', 'Lyon'],
  ])('joins one the model took for replaced, only if the request widens it: %s', (request, text) => {
    const earlier = [criterion('c1', 'location', 'Paris')];
    const asked = [criterion('', 'location', 'Lyon')];
    const refined = refineCriteria({ request, earlier, asked, removed: ['c1'], isNewSearch: false });
    expect(inWords(refined)).toEqual([`required ${text}`]);
  });

  it('does not join the existing one unless the request widens it', () => {
    const known = criterion('c1', 'nationality', 'Peruvian');
    expect(from('with an MBA', known, 'Peruvian or Chilean')).toEqual(['Peruvian']);
    expect(from('only people from Chile', known, 'Chilean')).toEqual(['Chilean']);
    expect(from('from Chile instead', known, 'Chilean')).toEqual(['Chilean']);
  });
});

it('a follow-up that excludes current employees still requires the former employer', () => {
  const out = { ...criterion('', 'experience', 'currently at Google'), need: 'excluded' as const };
  for (const text of ['Google', 'ex-Google']) {
    const earlier = [criterion('c1', 'experience', text)];
    for (const request of ['they should not currently be at Google', 'but not at Google anymore']) {
      const read = { request, earlier, asked: [...earlier, out], removed: [], isNewSearch: false };
      expect(inWords(refineCriteria(read))).toEqual(['excluded currently at Google', `required ${text}`]);
    }
  }
});

describe('years of experience in a follow-up', () => {
  const years = (text: string) => criterion('c3', 'experience', text);
  const EARLIER = [
    criterion('c1', 'profession', 'engineer'),
    years('5+ years of experience'),
    criterion('c4', 'experience', 'Java'),
  ];

  it.each([
    ['at least 8 years', '8+ years of experience'],
    ['make that 3 years', '3+ years of experience'],
    ['up to 10 years is fine', '5-10 years'],
    ['more than eight years please', '8+ years'],
  ])('replace the earlier number of years: %s', (request, text) => {
    for (const asked of [[years(text)], EARLIER.toSpliced(1, 1, years(text))]) {
      const refined = refineCriteria({ request, earlier: EARLIER, asked, removed: [], isNewSearch: false });
      expect(refined.map((each) => each.text)).toEqual(['engineer', text, 'Java']);
      expect(describeChanges(EARLIER, refined)).toEqual([
        `Experience: ${text} instead of 5+ years of experience`,
      ]);
    }
  });

  it.each([
    ['with an MBA', '8+ years of experience', ['engineer', '5+ years of experience', 'Java']],
    [
      '3 years of Python',
      '3+ years of Python',
      ['engineer', '5+ years of experience', 'Java', '3+ years of Python'],
    ],
  ])('stay if the request does not mention them, or means years of something else: %s', (...row) => {
    const [request, text, expected] = row;
    const asked = [years(text)];
    const refined = refineCriteria({ request, earlier: EARLIER, asked, removed: [], isNewSearch: false });
    expect(refined.map((each) => each.text)).toEqual(expected);
  });

  it('leave the model’s query unchanged, since no page has those words', async () => {
    const googleSearchQuery = 'site:linkedin.com/in "engineer" "Java" "Boston" "Spanish"';
    const experience = ['5+ years of experience', 'Java', 'speaks Spanish'];
    const query = () => ({
      ...queryReply,
      googleSearchQuery,
      targetCriteria: { profession: 'engineer', location: 'Boston', interests: [], experience },
      isNewSearch: false,
      removed: [],
    });
    const criteria = [...EARLIER, criterion('c5', 'experience', 'speaks Spanish')];
    const run = await refine({ plan: { basis: { ...BASIS, criteria } } }, { replies: { query } });
    expect(messageOf(run)?.metadata?.searchQuery?.googleSearchQuery).toBe(googleSearchQuery);
  });
});

describe('a place in a follow-up', () => {
  const place = (text: string, need: Criterion['need'] = 'required') => ({
    ...criterion('', 'location', text),
    need,
  });
  const from = (request: string, before: string, ...asked: Criterion[]) =>
    inWords(
      refineCriteria({
        request,
        earlier: [criterion('c1', 'location', before)],
        asked,
        removed: [],
        isNewSearch: false,
      }),
    );

  it.each([
    ['only those in Lima or Cusco', 'Lima or Cusco', 'Lima or Cusco'],
    ['either in Lima or Cusco', 'Lima or Cusco', 'Lima or Cusco'],
    ['only in Lima, and also with an MBA', 'Lima', 'Lima'],
    ['in Chile, or with an MBA', 'Chile', 'Chile'],
    ['also in Chile', 'Chile', 'Peru or Chile'],
    ['or Chile', 'Chile', 'Peru or Chile'],
    ['also people from Chile', 'Chile', 'Peru or Chile'],
    ['in Chile too', 'Chile', 'Peru or Chile'],
    ['also in Chile or Spain', 'Chile or Spain', 'Peru or Chile or Spain'],
    ['Chile or Spain as well', 'Chile or Spain', 'Peru or Chile or Spain'],
    ['auch in Chile', 'Chile', 'Peru or Chile'],
    ['también en Chile', 'Chile', 'Peru or Chile'],
    ['Chile também', 'Chile', 'Peru or Chile'],
    ['Also open to Chile', 'Chile', 'Peru or Chile'],
    ['Also consider Chile', 'Chile', 'Peru or Chile'],
    ['They can also be based in Chile', 'Chile', 'Peru or Chile'],
    ['auch Leute aus Chile', 'Chile', 'Peru or Chile'],
    ['Chile is fine too', 'Chile', 'Peru or Chile'],
    ['Chile would also work', 'Chile', 'Peru or Chile'],
    ['Chile geht auch', 'Chile', 'Peru or Chile'],
    ['in Chile, too', 'Chile', 'Peru or Chile'],
    ['and in Chile, as well', 'Chile', 'Peru or Chile'],
    ['also, in Chile', 'Chile', 'Peru or Chile'],
    ['Also: Chile', 'Chile', 'Peru or Chile'],
    ['I’d also like to see people based in Chile', 'Chile', 'Peru or Chile'],
    ['also people that live in Chile', 'Chile', 'Peru or Chile'],
    ['auch solche, die in Chile leben', 'Chile', 'Peru or Chile'],
    ['Chile is acceptable too', 'Chile', 'Peru or Chile'],
    ['Chile works for me too', 'Chile', 'Peru or Chile'],
    ['Chile as well as Peru', 'Chile', 'Peru or Chile'],
    ['in addition to Peru, Chile', 'Chile', 'Peru or Chile'],
    ['Chile ist auch in Ordnung', 'Chile', 'Peru or Chile'],
    ['Chile passt auch', 'Chile', 'Peru or Chile'],
    ['oder in der Schweiz', 'Schweiz', 'Peru or Schweiz'],
    ['o Chile', 'Chile', 'Peru or Chile'],
    ['o en Chile', 'Chile', 'Peru or Chile'],
    ['Perú o Chile', 'Chile', 'Peru or Chile'],
    ['en Lima, o los de Chile', 'Chile', 'Peru or Chile'],
    ['para o Chile', 'Chile', 'Chile'],
    ['agora para o Chile', 'Chile', 'Chile'],
    ['mude para o Chile', 'Chile', 'Chile'],
    ['todo o Chile', 'Chile', 'Chile'],
    ['prefiro o Chile', 'Chile', 'Chile'],
    ['troque o Peru para o Chile', 'Chile', 'Chile'],
    ['in Chile as well as with an MBA', 'Chile', 'Chile'],
    ['in Chile and speaking German too', 'Chile', 'Chile'],
    ['in Chile who speak German, too', 'Chile', 'Chile'],
    ['Chile is required too', 'Chile', 'Chile'],
    ['also, only in Chile', 'Chile', 'Chile'],
    ['Chile, also German speakers', 'Chile', 'Chile'],
    ['only in Chile also with an MBA', 'Chile', 'Chile'],
    ['they must also be in Chile', 'Chile', 'Chile'],
    ['those who also live in Chile', 'Chile', 'Chile'],
    ['also only in Chile', 'Chile', 'Chile'],
    ['also with an MBA in Chile', 'Chile', 'Chile'],
    ['in Chile who also speak German', 'Chile', 'Chile'],
    ['Chile is also required', 'Chile', 'Chile'],
  ])('joins the earlier one only if the request says so: %s', (request, asked, expected) => {
    expect(from(request, 'Peru', place(asked))).toEqual([`required ${expected}`]);
  });

  it.each([
    ['only in the UK', 'Europe', 'United Kingdom', 'United Kingdom'],
    ['only NYC', 'United States', 'New York City', 'New York City'],
    ['nur in Köln', 'Germany', 'Cologne', 'Cologne'],
    ['make it the whole UK', 'London', 'United Kingdom', 'United Kingdom'],
    ['and the UK', 'Ireland', 'Ireland or United Kingdom', 'Ireland or United Kingdom'],
    ['Ireland and the UK', 'Ireland', 'Ireland or United Kingdom', 'Ireland or United Kingdom'],
    ['only in London', 'United Kingdom', 'London', 'London'],
    ['only in Lima', 'Lima', 'Peru', 'Lima'],
    ['only in Lima with an MBA', 'Lima', 'Lima, Peru', 'Lima'],
    ['nur in Köln', 'Cologne', 'Germany', 'Cologne'],
    ['only in NYC', 'New York City', 'New York', 'New York City'],
    ['only in NYC', 'New York City', 'United States', 'New York City'],
    ['with an MBA', 'Europe', 'United Kingdom', 'Europe'],
    ['with an MBA', 'London', 'United Kingdom', 'London'],
    ['in the USA with an MBA', 'US', 'United States', 'US'],
  ])('replaces or joins the earlier one if the request names it in other words: %s', (...row) => {
    const [request, before, asked, expected] = row;
    expect(from(request, before, place(asked))).toEqual([`required ${expected}`]);
  });

  it('is dropped by ‘anywhere’, while the wider place around it stays', () => {
    const country = 'United States';
    const both = [place(country), place('California', 'excluded')];
    const bound = ['excluded California', `required ${country}`];
    expect(from('Anywhere but California', country, ...both)).toEqual(bound);
    expect(from('Anywhere in the United States except California', country, ...both)).toEqual(bound);
    expect(from('anywhere', country, place(country))).toEqual([]);
    for (const where of ['in the world', 'on earth', 'across the whole globe', 'around the planet', 'at all'])
      expect(from(`anywhere ${where}`, country, place(country))).toEqual([]);
    expect(from('they can live anywhere', country, place(country))).toEqual([]);
    for (const request of ['anywhere, not just Berlin', 'they need not be only in Berlin, anywhere'])
      expect(from(request, 'Berlin', place('Berlin'))).toEqual([]);
    expect(from('anywhere in Berlin', 'Berlin', place('Berlin'))).toEqual(['required Berlin']);
    for (const need of ['required', 'preferred'] as const)
      expect(from('anywhere, ideally Berlin', 'Berlin', place('Berlin', need))).toEqual(
        need === 'preferred' ? ['preferred Berlin'] : [],
      );
  });

  it.each([
    ['anywhere in the US is fine', 'United States', 'United States', 'United States'],
    ['anywhere in the US is fine', 'United States', 'US', 'United States'],
    ['anywhere in the UK', 'United Kingdom', 'United Kingdom', 'United Kingdom'],
    ['anywhere in the USA', 'US', 'USA', 'US'],
    ['anywhere in the US', 'Boston', 'United States', 'United States'],
    ['worked anywhere in fintech', 'Berlin', 'Berlin', 'Berlin'],
    ['with worldwide sales experience', 'Berlin', 'Berlin', 'Berlin'],
  ])('is kept as the model says if ‘anywhere’ is bounded: %s', (request, before, asked, expected) => {
    expect(from(request, before, place(asked))).toEqual([`required ${expected}`]);
  });

  it('stays if ‘anywhere’ is not about places and the model forgets it', () => {
    expect(from('worked anywhere in fintech', 'Berlin')).toEqual(['required Berlin']);
  });

  it.each([
    ['anywhere but Berlin', 'Berlin'],
    ['anywhere except Germany', 'Germany'],
    ['outside Germany please', 'Germany'],
  ])('is excluded even if it was required before: %s', (request, text) => {
    expect(from(request, text, place(text, 'excluded'))).toEqual([`excluded ${text}`]);
  });
});
