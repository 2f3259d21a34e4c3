import { FIRMS, SCHOOLS } from '../vocabulary/institutions.ts';
import { DEGREES, FIELDS, INTERESTS, LANGUAGES, PROFESSIONS } from '../vocabulary/occupations.ts';
import { CITIES, COUNTRIES } from '../vocabulary/places.ts';
import { joinWishes, NEAR_MISS_KINDS, RANKS, type Wish } from './person.ts';

/** Codes look like the endings of real profile slugs: one digit for the facet, and two for one of up to 1,296 values. */
const BASE = 36;
const TRIPLE_PATTERN = /[\da-z]{3}/g;
const CODE_PATTERN = /^[\da-z]([\da-z]{3})+$/;

/** The maximum number of people invented for one wish, which is what one digit can count. */
export const MAX_VARIANTS = BASE;

const SPECIALISMS = PROFESSIONS.flatMap((profession) => profession.specialisms);
const STAGES = ['student', 'working', 'retired'] as const;
const INTEREST_WISHES = INTERESTS.map((interest) => ({ interests: [interest] }));
const LANGUAGE_WISHES = LANGUAGES.map((language) => ({ languages: [language] }));

/** One field of a wish, with a wish for each of its values; `at` selects one of several interests or languages. */
type Facet = { key: keyof Wish; at?: number; wishes: readonly Wish[] };

/** Everything that a code can contain. */
const FACETS: readonly Facet[] = [
  { key: 'profession', wishes: PROFESSIONS.map((profession) => ({ profession })) },
  { key: 'cities', wishes: CITIES.map((city) => ({ cities: [city] })) },
  { key: 'origin', wishes: COUNTRIES.map((origin) => ({ origin })) },
  { key: 'specialism', wishes: SPECIALISMS.map((specialism) => ({ specialism })) },
  { key: 'interests', wishes: INTEREST_WISHES },
  { key: 'interests', at: 1, wishes: INTEREST_WISHES },
  { key: 'languages', wishes: LANGUAGE_WISHES },
  { key: 'languages', at: 1, wishes: LANGUAGE_WISHES },
  { key: 'field', wishes: FIELDS.map(({ name }) => ({ field: name })) },
  { key: 'stage', wishes: STAGES.map((stage) => ({ stage })) },
  { key: 'rank', wishes: RANKS.map((rank) => ({ rank })) },
  { key: 'degree', wishes: DEGREES.map((degree) => ({ degree })) },
  { key: 'school', wishes: SCHOOLS.map((school) => ({ school })) },
  { key: 'firm', wishes: FIRMS.map((firm) => ({ firm })) },
  { key: 'nearMiss', wishes: NEAR_MISS_KINDS.map((nearMiss) => ({ nearMiss })) },
  { key: 'isNamesake', wishes: [{ isNamesake: true }] },
];

/** The index of a wish's value for the facet; -1 if it has none. */
function indexIn(wish: Wish, { key, at = 0, wishes }: Facet): number {
  const value = [wish[key]].flat()[at] ?? undefined;
  return value === undefined ? -1 : wishes.findIndex((each) => [each[key]].flat()[0] === value);
}

/** Encodes a wish, with one of its cities, and a variant as text for a slug. */
export function writeCode(options: { wish: Wish; variant: number }): string {
  const { wish, variant } = options;
  const triples = FACETS.flatMap((facet, at) => {
    const index = indexIn(wish, facet);
    return index < 0 ? [] : [`${at.toString(BASE)}${index.toString(BASE).padStart(2, '0')}`];
  });
  return [(variant % MAX_VARIANTS).toString(BASE), ...triples].join('');
}

/** Decodes the wish of a code; null for any other text. */
export function readCode(code: string): Wish | null {
  const triples = code.slice(1).match(TRIPLE_PATTERN) ?? [];
  if (!CODE_PATTERN.test(code) || triples.length > FACETS.length) return null;
  const wishes = triples.map(
    ([facet = '', ...index]) =>
      FACETS[Number.parseInt(facet, BASE)]?.wishes[Number.parseInt(index.join(''), BASE)],
  );
  const known = wishes.filter((wish) => wish !== undefined);
  return known.length === wishes.length ? joinWishes(known) : null;
}
