import { cleanText } from '#shared/clean-text.ts';
import type { PageRead, SearchQuery } from '#shared/results.ts';
import { completeQuery } from './criteria/google-query.ts';

/** The last page of a query, counted from 1: Google shows none beyond it. */
const MOST_PAGES = 30;
/** Of a model's or a page's text, in characters, before it is cut to what Google takes. */
const LONGEST_TERM = 2_000;

/** The other searches for the same people as Google takes them, best first: for profile pages, and without what is excluded. */
export function alternativeQueriesOf({
  googleSearchQuery,
  alternativeSearchTerms = [],
  criteria = [],
}: SearchQuery): string[] {
  const queries = alternativeSearchTerms
    .map((terms) => cleanText(terms, LONGEST_TERM))
    .filter((terms) => terms !== '')
    .map((terms) => completeQuery(terms, criteria));
  return [...new Set(queries)].filter((query) => query !== googleSearchQuery);
}

/** The page to find more people on: the next of the query, and after its last the next of the alternatives. Undefined where all were read. */
export function nextPage(
  query: SearchQuery,
  pagesRead: readonly PageRead[],
): Pick<PageRead, 'query' | 'page'> | undefined {
  return [query.googleSearchQuery, ...alternativeQueriesOf(query)]
    .map((each) => {
      const read = pagesRead.filter((one) => one.query === each);
      const page = Math.max(0, ...read.map((one) => one.page)) + 1;
      return { query: each, page, isLeft: page <= MOST_PAGES && !read.some(({ isLast }) => isLast) };
    })
    .filter(({ isLeft }) => isLeft)
    .map(({ isLeft: _, ...next }) => next)[0];
}

/** The furthest page read for each query. */
export const furthestPages = (pagesRead: readonly PageRead[]): PageRead[] => [
  ...new Map(
    pagesRead.toSorted((one, other) => one.page - other.page).map((each) => [each.query, each]),
  ).values(),
];
