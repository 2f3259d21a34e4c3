import { ALTERNATIVE_SEPARATOR, alternativesIn, nameKeyOf, wordsOf } from '../language/words.ts';
import { isFillerWord } from './word-overlap.ts';

/* Years of experience, as requested ('5+ years of Python') and as stated ('7 years'). */

/** A requested number of years. */
export interface Years {
  min: number;
  max: number;
  /** What else is asked for, such as 'Python'; empty if nothing is. */
  rest: string;
}

const YEAR_UNIT = '(?:years?|yrs?|jahren?|a[nñ]os?|ans|anni)';
const AT_MOST =
  "up to|at (?:the )?most|(?:no|not) more than|(?:less|fewer) than|under|max(?:imum|imal|\\.)?(?: of)?|bis zu|höchstens|nicht mehr als|weniger als|hasta|no más de|menos de|máximo|jusqu[’']à|pas plus de|moins de|até|não mais de|fino a|non più di|meno di|massimo";
const AT_LEAST =
  'between|zwischen|entre|at least|min(?:imum|destens|\\.)?(?: of)?|(?:no|not) (?:less|fewer) than|more than|over|über|nicht weniger als|mehr als|al menos|no menos de|más de|mínimo|au moins|pas moins de|plus de|pelo menos|não menos de|mais de|almeno|non meno di|più di|oltre';
const AT_MOST_AFTER =
  ',?\\s+(?:max(?:imum|\\.)?|at (?:the )?most|or (?:less|fewer)|tops)(?!\\p{L}|\\.?\\s*\\d)';
const OF_EXPERIENCE =
  "(?:\\s+(?:of|de|di|an))?(?:\\s+(?:relevant|professional|work(?:ing)?|overall|total))*\\s+(?:d['’])?(?:exp[eé]rience|experi[eê]ncia|esperienza|(?:berufs)?erfahrung)(?!\\p{L})";
const YEAR_COUNT = new RegExp(
  `(?:(?<!\\p{L})(?:(?:(?<atMost>${AT_MOST})|${AT_LEAST})\\s+|(?<less>[<‹≤])\\s*))?(?<![\\p{L}\\p{N}.,+-])(?<first>\\d{1,2})(?:\\s*(?:-|–|to|bis|a|à|(?<=(?:between|zwischen|entre)\\s\\d{1,2}\\s)(?:and|und|y|et?))\\s*(?<last>\\d{1,2}))?(?:\\s*\\+)?\\s*${YEAR_UNIT}(?!\\p{L})['’]?(?!\\s+(?:old|of age|ago|younger|alt))(?:${OF_EXPERIENCE})?(?<atMostAfter>${AT_MOST_AFTER})?`,
  'giu',
);

const NUMBERS =
  'one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'.split(
    ' ',
  );
const SPELLED_OUT = new RegExp(
  `(?<!\\p{L})(?<number>${NUMBERS.join('|')}|a(?=\\sdecade))\\s?\\+?\\s(?<unit>years?|yrs?|decades?)(?!\\p{L})`,
  'giu',
);

/** A text with the years that it spells out as numbers: 'over a decade' as 'over 10 years'. */
const withDigits = (text: string): string =>
  text.replaceAll(SPELLED_OUT, (_whole, number: string, unit: string) => {
    const count = Math.max(0, NUMBERS.indexOf(number.toLowerCase())) + 1;
    return `${/^decade/i.test(unit) ? 10 * count : count} years`;
  });

/** The years that a text asks for; undefined if none. */
export function yearsAsked(asked: string): Years | undefined {
  // A shortcut: called for every criterion on every piece of a page, and few have a number.
  if (!/\d|years?\b|decade/i.test(asked)) return undefined;
  const text = withDigits(alternativesIn(asked).join(ALTERNATIVE_SEPARATOR));
  const [count] = text.matchAll(YEAR_COUNT);
  if (count?.groups === undefined) return undefined;
  const { atMost, less, atMostAfter, first, last } = count.groups;
  const isAtMost = (atMost ?? less ?? atMostAfter) !== undefined;
  // '3-5 years max' has a lower limit too, but not '3-5 years or less'.
  const isRange = last !== undefined && /max|most|tops/i.test(atMostAfter ?? '');
  const min = isAtMost && !isRange ? 0 : Number(first);
  const max = Number(last ?? (isAtMost ? first : Number.POSITIVE_INFINITY));
  const words = text.replace(count[0], ' ').trim();
  const other = yearsAsked(words);
  // 'Min 3 years, max 5 years'
  if (other?.rest === '') return { min: Math.max(min, other.min), max: Math.min(max, other.max), rest: '' };
  return { min, max, rest: wordsOf(words).every(isFillerWord) ? '' : words };
}

/** Whether a text states a number of years in the requested range; undefined if it states none. */
export function areEnough({ min, max }: Years, text: string): boolean | undefined {
  const said = [...withDigits(text).matchAll(YEAR_COUNT)].map(({ groups }) => Number(groups?.['first']));
  return said.length === 0 ? undefined : said.some((years) => years >= min && years <= max);
}

/** Whether two texts ask for years of the same thing: 'at least 8 years' replaces '5+ years of experience'. */
export function areYearsOfSame(one: string, other: string): boolean {
  const [first, second] = [yearsAsked(one), yearsAsked(other)];
  return first !== undefined && second !== undefined && nameKeyOf(first.rest) === nameKeyOf(second.rest);
}
