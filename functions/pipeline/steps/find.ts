import type { FoundPages } from '#functions/providers/ports.ts';
import type { SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { profileCount, readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { keepWanted } from '../criteria.ts';
import { alternativesOf } from '../further-pages.ts';
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
 * @param tell is told the results as soon as they are there, while the step may still be showing.
 * @throws StepFailure 'Failed to search LinkedIn profiles: …'
 */
export async function searchProfiles(
  query: SearchQuery,
  deps: SearchDeps,
  tell: (results: FoundPages) => void,
): Promise<void> {
  const { webSearch } = deps.providers;
  const [alternative] = alternativesOf(query);
  await runSearchStep(deps, async (show) => {
    const results = await webSearch.search(query.googleSearchQuery, deps.signal, alternative);
    const found = describeResults(results, webSearch.label);
    show([found, ...describeAlternative(results), ...describeLeftOut(results)]);
    tell(results);
  });
}

/** Shows the step while the work is done, and for its pause. @throws StepFailure 'Failed to search LinkedIn profiles: …' */
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

function describeResults({ linkedinProfiles, totalResults }: FoundPages, provider: string): string {
  const count = linkedinProfiles.length;
  if (count === 0) return `${provider} found no profiles`;
  const found = `Found ${profileCount(count)} with ${provider}`;
  return totalResults > count ? `${found}, of about ${totalResults.toLocaleString('en')} results` : found;
}

/** A second query among those whose pages were read. */
function describeAlternative({ pagesRead, linkedinProfiles }: FoundPages): string[] {
  const other = pagesRead.find(({ query }) => query !== pagesRead[0]?.query);
  if (other === undefined) return [];
  const count = linkedinProfiles.filter(({ foundBy }) => foundBy?.query === other.query).length;
  return [`Few people, so other words were tried: ${other.query}`, `${profileCount(count)} of them by these`];
}

export function describeLeftOut({ leftOut = 0 }: Pick<FoundPages, 'leftOut'>): string[] {
  return leftOut === 0 ? [] : [`Left out ${profileCount(leftOut)} seen before or hidden by you`];
}
