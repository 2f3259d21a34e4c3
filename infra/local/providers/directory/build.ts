import { createRandom } from '../text/random.ts';
import { createNameMaker } from './make-name.ts';
import { makePerson } from './make-person.ts';
import type { Person } from './person.ts';
import { readGroups } from './read-groups.ts';

/** Everybody, and the way to find one by the address of their page. */
export type Directory = { people: readonly Person[]; bySlug: ReadonlyMap<string, Person> };

/** Invents `people` persons from a seed; the groups that must exist come first, so `people` below their number adds none. */
export function buildDirectory(options: { seed: number; people: number }): Directory {
  const random = createRandom(options.seed);
  const makeName = createNameMaker(options.seed);
  const taken = new Set<string>();
  const wishes = readGroups();
  const others = Math.max(0, options.people - wishes.length);
  const people = [...wishes, ...Array.from({ length: others }, () => ({}))].map((wish) =>
    makePerson({ wish, random, makeName, taken }),
  );
  return { people, bySlug: new Map(people.map((person) => [person.slug, person])) };
}
