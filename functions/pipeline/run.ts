import type { SearchQuery } from '#shared/results.ts';
import type { Search, SearchEvent } from '#shared/search.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { type Answer, answerWith, apologise, type Findings, toMessage } from './answer.ts';
import * as context from './context.ts';
import { type Directory, openDirectory, showDirectory } from './directory.ts';
import { generateQuery, searchProfiles } from './steps/find.ts';
import { type FormatResult, formatProfiles, prepareResults } from './steps/format.ts';
import { scoreProfiles } from './steps/score.ts';
import { compareVerified, verifyProfiles } from './steps/verify.ts';

/*
 * A search in time, from left to right. The upper row is what a person sees, one step after the other, each at least as long as its
 * pause; below it what runs meanwhile. Every call of a column goes out at once.
 *
 *   deep      query ─→ search ─→ scoring ─→ verification ─→ analysis ─→ formatting ─→ answer
 *             1 call   2 pages   20 calls,  5 lookups,                    (shown)
 *                                1 a person each with its assessment
 *
 *   standard  query ─→ search ─→ formatting ─→ answer
 *             1 call   2 pages   20 calls, 1 a person
 *
 * The directory is sent when the search has answered, then with every five people scored and with each verification.
 * docs/decisions/0012-one-person-a-call.md
 */

/**
 * Runs a search to its end and tells everything about it through `deps.emit`: `run` first, `done` last and once. Whatever a
 * provider does ends in an answer or an apology; this never rejects.
 */
export async function runSearch(
  search: Search,
  deps: context.SearchDeps,
  _plan: SearchPlan = {},
): Promise<void> {
  const { searchId, chatId, userMessage } = search;
  deps.emit({ type: 'run', data: { searchId, chatId, userMessage } });
  const told: SearchEvent[] = [];
  const emit = (event: SearchEvent) => {
    if (event.type === 'step') told.push(event);
    deps.emit(event);
  };
  const answer = await findAnswer(search, { ...deps, emit });
  deps.emit({ type: 'message', data: toMessage(search, answer, { told, now: deps.clock() }) });
  deps.emit({ type: 'done', data: { outcome: answer.outcome } });
}

async function findAnswer({ userMessage, deepResearch }: Search, deps: context.SearchDeps): Promise<Answer> {
  const findings: Findings = { deepResearch, notes: [] };
  try {
    await research(userMessage.content, findings, deps);
    return answerWith(findings, deps, 'answered');
  } catch (error) {
    if (error instanceof context.StopRequested || deps.signal.reason instanceof context.StopRequested)
      return answerWith(findings, deps, 'stopped');
    deps.log('search failed', error);
    const found = findings.directory?.results.linkedinProfiles.length ?? 0;
    if (found === 0) return apologise(context.readableReason(error), findings, deps);
    findings.notes.push(`${context.readableReason(error)}.`);
    return answerWith(findings, deps, 'answered');
  }
}

/**
 * The steps of a search, filling `findings`. docs/behaviour.md#steps
 * @throws StepFailure when the query or the search failed; StopRequested. Later steps degrade and leave a note instead.
 */
async function research(request: string, findings: Findings, deps: context.SearchDeps): Promise<void> {
  const { deepResearch, notes } = findings;
  const query = await generateQuery(request, deps);
  findings.query = query;
  const told = tellable(request, query, deps);
  let formatting: Promise<FormatResult> | undefined;
  await searchProfiles(query, deps, (results) => {
    const profiles = results.linkedinProfiles;
    findings.directory = openDirectory(query, results, deepResearch, deps);
    if (results.furtherPageFailure !== undefined)
      notes.push(`The second page of results could not be read (${results.furtherPageFailure}).`);
    if (profiles.length === 0) return;
    if (!deepResearch) formatting = formatProfiles({ request: told, query }, profiles, deps);
    showDirectory(findings.directory, deps);
  });
  context.throwIfStopped(deps.signal);
  const { directory } = findings;
  if (directory === undefined) return;
  if (deepResearch && directory.results.linkedinProfiles.length > 0)
    await researchDeeply(told, directory, findings, deps);
  await prepareResults(formatting, directory, deps, notes);
}

/** The request as the calls are told it that judge people: nothing of it where it names what the deployment leaves out. */
const tellable = (
  request: string,
  { sensitive = [] }: SearchQuery,
  { sensitiveCriteria }: context.SearchDeps,
) => (sensitiveCriteria === 'ignore' && sensitive.length > 0 ? '' : request);

/** Steps 3 to 5. Where they fail, a note says so and the search goes on as a standard one. */
async function researchDeeply(
  request: string,
  directory: Directory,
  findings: Findings,
  deps: context.SearchDeps,
): Promise<void> {
  const { query, results } = directory;
  try {
    const input = { request, query, profiles: results.linkedinProfiles };
    const scored = await scoreProfiles(input, deps, (scorings) => {
      for (const { profile, findings: known } of scorings) {
        directory.scored.set(profile.url, profile);
        directory.findings.set(profile.url, known);
      }
      showDirectory(directory, deps);
    });
    context.throwIfStopped(deps.signal);
    findings.notes.push(...scored.notes);
    const verifications = await verifyProfiles({ request, query }, scored, deps, (verification) => {
      directory.verifications.set(verification.profile.originalProfile.url, verification);
      showDirectory(directory, deps);
    });
    context.throwIfStopped(deps.signal);
    const unverified = verifications.filter(({ verified }) => !verified).length;
    if (unverified > 0)
      findings.notes.push(
        `${context.profileCount(unverified)} could not be verified and kept the initial assessment.`,
      );
    const unweighed = verifications.filter(({ verified, assessed }) => verified && !assessed).length;
    if (unweighed > 0)
      findings.notes.push(
        `The ${unweighed === 1 ? 'record' : 'records'} of ${context.profileCount(unweighed)} could not be weighed by the AI, so the initial score stands.`,
      );
    findings.deepResults = await compareVerified(scored.profiles, verifications, deps);
  } catch (error) {
    context.throwIfStopped(deps.signal);
    if (!(error instanceof context.StepFailure)) deps.log('deep research failed', error);
    findings.notes.push(`${SEARCH_ERRORS.deepResearchFailed(context.readableReason(error))}.`);
  }
  context.throwIfStopped(deps.signal);
}
