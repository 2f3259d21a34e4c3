import type { Criterion } from '#shared/criteria.ts';
import { withoutSite } from '#shared/page-title.ts';
import type { FoundProfile, SearchQuery, TargetCriteria } from '#shared/results.ts';
import { ceilingOf } from '#shared/score-ceiling.ts';
import { mentions } from '../language/words.ts';
import { type Findings, unsupported } from './evidence.ts';
import { withoutLinkedIn } from './local-reading.ts';

/*
 * The score that is shown: a model's judgement (or the fallback score, if there is none), capped by what the evidence allows.
 * docs/behaviour.md#score
 */

const BASE_SCORE = 30;
const NATIONALITY_POINTS = 20;
const LOCATION_POINTS = 15;
const POINTS_PER_KEYWORD = 10;
const MAX_FALLBACK_SCORE = 85;

/** The fallback score of a profile that no model has scored, from what its title and snippet mention. docs/behaviour.md#fallback-score */
export function fallbackScore(
  profile: Pick<FoundProfile, 'title' | 'snippet'>,
  criteria: TargetCriteria,
): number {
  const text = `${withoutSite(profile.title)}\n${withoutLinkedIn(profile.snippet)}`;
  const has = (term: string | undefined) => term !== undefined && mentions(text, term);
  const keywords = [...criteria.interests, ...criteria.experience].filter(has);
  const score =
    BASE_SCORE +
    (has(criteria.nationality) ? NATIONALITY_POINTS : 0) +
    (has(criteria.location) ? LOCATION_POINTS : 0) +
    keywords.length * POINTS_PER_KEYWORD;
  return Math.min(score, MAX_FALLBACK_SCORE);
}

/** Whether none of a model's claims about somebody held, and nothing else bears all of them out either. */
export const isAllStruck = (findings: Findings): boolean =>
  findings.held === 0 && unsupported(findings).length > 0;

/** A judgement from 0 to 100, capped by the evidence. */
export const boundScore = (judgement: number, criteria: readonly Criterion[], findings: Findings): number =>
  Math.min(judgement, ceilingOf(criteria, findings.verdicts, isAllStruck(findings)));

/**
 * The most points that people gain by resembling the good examples. These are strangers, and what they write on their pages must not move
 * anybody further.
 */
const MAX_LIFT = 5;

/** A score as it is shown: raised for sharing this many of the good examples' traits, as far as the evidence allows. */
export function shownScore(
  score: number,
  likeness: number,
  { criteria = [], fromExamples = [] }: SearchQuery,
  findings: Findings,
): number {
  const lift = fromExamples.length === 0 ? 0 : Math.round((MAX_LIFT * likeness) / fromExamples.length);
  return lift === 0 ? score : Math.max(score, boundScore(score + lift, criteria, findings));
}
