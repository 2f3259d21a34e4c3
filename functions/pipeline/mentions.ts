/** Letter case, accents and compatibility forms folded, so that "Perú" is found as "peru". */
const fold = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Scripts written without spaces: there a word has no edge to look for. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Stands between the words of a criterion that is met by any of them. */
export const EITHER = ' or ';

/** Whether the text has the term, or one of several, as whole words: "AI" is not in "Taiwan". A blank term is in nothing. */
export const mentions = (text: string, term: string): boolean =>
  term.split(EITHER).some((alternative) => hasWords(text, alternative));

function hasWords(text: string, term: string): boolean {
  const words = fold(term).trim();
  if (words === '') return false;
  if (UNSPACED.test(words)) return fold(text).includes(words);
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/\s+/g, '\\s+');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'u').test(fold(text));
}
