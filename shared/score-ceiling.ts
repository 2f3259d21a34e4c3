import type { Criterion, Verdict } from './criteria.ts';

/* Upper limits on a person's score, based on their verdicts. docs/behaviour.md#score */

/** For a person who has what is excluded. */
const HAS_EXCLUDED = 30;
/** For one required criterion that is not met: too low for a top match. */
const ONE_NOT_MET = 65;
const EACH_FURTHER_NOT_MET = 15;
const LEAST_CEILING = 20;
/**
 * For a person who is not known to meet anything wanted, or if none of the model's claims about them could be found in a source. A page may
 * contain instructions to the model, so its word alone must not make anyone a match, or displace others from the lookups.
 */
const NOTHING_SHOWN = 59;

/** For a person who is known to meet at most half of the required criteria: good, but not excellent. */
const HALF_SHOWN = 79;
/** For a person with unclear required criteria: a score of 90 or more says that all of them are known to be met. */
const NOT_ALL_SHOWN = 89;

/** The ids of the criteria with the given verdict. */
const withVerdict = (wanted: Verdict['verdict'], verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set(verdicts.filter(({ verdict }) => verdict === wanted).map(({ criterionId }) => criterionId));

/** The criteria that a person is known not to meet, without those that are nice to have or not scored. */
export function notMetOf(criteria: readonly Criterion[], verdicts: readonly Verdict[]): Criterion[] {
  const notMet = withVerdict('notMet', verdicts);
  return criteria.filter(({ id, need, isUnscored }) => notMet.has(id) && need !== 'preferred' && !isUnscored);
}

/** Whether something is required, but the person is not known to meet any wanted criterion. */
function isNothingShown(criteria: readonly Criterion[], verdicts: readonly Verdict[]): boolean {
  const met = withVerdict('met', verdicts);
  const wanted = criteria.filter(({ need, isUnscored }) => need !== 'excluded' && !isUnscored);
  return wanted.some(({ need }) => need === 'required') && !wanted.some(({ id }) => met.has(id));
}

/** The upper limit from the share of required criteria that are known to be met. */
function ceilingByShown(criteria: readonly Criterion[], verdicts: readonly Verdict[]): number {
  const met = withVerdict('met', verdicts);
  const required = criteria.filter(({ need, isUnscored }) => need === 'required' && !isUnscored);
  const shown = required.filter(({ id }) => met.has(id));
  if (shown.length === required.length) return 100;
  return shown.length * 2 <= required.length ? HALF_SHOWN : NOT_ALL_SHOWN;
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
    notMet.length > required ? HAS_EXCLUDED : 100,
    required > 0 ? Math.max(LEAST_CEILING, ONE_NOT_MET - EACH_FURTHER_NOT_MET * (required - 1)) : 100,
    isAllStruck || isNothingShown(criteria, verdicts) ? NOTHING_SHOWN : 100,
    ceilingByShown(criteria, verdicts),
  );
}
