import { describe, expect, it } from 'vitest';
import { json } from '#tests/support/provider-server.ts';
import { calm, configFor, KEYS, pages, serverPerTest, testProviders } from './setup.ts';

/** A page in Serper's format. */
const page = (from: number, count: number) => ({
  searchParameters: { q: 'x', type: 'search', num: 20 },
  organic: Array.from({ length: count }, (_, index) => ({
    title: `Person ${from + index} - Engineer`,
    link: `https://pe.linkedin.com/in/person-${from + index}`,
    snippet: 'Engineer in Lima',
    position: index + 1,
  })),
  credits: 2,
});

const server = serverPerTest(() => pages(json(page(1, 10)), json(page(11, 4))));

const providers = (apiKey: string | undefined = KEYS.search) =>
  testProviders(configFor(server.url, { search: { provider: 'serper', apiKey, baseUrl: server.url } }));

describe('the Serper adapter', () => {
  it('posts one request per page, with the key in a header', async () => {
    await providers().webSearch.search('site:linkedin.com/in "AI"', calm());
    const fields = { q: 'site:linkedin.com/in "AI"', num: 20, gl: 'us', hl: 'en' };
    // Sent at once, so they may arrive in either order.
    expect(server.requests).toHaveLength(2);
    for (const page of [1, 2])
      expect(server.requests).toContainEqual(
        expect.objectContaining({
          method: 'POST',
          path: '/search',
          query: {},
          headers: expect.objectContaining({ 'x-api-key': KEYS.search }),
          body: { ...fields, page },
        }),
      );
  });

  it('returns the profiles of both pages in the port’s format', async () => {
    const results = await providers().webSearch.search('x', calm());
    expect(results).toMatchObject({ totalResults: 14, currentPage: 2, hasNextPage: true });
    expect(results).not.toHaveProperty('nextPageUrl');
    expect(results.linkedinProfiles).toHaveLength(14);
    expect(results.linkedinProfiles[13]).toEqual({
      url: 'https://www.linkedin.com/in/person-14',
      title: 'Person 14 - Engineer',
      snippet: 'Engineer in Lima',
      position: 14,
    });
  });

  it('reads on after a page that is not full, and takes an empty page for the end', async () => {
    server.answer(pages(json(page(1, 8)), json(page(9, 7))));
    const { webSearch } = providers();
    const results = await webSearch.search('x', calm());
    expect(results.linkedinProfiles).toHaveLength(15);
    expect(results.pagesRead.map(({ isLast }) => isLast)).toEqual([false, false]);
    server.answer(json(page(1, 0)));
    const third = await webSearch.searchPage({ query: 'x', page: 3 }, calm());
    expect(third).toMatchObject({ hasNextPage: false, pagesRead: [{ page: 3, isLast: true }] });
  });

  it.each([
    ['is empty', json(page(1, 0))],
    ['has only what the first has', json(page(2, 7))],
  ])('treats the first page as the only one if the second %s', async (_, second) => {
    server.answer(pages(json(page(1, 8)), second));
    const results = await providers().webSearch.search('x', calm());
    expect(results).toMatchObject({ hasNextPage: false, pagesRead: [{ query: 'x', page: 1, isLast: true }] });
    expect(results.linkedinProfiles).toHaveLength(8);
    expect(server.requests).toHaveLength(2);
  });

  it.each([
    ['an empty list', { searchParameters: { q: 'x' }, organic: [], credits: 1 }],
    ['no list', { searchParameters: { q: 'x' }, credits: 1 }],
    ['null', { searchParameters: { q: 'x' }, organic: null }],
  ])('reads %s as an empty result', async (_, body) => {
    server.answer(json(body));
    expect((await providers().webSearch.search('x', calm())).linkedinProfiles).toEqual([]);
  });

  it.each([
    ['Serper sent no search results', {}],
    ['Serper sent no search results', { ok: true }],
    ['Serper error: Not enough credits', { message: 'Not enough credits', statusCode: 400 }],
  ])('does not read a body that mentions no search as an empty result: %s', async (message, body) => {
    server.answer(json(body));
    await expect(providers().webSearch.search('x', calm())).rejects.toMatchObject({
      code: 'invalid-reply',
      message,
    });
  });

  it('reports a failure with Serper’s reason', async () => {
    server.answer(json({ message: 'Not enough credits', statusCode: 400 }, 400));
    await expect(providers().webSearch.search('x', calm())).rejects.toMatchObject({
      message: 'Serper error: 400 Bad Request - Not enough credits',
      retryable: false,
    });
  });

  it('sends nothing without a key', async () => {
    await expect(providers('').webSearch.search('x', calm())).rejects.toMatchObject({
      code: 'missing-key',
      message: 'Serper API key not initialized',
    });
    expect(server.requests).toHaveLength(0);
  });
});
