import * as v from 'valibot';

/** How a criterion counts: it must be met, is nice to have, or must not be met. */
export const NEEDS = ['required', 'preferred', 'excluded'] as const;

/** What a criterion is about: the field of the query's criteria that it comes from. */
export const SUBJECTS = [
  'nationality',
  'location',
  'education',
  'profession',
  'interest',
  'experience',
] as const;

/** One thing that people are checked against. Stored with the answer. docs/behaviour.md#criteria */
export const Criterion = v.object({
  /** Unique within its answer, such as 'c1'. */
  id: v.string(),
  subject: v.picklist(SUBJECTS),
  /** In the words of a profile: 'Peruvian', 'machine learning'. Alternatives, any of which is enough, are joined with ' or '. */
  text: v.string(),
  need: v.picklist(NEEDS),
  /** Shown with its verdicts, but not counted in the score. docs/responsible-use.md */
  isUnscored: v.optional(v.boolean()),
});
export type Criterion = v.InferOutput<typeof Criterion>;

/** Criteria in display order: by need, and otherwise in their original order. */
export const byNeed = <One extends Pick<Criterion, 'need'>>(criteria: readonly One[]): One[] =>
  NEEDS.flatMap((need) => criteria.filter((one) => one.need === need));

/** The source of a quote: the search result's title or snippet, or the profile-data record. */
const QuoteSource = v.picklist(['title', 'snippet', 'record']);

/**
 * What is known about one person and one criterion. 'met' and 'notMet' come with a quote that code has found in that person's own source.
 * Without a quote the verdict is 'unclear', which never means no. For an excluded criterion, 'notMet' means that the person has what is
 * excluded.
 */
export const Verdict = v.variant('verdict', [
  v.object({
    criterionId: v.string(),
    verdict: v.picklist(['met', 'notMet']),
    /** Verbatim, at most 15 words. */
    quote: v.string(),
    source: QuoteSource,
  }),
  v.object({ criterionId: v.string(), verdict: v.literal('unclear') }),
]);
export type Verdict = v.InferOutput<typeof Verdict>;
