import { fold } from '../text/fold.ts';
import { hashText } from '../text/random.ts';
import { COUNTRIES } from '../vocabulary/places.ts';
import type { Criterion, Judgement } from './judge.ts';
import { judge, listCriteria, readCriteria, scoreOf } from './judge.ts';
import { isRecord, recordsOf, textOf } from './read-value.ts';

/** The reply of the assessment call. */
export type Assessment = {
  finalRelevanceScore: number;
  verificationReasoning: string;
  meetsAllCriteria: boolean;
};

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

/** Where somebody lives is read from the record's place alone, not from a job of ten years ago. */
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

/** Answers the assessment call: whether the profile-data record bears out what the search result promised. */
export function assessProfile(input: Record<string, unknown>): Assessment {
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
  const judgement = judgeRecord(record, readCriteria(input['targetCriteria'], textOf(input['request'])));
  const seen = scoreOf(judgement, textOf(profile['url']));
  const meetsAllCriteria = judgement.missing.length === 0;
  const finalRelevanceScore = meetsAllCriteria
    ? Math.max(seen, Math.round(initial))
    : Math.round(0.3 * initial + 0.7 * seen);
  return { finalRelevanceScore, verificationReasoning: reasonFor(judgement), meetsAllCriteria };
}
