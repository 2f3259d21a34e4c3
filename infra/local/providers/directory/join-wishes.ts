import type { Wish } from './read-groups.ts';

/** One wish for all that the given ones ask: interests and languages add up, of anything else the last word counts. */
export function joinWishes(wishes: readonly Wish[]): Wish {
  const interests = wishes.flatMap((wish) => wish.interests ?? []);
  const languages = wishes.flatMap((wish) => wish.languages ?? []);
  const joined: Wish = {};
  for (const wish of wishes) Object.assign(joined, wish);
  return {
    ...joined,
    ...(interests.length > 0 && { interests }),
    ...(languages.length > 0 && { languages }),
  };
}
