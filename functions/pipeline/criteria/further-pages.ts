import { cleanText } from '#shared/clean-text.ts';
import type { PageRead, SearchQuery } from '#shared/results.ts';
import { completeQuery } from './google-query.ts';

/** The last page of a query, counted from 1: Google shows none beyond it. */
const MAX_PAGES = 30;
/** Limit on terms from a model or the browser, in characters, before they are cut to Google's limits. */
const MAX_TERM_LENGTH = 2_000;

/** Alternative queries for the same people, best first, each restricted to profile pages and with the excluded terms negated. */
export function alternativeQueriesOf({
  googleSearchQuery,
  alternativeSearchTerms = [],
  criteria = [],
}: SearchQuery): string[] {
  const queries = alternativeSearchTerms
    .map((terms) => cleanText(terms, MAX_TERM_LENGTH))
    .filter((terms) => terms !== '')
    .map((terms) => completeQuery(terms, criteria));
  return [...new Set(queries)].filter((query) => query !== googleSearchQuery);
}

/** The next page to find more people on: of the query first, then of its alternatives. Undefined once all pages are read. */
export function nextPage(
  query: SearchQuery,
  pagesRead: readonly PageRead[],
): Pick<PageRead, 'query' | 'page'> | undefined {
  return [query.googleSearchQuery, ...alternativeQueriesOf(query)].flatMap((each) => {
    const read = pagesRead.filter((one) => one.query === each);
    const page = Math.max(0, ...read.map((one) => one.page)) + 1;
    const isLeft = page <= MAX_PAGES && !read.some(({ isLast }) => isLast);
    return isLeft ? [{ query: each, page }] : [];
  })[0];
}

/** The furthest page read for each query. */
export const furthestPages = (pagesRead: readonly PageRead[]): PageRead[] => [
  ...new Map(
    pagesRead.toSorted((one, other) => one.page - other.page).map((each) => [each.query, each]),
  ).values(),
];
