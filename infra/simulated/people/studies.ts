import { hashText, type Random } from '../random.ts';
import { SCHOOLS, type School } from '../vocabulary/institutions.ts';
import { degreeText, type Profession } from '../vocabulary/occupations.ts';
import type { City, Country } from '../vocabulary/places.ts';
import type { Study, Wish } from './person.ts';

const KIND_PATTERNS: readonly (readonly [RegExp, string])[] = [
  [/^Law$/, 'law'],
  [/^(Medicine|Nursing|Dentistry|Pharmacy)$/, 'medicine'],
  [/^(Business Administration|Finance|Marketing|Management|Accounting)$/, 'business'],
  [/Engineering|Computer|Data|Physics|Mathematics/, 'tech'],
  [/Arts|Music|Design|Film|Theatre/, 'arts'],
  [/Culinary|Aviation/, 'trade'],
];

/** The degrees of professional schools, where everybody takes the same one. */
const PROFESSIONAL_DEGREES: Readonly<Record<string, string>> = {
  law: 'Juris Doctor - JD',
  medicine: 'Doctor of Medicine - MD',
  business: 'Master of Business Administration - MBA',
};

function kindOf(field: string): string {
  return KIND_PATTERNS.find(([pattern]) => pattern.test(field))?.[1] ?? 'general';
}

function chooseSchool(country: string, kind: string, random: Random): School {
  const near = SCHOOLS.filter((school) => school.country === country);
  const fitting = near.filter((school) => school.kinds.includes(kind));
  const usual = near.filter((school) => /general|tech|college/.test(school.kinds.join(' ')));
  const known = SCHOOLS.filter((school) => school.kinds.includes(kind));
  return random.pick([fitting, usual, known].find((list) => list.length > 0) ?? SCHOOLS);
}

function degreeOf(options: {
  school: School;
  field: string;
  profession: Profession;
  graduated: number;
  random: Random;
}): string {
  const { school, field, profession, graduated, random } = options;
  const sole = school.kinds.length === 1 ? PROFESSIONAL_DEGREES[school.kinds[0] ?? ''] : undefined;
  if (sole !== undefined) return random.chance(0.2) && field === 'Law' ? 'Master of Laws - LLM' : sole;
  if (school.kinds.includes('college')) return 'Bachelor of Arts - BA';
  if (field === 'Medicine') return 'Doctor of Medicine - MD';
  if (field === 'Vocational Training' || school.kinds.includes('trade')) return 'Diploma';
  const isScholar = profession.ladder === 'science' || profession.name === 'professor';
  if (isScholar && hashText(`${school.name} ${graduated}`) % 10 > 2) return 'Doctor of Philosophy - PhD';
  return random.pick(['Master of Science - MS', 'Master of Arts - MA', 'Bachelor of Science - BS']);
}

/** What somebody studied, the latest first: at the wished school, or one at home, abroad or anywhere. */
export function chooseStudies(options: {
  wish: Wish;
  origin: Country;
  city: City;
  profession: Profession;
  graduated: number;
  random: Random;
}): Study[] {
  const { wish, origin, city, profession, graduated, random } = options;
  const field = wish.field ?? random.pick(profession.fields);
  const country = wish.field !== undefined || random.chance(0.5) ? city.country : origin.code;
  const school = wish.school ?? chooseSchool(country, kindOf(field), random);
  const latest: Study = {
    school,
    field,
    degree: wish.degree
      ? degreeText(wish.degree)
      : degreeOf({ school, field, profession, graduated, random }),
    from: graduated - 3,
    to: graduated,
  };
  if (latest.degree.startsWith('Bachelor') || latest.degree === 'Diploma' || random.chance(0.3))
    return [latest];
  const first: Study = {
    school: chooseSchool(origin.code, 'general', random),
    field:
      field === 'Law'
        ? random.pick(['Political Science', 'History', 'Economics'])
        : random.pick(profession.fields),
    degree: random.pick(['Bachelor of Science - BS', 'Bachelor of Arts - BA']),
    from: graduated - 8,
    to: graduated - 4,
  };
  return [latest, first];
}
