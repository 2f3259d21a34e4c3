/** The non-empty lines of a vocabulary text, each cut at its bars. */
export function readLines(text: string): string[][] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('|').map((cell) => cell.trim()));
}

/** The non-empty parts of a cell. */
export function readList(cell: string | undefined, separator = ','): string[] {
  return (cell ?? '')
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}

/** A thing with its usual name and the other ways of saying it. */
export type Term = { name: string; otherNames: readonly string[] };

/** Reads `name=other/other` (or `name=other, other` for a comma). */
export function readTerm(cell: string, separator = '/'): Term {
  const [name = '', others] = cell.split('=');
  return { name: name.trim(), otherNames: readList(others, separator) };
}
