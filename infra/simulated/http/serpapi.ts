import { Hono } from 'hono';
import type { Person } from '../people/person.ts';
import { hashText } from '../random.ts';
import type { FindPeople } from '../search/find-people.ts';
import { parseQuery } from '../search/query.ts';
import { fillPage, PAGE_SIZE, type Page, type Result } from '../search/results.ts';
import type { IsKey, Wait } from './calls.ts';

const INVALID_KEY_MESSAGE =
  'Invalid API key. Your API key should be here: https://serpapi.com/manage-api-key';
const NO_RESULTS_MESSAGE = "Google hasn't returned any results for this query.";
/** The account's remaining searches; requesting the balance costs nothing. */
const SEARCHES_LEFT = 5_000;
const CREATED_AT = '2026-11-01 09:00:00 UTC';

type SearchRequest = { q: string; gl: string; hl: string; start: number };

function metadata(asked: SearchRequest): object {
  const id = hashText(JSON.stringify(asked)).toString(16).padStart(8, '0');
  return {
    id,
    status: 'Success',
    json_endpoint: `https://serpapi.com/searches/${id}/${id}.json`,
    created_at: CREATED_AT,
    processed_at: CREATED_AT,
    total_time_taken: 1 + (hashText(id) % 100) / 100,
  };
}

/** The parameters common to all pages of a search. */
const searchParameters = ({ q, gl, hl }: SearchRequest) => ({
  engine: 'google',
  q,
  google_domain: 'google.com',
  hl,
  gl,
  device: 'desktop',
});

function organicResult(result: Result, at: number): object {
  const { title, link, snippet, extensions = [] } = result;
  const url = new URL(link);
  const crumbs = url.pathname.split('/').filter((part) => part !== '');
  return {
    position: at + 1,
    title,
    link,
    redirect_link: `https://www.google.com/url?sa=t&url=${link}`,
    displayed_link: ['https:', '', url.host, ...crumbs].join(' › '),
    favicon: 'https://serpapi.com/searches/x/images/f.png',
    ...(snippet !== null && { snippet, snippet_highlighted_words: snippet.split(' ').slice(0, 1) }),
    ...(extensions.length > 0 && { rich_snippet: { top: { extensions } } }),
    about_this_result: { source: { description: snippet ?? '', source_info_link: link } },
    source: url.host.endsWith('linkedin.com') ? 'LinkedIn' : url.host,
  };
}

function pageLink(asked: SearchRequest, page: number): string {
  const sent = new URLSearchParams({ ...searchParameters(asked), start: `${page * PAGE_SIZE}` });
  sent.sort();
  return `https://serpapi.com/search.json?${sent.toString()}`;
}

function pagination(asked: SearchRequest, current: number, hasNext: boolean): object {
  if (!hasNext) return { pagination: { current }, serpapi_pagination: { current } };
  const next = pageLink(asked, current);
  const google = `https://www.google.com/search?${new URLSearchParams({ q: asked.q, start: `${current * PAGE_SIZE}` }).toString()}`;
  return {
    pagination: { current, next: google },
    serpapi_pagination: { current, next_link: next, next, other_pages: { [current + 1]: next } },
  };
}

/** The part of every response that describes the search. */
const describeSearch = (asked: SearchRequest): object => ({
  search_metadata: metadata(asked),
  search_parameters: { ...searchParameters(asked), ...(asked.start > 0 && { start: asked.start }) },
});

const emptyBody = (asked: SearchRequest): object => ({
  ...describeSearch(asked),
  search_information: { organic_results_state: 'Fully empty' },
  error: NO_RESULTS_MESSAGE,
});

function fullBody(asked: SearchRequest, found: readonly Person[], page: Page): object {
  const current = Math.floor(asked.start / PAGE_SIZE) + 1;
  return {
    ...describeSearch(asked),
    search_information: {
      query_displayed: asked.q,
      total_results: found.length * 7 + (hashText(asked.q) % 7),
      time_taken_displayed: 0.2 + (hashText(asked.q) % 60) / 100,
      organic_results_state: 'Results for exact spelling',
    },
    related_questions: [{ question: 'Who is …?', snippet: null }],
    organic_results: page.results.map((result, at) => organicResult(result, at)),
    ...pagination(asked, current, page.hasNext),
  };
}

/** SerpApi's Google search (https://serpapi.com/search-api) over the invented people. */
export function serpapiRoutes(options: {
  findPeople: Promise<FindPeople>;
  seed: number;
  isKey: IsKey;
  wait: Wait;
}): Hono {
  const { findPeople, seed, isKey, wait } = options;
  const app = new Hono();
  app.use(async (c, next) => {
    if (isKey(c.req.query('api_key'))) return next();
    return c.json({ error: INVALID_KEY_MESSAGE }, 401);
  });
  app.get('/account.json', (c) =>
    c.json({ account_id: 'simulated', plan_name: 'Simulated', total_searches_left: SEARCHES_LEFT }),
  );
  app.get('/search.json', async (c) => {
    const q = (c.req.query('q') ?? '').trim();
    if (q === '') return c.json({ error: 'Missing query `q` parameter.' }, 400);
    const engine = c.req.query('engine') ?? 'google';
    if (engine !== 'google') return c.json({ error: `Unsupported \`${engine}\` search engine.` }, 400);
    const start = Math.max(0, Math.floor(Number(c.req.query('start') ?? 0)) || 0);
    const asked = { q, gl: c.req.query('gl') ?? 'us', hl: c.req.query('hl') ?? 'en', start };
    await wait('searchPage', c.req.raw.signal);
    const parsed = parseQuery(q);
    const found = (await findPeople)(parsed);
    const page = fillPage({ found, query: parsed, text: q, page: Math.floor(start / PAGE_SIZE), seed });
    return c.json(page.results.length === 0 ? emptyBody(asked) : fullBody(asked, found, page));
  });
  return app;
}
