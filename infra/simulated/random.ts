/** A seeded random source: the same seed gives the same directory, pages and replies. */
export type Random = ReturnType<typeof createRandom>;

/** A 32-bit FNV-1a hash, to derive a seed from text. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  }
  return hash >>> 0;
}

/** Mulberry32 with a few helpers. */
export function createRandom(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  return {
    /** A number in [0, 1). */
    next,
    /** True with the given probability. */
    chance: (probability: number): boolean => next() < probability,
    /** A whole number from `low` to `high`, inclusive. */
    between: (low: number, high: number): number => low + Math.floor(next() * (high - low + 1)),
    /** A random element of a list; throws if it is empty. */
    pick<T>(list: readonly T[]): T {
      const chosen = list[Math.floor(next() * list.length)];
      if (chosen === undefined) throw new RangeError('nothing to pick from');
      return chosen;
    },
    /** At most `count` different elements, in random order. */
    some<T>(list: readonly T[], count: number): T[] {
      const left = [...list];
      const chosen: T[] = [];
      while (chosen.length < count && left.length > 0) {
        chosen.push(...left.splice(Math.floor(next() * left.length), 1));
      }
      return chosen;
    },
  };
}
