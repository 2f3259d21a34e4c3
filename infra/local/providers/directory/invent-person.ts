import { createRandom, hashText } from '../text/random.ts';
import { makePerson } from './make-person.ts';
import { joinSlug } from './make-slug.ts';
import type { Person } from './person.ts';
import { readCode, writeCode } from './person-code.ts';
import type { Wish } from './read-groups.ts';

function personOf(code: string, wish: Wish): Person {
  const random = createRandom(hashText(code));
  return makePerson({ wish, random, toSlug: (name) => `${joinSlug(name)}-${code}` });
}

/**
 * Somebody who fits the wish, one for each variant. The address of their page carries all that the invention starts from, so
 * that whoever is given the address alone, in another process or after a restart, invents the same person.
 */
export function inventPerson(options: { wish: Wish; variant: number }): Person {
  const code = writeCode(options);
  return personOf(code, readCode(code) ?? {});
}

/** The invented person whose page has this address; undefined where the address is none that an invention has. */
export function recallPerson(slug: string): Person | undefined {
  const code = slug.slice(slug.lastIndexOf('-') + 1);
  const wish = readCode(code);
  const person = wish === null ? undefined : personOf(code, wish);
  return person?.slug === slug ? person : undefined;
}
