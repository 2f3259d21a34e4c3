import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile, StandIns } from '#shared/results.ts';
import {
  describeFoundBy,
  describeStruck,
  isVerifiedByImport,
  labelOf,
  meaningfulTexts,
  shownVerification,
  sourceOf,
  splitTags,
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
  /** How the record changed the score; both numbers are truncated like the score. */
  scoreMove?: { from: number; to: number; reason: string };
  verification?: string;
  /** What to know before trusting the rest. */
  warnings?: readonly string[];
  /** A sentence that says how many of the AI's claims were left out, if others hold. */
  claimsLeftOut?: string;
  tags: readonly string[];
  /** Canonical; absent if there is none, or if names are hidden. */
  profileUrl?: string;
  status?: string;
  note?: string;
  rating?: 'good' | 'bad';
  /** Set if no real provider was used, so that the person may not exist. */
  providers?: StandIns;
  /** 'Found on page 3', for somebody who was not on the first pages of the answer's query. */
  howFound?: string;
  /** What the person has in common with people marked good. */
  likeExamples?: readonly string[];
  /** The requests for which the person was found, newest first. */
  foundFor?: readonly string[];
}

/** Maximum characters of a text. An Excel cell takes 32,767, including the characters that make it safe. */
const MAX_TEXT_LENGTH = 32_000;
export const clean = (text: string): string => cleanText(text, MAX_TEXT_LENGTH);

export function toExportedPerson(person: Person): ExportedPerson {
  const { profile, rank, isScored, isFallen, status = '', note = '', rating, origins } = person;
  const { recordDate, foundBy, likeExamples } = profile;
  const languages = meaningfulTexts(profile.languages?.map(clean));
  const certificates = meaningfulTexts(profile.certificates?.map(clean));
  const { headline, place, title, company, degree, school } = factsOf(person);
  const tags = splitTags(profile.tags.map(clean));
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
    ...(languages.length > 0 && { languages }),
    ...(certificates.length > 0 && { certificates }),
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
    ...assessmentOf(person),
    tags: [...tags.shown, ...tags.hidden],
    ...(profileUrl !== undefined && { profileUrl }),
    ...(status !== '' && { status: clean(status) }),
    ...(note !== '' && { note: clean(note) }),
    ...(rating !== undefined && { rating }),
    ...(person.providers !== undefined && { providers: person.providers }),
    ...(foundBy && { howFound: clean(describeFoundBy(foundBy)) }),
    ...(likeExamples && { likeExamples: likeExamples.map(clean) }),
    ...(origins !== undefined && { foundFor: origins.map(({ request }) => clean(request)) }),
  };
}

/** What the AI made of the person, and what to know about that. */
function assessmentOf(
  person: Person,
): Pick<ExportedPerson, 'whyThisScore' | 'scoreMove' | 'verification' | 'warnings' | 'claimsLeftOut'> {
  const { profile } = person;
  const { scoreReason, scoreMove } = profile;
  const verification = shownVerification(profile);
  const warnings = warningsOn(profile, person);
  const claimsLeftOut = describeStruck(profile);
  return {
    ...(scoreReason !== undefined && { whyThisScore: clean(scoreReason) }),
    ...(profile.isVerified && scoreMove && { scoreMove: toExportedMove(scoreMove) }),
    ...(verification !== undefined && { verification: clean(verification) }),
    ...(warnings.length > 0 && { warnings: warnings.map(clean) }),
    ...(claimsLeftOut !== undefined && { claimsLeftOut }),
  };
}

const toExportedMove = ({ from, to, reason }: NonNullable<DisplayProfile['scoreMove']>) => ({
  from: Math.floor(from),
  to: Math.floor(to),
  reason: clean(reason),
});

/** '72 → 58: the record shows no degree'; empty if the record did not change the score. */
export const describeScoreMove = ({ scoreMove }: ExportedPerson): string =>
  scoreMove === undefined ? '' : `${scoreMove.from} → ${scoreMove.to}: ${scoreMove.reason}`;

export const describeVerified = ({ verified, verifiedByImport }: ExportedPerson): string => {
  if (!verified) return 'no';
  return verifiedByImport ? 'yes, according to an imported file' : 'yes';
};

/** What follows a criterion's label; that of an excluded one says so itself. */
export const NEED_WORDS = { required: '', preferred: ' (nice to have)', excluded: '' } as const;
