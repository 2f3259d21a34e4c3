import * as v from 'valibot';
import { SEARCH_LANGUAGE, SEARCH_REGION, SEARCH_RESULTS_REQUESTED } from '#shared/constants.ts';
import { buildUrl } from './http/build-url.ts';
import { exchange } from './http/exchange.ts';
import { readErrorBody } from './http/read-error-body.ts';
import { readJson } from './http/read-json.ts';
import type { AdapterOptions, Service } from './http/service.ts';
import { openService } from './http/service.ts';
import { statusError } from './http/status-error.ts';
import { OrganicResults } from './organic-results.ts';
import { ProviderError } from './ports/provider-error.ts';
import type { PagedSearch, SearchPage } from './search-pages.ts';

const NAME = 'Serper';
const ABOUT = { kind: 'web-search', name: NAME, keyMissing: `${NAME} API key not initialized` } as const;
/** A page with fewer is the last: nothing in an answer counts or links pages. */
const RESULTS_PER_PAGE = 10;

const Page = v.object({ organic: OrganicResults });

/** Serper's Google search (`POST {base}/search`). */
export function createSerper(options: AdapterOptions): PagedSearch {
  return {
    label: NAME,
    async page(query, page, signal) {
      const service = openService(options, ABOUT);
      return fetchPage({ service, url: buildUrl(options.baseUrl, '/search'), query, page, signal });
    },
  };
}

interface PageRequest {
  service: Service;
  url: string;
  query: string;
  page: number;
  signal: AbortSignal;
}

async function fetchPage({ service, url, query, page, signal }: PageRequest): Promise<SearchPage> {
  const answer = await exchange(
    service,
    url,
    {
      method: 'POST',
      headers: { 'x-api-key': service.apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({
        q: query,
        num: SEARCH_RESULTS_REQUESTED,
        gl: SEARCH_REGION,
        hl: SEARCH_LANGUAGE,
        page,
      }),
    },
    signal,
  );
  if (!answer.ok) {
    const { summary } = readErrorBody(service, answer);
    const said = summary === undefined ? '' : ` - ${summary}`;
    throw statusError(service, answer, {
      reason: `${NAME} error: ${answer.status} ${answer.statusText}${said}`,
    });
  }
  const result = v.safeParse(Page, readJson(service, answer, `${NAME} sent an empty answer`));
  if (!result.success)
    throw new ProviderError({
      provider: 'web-search',
      code: 'invalid-reply',
      reason: `${NAME} sent no search results`,
    });
  const results = result.output.organic;
  return {
    results,
    totalResults: undefined,
    currentPage: page,
    hasNextPage: results.length >= RESULTS_PER_PAGE,
    nextPageUrl: undefined,
  };
}
