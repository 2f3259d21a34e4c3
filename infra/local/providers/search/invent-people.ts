import { inventPerson } from '../directory/invent-person.ts';
import { joinWishes } from '../directory/join-wishes.ts';
import type { Person } from '../directory/person.ts';
import type { Part } from './read-parts.ts';

/** For each thing asked for, how many people lack just that. */
const NEAR_MISSES = 2;

function fitting(parts: readonly Part[], variant: number): Person {
  return inventPerson({
    wish: joinWishes(parts.flatMap((part) => part[variant % part.length] ?? [])),
    variant,
  });
}

/**
 * Invents `count` people who fit everything asked for, then such as miss one thing of several. The same parts give the same
 * people, and so does the address of each alone.
 */
export function inventPeople(options: { parts: readonly Part[]; count: number }): Person[] {
  const { parts, count } = options;
  if (parts.length === 0) return [];
  const nearMisses = parts.length < 2 ? [] : parts.map((left) => parts.filter((part) => part !== left));
  return [
    ...Array.from({ length: count }, (_none, variant) => fitting(parts, variant)),
    ...nearMisses.flatMap((some) =>
      Array.from({ length: NEAR_MISSES }, (_none, variant) => fitting(some, variant)),
    ),
  ];
}
