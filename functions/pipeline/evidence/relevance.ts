import type { Criterion, Verdict } from '#shared/criteria.ts';
import { ceilingOf, withVerdict } from '#shared/score-ceiling.ts';
import type { Findings } from './evidence.ts';

/*
 * The score that is shown: the judgement of a model (or, where none has spoken, the fallback score), but never more than the evidence allows.
 * docs/behaviour.md#score
 */

/** Whether a model spoke of somebody and none of its claims held. */
const isAllStruck = ({ struck, held }: Findings): boolean => struck > 0 && held === 0;

/** A judgement from 0 to 100 as far as the evidence bears it. */
export const boundScore = (judgement: number, criteria: readonly Criterion[], findings: Findings): number =>
  Math.min(judgement, ceilingOf(criteria, findings.verdicts, isAllStruck(findings)));

/**
 * At most this many points lift people who resemble those marked good. These are strangers, and what one writes on a page must not move
 * anybody further.
 */
const MOST_LIFTED = 5;

/** Points added for sharing this many of the good examples' traits. */
export const liftOf = (likeness: number, of: number): number =>
  of === 0 ? 0 : Math.round((MOST_LIFTED * likeness) / of);

const MOST_NAMED = 3;
const listed = (criteria: readonly Criterion[]): string =>
  new Intl.ListFormat('en-GB').format(criteria.slice(0, MOST_NAMED).map(({ text }) => text));

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
      : 'the AI rated the record more highly';
  }
  const against = those('notMet');
  const has = against.filter(({ need }) => need === 'excluded');
  if (has.length > 0) return `the record shows ${listed(has)}`;
  if (against.length > 0) return `the record contradicts ${listed(against)}`;
  const open = those('unclear', verdicts).filter(({ need }) => need === 'required');
  return open.length > 0 ? `the record shows no ${listed(open)}` : 'the AI rated the record less highly';
}
