import { fold as foldAfresh, withoutMarks as withoutMarksAfresh } from '#shared/fold.ts';

/** A search asks the same few texts and terms about each other thousands of times. */
const MOST_REMEMBERED = 1_000;

/** Memoised; cleared all at once, which is cheaper than tracking age. */
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
export const fold = remembering(foldAfresh);
const withoutMarks = remembering(withoutMarksAfresh);

/** Scripts written without spaces: there a word has no edge to look for. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Stands between the words of a criterion that is met by any of them. */
export const EITHER = ' or ';

/** Whether the text has the term, or one of several, as whole words: "AI" is not in "Taiwan". A blank term is in nothing. */
export function mentions(text: string, term: string): boolean {
  const folded = fold(text);
  return term.split(EITHER).some((alternative) => placeFrom(0, folded, alternative) !== undefined);
}

/** A place in a text, from its first character to before the one after its last. */
interface Place {
  start: number;
  end: number;
}

/** Where in a text, as it was given, some words stand. */
export const placesIn = (text: string, words: string): Place[] =>
  placesInFolded(text, words).map((place) => unfolded(text, place));

/** What stands before and after each place where a text has some words; accents are left out. */
export function occurrences(text: string, words: string): { before: string; after: string }[] {
  const plain = withoutMarks(text);
  // Of a text without accents no letter folds to nothing: where the lengths are the same, so are the places.
  const isAligned = plain.length === fold(text).length;
  return placesInFolded(text, words).map((place) => {
    const { start, end } = isAligned ? place : unfolded(plain, place);
    return { before: plain.slice(0, start), after: plain.slice(end) };
  });
}

function placesInFolded(text: string, words: string): Place[] {
  const folded = fold(text);
  const places: Place[] = [];
  for (
    let place = placeFrom(0, folded, words);
    place !== undefined;
    place = placeFrom(place.end, folded, words)
  )
    places.push(place);
  return places;
}

/** A term's words as they are looked for, the first apart: '' where there is none. */
const lookedFor = remembering((term) => {
  const words = fold(term).trim();
  const [first = '', ...others] = words.split(/\s+/);
  return { first, others, hasEdges: !UNSPACED.test(words) };
});

const BEGINS = /(?<![\p{L}\p{N}])/uy;
const SPACE = /\s+/y;
const ENDS = /(?![\p{L}\p{M}\p{N}])/uy;

/** The first place, from one on, where a folded text has a term. A pattern for each term would cost more to compile than to look for. */
function placeFrom(from: number, folded: string, term: string): Place | undefined {
  const { first, others, hasEdges } = lookedFor(term);
  if (first === '') return undefined;
  for (let start = folded.indexOf(first, from); start !== -1; start = folded.indexOf(first, start + 1)) {
    const end = endAfter(start + first.length, folded, others);
    if (end !== undefined && (!hasEdges || (isAt(start, BEGINS, folded) && isAt(end, ENDS, folded))))
      return { start, end };
  }
  return undefined;
}

/** Where the last of some words ends that follow each other from a place on, with white space before each. */
function endAfter(from: number, folded: string, words: readonly string[]): number | undefined {
  let end = from;
  for (const word of words) {
    if (!isAt(end, SPACE, folded) || !folded.startsWith(word, SPACE.lastIndex)) return undefined;
    end = SPACE.lastIndex + word.length;
  }
  return end;
}

/** Whether a sticky pattern is met at a place; its `lastIndex` is then where what meets it ends. */
function isAt(place: number, pattern: RegExp, text: string): boolean {
  pattern.lastIndex = place;
  return pattern.test(text);
}

/** Where in a text each character of its folded form comes from, and last the text's end: 'ß' folds to two characters, an accent to none. */
const originsOf = remembering((text): readonly number[] => {
  const origins: number[] = [];
  let at = 0;
  for (const character of text) {
    const length = character < '\x80' ? 1 : foldAfresh(character).length;
    for (let count = 0; count < length; count += 1) origins.push(at);
    at += character.length;
  }
  return [...origins, at];
});

/** A place in a folded text as one in the text. */
function unfolded(text: string, { start, end }: Place): Place {
  const origins = originsOf(text);
  let after = end;
  while (origins[after] === origins[end - 1]) after += 1;
  return { start: origins[start] ?? 0, end: origins[after] ?? text.length };
}

/** Whether each word of one text is in another one, in whichever order. */
export const hasEveryWord = (text: string, words: string): boolean =>
  words.split(/[^\p{L}\p{N}\p{M}+#]+/u).every((word) => word === '' || mentions(text, word));

const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}+#&]*/gu;

/** The words of a text, folded, with what belongs to names such as 'C++' and 'AT&T'. */
export const wordsOf: (text: string) => readonly string[] = remembering(
  (text) => fold(text).match(WORD) ?? [],
);

/** A name as it is looked up: its words alone, folded. */
export const nameKeyOf = (name: string): string => wordsOf(name).join(' ');

/** Words that join others and say nothing. */
const SMALL = new Set(
  'a an the and or of in on at for with from to by as de la el y e und der die das'.split(' '),
);

const unitsOf = remembering((text): ReadonlySet<string> => {
  const words = wordsOf(text);
  // Not 'the rapist', but 'e commerce', whose letter is a small word in other languages.
  const isApart = (word: string) => word.length > 1 && SMALL.has(word);
  const joined = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return isApart(before) || isApart(word) || word.length === 1 ? [] : [before + word];
  });
  return new Set([...words, ...joined]);
});

/** Whether a text has a folded word, in singular or plural, written together or apart: 'healthcare' and 'Health-Care'. */
export function hasUnit(text: string, word: string): boolean {
  const units = unitsOf(text);
  return units.has(word) || units.has(withoutPluralS(word)) || (word.length > 2 && units.has(`${word}s`));
}

/** The same words in their own letter case. */
export const casedWordsOf = (text: string): readonly string[] => withoutMarks(text).match(WORD) ?? [];

/** Whether one text is in another one, whatever the case, the accents and the spaces. */
export const includesText = (text: string, part: string): boolean =>
  fold(text).replace(/\s+/g, ' ').includes(fold(part).replace(/\s+/g, ' ').trim());

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
export const FORMER = 'former|formerly|previously|prev|ex';

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
