import * as v from 'valibot';
import { Criterion, NEEDS, type Verdict } from '#shared/criteria.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { ceilingOf } from '#shared/score-ceiling.ts';
import type { SearchTask } from '#shared/search-request.ts';
import { ADJUSTED_KEY } from '#web/lib/storage.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';
import { areAllClaimsStruck } from './verdicts.ts';

/*
 * A reader's adjustments to an answer: each criterion's need, weight and wording, further criteria, the Google query.
 * Needs and weights are applied to the people at once, by the verdicts that are stored with them; wording and query take another search.
 * docs/behaviour.md#adjusted-criteria
 */

/** How much a criterion counts compared with the others. */
export const WEIGHTS = ['less', 'normal', 'more'] as const;
type Weight = (typeof WEIGHTS)[number];
const WEIGHT_FACTORS = { less: 1 / 3, normal: 1, more: 3 } as const;

/** By need: a preferred criterion counts half. */
const NEED_FACTORS = { required: 1, preferred: 0.5, excluded: 1 } as const;

const CriterionChange = v.object({
  text: v.optional(v.string()),
  need: v.optional(v.picklist(NEEDS)),
  weight: v.optional(v.picklist(['less', 'more'])),
  isRemoved: v.optional(v.literal(true)),
});
export type CriterionChange = v.InferOutput<typeof CriterionChange>;

const Adjustments = v.object({
  /** By the criterion's id. */
  changes: v.record(v.string(), CriterionChange),
  added: v.array(Criterion),
  googleSearchQuery: v.optional(v.string()),
});
export type Adjustments = v.InferOutput<typeof Adjustments>;

export const NOTHING_ADJUSTED: Adjustments = { changes: {}, added: [] };

/** One of an answer's criteria with its current need and weight. Its text is the one that people were compared with. */
interface AdjustedCriterion extends Criterion {
  weight: Weight;
  /** As stored with the answer. */
  original: Criterion;
}

/** The remaining criteria, as adjusted. */
function adjustedCriteria(criteria: readonly Criterion[], { changes }: Adjustments): AdjustedCriterion[] {
  return criteria.flatMap((original) => {
    const { need = original.need, weight = 'normal', isRemoved } = changes[original.id] ?? {};
    return isRemoved ? [] : [{ ...original, need, weight, original }];
  });
}

export interface AdjustedPeople {
  /** The answer's directory without those who no longer match. */
  data: DisplayData;
  /** People who are now ruled out: they have something excluded, or lack something required. */
  fallen: readonly DisplayProfile[];
}

/**
 * The directory with the reader's adjustments applied. A score moves by as many points as the percentage of the criteria that the person
 * meets (an unclear verdict counts half), and the usual ceilings apply. Without adjustments everything is as stored.
 */
export function adjust(data: DisplayData, adjustments: Adjustments): AdjustedPeople {
  const { criteria = [] } = data;
  const adjusted = adjustedCriteria(criteria, adjustments);
  const isAsStored = criteria.every((one, index) => {
    const now = adjusted[index];
    return now?.id === one.id && now.need === one.need && now.weight === 'normal';
  });
  if (isAsStored) return { data, fallen: [] };
  const stored = adjustedCriteria(criteria, NOTHING_ADJUSTED);
  const adjustProfile = (profile: DisplayProfile): DisplayProfile => {
    const { verdicts } = profile;
    if (verdicts === undefined) return profile;
    const now = adjustVerdicts(adjusted, verdicts);
    return { ...profile, verdicts: now, relevanceScore: adjustScore({ stored, adjusted }, profile, now) };
  };
  const groups = [data.verifiedProfiles, data.otherProfiles].map((list) => list.map(adjustProfile));
  const isFallen = ({ verdicts = [] }: DisplayProfile) => adjusted.some((one) => rulesOut(one, verdicts));
  const [verifiedProfiles = [], otherProfiles = []] = groups.map((list) =>
    list.filter((profile) => !isFallen(profile)),
  );
  return {
    data: {
      ...data,
      verifiedProfiles,
      otherProfiles,
      totalProfiles: verifiedProfiles.length + otherProfiles.length,
      criteria: adjusted.map(({ weight: _, original: __, ...criterion }) => criterion),
    },
    fallen: groups.flat().filter(isFallen),
  };
}

/** Whether the reader has made a criterion required or excluded, and the person is known not to meet it. */
const rulesOut = (
  { id, need, isUnscored, original }: AdjustedCriterion,
  verdicts: readonly Verdict[],
): boolean =>
  need !== original.need &&
  need !== 'preferred' &&
  !isUnscored &&
  verdicts.some(({ criterionId, verdict }) => criterionId === id && verdict === 'notMet');

/** Verdicts on the remaining criteria. Having something meets a criterion, but fails one that excludes it. */
function adjustVerdicts(adjusted: readonly AdjustedCriterion[], verdicts: readonly Verdict[]): Verdict[] {
  const known = new Map(verdicts.map((verdict) => [verdict.criterionId, verdict]));
  return adjusted.flatMap(({ id, need, original }) => {
    const verdict = known.get(id);
    if (verdict === undefined) return [];
    const isInverted = (need === 'excluded') !== (original.need === 'excluded');
    if (!isInverted || verdict.verdict === 'unclear') return [verdict];
    return [{ ...verdict, verdict: verdict.verdict === 'met' ? 'notMet' : 'met' }];
  });
}

interface BothCriteria {
  stored: readonly AdjustedCriterion[];
  adjusted: readonly AdjustedCriterion[];
}

function adjustScore(
  { stored, adjusted }: BothCriteria,
  profile: DisplayProfile,
  verdicts: readonly Verdict[],
): number {
  const { verdicts: before = [], relevanceScore } = profile;
  const isAllStruck = areAllClaimsStruck(profile);
  const ceilings = {
    stored: ceilingOf(stored, before, isAllStruck),
    adjusted: ceilingOf(adjusted, verdicts, isAllStruck),
  };
  const share = shareMet(adjusted, verdicts);
  // If nothing counts any more, there is nothing to judge people by anew.
  if (share === undefined) return relevanceScore;
  const movedScore = relevanceScore + share - (shareMet(stored, before) ?? 0);
  // A ceiling hides the judgement under it, which is not stored: once it is lifted, only the verdicts tell how good a person is.
  const isCeilingLifted = relevanceScore >= ceilings.stored && ceilings.adjusted > ceilings.stored;
  // A score from before ceilings existed may exceed them, and stays as it was.
  const maxScore =
    ceilings.adjusted < ceilings.stored ? ceilings.adjusted : Math.max(ceilings.adjusted, relevanceScore);
  const score = Math.min(isCeilingLifted ? Math.max(movedScore, share) : movedScore, maxScore);
  // Scores are cut where they are shown: 69.5 must not become 70 here, nor 80 an inexact 79.99….
  return Math.round(Math.max(score, 0) * 1e6) / 1e6;
}

/** The weighted share of the criteria that a person meets, from 0 to 100; undefined if no criterion counts. */
function shareMet(criteria: readonly AdjustedCriterion[], verdicts: readonly Verdict[]): number | undefined {
  const known = new Map(verdicts.map(({ criterionId, verdict }) => [criterionId, verdict]));
  const parts = criteria
    .filter(({ isUnscored }) => !isUnscored)
    .map(({ id, need, weight }) => ({
      weight: NEED_FACTORS[need] * WEIGHT_FACTORS[weight],
      met: VERDICT_SHARES[known.get(id) ?? 'unclear'],
    }));
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return undefined;
  return (100 * parts.reduce((sum, { weight, met }) => sum + weight * met, 0)) / whole;
}

const VERDICT_SHARES = { met: 1, unclear: 0.5, notMet: 0 } as const;

/** Whether another search would ask for something different. Weights do not: they only affect what the reader sees. */
export const needsNewSearch = ({ changes, added, googleSearchQuery }: Adjustments): boolean =>
  added.length > 0 ||
  googleSearchQuery !== undefined ||
  Object.values(changes).some(({ text, need, isRemoved }) => (text ?? need ?? isRemoved) !== undefined);

/** Whether new wording is waiting for another search: nobody has been compared with it yet. */
export const hasNewWords = ({ changes, added, googleSearchQuery }: Adjustments): boolean =>
  added.length > 0 ||
  googleSearchQuery !== undefined ||
  Object.values(changes).some(({ text, isRemoved }) => text !== undefined && !isRemoved);

export const isAdjusted = ({ changes, ...rest }: Adjustments): boolean =>
  Object.keys(changes).length > 0 || needsNewSearch({ changes: {}, ...rest });

/** The task for another search with these adjustments. */
export function taskFor(
  criteria: readonly Criterion[],
  { changes, added, googleSearchQuery }: Adjustments,
): Extract<SearchTask, { kind: 'criteria' }> {
  const kept = criteria.flatMap((criterion) => {
    const { text = criterion.text, need = criterion.need, isRemoved } = changes[criterion.id] ?? {};
    return isRemoved ? [] : [{ ...criterion, text, need }];
  });
  return {
    kind: 'criteria',
    criteria: [...kept, ...added],
    ...(googleSearchQuery !== undefined && { googleSearchQuery }),
  };
}

/**
 * The criteria that the people shown are judged by, and the same worded as a request: with changed needs and without those removed, while
 * changed words wait for another search. Undefined if they are as stored.
 */
export function appliedCriteria(criteria: readonly Criterion[], { changes }: Adjustments) {
  const applied = Object.entries(changes).flatMap(([id, { need, isRemoved }]) =>
    need === undefined && !isRemoved
      ? []
      : [[id, { ...(need && { need }), ...(isRemoved && { isRemoved }) }]],
  );
  if (applied.length === 0) return undefined;
  const task = taskFor(criteria, { changes: Object.fromEntries(applied), added: [] });
  return { criteria: task.criteria, request: requestOf(task) };
}

/** Such a task worded as a request: 'lawyer, Georgetown Law; nice to have: Boston; not: recruiters'. */
export function requestOf({ criteria, googleSearchQuery }: ReturnType<typeof taskFor>): string {
  const parts = NEEDS.flatMap((need) => {
    const texts = criteria.filter((criterion) => criterion.need === need).map(({ text }) => text);
    return texts.length === 0 ? [] : [NEED_PREFIXES[need] + texts.join(', ')];
  });
  return parts.length === 0 ? (googleSearchQuery ?? '') : parts.join('; ');
}

const NEED_PREFIXES = { required: '', preferred: 'nice to have: ', excluded: 'not: ' } as const;

/** With one criterion changed; a value equal to the stored one is not a change. */
export function withChange(
  { changes, ...rest }: Adjustments,
  criterion: Criterion,
  change: CriterionChange,
): Adjustments {
  const { text, need, weight, isRemoved } = { ...changes[criterion.id], ...change };
  const made: CriterionChange = {
    ...(text !== undefined && text !== criterion.text && { text }),
    ...(need !== undefined && need !== criterion.need && { need }),
    ...(weight !== undefined && { weight }),
    ...(isRemoved && { isRemoved }),
  };
  const { [criterion.id]: _, ...others } = changes;
  return { ...rest, changes: Object.keys(made).length === 0 ? others : { ...others, [criterion.id]: made } };
}

/** With another criterion, under an unused id. */
export function withAdded(
  adjustments: Adjustments,
  criteria: readonly Criterion[],
  added: Omit<Criterion, 'id'>,
): Adjustments {
  const taken = new Set([...criteria, ...adjustments.added].map(({ id }) => id));
  let number = taken.size + 1;
  while (taken.has(`c${number}`)) number += 1;
  return { ...adjustments, added: [...adjustments.added, { id: `c${number}`, ...added }] };
}

/** By answer id, the newest last. */
const storedAdjustments = new StoredValue({
  key: ADJUSTED_KEY,
  schema: v.record(v.string(), Adjustments),
  empty: {},
});
const MAX_STORED_ANSWERS = 100;

/** This browser's adjustments to an answer. */
export function useAdjustments(answerId: string | undefined): Adjustments {
  return useStoredValue(
    storedAdjustments,
    (all) => (answerId === undefined ? undefined : all[answerId]) ?? NOTHING_ADJUSTED,
  );
}

export const keepAdjustments = (answerId: string, adjustments: Adjustments): void =>
  storedAdjustments.change(({ [answerId]: _, ...others }) => {
    const entries = Object.entries({
      ...others,
      ...(isAdjusted(adjustments) && { [answerId]: adjustments }),
    });
    return Object.fromEntries(entries.slice(-MAX_STORED_ANSWERS));
  });
