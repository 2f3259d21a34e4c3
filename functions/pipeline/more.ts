import { type FoundPages, showingOnly, toFoundPages } from '#functions/providers/ports.ts';
import { SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import type { PageRead, SearchQuery } from '#shared/results.ts';
import type { Basis } from '#shared/search-request.ts';
import type { SearchSoFar } from './answer.ts';
import { type Asked, profileCount, readableReason, type SearchDeps, StepFailure } from './context.ts';
import { pagesReadOf, queryOf } from './conversation/basis.ts';
import { criteriaFromExamples } from './conversation/from-examples.ts';
import { alternativeQueriesOf, nextPage } from './criteria/further-pages.ts';
import { queryFor } from './criteria/google-query.ts';
import { tellableEarlier } from './criteria/sensitive.ts';
import { researchPeople } from './research.ts';
import { describeCorrectedQuery, describeLeftOut, runSearchStep } from './steps/find.ts';

/** Pages read per search for more people: as many as in a first search. */
const MAX_PAGES_PER_SEARCH = 2;

const NO_MORE_PAGES = 'Google has no more pages for this query or its alternatives.';
const REPHRASE_HINT = 'To find other people, change the criteria or ask in other words.';

/**
 * Finds more people for the previous answer's criteria, on the next pages of its query and then of its alternatives, in the requested
 * mode. Nobody from that answer is repeated. If some of its people are marked good, the first page read is from a query for people
 * like them. docs/behaviour.md#finding-more
 * @throws StepFailure when no page could be read; StopRequested.
 */
export async function findMore(
  { plan: { basis, leaveOut = [] } }: Asked,
  soFar: SearchSoFar,
  deps: SearchDeps,
): Promise<void> {
  if (basis === undefined) throw new StepFailure('There is no answer to find more people for');
  const query = withExamples(queryOf(basis, deps), basis);
  soFar.query = query;
  const from: FurtherSearch = {
    query,
    pagesRead: pagesReadOf(basis, query),
    known: new Set([...basis.people.map(({ url }) => url), ...(query.excludedUrls ?? [])]),
    ...(basis.examples && { examples: describeExamples(query) }),
  };
  const find = (onFound: (results: FoundPages) => Promise<void>) =>
    runSearchStep(deps, async (show) => {
      const results = await readFurtherPages(from, deps, show);
      // Verification may drop people.
      soFar.opening = {
        answered: (verifiedBy) => describeMore(soFar.directory?.results ?? results, from, verifiedBy),
      };
      await onFound(results);
    });
  const request = tellableEarlier(basis.request, deps);
  await researchPeople({ request, query, find, unwanted: [...leaveOut, ...from.known] }, soFar, deps);
}

interface FurtherSearch {
  query: SearchQuery;
  pagesRead: readonly PageRead[];
  /** URLs of the people found before, and of those excluded. */
  known: ReadonlySet<string>;
  /** A sentence on what the examples added to the criteria; absent without examples. */
  examples?: string;
}

/** Adds the criteria derived from the examples to the query, and a query by them as its first alternative. */
function withExamples(query: SearchQuery, basis: Basis): SearchQuery {
  const { criteria = [], alternativeSearchTerms = [] } = query;
  const fromExamples = criteriaFromExamples(basis, criteria);
  if (fromExamples.length === 0) return query;
  const examplesQuery = queryFor(
    criteria,
    fromExamples.map(({ text }) => text),
  );
  return { ...query, fromExamples, alternativeSearchTerms: [examplesQuery, ...alternativeSearchTerms] };
}

const examplesQueryOf = (query: SearchQuery): string | undefined =>
  query.fromExamples && alternativeQueriesOf(query)[0];

const describeExamples = ({ fromExamples = [] }: SearchQuery): string =>
  fromExamples.length === 0
    ? 'Your good examples add nothing new to the criteria.'
    : `From your examples: ${fromExamples.map(({ text }) => text).join(', ')}.`;

/**
 * The page to read next. Until somebody is found, it is from the query derived from the examples, if that has a page left: only two
 * consecutive pages of one query show that it has no more.
 */
function nextPageToRead(
  query: SearchQuery,
  { linkedinProfiles, pagesRead }: FoundPages,
): ReturnType<typeof nextPage> {
  const examplesQuery = linkedinProfiles.length === 0 ? examplesQueryOf(query) : undefined;
  const pageOfExamples =
    examplesQuery &&
    nextPage({ ...query, googleSearchQuery: examplesQuery, alternativeSearchTerms: [] }, pagesRead);
  return pageOfExamples || nextPage(query, pagesRead);
}

/**
 * The new people on the next pages, each with the page they were found on, and all pages read so far. Pages are read one after another,
 * since each may be the last of its query, until there are as many people as a first search returns or a page cannot be read.
 * @throws ProviderError, or the signal's reason, when the first page cannot be read.
 */
async function readFurtherPages(
  { query, pagesRead, known, examples }: FurtherSearch,
  { providers: { webSearch }, signal }: SearchDeps,
  show: (lines: readonly string[]) => void,
): Promise<FoundPages> {
  const lines = examples === undefined ? [] : [examples];
  let results = toFoundPages([], pagesRead);
  for (let read = 0; read < MAX_PAGES_PER_SEARCH; read += 1) {
    const next = nextPageToRead(query, results);
    if (next === undefined || results.linkedinProfiles.length >= SEARCH_RESULTS_REQUESTED) break;
    try {
      const page = await webSearch.searchPage(next, signal);
      const { linkedinProfiles: before } = results;
      results = withPage(results, page, { next, known });
      lines.push(
        ...describeCorrectedQuery(page),
        describePage(next, query, results.linkedinProfiles.length - before.length),
      );
      show(lines);
    } catch (error) {
      if (read === 0) throw error;
      results = { ...results, furtherPageFailure: failureReason(error, signal) };
      break;
    }
  }
  results = { ...results, pagesRead: withoutFutilePages(query, pagesRead.length, results) };
  const isExhausted = nextPage(query, results.pagesRead) === undefined;
  show([...lines, ...describeLeftOut(results), ...(isExhausted ? [NO_MORE_PAGES] : [])]);
  return results;
}

/**
 * The pages read. If at least two were read now, all from the query derived from the examples and with nobody new, the last counts as that
 * query's end: people like the good examples are the most likely to be known, and their pages must not hold up those of the other queries.
 */
function withoutFutilePages(
  query: SearchQuery,
  countBefore: number,
  { linkedinProfiles, pagesRead }: FoundPages,
): readonly PageRead[] {
  const read = pagesRead.slice(countBefore);
  const last = read.at(-1);
  const examplesQuery = examplesQueryOf(query);
  const isFutile = linkedinProfiles.length === 0 && read.every((page) => page.query === examplesQuery);
  return last && read.length > 1 && isFutile ? pagesRead.with(-1, { ...last, isLast: true }) : pagesRead;
}

const failureReason = (error: unknown, signal: AbortSignal): string =>
  readableReason(signal.aborted ? signal.reason : error);

/** The results with the new people of a page added, as far as there is room. */
function withPage(
  results: FoundPages,
  page: FoundPages,
  { next, known }: { next: Pick<PageRead, 'query' | 'page'>; known: ReadonlySet<string> },
): FoundPages {
  const found = new Set(results.linkedinProfiles.map(({ url }) => url));
  const people = page.linkedinProfiles
    .filter(({ url }) => !known.has(url) && !found.has(url))
    .map((profile, index) => ({ ...profile, position: found.size + index + 1, foundBy: next }));
  const leftOut = (results.leftOut ?? 0) + (page.leftOut ?? 0);
  const room = SEARCH_RESULTS_REQUESTED - found.size;
  const shown = showingOnly({ ...page, linkedinProfiles: people }, people.slice(0, room));
  return {
    ...shown,
    linkedinProfiles: [...results.linkedinProfiles, ...shown.linkedinProfiles],
    pagesRead: [...results.pagesRead, ...shown.pagesRead],
    ...(leftOut > 0 && { leftOut }),
  };
}

function describePage(
  { query, page }: Pick<PageRead, 'query' | 'page'>,
  { googleSearchQuery }: SearchQuery,
  count: number,
): string {
  const people = `${count === 0 ? 'nobody' : profileCount(count)} new`;
  return query === googleSearchQuery ? `Page ${page}: ${people}` : `Page ${page} of ${query}: ${people}`;
}

/** The answer's opening. */
function describeMore(results: FoundPages, { query, examples }: FurtherSearch, verifiedBy: string): string {
  const { length } = results.linkedinProfiles;
  const isExhausted = nextPage(query, results.pagesRead) === undefined;
  const about = examples === undefined ? '' : ` ${examples}`;
  const end = isExhausted ? ` ${NO_MORE_PAGES}` : '';
  if (length > 0)
    return `I found ${length} more ${length === 1 ? 'profile' : 'profiles'}${verifiedBy}.${about}${end}`;
  if (isExhausted) return `I found nobody more.${about}${end} ${REPHRASE_HINT}`;
  return `I found nobody new on the next pages.${about} More pages remain; choose Find more people.`;
}
