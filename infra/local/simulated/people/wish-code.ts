import { FIRMS, SCHOOLS } from '../vocabulary/institutions.ts';
import { DEGREES, FIELDS, INTERESTS, LANGUAGES, PROFESSIONS } from '../vocabulary/occupations.ts';
import { COUNTRIES } from '../vocabulary/places.ts';
import { joinWishes, RANKS, type Wish } from './person.ts';

/** Codes look like the endings of real profile addresses: one digit for the facet, two for one of up to 1,296 values. */
const BASE = 36;
const TRIPLE = /[\da-z]{3}/g;
const CODE = /^[\da-z]([\da-z]{3})+$/;

/** The most people invented for one wish: what one digit can count. */
const MOST_VARIANTS = BASE;

type Facet = { indexIn(wish: Wish): number; wishAt(index: number): Wish | undefined };

function facet<Value>(
  list: readonly Value[],
  valueIn: (wish: Wish) => Value | null | undefined,
  wishFor: (value: Value) => Wish,
): Facet {
  return {
    indexIn: (wish) => {
      const value = valueIn(wish);
      return value === undefined || value === null ? -1 : list.indexOf(value);
    },
    wishAt: (index) => {
      const value = list[index];
      return value === undefined ? undefined : wishFor(value);
    },
  };
}

const CITIES = COUNTRIES.flatMap((country) => country.cities);
const SPECIALISMS = PROFESSIONS.flatMap((profession) => profession.specialisms);
const STAGES = ['student', 'working', 'retired'] as const;

/** Everything that a code can hold. */
const FACETS: readonly Facet[] = [
  facet(
    PROFESSIONS,
    (wish) => wish.profession,
    (profession) => ({ profession }),
  ),
  facet(
    CITIES,
    (wish) => wish.cities?.[0],
    (city) => ({ cities: [city] }),
  ),
  facet(
    COUNTRIES,
    (wish) => wish.origin,
    (origin) => ({ origin }),
  ),
  facet(
    SPECIALISMS,
    (wish) => wish.specialism,
    (specialism) => ({ specialism }),
  ),
  ...[0, 1].map((at) =>
    facet(
      INTERESTS,
      (wish) => wish.interests?.[at],
      (interest) => ({ interests: [interest] }),
    ),
  ),
  ...[0, 1].map((at) =>
    facet(
      LANGUAGES,
      (wish) => wish.languages?.[at],
      (language) => ({ languages: [language] }),
    ),
  ),
  facet(
    FIELDS.map(({ name }) => name),
    (wish) => wish.field,
    (field) => ({ field }),
  ),
  facet(
    STAGES,
    (wish) => wish.stage,
    (stage) => ({ stage }),
  ),
  facet(
    RANKS,
    (wish) => wish.rank,
    (rank) => ({ rank }),
  ),
  facet(
    DEGREES,
    (wish) => wish.degree,
    (degree) => ({ degree }),
  ),
  facet(
    SCHOOLS,
    (wish) => wish.school,
    (school) => ({ school }),
  ),
  facet(
    FIRMS,
    (wish) => wish.firm,
    (firm) => ({ firm }),
  ),
];

/** A wish with one of its cities, and the number of a person who fits it, as text for an address. */
export function writeCode(options: { wish: Wish; variant: number }): string {
  const { wish, variant } = options;
  const triples = FACETS.flatMap((each, at) => {
    const index = each.indexIn(wish);
    return index < 0 ? [] : [`${at.toString(BASE)}${index.toString(BASE).padStart(2, '0')}`];
  });
  return [(variant % MOST_VARIANTS).toString(BASE), ...triples].join('');
}

/** The wish of a code, or null for any other text. */
export function readCode(code: string): Wish | null {
  const triples = code.slice(1).match(TRIPLE) ?? [];
  if (!CODE.test(code) || triples.length > FACETS.length) return null;
  const wishes = triples.map(([facet = '', ...index]) =>
    FACETS[Number.parseInt(facet, BASE)]?.wishAt(Number.parseInt(index.join(''), BASE)),
  );
  const known = wishes.filter((wish) => wish !== undefined);
  return known.length === wishes.length ? joinWishes(known) : null;
}
