import { FIRMS as FIRM_LISTS, OWN_FIRMS as OWN_FIRM_LISTS } from './firms.ts';
import type { Term } from './read-lines.ts';
import { readLines, readList, readTerm } from './read-lines.ts';
import { SCHOOLS as SCHOOL_LINES } from './schools.ts';

/** A real school and what it is known for. */
export type School = Term & { country: string; kinds: readonly string[] };

/** An employer and its industry. */
export type Firm = Term & { industry: string };

/** Every school of the vocabulary. */
export const SCHOOLS: readonly School[] = readLines(SCHOOL_LINES).map((cells) => {
  const [name = '', others, country = '', kinds] = cells;
  return { name, otherNames: readList(others), country, kinds: readList(kinds, ' ') };
});

/** Every real employer of the vocabulary. */
export const FIRMS: readonly Firm[] = Object.entries(FIRM_LISTS).flatMap(([industry, firms]) =>
  readList(firms, ';').map((cell) => ({ ...readTerm(cell, ','), industry })),
);

/** The endings of the names that owners give their firms, by industry. */
export const OWN_FIRM_ENDINGS = new Map(
  Object.entries(OWN_FIRM_LISTS).map(([industry, endings]) => [industry, readList(endings, ';')]),
);

/** The school of that name; throws for one that the vocabulary lacks. */
export function schoolNamed(name: string): School {
  const school = SCHOOLS.find((each) => each.name === name);
  if (school === undefined) throw new RangeError(`no school ${name}`);
  return school;
}

/** The real employer of that name; throws for one that the vocabulary lacks. */
export function firmNamed(name: string): Firm {
  const firm = FIRMS.find((each) => each.name === name);
  if (firm === undefined) throw new RangeError(`no firm ${name}`);
  return firm;
}
