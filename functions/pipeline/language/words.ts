import { fold as foldUncached, withoutMarks as withoutMarksUncached } from '#shared/fold.ts';

/** A search compares the same few texts and terms thousands of times. */
const MAX_CACHE_SIZE = 1_000;

/** Memoises a function. The cache is cleared all at once, which is cheaper than tracking age. */
export function memoize<Result>(compute: (text: string) => Result): (text: string) => Result {
  const cache = new Map<string, Result>();
  return (text) => {
    const cached = cache.get(text);
    if (cached !== undefined) return cached;
    if (cache.size >= MAX_CACHE_SIZE) cache.clear();
    const result = compute(text);
    cache.set(text, result);
    return result;
  };
}

/** Letter case, accents and compatibility forms folded, so that "Perú" is found as "peru". */
export const fold = memoize(foldUncached);
const withoutMarks = memoize(withoutMarksUncached);

/** Scripts written without spaces, where words have no boundaries to look for. */
export const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

/** Separates the alternatives of a criterion, which any one of them meets. */
export const ALTERNATIVE_SEPARATOR = ' or ';
/** What may follow an 'or' that names no alternative: 'or a related field', 'or other languages', '5 or more years', 'or higher in Law'. */
const OPEN_END =
  '(?:an? )?(?:related|similar|equivalent|comparable)\\b.*|other(?: \\S+)?$|(?:higher|above|over|later|better|more)(?=$| (?:in|of|at|as|with|years?|yrs?)\\b)';
const BEFORE_ALTERNATIVE = new RegExp(` or (?!${OPEN_END}|(?:less|fewer)\\b)`);
const OR_OPEN_END = new RegExp(`,? or (?:${OPEN_END})`);

/** The alternatives in a criterion's text, each as it is written. */
export const splitAlternatives = (text: string): string[] => text.split(BEFORE_ALTERNATIVE);

/** The alternatives in a criterion's text without the ends that leave it open, which no page contains: 'or a related field'. */
export const alternativesIn = (text: string): string[] =>
  splitAlternatives(text).map((each) => each.replace(OR_OPEN_END, ''));

/** Whether a criterion's text accepts what is similar, or more, too. */
export const isOpenEnded = (text: string): boolean => OR_OPEN_END.test(text);

/** Whether the text contains the term, or one of several, as whole words: "AI" is not in "Taiwan". No text contains a blank term. */
export function mentions(text: string, term: string): boolean {
  const folded = fold(text);
  return alternativesIn(term).some((alternative) => findTerm(0, folded, alternative) !== undefined);
}

/** A range of characters in a text; `end` is exclusive. */
interface Place {
  start: number;
  end: number;
}

/** Where some words occur in a text, as offsets in the unfolded text. */
export const placesIn = (text: string, words: string): Place[] =>
  placesInFolded(text, words).map((place) => toUnfoldedRange(text, place));

/** The text before and after each occurrence of some words, without accents. */
export function occurrences(text: string, words: string): { before: string; after: string }[] {
  const plain = withoutMarks(text);
  // In a text without accents no character folds to nothing, so equal lengths mean equal offsets.
  const isAligned = plain.length === fold(text).length;
  return placesInFolded(text, words).map((place) => {
    const { start, end } = isAligned ? place : toUnfoldedRange(plain, place);
    return { before: plain.slice(0, start), after: plain.slice(end) };
  });
}

function placesInFolded(text: string, words: string): Place[] {
  const folded = fold(text);
  const places: Place[] = [];
  for (
    let place = findTerm(0, folded, words);
    place !== undefined;
    place = findTerm(place.end, folded, words)
  )
    places.push(place);
  return places;
}

/** A term's folded words, with the first kept separate; it is '' if there are none. */
const parseTerm = memoize((term) => {
  const words = fold(term).trim();
  const [first = '', ...others] = words.split(/\s+/);
  return { first, others, hasEdges: !UNSPACED.test(words) };
});

const WORD_START = /(?<![\p{L}\p{N}])/uy;
const WHITE_SPACE = /\s+/y;
const WORD_END = /(?![\p{L}\p{M}\p{N}])/uy;

/** The first occurrence of a term in a folded text, starting at `from`. Compiling a pattern per term would cost more than this search. */
function findTerm(from: number, folded: string, term: string): Place | undefined {
  const { first, others, hasEdges } = parseTerm(term);
  if (first === '') return undefined;
  for (let start = folded.indexOf(first, from); start !== -1; start = folded.indexOf(first, start + 1)) {
    const end = endAfter(start + first.length, folded, others);
    if (
      end !== undefined &&
      (!hasEdges || (matchesAt(start, WORD_START, folded) && matchesAt(end, WORD_END, folded)))
    )
      return { start, end };
  }
  return undefined;
}

/** Where the last of the words ends, if they all follow from `from` on, each preceded by white space. */
function endAfter(from: number, folded: string, words: readonly string[]): number | undefined {
  let end = from;
  for (const word of words) {
    if (!matchesAt(end, WHITE_SPACE, folded) || !folded.startsWith(word, WHITE_SPACE.lastIndex))
      return undefined;
    end = WHITE_SPACE.lastIndex + word.length;
  }
  return end;
}

/** Whether a sticky pattern matches at an offset; its `lastIndex` is then the end of the match. */
function matchesAt(offset: number, pattern: RegExp, text: string): boolean {
  pattern.lastIndex = offset;
  return pattern.test(text);
}

/** The offset in a text for each character of its folded form, then the text's end: 'ß' folds to two characters, an accent to none. */
const originsOf = memoize((text): readonly number[] => {
  const origins: number[] = [];
  let offset = 0;
  for (const character of text) {
    const length = character < '\x80' ? 1 : foldUncached(character).length;
    for (let count = 0; count < length; count += 1) origins.push(offset);
    offset += character.length;
  }
  return [...origins, offset];
});

/** Maps a range in the folded text to one in the text. */
function toUnfoldedRange(text: string, { start, end }: Place): Place {
  const origins = originsOf(text);
  let after = end;
  while (origins[after] === origins[end - 1]) after += 1;
  return { start: origins[start] ?? 0, end: origins[after] ?? text.length };
}

/** Whether a text contains each of the words, in any order. */
export const hasEveryWord = (text: string, words: string): boolean =>
  words.split(/[^\p{L}\p{N}\p{M}+#]+/u).every((word) => word === '' || mentions(text, word));

const WORD_PATTERN = /[\p{L}\p{N}][\p{L}\p{M}\p{N}+#&]*/gu;

/** Spaces in place of some words, so that the rest of the text keeps its indices. */
export const blank = (words: string): string => ' '.repeat(words.length);

/** The words of a text, folded, including the signs in names such as 'C++' and 'AT&T'. */
export const wordsOf: (text: string) => readonly string[] = memoize(
  (text) => fold(text).match(WORD_PATTERN) ?? [],
);

/** A name as a lookup key: only its words, folded. */
export const nameKeyOf: (name: string) => string = memoize((name) => wordsOf(name).join(' '));

/** A text up to a number of words. */
export const firstWords = (text: string, maxCount: number): string =>
  text.slice(0, [...text.matchAll(WORD_PATTERN)][maxCount]?.index).trimEnd();

/** Articles, prepositions and conjunctions, which say nothing by themselves. */
export const SMALL_WORDS: ReadonlySet<string> = new Set(
  'a an the and or of in on at for with from to by as de la el y e und der die das'.split(' '),
);

const unitsOf = memoize((text): ReadonlySet<string> => {
  const words = wordsOf(text);
  // Joins 'e commerce', although 'e' is a small word in other languages, but not 'the rapist'.
  const isStandalone = (word: string) => word.length > 1 && SMALL_WORDS.has(word);
  const joined = words.slice(1).flatMap((word, at) => {
    const before = words[at] ?? '';
    return isStandalone(before) || isStandalone(word) || word.length === 1 ? [] : [before + word];
  });
  return new Set([...words, ...joined]);
});

/** Whether a text contains a folded word, in singular or plural, written as one word or two: 'healthcare' and 'Health-Care'. */
export function hasUnit(text: string, word: string): boolean {
  const units = unitsOf(text);
  return units.has(word) || units.has(withoutPluralS(word)) || (word.length > 2 && units.has(`${word}s`));
}

/** The words of a text in their original letter case, without accents. */
export const casedWordsOf = (text: string): readonly string[] => withoutMarks(text).match(WORD_PATTERN) ?? [];

/** Whether a text contains another, ignoring case, accents and the amount of white space. */
export const includesText = (text: string, part: string): boolean =>
  fold(text).replace(/\s+/g, ' ').includes(fold(part).replace(/\s+/g, ' ').trim());

/** The singular of a plural: 'agency', 'coach', 'recruiter'. */
export const singularOf: (noun: string) => string = memoize((noun) =>
  noun
    .replace(/(?<=[^aeiou])ies$/, 'y')
    .replace(/(?<=ss|sh|ch|x)es$/, '')
    .replace(/(?<=[^s])s$/, ''),
);

/** The length of the common prefix of two words. */
export function sharedLetters(one: string, other: string): number {
  let shared = 0;
  while (shared < one.length && one[shared] === other[shared]) shared += 1;
  return shared;
}

/**
 * Words that mark a role as past, as alternatives of a pattern that ignores case. 'Antigua' is a place too, and after a noun these words
 * mean 'ancient': 'Profesora de Historia Antigua'. Users of it add 'retired' where that ends a role rather than a job.
 */
export const FORMER =
  'former|formerly|previously|prev|ex|ehemalige[rs]?|(?<!(?!suis|mais|pero)[a-zà-ÿ]{4}\\s)(?:ancien(?:ne)?|antigu?[ao])(?!$|[.,;|]|\\s(?:and|y|guatemala)\\b)';

/** A word without its plural s: drops it from 'MBAs', but not from 'gas'. */
export const withoutPluralS = (word: string): string => word.replace(/(?<=\w{3})s$/, '');

/** The words of a text, with plurals as singulars. */
export const singularWordsOf = (text: string): string[] => wordsOf(text).map(withoutPluralS);

function hasAllWords(text: string, wanted: readonly string[]): boolean {
  const words = new Set(singularWordsOf(text));
  return wanted.length > 0 && wanted.every((word) => words.has(word));
}

/** Whether a text contains every word of another, in singular or plural. */
export const containsAllWords = (whole: string, part: string): boolean =>
  hasAllWords(whole, singularWordsOf(part));

/** Like {@link containsAllWords}, but ignoring small words in the other text. */
export const containsContentWords = (text: string, words: string): boolean =>
  hasAllWords(
    text,
    wordsOf(words)
      .filter((word) => !SMALL_WORDS.has(word))
      .map(withoutPluralS),
  );

/** Every text in a value, at any depth. */
export function textsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
}
