import { readFileSync } from 'node:fs';

/** The rows of a `.txt` file in this folder, split into cells at `|`. Empty lines and comments, which start with `#`, are skipped. */
export function readTable(name: string): string[][] {
  return readFileSync(new URL(`${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !line.startsWith('#'))
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

/** The non-empty parts of a cell. */
export function readList(cell: string | undefined, separator = ','): string[] {
  return (cell ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A thing with its usual name and its synonyms. */
export type Term = { name: string; otherNames: readonly string[] };

/** The thing of that name in a list; throws if it is not in the vocabulary. */
export function findNamed<Thing extends { name: string }>(list: readonly Thing[], name: string): Thing {
  const thing = list.find((each) => each.name === name);
  if (thing === undefined) throw new RangeError(`the vocabulary lacks ${name}`);
  return thing;
}

/** Reads `name=other/other` (or `name=other, other` with a comma as separator). */
export function readTerm(cell: string, separator = '/'): Term {
  const [name = '', others] = cell.split('=');
  return { name: name.trim(), otherNames: readList(others, separator) };
}

/** The terms of a file that has one per line. */
export const readTerms = (name: string): Term[] => readTable(name).map(([cell = '']) => readTerm(cell));
