import { type FoundPages, withoutPeople } from '#functions/providers/ports.ts';
import type { SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { SearchSoFar } from './answer.ts';
import * as context from './context.ts';
import { type Directory, openDirectory, showDirectory, showNewDirectory } from './directory.ts';
import { repeatedPeople } from './evidence/identity.ts';
import { type FormatResult, formatProfiles, prepareResults } from './steps/format.ts';
import { scoreProfiles } from './steps/score.ts';
import { compareVerified, type Verification, verifyProfiles } from './steps/verify.ts';

/** A search whose query is settled. */
export interface Research {
  /** The request as shown to the model calls that judge people. */
  request: string;
  query: SearchQuery;
  /**
   * Step 2: finds people and reports them through `onFound` as soon as they arrive, possibly while the step is still shown.
   * @throws StepFailure when the search failed
   */
  find: (onFound: (results: FoundPages) => Promise<void>) => Promise<void>;
  /** People kept from the previous answer: shown at once, and included in the results. Absent if nobody is kept. */
  earlier?: FoundPages;
  /** URLs of people who must not be found. */
  unwanted: readonly string[];
}

/**
 * Steps 2 to 6: finds people and ranks them as the search's mode requires. docs/behaviour.md#steps
 * @throws StepFailure when the search failed; StopRequested. Later steps degrade and leave a note instead.
 */
export async function researchPeople(
  { request, query, find, earlier, unwanted }: Research,
  soFar: SearchSoFar,
  deps: context.SearchDeps,
): Promise<void> {
  const { deepResearch, notes } = soFar;
  if (earlier) {
    soFar.directory = openDirectory({ query, results: earlier, deepResearch }, deps);
    await showNewDirectory(soFar.directory, deps);
  }
  let formatting: Promise<FormatResult> | undefined;
  await find(async (results) => {
    const profiles = results.linkedinProfiles;
    soFar.directory = openDirectory({ query, results, deepResearch }, deps);
    // A page cut short by a stop has not failed.
    const isStopped = deps.signal.reason instanceof context.StopRequested;
    if (results.furtherPageFailure !== undefined && !isStopped)
      notes.push(`A further page of results could not be read (${results.furtherPageFailure}).`);
    if (profiles.length === 0) return;
    if (!deepResearch) formatting = formatProfiles({ request, query }, profiles, deps);
    await showNewDirectory(soFar.directory, deps);
  });
  context.throwIfStopped(deps.signal);
  const { directory } = soFar;
  if (directory === undefined) return;
  if (deepResearch && directory.results.linkedinProfiles.length > 0)
    await researchDeeply({ request, unwanted }, directory, soFar, deps);
  const count = directory.results.linkedinProfiles.length;
  const formatted = await prepareResults({ formatting, count, notes }, deps);
  if (formatted) directory.formatted = formatted;
  context.throwIfStopped(deps.signal);
}

/** Steps 3 to 5. If they fail, a note says so and the search continues as a standard one. */
async function researchDeeply(
  { request, unwanted }: Pick<Research, 'request' | 'unwanted'>,
  directory: Directory,
  soFar: SearchSoFar,
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
    soFar.notes.push(...scored.notes);
    const verifications = await verifyProfiles(
      { request, query },
      scored,
      deps,
      (verification) => {
        directory.verifications.set(verification.profile.originalProfile.url, verification);
        showDirectory(directory, deps);
      },
      (all) => dropRepeated(directory, { verifications: all, unwanted }, soFar, deps),
    );
    context.throwIfStopped(deps.signal);
    const unverified = verifications.filter(({ isVerified }) => !isVerified).length;
    if (unverified > 0)
      soFar.notes.push(
        `${context.profileCount(unverified)} could not be verified and kept the initial assessment.`,
      );
    const unweighed = verifications.filter(({ isVerified, isAssessed }) => isVerified && !isAssessed).length;
    if (unweighed > 0)
      soFar.notes.push(
        `The ${unweighed === 1 ? 'record' : 'records'} of ${context.profileCount(unweighed)} could not be assessed by the AI, so the initial score stands.`,
      );
    const left = new Set(directory.results.linkedinProfiles.map(({ url }) => url));
    const profiles = scored.profiles.filter(({ url }) => left.has(url));
    soFar.deepResults = await compareVerified(profiles, verifications, deps);
  } catch (error) {
    context.throwIfStopped(deps.signal);
    if (!(error instanceof context.StepFailure)) deps.log('deep research failed', error);
    soFar.notes.push(`${SEARCH_ERRORS.deepResearchFailed(context.readableReason(error))}.`);
  }
  context.throwIfStopped(deps.signal);
}

/**
 * Drops people who, as the records show, are others of the directory or unwanted people under another address.
 * @returns a test for the people dropped
 */
function dropRepeated(
  directory: Directory,
  { verifications, unwanted }: Pick<Research, 'unwanted'> & { verifications: readonly Verification[] },
  { notes }: SearchSoFar,
  deps: context.SearchDeps,
): (url: string) => boolean {
  const records = verifications
    .map(({ profile }) => profile)
    .toSorted((a, b) => b.finalRelevanceScore - a.finalRelevanceScore)
    .flatMap(({ originalProfile: { url }, proxycurlData }) =>
      proxycurlData ? [{ url, record: proxycurlData }] : [],
    );
  const isRepeated = repeatedPeople(records, unwanted);
  const { results } = directory;
  const kept = withoutPeople(results, isRepeated);
  const count = results.linkedinProfiles.length - kept.linkedinProfiles.length;
  if (count === 0) return isRepeated;
  directory.results = { ...kept, leftOut: (results.leftOut ?? 0) + count };
  for (const url of directory.verifications.keys()) if (isRepeated(url)) directory.verifications.delete(url);
  notes.push(
    `Left out ${context.profileCount(count)} seen before, hidden by you or already shown, under another address.`,
  );
  showDirectory(directory, deps);
  return isRepeated;
}
