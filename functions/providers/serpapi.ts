import * as v from 'valibot';
import { SEARCH_LANGUAGE, SEARCH_REGION, SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { invalidReply, statusError } from './failures.ts';
import { organicResults } from './found-profiles.ts';
import * as http from './http.ts';
import { readableSentence } from './text.ts';
import type { PagedSearch, SearchPage } from './web-search.ts';

const NAME = 'SerpApi';
const PROVIDER = { kind: 'web-search', name: NAME, keyMissing: SEARCH_ERRORS.serpapiKeyMissing } as const;
const RESULT_PARAMETERS = { num: String(SEARCH_RESULTS_REQUESTED), gl: SEARCH_REGION, hl: SEARCH_LANGUAGE };
const RESULTS_PER_PAGE = 10;
/** An empty result is a 200 with this `error`; any other `error` is a failure. */
const NOTHING_FOUND = /hasn't returned any results/i;
/** The state when Google searched for a corrected query. When it only asks 'Did you mean …?', it searched for the one given. */
const QUERY_CORRECTED = /showing fixed spelling/i;
/** Any other status of a search ("Processing", "Error") is a failure, not an empty result. */
const SEARCH_SUCCEEDED = /^(success|cached)$/i;
/** A 429 is also sent when the account has no searches left, which no retry can fix. */
const SEARCHES_USED_UP = /run out of searches/i;

const number = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const count = v.fallback(v.nullable(number), null);
const text = v.fallback(v.nullable(v.string()), null);
const WithExtensions = v.looseObject({
  rich_snippet: v.object({ top: v.object({ extensions: v.array(v.unknown()) }) }),
});
/** A result whose `facts` are what Google shows above its snippet. */
const withFacts = (result: unknown): unknown => {
  const { success, output } = v.safeParse(WithExtensions, result);
  return success ? { ...output, facts: output.rich_snippet.top.extensions } : result;
};
const Page = v.object({
  error: v.nullish(v.string()),
  organic_results: organicResults(withFacts),
  search_metadata: v.nullish(v.object({ status: v.nullish(v.string()) })),
  search_information: v.nullish(
    v.object({
      total_results: count,
      organic_results_state: text,
      showing_results_for: text,
      spelling_fix: text,
    }),
  ),
  serpapi_pagination: v.nullish(v.object({ current: count, next: text, next_link: text })),
});

/** SerpApi's Google search (`GET {base}/search.json`). */
export function createSerpApi(options: http.AdapterOptions): PagedSearch {
  return {
    label: NAME,
    async page(query, number, signal) {
      const service = http.openService(options, PROVIDER);
      const start = (number - 1) * RESULTS_PER_PAGE;
      const fields = {
        engine: 'google',
        q: query,
        api_key: service.apiKey,
        ...RESULT_PARAMETERS,
        ...(start > 0 && { start: String(start) }),
      };
      const url = http.buildUrl(options.baseUrl, '/search.json', fields);
      const answer = await http.request(service, url, { headers: { accept: 'application/json' } }, signal);
      if (!answer.ok) {
        const reason = SEARCH_ERRORS.serpapiStatus(answer.status, answer.statusText);
        const final = SEARCHES_USED_UP.test(http.readErrorSummary(service, answer) ?? '');
        throw statusError(service, answer, { reason, final });
      }
      return readPage(service, http.readJson(service, answer));
    },
  };
}

function readPage(service: http.Service, body: object): SearchPage {
  const result = v.safeParse(Page, body);
  if (!result.success || !isSearchResponse(body))
    throw invalidReply(service, `${NAME} sent no search results`);
  const { error, organic_results, search_metadata, search_information, serpapi_pagination } = result.output;
  if (error && !NOTHING_FOUND.test(error)) {
    const message = readableSentence(error, [service.apiKey]) ?? 'no reason given';
    throw invalidReply(service, `SerpAPI error: ${message}`);
  }
  const searchStatus = search_metadata?.status;
  if (searchStatus && !SEARCH_SUCCEEDED.test(searchStatus)) {
    const status = readableSentence(searchStatus) ?? '';
    throw invalidReply(service, `SerpAPI error: the search ended as "${status}"`);
  }
  const next = serpapi_pagination?.next || serpapi_pagination?.next_link || undefined;
  return {
    results: organic_results,
    totalResults: search_information?.total_results ?? undefined,
    searchedInstead: correctedQuery(search_information),
    currentPage: serpapi_pagination?.current ?? 1,
    hasNextPage: next !== undefined,
    nextPageUrl: next === undefined ? undefined : withoutKey(next),
  };
}

/** The query that Google substituted for one it considered misspelt. */
function correctedQuery(information: v.InferOutput<typeof Page>['search_information']): string | undefined {
  const { organic_results_state: state, showing_results_for, spelling_fix } = information ?? {};
  return state && QUERY_CORRECTED.test(state) ? showing_results_for || spelling_fix || undefined : undefined;
}

/** Whether the body is about a search at all: a proxy's `{}` is not an empty result. */
const isSearchResponse = (body: object): boolean => SEARCH_FIELDS.some((part) => part in body);
const SEARCH_FIELDS = ['organic_results', 'search_metadata', 'search_information', 'error'];

/** SerpApi's URL of the next page, without the key that it may contain. */
function withoutKey(address: string): string | undefined {
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) return undefined;
  url.searchParams.delete('api_key');
  return url.href;
}
