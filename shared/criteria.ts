import * as v from 'valibot';

/** How much a request asks for something: without it nobody fits; better with it; with it nobody fits. */
export const NEEDS = ['required', 'preferred', 'excluded'] as const;

/** What a criterion says of a person: the field of the query's criteria it comes from. */
export const SUBJECTS = [
  'nationality',
  'location',
  'education',
  'profession',
  'interest',
  'experience',
] as const;

/** One thing that people are checked against. It stands with the answer. docs/behaviour.md#criteria */
export const Criterion = v.object({
  /** Unique within its answer, such as 'c1'. */
  id: v.string(),
  subject: v.picklist(SUBJECTS),
  /** In the words of a profile: 'Peruvian', 'machine learning'; several of which any is enough are joined by ' or '. */
  text: v.string(),
  need: v.picklist(NEEDS),
  /** Shown, with its verdicts, but without a part in the score. docs/responsible-use.md */
  isUnscored: v.optional(v.boolean()),
});
export type Criterion = v.InferOutput<typeof Criterion>;

/** Criteria in the order they have wherever they are shown: by how much each is asked for, and else as they were found. */
export const byNeed = <One extends Pick<Criterion, 'need'>>(criteria: readonly One[]): One[] =>
  NEEDS.flatMap((need) => criteria.filter((one) => one.need === need));

/** Where a quote stands: in the search result's title or snippet, or in the profile-data record. */
const QuoteSource = v.picklist(['title', 'snippet', 'record']);

/**
 * What is known of one person on one criterion. 'met' and 'notMet' carry a quote that code has found in that person's own source; where
 * there is none the verdict is 'unclear', which is never a no. Of an excluded criterion 'notMet' says that the person has what is excluded.
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
