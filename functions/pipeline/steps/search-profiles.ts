import { PAUSES } from '#shared/constants.ts';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import type { SearchQuery } from '#shared/search-query.ts';
import type { SearchResults } from '#shared/search-results.ts';
import type { SearchTools } from '../context.ts';
import { paced } from '../context.ts';
import { startStep } from '../progress.ts';
import { readableReason, StepFailure } from '../step-failure.ts';

/**
 * Step 2: finds profile pages on the web.
 * @param found is told the results as soon as they are there, while the step may still be showing.
 * @throws StepFailure 'Failed to search LinkedIn profiles: …'
 */
export async function searchProfiles(
  query: SearchQuery,
  tools: SearchTools,
  found: (results: SearchResults) => void,
): Promise<SearchResults> {
  const step = startStep(tools, 'profile-search');
  const { webSearch } = tools.providers;
  const work = webSearch.search(query.googleSearchQuery, tools.signal).then((results) => {
    step.show([describe(results, webSearch.label)]);
    found(results);
    return results;
  });
  try {
    const results = await paced(tools, PAUSES.profileSearch, work);
    step.complete();
    return results;
  } catch (error) {
    const failure = new StepFailure(SEARCH_ERRORS.searchFailed(readableReason(error)), { cause: error });
    step.fail(failure.message);
    throw failure;
  }
}

function describe({ linkedinProfiles, totalResults }: SearchResults, provider: string): string {
  const count = linkedinProfiles.length;
  if (count === 0) return `${provider} found no profiles`;
  const profiles = count === 1 ? '1 profile' : `${count} profiles`;
  return totalResults > count
    ? `Found ${profiles} with ${provider}, of about ${totalResults.toLocaleString('en')} results`
    : `Found ${profiles} with ${provider}`;
}
