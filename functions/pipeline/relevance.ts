import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { Findings } from './evidence.ts';

/*
 * The score that is shown: the judgement of a model (or, where none has spoken, the local score), but never more than the evidence allows.
 * docs/behaviour.md#score
 */

/** The highest score of somebody who has what must not be. */
const HAS_EXCLUDED = 30;
/** … on whom one required criterion is not met: no top match. */
const ONE_NOT_MET = 65;
const EACH_FURTHER_NOT_MET = 15;
const LEAST_CEILING = 20;
/**
 * … of whom nothing is known to be as asked for, or nothing that the model claimed could be found. A model may have been told by a page what
 * to say of it: its word alone makes nobody a match, and takes nobody's place among those who are looked up.
 */
const NOTHING_SHOWN = 59;

/** Whether a model spoke of somebody and none of its claims held. */
const isAllStruck = ({ struck, held }: Findings): boolean => struck > 0 && held === 0;

/** The criteria on which a verdict is given. */
const withVerdict = (wanted: Verdict['verdict'], verdicts: readonly Verdict[]): ReadonlySet<string> =>
  new Set(verdicts.filter(({ verdict }) => verdict === wanted).map(({ criterionId }) => criterionId));

/** The criteria that a person is known not to meet and that count: all but those nice to have, and those that are shown only. */
export function notMetOf(criteria: readonly Criterion[], verdicts: readonly Verdict[]): Criterion[] {
  const notMet = withVerdict('notMet', verdicts);
  return criteria.filter(({ id, need, isUnscored }) => notMet.has(id) && need !== 'preferred' && !isUnscored);
}

/** Whether something is required and no text of the person shows any of what is wanted. */
function isNothingShown(criteria: readonly Criterion[], { verdicts }: Findings): boolean {
  const met = withVerdict('met', verdicts);
  const wanted = criteria.filter(({ need, isUnscored }) => need !== 'excluded' && !isUnscored);
  return wanted.some(({ need }) => need === 'required') && !wanted.some(({ id }) => met.has(id));
}

/** A judgement from 0 to 100 as far as the evidence bears it. */
export function boundScore(judgement: number, criteria: readonly Criterion[], findings: Findings): number {
  const notMet = notMetOf(criteria, findings.verdicts);
  const required = notMet.filter(({ need }) => need === 'required').length;
  const ceilings = [
    ...(notMet.length > required ? [HAS_EXCLUDED] : []),
    ...(required > 0 ? [Math.max(LEAST_CEILING, ONE_NOT_MET - EACH_FURTHER_NOT_MET * (required - 1))] : []),
    ...(isAllStruck(findings) || isNothingShown(criteria, findings) ? [NOTHING_SHOWN] : []),
  ];
  return Math.min(judgement, ...ceilings);
}

const MOST_NAMED = 3;
const LIST = new Intl.ListFormat('en-GB');
const listed = (criteria: readonly Criterion[]): string =>
  LIST.format(criteria.slice(0, MOST_NAMED).map(({ text }) => text));

/** Why a record moved the score, in a few words: 'the record shows no PhD'. */
export function explainMove(
  { from, to }: { from: number; to: number },
  criteria: readonly Criterion[],
  verdicts: readonly Verdict[],
): string {
  const scored = criteria.filter(({ isUnscored }) => !isUnscored);
  const ofRecord = verdicts.filter((each) => 'source' in each && each.source === 'record');
  const those = (wanted: Verdict['verdict'], among: readonly Verdict[] = ofRecord) => {
    const ids = withVerdict(wanted, among);
    return scored.filter(({ id }) => ids.has(id));
  };
  if (to > from) {
    const confirmed = those('met').filter(({ need }) => need !== 'excluded');
    return confirmed.length > 0
      ? `the record confirms ${listed(confirmed)}`
      : 'the record convinced the AI more';
  }
  const against = those('notMet');
  const has = against.filter(({ need }) => need === 'excluded');
  if (has.length > 0) return `the record shows ${listed(has)}`;
  if (against.length > 0) return `the record speaks against ${listed(against)}`;
  const open = those('unclear', verdicts).filter(({ need }) => need === 'required');
  return open.length > 0 ? `the record shows no ${listed(open)}` : 'the record convinced the AI less';
}
