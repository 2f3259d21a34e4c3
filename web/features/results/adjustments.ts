import * as v from 'valibot';
import { Criterion, NEEDS, type Verdict } from '#shared/criteria.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { ceilingOf } from '#shared/score-ceiling.ts';
import type { SearchTask } from '#shared/search-request.ts';
import { ADJUSTED_KEY } from '#web/lib/storage.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';

/*
 * What a reader sets otherwise over an answer: how much each criterion is asked for and counts, its words, further ones, the Google query.
 * How much something counts and is asked for is applied to the people at once, by the verdicts that are stored with them; words and query
 * take another search. docs/behaviour.md#adjusted-criteria
 */

/** How much a criterion counts beside the others. */
export const WEIGHTS = ['less', 'normal', 'more'] as const;
type Weight = (typeof WEIGHTS)[number];
const FACTORS = { less: 1 / 3, normal: 1, more: 3 } as const;

/** Of what is required and excluded; what is nice to have counts half. */
const COUNTS = { required: 1, preferred: 0.5, excluded: 1 } as const;

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

/** One of an answer's criteria as it is asked for and counts now. Its words are those that people were compared with. */
interface Adjusted extends Criterion {
  weight: Weight;
  /** As the answer has it. */
  original: Criterion;
}

/** The criteria that are left, as they are set. */
function adjustedCriteria(criteria: readonly Criterion[], { changes }: Adjustments): Adjusted[] {
  return criteria.flatMap((original) => {
    const { need = original.need, weight = 'normal', isRemoved } = changes[original.id] ?? {};
    return isRemoved ? [] : [{ ...original, need, weight, original }];
  });
}

export interface AdjustedPeople {
  /** The answer's directory without those who no longer match. */
  data: DisplayData;
  /** Who has what is excluded by now, or has not what is required by now. */
  fallen: readonly DisplayProfile[];
}

/**
 * The directory under what the reader has set. A score moves by as many points as the share of the criteria that the person meets, what is
 * unclear counting half; the ceilings are those of every score. Without a change everything is as it was stored.
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
  const settle = (profile: DisplayProfile): DisplayProfile => {
    const { verdicts } = profile;
    if (verdicts === undefined) return profile;
    const now = verdictsUnder(adjusted, verdicts);
    return { ...profile, verdicts: now, relevanceScore: scoreUnder({ stored, adjusted }, profile, now) };
  };
  const everybody = [data.verifiedProfiles, data.otherProfiles].map((list) => list.map(settle));
  const isFallen = ({ verdicts = [] }: DisplayProfile) => adjusted.some((one) => rulesOut(one, verdicts));
  const [verifiedProfiles = [], otherProfiles = []] = everybody.map((list) =>
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
    fallen: everybody.flat().filter(isFallen),
  };
}

/** Whether the reader made a criterion one that people must meet, and somebody is known not to. */
const rulesOut = ({ id, need, isUnscored, original }: Adjusted, verdicts: readonly Verdict[]): boolean =>
  need !== original.need &&
  need !== 'preferred' &&
  !isUnscored &&
  verdicts.some(({ criterionId, verdict }) => criterionId === id && verdict === 'notMet');

/** Verdicts on what is left. To have something is to meet a criterion, and not to meet one that excludes it. */
function verdictsUnder(adjusted: readonly Adjusted[], verdicts: readonly Verdict[]): Verdict[] {
  const known = new Map(verdicts.map((verdict) => [verdict.criterionId, verdict]));
  return adjusted.flatMap(({ id, need, original }) => {
    const verdict = known.get(id);
    if (verdict === undefined) return [];
    const isTurned = (need === 'excluded') !== (original.need === 'excluded');
    if (!isTurned || verdict.verdict === 'unclear') return [verdict];
    return [{ ...verdict, verdict: verdict.verdict === 'met' ? 'notMet' : 'met' }];
  });
}

interface BothCriteria {
  stored: readonly Adjusted[];
  adjusted: readonly Adjusted[];
}

function scoreUnder(
  { stored, adjusted }: BothCriteria,
  { verdicts: before = [], relevanceScore, struck }: DisplayProfile,
  verdicts: readonly Verdict[],
): number {
  const isAllStruck = struck !== undefined && before.every(({ verdict }) => verdict === 'unclear');
  const ceilings = {
    stored: ceilingOf(stored, before, isAllStruck),
    adjusted: ceilingOf(adjusted, verdicts, isAllStruck),
  };
  const share = shareMet(adjusted, verdicts);
  const moved = relevanceScore + share - shareMet(stored, before);
  // What a ceiling hid of the judgement is not stored: once it is lifted the verdicts alone say how good somebody is.
  const isFreed = relevanceScore >= ceilings.stored && ceilings.adjusted > ceilings.stored;
  // A score from before there were ceilings stays where it was.
  const highest =
    ceilings.adjusted < ceilings.stored ? ceilings.adjusted : Math.max(ceilings.adjusted, relevanceScore);
  const score = Math.min(isFreed ? Math.max(moved, share) : moved, highest);
  return score === relevanceScore ? score : Math.round(Math.max(score, 0));
}

/** How much of what counts a person meets, from 0 to 100; half of it is met where nothing counts or is known. */
function shareMet(criteria: readonly Adjusted[], verdicts: readonly Verdict[]): number {
  const known = new Map(verdicts.map(({ criterionId, verdict }) => [criterionId, verdict]));
  const parts = criteria
    .filter(({ isUnscored }) => !isUnscored)
    .map(({ id, need, weight }) => ({
      weight: COUNTS[need] * FACTORS[weight],
      met: MET[known.get(id) ?? 'unclear'],
    }));
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  if (whole === 0) return 50;
  return (100 * parts.reduce((sum, { weight, met }) => sum + weight * met, 0)) / whole;
}

const MET = { met: 1, unclear: 0.5, notMet: 0 } as const;

/** Whether another search would ask for something else than the answer's. Weights are the reader's alone. */
export const asksOtherwise = ({ changes, added, googleSearchQuery }: Adjustments): boolean =>
  added.length > 0 ||
  googleSearchQuery !== undefined ||
  Object.values(changes).some(({ text, need, isRemoved }) => (text ?? need ?? isRemoved) !== undefined);

/** Whether words wait for another search: nobody was compared with them yet. */
export const hasNewWords = ({ changes, added, googleSearchQuery }: Adjustments): boolean =>
  added.length > 0 ||
  googleSearchQuery !== undefined ||
  Object.values(changes).some(({ text, isRemoved }) => text !== undefined && !isRemoved);

export const isAdjusted = ({ changes, ...rest }: Adjustments): boolean =>
  Object.keys(changes).length > 0 || asksOtherwise({ changes: {}, ...rest });

/** What another search is to ask for. */
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

/** Such a task as the words of a request: 'lawyer, Georgetown Law; nice to have: Boston; not: recruiters'. */
export function requestOf({ criteria, googleSearchQuery }: ReturnType<typeof taskFor>): string {
  const parts = NEEDS.flatMap((need) => {
    const texts = criteria.filter((criterion) => criterion.need === need).map(({ text }) => text);
    return texts.length === 0 ? [] : [LEADS[need] + texts.join(', ')];
  });
  return parts.length === 0 ? (googleSearchQuery ?? '') : parts.join('; ');
}

const LEADS = { required: '', preferred: 'nice to have: ', excluded: 'not: ' } as const;

/** With one criterion set otherwise; what is set as it was stored is no change. */
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

/** With a further criterion, under an id that none of them has. */
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

/** By the answer's id, the newest last. */
const kept = new StoredValue({
  key: ADJUSTED_KEY,
  schema: v.record(v.string(), Adjustments),
  empty: {},
});
const MOST_KEPT = 100;

/** What this browser's reader has set otherwise over an answer, and how to set it. */
export function useAdjustments(answerId: string | undefined): Adjustments {
  return useStoredValue(
    kept,
    (all) => (answerId === undefined ? undefined : all[answerId]) ?? NOTHING_ADJUSTED,
  );
}

export const keepAdjustments = (answerId: string, adjustments: Adjustments): void =>
  kept.change(({ [answerId]: _, ...others }) => {
    const entries = Object.entries({
      ...others,
      ...(isAdjusted(adjustments) && { [answerId]: adjustments }),
    });
    return Object.fromEntries(entries.slice(-MOST_KEPT));
  });
