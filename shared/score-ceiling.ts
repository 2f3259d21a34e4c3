import type { Criterion, Verdict } from './criteria.ts';

/* How high somebody's score can be by what is known of them on the criteria. docs/behaviour.md#score */

/** The highest score of somebody who has what must not be. */
const HAS_EXCLUDED = 30;
/** … on whom one required criterion is not met: no top match. */
const ONE_NOT_MET = 65;
const EACH_FURTHER_NOT_MET = 15;
const LEAST_CEILING = 20;
/**
 * … who is not known to meet anything asked for, or for whom none of the model's claims could be found in a text. A model may have been told by a page what
 * to say of it: its word alone makes nobody a match, and takes nobody's place among those who are looked up.
 */
const NOTHING_SHOWN = 59;

/** … on whom no more than half of what is required is known to be met: good, but not excellent. */
const HALF_SHOWN = 79;
/** … on whom some of what is required is unknown: from 90 a score says that all of it has been shown. */
const NOT_ALL_SHOWN = 89;

/** The criteria on which a verdict is given. */
const withVerdict = (wanted: Verdict['verdict'], verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set(verdicts.filter(({ verdict }) => verdict === wanted).map(({ criterionId }) => criterionId));

/** The criteria that a person is known not to meet and that count: all but those nice to have, and those that are shown only. */
export function notMetOf(criteria: readonly Criterion[], verdicts: readonly Verdict[]): Criterion[] {
  const notMet = withVerdict('notMet', verdicts);
  return criteria.filter(({ id, need, isUnscored }) => notMet.has(id) && need !== 'preferred' && !isUnscored);
}

/** Whether something is required and no text of the person shows any of what is wanted. */
function isNothingShown(criteria: readonly Criterion[], verdicts: readonly Verdict[]): boolean {
  const met = withVerdict('met', verdicts);
  const wanted = criteria.filter(({ need, isUnscored }) => need !== 'excluded' && !isUnscored);
  return wanted.some(({ need }) => need === 'required') && !wanted.some(({ id }) => met.has(id));
}

/** The highest score by how much of what is required is known to be met. */
function ceilingByShown(criteria: readonly Criterion[], verdicts: readonly Verdict[]): number {
  const met = withVerdict('met', verdicts);
  const required = criteria.filter(({ need, isUnscored }) => need === 'required' && !isUnscored);
  const shown = required.filter(({ id }) => met.has(id));
  if (shown.length === required.length) return 100;
  return shown.length * 2 <= required.length ? HALF_SHOWN : NOT_ALL_SHOWN;
}

/** The highest score that the evidence allows, 100 where nothing speaks against it. `isAllStruck`: no claim of the model held. */
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
