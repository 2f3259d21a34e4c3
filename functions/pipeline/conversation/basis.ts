import { estimateTokens, type FoundPages, showingOnly } from '#functions/providers/ports.ts';
import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS, SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import type { FoundProfile, PageRead, SearchQuery } from '#shared/results.ts';
import { notMetOf } from '#shared/score-ceiling.ts';
import type { Basis, SearchPlan } from '#shared/search-request.ts';
import { LONGEST_CRITERION, MOST_ALTERNATIVES } from '../criteria/alternatives.ts';
import { targetOf } from '../criteria/criteria.ts';
import { completeQuery } from '../criteria/google-query.ts';
import { applySensitivity, type SensitiveCriteria, tellable } from '../criteria/sensitive.ts';
import { findingsOf, sourcesOf } from '../evidence/evidence.ts';
import { EITHER } from '../language/words.ts';

/*
 * The answer that a request goes on from. It comes with the request, from whoever sends it: data like the request itself, with strangers'
 * words in it. docs/behaviour.md#refining
 */

/** In characters, above what honest answers have: every criterion is looked for in every text. */
const LONGEST_TITLE = 200;
const LONGEST_SNIPPET = 400;
const IS_ID = /^[a-z][\w-]{0,23}$/i;

/** Criteria as a page sends them, made safe to show and to tell. Blank ones go, and so does whether one is scored: the deployment decides that. */
export function cleanCriteria(criteria: readonly Criterion[]): Criterion[] {
  const taken = new Set(criteria.map(({ id }) => id));
  const freshId = () => {
    let number = 1;
    while (taken.has(`c${number}`)) number += 1;
    taken.add(`c${number}`);
    return `c${number}`;
  };
  return criteria.flatMap(({ id, subject, text, need }) => {
    const alternatives = cleanText(text, LONGEST_CRITERION).split(EITHER).slice(0, MOST_ALTERNATIVES);
    const clean = alternatives.join(EITHER);
    return clean === '' ? [] : [{ id: IS_ID.test(id) ? id : freshId(), subject, text: clean, need }];
  });
}

/** Somebody's page without hidden characters, cut to an honest page's length. */
export const cleanPerson = <Person extends Pick<FoundProfile, 'title' | 'snippet'>>(
  person: Person,
): Person => ({
  ...person,
  title: cleanText(person.title, LONGEST_TITLE),
  snippet: cleanText(person.snippet, LONGEST_SNIPPET),
});

/** The previous answer, sanitised, without excluded people. */
export function readBasis(
  { basis, leaveOut = [] }: SearchPlan,
  sensitive?: SensitiveCriteria,
): Basis | undefined {
  if (basis === undefined) return undefined;
  const isLeftOut = new Set(leaveOut);
  const brief = cleanText(basis.brief ?? '', LIMITS.briefLength);
  const people = basis.people.flatMap((person) => {
    if (isLeftOut.has(person.url)) return [];
    isLeftOut.add(person.url);
    return [cleanPerson(person)];
  });
  return {
    request: cleanText(basis.request, LIMITS.contentLength),
    ...(brief !== '' && { brief }),
    googleSearchQuery: cleanText(basis.googleSearchQuery, LIMITS.queryLength),
    criteria: applySensitivity(cleanCriteria(basis.criteria), '', sensitive).criteria,
    people,
  };
}

/** In estimated tokens: the most that the query call is told of the previous answer. */
const MOST_TOKENS = 2_000;
/** In characters, so that the request leaves room for the rest. */
const LONGEST_REQUEST = 600;

/** The answer as the query call is told it: what matters most first, until there is no more room. */
export function basisData(
  { request, brief, criteria, googleSearchQuery }: Basis,
  people: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const told = { request: (brief ?? request).slice(0, LONGEST_REQUEST), criteria: {}, googleSearchQuery: '' };
  const fits = (data: object) => estimateTokens(JSON.stringify(data)) <= MOST_TOKENS;
  const entries = criteria.map(({ id, subject, text, need }): [string, string] => [
    id,
    `${need === 'required' ? '' : `${need} `}${subject}: ${text}`,
  ]);
  const withCriteria = (count: number) => ({
    ...told,
    criteria: Object.fromEntries(entries.slice(0, count)),
  });
  const base = withCriteria(mostThatFit(entries.length, (count) => fits(withCriteria(count))));
  const whole = fits({ ...base, googleSearchQuery }) ? { ...base, googleSearchQuery } : base;
  if (people.length === 0) return whole;
  const withPeople = (count: number) => ({ ...whole, people: people.slice(0, count) });
  return withPeople(mostThatFit(people.length, (count) => fits(withPeople(count))));
}

/** The greatest number up to a limit for which something holds that holds for all smaller ones; 0 where it holds for none. */
function mostThatFit(limit: number, fits: (count: number) => boolean): number {
  let count = 0;
  while (count < limit && fits(count + 1)) count += 1;
  return count;
}

/** The people of an answer checked against other criteria. */
export interface HeldPeople {
  /** Those who still fit, in their order. */
  fitting: FoundProfile[];
  /** How many there were. */
  of: number;
}

/**
 * Keeps those of an answer's people who do not fail a new or changed criterion, as far as code can tell from title and snippet. Nobody is
 * dropped for what is unclear.
 */
export function holdPeople({ people, criteria: before }: Basis, { criteria = [] }: SearchQuery): HeldPeople {
  const isAsBefore = (each: Criterion) =>
    before.some(({ id, text, need }) => id === each.id && text === each.text && need === each.need);
  const changed = criteria.filter((each) => !isAsBefore(each));
  const fitting = people.filter((person) => {
    const { verdicts } = findingsOf(changed, sourcesOf(person));
    return notMetOf(changed, verdicts).length === 0;
  });
  return { fitting: fitting.map(({ relevanceScore: _, ...person }) => person), of: people.length };
}

/** Results reserved for new people, if the search finds so many. */
const LEAST_NEW = 5;

/**
 * Results that begin with the people who were found before and still fit, so that new ones fill them up. A page counts as read only where
 * everybody on it is among them: the others are there to be found with more people.
 */
export function joinResults(earlier: readonly FoundProfile[], found: FoundPages): FoundPages {
  const known = new Map(earlier.map((person) => [person.url, person]));
  const fresh = found.linkedinProfiles.filter(({ url }) => !known.has(url));
  const room = SEARCH_RESULTS_REQUESTED - Math.min(fresh.length, LEAST_NEW);
  const people = [...earlier.slice(0, room), ...fresh].slice(0, SEARCH_RESULTS_REQUESTED);
  return showingOnly(
    found,
    people.map((person, index) => atPlace(person, index + 1)),
  );
}

/** The same object if it is at its place already: what is made of it is cached by identity. */
const atPlace = (person: FoundProfile, position: number): FoundProfile =>
  person.position === position ? person : { ...person, position };

/** Earlier people as the results of a search that has not begun. */
export const earlierResults = (earlier: readonly FoundProfile[]): FoundPages => {
  const linkedinProfiles = earlier
    .slice(0, SEARCH_RESULTS_REQUESTED)
    .map((person, index) => atPlace(person, index + 1));
  return {
    totalResults: earlier.length,
    currentPage: 1,
    hasNextPage: false,
    linkedinProfiles,
    pagesRead: [],
  };
};

/**
 * The query of the answer, to go on with: for profile pages, and with its criteria as the deployment counts them.
 * @param basis as the page sends it: which criteria are sensitive shows in those that a deployment leaves out
 */
export function queryOf(basis: Basis, deps: { sensitiveCriteria?: SensitiveCriteria }): SearchQuery {
  const { request, alternativeSearchTerms } = basis;
  const cleaned = cleanCriteria(basis.criteria);
  const { criteria, sensitive } = applySensitivity(cleaned, request, deps.sensitiveCriteria);
  const brief = tellable(cleanText(basis.brief ?? '', LIMITS.briefLength), { sensitive }, deps);
  return {
    googleSearchQuery: completeQuery(cleanText(basis.googleSearchQuery, LIMITS.queryLength), cleaned),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    ...(alternativeSearchTerms && { alternativeSearchTerms }),
    ...(brief !== '' && { brief }),
  };
}

/** The pages behind the answer; where the page does not know them, the first two of its query, and those that somebody was found on. */
export function pagesReadOf({ pagesRead, people }: Basis, { googleSearchQuery }: SearchQuery): PageRead[] {
  if (pagesRead !== undefined) return pagesRead;
  const found = people.flatMap(({ foundBy }) => foundBy ?? []);
  const first = [1, 2].map((page) => ({ query: googleSearchQuery, page }));
  return [...first, ...found].map((each) => ({ ...each, isLast: false }));
}
