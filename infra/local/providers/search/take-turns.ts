import type { Person } from '../directory/person.ts';

/** Somebody with how many of the things asked for their page shows. */
export type Standing = { person: Person; groups: number };

/** Each with the number of those before who show as much. */
function withTurns(list: readonly Standing[]): (Standing & { turn: number })[] {
  const before = new Map<number, number>();
  return list.map((standing) => {
    const turn = before.get(standing.groups) ?? 0;
    before.set(standing.groups, turn + 1);
    return { ...standing, turn };
  });
}

/** The people of two lists in one: those who show more come first, and among equals the lists take turns. */
export function takeTurns(some: readonly Standing[], others: readonly Standing[]): Person[] {
  return [...withTurns(some), ...withTurns(others)]
    .toSorted((one, other) => other.groups - one.groups || one.turn - other.turn)
    .map(({ person }) => person);
}
