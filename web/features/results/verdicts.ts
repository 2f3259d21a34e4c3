import { byNeed, type Criterion, type Verdict } from '#shared/criteria.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { countOf, dayOf } from '#web/lib/format.ts';

/** One of the answer's criteria, with a person's verdict on it. */
export interface Judged {
  criterion: Criterion;
  verdict: Verdict;
}

/** A person's verdicts in the order of the criteria; empty before there are any. A criterion without a verdict is unclear. */
export function judge(
  criteria: readonly Criterion[] = [],
  { verdicts }: Pick<DisplayProfile, 'verdicts'>,
): readonly Judged[] {
  if (verdicts === undefined) return [];
  const byCriterion = new Map(verdicts.map((verdict) => [verdict.criterionId, verdict]));
  return byNeed(criteria).map((criterion) => ({
    criterion,
    verdict: byCriterion.get(criterion.id) ?? { criterionId: criterion.id, verdict: 'unclear' },
  }));
}

/** What a person is compared with, worded so that 'met' is good and 'not met' is bad: 'lawyer', 'Not Deloitte'. */
export const labelOf = ({ text, need }: Criterion): string => (need === 'excluded' ? `Not ${text}` : text);

/** Shown on people ruled out by the reader's adjustments. */
export const NO_LONGER = 'No longer a match';

/** The verdicts in words. */
export const VERDICT_WORDS = { met: 'met', notMet: 'not met', unclear: 'unclear' } as const;

const countVerdicts = (judged: readonly Judged[], which: Verdict['verdict']): number =>
  judged.filter(({ verdict }) => verdict.verdict === which).length;

/** '3 of 5 met · 1 not met · 1 unclear'. */
export function summarise(judged: readonly Judged[]): string {
  const others = (['notMet', 'unclear'] as const).flatMap((which) => {
    const count = countVerdicts(judged, which);
    return count === 0 ? [] : [`${count} ${VERDICT_WORDS[which]}`];
  });
  return [`${countVerdicts(judged, 'met')} of ${judged.length} met`, ...others].join(' · ');
}

const SOURCE_WORDS = { title: 'search result', snippet: 'search result', record: 'full profile' } as const;

/** Where a quote was found, in words for the reader. */
export const sourceOf = ({ source }: Extract<Verdict, { quote: string }>): string => SOURCE_WORDS[source];

/** What unclear verdicts mean, for something required or excluded alike: neither yes nor no. */
export function describeUnclear(count: number, { isVerified }: Pick<DisplayProfile, 'isVerified'>): string {
  const read = isVerified ? 'the search result or the full profile' : 'the search result';
  return `Nothing in ${read} settles ${count === 1 ? 'this' : 'these'} either way.`;
}

/** Whether only an imported file says that a person is verified. Where it says so of everybody, the answer is marked, not its people. */
export const isVerifiedByImport = ({
  profile,
  isImported,
}: Pick<DisplayData, 'isImported'> & { profile: DisplayProfile }): boolean =>
  profile.isVerified && (isImported === true || profile.isImported === true);

/** 'Verified' means that this person's record was read; what it contradicts, and an imported file as its source, are added. */
export function describeVerified(judged: readonly Judged[], isByImport: boolean): string {
  const missed = countVerdicts(judged, 'notMet');
  const notMet = missed > 0 ? [`${countOf(missed, 'criterion', 'criteria')} not met`] : [];
  return ['Verified', ...notMet, ...(isByImport ? ['according to an imported file'] : [])].join(', ');
}

/** '3 May 2026'; undefined without a valid date. The day is in UTC, as the provider gives it. */
export function recordDay({ recordDate }: Pick<DisplayProfile, 'recordDate'>): string | undefined {
  const milliseconds = Date.parse(recordDate ?? '');
  return Number.isNaN(milliseconds) ? undefined : dayOf(milliseconds, 'UTC');
}

/**
 * Whether the AI gave no quote that supports any of its claims about a person; code may have found others. Older answers show it only if
 * code found nothing either.
 */
export const areAllClaimsStruck = ({ isAllStruck, struck, verdicts = [] }: DisplayProfile): boolean =>
  isAllStruck ?? (struck !== undefined && verdicts.every(({ verdict }) => verdict === 'unclear'));

/** What readers should know before they trust the rest of a card. */
export function warningsOn(
  profile: DisplayProfile,
  { profileProvider = 'the profile-data provider' }: Pick<DisplayData, 'profileProvider'>,
): readonly string[] {
  return [
    ...(profile.isOtherPerson
      ? [`A different person was returned by ${profileProvider}; their record was not used.`]
      : []),
    ...(areAllClaimsStruck(profile)
      ? ['The AI quoted nothing in this profile that supports its claims.']
      : []),
    ...(profile.hasHiddenText ? ['This page hides text from its readers. It was left out.'] : []),
  ];
}

/** How many of the AI's claims were left out, if others hold. */
export function describeStruck(profile: DisplayProfile): string | undefined {
  const { struck } = profile;
  if (struck === undefined || areAllClaimsStruck(profile)) return undefined;
  return struck === 1
    ? 'One AI claim was left out: no quote in this profile supports it.'
    : `${struck} AI claims were left out: no quote in this profile supports them.`;
}
