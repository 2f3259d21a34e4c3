import { normalize } from '#shared/fold.ts';

const SYMBOLS: readonly (readonly [RegExp, string])[] = [
  [/c\+\+/g, 'cpp'],
  [/c#/g, 'csharp'],
  [/\bph\. ?d\b/g, 'phd'],
  [/['’]s\b/g, ''],
  [/['’]/g, ''],
];

/** Makes a plural singular. Not a full stemmer, so that names stay recognisable. */
function singular(word: string): string {
  if (word.length < 3 || !word.endsWith('s') || /(ss|us|is)$/.test(word)) return word;
  if (word.endsWith('wives')) return `${word.slice(0, -3)}fe`;
  if (word.endsWith('ies') && word.length > 4) return `${word.slice(0, -3)}y`;
  if (/(sses|ches|shes|xes)$/.test(word)) return word.slice(0, -2);
  return word.slice(0, -1);
}

/** Lower case, without accents. */
export const withoutAccents = (text: string): string =>
  normalize(text, 'NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Lower case, without accents or punctuation, plurals made singular; `and` and `&` are dropped because firms are written with either. */
export function foldWords(text: string): string[] {
  let plain = withoutAccents(text);
  for (const [pattern, replacement] of SYMBOLS) plain = plain.replace(pattern, replacement);
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => word !== 'and').map(singular);
}

/** The same words, each with the original text from it up to a later word: 'gas', 'Ivy League'. */
export function readWords(text: string): { folded: string; typedTo: (last: number) => string }[] {
  let plain = normalize(text, 'NFKC');
  for (const [pattern, replacement] of SYMBOLS) plain = plain.replace(new RegExp(pattern, 'gi'), replacement);
  const places = [...plain.matchAll(/[\p{L}\p{M}\p{N}]+/gu)].flatMap(({ 0: typed, index }) =>
    foldWords(typed).map((folded) => ({ folded, from: index, to: index + typed.length })),
  );
  return places.map(({ folded, from }) => ({
    folded,
    typedTo: (last) => plain.slice(from, places[last]?.to ?? from),
  }));
}

/** The folded words of a text joined by single spaces: equal for texts that a searcher would consider the same. */
export function fold(text: string): string {
  return foldWords(text).join(' ');
}

/** Whether `phrase` occurs in `folded` (both already folded) as consecutive whole words. */
export function holdsPhrase(folded: string, phrase: string): boolean {
  return phrase !== '' && ` ${folded} `.includes(` ${phrase} `);
}
