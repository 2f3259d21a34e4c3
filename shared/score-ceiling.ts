import type { Criterion, Verdict } from './criteria.ts';

/* Upper limits on a person's score, based on their verdicts. docs/behaviour.md#score */

/** For a person who has what is excluded. */
const EXCLUDED_CEILING = 30;
/** For one required criterion that is not met: too low for a top match. */
const ONE_NOT_MET_CEILING = 65;
const FURTHER_NOT_MET_PENALTY = 15;
const MIN_CEILING = 20;
/**
 * For a person who is not known to meet anything wanted, or if none of the model's claims about them could be found in a source. A page may
 * contain instructions to the model, so its word alone must not make anyone a match, or displace others from the lookups.
 */
const NOTHING_MET_CEILING = 59;

/** For a person who is known to meet at most half of the required criteria: good, but not excellent. */
const HALF_MET_CEILING = 79;
/** For a person with unclear required criteria: a score of 90 or more says that all of them are known to be met. */
const NOT_ALL_MET_CEILING = 89;

/** The ids of the criteria with the given verdict. */
const idsWithVerdict = (wanted: Verdict['verdict'], verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set(verdicts.filter(({ verdict }) => verdict === wanted).map(({ criterionId }) => criterionId));

/** The criteria that a person is known not to meet, without those that are nice to have or not scored. */
export function notMetOf(criteria: readonly Criterion[], verdicts: readonly Verdict[]): Criterion[] {
  const notMet = idsWithVerdict('notMet', verdicts);
  return criteria.filter(({ id, need, isUnscored }) => notMet.has(id) && need !== 'preferred' && !isUnscored);
}

/** The criteria that everybody has to meet. */
const requiredOf = (criteria: readonly Criterion[]): Criterion[] =>
  criteria.filter(({ need, isUnscored }) => need === 'required' && !isUnscored);

/**
 * Whether everything required is known to be met, and nothing excluded is known to apply. What is preferred or not scored does not matter.
 */
export function meetsAll(criteria: readonly Criterion[], verdicts: readonly Verdict[]): boolean {
  const met = idsWithVerdict('met', verdicts);
  return requiredOf(criteria).every(({ id }) => met.has(id)) && notMetOf(criteria, verdicts).length === 0;
}

/** Whether something is required, but the person is not known to meet any wanted criterion. */
function meetsNothingWanted(criteria: readonly Criterion[], verdicts: readonly Verdict[]): boolean {
  const met = idsWithVerdict('met', verdicts);
  const wanted = criteria.filter(({ need, isUnscored }) => need !== 'excluded' && !isUnscored);
  return wanted.some(({ need }) => need === 'required') && !wanted.some(({ id }) => met.has(id));
}

/** The upper limit from the share of required criteria that are known to be met. */
function ceilingByMetShare(criteria: readonly Criterion[], verdicts: readonly Verdict[]): number {
  const met = idsWithVerdict('met', verdicts);
  const required = requiredOf(criteria);
  const metRequired = required.filter(({ id }) => met.has(id));
  if (metRequired.length === required.length) return 100;
  return metRequired.length * 2 <= required.length ? HALF_MET_CEILING : NOT_ALL_MET_CEILING;
}

/** The highest score that the evidence allows; 100 if nothing speaks against it. `isAllStruck`: all of the model's claims were struck. */
export function ceilingOf(
  criteria: readonly Criterion[],
  verdicts: readonly Verdict[],
  isAllStruck: boolean,
): number {
  const notMet = notMetOf(criteria, verdicts);
  const required = notMet.filter(({ need }) => need === 'required').length;
  return Math.min(
    notMet.length > required ? EXCLUDED_CEILING : 100,
    required > 0
      ? Math.max(MIN_CEILING, ONE_NOT_MET_CEILING - FURTHER_NOT_MET_PENALTY * (required - 1))
      : 100,
    isAllStruck || meetsNothingWanted(criteria, verdicts) ? NOTHING_MET_CEILING : 100,
    ceilingByMetShare(criteria, verdicts),
  );
}
