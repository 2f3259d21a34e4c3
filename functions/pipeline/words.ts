/** Letter case, accents and compatibility forms folded, so that "Perú" is found as "peru". */
const fold = (text: string): string => withoutAccents(text).toLowerCase();

const withoutAccents = (text: string): string => text.normalize('NFKD').replace(/\p{Mn}/gu, '');

/** Scripts written without spaces: there a word has no edge to look for. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Stands between the words of a criterion that is met by any of them. */
export const EITHER = ' or ';

/** Whether the text has the term, or one of several, as whole words: "AI" is not in "Taiwan". A blank term is in nothing. */
export function mentions(text: string, term: string): boolean {
  const folded = fold(text);
  return term
    .split(EITHER)
    .some((alternative) => mayHold(folded, alternative) && patternOf(alternative)?.test(folded) === true);
}

/** What stands before and after each place where a text has some words; accents are left out. */
export function occurrences(text: string, words: string): { before: string; after: string }[] {
  const plain = withoutAccents(text);
  // As long as `plain`: the one letter whose small form is longer has lost its dot with the accents.
  const folded = plain.toLowerCase();
  const pattern = mayHold(folded, words) ? patternOf(words) : undefined;
  if (pattern === undefined) return [];
  return [...folded.matchAll(pattern)].map(({ index, 0: found }) => ({
    before: plain.slice(0, index),
    after: plain.slice(index + found.length),
  }));
}

/** Whether each word of one text is in another one, in whichever order. */
export const hasEveryWord = (text: string, words: string): boolean =>
  words.split(/[^\p{L}\p{N}\p{M}+#]+/u).every((word) => word === '' || mentions(text, word));

/** The words of a text, folded, with what belongs to names such as 'C++' and 'AT&T'. */
export const wordsOf = (text: string): string[] => fold(text).match(/[\p{L}\p{N}][\p{L}\p{N}+#&]*/gu) ?? [];

/** Whether one text is in another one, whatever the case, the accents and the spaces. */
export const includesText = (text: string, part: string): boolean =>
  fold(text).replace(/\s+/g, ' ').includes(fold(part).replace(/\s+/g, ' ').trim());

/** Whether a folded text has the letters of a term's first word: most terms are in most texts not at all, and a pattern is dear to make. */
const mayHold = (folded: string, term: string): boolean =>
  folded.includes(fold(term).trim().split(/\s/, 1)[0] ?? '');

function patternOf(term: string): RegExp | undefined {
  const words = fold(term).trim();
  if (words === '') return undefined;
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  // The edges are looked at last, only where the words are.
  return UNSPACED.test(words)
    ? new RegExp(escaped, 'gu')
    : new RegExp(`${escaped}(?<![\\p{L}\\p{N}]${escaped})(?![\\p{L}\\p{N}])`, 'gu');
}

/** Words that join others and say nothing. */
const SMALL = new Set(
  'a an the and or of in on at for with from to by as de la el y e und der die das'.split(' '),
);

/** Whether a text has every word of another one, in singular or plural. */
export function bearsOut(text: string, words: string): boolean {
  const singular = (word: string) => word.replace(/(?<=\w{3})s$/, '');
  const said = new Set(wordsOf(text).map(singular));
  const asked = wordsOf(words).filter((word) => !SMALL.has(word));
  return asked.length > 0 && asked.every((word) => said.has(singular(word)));
}
