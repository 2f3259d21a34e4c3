import { remembering, sharedLetters, singularOf } from './words.ts';

/* Which words are forms of one: surely, as code alone takes them, and perhaps, where a model has judged. */

/**
 * What forms of one word end in. Sharing letters is not enough: an accountant is no account executive, a physicist no physician, and a
 * founder has not to do with a foundation.
 */
const FAMILIES = [
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

/** Those that tell even after three letters: 'creator', 'coach', 'mentor', 'dance'. */
const FAMILIES_OF_SHORT = [
  // Whoever is in operations operates nothing.
  '(?<!^oper)(?:ator|ation)',
  '(?<=t)(?:or|oring)',
  '(?<=[aer])(?:ch|ches|cher|ching)',
  '(?<=n)(?:ce|cer|cing)',
].map((endings) => new RegExp(`^(\\p{L}{3,}?)(?:${endings})s?$`, 'u'));

const ALL_FAMILIES: readonly RegExp[] = [...FAMILIES, ...FAMILIES_OF_SHORT];

/** The families of forms that a word may belong to, by its stem in each. */
const stemsOf = remembering(
  (word): ReadonlySet<string> =>
    new Set(ALL_FAMILIES.flatMap((family, index) => family.exec(word)?.[1]?.concat(` ${index}`) ?? [])),
);

const SHORTEST_PLURAL = 3;
const isPlural = (plural: string, word: string): boolean =>
  plural.length >= SHORTEST_PLURAL && plural !== word && singularOf(plural) === word;

/** What is compared: a place, the name of a school or firm, or words. */
export type Kind = 'place' | 'name' | 'words';

/** Two forms of a word: 'consultant' and 'consultants', and where it is no name, 'investor' and 'investments'. */
export const isForm = (one: string, other: string, kind: Kind): boolean =>
  one === other ||
  isPlural(one, other) ||
  isPlural(other, one) ||
  (kind === 'words' && [...stemsOf(one)].some((stem) => stemsOf(other).has(stem)));

const LEAST_STEM = 4;
const SURE_STEM = 5;
const MOST_ENDING = 4;

/** Two words that are no forms of one, whatever their letters, in the order of the alphabet. */
const LOOKALIKES = new Set(['operation operator']);

/** 'Direktor' and 'director'. */
const withoutK = (word: string): string => word.replaceAll('k', 'c');

/**
 * Whether two words may be forms of one, as far as their letters tell: 'surgeon' and 'surgery', or one the other's better half: 'biotech' and
 * 'biotechnology', but not 'intern' and 'international'.
 */
export function mayBeForm(one: string, other: string): boolean {
  if (LOOKALIKES.has([one, other].map(singularOf).toSorted().join(' '))) return false;
  const shared = sharedLetters(withoutK(one), withoutK(other));
  const isWhole = shared === Math.min(one.length, other.length);
  const ending = Math.max(one.length, other.length) - shared;
  if (shared < LEAST_STEM || (shared < SURE_STEM && !isWhole)) return false;
  return ending <= MOST_ENDING || (isWhole && ending < shared);
}
