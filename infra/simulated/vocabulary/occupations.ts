import { COUNTRIES } from './places.ts';
import { findNamed, readList, readTable, readTerm, readTerms, type Term } from './read.ts';

/** A profession with its synonyms, where it is practised, its specialisms, what people study for it and its career ladder. */
export type Profession = Term & {
  industries: readonly string[];
  specialisms: readonly Term[];
  fields: readonly string[];
  ladder: string;
};

export const PROFESSIONS: readonly Profession[] = readTable('professions').map((cells) => {
  const [name = '', others, industries, specialisms, fields, ladder = 'corp'] = cells;
  return {
    name,
    otherNames: readList(others),
    industries: readList(industries),
    specialisms: readList(specialisms, ';').map((cell) => readTerm(cell)),
    fields: readList(fields),
    ladder,
  };
});

/** The profession of that name; throws for one that the vocabulary lacks. */
export const professionNamed = (name: string): Profession => findNamed(PROFESSIONS, name);

const LADDERS = new Map(readTable('ladders').map(([name = '', ...titles]) => [name, titles]));

/** The titles of the profession's careers from the start to the top, `{p}` standing for the profession. */
export const ladderOf = ({ ladder }: Profession): readonly string[] => LADDERS.get(ladder) ?? ['{p}'];

/** What people of some professions have certificates in. */
export const CERTIFICATES = readTable('certificates').map(([name = '', authority = '', professions]) => ({
  name,
  authority,
  professions: readList(professions),
}));

/** Those of the industries that have other names. */
export const INDUSTRIES: readonly Term[] = readTerms('industries');
export const INTERESTS: readonly Term[] = readTerms('interests');
export const FIELDS: readonly Term[] = readTerms('fields');
/** The first of the other names is the title in full. */
export const DEGREES: readonly Term[] = readTerms('degrees');

/** `Doctor of Philosophy - PhD`, as profiles write it. */
export const degreeText = ({ name, otherNames }: Term): string => [otherNames[0], name].join(' - ');

export const LANGUAGES: readonly string[] = [
  ...new Set([...readTable('languages').flat(), ...COUNTRIES.flatMap((country) => country.languages)]),
];
