import { setImmediate } from 'node:timers/promises';
import { createRandom, hashText, type Random } from '../random.ts';
import { FIRMS, SCHOOLS } from '../vocabulary/institutions.ts';
import { INTERESTS, professionNamed } from '../vocabulary/occupations.ts';
import { type City, COUNTRIES, countryOf } from '../vocabulary/places.ts';
import { findNamed, readList, readTable } from '../vocabulary/read.ts';
import { makePerson } from './make-person.ts';
import { joinSlug, makeSlug, type Name } from './names.ts';
import { missesOf } from './near-miss.ts';
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
  const [, origin = '', where = '', work = '', firm = '', school = '', field = '', likes, tongues, stage] =
    cells;
  const interests = readList(likes).flatMap((name) => INTERESTS.filter((each) => each.name === name));
  const languages = readList(tongues);
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
  const name = original && nearlySame(original, random);
  return makePerson({ wish, random, name, toSlug: (full) => `${joinSlug(full)}-${code}` });
}

/** The other one of two people invented under one name: who fits the wish, or, for that person, who nearly fits it. */
function namesakeOfInvented(code: string, wish: Wish): Person | undefined {
  const variant = Number.parseInt(code.slice(0, 1), 36);
  const { isNamesake, almost, ...rest } = wish;
  if (isNamesake) return inventPerson({ wish: rest, variant });
  const [miss] = missesOf(rest);
  if (almost || miss === undefined) return undefined;
  return inventPerson({ wish: { ...rest, almost: miss, isNamesake: true }, variant });
}

/** A name that is taken for the other: most often the same, else with an initial. */
function nearlySame({ firstName, lastName }: Name, random: Random): Name {
  const initial = String.fromCharCode(65 + random.between(0, 25));
  return { firstName: random.chance(0.65) ? firstName : `${firstName} ${initial}.`, lastName };
}

/**
 * Somebody who fits the wish, one for each variant. The address of their page encodes all that the invention starts from, so
 * that the same person can be invented from the address alone, in another process or after a restart.
 */
export function inventPerson(options: { wish: Wish; variant: number }): Person {
  const code = writeCode(options);
  return personOf(code, readCode(code) ?? {});
}

const codeIn = (slug: string): string => slug.slice(slug.lastIndexOf('-') + 1);

/** The invented person whose page has this address; undefined for any other address. */
export function recallPerson(slug: string): Person | undefined {
  const code = codeIn(slug);
  const wish = readCode(code);
  const person = wish === null ? undefined : personOf(code, wish);
  return person?.slug === slug ? person : undefined;
}

/** The people invented at random, and a way to find them, or those invented for a search, by the slug of their page. */
export type Directory = {
  people: readonly Person[];
  bySlug: { get(slug: string): Person | undefined };
  /** Another person of the same name, or nearly; undefined where there is none. */
  namesakeOf(person: Person): Person | undefined;
};

/** Of the people drawn, such a share bears the name of somebody before. */
const NAMESAKES = 0.03;

/** People after which other work may run: thousands take a second or two, and the same thread serves the site. */
const PEOPLE_AT_ONCE = 50;

/** Invents `people` people from a seed; the groups that must exist come first, so `people` below their number adds none. */
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
    const isNamesake = wish === undefined && people.length > 0 && own.chance(NAMESAKES);
    const earlier = isNamesake ? own.pick(people) : undefined;
    const person = makePerson({
      wish: wish ?? (earlier ? { origin: earlier.origin } : {}),
      name: earlier && nearlySame(earlier, own),
      random,
      toSlug,
    });
    people.push(person);
    if (earlier) namesakes.set(person.slug, earlier).set(earlier.slug, person);
    if (people.length % PEOPLE_AT_ONCE === 0) await setImmediate(undefined, { signal: options.signal });
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
