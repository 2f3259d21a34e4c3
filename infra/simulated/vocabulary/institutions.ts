import { readList, readTable, readTerm, type Term } from './read.ts';

/** A real school and what it is known for. */
export type School = Term & { country: string; kinds: readonly string[] };

/** An employer and its industry. */
export type Firm = Term & { industry: string };

export const SCHOOLS: readonly School[] = readTable('schools').map((cells) => {
  const [name = '', others, country = '', kinds] = cells;
  return { name, otherNames: readList(others), country, kinds: readList(kinds, ' ') };
});

export const FIRMS: readonly Firm[] = readTable('firms').flatMap(([industry = '', firms]) =>
  readList(firms, ';').map((cell) => ({ ...readTerm(cell, ','), industry })),
);

/** Name endings of firms that owners name themselves, by industry. */
export const OWN_FIRM_ENDINGS: ReadonlyMap<string, readonly string[]> = new Map(
  readTable('own-firms').map(([industry = '', endings]) => [industry, readList(endings, ';')]),
);
