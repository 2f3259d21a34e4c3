import { fold } from '../fold.ts';
import { hashText } from '../random.ts';
import { COUNTRIES } from '../vocabulary/places.ts';
import { type Criterion, readCriteria, shows } from './criteria.ts';
import type { Piece } from './read-request.ts';
import { isRecord, recordsOf, textOf } from './values.ts';
import { isAbout, judgeEach, type Passage, passagesOf } from './verdicts.ts';

/** How much of the criteria a text shows, from 0 to 1, and which ones it does and does not show. */
type Judgement = { share: number; met: readonly Criterion[]; missing: readonly Criterion[] };

/** Judges a person's texts against criteria. Places are alternatives to each other; all other pieces are needed together. */
export function judge(passages: readonly Passage[], all: readonly Criterion[]): Judgement {
  const read = passages.map((passage) => ({ passage, folded: fold(passage.text.slice(0, 20_000)) }));
  const textAbout = (criterion: Criterion): string =>
    read
      .filter(({ passage }) => isAbout(criterion, passage))
      .map(({ folded }) => folded)
      .join(' | ');
  const required = all.filter(({ need }) => need === undefined);
  const criteria = required.length > 0 ? required : all.filter(({ need }) => need !== 'excluded');
  const excluded = all.filter(({ need }) => need === 'excluded');
  if (excluded.some((each) => each.ways.flat().some((piece) => shows(textAbout(each), piece))))
    return { share: 0, met: [], missing: criteria };
  const shares = criteria.map((criterion) => {
    const { label, ways } = criterion;
    const text = textAbout(criterion);
    const shareShown = (pieces: readonly Piece[]) => {
      const hits = pieces.filter((piece) => shows(text, piece)).length;
      return label === 'location' ? Math.min(1, hits) : hits / pieces.length;
    };
    return Math.max(...ways.map(shareShown));
  });
  return {
    share: shares.length === 0 ? 0.5 : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    met: criteria.filter((_each, at) => shares[at] === 1),
    missing: criteria.filter((_each, at) => shares[at] !== 1),
  };
}

/** A score from 0 to 100: 85 to 96 if everything is shown, otherwise by the share. `salt` varies it a little, as models do. */
export function scoreOf(judgement: Judgement, salt: string): number {
  const variation = hashText(salt) % 12;
  if (judgement.share === 1) return 85 + variation;
  return Math.min(79, Math.round(14 + 66 * judgement.share + variation / 2));
}

const LIST_FORMAT = new Intl.ListFormat('en-GB');

/** `nationality (Peruvian) and education (Dartmouth College)`. */
function listCriteria(criteria: readonly Criterion[]): string {
  return LIST_FORMAT.format(criteria.map(({ label, wanted }) => `${label} (${wanted})`));
}

/** The score from which a profile is worth verifying. */
const MIN_SCORE_TO_VERIFY = 60;

/** Answers the scoring call: how well each profile's title and snippet match the criteria. */
export function scoreProfiles(input: Record<string, unknown>): object[] {
  const criteria = readCriteria(input);
  return recordsOf(input['profiles']).map((profile, at) => {
    const index = typeof profile['index'] === 'number' ? profile['index'] : at;
    const [title, snippet] = [textOf(profile['title']), textOf(profile['snippet'])];
    const passages = passagesOf(title, snippet);
    const judgement = judge(passages, criteria);
    const relevanceScore = scoreOf(judgement, textOf(profile['url']));
    const { met, missing } = judgement;
    const matched = met.length > 0 ? `Matches ${listCriteria(met)}` : 'No criterion is clearly met';
    const lacking = missing.length > 0 ? `; the result does not show ${listCriteria(missing)}` : '';
    return {
      index,
      relevanceScore,
      reasoning: `${matched}${lacking}.`,
      shouldVerify: relevanceScore >= MIN_SCORE_TO_VERIFY,
      verdicts: judgeEach(passages, criteria),
    };
  });
}

/** The score from which a profile passes on its search result alone. */
const MIN_UNVERIFIED_SCORE = 70;

const textsOf = (record: Record<string, unknown>, ...names: string[]): string[] =>
  names.map((name) => textOf(record[name])).filter((text) => text !== '');

function locationText(record: Record<string, unknown>): string {
  const country = COUNTRIES.find(({ code }) => code === record['country'])?.name ?? '';
  return [...textsOf(record, 'city', 'state', 'country', 'location'), country]
    .filter((text) => text !== '')
    .join(' | ');
}

/** The end is a year in calls, or a date from providers. */
const hasEnded = (job: Record<string, unknown>): boolean => Boolean(job['to'] ?? job['ends_at']);

const LIST_SECTIONS = [
  'languages',
  'certifications',
  'skills',
  'volunteering',
  'projects',
  'publications',
  'patents',
  'awards',
];

/** A record's content as passages that can be quoted. */
function recordPassages(record: Record<string, unknown>): Passage[] {
  const place = textsOf(record, 'city', 'state', 'country', 'location').join(', ');
  const listed = LIST_SECTIONS.flatMap((list) => {
    const entries: unknown = record[list];
    return Array.isArray(entries) ? entries.map((entry: unknown) => textOf(entry)) : [];
  });
  return [
    ...(place === '' ? [] : [{ text: place, about: 'location' as const }]),
    ...recordsOf(record['education']).flatMap((study) => [
      ...textsOf(study, 'school').map((text) => ({ text, about: 'education' as const })),
      ...textsOf(study, 'degree_name', 'degree', 'field_of_study', 'field').map((text) => ({ text })),
    ]),
    ...recordsOf(record['experiences']).flatMap((job) =>
      textsOf(job, 'title', 'company', 'description').map((text) =>
        hasEnded(job) ? { text, about: 'past' as const } : { text },
      ),
    ),
    ...listed.map((text) => ({ text, about: 'beside' as const })),
    ...textsOf(record, 'headline').flatMap((text) => text.split(' | ').map((part) => ({ text: part }))),
    ...textsOf(record, 'summary').flatMap((text) =>
      text.split(/(?<=\p{L}{3}[.!?]) /u).map((part) => ({ text: part })),
    ),
  ];
}

/** Judges a record. Where somebody lives is read only from the record's place, not from an old job. */
function judgeRecord(record: Record<string, unknown>, criteria: readonly Criterion[]): Judgement {
  const placed = locationText(record) === '' ? [] : criteria.filter((each) => each.label === 'location');
  const others = criteria.filter((each) => !placed.includes(each));
  const place: Passage = { text: locationText(record), about: 'location' };
  const parts = [judge([place], placed), judge([place, ...recordPassages(record)], others)] as const;
  const weights = [placed.length, others.length] as const;
  const sum = parts[0].share * weights[0] + parts[1].share * weights[1];
  return {
    share: criteria.length === 0 ? 0.5 : sum / criteria.length,
    met: parts.flatMap((part) => part.met),
    missing: parts.flatMap((part) => part.missing),
  };
}

function isSomebodyElse(record: Record<string, unknown>, title: string): boolean {
  const name = fold(textOf(record['full_name']));
  const head = fold(title.split(' - ')[0] ?? title);
  return name !== '' && head !== '' && !name.split(' ').every((word) => head.includes(word));
}

function reasonFor({ met, missing }: Judgement): string {
  if (missing.length === 0) return `The record confirms ${listCriteria(met)}.`;
  const confirmed = met.length > 0 ? `The record confirms ${listCriteria(met)}, but it` : 'The record';
  return `${confirmed} shows no ${listCriteria(missing)}.`;
}

/** Answers the assessment call: whether the profile-data record confirms the search result. */
export function assessProfile(input: Record<string, unknown>): object {
  const profile = isRecord(input['profile']) ? input['profile'] : {};
  const record = isRecord(input['record']) ? input['record'] : {};
  const given = typeof profile['relevanceScore'] === 'number' ? profile['relevanceScore'] : 50;
  const initial = Math.min(100, Math.max(0, given));
  if (isSomebodyElse(record, textOf(profile['title']))) {
    const verificationReasoning = `The record is that of ${textOf(record['full_name'])}, not of the person found.`;
    return {
      finalRelevanceScore: Math.min(initial, 10 + (hashText(verificationReasoning) % 15)),
      verificationReasoning,
      meetsAllCriteria: false,
      verdicts: [],
    };
  }
  const criteria = readCriteria(input);
  const passages = [
    ...recordPassages(record),
    ...passagesOf(textOf(profile['title']), textOf(profile['snippet'])),
  ];
  const verdicts = judgeEach(passages, criteria);
  if (recordsOf(record['experiences']).length + recordsOf(record['education']).length === 0) {
    const score = Math.max(0, Math.round(initial) - 5);
    const verificationReasoning =
      'The record shows no experience or education, so only the search result speaks for this profile.';
    return {
      finalRelevanceScore: score,
      verificationReasoning,
      meetsAllCriteria: score >= MIN_UNVERIFIED_SCORE,
      verdicts,
    };
  }
  const judgement = judgeRecord(record, criteria);
  const seen = scoreOf(judgement, textOf(profile['url']));
  const meetsAllCriteria = judgement.missing.length === 0;
  const finalRelevanceScore = meetsAllCriteria
    ? Math.max(seen, Math.round(initial))
    : Math.round(0.3 * initial + 0.7 * seen);
  return { finalRelevanceScore, verificationReasoning: reasonFor(judgement), meetsAllCriteria, verdicts };
}
