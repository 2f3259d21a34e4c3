/* A Google query as tokens: its terms, operators and brackets. */

/** Google's limits, in characters and in words; anything beyond them is ignored or rejected. */
const MAX_QUERY_LENGTH = 500;
export const MAX_QUERY_WORDS = 32;

/**
 * A quoted phrase belongs to the operator before it only without a space: in 'intitle: "profiles"', Google treats the phrase as a plain
 * search term. A phrase that is not closed ends at the next bracket.
 */
export const TOKEN = /-?(?:\w+:)?(?:"[^"]*"|"[^"()]*)|\(|\)|[^\s()"]+/g;
/** A search term, wanted or negated, as opposed to an operator such as 'inurl:'. */
export const TERM = /^-?(?!OR$|\w+:)["\p{L}\p{N}]/u;

/** Whether a token begins a phrase that it does not end. */
const UNCLOSED = /^[^"]*"[^"]*$/;

/** A token with its phrase closed; none if the phrase is empty. */
const closed = (token: string): string[] => {
  if (!UNCLOSED.test(token)) return [token];
  const text = token.trimEnd();
  return text.endsWith('"') ? [] : [`${text}"`];
};

/** The tokens of a query; a negated group, -("a" OR "b"), becomes one negated term for each alternative. */
export function tokensOf(query: string): string[] {
  const tokens: string[] = [];
  let isNegatedGroup = false;
  for (const token of (query.match(TOKEN) ?? []).slice(0, MAX_QUERY_LENGTH).flatMap(closed)) {
    if (isNegatedGroup && token === ')') isNegatedGroup = false;
    else if (isNegatedGroup) tokens.push(...(TERM.test(token) ? [`-${token.replace(/^-/, '')}`] : []));
    else if (token === '(' && tokens.at(-1) === '-') {
      isNegatedGroup = true;
      tokens.pop();
    } else tokens.push(token);
  }
  // A hyphen on its own would negate whatever comes to stand after it.
  return tokens.filter((token) => token !== '-');
}

export const textOf = (token: string): string => token.replace(/^-/, '').replaceAll('"', '').trim();

/** The tokens in order, grouped where "OR" makes them alternatives. */
export function groupByAlternatives(tokens: readonly string[]): string[][] {
  const all: string[][] = [];
  const isAsked = (token = '') => TERM.test(token) && !token.startsWith('-');
  const joins = (at: number) => tokens[at] === 'OR' && isAsked(tokens[at - 1]) && isAsked(tokens[at + 1]);
  for (const [at, token] of tokens.entries())
    if (joins(at - 1)) all.at(-1)?.push(token);
    else if (!joins(at)) all.push([token]);
  return all;
}

const wordCount = (token: string): number =>
  token === 'OR' || token === '(' || token === ')'
    ? 0
    : token.replaceAll('"', ' ').trim().split(/\s+/).length;

export function truncateTokens(tokens: readonly string[], maxWords: number): string[] {
  const kept: string[] = [];
  let words = 0;
  for (const token of tokens) {
    words += wordCount(token);
    if (words > maxWords || joinTokens([...kept, token]).length > MAX_QUERY_LENGTH) break;
    kept.push(token);
  }
  return kept;
}

/** An operator applied to the group after it: intitle:("a" OR "b"). */
const GROUP_OPERATOR = /^-?\w+:$/;

/** Joins tokens into a query, without empty groups and dangling "OR"s. */
export function joinTokens(tokens: readonly string[]): string {
  const root: string[] = [];
  const open = [root];
  const close = () => {
    const parts = open.length > 1 ? open.pop() : undefined;
    if (parts?.at(-1) === 'OR') parts.pop();
    if (parts === undefined || parts.length === 0) return;
    const parent = open.at(-1) ?? root;
    const operator = GROUP_OPERATOR.test(parent.at(-1) ?? '') ? parent.pop() : '';
    parent.push(`${operator}(${parts.join(' ')})`);
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
