import { FIELDS as FIELD_LINES, INTERESTS as INTEREST_LINES } from './interests.ts';
import { LANGUAGES as LANGUAGE_LIST } from './languages.ts';
import { COUNTRIES } from './places.ts';
import { BUSINESS } from './professions-business.ts';
import { ARTS_CRAFTS_NATURE } from './professions-crafts.ts';
import { CARE_LAW_EDUCATION } from './professions-people.ts';
import { TECHNICAL } from './professions-technical.ts';
import type { Term } from './read-lines.ts';
import { readLines, readList, readTerm } from './read-lines.ts';

/** A profession with its synonyms, where it is practised, its specialisms, what one studies for it and its ladder. */
export type Profession = Term & {
  industries: readonly string[];
  specialisms: readonly Term[];
  fields: readonly string[];
  ladder: string;
};

/** Every profession of the vocabulary. */
export const PROFESSIONS: readonly Profession[] = [
  TECHNICAL,
  CARE_LAW_EDUCATION,
  BUSINESS,
  ARTS_CRAFTS_NATURE,
]
  .flatMap((text) => readLines(text))
  .map((cells) => {
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
export function professionNamed(name: string): Profession {
  const profession = PROFESSIONS.find((each) => each.name === name);
  if (profession === undefined) throw new RangeError(`no profession ${name}`);
  return profession;
}

const readTerms = (text: string): Term[] => readLines(text).map(([cell = '']) => readTerm(cell));

/** Every interest of the vocabulary. */
export const INTERESTS: readonly Term[] = readTerms(INTEREST_LINES);

/** Every field of study of the vocabulary. */
export const FIELDS: readonly Term[] = readTerms(FIELD_LINES);

/** Every language of the vocabulary. */
export const LANGUAGES: readonly string[] = [
  ...new Set([...readList(LANGUAGE_LIST), ...COUNTRIES.flatMap((country) => country.languages)]),
];

/** The titles of a career from its start to its top, `{p}` standing for the profession. */
export const LADDERS: Readonly<Record<string, readonly string[]>> = {
  corp: ['Junior {p}', '{p}', '{p}', 'Senior {p}', 'Lead {p}', 'Principal {p}'],
  law: ['Associate {p}', '{p}', 'Senior {p}', '{p}, Of Counsel', '{p} and Partner', '{p} & General Counsel'],
  med: ['Resident {p}', '{p}', '{p}', 'Senior {p}', 'Chief {p}'],
  edu: ['Assistant {p}', '{p}', '{p}', 'Senior {p}'],
  science: ['Postdoctoral {p}', '{p}', '{p}', 'Senior {p}', 'Principal {p}'],
  consult: ['Associate {p}', '{p}', 'Senior {p}', '{p} & Engagement Manager', '{p} & Partner'],
  invest: ['{p}, Analyst', '{p}', 'Principal, {p}', '{p} & Partner', '{p} & Managing Director'],
  exec: ['{p}'],
  chef: ['{p}', 'Sous {p}', 'Head {p}', 'Executive {p}'],
  craft: ['{p}', '{p}', '{p}', 'Senior {p}'],
};
