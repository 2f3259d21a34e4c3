import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { StandIns } from '#shared/results.ts';
import {
  isVerifiedByImport,
  labelOf,
  shownVerification,
  sourceOf,
  VERDICT_WORDS,
  warningsOn,
} from '#web/features/results/index.ts';
import { factsOf, judgedOf, type Person } from '../person.ts';

/* A person as every exported file has them: only what is known about them, as plain text of limited length. */

export interface ExportedPerson {
  rank: number;
  name: string;
  /** 0 to 100, truncated, not rounded; null if the person has not been scored. */
  score: number | null;
  /** The reader's adjustments since then rule the person out. */
  noLongerAMatch?: true;
  headline: string;
  place: string;
  title: string;
  company: string;
  degree: string;
  school: string;
  /** As listed in the record; absent if it lists none. */
  languages?: readonly string[];
  certificates?: readonly string[];
  verified: boolean;
  /** That the person was verified is a claim of an imported file. */
  verifiedByImport?: true;
  /** ISO date of the record that was read. */
  recordDate?: string;
  criteria: readonly {
    criterion: string;
    need: Criterion['need'];
    verdict: 'met' | 'not met' | 'unclear';
    quote?: string;
    source?: string;
  }[];
  summary: string;
  whyThisScore?: string;
  verification?: string;
  /** What to know before trusting the rest. */
  warnings?: readonly string[];
  tags: readonly string[];
  /** Canonical; absent if there is none, or if names are hidden. */
  profileUrl?: string;
  status?: string;
  note?: string;
  rating?: 'good' | 'bad';
  /** Set if no real provider was used, so that the person may not exist. */
  providers?: StandIns;
  /** The requests for which the person was found, newest first. */
  foundFor?: readonly string[];
}

/** Maximum characters of a text. An Excel cell takes 32,767, including the characters that make it safe. */
const MAX_TEXT_LENGTH = 32_000;
export const clean = (text: string): string => cleanText(text, MAX_TEXT_LENGTH);

export function toExportedPerson(person: Person): ExportedPerson {
  const { profile, rank, isScored, isFallen, status = '', note = '', rating, origins } = person;
  const { languages, certificates, scoreReason, recordDate } = profile;
  const { headline, place, title, company, degree, school } = factsOf(person);
  const verification = shownVerification(profile);
  const warnings = warningsOn(profile, person);
  const profileUrl = canonicalProfileUrl(profile.profileUrl);
  return {
    rank,
    name: clean(profile.fullName),
    score: isScored ? Math.floor(profile.relevanceScore) : null,
    ...(isFallen && { noLongerAMatch: true }),
    headline: clean(headline),
    place: clean(place),
    title: clean(title),
    company: clean(company),
    degree: clean(degree),
    school: clean(school),
    ...(languages && { languages: languages.map(clean) }),
    ...(certificates && { certificates: certificates.map(clean) }),
    verified: profile.isVerified,
    ...(isVerifiedByImport(person) && { verifiedByImport: true }),
    ...(recordDate !== undefined && { recordDate: clean(recordDate) }),
    criteria: judgedOf(person).map(({ criterion, verdict }) => ({
      criterion: clean(labelOf(criterion)),
      need: criterion.need,
      verdict: VERDICT_WORDS[verdict.verdict],
      ...(verdict.verdict !== 'unclear' && { quote: clean(verdict.quote), source: sourceOf(verdict) }),
    })),
    summary: clean(profile.summary),
    ...(scoreReason !== undefined && { whyThisScore: clean(scoreReason) }),
    ...(verification !== undefined && { verification: clean(verification) }),
    ...(warnings.length > 0 && { warnings: warnings.map(clean) }),
    tags: profile.tags.map(clean).filter((tag) => tag !== ''),
    ...(profileUrl !== undefined && { profileUrl }),
    ...(status !== '' && { status: clean(status) }),
    ...(note !== '' && { note: clean(note) }),
    ...(rating !== undefined && { rating }),
    ...(person.providers !== undefined && { providers: person.providers }),
    ...(origins !== undefined && { foundFor: origins.map(({ request }) => clean(request)) }),
  };
}

export const describeVerified = ({ verified, verifiedByImport }: ExportedPerson): string => {
  if (!verified) return 'no';
  return verifiedByImport ? 'yes, according to an imported file' : 'yes';
};

/** What follows a criterion's label; that of an excluded one says so itself. */
export const NEED_WORDS = { required: '', preferred: ' (nice to have)', excluded: '' } as const;
