import { INDIVISIBLE_NAMES, LANGUAGE_NAMES, REGION_NAMES, SYNONYMS, TRADES } from './synonym-tables.ts';
import { memoize, nameKeyOf, singularOf, wordsOf } from './words.ts';

/* Which things a text names, by any of their synonyms: the lines of the tables. docs/behaviour.md#criteria */

/** Between the names and kinds of a line. */
const SEPARATOR = /[,:] /;

/** The keys of a name in one or both genders: 'ingeniero' and 'ingeniera' for 'ingeniero/a'. */
const keysOf = (name: string): string[] =>
  [name.replace(/\/\w+/g, ''), name.replace(/o?\//g, '')].map(nameKeyOf);

const INDIVISIBLE_KEYS: ReadonlySet<string> = new Set(INDIVISIBLE_NAMES.flatMap(keysOf));

const ENGLISH_LANGUAGE_NAMES: ReadonlyMap<string, string> = new Map(
  LANGUAGE_NAMES.flatMap((line) => {
    const names = line.split(SEPARATOR);
    return names.map((name) => [name, names[0] ?? name] as const);
  }),
);

const ALL_LINES = [...SYNONYMS, ...TRADES, ...REGION_NAMES, ...LANGUAGE_NAMES];
function groupLinesByName(lists: readonly string[]): ReadonlyMap<string, ReadonlySet<number>> {
  const lines = new Map<string, Set<number>>();
  for (const [line, list] of lists.entries())
    for (const key of list.split(SEPARATOR).flatMap(keysOf))
      lines.set(key, (lines.get(key) ?? new Set()).add(line));
  return lines;
}
/** The lines by their names, and by their names and kinds. */
const [LINES_BY_NAME, LINES_BY_NAME_OR_KIND] = [
  groupLinesByName(ALL_LINES.map((line) => line.replace(/:.*/, ''))),
  groupLinesByName(ALL_LINES),
];
const MAX_NAME_WORDS = 5;

/** The lines whose names or kinds a text contains, in singular or plural. */
export const linesOf = memoize((text): ReadonlySet<number> => {
  const words = wordsOf(text);
  const lines = new Set<number>();
  for (let start = 0; start < words.length; start += 1)
    for (let size = MAX_NAME_WORDS; size > 0; size -= 1) {
      const name = words.slice(start, start + size).join(' ');
      for (const line of linesSaidBy(name)) lines.add(line);
      if (!INDIVISIBLE_KEYS.has(name) && !INDIVISIBLE_KEYS.has(singularName(name))) continue;
      start += size - 1;
      break;
    }
  return lines;
});

/** The English name of a language, given its name in any: 'german' for 'Deutsch'. */
export const englishNameOf = (text: string): string | undefined =>
  ENGLISH_LANGUAGE_NAMES.get(nameKeyOf(text));

/** The lines that have this name. */
export const linesNamed = (name: string): ReadonlySet<number> => linesIn(LINES_BY_NAME, name);

/** The lines that have this name or kind. */
export const linesSaidBy = (name: string): ReadonlySet<number> => linesIn(LINES_BY_NAME_OR_KIND, name);

const NO_LINES: ReadonlySet<number> = new Set();
const linesIn = (lines: typeof LINES_BY_NAME, name: string): ReadonlySet<number> =>
  lines.get(name) ?? lines.get(singularName(name)) ?? NO_LINES;

/** A word this short that ends in s is often not a plural: 'más' is no master's degree. */
const MAX_INVARIABLE_LENGTH = 3;
const singularName = (name: string): string =>
  name.length > MAX_INVARIABLE_LENGTH ? singularOf(name) : name;
