import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { StopRequested } from '#functions/pipeline/context.ts';
import { nextPage } from '#functions/pipeline/criteria/further-pages.ts';
import type { PageRead } from '#shared/results.ts';
import { SearchEvent } from '#shared/search.ts';
import type { Basis } from '#shared/search-request.ts';
import { basisOf } from '#tests/support/basis.ts';
import {
  type FakeProvidersOptions,
  failure,
  fakeProviders,
  foundPages,
  foundProfile,
} from '#tests/support/fake-providers.ts';
import { cardsOf, doneOf, lastStep, messageOf, runPipeline, stepsOf } from '#tests/support/run-pipeline.ts';

/** The basis’s query with its exclusions, and its alternatives, all limited to profile pages. */
const QUERY = 'site:linkedin.com/in -"Deloitte" "Peruvian" "computer science"';
const FIRST_OTHER = 'site:linkedin.com/in -"Deloitte" Peruvian software people';
const SECOND_OTHER = 'site:linkedin.com/in -"Deloitte" Lima computing';

/** Pages of a query as an answer reports them read. */
const read = (query: string, page: number, isLast = false): PageRead[] => [{ query, page, isLast }];

interface Web {
  /** People’s numbers by query and page. A missing page is empty and the last one. */
  [queryAndPage: string]: readonly number[];
}

const webOf =
  (web: Web, lastPages: readonly string[] = []): NonNullable<FakeProvidersOptions['searchPage']> =>
  async ({ query, page }) => {
    const people = web[`${query} ${page}`];
    const isLast = people === undefined || lastPages.includes(`${query} ${page}`);
    return foundPages(
      { query, page, isLast },
      (people ?? []).map((number) => foundProfile(number)),
    );
  };

/** Continues from the basis; returns the run and the pages it requested. */
async function findMore(
  options: FakeProvidersOptions,
  overrides: Parameters<typeof runPipeline>[1] & { basis?: Partial<Basis>; leaveOut?: string[] } = {},
) {
  const asked: string[] = [];
  const providers = fakeProviders({
    ...options,
    searchPage: async (page, signal) => {
      asked.push(`${page.query} ${page.page}`);
      if (!options.searchPage) throw new Error('no page was expected');
      return await options.searchPage(page, signal);
    },
  });
  const { basis, leaveOut, ...rest } = overrides;
  const plan = {
    task: { kind: 'more' as const },
    basis: basisOf({ pagesRead: read(QUERY, 2), ...basis }),
    ...(leaveOut && { leaveOut }),
  };
  const run = await runPipeline(providers, { deepResearch: false, ...rest, plan });
  return { run, asked };
}

const idsOf = (run: Awaited<ReturnType<typeof findMore>>['run']) =>
  cardsOf(run)
    .map(({ id }) => id)
    .sort();

describe('finding more people', () => {
  it('reads the next two pages of the query and shows nobody twice', async () => {
    const { run, asked } = await findMore({
      searchPage: webOf({ [`${QUERY} 3`]: [1, 8, 9], [`${QUERY} 4`]: [9, 10] }),
    });
    expect(asked).toEqual([`${QUERY} 3`, `${QUERY} 4`]);
    expect(idsOf(run)).toEqual(['person-10', 'person-8', 'person-9']);
    expect(cardsOf(run).map(({ id, foundBy }) => [id, foundBy])).toEqual(
      expect.arrayContaining([
        ['person-8', { query: QUERY, page: 3 }],
        ['person-10', { query: QUERY, page: 4 }],
      ]),
    );
    expect(messageOf(run)?.content).toBe('I found 3 more profiles.');
    expect(messageOf(run)?.metadata).toMatchObject({
      outcome: 'answered',
      hasMore: true,
      pagesRead: read(QUERY, 4),
      searchQuery: { googleSearchQuery: QUERY },
    });
    expect(doneOf(run)).toEqual([{ outcome: 'answered' }]);
  });

  it('makes no query call, and formats or scores the new people as a first search does', async () => {
    const web = { searchPage: webOf({ [`${QUERY} 3`]: [8, 9] }, [`${QUERY} 3`]) };
    const standard = await findMore(web);
    expect(standard.run.providers.calls.filter((call) => !call.startsWith('page'))).toEqual([
      'formatting',
      'formatting',
    ]);
    expect(stepsOf(standard.run).map(({ id }) => id)).not.toContain('query-generation');
    const deep = await findMore(web, { deepResearch: true });
    expect(deep.run.providers.calls.filter((call) => !call.startsWith('page')).sort()).toEqual([
      ...['assessment', 'assessment', 'lookup', 'lookup', 'scoring', 'scoring'],
    ]);
    expect(messageOf(deep.run)?.content).toMatch(
      /^I found 2 more profiles and verified 2 of them with Test Profiles\./,
    );
    expect(JSON.parse(deep.run.providers.completions[0]?.user ?? '')).toMatchObject({
      request: 'Peruvians studying computer science',
      criteria: { c1: 'nationality: Peruvian', c3: 'excluded experience: Deloitte' },
    });
  });

  it('moves on to the alternatives when the query is exhausted, still reading two pages', async () => {
    const { run, asked } = await findMore(
      { searchPage: webOf({ [`${QUERY} 3`]: [8], [`${FIRST_OTHER} 1`]: [2, 11] }, [`${QUERY} 3`]) },
      {},
    );
    expect(asked).toEqual([`${QUERY} 3`, `${FIRST_OTHER} 1`]);
    expect(cardsOf(run).find(({ id }) => id === 'person-11')?.foundBy).toEqual({
      query: FIRST_OTHER,
      page: 1,
    });
    expect(lastStep(run, 'profile-search')?.details).toEqual([
      'Page 3: 1 profile new',
      `Page 1 of ${FIRST_OTHER}: 1 profile new`,
    ]);
  });

  it('resumes where the previous answer ended', async () => {
    const pagesRead = [...read(QUERY, 3, true), ...read(FIRST_OTHER, 2, true)];
    const { asked, run } = await findMore(
      { searchPage: webOf({ [`${SECOND_OTHER} 1`]: [12] }) },
      { basis: { pagesRead } },
    );
    expect(asked).toEqual([`${SECOND_OTHER} 1`, `${SECOND_OTHER} 2`]);
    expect(messageOf(run)?.content).toBe(
      'I found 1 more profile. Google has no more pages for this query or its alternatives.',
    );
    expect(messageOf(run)?.metadata?.hasMore).toBe(false);
  });

  it('says that nobody is left and what to do instead, without calling a provider', async () => {
    const pagesRead = [QUERY, FIRST_OTHER, SECOND_OTHER].flatMap((query) => read(query, 1, true));
    const { run } = await findMore({}, { basis: { pagesRead } });
    expect(run.providers.calls).toEqual([]);
    expect(messageOf(run)).toMatchObject({
      content:
        'I found nobody more. Google has no more pages for this query or its alternatives. To find other people, change the criteria or ask in other words.',
      metadata: { outcome: 'answered', hasMore: false, profileDisplayData: { totalProfiles: 0 } },
    });
  });

  it('says that more pages remain if those read had nobody new', async () => {
    const { run } = await findMore({ searchPage: webOf({ [`${QUERY} 3`]: [1], [`${QUERY} 4`]: [2] }) });
    expect(messageOf(run)?.content).toBe(
      'I found nobody new on the next pages. More pages remain; choose Find more people.',
    );
    expect(messageOf(run)?.metadata?.hasMore).toBe(true);
  });

  it('reads no second page if the first has twenty new people', async () => {
    const twenty = Array.from({ length: 20 }, (_, index) => 100 + index);
    const { asked, run } = await findMore({ searchPage: webOf({ [`${QUERY} 3`]: twenty }) });
    expect(asked).toEqual([`${QUERY} 3`]);
    expect(cardsOf(run)).toHaveLength(20);
  });

  it('rereads a page whose people it did not all show, without showing anyone twice', async () => {
    const numbers = (from: number, count: number) =>
      Array.from({ length: count }, (_, index) => from + index);
    const searchPage = webOf({ [`${QUERY} 3`]: numbers(100, 15), [`${QUERY} 4`]: numbers(115, 15) }, [
      `${QUERY} 4`,
    ]);
    const alone = { alternativeSearchTerms: [] };
    const { run } = await findMore({ searchPage }, { basis: alone });
    const { metadata, content } = messageOf(run) ?? {};
    const people = metadata?.searchResults?.linkedinProfiles ?? [];
    expect(people).toHaveLength(20);
    expect(metadata).toMatchObject({ pagesRead: read(QUERY, 3), hasMore: true });
    expect(content).toBe('I found 20 more profiles.');
    expect(lastStep(run, 'profile-search')?.details).toEqual([
      'Page 3: 15 profiles new',
      'Page 4: 5 profiles new',
    ]);
    const next = await findMore({ searchPage }, { basis: { ...alone, pagesRead: read(QUERY, 3), people } });
    expect(next.asked).toEqual([`${QUERY} 4`]);
    expect(idsOf(next.run)).toEqual(numbers(120, 10).map((number) => `person-${number}`));
    expect(messageOf(next.run)?.metadata).toMatchObject({ pagesRead: read(QUERY, 4, true), hasMore: false });
  });

  it('reaches the end of a page with more people than an answer holds, some of them hidden', async () => {
    const many = Array.from({ length: 30 }, (_, index) => 100 + index);
    const searchPage = webOf({ [`${QUERY} 3`]: many }, [`${QUERY} 3`]);
    const alone = { alternativeSearchTerms: [] };
    const leaveOut = many.slice(0, 5).map((number) => foundProfile(number).url);
    const first = await findMore({ searchPage }, { basis: alone, leaveOut });
    const people = messageOf(first.run)?.metadata?.searchResults?.linkedinProfiles ?? [];
    expect(people).toHaveLength(20);
    const pagesRead = messageOf(first.run)?.metadata?.pagesRead ?? [];
    // Still page 2, which the basis reports as read.
    expect(pagesRead).toEqual(read(QUERY, 2));
    const second = await findMore({ searchPage }, { basis: { ...alone, pagesRead, people }, leaveOut });
    expect(idsOf(second.run)).toEqual([125, 126, 127, 128, 129].map((number) => `person-${number}`));
    expect(messageOf(second.run)?.metadata?.hasMore).toBe(false);
  });

  it('assumes that an answer without page records read up to the last page its people came from', async () => {
    const { pagesRead: _, ...basis } = basisOf();
    const people = [...basis.people, { ...foundProfile(8), foundBy: { query: QUERY, page: 5 } }];
    const providers = fakeProviders({ searchPage: webOf({ [`${QUERY} 6`]: [30] }, [`${QUERY} 6`]) });
    const run = await runPipeline(providers, {
      deepResearch: false,
      plan: { task: { kind: 'more' }, basis: { ...basis, people } },
    });
    expect(run.providers.calls.slice(0, 2)).toEqual(['page 6', 'page 1']);
    expect(cardsOf(run).map(({ id }) => id)).toEqual(['person-30']);
  });

  it('assumes that an answer without page records read two pages if its people name none', async () => {
    const { pagesRead: _, ...basis } = basisOf();
    const providers = fakeProviders({ searchPage: webOf({ [`${QUERY} 3`]: [30] }) });
    const run = await runPipeline(providers, {
      deepResearch: false,
      plan: { task: { kind: 'more' }, basis },
    });
    expect(run.providers.calls.slice(0, 2)).toEqual(['page 3', 'page 4']);
    expect(cardsOf(run).map(({ id }) => id)).toEqual(['person-30']);
  });

  it('finds nobody whom the answer’s requests rejected or named as an example', async () => {
    const { run } = await findMore(
      { searchPage: webOf({ [`${QUERY} 3`]: [8, 9] }, [`${QUERY} 3`]) },
      { basis: { excludedUrls: [foundProfile(8).url] } },
    );
    expect(idsOf(run)).toEqual(['person-9']);
    expect(messageOf(run)?.metadata?.searchQuery?.excludedUrls).toEqual([foundProfile(8).url]);
  });

  it('leaves out people seen before or hidden, and says how many', async () => {
    const { run } = await findMore(
      { searchPage: webOf({ [`${QUERY} 3`]: [8, 9, 10] }, [`${QUERY} 3`]) },
      { leaveOut: [foundProfile(9).url, foundProfile(10).url] },
    );
    expect(idsOf(run)).toEqual(['person-8']);
    expect(run.providers.calls.filter((call) => call === 'formatting')).toHaveLength(1);
    expect(lastStep(run, 'profile-search')?.details).toContain(
      'Left out 2 profiles seen before or hidden by you',
    );
  });
});

describe('a further page that cannot be read', () => {
  const down = failure('web-search', 'status', 'SerpAPI error: 503');

  it('fails the search if it is the first', async () => {
    const { run, asked } = await findMore({ searchPage: () => Promise.reject(down) });
    expect(asked).toHaveLength(1);
    expect(doneOf(run)).toEqual([{ outcome: 'apologised' }]);
    expect(messageOf(run)?.content).toContain('Failed to search LinkedIn profiles: SerpAPI error: 503');
    expect(lastStep(run, 'profile-search')?.status).toBe('error');
  });

  it('ends the reading if it is the second, and keeps the first one’s people', async () => {
    const page = webOf({ [`${QUERY} 3`]: [8] });
    const { run } = await findMore({
      searchPage: async (asked, signal) => {
        if (asked.page === 4) throw down;
        return await page(asked, signal);
      },
    });
    expect(idsOf(run)).toEqual(['person-8']);
    expect(messageOf(run)?.content).toBe(
      'I found 1 more profile.\n\nA further page of results could not be read (SerpAPI error: 503).',
    );
    expect(messageOf(run)?.metadata).toMatchObject({ hasMore: true, pagesRead: read(QUERY, 3) });
  });

  it('keeps the first one’s people if the person stops during the second', async () => {
    const controller = new AbortController();
    const page = webOf({ [`${QUERY} 3`]: [8] });
    const { run } = await findMore(
      {
        searchPage: async (asked, signal) => {
          if (asked.page === 4) {
            controller.abort(new StopRequested());
            signal.throwIfAborted();
          }
          return await page(asked, signal);
        },
      },
      { signal: controller.signal },
    );
    expect(doneOf(run)).toEqual([{ outcome: 'stopped' }]);
    expect(idsOf(run)).toEqual(['person-8']);
    expect(messageOf(run)?.content).not.toContain('could not be read');
  });
});

describe('finding more people like good examples', () => {
  const [first, second, third] = [1, 2, 3].map((number) => foundProfile(number).url);
  /** A basis with two beekeepers and a cook of Plaza Verde, rated in this order. */
  const keepers = (...ratings: ('good' | 'bad')[]): Partial<Basis> => ({
    people: [1, 2, 3].map((number) =>
      foundProfile(number, {
        title: `Person ${number} - ${number === 3 ? 'Cook' : 'Beekeeper'} at Plaza Verde | LinkedIn`,
        snippet: '',
      }),
    ),
    examples: [first, second, third].flatMap((url = '', index) => {
      const rating = ratings[index];
      return rating === undefined ? [] : [{ url, rating }];
    }),
  });
  const ALIKE = `${QUERY} ("Beekeeper" OR "Plaza Verde")`.replace(' "computer science"', '');
  const fellow = foundProfile(8, {
    title: 'Person 8 - Beekeeper at Plaza Verde | LinkedIn',
    snippet: 'Peruvian engineer',
  });
  /** Page 3 has one person like the examples and one who is not; every other page is empty. */
  const web: FakeProvidersOptions['searchPage'] = async ({ query, page }) =>
    foundPages({ query, page, isLast: true }, page === 3 ? [fellow, foundProfile(9)] : []);

  it('searches for similar people first, then reads the next page', async () => {
    const { asked, run } = await findMore({ searchPage: web }, { basis: keepers('good', 'good') });
    expect(asked).toEqual([`${ALIKE} 1`, `${QUERY} 3`]);
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe('From your examples: Beekeeper, Plaza Verde.');
    expect(messageOf(run)?.content).toBe(
      'I found 2 more profiles. From your examples: Beekeeper, Plaza Verde.',
    );
    expect(messageOf(run)?.metadata?.pagesRead).toEqual(
      expect.arrayContaining([...read(ALIKE, 1, true), ...read(QUERY, 3, true)]),
    );
  });

  it('continues with the next page of the similarity search the next time', async () => {
    const pagesRead = [...read(QUERY, 2), ...read(ALIKE, 1)];
    const { asked } = await findMore(
      { searchPage: web },
      { basis: { ...keepers('good', 'good'), pagesRead } },
    );
    expect(asked).toEqual([`${ALIKE} 2`, `${QUERY} 3`]);
  });

  it('reads a second page of the similarity search if the first has nobody new, and may not be the last', async () => {
    const asked = async (lastPages: string[]) =>
      (
        await findMore(
          { searchPage: webOf({ [`${ALIKE} 1`]: [1, 2], [`${ALIKE} 2`]: [8] }, lastPages) },
          { basis: keepers('good', 'good') },
        )
      ).asked;
    expect(await asked([])).toEqual([`${ALIKE} 1`, `${ALIKE} 2`]);
    expect(await asked([`${ALIKE} 1`])).toEqual([`${ALIKE} 1`, `${QUERY} 3`]);
  });

  it('leaves the similarity search for the next pages of its own query once two pages of it have had nobody new', async () => {
    const searchPage = webOf({
      [`${ALIKE} 1`]: [1, 2],
      [`${ALIKE} 2`]: [3],
      [`${QUERY} 3`]: [8],
      [`${QUERY} 4`]: [9],
    });
    const first = await findMore({ searchPage }, { basis: keepers('good', 'good') });
    expect(first.asked).toEqual([`${ALIKE} 1`, `${ALIKE} 2`]);
    const pagesRead = messageOf(first.run)?.metadata?.pagesRead ?? [];
    const second = await findMore({ searchPage }, { basis: { ...keepers('good', 'good'), pagesRead } });
    expect(second.asked).toEqual([`${QUERY} 3`, `${QUERY} 4`]);
  });

  it.each([false, true])('ranks similar people higher and says so (deep: %s)', async (deepResearch) => {
    const judged = { relevanceScore: 70, reasoning: 'Fits.', shouldVerify: true };
    const replies: FakeProvidersOptions['replies'] = {
      formatting: () => [{ index: 0, relevanceScore: 70 }],
      scoring: () => [{ index: 0, ...judged }],
      assessment: () => ({ finalRelevanceScore: 60, verificationReasoning: 'Good.', meetsAllCriteria: true }),
    };
    const scoresWith = async (...ratings: ('good' | 'bad')[]) => {
      const { run } = await findMore(
        { searchPage: web, replies },
        { deepResearch, basis: keepers(...ratings) },
      );
      return {
        run,
        cards: new Map(cardsOf(run).map((card) => [card.id, card])),
      };
    };
    const plain = await scoresWith();
    const marked = await scoresWith('good', 'good');
    const score = deepResearch ? 60 : 70;
    expect(plain.cards.get('person-8')?.relevanceScore).toBe(score);
    expect(marked.cards.get('person-8')).toMatchObject({
      relevanceScore: score + 5,
      likeExamples: ['Beekeeper', 'Plaza Verde'],
      ...(deepResearch && { scoreMove: { from: 75, to: 65 } }),
    });
    expect(marked.cards.get('person-9')).toEqual(plain.cards.get('person-9'));
    expect(messageOf(marked.run)?.metadata?.profileDisplayData?.criteria).toEqual(
      messageOf(plain.run)?.metadata?.profileDisplayData?.criteria,
    );
  });

  it('shows no score above 100 before the record either', async () => {
    const { run } = await findMore(
      {
        searchPage: web,
        replies: {
          scoring: () => [{ index: 0, relevanceScore: 98, reasoning: 'Fits.', shouldVerify: true }],
          assessment: () => ({
            finalRelevanceScore: 92,
            verificationReasoning: 'Good.',
            meetsAllCriteria: true,
          }),
        },
      },
      { deepResearch: true, basis: keepers('good', 'good') },
    );
    const alike = cardsOf(run).find(({ id }) => id === 'person-8');
    expect(alike).toMatchObject({ relevanceScore: 97, scoreMove: { from: 100, to: 97 } });
    for (const event of run.events) expect(v.is(SearchEvent, event)).toBe(true);
  });

  it('names in its steps the scores that the cards show', async () => {
    const search = (relevanceScore: number) =>
      findMore(
        {
          searchPage: async (asked) => foundPages({ ...asked, isLast: true }, [fellow]),
          replies: {
            scoring: () => [{ index: 0, relevanceScore, reasoning: 'Fits.', shouldVerify: true }],
            assessment: () => ({
              finalRelevanceScore: 80,
              verificationReasoning: 'Good.',
              meetsAllCriteria: false,
            }),
          },
        },
        { deepResearch: true, basis: keepers('good', 'good') },
      );
    const { run } = await search(70);
    expect(lastStep(run, 'ai-filtering')?.details).toContain('Scored 1 profile, best match 75%');
    expect(cardsOf(run)[0]).toMatchObject({ isVerified: true, relevanceScore: 85 });
    expect(lastStep(run, 'deep-verification')?.details).toEqual(['Person 8: verified, 85%']);
    // Who is looked up does not depend on the examples.
    const { run: low } = await search(58);
    expect(cardsOf(low)[0]).toMatchObject({ isVerified: false, relevanceScore: 63 });
    const nobody =
      'Nobody scored 60% or more without the points for your examples, so no profile was verified.';
    expect(lastStep(low, 'deep-verification')?.details).toEqual([nobody]);
    expect(messageOf(low)?.content).toContain(nobody);
  });

  it('raises no score above what the evidence supports', async () => {
    const excluded = { ...fellow, snippet: 'Peruvian engineer · Experience: Deloitte' };
    const { run } = await findMore(
      {
        searchPage: async (asked) => foundPages({ ...asked, isLast: true }, [excluded]),
        replies: { formatting: () => [{ index: 0, relevanceScore: 90 }] },
      },
      { basis: keepers('good', 'good') },
    );
    expect(cardsOf(run)[0]).toMatchObject({
      relevanceScore: 30,
      likeExamples: expect.arrayContaining(['Beekeeper']),
    });
  });

  it('mentions the examples to no model', async () => {
    for (const deepResearch of [false, true]) {
      const { run } = await findMore(
        { searchPage: async (asked) => foundPages({ ...asked, isLast: true }, [foundProfile(9)]) },
        { deepResearch, basis: keepers('good', 'good') },
      );
      expect(run.providers.completions.length).toBeGreaterThan(0);
      for (const { user, system } of run.providers.completions)
        expect(system + user).not.toMatch(/beekeeper|plaza verde/i);
    }
  });

  it('ignores traits that a bad example shares, and says if none are left', async () => {
    const some = await findMore({ searchPage: web }, { basis: keepers('good', 'good', 'bad') });
    expect(messageOf(some.run)?.content).toContain('From your examples: Beekeeper.');
    const none = await findMore({ searchPage: web }, { basis: keepers('bad', 'bad', 'good') });
    expect(none.asked).toContain(`${QUERY} 3`);
    expect(messageOf(none.run)?.content).toBe('I found 2 more profiles. From your examples: Cook.');
    const nothing = await findMore({ searchPage: web }, { basis: keepers('bad', 'bad') });
    expect(nothing.asked).toEqual([`${QUERY} 3`, `${FIRST_OTHER} 1`]);
    expect(messageOf(nothing.run)?.content).toBe(
      'I found 2 more profiles. Your good examples add nothing new to the criteria.',
    );
  });
});

describe('a basis sent by the page', () => {
  it('cannot search for anything but profile pages', async () => {
    const { asked } = await findMore(
      { searchPage: webOf({}) },
      { basis: { googleSearchQuery: 'site:example.org secrets', alternativeSearchTerms: [], pagesRead: [] } },
    );
    expect(asked).toEqual(['site:linkedin.com/in -"Deloitte" site:example.org secrets 1']);
  });

  it('is subject to the deployment’s setting for sensitive criteria', async () => {
    const { run } = await findMore(
      { searchPage: webOf({ [`${QUERY} 3`]: [8] }, [`${QUERY} 3`]) },
      { sensitiveCriteria: 'ignore', basis: { alternativeSearchTerms: [] } },
    );
    const { criteria, sensitive } = messageOf(run)?.metadata?.searchQuery ?? {};
    expect(criteria?.map(({ text }) => text)).toEqual(['computer science', 'Deloitte']);
    expect(sensitive).toEqual(['Peruvian']);
    for (const { user } of run.providers.completions) expect(user).not.toMatch(/Peruvians|nationality/);
  });
});

it.each([
  [29, { query: 'x', page: 30 }],
  [30, undefined],
])('after page %i of Google’s thirty comes %o', (page, next) => {
  const query = { googleSearchQuery: 'x', targetCriteria: { interests: [], experience: [] } };
  expect(nextPage(query, read('x', page))).toEqual(next);
});
