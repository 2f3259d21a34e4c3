import type { Criterion } from '#shared/criteria.ts';
import type { StatedCriterion } from '#shared/results.ts';
import { ALTERNATIVE_SEPARATOR, alternativesIn, containsContentWords } from '../language/words.ts';
import { alternativesOf, keyOf } from './alternatives.ts';
import { isNamedBy } from './criterion-match.ts';
import { languageAsked } from './language-match.ts';
import {
  groupByAlternatives,
  joinTokens,
  MAX_QUERY_WORDS,
  TERM,
  TOKEN,
  textOf,
  tokensOf,
  truncateTokens,
} from './query-tokens.ts';
import { areAlike, saysSame } from './same-criterion.ts';
import { asksNow } from './wording.ts';
import { yearsAsked } from './years.ts';

/** How many of a query's words exclusions may use, so that there is room for what is wanted. */
const MAX_EXCLUDED_WORDS = 16;
const PROFILE_SITE = 'site:linkedin.com/in';
/** Including those of one country: 'site:pe.linkedin.com/in'. */
const PROFILE_SITE_PATTERN = /^site:(?:[\w-]+\.)*linkedin\.com\/in(?:\/|$)/i;
const LINKEDIN_SITE_PATTERN = /^site:(?:[\w-]+\.)*linkedin\.com(?:\/|$)/i;

/**
 * Restricts a query to profile pages, negates the excluded terms whatever the model wrote, and keeps to Google's limits. The negated terms
 * come first, since a query that is too long is cut at its end.
 */
export function completeQuery(query: string, criteria: readonly Criterion[]): string {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const excluded = criteria
    .filter(({ need }) => need === 'excluded')
    .flatMap(alternativesOf)
    .map((each) => ({ ...each, text: each.text.replaceAll('"', '').trim() }))
    .filter((each) => each.text !== '' && !isOnPagesOf(each, wanted));
  const tokens = withoutExcluded(tokensOf(query), excluded, wanted);
  const [restricted, rest] = restrict(tokens);
  const negated = truncateTokens(
    excluded.map(({ text }) => `-"${text}"`),
    MAX_EXCLUDED_WORDS,
  );
  return joinTokens(truncateTokens([...restricted, ...negated, ...rest], MAX_QUERY_WORDS));
}

/** Whether the pages of the people wanted mention something although it is excluded. */
const isOnPagesOf = (excluded: StatedCriterion, wanted: readonly Criterion[]): boolean =>
  isHomeCountryOf(excluded, wanted) || isNamedWithin(excluded, wanted);

/** Whether what is wanted has the name of an excluded employer within its own: 'SAP consultants, not at SAP', but not 'ex-SAP'. */
export function isNamedWithin(excluded: StatedCriterion, wanted: readonly Criterion[]): boolean {
  const name = pageWordsOf(excluded);
  return (
    excluded.subject === 'experience' &&
    wanted
      .flatMap(pageWords)
      .some((text) => containsContentWords(text, name) && !containsContentWords(name, text))
  );
}

/** Whether a place is the home country of the people wanted, whose pages mention it wherever they live: 'Peruvians outside Peru'. */
const isHomeCountryOf = ({ subject, text }: StatedCriterion, wanted: readonly Criterion[]): boolean =>
  subject === 'location' && wanted.some((each) => each.subject === 'nationality' && isNamedBy(each, text));

/**
 * Separates the restriction to profile pages from the other tokens. A query has only one site, since no page is on two, and LinkedIn's
 * other pages are not profiles. It may be a restriction to one country's profile pages.
 */
function restrict(tokens: readonly string[]): [restricted: string[], rest: string[]] {
  const isSite = (token = '') => LINKEDIN_SITE_PATTERN.test(token);
  const sites = tokens.filter(isSite);
  const [only = PROFILE_SITE] = sites;
  const site = sites.length === 1 && PROFILE_SITE_PATTERN.test(only) ? only : PROFILE_SITE;
  const isBetweenSites = (at: number) =>
    tokens[at] === 'OR' && (isSite(tokens[at - 1]) || isSite(tokens[at + 1]));
  return [[site], tokens.filter((token, at) => !isSite(token) && !isBetweenSites(at))];
}

/**
 * Removes the negated terms in a model's query that no criterion excludes: people would be missing with no explanation. Other names of what
 * is excluded stay, except where they would also drop people who used to be there ('not currently at Google') or come from there
 * ('Peruvians outside Peru').
 */
export function withoutOwnExclusions(query: string, criteria: readonly Criterion[]): string {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const excluded = criteria
    .filter(({ need, text }) => need === 'excluded' && !asksNow(text))
    .flatMap(alternativesOf)
    .filter((each) => !isOnPagesOf(each, wanted));
  const isUnrequestedExclusion = (token: string) =>
    token.startsWith('-') &&
    TERM.test(token) &&
    !excluded.some((each) => saysSame(each, { ...each, text: textOf(token) }));
  return joinTokens(tokensOf(query).filter((token) => !isUnrequestedExclusion(token)));
}

/**
 * Removes the tokens that ask for something excluded, by any of its names. Terms that are alternatives to such a token are taken for
 * synonyms and removed too, unless one of them is wanted.
 */
function withoutExcluded(
  tokens: readonly string[],
  excluded: readonly Criterion[],
  wanted: readonly Criterion[],
): string[] {
  if (excluded.length === 0) return [...tokens];
  const keys = new Set(excluded.map(({ text }) => keyOf(text)));
  const isWanted = (token: string) =>
    wanted.some((each) => isNamedExactlyBy(each, textOf(token)) || speaksOf(token, each.text, 'any'));
  const isExcluded = (token: string) =>
    TERM.test(token) &&
    (keys.has(keyOf(textOf(token))) ||
      (!token.startsWith('-') &&
        excluded.some((each) => areAlike(each, { ...each, text: textOf(token) })) &&
        !isWanted(token)));
  return groupByAlternatives(tokens).flatMap((terms) => {
    const left = terms.filter((term) => !isExcluded(term));
    if (left.length < terms.length && !left.some(isWanted)) return [];
    return left.flatMap((term, index) => (index === 0 ? [term] : ['OR', term]));
  });
}

/** Whether a text names what a criterion does. A place has to be the very same one: 'Europe' may contain one that is excluded. */
const isNamedExactlyBy = (criterion: Criterion, text: string): boolean =>
  criterion.subject === 'location'
    ? alternativesOf(criterion).some((each) => areAlike(each, { ...each, text }))
    : isNamedBy(criterion, text);

/** Most important first, since a query that is too long is cut at its end. */
const SUBJECT_ORDER: readonly Criterion['subject'][] = [
  'profession',
  'nationality',
  'location',
  'education',
  'experience',
  'interest',
];
/** In words; pages do not contain longer texts word for word. */
const MAX_PHRASE_WORDS = 4;
const MAX_ALTERNATIVES = 4;

/** Qualifiers that few pages contain, of how well or when something applies: 'speaks Spanish', 'ex-Google', 'currently at Google'. */
const QUALIFIER =
  /^(?:(?:currently|presently|former(?:ly)?|previously)\s+|ex[-\s]+)*(?:(?:speaks?|knows)\s+|(?:(?:works?|worked|working|employed|experienced?|background|knowledge|interest(?:ed)?|skilled|proficient|fluent)\s+(?:at|in|for|with|by|of)|at|(?<=\s)(?:in|for|with|by))\s+(?:(?:an?|the)\s+)?)?(?=\S)/i;

/** The words of one alternative as they appear on pages; empty if it asks only for years. */
function pageWordsOf({ subject, text }: StatedCriterion): string {
  if (subject !== 'experience' && subject !== 'interest') return text;
  const language = languageAsked({ subject }, text);
  if (language !== undefined) return language;
  const rest = yearsAsked(text)?.rest.replace(/^(?:of|in|with|as|de|en|mit)\s+/i, '');
  return (rest ?? text).replace(QUALIFIER, '').trim();
}

/** The words of each alternative as they appear on pages; no words at all if one alternative has none. */
export function pageWords(asked: StatedCriterion): string[] {
  const all = alternativesIn(asked.text).map((text) => pageWordsOf({ ...asked, text }));
  return all.includes('') ? [] : all;
}

/**
 * The Google query for some criteria: required ones as phrases, alternatives as groups, excluded ones negated. Preferred criteria are used
 * only to rank people, unless nothing is required.
 * @param either terms of which at least one has to match too.
 */
export function queryFor(criteria: readonly Criterion[], either: readonly string[] = []): string {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const required = wanted.filter(({ need }) => need === 'required');
  const asked = (required.length > 0 ? required : wanted).toSorted(
    (a, b) => SUBJECT_ORDER.indexOf(a.subject) - SUBJECT_ORDER.indexOf(b.subject),
  );
  const isOnlyYears = asked.every((each) => pageWords(each).length === 0);
  const words = (each: StatedCriterion) => (isOnlyYears ? alternativesIn(each.text) : pageWords(each));
  const groups = asked.flatMap((each) =>
    separateTerms(each.text).map((text) => group(words({ ...each, text }).slice(0, MAX_ALTERNATIVES))),
  );
  return completeQuery([...groups, group(either.slice(0, MAX_ALTERNATIVES))].join(' '), criteria);
}

/** 'Berlin, Germany' is two terms, but not in 'Berlin, Germany or Munich, Germany', of which either is enough. */
const separateTerms = (text: string): string[] =>
  text.includes(ALTERNATIVE_SEPARATOR) ? [text] : text.split(', ');

/** Shorter queries for the same people: with fewer terms, and none as a phrase. */
export function alternativeTermsFor(criteria: readonly Criterion[]): string[] {
  const required = criteria
    .filter(({ need }) => need === 'required')
    .flatMap((each) => {
      const words = pageWords(each).join(' ');
      return words === '' ? [] : [words];
    });
  const all = required.join(' ');
  const fewer = required.slice(0, 2).join(' ');
  return [...new Set([all, fewer])].filter((text) => text !== '');
}

function group(alternatives: readonly string[]): string {
  const phrases = alternatives
    .map((text) => text.replace(/["()\s]+/g, ' ').trim())
    .filter((text) => text !== '');
  const [only = ''] = phrases;
  if (phrases.length > 1) return `(${phrases.map((text) => `"${text}"`).join(' OR ')})`;
  return only === '' || only.split(' ').length > MAX_PHRASE_WORDS ? only : `"${only}"`;
}

/** Whether a query asks for any or all words of a text; negated terms do not count. */
export function speaksOf(query: string, text: string, how: 'any' | 'all'): boolean {
  const asked = (query.match(TOKEN) ?? []).filter((token) => !token.startsWith('-')).join(' ');
  if (how === 'all') return containsContentWords(asked, text);
  return text.split(/\s+/).some((word) => containsContentWords(asked, word));
}
