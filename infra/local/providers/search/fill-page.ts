import type { Person } from '../directory/person.ts';
import { createRandom, hashText } from '../text/random.ts';
import type { WebQuery } from './parse-query.ts';
import { writeNoise } from './write-noise.ts';
import type { Result } from './write-result.ts';
import { writePersonResult } from './write-result.ts';

/** Results on a page, whatever `num` asks for. */
export const PAGE_SIZE = 10;

/** Google shows no further pages than this. */
const MOST_PAGES = 30;

/** One page of results and whether another follows. */
export type Page = { results: readonly Result[]; hasNext: boolean };

type Slots = { people: readonly Person[]; noise: number; seen: readonly Person[] };

/** Which people stand on the page, and how many places go to something else. */
function slotsOf(options: { found: readonly Person[]; page: number; seed: number }): Slots {
  const { found, page, seed } = options;
  let used = 0;
  for (let at = 0; at <= page; at += 1) {
    const wanted = createRandom(seed + at).between(2, 4);
    const left = found.length - used;
    const noise = left >= PAGE_SIZE - wanted ? wanted : Math.min(wanted, Math.floor(left / 2));
    const people = found.slice(used, used + PAGE_SIZE - noise);
    used += people.length;
    if (at === page) return { people, noise, seen: found.slice(0, used) };
  }
  return { people: [], noise: 0, seen: [] };
}

/** The page (from 0) of a query's results: people in their order, two to four other things among them. */
export function fillPage(options: {
  found: readonly Person[];
  query: WebQuery;
  text: string;
  page: number;
  seed: number;
}): Page {
  const { found, query, text, page } = options;
  if (page >= MOST_PAGES || page < 0) return { results: [], hasNext: false };
  const seed = hashText(`${options.seed}:${text}`);
  const { people, noise, seen } = slotsOf({ found, page, seed });
  if (people.length === 0) return { results: [], hasNext: false };
  const random = createRandom(seed + 1000 + page);
  const results = people.map((person) =>
    writePersonResult({ person, query, random: createRandom(hashText(`${seed}:${person.slug}`)) }),
  );
  for (let added = 0; added < noise; added += 1) {
    results.splice(random.between(1, results.length), 0, writeNoise({ seen, query, random }));
  }
  return { results, hasNext: seen.length < found.length && page + 1 < MOST_PAGES };
}
