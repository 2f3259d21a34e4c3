import { nameKeyOf, wordsOf } from '../language/words.ts';
import { saysNothing } from './word-overlap.ts';

/* Years of experience, as requested ('5+ years of Python') and as stated ('7 years'). */

/** A requested number of years. */
export interface Years {
  least: number;
  most: number;
  /** What else is asked for, such as 'Python'; empty if nothing is. */
  rest: string;
}

const UNIT = '(?:years?|yrs?|jahren?|a[nñ]os?|ans|anni)';
const AT_MOST =
  "up to|at (?:the )?most|(?:no|not) more than|(?:less|fewer) than|under|max(?:imum|imal|\\.)?(?: of)?|bis zu|höchstens|nicht mehr als|weniger als|hasta|no más de|menos de|máximo|jusqu[’']à|pas plus de|moins de|até|não mais de|fino a|non più di|meno di|massimo";
const AT_LEAST =
  'at least|min(?:imum|destens|\\.)?(?: of)?|(?:no|not) (?:less|fewer) than|more than|over|über|nicht weniger als|mehr als|al menos|no menos de|más de|mínimo|au moins|pas moins de|plus de|pelo menos|não menos de|mais de|almeno|non meno di|più di|oltre';
const EXPERIENCE =
  "(?:\\s+(?:of|de|di|an))?(?:\\s+(?:relevant|professional|work(?:ing)?|overall|total))*\\s+(?:d['’])?(?:exp[eé]rience|experi[eê]ncia|esperienza|(?:berufs)?erfahrung)(?!\\p{L})";
const COUNT = new RegExp(
  `(?:(?<!\\p{L})(?:(?<atMost>${AT_MOST})|${AT_LEAST})\\s+)?(?<![\\p{L}\\p{N}.,+-])(?<least>\\d{1,2})(?:\\s*(?:-|–|to|bis|a|à)\\s*(?<most>\\d{1,2}))?(?:\\s*\\+)?\\s*${UNIT}(?!\\p{L})(?!\\s+(?:old|of age|ago|younger|alt))(?:${EXPERIENCE})?`,
  'giu',
);

/** The years that a text asks for; undefined if none. */
export function yearsAsked(text: string): Years | undefined {
  // A shortcut: called for every criterion on every piece of a page, and few have a number.
  if (!/\d/.test(text)) return undefined;
  const [count] = text.matchAll(COUNT);
  if (count?.groups === undefined) return undefined;
  const { atMost, least, most } = count.groups;
  const words = text.replace(count[0], ' ').trim();
  return {
    least: atMost === undefined ? Number(least) : 0,
    most: Number(atMost === undefined ? (most ?? Number.POSITIVE_INFINITY) : least),
    rest: wordsOf(words).every(saysNothing) ? '' : words,
  };
}

/** Whether a text states a number of years in the requested range; undefined if it states none. */
export function areEnough({ least, most }: Years, text: string): boolean | undefined {
  const said = [...text.matchAll(COUNT)].map(({ groups }) => Number(groups?.['least']));
  return said.length === 0 ? undefined : said.some((years) => years >= least && years <= most);
}

/** Whether two texts ask for years of the same thing: 'at least 8 years' replaces '5+ years of experience'. */
export function areYearsOfSame(one: string, other: string): boolean {
  const [first, second] = [yearsAsked(one), yearsAsked(other)];
  return first !== undefined && second !== undefined && nameKeyOf(first.rest) === nameKeyOf(second.rest);
}
