import { allFakers, Faker } from '@faker-js/faker';
import type { Random } from '../text/random.ts';
import { createRandom } from '../text/random.ts';
import { NAME_LISTS } from '../vocabulary/names.ts';
import type { Country } from '../vocabulary/places.ts';
import { COUNTRIES } from '../vocabulary/places.ts';
import { readList } from '../vocabulary/read-lines.ts';

/** Every faker draws from the choices of the name being made: to seed one for each name costs more than the names do. */
const drawer = { random: createRandom(0), next: () => drawer.random.next(), seed: () => undefined };

const LOCALES: Readonly<Record<string, Faker>> = allFakers;

const FAKERS = new Map(
  Object.entries(LOCALES)
    .filter(([name]) => COUNTRIES.some((country) => country.namesFrom.includes(name)))
    .map(([name, { rawDefinitions }]) => [name, new Faker({ locale: rawDefinitions, randomizer: drawer })]),
);

const LISTS = new Map(
  Object.entries(NAME_LISTS).map(([key, text]) => {
    const [given, family] = readList(text, ' / ');
    return [key, { given: readList(given, ' '), family: readFamilies(family) }];
  }),
);

/** Particles such as `dela` belong to the name after them. */
function readFamilies(cell: string | undefined): string[] {
  return readList((cell ?? '').replaceAll('dela ', 'dela_'), ' ').map((name) => name.replace('_', ' '));
}

type Name = { firstName: string; lastName: string };

function fromFaker(faker: Faker, random: Random): Name {
  drawer.random = random;
  return { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
}

/** A given and a family name as people of that origin bear them; a native script now and then. */
export function makeName(options: { origin: Country; random: Random }): Name {
  const { origin, random } = options;
  const [usual = 'en', ...others] = origin.namesFrom;
  const source = others.length > 0 && random.chance(0.15) ? random.pick(others) : usual;
  const list = LISTS.get(source.replace('=', ''));
  if (list !== undefined) {
    const second = source === '=andean' && random.chance(0.25) ? ` ${random.pick(list.family)}` : '';
    return { firstName: random.pick(list.given), lastName: `${random.pick(list.family)}${second}` };
  }
  const faker = FAKERS.get(source);
  if (faker === undefined) throw new RangeError(`no names from ${source}`);
  return fromFaker(faker, random);
}
