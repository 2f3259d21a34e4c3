import { memoize, sharedLetters, singularOf } from './words.ts';

/* Which words are forms of the same word: for certain, as judged by code alone, or perhaps, for use where a model has judged. */

/**
 * Endings of the forms of one word. Sharing letters is not enough: an accountant is not an account executive, a physicist is not a
 * physician, and a founder has nothing to do with a foundation.
 */
const ENDING_FAMILIES = [
  'er|or|ing|e?ment',
  'eer|eering',
  'ist|y|istry',
  'y|ical',
  'ist|ism',
  'ist|icist|ics',
  'ist|istics|istical|istician',
  'atics|atical|atician',
  'atrics|atrician',
  'ion|ionist',
  'ture|tural',
  'rapher|raphy',
  'orian|ory',
  'arian|ary',
  'yst|ysis|ytics',
  'or|ora|ore',
  'o|a',
  'er|erin|erinnen|ung',
  'eure?|eurin|eurinnen|euse|rice',
].map((endings) => new RegExp(`^(\\p{L}{4,}?)(?:${endings})s?$`, 'u'));

/** Endings that are conclusive even after three letters: 'creator', 'coach', 'mentor', 'dance'. */
const SHORT_STEM_FAMILIES = [
  // Somebody in operations is not an operator.
  '(?<!^oper)(?:ator|ation)',
  '(?<=t)(?:or|oring)',
  '(?<=[ar])(?:ch|ches|cher|ching)',
  '(?<=n)(?:ce|cer|cing)',
].map((endings) => new RegExp(`^(\\p{L}{3,}?)(?:${endings})s?$`, 'u'));

const ALL_FAMILIES: readonly RegExp[] = [...ENDING_FAMILIES, ...SHORT_STEM_FAMILIES];

/** The families of forms that a word may belong to: its stem in each, with the family's index. */
const stemsOf = memoize(
  (word): ReadonlySet<string> =>
    new Set(ALL_FAMILIES.flatMap((family, index) => family.exec(word)?.[1]?.concat(` ${index}`) ?? [])),
);

const MIN_PLURAL_LENGTH = 3;
const isPlural = (plural: string, word: string): boolean =>
  plural.length >= MIN_PLURAL_LENGTH && singularOf(plural) === word;

/** What is compared: a place, the name of a school or firm, or words. */
export type Kind = 'place' | 'name' | 'words';

/** Whether two words are forms of the same word: 'consultant' and 'consultants', and outside names also 'investor' and 'investments'. */
export const isForm = (one: string, other: string, kind: Kind): boolean =>
  one === other ||
  isPlural(one, other) ||
  isPlural(other, one) ||
  (kind === 'words' && [...stemsOf(one)].some((stem) => stemsOf(other).has(stem)));

const MIN_STEM_LENGTH = 4;
const CONCLUSIVE_STEM_LENGTH = 5;
const MAX_ENDING_LENGTH = 4;

/** Pairs of words, in alphabetical order, that are not forms of the same word even though their letters suggest it. */
const LOOKALIKES = new Set(['operation operator']);

/** So that 'Direktor' matches 'director'. */
const withoutK = (word: string): string => word.replaceAll('k', 'c');

/**
 * Whether two words may be forms of the same word, judging by their letters: 'surgeon' and 'surgery', or one that makes up more than half
 * of the other: 'biotech' and 'biotechnology', but not 'intern' and 'international'.
 */
export function mayBeForm(one: string, other: string): boolean {
  if (LOOKALIKES.has([one, other].map(singularOf).toSorted().join(' '))) return false;
  const shared = sharedLetters(withoutK(one), withoutK(other));
  const isWhole = shared === Math.min(one.length, other.length);
  const ending = Math.max(one.length, other.length) - shared;
  if (shared < MIN_STEM_LENGTH || (shared < CONCLUSIVE_STEM_LENGTH && !isWhole)) return false;
  return ending <= MAX_ENDING_LENGTH || (isWhole && ending < shared);
}
