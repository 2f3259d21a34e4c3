import { describe, expect, it } from 'vitest';
import type { CreateProvidersOptions } from '#functions/providers/create.ts';
import type { Basis } from '#shared/search-request.ts';
import { basisOf } from '#tests/support/basis.ts';
import { collectSearch } from '#tests/support/collect-search.ts';
import { foundProfile, urlOf } from '#tests/support/fake-providers.ts';
import { json, type Responder, type SeenRequest, silence, text } from '#tests/support/provider-server.ts';
import { calm, configFor, isSecondPage, KEYS, serverPerTest, slugs, testProviders } from './setup.ts';

/** So narrow that few people may match. */
const NARROW = 'site:linkedin.com/in ("lawyer" OR "attorney") "Lima" "beekeeping"';
const BROAD = 'site:linkedin.com/in -"Deloitte" -"KPMG" ("lawyer" OR "attorney") "Lima" law food drink';
const ALTERNATIVE = 'site:linkedin.com/in Peruvian lawyer bees';

type Name = 'serpapi' | 'serper';

/** The query and page that a request asks for. */
function askedFor({ query, body }: SeenRequest): string {
  if (typeof body === 'object' && body !== null && 'q' in body && 'page' in body)
    return `${body.q} ${body.page}`;
  return `${query['q']} ${Number(query['start'] ?? 0) / 10 + 1}`;
}

/** A page with these people, filled up to ten results unless it is the last. */
function pageOf(name: Name, slugs: readonly string[], isLast = false): Responder {
  const people = slugs.map((slug) => ({ title: slug, link: `https://linkedin.com/in/${slug}`, snippet: '' }));
  const others = Array.from({ length: isLast ? 0 : 10 - people.length }, (_, index) => ({
    title: 'A firm',
    link: `https://linkedin.com/company/${index}`,
  }));
  const results = [...people, ...others];
  if (name === 'serper') return json({ organic: results });
  return json({
    organic_results: results,
    serpapi_pagination: { current: 1, ...(!isLast && { next: 'https://serpapi.com/search.json?start=10' }) },
  });
}

describe.each(['serpapi', 'serper'] as const)('a search with %s', (name) => {
  const server = serverPerTest(() => silence);
  const open = (options: CreateProvidersOptions = {}) =>
    testProviders(
      configFor(server.url, { search: { provider: name, apiKey: KEYS.search, baseUrl: server.url } }),
      options,
    );
  const answer = (pages: Record<string, Responder>) =>
    server.answer((response, request) => (pages[askedFor(request)] ?? silence)(response, request));
  const page = (people: readonly string[], isLast = false) => pageOf(name, people, isLast);
  const asked = () => server.requests.map(askedFor);
  /** Only SerpApi says which page is the last. */
  const isTold = name === 'serpapi';
  /** An empty page, on which SerpApi may still link a further one. */
  const empty = json(
    isTold
      ? { organic_results: [], serpapi_pagination: { current: 2, next: 'https://serpapi.com/search.json' } }
      : { organic: [] },
  );

  /** The answer of a search for more people, after two pages of BROAD. */
  async function findMore(basis: Partial<Basis>, leaveOut: string[] = []) {
    const more = basisOf({
      ...{ googleSearchQuery: BROAD, criteria: [], alternativeSearchTerms: [] },
      pagesRead: [{ query: BROAD, page: 2, isLast: false }],
      ...basis,
    });
    const events = await collectSearch({
      providers: open(),
      content: 'Find more people',
      deepResearch: false,
      plan: { task: { kind: 'more' }, basis: more, leaveOut },
    });
    return events.find((event) => event.type === 'message')?.data;
  }

  it('spends its second page on the alternative if the query finds fewer than ten people', async () => {
    answer({
      [`${NARROW} 1`]: page(slugs(1, 5), true),
      [`${ALTERNATIVE} 1`]: page(slugs(5, 4)),
    });
    const providers = open();
    const results = await providers.webSearch.search(NARROW, calm(), ALTERNATIVE);
    const later = results.linkedinProfiles.slice(5).map(({ url }) => url);
    expect([...(results.onSecondPage ?? [])]).toEqual(later);
    expect(asked()).toEqual([`${NARROW} 1`, `${ALTERNATIVE} 1`]);
    expect(results.hasNextPage).toBe(!isTold);
    expect(results.linkedinProfiles.map(({ position }) => position)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(results.linkedinProfiles.map(({ foundBy }) => foundBy?.query)).toEqual([
      ...Array(5).fill(undefined),
      ...Array(3).fill(ALTERNATIVE),
    ]);
    expect(results.pagesRead).toEqual([
      { query: NARROW, page: 1, isLast: isTold },
      { query: ALTERNATIVE, page: 1, isLast: false },
    ]);
    expect(providers.spend?.()).toMatchObject({ searchPages: 2 });
  });

  it('reads the query’s second page, if there is one, instead of the alternative', async () => {
    answer({ [`${NARROW} 1`]: page(slugs(1, 7)), [`${NARROW} 2`]: page(slugs(8, 2), true) });
    const results = await open().webSearch.search(NARROW, calm(), ALTERNATIVE);
    expect(asked()).toEqual([`${NARROW} 1`, `${NARROW} 2`]);
    expect(results.linkedinProfiles).toHaveLength(9);
    expect(results.onSecondPage?.size).toBe(2);
    expect(results.pagesRead.map(({ isLast }) => isLast)).toEqual([false, isTold]);
  });

  it('reads the second page also after a short first page that is not the last', async () => {
    const [first, second] = [slugs(1, isTold ? 3 : 6), slugs(8, 2)];
    const results = first.map((slug) => ({ title: slug, link: `https://linkedin.com/in/${slug}` }));
    answer({
      [`${NARROW} 1`]: json(
        isTold
          ? {
              organic_results: results,
              serpapi_pagination: { next: 'https://serpapi.com/search.json?start=10' },
            }
          : { organic: results },
      ),
      [`${NARROW} 2`]: page(second, true),
    });
    const { linkedinProfiles } = await open().webSearch.search(NARROW, calm(), ALTERNATIVE);
    expect(linkedinProfiles.map(({ title }) => title)).toEqual([...first, ...second]);
  });

  it('keeps the people found when the alternative fails, and says why', async () => {
    answer({ [`${NARROW} 1`]: page(slugs(1, 3), true), [`${ALTERNATIVE} 1`]: text('down', 503) });
    const results = await open().webSearch.search(NARROW, calm(), ALTERNATIVE);
    expect(results.linkedinProfiles).toHaveLength(3);
    expect(results.furtherPageFailure).toMatch(/503/);
    expect(results.pagesRead).toEqual([{ query: NARROW, page: 1, isLast: isTold }]);
  });

  it('gives up the second page of a broad query that finds few people, and reads the alternative', async () => {
    answer({ [`${BROAD} 1`]: page(slugs(1, 3), true), [`${ALTERNATIVE} 1`]: page(slugs(3, 6)) });
    const providers = open();
    const results = await providers.webSearch.search(BROAD, calm(), ALTERNATIVE);
    // The second page's request may have been given up before it arrived.
    expect(asked().filter((each) => each !== `${BROAD} 2`)).toEqual([`${BROAD} 1`, `${ALTERNATIVE} 1`]);
    expect(results.linkedinProfiles.map(({ foundBy }) => foundBy?.query)).toEqual([
      ...[undefined, undefined, undefined],
      ...Array(5).fill(ALTERNATIVE),
    ]);
    expect(results.pagesRead).toEqual([
      { query: BROAD, page: 1, isLast: isTold },
      { query: ALTERNATIVE, page: 1, isLast: false },
    ]);
    // The page given up may have been charged.
    expect(providers.spend?.()).toMatchObject({ searchPages: 3 });
  });

  const readsOnlyPage = async (query: string, count: number, alternative?: string) => {
    answer({
      [`${query} 1`]: page(slugs(1, count), true),
      ...(!isTold && { [`${query} 2`]: page([], true) }),
    });
    const results = await open().webSearch.search(query, calm(), alternative);
    expect(results.linkedinProfiles).toHaveLength(count);
    expect(results.pagesRead).toEqual([{ query, page: 1, isLast: true }]);
    expect(asked().filter((each) => each.startsWith(ALTERNATIVE))).toEqual([]);
  };

  it('reads only one page if the query has no other and there is no alternative', async () => {
    await readsOnlyPage(BROAD, 3);
    await readsOnlyPage(NARROW, 3);
  });

  if (isTold)
    it('reads only one page if the query has no other and it has ten people', async () => {
      await readsOnlyPage(BROAD, 10, ALTERNATIVE);
      await readsOnlyPage(NARROW, 10, ALTERNATIVE);
    });

  it('reads both pages of a broad query, and then no alternative', async () => {
    answer({ [`${BROAD} 1`]: page(slugs(1, 3)), [`${BROAD} 2`]: page(slugs(4, 3), true) });
    const results = await open().webSearch.search(BROAD, calm(), ALTERNATIVE);
    // Requested at once, so they may arrive in either order.
    expect(asked().toSorted()).toEqual([`${BROAD} 1`, `${BROAD} 2`]);
    expect(results.linkedinProfiles).toHaveLength(6);
  });

  it('takes an empty second page for the end, and tries the alternative if the first had few people', async () => {
    answer({
      [`${BROAD} 1`]: page(slugs(1, 7)),
      [`${BROAD} 2`]: empty,
      [`${ALTERNATIVE} 1`]: page(slugs(8, 3)),
    });
    const providers = open();
    const results = await providers.webSearch.search(BROAD, calm(), ALTERNATIVE);
    expect(results.linkedinProfiles).toHaveLength(10);
    expect(results.pagesRead).toEqual([
      { query: BROAD, page: 1, isLast: true },
      { query: ALTERNATIVE, page: 1, isLast: false },
    ]);
    expect(providers.spend?.()).toMatchObject({ searchPages: 3 });
    const further = await providers.webSearch.searchPage({ query: BROAD, page: 2 }, calm());
    expect(further.pagesRead).toEqual([{ query: BROAD, page: 2, isLast: true }]);
  });

  it('reads no third page after an empty second one of a narrow query', async () => {
    answer({ [`${NARROW} 1`]: page(slugs(1, 7)), [`${NARROW} 2`]: empty });
    const results = await open().webSearch.search(NARROW, calm(), ALTERNATIVE);
    expect(asked()).toEqual([`${NARROW} 1`, `${NARROW} 2`]);
    expect(results.pagesRead).toEqual([{ query: NARROW, page: 1, isLast: true }]);
  });

  it('stops at a first page of twenty people', async () => {
    answer({ [`${NARROW} 1`]: page(slugs(1, 20)), [`${BROAD} 1`]: page(slugs(1, 20)) });
    for (const query of [NARROW, BROAD]) {
      const results = await open().webSearch.search(query, calm(), ALTERNATIVE);
      expect(results.linkedinProfiles).toHaveLength(20);
      expect(results.pagesRead).toEqual([{ query, page: 1, isLast: false }]);
    }
    // A broad query's second page may have been requested before it was given up.
    expect(asked().filter((each) => each !== `${BROAD} 2`)).toEqual([`${NARROW} 1`, `${BROAD} 1`]);
  });

  it('ends the request for a second page that it has given up', async () => {
    const isSecondAsked = Promise.withResolvers<void>();
    const isSecondEnded = Promise.withResolvers<void>();
    answer({
      [`${BROAD} 1`]: (...call) => void isSecondAsked.promise.then(() => page(slugs(1, 20))(...call)),
      [`${BROAD} 2`]: (response) => {
        response.once('close', isSecondEnded.resolve);
        isSecondAsked.resolve();
      },
    });
    await open().webSearch.search(BROAD, calm());
    await isSecondEnded.promise;
  });

  it('counts unquoted alternatives as a single term', async () => {
    const query = 'site:linkedin.com/in (lawyer OR attorney) "Lima" "beekeeping"';
    answer({ [`${query} 1`]: page(slugs(1, 3), true), [`${ALTERNATIVE} 1`]: page(slugs(3, 6)) });
    await open().webSearch.search(query, calm(), ALTERNATIVE);
    expect(asked()).toEqual([`${query} 1`, `${ALTERNATIVE} 1`]);
  });

  it('counts quoted alternatives as a single term, also without brackets', async () => {
    const query = 'site:linkedin.com/in "lawyer" OR "attorney" "Lima"';
    const isSecondAsked = Promise.withResolvers<void>();
    answer({
      [`${query} 1`]: (...call) => void isSecondAsked.promise.then(() => page(slugs(1, 7))(...call)),
      [`${query} 2`]: (...call) => {
        isSecondAsked.resolve();
        page(slugs(8, 2), true)(...call);
      },
    });
    const { linkedinProfiles } = await open().webSearch.search(query, calm(), ALTERNATIVE);
    expect(linkedinProfiles).toHaveLength(9);
  });

  it('returns at most twenty people, and leaves a page it does not show in full to be reread', async () => {
    answer({ [`${BROAD} 1`]: page(slugs(1, 15)), [`${BROAD} 2`]: page(slugs(16, 15)) });
    const two = await open().webSearch.search(BROAD, calm());
    expect(two.linkedinProfiles.map(({ position }) => position)).toEqual(
      Array.from({ length: 20 }, (_, index) => index + 1),
    );
    expect(two.pagesRead).toEqual([{ query: BROAD, page: 1, isLast: false }]);
    const again = await open().webSearch.searchPage({ query: BROAD, page: 2 }, calm());
    expect(again.linkedinProfiles).toHaveLength(15);
    expect(again.pagesRead).toEqual([{ query: BROAD, page: 2, isLast: false }]);
    answer({ [`${BROAD} 1`]: page(slugs(1, 25), true) });
    const one = await open().webSearch.search(BROAD, calm());
    expect(one.linkedinProfiles).toHaveLength(20);
    expect(one.pagesRead).toEqual([]);
  });

  it('returns everyone on a single page, leaving it to the caller to drop people already known', async () => {
    answer({ [`${BROAD} 1`]: page(slugs(1, 25)) });
    const { linkedinProfiles, pagesRead } = await open().webSearch.searchPage(
      { query: BROAD, page: 1 },
      calm(),
    );
    expect(linkedinProfiles).toHaveLength(25);
    expect(pagesRead).toEqual([{ query: BROAD, page: 1, isLast: false }]);
  });

  it('reads the first hundred results of a page, and nobody after them', async () => {
    answer({ [`${BROAD} 1`]: page(slugs(1, 101)) });
    const { linkedinProfiles } = await open().webSearch.searchPage({ query: BROAD, page: 1 }, calm());
    expect(linkedinProfiles).toHaveLength(100);
    expect(linkedinProfiles.at(-1)).toMatchObject({ title: 'person-100' });
  });

  it('reads any single page, and says whether it is the last', async () => {
    answer({ [`${BROAD} 3`]: page(slugs(21, 4)), [`${BROAD} 4`]: page(slugs(25, 1), true) });
    const providers = open();
    const third = await providers.webSearch.searchPage({ query: BROAD, page: 3 }, calm());
    const fourth = await providers.webSearch.searchPage({ query: BROAD, page: 4 }, calm());
    expect([third, fourth].map(({ linkedinProfiles }) => linkedinProfiles.length)).toEqual([4, 1]);
    expect([...third.pagesRead, ...fourth.pagesRead]).toEqual([
      { query: BROAD, page: 3, isLast: false },
      { query: BROAD, page: 4, isLast: isTold },
    ]);
    expect(providers.spend?.()).toMatchObject({ searchPages: 2 });
  });

  it.each([
    ['found before', slugs(1, 4), []],
    ['hidden by the user', slugs(21, 4), slugs(21, 4).map(urlOf)],
  ])('ends at a page that repeats the one before it, of people %s', async (_, people, leaveOut) => {
    answer({ [`${BROAD} 3`]: page(people), [`${BROAD} 4`]: page(people) });
    const message = await findMore({}, leaveOut);
    expect(asked()).toEqual([`${BROAD} 3`, `${BROAD} 4`]);
    expect(message).toMatchObject({
      content: expect.stringContaining('Google has no more pages for this query'),
      metadata: { hasMore: false },
    });
  });

  it('ends at such pages also with good examples', async () => {
    const keepers = [1, 2].map((number) =>
      foundProfile(number, { title: `Person ${number} - Beekeeper at Plaza Verde | LinkedIn`, snippet: '' }),
    );
    const basis = {
      people: keepers.map((person) => ({ ...person, relevanceScore: 80 })),
      examples: keepers.map(({ url }) => ({ url, rating: 'good' as const })),
    };
    const alike = 'site:linkedin.com/in ("Beekeeper" OR "Plaza Verde")';
    const pages = [`${alike} 1`, `${alike} 2`, `${BROAD} 3`, `${BROAD} 4`];
    answer(Object.fromEntries(pages.map((each) => [each, page(['person-1', 'person-2'])])));
    const first = await findMore(basis);
    expect(first?.metadata?.hasMore).toBe(true);
    const second = await findMore({ ...basis, pagesRead: first?.metadata?.pagesRead ?? [] });
    expect(asked()).toEqual(pages);
    expect(second?.metadata?.hasMore).toBe(false);
  });

  it('takes no page for the last because it is read again', async () => {
    answer({ [`${BROAD} 3`]: page(slugs(21, 4)) });
    const { webSearch } = open();
    await webSearch.searchPage({ query: BROAD, page: 3 }, calm());
    const { pagesRead } = await webSearch.searchPage({ query: BROAD, page: 3 }, calm());
    expect(pagesRead).toEqual([{ query: BROAD, page: 3, isLast: false }]);
  });

  it('takes no page for the last because another query found the same people', async () => {
    answer({ [`${BROAD} 3`]: page(slugs(21, 4)), [`${ALTERNATIVE} 4`]: page(slugs(21, 4)) });
    const { webSearch } = open();
    await webSearch.searchPage({ query: BROAD, page: 3 }, calm());
    const { pagesRead } = await webSearch.searchPage({ query: ALTERNATIVE, page: 4 }, calm());
    expect(pagesRead).toEqual([{ query: ALTERNATIVE, page: 4, isLast: false }]);
  });

  it('fails and spends nothing if a further page stays down', async () => {
    server.answer(text('down', 503));
    const providers = open();
    await expect(providers.webSearch.searchPage({ query: BROAD, page: 3 }, calm())).rejects.toMatchObject({
      code: 'status',
      status: 503,
    });
    expect(asked()).toEqual([`${BROAD} 3`, `${BROAD} 3`, `${BROAD} 3`]);
    expect(providers.spend?.()).toMatchObject({ searchPages: 0 });
  });

  it('retries a page that failed once', async () => {
    let tries = 0;
    server.answer((response, request) => {
      tries += 1;
      (tries === 1 ? text('down', 503) : page(slugs(21, 4)))(response, request);
    });
    const { linkedinProfiles } = await open().webSearch.searchPage({ query: BROAD, page: 3 }, calm());
    expect([tries, linkedinProfiles.length]).toEqual([2, 4]);
  });

  it('retries a second page after the first has answered, at the time it was told', async () => {
    const tries = { first: 0, second: 0 };
    const busy = json({ error: 'busy' }, 429, { 'retry-after': '7' });
    answer({
      [`${BROAD} 1`]: (response, request) => {
        tries.first += 1;
        (tries.first === 1 ? text('down', 503) : page(slugs(1, 3)))(response, request);
      },
      [`${BROAD} 2`]: (response, request) => {
        tries.second += 1;
        (tries.second === 1 ? busy : page(slugs(4, 3), true))(response, request);
      },
    });
    const providers = open();
    const { linkedinProfiles } = await providers.webSearch.search(BROAD, calm());
    expect(linkedinProfiles).toHaveLength(6);
    expect([...asked()].sort()).toEqual([1, 1, 2, 2].map((number) => `${BROAD} ${number}`));
    expect(asked().at(-1)).toBe(`${BROAD} 2`);
    expect(providers.waits.at(-1)).toBe(7_000);
    expect(providers.calls.map(({ status }) => status ?? 200).sort()).toEqual([200, 200, 429, 503]);
  });

  it('does not retry the second page while the provider is down, and requests nothing once suspended', async () => {
    const failed = Promise.withResolvers<void>();
    server.answer(async (response, request) => {
      // The first page's failure would end the second's request.
      if (!isSecondPage(request)) await failed.promise;
      text('down', 503)(response, request);
    });
    const providers = open({ log: () => failed.resolve() });
    await expect(providers.webSearch.search(BROAD, calm())).rejects.toMatchObject({ status: 503 });
    expect([...asked()].sort()).toEqual([1, 1, 1, 2].map((number) => `${BROAD} ${number}`));
    await expect(providers.webSearch.search(BROAD, calm())).rejects.toMatchObject({ status: 503 });
    const before = asked().length;
    await expect(providers.webSearch.search(BROAD, calm())).rejects.toMatchObject({ code: 'suspended' });
    expect(asked()).toHaveLength(before);
  });
});
