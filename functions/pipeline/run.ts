import { type FoundPages, mapFoundPages, type Providers, withoutPeople } from '#functions/providers/ports.ts';
import type { Search, SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { type Answer, answerWith, apologise, type SearchSoFar, toMessage } from './answer.ts';
import * as context from './context.ts';
import { asksToSort } from './conversation/follow-up.ts';
import { describeHeld, earlierResults, joinResults } from './conversation/held-people.ts';
import { asksToExplain } from './conversation/rejections.ts';
import { describeIgnored } from './criteria/sensitive.ts';
import { findMore } from './more.ts';
import { type Research, researchPeople } from './research.ts';
import { searchProfiles } from './steps/find.ts';
import { generateQuery, setQuery } from './steps/query.ts';
import type { SettledQuery } from './steps/settled-query.ts';
import { verifyOne } from './verify-one.ts';

/*
 * Timeline of a search, from left to right. The upper row is what the user sees: one step after another, each for at least its pause.
 * Below it are the calls made during each step; all calls of a column run in parallel.
 *
 *   deep      query ─→ search ─→ scoring ─→ verification ─→ analysis ─→ formatting ─→ answer
 *             1 call   2 pages   20 calls,  5 lookups,                    (shown)
 *                                1/person   each with its assessment
 *
 *   standard  query ─→ search ─→ formatting ─→ answer
 *             1 call   2 pages   20 calls, 1/person
 *
 * The directory is emitted when the web search returns, then after every five people scored and after each verification.
 * docs/decisions/0012-one-person-per-call.md
 */

/**
 * Runs a search to its end and reports it through `deps.emit`: `run` first, and `done` exactly once, last. Whatever a provider
 * does, the search ends with an answer or an apology; this never rejects.
 * @param plan what was asked for besides the request; if it cannot be had, the search apologises with its error.
 */
export async function runSearch(
  search: Search,
  deps: context.SearchDeps,
  plan: SearchPlan | Promise<SearchPlan> = {},
): Promise<void> {
  const { searchId, chatId, userMessage } = search;
  deps.emit({ type: 'run', data: { searchId, chatId, userMessage } });
  const stepEvents: SearchEvent[] = [];
  const emit = (event: SearchEvent) => {
    if (event.type === 'step') stepEvents.push(event);
    deps.emit(event);
  };
  const log: typeof deps.log = (message, error) => {
    // Failures after the user has stopped the search are a consequence of the stop.
    if (!(deps.signal.reason instanceof context.StopRequested)) deps.log(message, error);
  };
  const answer = await findAnswer(search, plan, { ...deps, emit, log });
  deps.emit({ type: 'message', data: toMessage(search, answer, { events: stepEvents, now: deps.clock() }) });
  deps.emit({ type: 'done', data: { outcome: answer.outcome } });
}

/** Filters people the user does not want to see out of the web search, so that nothing is spent on them. `leftOut` counts them. */
function withoutUnwanted(providers: Providers, leaveOut: readonly string[] = []): Providers {
  if (leaveOut.length === 0) return providers;
  const { webSearch } = providers;
  const unwanted = new Set(leaveOut);
  const removeUnwanted = async (searching: Promise<FoundPages>): Promise<FoundPages> => {
    const found = await searching;
    const kept = withoutPeople(found, (url) => unwanted.has(url));
    const leftOut = found.linkedinProfiles.length - kept.linkedinProfiles.length;
    return leftOut === 0 ? found : { ...kept, leftOut };
  };
  return { ...providers, webSearch: mapFoundPages(webSearch, removeUnwanted) };
}

async function findAnswer(
  { userMessage, deepResearch }: Search,
  planned: SearchPlan | Promise<SearchPlan>,
  deps: context.SearchDeps,
): Promise<Answer> {
  const soFar: SearchSoFar = { deepResearch, notes: [] };
  try {
    const plan = await planned;
    const providers = withoutUnwanted(deps.providers, plan.leaveOut);
    await carryOut({ request: userMessage.content, plan }, soFar, { ...deps, providers });
    return answerWith(soFar, deps, 'answered');
  } catch (error) {
    if (error instanceof context.StopRequested || deps.signal.reason instanceof context.StopRequested)
      return answerWith(soFar, deps, 'stopped');
    deps.log('search failed', error);
    const found = soFar.directory?.results.linkedinProfiles.length ?? 0;
    if (found === 0) return apologise(context.readableReason(error), soFar, deps);
    soFar.notes.push(`${context.readableReason(error)}.`);
    return answerWith(soFar, deps, 'answered');
  }
}

const SORTING_HINT = "To sort people, choose 'Table' over them, then the head of a column.";
const EXPLANATION_HINT =
  "'Evidence' on a card shows why its person is there. To compare people, choose 'Table' over them, and select two to five.";

/**
 * Carries out what was asked for, filling `soFar`: continues an answer, or finds people by a request or by criteria.
 * @throws StepFailure when the query or the search failed; StopRequested.
 */
async function carryOut(asked: context.Asked, soFar: SearchSoFar, deps: context.SearchDeps): Promise<void> {
  const { plan } = asked;
  if (plan.task?.kind === 'more') return await findMore(asked, soFar, deps);
  if (plan.task?.kind === 'verify') return await verifyOne({ ...asked, url: plan.task.url }, soFar, deps);
  const settled =
    plan.task?.kind === 'criteria'
      ? await setQuery({ ...asked, task: plan.task }, deps)
      : await generateQuery(asked, deps);
  soFar.query = settled.query;
  if (settled.changes) soFar.changes = settled.changes;
  if (settled.changes?.length === 0) soFar.notes.push(...hintsFor(asked.request));
  soFar.notes.push(...describeIgnored(settled.query, deps));
  await researchPeople(toResearch(settled, plan, deps), soFar, deps);
}

/** What the page offers for a request that changed nothing, since a search cannot do it. */
const hintsFor = (request: string): string[] => [
  ...(asksToSort(request) ? [SORTING_HINT] : []),
  ...(asksToExplain(request) ? [EXPLANATION_HINT] : []),
];

/** The search for a settled query. People from the previous answer who still fit come first; new people fill the remaining places. */
function toResearch(
  { query, request, held }: SettledQuery,
  { leaveOut = [] }: SearchPlan,
  deps: context.SearchDeps,
): Research {
  const excludedUrls = new Set(query.excludedUrls);
  const withoutExcluded = async (searching: Promise<FoundPages>) =>
    withoutPeople(await searching, (url) => excludedUrls.has(url));
  const webSearch = mapFoundPages(deps.providers.webSearch, withoutExcluded);
  const fitting = (held?.fitting ?? []).filter(({ url }) => !excludedUrls.has(url));
  const earlier = earlierResults(fitting);
  const join = (results: FoundPages) => joinResults(fitting, results);
  const describe = (results?: FoundPages) =>
    held ? describeHeld(held, results ? join(results) : earlier) : [];
  const find: Research['find'] = (onFound) =>
    searchProfiles(
      query,
      { ...deps, providers: { ...deps.providers, webSearch } },
      (results) => onFound(join(results)),
      describe,
    );
  const unwanted = [...leaveOut, ...excludedUrls];
  return { query, request, find, unwanted, ...(fitting.length > 0 && { earlier }) };
}
