import { describe, expect, it } from 'vitest';
import { estimateTokens, type FoundPages } from '#functions/providers/ports.ts';
import { LIMITS } from '#shared/limits.ts';
import type { Basis } from '#shared/search-request.ts';
import { fakeProviders, foundPages, foundProfile } from '#tests/support/fake-providers.ts';
import { cardsOf, lastStep, messageOf, profilesOf, runPipeline } from '#tests/support/run-pipeline.ts';
import { criterion } from '../judging.ts';
import { BASIS, inBoston, refine } from './refining.ts';

const foundBatch = (count: number) => Array.from({ length: count }, (_, index) => foundProfile(index + 1));

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

  it('cause a reread of a page whose people are not all shown, although those on the next one are', async () => {
    const { metadata } = await refineTwoPages(20, 91);
    expect(metadata).toMatchObject({ pagesRead: [], hasMore: true });
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
    const twice = { ...BASIS, people: [...BASIS.people, ...BASIS.people.slice(10, 12)] };
    const run = await refine(
      { plan: { basis: twice, leaveOut: [left] } },
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

it.each([
  [100, 'Peruvian engineers Then: '],
  [101, ''],
])(
  'the calls that judge people are told of the earlier request, next to a follow-up of %i characters: %j',
  async (length, earlier) => {
    const content = 'only in Boston'.padEnd(length, ' at a bank');
    const run = await refine({ content });
    const judging = run.providers.completions.filter(({ task }) => task !== 'query');
    const requests = new Set(judging.map(({ user }) => JSON.parse(user).request));
    expect(requests).toEqual(new Set([`${earlier}${content}`]));
  },
);

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

  it('has the brief of a long request in its place, and says what is only nice to have', async () => {
    const criteria = [
      criterion('c1', 'profession', 'engineer'),
      criterion('c2', 'education', 'PhD', 'preferred'),
      criterion('c3', 'experience', 'Deloitte', 'excluded'),
    ];
    const basis = { ...BASIS, request: 'A long job description', brief: 'Engineers for a bank', criteria };
    const { earlier } = told(await refine({ plan: { basis } }));
    expect(earlier.request).toBe('Engineers for a bank');
    expect(earlier.criteria).toEqual({
      c1: 'profession: engineer',
      c2: 'preferred education: PhD',
      c3: 'excluded experience: Deloitte',
    });
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
