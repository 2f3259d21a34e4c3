import { toFoundPages } from '#functions/providers/ports.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { ScoredProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { Basis } from '#shared/search-request.ts';
import type { SearchSoFar } from './answer.ts';
import { type Asked, type SearchDeps, StepFailure, throwIfStopped } from './context.ts';
import { pagesReadOf, queryOf, readBasis } from './conversation/basis.ts';
import { tellableEarlier } from './criteria/sensitive.ts';
import { openDirectory, showDirectory } from './directory.ts';
import { findingsOf, sourcesOf } from './evidence/evidence.ts';
import { boundScore, fallbackScore } from './evidence/score.ts';
import { prepareResults } from './steps/format.ts';
import { type Verification, verifyProfiles } from './steps/verify.ts';

/**
 * Looks up and assesses one person from the previous answer, in either mode, with one lookup and one model call. The new answer's
 * directory contains only this person. docs/behaviour.md#verifying-one-person
 * @throws StepFailure if the person is not in that answer; StopRequested. A failed lookup or assessment is reported in the answer.
 */
export async function verifyOne(
  { plan: { basis }, url }: Asked & { url: string },
  soFar: SearchSoFar,
  deps: SearchDeps,
): Promise<void> {
  const previous = readBasis({ ...(basis && { basis }) }, deps.sensitiveCriteria);
  const person = previous?.people.find((each) => each.url === url);
  if (basis === undefined || person === undefined)
    throw new StepFailure('This person is not among the people of that answer');
  // The exclusions are stored with that answer; here they would make this text one about those people too.
  const { excludedUrls: _, ...query } = queryOf(basis, deps);
  const known = findingsOf(query.criteria ?? [], sourcesOf(person));
  const profile = scoreAsBefore(person, query, known);
  soFar.query = query;
  soFar.deepResearch = true;
  const { relevanceScore: _score, rank: _rank, ...found } = person;
  const results = toFoundPages([{ ...found, position: 1 }], pagesReadOf(basis, query));
  const directory = openDirectory({ query, results, deepResearch: true }, deps);
  directory.scored.set(url, profile);
  directory.findings.set(url, known);
  const name = nameFromTitle(person.title) || 'This person';
  soFar.opening = {
    answered: () => `${name} could not be verified.`,
    // Without a name: nobody is shown, so the text could not be found when somebody is removed.
    stopped: 'You stopped this verification.',
  };
  const scored = { profiles: [profile], findings: new Map([[url, known]]), isWholeTask: true };
  const request = tellableEarlier(basis.request, deps);
  const [verification] = await verifyProfiles({ request, query }, scored, deps, (shown) => {
    directory.verifications.set(url, shown);
    if (shown.isAssessed) directory.scored.set(url, { ...profile, scoreSource: 'model' });
    showDirectory(directory, deps);
  });
  throwIfStopped(deps.signal);
  // Set only now: a stopped verification must not replace the existing card with one that says nothing new.
  soFar.directory = directory;
  if (verification) soFar.opening.answered = () => describeVerification(name, verification, deps);
  await prepareResults({ count: 1, notes: soFar.notes }, deps);
  throwIfStopped(deps.signal);
}

/** The person's score in the previous answer, or else the fallback score, within the bounds that the search result's texts allow. */
function scoreAsBefore(
  { relevanceScore, rank: _, ...person }: Basis['people'][number],
  { criteria = [], targetCriteria }: ReturnType<typeof queryOf>,
  known: ReturnType<typeof findingsOf>,
): ScoredProfile {
  const isGiven = relevanceScore !== undefined && relevanceScore >= 0 && relevanceScore <= 100;
  const judgement = isGiven ? relevanceScore : fallbackScore(person, targetCriteria);
  return {
    ...person,
    position: 1,
    relevanceScore: boundScore(judgement, criteria, known),
    reasoning: SEARCH_ERRORS.noReasoning,
    shouldVerify: true,
    scoreSource: isGiven ? 'model' : 'fallback',
  };
}

/** The answer's opening: the outcome in one sentence. */
function describeVerification(
  name: string,
  { isVerified, line }: Verification,
  { providers }: SearchDeps,
): string {
  const { label } = providers.profileData;
  return isVerified
    ? `${name} was looked up with ${label}: ${line.replace(/\.$/, '')}.`
    : `${name} could not be verified with ${label}: ${line}.`;
}
