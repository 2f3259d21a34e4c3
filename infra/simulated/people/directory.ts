import { setImmediate } from 'node:timers/promises';
import { createRandom, hashText, type Random } from '../random.ts';
import { FIRMS, SCHOOLS } from '../vocabulary/institutions.ts';
import { INTERESTS, professionNamed } from '../vocabulary/occupations.ts';
import { type City, COUNTRIES, countryOf } from '../vocabulary/places.ts';
import { findNamed, readList, readTable } from '../vocabulary/read.ts';
import { makePerson } from './make-person.ts';
import { joinSlug, makeSlug, type Name } from './names.ts';
import { nearMissKindsOf } from './near-miss.ts';
import type { Person, Wish } from './person.ts';
import { readCode, writeCode } from './wish-code.ts';

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
  const [
    ,
    origin = '',
    where = '',
    work = '',
    firm = '',
    school = '',
    field = '',
    interestCell,
    languageCell,
    stage,
  ] = cells;
  const interests = readList(interestCell).flatMap((name) => INTERESTS.filter((each) => each.name === name));
  const languages = readList(languageCell);
  return {
    ...(origin && { origin: countryOf(origin) }),
    ...(where && { cities: citiesOf(where) }),
    ...readProfession(work),
    ...(firm && { firm: findNamed(FIRMS, firm) }),
    ...(school && { school: findNamed(SCHOOLS, school) }),
    ...(field && { field }),
    ...(interests.length > 0 && { interests }),
    ...(languages.length > 0 && { languages }),
    ...((stage === 'student' || stage === 'retired') && { stage }),
  };
}

/** A wish for every member of the groups that the directory must contain. */
function readGroups(): Wish[] {
  return readTable('groups').flatMap((cells) => {
    const wish = readWish(cells);
    return Array.from({ length: Number(cells[0]) }, () => wish);
  });
}

function personOf(code: string, wish: Wish): Person {
  const random = createRandom(hashText(code));
  const original = wish.isNamesake ? namesakeOfInvented(code, wish) : undefined;
  const name = original && similarName(original, random);
  return makePerson({ wish, random, name, toSlug: (full) => `${joinSlug(full)}-${code}` });
}

/** The other one of two people invented with the same name: the person who fits the wish, or the near miss who shares that name. */
function namesakeOfInvented(code: string, wish: Wish): Person | undefined {
  const variant = Number.parseInt(code.slice(0, 1), 36);
  const { isNamesake, nearMiss, ...rest } = wish;
  if (isNamesake) return inventPerson({ wish: rest, variant });
  const [miss] = nearMissKindsOf(rest);
  if (nearMiss || miss === undefined) return undefined;
  return inventPerson({ wish: { ...rest, nearMiss: miss, isNamesake: true }, variant });
}

/** A name easily confused with another: usually the same, otherwise with an initial added. */
function similarName({ firstName, lastName }: Name, random: Random): Name {
  const initial = String.fromCharCode(65 + random.between(0, 25));
  return { firstName: random.chance(0.65) ? firstName : `${firstName} ${initial}.`, lastName };
}

/**
 * A person who fits the wish, a different one for each variant. The profile's slug encodes everything the person is generated from, so that
 * the same person can be generated again from the slug alone, in another process or after a restart.
 */
export function inventPerson(options: { wish: Wish; variant: number }): Person {
  const code = writeCode(options);
  return personOf(code, readCode(code) ?? {});
}

const codeIn = (slug: string): string => slug.slice(slug.lastIndexOf('-') + 1);

/** The invented person with this slug; undefined for any other slug. */
export function recallPerson(slug: string): Person | undefined {
  const code = codeIn(slug);
  const wish = readCode(code);
  const person = wish === null ? undefined : personOf(code, wish);
  return person?.slug === slug ? person : undefined;
}

/** The people generated at random, with a lookup by slug that also finds those invented for a search. */
export type Directory = {
  people: readonly Person[];
  bySlug: { get(slug: string): Person | undefined };
  /** Another person with the same or nearly the same name; undefined if there is none. */
  namesakeOf(person: Person): Person | undefined;
};

/** The share of randomly generated people who have the name of an earlier one. */
const NAMESAKE_SHARE = 0.03;

/** People to generate before yielding to other work: thousands take a second or two, on the same thread that serves the site. */
const PEOPLE_PER_BATCH = 50;

/** Generates `people` people from a seed. The required groups come first and are always complete, even if `people` is smaller. */
export async function buildDirectory(options: {
  seed: number;
  people: number;
  signal?: AbortSignal;
}): Promise<Directory> {
  const random = createRandom(options.seed);
  const taken = new Set<string>();
  const toSlug = (name: string) => makeSlug({ name, random, taken });
  const groups = readGroups();
  const people: Person[] = [];
  const namesakes = new Map<string, Person>();
  while (people.length < Math.max(options.people, groups.length)) {
    const wish = groups[people.length];
    const own = createRandom(options.seed + people.length);
    const isNamesake = wish === undefined && people.length > 0 && own.chance(NAMESAKE_SHARE);
    const earlier = isNamesake ? own.pick(people) : undefined;
    const person = makePerson({
      wish: wish ?? (earlier ? { origin: earlier.origin } : {}),
      name: earlier && similarName(earlier, own),
      random,
      toSlug,
    });
    people.push(person);
    if (earlier) namesakes.set(person.slug, earlier).set(earlier.slug, person);
    if (people.length % PEOPLE_PER_BATCH === 0) await setImmediate(undefined, { signal: options.signal });
  }
  const drawn = new Map(people.map((person) => [person.slug, person]));
  return {
    people,
    bySlug: { get: (slug) => drawn.get(slug) ?? recallPerson(slug) },
    namesakeOf({ slug }) {
      const wish = drawn.has(slug) ? null : readCode(codeIn(slug));
      return wish === null ? namesakes.get(slug) : namesakeOfInvented(codeIn(slug), wish);
    },
  };
}
