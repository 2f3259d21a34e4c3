import { fold, holdsPhrase } from '../fold.ts';
import { hashText } from '../random.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import { COUNTRIES } from '../vocabulary/places.ts';
import { type Piece, readRequest } from './read-request.ts';
import { isRecord, recordsOf, textOf } from './values.ts';

/** One thing asked for: what it is about, the words used, and their pieces, which a match shows all of. */
type Criterion = { label: string; wanted: string; pieces: readonly Piece[] };

/** How much of the criteria a text shows, from 0 to 1, and which ones it does and does not. */
type Judgement = { share: number; met: readonly Criterion[]; missing: readonly Criterion[] };

const KIND_OF_LABEL: Readonly<Record<string, Kind>> = { nationality: 'nationality', location: 'place' };

function criterion(label: string, wanted: string): Criterion {
  const kind = KIND_OF_LABEL[label];
  const pieces = readRequest(wanted.slice(0, 300)).map((piece) => {
    const fitting = piece.entities.filter((entity) => entity.kind === kind);
    return fitting.length > 0 ? { ...piece, entities: fitting } : piece;
  });
  return { label, wanted, pieces };
}

/** The criteria that a call's input holds; the request itself where the criteria name nothing. */
export function readCriteria(input: Record<string, unknown>): Criterion[] {
  const given = input['criteria'];
  const request = textOf(input['request']);
  const entries = isRecord(given) ? Object.entries(given) : [];
  const named = entries.flatMap(([label, value]) => {
    const values = Array.isArray(value) ? value.map((each: unknown) => textOf(each)) : [textOf(value)];
    return values.filter((wanted) => wanted.trim() !== '').map((wanted) => criterion(label, wanted));
  });
  const useful = named.filter((each) => each.pieces.length > 0);
  return useful.length > 0
    ? useful
    : [criterion('request', request)].filter((each) => each.pieces.length > 0);
}

const FOLDED = new Map<string, string>();

/** Alternatives come from the vocabulary, so the table cannot grow beyond it. */
function foldKnown(phrase: string): string {
  const known = FOLDED.get(phrase);
  if (known !== undefined) return known;
  const folded = fold(phrase);
  FOLDED.set(phrase, folded);
  return folded;
}

function shows(folded: string, piece: Piece): boolean {
  if (holdsPhrase(folded, piece.text)) return true;
  return piece.entities.some((entity) =>
    [...entity.alternatives, ...entity.implied].some((way) => holdsPhrase(folded, foldKnown(way))),
  );
}

/** Judges a text against criteria; places are alternatives to each other, all other pieces are needed together. */
export function judge(text: string, criteria: readonly Criterion[]): Judgement {
  const folded = fold(text.slice(0, 20_000));
  const shares = criteria.map(({ label, pieces }) => {
    const hits = pieces.filter((piece) => shows(folded, piece)).length;
    return label === 'location' ? Math.min(1, hits) : hits / pieces.length;
  });
  return {
    share: shares.length === 0 ? 0.5 : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    met: criteria.filter((_each, at) => shares[at] === 1),
    missing: criteria.filter((_each, at) => shares[at] !== 1),
  };
}

/** A score from 0 to 100: 85 to 96 where everything is shown, else by the share; `salt` varies it a little, as models do. */
export function scoreOf(judgement: Judgement, salt: string): number {
  const variation = hashText(salt) % 12;
  if (judgement.share === 1) return 85 + variation;
  return Math.min(79, Math.round(14 + 66 * judgement.share + variation / 2));
}

const LIST = new Intl.ListFormat('en-GB');

/** `nationality (Peruvian) and education (Dartmouth College)`. */
function listCriteria(criteria: readonly Criterion[]): string {
  return LIST.format(criteria.map(({ label, wanted }) => `${label} (${wanted})`));
}

/** The score from which a profile is worth verifying. */
const WORTH_VERIFYING = 60;

/** Answers the scoring call: how well each profile's title and snippet show what was asked for. */
export function scoreProfiles(input: Record<string, unknown>): object[] {
  const criteria = readCriteria(input);
  return recordsOf(input['profiles']).map((profile, at) => {
    const index = typeof profile['index'] === 'number' ? profile['index'] : at;
    const judgement = judge(`${textOf(profile['title'])} | ${textOf(profile['snippet'])}`, criteria);
    const relevanceScore = scoreOf(judgement, textOf(profile['url']));
    const { met, missing } = judgement;
    const matched = met.length > 0 ? `Matches ${listCriteria(met)}` : 'No criterion is clearly met';
    const lacking = missing.length > 0 ? `; the result does not show ${listCriteria(missing)}` : '';
    return {
      index,
      relevanceScore,
      reasoning: `${matched}${lacking}.`,
      shouldVerify: relevanceScore >= WORTH_VERIFYING,
    };
  });
}

/** The score from which a profile passes on its search result alone. */
const PASSES_UNSEEN = 70;

const texts = (record: Record<string, unknown>, ...names: string[]): string[] =>
  names.map((name) => textOf(record[name])).filter((text) => text !== '');

function whereabouts(record: Record<string, unknown>): string {
  const country = COUNTRIES.find(({ code }) => code === record['country'])?.name ?? '';
  return [...texts(record, 'city', 'state', 'country', 'location'), country]
    .filter((text) => text !== '')
    .join(' | ');
}

function recordText(record: Record<string, unknown>): string {
  const languages: unknown = record['languages'];
  return [
    ...texts(record, 'headline', 'summary', 'occupation'),
    whereabouts(record),
    ...recordsOf(record['experiences']).flatMap((job) =>
      texts(job, 'title', 'company', 'description', 'location'),
    ),
    ...recordsOf(record['education']).flatMap((study) =>
      texts(study, 'school', 'degree_name', 'field_of_study'),
    ),
    ...(Array.isArray(languages) ? languages.map((language: unknown) => textOf(language)) : []),
  ].join(' | ');
}

/** Where somebody lives is read from the record's place only, not from an old job. */
function judgeRecord(record: Record<string, unknown>, criteria: readonly Criterion[]): Judgement {
  const placed = whereabouts(record) === '' ? [] : criteria.filter((each) => each.label === 'location');
  const others = criteria.filter((each) => !placed.includes(each));
  const parts = [judge(whereabouts(record), placed), judge(recordText(record), others)] as const;
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
    };
  }
  if (recordsOf(record['experiences']).length + recordsOf(record['education']).length === 0) {
    const score = Math.max(0, Math.round(initial) - 5);
    const verificationReasoning =
      'The record shows no experience or education, so only the search result speaks for this profile.';
    return { finalRelevanceScore: score, verificationReasoning, meetsAllCriteria: score >= PASSES_UNSEEN };
  }
  const judgement = judgeRecord(record, readCriteria(input));
  const seen = scoreOf(judgement, textOf(profile['url']));
  const meetsAllCriteria = judgement.missing.length === 0;
  const finalRelevanceScore = meetsAllCriteria
    ? Math.max(seen, Math.round(initial))
    : Math.round(0.3 * initial + 0.7 * seen);
  return { finalRelevanceScore, verificationReasoning: reasonFor(judgement), meetsAllCriteria };
}
