import type { SearchQuery, SearchResults } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { keepWanted } from '../criteria.ts';
import { askModel } from '../model-call.ts';
import { queryPrompt } from '../prompts/query.ts';
import { applySensitivity } from '../sensitive.ts';

/**
 * Step 1: the request becomes a web search and the criteria people are held against.
 * @throws StepFailure 'Failed to generate search query: …'
 */
export async function generateQuery(request: string, deps: SearchDeps): Promise<SearchQuery> {
  const step = startStep(deps, 'query-generation');
  try {
    const query = withSensitivity(await step.paced(askModel(queryPrompt, request, deps)), request, deps);
    step.complete([`Search: ${query.googleSearchQuery}`, ...describeCriteria(query)]);
    return query;
  } catch (error) {
    const failure = new StepFailure(SEARCH_ERRORS.queryFailed(readableReason(error)), { cause: error });
    step.fail(failure.message);
    throw failure;
  }
}

/** The query with its criteria as the deployment counts them. docs/responsible-use.md */
function withSensitivity(
  query: SearchQuery,
  request: string,
  { sensitiveCriteria = 'score' }: SearchDeps,
): SearchQuery {
  const { criteria, sensitive } = applySensitivity(query.criteria ?? [], request, sensitiveCriteria);
  const counted = criteria.filter(({ isUnscored }) => !isUnscored).map(({ text }) => text);
  const targetCriteria = keepWanted(query.targetCriteria, new Set(counted));
  return { ...query, criteria, targetCriteria, ...(sensitive.length > 0 && { sensitive }) };
}

const MARKS = { required: '', preferred: 'ideally ', excluded: 'not ' };

function describeCriteria({ criteria = [] }: SearchQuery): string[] {
  const parts = criteria.map(({ need, text }) => `${MARKS[need]}${text}`);
  return parts.length > 0 ? [`Criteria: ${parts.join(' · ')}`] : [];
}

/**
 * Step 2: finds profile pages on the web.
 * @param found is told the results as soon as they are there, while the step may still be showing.
 * @throws StepFailure 'Failed to search LinkedIn profiles: …'
 */
export async function searchProfiles(
  query: SearchQuery,
  deps: SearchDeps,
  found: (results: SearchResults) => void,
): Promise<void> {
  const step = startStep(deps, 'profile-search');
  const { webSearch } = deps.providers;
  const work = webSearch.search(query.googleSearchQuery, deps.signal).then((results) => {
    step.show([describeResults(results, webSearch.label)]);
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
