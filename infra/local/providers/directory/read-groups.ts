import type { Firm, School } from '../vocabulary/institutions.ts';
import { firmNamed, schoolNamed } from '../vocabulary/institutions.ts';
import type { Profession } from '../vocabulary/occupations.ts';
import { INTERESTS, professionNamed } from '../vocabulary/occupations.ts';
import type { City, Country } from '../vocabulary/places.ts';
import { COUNTRIES, countryOf } from '../vocabulary/places.ts';
import type { Term } from '../vocabulary/read-lines.ts';
import { readLines, readList } from '../vocabulary/read-lines.ts';
import { GROUPS } from './groups.ts';
import type { Person } from './person.ts';
import type { Rank } from './rank.ts';

/** What is fixed about somebody before chance decides the rest. */
export type Wish = {
  origin?: Country;
  cities?: readonly City[];
  profession?: Profession;
  specialism?: Term | null;
  firm?: Firm;
  school?: School;
  field?: string;
  interests?: readonly Term[];
  languages?: readonly string[];
  stage?: Person['stage'];
  rank?: Rank;
  degree?: Term;
};

function citiesOf(cell: string): readonly City[] {
  const country = COUNTRIES.find((each) => each.code === cell);
  return country?.cities ?? COUNTRIES.flatMap((each) => each.cities.filter((city) => city.name === cell));
}

function readProfession(cell: string): Pick<Wish, 'profession' | 'specialism'> {
  if (cell === '') return {};
  const [name = '', special] = readList(cell, ':');
  const profession = professionNamed(name);
  return { profession, specialism: profession.specialisms.find((each) => each.name === special) ?? null };
}

function readWish(cells: readonly string[]): Wish {
  const [, origin = '', where = '', work = '', firm = '', school = '', field = '', likes, tongues, stage] =
    cells;
  const interests = readList(likes).flatMap((name) => INTERESTS.filter((each) => each.name === name));
  const languages = readList(tongues);
  return {
    ...(origin && { origin: countryOf(origin) }),
    ...(where && { cities: citiesOf(where) }),
    ...readProfession(work),
    ...(firm && { firm: firmNamed(firm) }),
    ...(school && { school: schoolNamed(school) }),
    ...(field && { field }),
    ...(interests.length > 0 && { interests }),
    ...(languages.length > 0 && { languages }),
    ...((stage === 'student' || stage === 'retired') && { stage }),
  };
}

/** A wish for every member of the groups that the directory must hold. */
export function readGroups(): Wish[] {
  return readLines(GROUPS).flatMap((cells) => {
    const wish = readWish(cells);
    return Array.from({ length: Number(cells[0]) }, () => wish);
  });
}
