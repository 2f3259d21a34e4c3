import type { Person } from '#infra/simulated/people/person.ts';
import { MIN_TOP_MATCH_SCORE } from '#shared/limits.ts';
import { profileSlug } from '#shared/linkedin-url.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { fits, gradeOf, type QualityRequest } from './requests.ts';
import { type SearchRun, stands, textsIn } from './search.ts';

/** A share as two counts, so that shares of several searches add up. */
export interface Share {
  of: number;
  are: number;
}

/** The result of one search, compared with the truth. */
export interface Measures {
  /** Number of cards. */
  shown: number;
  /** Of all people shown, those who fit. */
  fitting: Share;
  /** Of the first five or ten cards (or all, if there are fewer), the share of people who fit; undefined without cards. */
  precisionAt5: number | undefined;
  precisionAt10: number | undefined;
  /** The same if all those who fit came first. */
  bestAt5: number | undefined;
  bestAt10: number | undefined;
  /** Of the verified people among the top matches, those who fit. */
  verified: Share;
  /** Of the quotes that the model gave, those that occur in the person’s own texts. */
  givenQuotes: Share;
  /** Of the quotes on the cards. */
  shownQuotes: Share;
  /** Of the verified people, those whose card is based on someone else’s record. */
  wrongPerson: Share;
  /** Of the successful lookups, those that returned someone else. */
  otherPerson: Share;
  /** Between the scores and the grades, -1 to 1; undefined if either is constant. */
  rankCorrelation: number | undefined;
  modelCalls: number;
  inputTokens: number;
  outputTokens: number;
  lookups: number;
  /** In US dollars; 0 if nothing is charged or no price is known. */
  dollars: number;
}

/** Looks up the truth about a person by the slug of their profile. */
type WhoIs = { get(slug: string): Person | undefined };

/** Compares what a search showed with the truth. */
export function measureSearch(request: QualityRequest, run: SearchRun, whoIs: WhoIs): Measures {
  const { profileDisplayData: data, spend } = run.answer.metadata ?? {};
  const cards = [...(data?.verifiedProfiles ?? []), ...(data?.otherProfiles ?? [])].toSorted(
    (one, other) => other.relevanceScore - one.relevanceScore,
  );
  const personOf = ({ profileUrl }: DisplayProfile) => whoIs.get(profileSlug(profileUrl) ?? '');
  const people = cards.map(personOf);
  const hits = people.map((person) => person !== undefined && fits(request, person));
  const best = hits.toSorted((one, other) => Number(other) - Number(one));
  const verified = cards.map(
    ({ isVerified, relevanceScore }) => isVerified && relevanceScore >= MIN_TOP_MATCH_SCORE,
  );
  return {
    shown: cards.length,
    fitting: shareOf(hits),
    precisionAt5: precisionAt(5, hits),
    precisionAt10: precisionAt(10, hits),
    bestAt5: precisionAt(5, best),
    bestAt10: precisionAt(10, best),
    verified: shareOf(hits.filter((_hit, at) => verified[at])),
    givenQuotes: { of: run.quotes.given, are: run.quotes.held },
    shownQuotes: shareOf(cards.flatMap((card) => quotesHold(card, run))),
    wrongPerson: shareOf(
      cards
        .filter(({ isVerified }) => isVerified)
        .map((card) => !isOf(personOf(card), run.records.get(card.profileUrl))),
    ),
    otherPerson: shareOf(
      [...run.records].map(([url, record]) => !isOf(whoIs.get(profileSlug(url) ?? ''), record)),
    ),
    rankCorrelation: rankCorrelation(
      cards.map(({ relevanceScore }) => relevanceScore),
      people.map((person) => (person === undefined ? 0 : gradeOf(request, person))),
    ),
    modelCalls: spend?.modelCalls ?? 0,
    inputTokens: spend?.inputTokens ?? 0,
    outputTokens: spend?.outputTokens ?? 0,
    lookups: spend?.lookups ?? 0,
    dollars: spend?.dollars ?? 0,
  };
}

const shareOf = (list: readonly boolean[]): Share => ({ of: list.length, are: list.filter(Boolean).length });

/** The share of hits among the first `count`, or among all if there are fewer. */
export function precisionAt(count: number, hits: readonly boolean[]): number | undefined {
  const first = hits.slice(0, count);
  return first.length === 0 ? undefined : first.filter(Boolean).length / first.length;
}

function quotesHold({ profileUrl, verdicts = [] }: DisplayProfile, { found, records }: SearchRun): boolean[] {
  const record = records.get(profileUrl);
  // Language proficiency is a separate field: 'Spanish', 'NATIVE_OR_BILINGUAL'.
  const languages = record?.languages_and_proficiencies?.map(
    ({ name, proficiency }) => `${name} (${proficiency?.replaceAll('_', ' ').toLowerCase()})`,
  );
  const text = textsIn([found.get(profileUrl), record, languages]);
  return verdicts.flatMap((verdict) => ('quote' in verdict ? [stands(verdict.quote, text)] : []));
}

/** Whether a record is the person’s own, by identifier and name. */
function isOf(person: Person | undefined, record: ProfileRecord | undefined): boolean {
  return (
    person !== undefined &&
    record?.public_identifier === person.slug &&
    seen(record.full_name ?? '') === seen(`${person.firstName} ${person.lastName}`)
  );
}

/** A name as displayed: Persian and Kurdish names contain joiners that a record may lack. */
const seen = (name: string): string => name.replace(/\p{Cf}/gu, '');

/** Spearman’s rank correlation, with ties at their mean rank; undefined if either list is constant. */
export function rankCorrelation(some: readonly number[], others: readonly number[]): number | undefined {
  const [one, other] = [deviations(ranksOf(some)), deviations(ranksOf(others))];
  const dot = (a: readonly number[], b: readonly number[]) =>
    a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);
  const size = Math.sqrt(dot(one, one) * dot(other, other));
  return size === 0 ? undefined : dot(one, other) / size;
}

function ranksOf(values: readonly number[]): number[] {
  return values.map((value) => {
    const below = values.filter((each) => each < value).length;
    const equal = values.filter((each) => each === value).length;
    return below + (equal + 1) / 2;
  });
}

function deviations(values: readonly number[]): number[] {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return values.map((value) => value - mean);
}

/** Totals over many searches: counts are added up, everything else is the mean of the searches that have it. */
export interface Figures {
  searches: number;
  /** Searches that showed nobody. */
  empty: number;
  shares: Record<
    'fitting' | 'verified' | 'givenQuotes' | 'shownQuotes' | 'wrongPerson' | 'otherPerson',
    Share
  >;
  means: Record<(typeof MEANS)[number], number>;
  dollars: number;
}

const MEANS = [
  'precisionAt5',
  'precisionAt10',
  'bestAt5',
  'bestAt10',
  'rankCorrelation',
  'modelCalls',
  'inputTokens',
  'outputTokens',
  'lookups',
] as const;

export function sumUp(all: readonly Measures[]): Figures {
  const share = (name: keyof Figures['shares']): Share => ({
    of: all.reduce((sum, each) => sum + each[name].of, 0),
    are: all.reduce((sum, each) => sum + each[name].are, 0),
  });
  const mean = (name: (typeof MEANS)[number]): number => {
    const known = all.flatMap((each) => each[name] ?? []);
    return known.reduce((sum, value) => sum + value, 0) / known.length;
  };
  return {
    searches: all.length,
    empty: all.filter(({ shown }) => shown === 0).length,
    shares: {
      fitting: share('fitting'),
      verified: share('verified'),
      givenQuotes: share('givenQuotes'),
      shownQuotes: share('shownQuotes'),
      wrongPerson: share('wrongPerson'),
      otherPerson: share('otherPerson'),
    },
    means: {
      precisionAt5: mean('precisionAt5'),
      precisionAt10: mean('precisionAt10'),
      bestAt5: mean('bestAt5'),
      bestAt10: mean('bestAt10'),
      rankCorrelation: mean('rankCorrelation'),
      modelCalls: mean('modelCalls'),
      inputTokens: mean('inputTokens'),
      outputTokens: mean('outputTokens'),
      lookups: mean('lookups'),
    },
    dollars: all.reduce((sum, each) => sum + each.dollars, 0),
  };
}
