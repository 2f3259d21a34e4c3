/** A search asks the same few texts and terms about each other thousands of times. */
const MOST_REMEMBERED = 1_000;

/** The same function of a text, remembering what it gave; it forgets all at once, which is cheaper than to keep account of what is old. */
export function remembering<Result>(read: (text: string) => Result): (text: string) => Result {
  const known = new Map<string, Result>();
  return (text) => {
    const given = known.get(text);
    if (given !== undefined) return given;
    if (known.size >= MOST_REMEMBERED) known.clear();
    const result = read(text);
    known.set(text, result);
    return result;
  };
}

/** Letter case, accents and compatibility forms folded, so that "Perú" is found as "peru". */
const fold = remembering((text) => withoutAccents(text).toLowerCase());

const withoutAccents = remembering((text) => text.normalize('NFKD').replace(/\p{Mn}/gu, ''));

/** Scripts written without spaces: there a word has no edge to look for. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Stands between the words of a criterion that is met by any of them. */
export const EITHER = ' or ';

/** Whether the text has the term, or one of several, as whole words: "AI" is not in "Taiwan". A blank term is in nothing. */
export function mentions(text: string, term: string): boolean {
  const folded = fold(text);
  return term
    .split(EITHER)
    .some((alternative) => mayHold(folded, alternative) && folded.search(patternOf(alternative)) !== -1);
}

/** What stands before and after each place where a text has some words; accents are left out. */
export function occurrences(text: string, words: string): { before: string; after: string }[] {
  const plain = withoutAccents(text);
  // As long as `plain`: the one letter whose small form is longer has lost its dot with the accents.
  const folded = plain.toLowerCase();
  if (!mayHold(folded, words)) return [];
  return [...folded.matchAll(patternOf(words))].map(({ index, 0: found }) => ({
    before: plain.slice(0, index),
    after: plain.slice(index + found.length),
  }));
}

/** Whether each word of one text is in another one, in whichever order. */
export const hasEveryWord = (text: string, words: string): boolean =>
  words.split(/[^\p{L}\p{N}\p{M}+#]+/u).every((word) => word === '' || mentions(text, word));

const WORD = /[\p{L}\p{N}][\p{L}\p{N}+#&]*/gu;

/** The words of a text, folded, with what belongs to names such as 'C++' and 'AT&T'. */
export const wordsOf: (text: string) => readonly string[] = remembering(
  (text) => fold(text).match(WORD) ?? [],
);

/** The same words in their own letter case. */
export const casedWordsOf = (text: string): readonly string[] => withoutAccents(text).match(WORD) ?? [];

/** Whether one text is in another one, whatever the case, the accents and the spaces. */
export const includesText = (text: string, part: string): boolean =>
  fold(text).replace(/\s+/g, ' ').includes(fold(part).replace(/\s+/g, ' ').trim());

const firstWordOf = remembering((term) => fold(term).trim().split(/\s/, 1)[0] ?? '');

/** Whether a folded text has the letters of a term's first word, if it has one: most terms are in most texts not at all, and a pattern is dear to make. */
function mayHold(folded: string, term: string): boolean {
  const first = firstWordOf(term);
  return first !== '' && folded.includes(first);
}

const patternOf = remembering((term): RegExp => {
  const words = fold(term).trim();
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  // The edges are looked at last, only where the words are.
  return UNSPACED.test(words)
    ? new RegExp(escaped, 'gu')
    : new RegExp(`${escaped}(?<![\\p{L}\\p{N}]${escaped})(?![\\p{L}\\p{N}])`, 'gu');
});

/** One of a plural: 'agency', 'coach', 'recruiter'. */
export const singularOf = (noun: string): string =>
  noun
    .replace(/(?<=[^aeiou])ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
    .replace(/(?<=[^s])s$/, '');

/** How many letters two words have in common at their beginning. */
export function sharedLetters(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/** Words, as alternatives of a pattern, that say of a role that it is over. 'Retired' is added where it ends a role rather than a job. */
export const FORMER = 'former|formerly|previously|ex';

/** Words that join others and say nothing. */
const SMALL = new Set(
  'a an the and or of in on at for with from to by as de la el y e und der die das'.split(' '),
);

/** A word without a plural's s: 'MBAs', but not 'gas'. */
export const withoutPluralS = (word: string): string => word.replace(/(?<=\w{3})s$/, '');

/** The words of a text, singular and plural alike. */
export const singularWordsOf = (text: string): string[] => wordsOf(text).map(withoutPluralS);

function hasAll(text: string, asked: readonly string[]): boolean {
  const said = new Set(singularWordsOf(text));
  return asked.length > 0 && asked.every((word) => said.has(word));
}

/** Whether one text has every word of another one, in singular or plural. */
export const holds = (whole: string, part: string): boolean => hasAll(whole, singularWordsOf(part));

/** The same, but for the other one's small words. */
export const bearsOut = (text: string, words: string): boolean =>
  hasAll(
    text,
    wordsOf(words)
      .filter((word) => !SMALL.has(word))
      .map(withoutPluralS),
  );
