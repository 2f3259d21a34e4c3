import { createRandom } from '../text/random.ts';
import { recallPerson } from './invent-person.ts';
import { makePerson } from './make-person.ts';
import { makeSlug } from './make-slug.ts';
import type { Person } from './person.ts';
import { readGroups } from './read-groups.ts';

/** The people drawn at random, and the way to find anybody, these or those invented for a search, by the address of their page. */
export type Directory = {
  people: readonly Person[];
  bySlug: { get(slug: string): Person | undefined };
};

/** Invents `people` persons from a seed; the groups that must exist come first, so `people` below their number adds none. */
export function buildDirectory(options: { seed: number; people: number }): Directory {
  const random = createRandom(options.seed);
  const taken = new Set<string>();
  const wishes = readGroups();
  const others = Math.max(0, options.people - wishes.length);
  const people = [...wishes, ...Array.from({ length: others }, () => ({}))].map((wish) =>
    makePerson({ wish, random, toSlug: (name) => makeSlug({ name, random, taken }) }),
  );
  const drawn = new Map(people.map((person) => [person.slug, person]));
  return { people, bySlug: { get: (slug) => drawn.get(slug) ?? recallPerson(slug) } };
}
