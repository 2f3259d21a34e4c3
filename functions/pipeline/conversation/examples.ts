import type { Criterion } from '#shared/criteria.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { Basis } from '#shared/search-request.ts';
import { truncate } from '#shared/truncate.ts';
import { isNamedBy, NEGATION } from '../criteria/criterion-match.ts';
import { readResult } from '../evidence/local-reading.ts';
import { jobsOf } from '../evidence/record-jobs.ts';
import { containsContentWords, textsIn } from '../language/words.ts';
import { countryName } from '../places/gazetteer.ts';
import { isInstruction } from './follow-up.ts';

/*
 * The people that a request wants others to resemble: 'like number 3', 'people like linkedin.com/in/…'. What is known about them brings
 * strangers' words into the call that decides what to search for, so it gets only the people that the request mentions, and code checks its
 * reply. docs/behaviour.md#similar-people
 */

/** A person that others should resemble. */
export interface Example {
  /** What the query call is told about them. */
  data: Record<string, unknown>;
  /** All the texts in `data` except the name, which is not a criterion. */
  facts: readonly string[];
  /** What they do, in a few words; empty if unknown. */
  role: string;
}

/** In characters. */
const MAX_HEADLINE_LENGTH = 100;
const MAX_ABOUT_LENGTH = 200;
const MAX_ROLE_LENGTH = 60;
export const MAX_FACT_LENGTH = 100;
const MAX_JOBS = 3;
const MAX_SCHOOLS = 2;

/** A person in an answer as an example, with their rank if they have one. */
export function exampleOf({ title, snippet, relevanceScore, rank }: Basis['people'][number]): Example {
  const read = readResult({ title, snippet }, { interests: [], experience: [] });
  const headline = truncate(read.headline, MAX_HEADLINE_LENGTH);
  const about = truncate(snippet, MAX_ABOUT_LENGTH);
  const score = relevanceScore === undefined ? {} : { score: Math.floor(relevanceScore) };
  const data = { rank, name: nameFromTitle(title), headline, about, ...score };
  return { data, facts: [headline, about], role: roleIn(headline) };
}

/** The role in a headline, without the employer. */
const roleIn = (headline: string): string =>
  (headline.split(/\s+(?:at|@|[-–—|·•])\s+/)[0] ?? '').slice(0, MAX_ROLE_LENGTH).trim();

/** The main facts of a record, without the name. */
export function exampleOfRecord(record: ProfileRecord): Example {
  const cut = (text: string | null | undefined) => truncate(text ?? '', MAX_FACT_LENGTH) || undefined;
  const { headline, summary, city, state, country } = record;
  const { present, all } = jobsOf(record);
  const jobs = [...new Set([...present, ...all])].slice(0, MAX_JOBS).map((job) => ({
    title: cut(job.title),
    company: cut(job.company),
    ...(!present.includes(job) && { isOver: true }),
  }));
  const education = record.education.slice(0, MAX_SCHOOLS).map(({ school, degree_name, field_of_study }) => ({
    school: cut(school),
    degree: cut(degree_name),
    field: cut(field_of_study),
  }));
  const data = {
    headline: cut(headline),
    location: [city, state, countryName(country)].filter(Boolean).join(', ') || undefined,
    jobs,
    education,
    summary: truncate(summary ?? '', MAX_ABOUT_LENGTH) || undefined,
  };
  const role = present.find(({ title }) => title)?.title;
  return { data, facts: textsIn(data), role: roleIn(role ?? headline ?? '') };
}

/** Whether a request names a criterion, in any words and negated or not: 'not in the US' names the United States. */
export const isSaidIn = (request: string, each: Criterion): boolean =>
  containsContentWords(request, each.text) || request.split(NEGATION).some((part) => isNamedBy(each, part));

/**
 * Keeps the criteria that a model read next to strangers' words if the words of the request, or of its examples, support them. Those from
 * examples never exclude anybody or name a nationality, and are preferred, except that the profession is required if the request is a new
 * search. If nothing is left to search for, the first example's profession is added.
 */
export function borneOut(
  criteria: readonly Criterion[],
  { request, examples, isAlone }: { request: string; examples: readonly Example[]; isAlone: boolean },
): Criterion[] {
  const kept = criteria.flatMap((each) => {
    if (isInstruction(each, request)) return [];
    if (isSaidIn(request, each)) return [each];
    const isFromExample = examples.some(({ facts }) =>
      facts.some((fact) => containsContentWords(fact, each.text)),
    );
    if (!isFromExample || each.need === 'excluded' || each.subject === 'nationality') return [];
    const need = isAlone && each.subject === 'profession' ? 'required' : 'preferred';
    return [{ ...each, need } satisfies Criterion];
  });
  const role = examples[0]?.role ?? '';
  const isEnough = isAlone ? kept.some(({ need }) => need === 'required') : kept.length > 0;
  const own: Criterion[] =
    isEnough || role === ''
      ? []
      : [{ id: '', subject: 'profession', text: role, need: isAlone ? 'required' : 'preferred' }];
  return [...own, ...kept].map((each, index) => ({ ...each, id: `c${index + 1}` }));
}
