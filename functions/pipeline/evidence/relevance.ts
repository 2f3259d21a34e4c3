import type { Criterion } from '#shared/criteria.ts';
import { ceilingOf } from '#shared/score-ceiling.ts';
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
