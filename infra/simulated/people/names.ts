import { allFakers, Faker } from '@faker-js/faker';
import { createRandom, type Random } from '../random.ts';
import { COUNTRIES, type Country } from '../vocabulary/places.ts';
import { readList, readTable } from '../vocabulary/read.ts';

/** All fakers share one random source, which is set for each name: seeding a faker would cost more than generating the name. */
const sharedRandom = {
  random: createRandom(0),
  next: () => sharedRandom.random.next(),
  seed: () => undefined,
};

const LOCALES: Readonly<Record<string, Faker>> = allFakers;

const FAKERS = new Map(
  Object.entries(LOCALES)
    .filter(([name]) => COUNTRIES.some((country) => country.namesFrom.includes(name)))
    .map(([name, { rawDefinitions }]) => [
      name,
      new Faker({ locale: rawDefinitions, randomizer: sharedRandom }),
    ]),
);

const NAME_LISTS = new Map(
  readTable('names').map(([list = '', given, family]) => [
    list,
    { given: readList(given, ' '), family: readFamilies(family) },
  ]),
);

/** Particles such as `dela` belong to the name after them. */
function readFamilies(cell: string | undefined): string[] {
  return readList((cell ?? '').replaceAll('dela ', 'dela_'), ' ').map((name) => name.replace('_', ' '));
}

/** A given and a family name. */
export type Name = { firstName: string; lastName: string };

function fromFaker(faker: Faker, random: Random): Name {
  sharedRandom.random = random;
  return { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
}

/** A name typical of the origin, occasionally in its own script. */
export function makeName(origin: Country, random: Random): Name {
  const [usual = 'en', ...others] = origin.namesFrom;
  const source = others.length > 0 && random.chance(0.15) ? random.pick(others) : usual;
  const list = NAME_LISTS.get(source.replace('=', ''));
  if (list !== undefined) {
    const second = source === '=andean' && random.chance(0.25) ? ` ${random.pick(list.family)}` : '';
    return { firstName: random.pick(list.given), lastName: `${random.pick(list.family)}${second}` };
  }
  const faker = FAKERS.get(source);
  if (faker === undefined) throw new RangeError(`no names from ${source}`);
  return fromFaker(faker, random);
}

/** A name spelt as in profile slugs. */
export function joinSlug(name: string, { keepsAccents = false } = {}): string {
  const text = keepsAccents ? name : name.normalize('NFKD').replace(/\p{M}+/gu, '');
  return text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .normalize('NFC');
}

/** A LinkedIn-style slug that is not yet in `taken`, and is added to it. */
export function makeSlug(options: { name: string; random: Random; taken: Set<string> }): string {
  const { name, random, taken } = options;
  const base = joinSlug(name, { keepsAccents: random.chance(0.06) });
  let slug = base;
  while (taken.has(slug) || (slug === base && random.chance(0.4))) {
    slug = `${base}-${Math.floor(random.next() * 0xffffff)
      .toString(16)
      .padStart(6, '0')}`;
  }
  taken.add(slug);
  return slug;
}
