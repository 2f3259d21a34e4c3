import type { SearchQuery, SearchResults } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';

/**
 * Step 2: finds profile pages on the web.
 * @param found is told the results as soon as they are there, while the step may still be showing.
 * @param known is what is known before, a readable line each.
 * @throws StepFailure 'Failed to search LinkedIn profiles: …'
 */
export async function searchProfiles(
  query: SearchQuery,
  deps: SearchDeps,
  found: (results: SearchResults) => void,
  known: readonly string[] = [],
): Promise<void> {
  const step = startStep(deps, 'profile-search');
  if (known.length > 0) step.show(known);
  const { webSearch } = deps.providers;
  const work = webSearch.search(query.googleSearchQuery, deps.signal).then((results) => {
    step.show([...known, describeResults(results, webSearch.label)]);
    found(results);
  });
  try {
    await step.paced(work);
    step.complete();
  } catch (error) {
    const failure = new StepFailure(SEARCH_ERRORS.searchFailed(readableReason(error)), { cause: error });
    step.fail(failure.message);
    throw failure;
  }
}

function describeResults({ linkedinProfiles, totalResults }: SearchResults, provider: string): string {
  const count = linkedinProfiles.length;
  if (count === 0) return `${provider} found no profiles`;
  const found = `Found ${profileCount(count)} with ${provider}`;
  return totalResults > count ? `${found}, of about ${totalResults.toLocaleString('en')} results` : found;
}
