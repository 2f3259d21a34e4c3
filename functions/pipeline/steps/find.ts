import type { FoundPages } from '#functions/providers/ports.ts';
import type { SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { alternativeQueriesOf } from '../criteria/further-pages.ts';

/**
 * Step 2: finds profile pages on the web.
 * @param onFound receives the results as soon as they arrive, possibly while the step is still shown.
 * @param describeKnown returns further lines for the step's details; called without results before the search, and again with them.
 * @throws StepFailure 'Failed to search LinkedIn profiles: …'
 */
export async function searchProfiles(
  query: SearchQuery,
  deps: SearchDeps,
  onFound: (results: FoundPages) => Promise<void>,
  describeKnown: (results?: FoundPages) => readonly string[],
): Promise<void> {
  const { webSearch } = deps.providers;
  const [alternative] = alternativeQueriesOf(query);
  await runSearchStep(deps, async (show) => {
    const known = describeKnown();
    if (known.length > 0) show(known);
    const results = await webSearch.search(query.googleSearchQuery, deps.signal, alternative);
    const found = describeResults(results, webSearch.label);
    show([
      ...describeKnown(results),
      ...describeCorrectedQuery(results),
      found,
      ...describeAlternative(query.googleSearchQuery, results),
      ...describeLeftOut(results),
    ]);
    await onFound(results);
  });
}

/** Shows the step while the work runs, and at least for its pause. @throws StepFailure 'Failed to search LinkedIn profiles: …' */
export async function runSearchStep(deps: SearchDeps, work: (show: Show) => Promise<void>): Promise<void> {
  const step = startStep(deps, 'profile-search');
  try {
    await step.paced(work(step.show));
    step.complete();
  } catch (error) {
    const failure = new StepFailure(SEARCH_ERRORS.searchFailed(readableReason(error)), { cause: error });
    step.fail(failure.message);
    throw failure;
  }
}

type Show = (lines: readonly string[]) => void;

function describeResults(results: FoundPages, provider: string): string {
  const { linkedinProfiles, totalResults, leftOut = 0 } = results;
  const count = linkedinProfiles.length;
  if (count === 0) return `${provider} found ${leftOut > 0 ? 'nobody new' : 'no profiles'}`;
  const found = `Found ${profileCount(count)} with ${provider}`;
  return totalResults > count ? `${found}, of about ${totalResults.toLocaleString('en')} results` : found;
}

/** The query that Google substituted for one it considered misspelt: the people found may then lack what was asked for. */
export function describeCorrectedQuery({ searchedInstead }: Pick<FoundPages, 'searchedInstead'>): string[] {
  return searchedInstead === undefined
    ? []
    : [`Google treated the query as misspelt and searched for: ${searchedInstead}`];
}

/** The alternative query, if one was run: it found somebody, or its page was read. */
function describeAlternative(own: string, { pagesRead, linkedinProfiles }: FoundPages): string[] {
  const asked = [...linkedinProfiles.flatMap(({ foundBy }) => foundBy ?? []), ...pagesRead];
  const other = asked.find(({ query }) => query !== own)?.query;
  if (other === undefined) return [];
  const count = linkedinProfiles.filter(({ foundBy }) => foundBy?.query === other).length;
  return [`Few results, so other terms were tried: ${other}`, `${profileCount(count)} from these`];
}

export function describeLeftOut({ leftOut = 0 }: Pick<FoundPages, 'leftOut'>): string[] {
  return leftOut === 0 ? [] : [`Left out ${profileCount(leftOut)} seen before or hidden by you`];
}
