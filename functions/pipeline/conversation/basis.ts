import { estimateTokens } from '#functions/providers/ports.ts';
import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { FoundProfile, PageRead, SearchQuery } from '#shared/results.ts';
import type { Basis, SearchPlan } from '#shared/search-request.ts';
import { truncate } from '#shared/truncate.ts';
import { MAX_ALTERNATIVES, MAX_CRITERION_LENGTH, MAX_CRITERION_WORDS } from '../criteria/alternatives.ts';
import { targetOf } from '../criteria/criteria.ts';
import { completeQuery } from '../criteria/google-query.ts';
import { applySensitivity, tellable } from '../criteria/sensitive.ts';
import { ALTERNATIVE_SEPARATOR, firstWords, splitAlternatives } from '../language/words.ts';

/*
 * The answer that a request follows. The client sends it with the request, so it is untrusted like the request itself, and contains
 * strangers' words. docs/behaviour.md#refining
 */

/** In characters; more than genuine answers have. Limited, since every criterion is matched against every text. */
const MAX_TITLE_LENGTH = 200;
const MAX_SNIPPET_LENGTH = 400;
const ID_PATTERN = /^[a-z][\w-]{0,23}$/i;

/**
 * Makes criteria from the page safe to show and to pass to models. Blank ones are dropped, and so is `isUnscored`: that is for the
 * deployment to decide.
 */
export function cleanCriteria(criteria: readonly Criterion[]): Criterion[] {
  const taken = new Set(criteria.map(({ id }) => id));
  const freshId = () => {
    let number = 1;
    while (taken.has(`c${number}`)) number += 1;
    taken.add(`c${number}`);
    return `c${number}`;
  };
  return criteria.flatMap(({ id, subject, text, need }) => {
    const alternatives = splitAlternatives(
      firstWords(cleanText(text, MAX_CRITERION_LENGTH), MAX_CRITERION_WORDS),
    ).slice(0, MAX_ALTERNATIVES);
    const clean = alternatives.join(ALTERNATIVE_SEPARATOR);
    return clean === '' ? [] : [{ id: ID_PATTERN.test(id) ? id : freshId(), subject, text: clean, need }];
  });
}

const cleanQuery = (query: string): string => cleanText(query, LIMITS.queryLength);

/** A person's texts without hidden characters, cut to a genuine page's length. */
export const cleanPerson = <Person extends Pick<FoundProfile, 'title' | 'snippet' | 'foundBy'>>(
  person: Person,
): Person => ({
  ...person,
  title: cleanText(person.title, MAX_TITLE_LENGTH),
  snippet: cleanText(person.snippet, MAX_SNIPPET_LENGTH),
  ...(person.foundBy && { foundBy: { ...person.foundBy, query: cleanQuery(person.foundBy.query) } }),
});

/**
 * The people with the numbers that a request may name them by. A page that sends none numbers them in the order sent, so this has to come
 * before anybody is taken out.
 */
export const withRanks = (people: Basis['people']): Basis['people'] =>
  people.some(({ rank }) => rank !== undefined)
    ? people
    : people.map((person, index) => ({ ...person, rank: index + 1 }));

/** The previous answer, sanitised, without excluded people. */
export function readBasis({ basis, leaveOut = [] }: SearchPlan, rule: SensitiveCriteria): Basis | undefined {
  if (basis === undefined) return undefined;
  const seenOrExcluded = new Set(leaveOut);
  const brief = cleanText(basis.brief ?? '', LIMITS.briefLength);
  const people = withRanks(basis.people).flatMap((person) => {
    if (seenOrExcluded.has(person.url)) return [];
    seenOrExcluded.add(person.url);
    return [cleanPerson(person)];
  });
  return {
    request: cleanText(basis.request, LIMITS.contentLength),
    ...(brief !== '' && { brief }),
    googleSearchQuery: cleanQuery(basis.googleSearchQuery),
    criteria: applySensitivity(cleanCriteria(basis.criteria), '', rule).criteria,
    ...(basis.excludedUrls && { excludedUrls: basis.excludedUrls }),
    people,
  };
}

/** In estimated tokens: how much of the previous answer the query call gets. */
const MAX_TOKENS = 2_000;
/** In characters, so that the request leaves room for the rest. */
const MAX_REQUEST_LENGTH = 600;

/** The answer as the query call gets it: the most important parts first, as far as they fit. */
export function basisData(
  { request, brief, criteria, googleSearchQuery }: Basis,
  people: readonly Record<string, unknown>[],
): Record<string, unknown> {
  const summary = {
    request: truncate(brief ?? request, MAX_REQUEST_LENGTH),
    criteria: {},
    googleSearchQuery: '',
  };
  const fits = (data: object) => estimateTokens(JSON.stringify(data)) <= MAX_TOKENS;
  const entries = criteria.map(({ id, subject, text, need }): [string, string] => [
    id,
    `${need === 'required' ? '' : `${need} `}${subject}: ${text}`,
  ]);
  const withCriteria = (count: number) => ({
    ...summary,
    criteria: Object.fromEntries(entries.slice(0, count)),
  });
  const base = withCriteria(maxCountThatFits(entries.length, (count) => fits(withCriteria(count))));
  const whole = fits({ ...base, googleSearchQuery }) ? { ...base, googleSearchQuery } : base;
  if (people.length === 0) return whole;
  const withPeople = (count: number) => ({ ...whole, people: people.slice(0, count) });
  return withPeople(maxCountThatFits(people.length, (count) => fits(withPeople(count))));
}

/** The greatest count up to a limit that fits, given that a smaller one always fits too; 0 if none does. */
function maxCountThatFits(limit: number, fits: (count: number) => boolean): number {
  let count = 0;
  while (count < limit && fits(count + 1)) count += 1;
  return count;
}

/**
 * The answer's query, to continue with: restricted to profile pages, and with its criteria as the deployment treats them.
 * @param basis as the page sends it: with the criteria that the deployment ignores, from which `sensitive` is derived
 */
export function queryOf(basis: Basis, deps: { sensitiveCriteria: SensitiveCriteria }): SearchQuery {
  const { request, alternativeSearchTerms } = basis;
  const cleaned = cleanCriteria(basis.criteria);
  const { criteria, sensitive } = applySensitivity(cleaned, request, deps.sensitiveCriteria);
  const brief = tellable(cleanText(basis.brief ?? '', LIMITS.briefLength), { sensitive }, deps);
  return {
    googleSearchQuery: completeQuery(cleanQuery(basis.googleSearchQuery), cleaned),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    ...(alternativeSearchTerms && { alternativeSearchTerms: alternativeSearchTerms.map(cleanQuery) }),
    ...(brief !== '' && { brief }),
    ...(basis.excludedUrls && { excludedUrls: basis.excludedUrls }),
  };
}

/**
 * The result pages behind the answer. If the client does not say, they are the first two of its query and those that people were found on.
 */
export function pagesReadOf({ pagesRead, people }: Basis, { googleSearchQuery }: SearchQuery): PageRead[] {
  const found = people.flatMap(({ foundBy }) => foundBy ?? []);
  const first = [1, 2].map((page) => ({ query: googleSearchQuery, page }));
  const read = pagesRead ?? [...first, ...found].map((each) => ({ ...each, isLast: false }));
  return read.map((each) => ({ ...each, query: cleanQuery(each.query) }));
}
