import * as v from 'valibot';
import { SEARCH_LANGUAGE, SEARCH_REGION, SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { errorSummary, invalidReply, statusError, withSummary } from './failures.ts';
import { organicResults } from './found-profiles.ts';
import * as http from './http.ts';
import type { PagedSearch, SearchPage } from './web-search.ts';

const NAME = 'Serper';
const PROVIDER = { kind: 'web-search', name: NAME, keyMissing: `${NAME} API key not initialized` } as const;

const Page = v.object({ organic: organicResults() });

/** Serper's Google search (`POST {base}/search`). */
export function createSerper(options: http.AdapterOptions): PagedSearch {
  const url = http.buildUrl(options.baseUrl, '/search');
  return {
    label: NAME,
    async page(query, number, signal) {
      const service = http.openService(options, PROVIDER);
      const answer = await http.request(service, url, buildRequest(service, query, number), signal);
      if (!answer.ok) {
        const text = `${NAME} error: ${answer.status} ${answer.statusText}`;
        const reason = withSummary(text, http.readErrorSummary(service, answer));
        throw statusError(service, answer, { reason });
      }
      return readPage(service, http.readJson(service, answer), number);
    },
  };
}

function buildRequest({ apiKey }: http.Service, query: string, page: number): RequestInit {
  return {
    method: 'POST',
    headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
    body: JSON.stringify({
      q: query,
      num: SEARCH_RESULTS_REQUESTED,
      gl: SEARCH_REGION,
      hl: SEARCH_LANGUAGE,
      page,
    }),
  };
}

function readPage(service: http.Service, body: object, number: number): SearchPage {
  const result = v.safeParse(Page, body);
  if (!result.success || !isSearchResponse(body)) {
    const message = errorSummary(service, body);
    throw invalidReply(service, message ? `${NAME} error: ${message}` : `${NAME} sent no search results`);
  }
  return {
    results: result.output.organic,
    totalResults: undefined,
    currentPage: number,
    // Serper's answers neither count pages nor link to them.
    hasNextPage: undefined,
    nextPageUrl: undefined,
  };
}

/** Whether the body is about a search at all: a notice, or a proxy's `{}`, is not an empty result. */
const isSearchResponse = (body: object): boolean => 'organic' in body || 'searchParameters' in body;
