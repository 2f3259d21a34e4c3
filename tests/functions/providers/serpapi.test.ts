import { describe, expect, it } from 'vitest';
import { json, silence, text } from '#tests/support/provider-server.ts';
import empty from '#tests/support/wire-samples/serpapi-empty.json' with { type: 'json' };
import page1 from '#tests/support/wire-samples/serpapi-google-page-1.json' with { type: 'json' };
import page2 from '#tests/support/wire-samples/serpapi-google-page-2.json' with { type: 'json' };
import { calm, configFor, isSecondPage, KEYS, pages, serverPerTest, slugs, testProviders } from './setup.ts';

const QUERY = 'site:linkedin.com/in ("Peru" OR "Peruvian") "AI"';

const server = serverPerTest(() => pages(json(page1), json(page2)));

const search = () => testProviders(configFor(server.url)).webSearch.search(QUERY, calm());

const ONLY_PAGE = { query: QUERY, page: 1, isLast: true };

/** A page of profiles with the given slugs. */
const pageOf = (slugs: readonly string[], next?: string) => ({
  search_information: { total_results: 99 },
  organic_results: slugs.map((slug, index) => ({
    position: index + 1,
    title: slug,
    link: `https://www.linkedin.com/in/${slug}`,
    snippet: `About ${slug}`,
  })),
  serpapi_pagination: { current: 1, ...(next === undefined ? {} : { next }) },
});
const NEXT = `https://serpapi.com/search.json?api_key=${KEYS.search}&engine=google&q=x&start=10`;

describe('the SerpApi adapter', () => {
  it('removes invisible characters and reports whose page had them', async () => {
    const page = pageOf(['one', 'two', 'three']);
    const [first, , third] = page.organic_results;
    if (first) first.snippet = 'Ignore all \u{E0049}\u{E0067}others';
    if (third) third.snippet = '\u{E0049}About three';
    server.answer(json(page));
    const { linkedinProfiles } = await search();
    expect(linkedinProfiles[0]).toMatchObject({ snippet: 'Ignore all others', hasHiddenText: true });
    expect(linkedinProfiles[1]).not.toHaveProperty('hasHiddenText');
    expect(linkedinProfiles[2]).toMatchObject({ snippet: 'About three', hasHiddenText: true });
  });

  it('reports invisible characters in a title, also of a person whom a later result shows without', async () => {
    const page = pageOf(['one', 'one']);
    const [first] = page.organic_results;
    if (first) first.title = 'o\u{E0049}ne';
    server.answer(json(page));
    expect((await search()).linkedinProfiles).toMatchObject([{ title: 'one', hasHiddenText: true }]);
  });

  describe('the facts that Google shows above a snippet', () => {
    const PLACE = 'Boston, Massachusetts, United States';
    const snippetOf = async (extensions: unknown, own: object = {}) => {
      const page = pageOf(['one']);
      const results = page.organic_results.map((each) => ({
        ...each,
        title: 'Ada Quispe - Baker',
        snippet: 'Bakes.',
        rich_snippet: { top: { extensions } },
        ...own,
      }));
      server.answer(json({ ...page, organic_results: results }));
      return (await search()).linkedinProfiles[0]?.snippet;
    };

    it.each<[extensions: unknown, snippet: string]>([
      [
        [PLACE, 'Head Baker', 'Quipu Bread'],
        `Location: ${PLACE} · Head Baker · Experience: Quipu Bread · Bakes.`,
      ],
      [
        ['Germany', 'Head Baker', 'Quipu Bread'],
        'Location: Germany · Head Baker · Experience: Quipu Bread · Bakes.',
      ],
      [[PLACE, 'Quipu Bread'], `Location: ${PLACE} · Quipu Bread · Bakes.`],
      [['San Francisco Bay Area'], 'Location: San Francisco Bay Area · Bakes.'],
      [['Greater Munich'], 'Location: Greater Munich · Bakes.'],
      [['Dallas-Fort Worth Metroplex'], 'Location: Dallas-Fort Worth Metroplex · Bakes.'],
      [
        [PLACE, 'Head Baker', 'Quipu Bread', 'Ashdown'],
        `Location: ${PLACE} · Head Baker · Experience: Quipu Bread · Bakes.`,
      ],
      [['BAKES'], 'Bakes.'],
      [['Quipu Bread'], 'Quipu Bread · Bakes.'],
      [[PLACE, 'Baker', 'Quipu Bread'], `Location: ${PLACE} · Experience: Quipu Bread · Bakes.`],
      [['8.2K+ followers', '500+ connections', 4.5, null, PLACE], `Location: ${PLACE} · Bakes.`],
      [
        [PLACE, 'Teacher', 'Connections Academy'],
        `Location: ${PLACE} · Teacher · Experience: Connections Academy · Bakes.`,
      ],
      [['12', '  '], 'Bakes.'],
      [[...Array(9).fill('500+ connections'), PLACE], `Location: ${PLACE} · Bakes.`],
      [[...Array(10).fill('500+ connections'), PLACE], 'Bakes.'],
      [[], 'Bakes.'],
      ['Boston', 'Bakes.'],
      [null, 'Bakes.'],
    ])('precede it, with the same labels: %j', async (extensions, snippet) => {
      expect(await snippetOf(extensions)).toBe(snippet);
    });

    it('are not repeated if the snippet has them', async () => {
      const own = { snippet: `Bakes. · Experience: Quipu Bread · Location: ${PLACE}` };
      expect(await snippetOf([PLACE, 'Baker', 'Quipu Bread'], own)).toBe(own.snippet);
    });

    it('are missing if their letters are only part of a word', async () => {
      const own = { title: 'Ada Meyer - Baker', snippet: 'Peruvian breads.' };
      expect(await snippetOf(['Peru', 'Baker', 'EY'], own)).toBe(
        'Location: Peru · Experience: EY · Peruvian breads.',
      );
    });

    it('stand alone if there is no snippet', async () => {
      expect(await snippetOf([PLACE], { snippet: null })).toBe(`Location: ${PLACE}`);
    });

    it('are cut, cleaned and checked like other texts', async () => {
      const snippet = await snippetOf([`${PLACE} ${'x'.repeat(9_000)}`, 'Head \u{E0049}Baker', 'Quipu']);
      expect(snippet?.length).toBeLessThan(300);
      expect(snippet).toContain('· Head Baker ·');
      expect((await search()).linkedinProfiles[0]).toMatchObject({ hasHiddenText: true });
    });

    it('come from the person’s first result with any, and join their first snippet', async () => {
      const [one, two] = pageOf(['one', 'one']).organic_results;
      const facts = { rich_snippet: { top: { extensions: [PLACE] } } };
      server.answer(
        json({
          organic_results: [
            { ...one, snippet: null, ...facts },
            { ...two, snippet: 'Bakes.' },
          ],
        }),
      );
      expect((await search()).linkedinProfiles[0]?.snippet).toBe(`Location: ${PLACE} · Bakes.`);
    });
  });

  it.each([
    [
      {
        organic_results_state: 'Empty showing fixed spelling results',
        showing_results_for: 'site:x b\u202Eaker',
      },
      'site:x baker',
    ],
    [
      {
        organic_results_state: 'Some results for exact spelling but showing fixed spelling',
        spelling_fix: 'baker',
      },
      'baker',
    ],
    [
      {
        organic_results_state: 'Showing results for exact spelling despite spelling suggestion',
        spelling_fix: 'baker',
      },
    ],
    [{ organic_results_state: 'Results for exact spelling' }],
    [{ organic_results_state: 7, spelling_fix: ['baker'] }],
  ])('reports what Google searched for instead of the query: %j', async (information, instead?: string) => {
    server.answer(json({ ...pageOf(['one']), search_information: { total_results: 1, ...information } }));
    expect((await search()).searchedInstead).toBe(instead);
  });

  it('does not read a body that mentions no search as an empty result', async () => {
    server.answer(json({}));
    await expect(search()).rejects.toMatchObject({ code: 'invalid-reply' });
  });

  it('requests twenty results in English from the United States, and the second page with them', async () => {
    await search();
    const fields = { engine: 'google', q: QUERY, api_key: KEYS.search, num: '20', gl: 'us', hl: 'en' };
    // They may arrive in either order.
    const requests = server.requests.toSorted((a, b) => Number(isSecondPage(a)) - Number(isSecondPage(b)));
    expect(requests.map(({ method, path, query }) => ({ method, path, query }))).toEqual([
      { method: 'GET', path: '/search.json', query: fields },
      { method: 'GET', path: '/search.json', query: { ...fields, start: '10' } },
    ]);
  });

  it('returns each profile once, in order, under its canonical URL', async () => {
    const { linkedinProfiles, ...rest } = await search();
    expect(linkedinProfiles.map(({ url, position }) => [position, url.split('/in/')[1]])).toEqual([
      [1, 'ximena-huarcaya-toledo'],
      [2, 'teofilo-mamani-brandt-0a1b2c'],
      [3, 'chaska-%C3%B1ahui-77'],
      [4, 'illari-p-40'],
      [5, 'rumi-castaneda-lloyd'],
      [6, 'amaru-velezmoro'],
      [7, 'nayra-poma-ellison'],
      [8, 'sinchi-obregoso'],
    ]);
    expect(linkedinProfiles[0]?.snippet).toMatch(
      /^Location: Boston, Massachusetts, United States · PhD student at Larkmoor Institute of Technology · Machine/,
    );
    expect(linkedinProfiles[2]).toMatchObject({
      title: 'Señor “Chaska” 愛 Ñahui — 𝗔𝗜 Researcher ...',
      snippet: '',
    });
    expect(rest).toEqual({
      totalResults: 2440,
      currentPage: 2,
      hasNextPage: false,
      pagesRead: [
        { query: QUERY, page: 1, isLast: false },
        { query: QUERY, page: 2, isLast: true },
      ],
      onSecondPage: new Set(linkedinProfiles.slice(5).map(({ url }) => url)),
    });
  });

  it('does not wait for a second page when the first is the only one', async () => {
    server.answer(pages(json(pageOf(slugs(1, 7))), silence));
    expect((await search()).linkedinProfiles).toHaveLength(7);
  });

  it('does not wait for a second page when the first holds twenty profiles', async () => {
    server.answer(pages(json(pageOf(slugs(1, 20), NEXT)), silence));
    const results = await search();
    expect(results.linkedinProfiles).toHaveLength(20);
    expect(results).not.toHaveProperty('furtherPageFailure');
  });

  it('requests the second page only once, however often the first is retried', async () => {
    const down = text('<html>down</html>', 503);
    const second = json(pageOf(slugs(11, 10)));
    server.answer(pages([down, down, json(pageOf(slugs(1, 10), NEXT))], second));
    expect((await search()).linkedinProfiles).toHaveLength(20);
    expect(server.requests.filter(isSecondPage)).toHaveLength(1);
  });

  it('reads at most two pages and returns at most twenty profiles', async () => {
    server.answer(pages(json(pageOf(slugs(1, 12), NEXT)), json(pageOf(slugs(10, 15), NEXT))));
    const { linkedinProfiles } = await search();
    expect(linkedinProfiles.map(({ position }) => position)).toEqual(
      slugs(1, 20).map((_, index) => index + 1),
    );
    expect(new Set(linkedinProfiles.map(({ url }) => url)).size).toBe(20);
    expect(server.requests).toHaveLength(2);
  });

  it('returns the URL of the next page without the key', async () => {
    server.answer(json(pageOf(slugs(1, 20), NEXT)));
    const results = await search();
    expect(results).toMatchObject({ hasNextPage: true });
    expect(results.nextPageUrl).toBe('https://serpapi.com/search.json?engine=google&q=x&start=10');
  });

  it('reads a link to the next page under its other name, and returns none that is no web address', async () => {
    const found = { organic_results: pageOf(slugs(1, 20)).organic_results };
    server.answer(json({ ...found, serpapi_pagination: { next_link: NEXT } }));
    expect(await search()).toMatchObject({ hasNextPage: true, nextPageUrl: expect.any(String) });
    server.answer(json({ ...found, serpapi_pagination: { next: 'javascript:alert(1)' } }));
    expect(await search()).not.toHaveProperty('nextPageUrl');
  });

  it('retries a second page that fails once', async () => {
    const second = [text('<html>down</html>', 503), json(pageOf(slugs(11, 10), NEXT))];
    server.answer(pages(json(pageOf(slugs(1, 10), NEXT)), second));
    const results = await search();
    expect(results.linkedinProfiles).toHaveLength(20);
    expect(results.furtherPageFailure).toBeUndefined();
  });

  it('keeps the first page when the second fails', async () => {
    server.answer(pages(json(pageOf(slugs(1, 5), NEXT)), text('<html>down</html>', 503)));
    expect((await search()).linkedinProfiles).toHaveLength(5);
  });

  it('keeps the first page when the search is aborted during the second', async () => {
    const answered = Promise.withResolvers<void>();
    server.answer(pages(json(pageOf(slugs(1, 5), NEXT)), silence));
    const controller = new AbortController();
    const { webSearch } = testProviders(configFor(server.url), { log: () => answered.resolve() });
    const question = webSearch.search(QUERY, controller.signal);
    await answered.promise;
    controller.abort(new Error('stopped'));
    expect((await question).linkedinProfiles).toHaveLength(5);
  });

  it('fills a missing title from the same person further down', async () => {
    const page = pageOf(['one', 'one']);
    const [first] = page.organic_results;
    if (first) first.title = '';
    server.answer(json(page));
    expect((await search()).linkedinProfiles).toMatchObject([{ title: 'one', position: 1 }]);
  });

  it('fills a missing snippet from the same person further down', async () => {
    const link = 'https://linkedin.com/in/ana-quispe-lund';
    server.answer(
      json({
        organic_results: [
          { link: `${link}?trk=x`, title: 'Ana' },
          {
            link: 'https://pe.linkedin.com/in/ANA-quispe-lund/es',
            title: 'Ana Quispe',
            snippet: 'Geologist',
          },
        ],
      }),
    );
    expect(await search()).toEqual({
      totalResults: 1,
      currentPage: 1,
      hasNextPage: false,
      pagesRead: [ONLY_PAGE],
      linkedinProfiles: [
        {
          url: 'https://www.linkedin.com/in/ana-quispe-lund',
          title: 'Ana',
          snippet: 'Geologist',
          position: 1,
        },
      ],
    });
  });

  it('caps titles and snippets, and removes control and bidirectional characters', async () => {
    const link = 'https://www.linkedin.com/in/long-texts';
    server.answer(
      json({
        organic_results: [
          { link, title: `a\u202Eb\n\u0000c${'t'.repeat(900)}`, snippet: '😀'.repeat(5_000) },
        ],
      }),
    );
    const [profile] = (await search()).linkedinProfiles;
    expect(profile?.title).toMatch(/^ab ct+$/);
    expect(Array.from(profile?.title ?? '')).toHaveLength(300);
    expect(profile?.snippet).toBe('😀'.repeat(1_000));
  });

  it('survives malformed entries', async () => {
    server.answer(
      json({
        organic_results: [
          null,
          7,
          {},
          { link: 5 },
          { link: 'https://linkedin.com/in/ok', title: null, snippet: 3 },
        ],
        search_information: { total_results: 'many' },
        serpapi_pagination: { current: null, next: 5 },
      }),
    );
    expect((await search()).linkedinProfiles).toEqual([
      { url: 'https://www.linkedin.com/in/ok', title: '', snippet: '', position: 1 },
    ]);
  });

  it('reads the people of an answer whose other fields are null', async () => {
    server.answer(
      json({
        error: null,
        organic_results: [{ link: 'https://linkedin.com/in/ok', title: 'Ok', snippet: '' }],
        search_metadata: null,
        search_information: null,
        serpapi_pagination: null,
      }),
    );
    expect((await search()).linkedinProfiles).toHaveLength(1);
  });

  it('reads empty texts as missing: no error and no next page', async () => {
    server.answer(
      json({
        error: '',
        organic_results: [{ link: 'https://linkedin.com/in/ok', title: 'Ok', snippet: '' }],
        search_metadata: { status: '' },
        serpapi_pagination: { current: 1, next: '', next_link: '' },
      }),
    );
    expect(await search()).toMatchObject({ hasNextPage: false, linkedinProfiles: [{ title: 'Ok' }] });
  });

  it.each(['1e400', '-3', '2.5', '"about 2,440"'])(
    'counts the results itself if the total is %s',
    async (total) => {
      const body = `{"organic_results":[],"search_information":{"total_results":${total}}}`;
      server.answer(text(body, 200, 'application/json'));
      expect(await search()).toMatchObject({ totalResults: 0 });
    },
  );

  it.each([
    ['an error that says nothing was found', empty.body],
    ['no list', { search_metadata: { status: 'Success' } }],
    ['no list of a search done before', { search_metadata: { status: 'Cached' } }],
    ['no list but its count', { search_information: { total_results: 0 } }],
    ['an empty list', { organic_results: [] }],
  ])('reads %s as an empty result', async (_, body) => {
    server.answer(json(body));
    expect(await search()).toEqual({
      totalResults: 0,
      currentPage: 1,
      hasNextPage: false,
      linkedinProfiles: [],
      pagesRead: [ONLY_PAGE],
    });
  });

  it('treats any other error with status 200 as a failure', async () => {
    server.answer(json({ error: `Google blocked us. See https://serpapi.com/x?api_key=${KEYS.search}` }));
    await expect(search()).rejects.toMatchObject({
      code: 'invalid-reply',
      message: 'SerpAPI error: Google blocked us',
    });
  });

  it('does not quote the key in such an error, whatever it looks like', async () => {
    const apiKey = 'correct horse';
    server.answer(json({ error: `Google blocked ${apiKey}.` }));
    const config = configFor(server.url, { search: { provider: 'serpapi', apiKey, baseUrl: server.url } });
    await expect(testProviders(config).webSearch.search(QUERY, calm())).rejects.toThrow(
      /^SerpAPI error: Google blocked$/,
    );
  });

  it.each(['Processing', 'Error'])(
    'treats a search that ended as “%s” as a failure, not as empty',
    async (status) => {
      server.answer(json({ search_metadata: { status }, search_information: {} }));
      await expect(search()).rejects.toMatchObject({
        code: 'invalid-reply',
        message: `SerpAPI error: the search ended as "${status}"`,
      });
    },
  );

  it('reports how a search ended without what must not be shown', async () => {
    server.answer(json({ search_metadata: { status: 'Failed at 10.0.0.7' } }));
    await expect(search()).rejects.toThrow(/^SerpAPI error: the search ended as "Failed at"$/);
  });

  it.each([
    [401, 'SerpAPI error: 401 Unauthorized'],
    [400, 'SerpAPI error: 400 Bad Request'],
    [503, 'SerpAPI error: 503 Service Unavailable'],
  ])('reports status %i in the words of docs/behaviour.md', async (status, message) => {
    server.answer(
      json({ error: 'Invalid API key. It should be here: https://serpapi.com/manage-api-key' }, status),
    );
    await expect(search()).rejects.toMatchObject({ code: 'status', status, message });
  });

  it('omits the server’s reason phrase, which may quote the key', async () => {
    server.answer((response) => {
      response.writeHead(400, `Bad /search.json?api_key=${KEYS.search}`).end('{}');
    });
    await expect(search()).rejects.toThrow(/^SerpAPI error: 400 Bad Request$/);
  });

  it('does not retry for an exhausted account', async () => {
    server.answer(json({ error: 'Your account has run out of searches.' }, 429));
    await expect(search()).rejects.toMatchObject({ status: 429, retryable: false });
    expect(server.requests.filter((request) => !isSecondPage(request))).toHaveLength(1);
  });

  it('sends nothing without a key', async () => {
    const { webSearch } = testProviders(
      configFor(server.url, { search: { provider: 'serpapi', apiKey: undefined, baseUrl: server.url } }),
    );
    await expect(webSearch.search(QUERY, calm())).rejects.toMatchObject({
      code: 'missing-key',
      message: 'SerpAPI key not initialized. Please check your API key.',
    });
    expect(server.requests).toHaveLength(0);
  });
});
