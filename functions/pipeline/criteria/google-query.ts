import type { Criterion } from '#shared/criteria.ts';
import { bearsOut, EITHER } from '../language/words.ts';
import { keyOf } from './alternatives.ts';

/** In characters and words: Google ignores or refuses what is longer. */
const LONGEST_QUERY = 500;
const MOST_WORDS = 32;
/** Of them for what is left out: something has to be asked for. */
const MOST_EXCLUDED_WORDS = 16;
const PROFILE_PAGES = 'site:linkedin.com/in';
const IS_PROFILE_PAGES = /^site:linkedin\.com\/in(?:\/|$)/;

const TOKEN = /-?"[^"]*"?|\(|\)|[^\s()"]+/g;

/**
 * A Google query for profile pages that leaves out what is excluded, whatever the model wrote, within the bounds that Google sets. What is
 * left out stands first: where a query is too long its end is cut.
 */
export function completeQuery(query: string, criteria: readonly Criterion[]): string {
  const excluded = criteria
    .filter(({ need }) => need === 'excluded')
    .flatMap(({ text }) => text.split(EITHER))
    .map((text) => text.replaceAll('"', '').trim())
    .filter((text) => text !== '');
  const keys = new Set(excluded.map(keyOf));
  const tokens = (query.match(TOKEN) ?? []).slice(0, LONGEST_QUERY).filter((token) => !isAbout(token, keys));
  const rest = tokens.filter((token) => token !== PROFILE_PAGES);
  const restricted = rest.some((token) => IS_PROFILE_PAGES.test(token)) ? [] : [PROFILE_PAGES];
  const without = withinBounds(
    excluded.map((text) => `-"${text}"`),
    MOST_EXCLUDED_WORDS,
  );
  return joinTokens(withinBounds([...restricted, ...without, ...rest], MOST_WORDS));
}

/** What a query asks for first, since its end is cut. */
const ORDER: readonly Criterion['subject'][] = [
  'profession',
  'nationality',
  'location',
  'education',
  'experience',
  'interest',
];
/** In words: a longer text stands on no page word for word. */
const LONGEST_PHRASE = 4;
const MOST_ALTERNATIVES = 4;

/**
 * The Google query for some criteria: what is required word for word, groups of alternatives, without what is excluded. What is only nice
 * to have ranks people, it does not find them, unless nothing else is asked for.
 * @param either of these at least one is asked for too.
 */
export function queryFor(criteria: readonly Criterion[], either: readonly string[] = []): string {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const required = wanted.filter(({ need }) => need === 'required');
  const asked = (required.length > 0 ? required : wanted).toSorted(
    (a, b) => ORDER.indexOf(a.subject) - ORDER.indexOf(b.subject),
  );
  const groups = asked.flatMap(({ text }) =>
    text.split(', ').map((part) => group(part.split(EITHER).slice(0, MOST_ALTERNATIVES))),
  );
  return completeQuery([...groups, group(either.slice(0, MOST_ALTERNATIVES))].join(' '), criteria);
}

/** Shorter searches for the same people: fewer things asked for, and none word for word. */
export function alternativeTermsFor(criteria: readonly Criterion[]): string[] {
  const required = criteria.filter(({ need }) => need === 'required').map(({ text }) => text);
  const all = required.join(' ').replaceAll(EITHER, ' ');
  const fewer = required.slice(0, 2).join(' ').replaceAll(EITHER, ' ');
  return [...new Set([all, fewer])].filter((text) => text !== '');
}

function group(alternatives: readonly string[]): string {
  const phrases = alternatives
    .map((text) => text.replace(/["()\s]+/g, ' ').trim())
    .filter((text) => text !== '');
  const [only = ''] = phrases;
  if (phrases.length > 1) return `(${phrases.map((text) => `"${text}"`).join(' OR ')})`;
  return only === '' || only.split(' ').length > LONGEST_PHRASE ? only : `"${only}"`;
}

/** Whether a token asks for, or leaves out, exactly one of these texts. */
const isAbout = (token: string, keys: ReadonlySet<string>): boolean =>
  /^-?["\p{L}]/u.test(token) &&
  !/^\w+:/.test(token) &&
  token !== 'OR' &&
  keys.has(keyOf(token.replace(/^-/, '')));

const wordCount = (token: string): number =>
  token === 'OR' || token === '(' || token === ')'
    ? 0
    : token.replaceAll('"', ' ').trim().split(/\s+/).length;

function withinBounds(tokens: readonly string[], mostWords: number): string[] {
  const kept: string[] = [];
  let words = 0;
  for (const token of tokens) {
    words += wordCount(token);
    if (words > mostWords || joinTokens([...kept, token]).length > LONGEST_QUERY) break;
    kept.push(token);
  }
  return kept;
}

/** The tokens as one query, without groups and alternatives that nothing is left of. */
function joinTokens(tokens: readonly string[]): string {
  const root: string[] = [];
  const open = [root];
  const close = () => {
    const parts = open.length > 1 ? open.pop() : undefined;
    if (parts?.at(-1) === 'OR') parts.pop();
    if (parts !== undefined && parts.length > 0) open.at(-1)?.push(`(${parts.join(' ')})`);
  };
  for (const token of tokens) {
    const parts = open.at(-1) ?? root;
    const before = parts.at(-1);
    const isAlternative = before !== undefined && before !== 'OR' && !/^(?:-|site:)/.test(before);
    if (token === '(') open.push([]);
    else if (token === ')') close();
    else if (token !== 'OR' || isAlternative) parts.push(token);
  }
  while (open.length > 1) close();
  if (root.at(-1) === 'OR') root.pop();
  return root.join(' ');
}

/** Whether a query asks for one or all of the words of a text; what it leaves out is not asked for. */
export function speaksOf(query: string, text: string, how: 'any' | 'all'): boolean {
  const asked = (query.match(TOKEN) ?? []).filter((token) => !token.startsWith('-')).join(' ');
  if (how === 'all') return bearsOut(asked, text);
  return text.split(/\s+/).some((word) => bearsOut(asked, word));
}
