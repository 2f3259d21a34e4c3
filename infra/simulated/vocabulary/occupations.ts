import { COUNTRIES } from './places.ts';
import { findNamed, readList, readTable, readTerm, readTerms, type Term } from './read.ts';

/** A profession with its synonyms, industries, specialisms, fields of study and career ladder. */
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

/** The profession of that name; throws if it is not in the vocabulary. */
export const professionNamed = (name: string): Profession => findNamed(PROFESSIONS, name);

const LADDERS = new Map(readTable('ladders').map(([name = '', ...titles]) => [name, titles]));

/** The titles of the profession's careers from bottom to top, with `{p}` in place of the profession. */
export const ladderOf = ({ ladder }: Profession): readonly string[] => LADDERS.get(ladder) ?? ['{p}'];

/** Certificates, with the professions that have them. */
export const CERTIFICATES = readTable('certificates').map(([name = '', authority = '', professions]) => ({
  name,
  authority,
  professions: readList(professions),
}));

/** Only the industries that have other names. */
export const INDUSTRIES: readonly Term[] = readTerms('industries');
export const INTERESTS: readonly Term[] = readTerms('interests');
export const FIELDS: readonly Term[] = readTerms('fields');
/** The first of the other names is the full title. */
export const DEGREES: readonly Term[] = readTerms('degrees');

/** `Doctor of Philosophy - PhD`, as profiles write it. */
export const degreeText = ({ name, otherNames }: Term): string => [otherNames[0], name].join(' - ');

export const LANGUAGES: readonly string[] = [
  ...new Set([...readTable('languages').flat(), ...COUNTRIES.flatMap((country) => country.languages)]),
];
