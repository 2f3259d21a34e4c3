import type { Faker } from '@faker-js/faker';
import { allFakers } from '@faker-js/faker';
import type { Random } from '../text/random.ts';
import { NAME_LISTS } from '../vocabulary/names.ts';
import type { Country } from '../vocabulary/places.ts';
import { readList } from '../vocabulary/read-lines.ts';

const FAKERS: Readonly<Record<string, Faker>> = allFakers;

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

/** A given and a family name as people of that origin bear them; a native script now and then. */
export type NameMaker = (options: { origin: Country; random: Random }) => {
  firstName: string;
  lastName: string;
};

function fromFaker(faker: Faker): { firstName: string; lastName: string } {
  return { firstName: faker.person.firstName(), lastName: faker.person.lastName() };
}

/** A maker of names that gives the same names in the same order for a seed. */
export function createNameMaker(seed: number): NameMaker {
  for (const faker of Object.values(FAKERS)) faker.seed(seed);
  return ({ origin, random }) => {
    const [usual = 'en', ...others] = origin.namesFrom;
    const source = others.length > 0 && random.chance(0.15) ? random.pick(others) : usual;
    const list = LISTS.get(source.replace('=', ''));
    if (list !== undefined) {
      const second = source === '=andean' && random.chance(0.25) ? ` ${random.pick(list.family)}` : '';
      return { firstName: random.pick(list.given), lastName: `${random.pick(list.family)}${second}` };
    }
    const faker = FAKERS[source];
    if (faker === undefined) throw new RangeError(`no names from ${source}`);
    return fromFaker(faker);
  };
}
