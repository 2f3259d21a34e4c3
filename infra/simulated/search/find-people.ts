import { inventPerson } from '../people/directory.ts';
import { nearMissKindsOf } from '../people/near-miss.ts';
import { joinWishes, type Person, type Wish } from '../people/person.ts';
import { MAX_VARIANTS } from '../people/wish-code.ts';
import { hashText } from '../random.ts';
import { indexPages, pageHolds, type ScorePages, writePageText } from './page-index.ts';
import { type Part, readParts, type WebQuery } from './query.ts';

/** For each criterion, how many people lack only that one. */
const MISSES_PER_CRITERION = 2;
/** How many people who fit come before each one who only seems to. */
const FITS_PER_NEAR_MISS = 2;

const wishFor = (parts: readonly Part[], variant: number): Wish =>
  joinWishes(parts.flatMap((part) => part[variant % part.length] ?? []));

/** People who meet all criteria, each a different variant; fewer if too few variants pass `isWanted`. */
function inventFitting(
  parts: readonly Part[],
  count: number,
  isWanted: (person: Person) => boolean,
): Person[] {
  const people: Person[] = [];
  for (let variant = 0; variant < MAX_VARIANTS && people.length < count; variant += 1) {
    const person = inventPerson({ wish: wishFor(parts, variant), variant });
    if (isWanted(person)) people.push(person);
  }
  return people;
}

/** People whose pages contain every word of the query but who fail one criterion; the first has a namesake who fits. */
function inventNearMisses(parts: readonly Part[]): Person[] {
  const wish = wishFor(parts, 0);
  return nearMissKindsOf(wish).map((nearMiss, at) =>
    at === 0
      ? inventPerson({ wish: { ...wish, nearMiss, isNamesake: true }, variant: 0 })
      : inventPerson({ wish: { ...wishFor(parts, at), nearMiss }, variant: at }),
  );
}

/** Inserts one of `others` after every FITS_PER_NEAR_MISS of `some`, with the rest of both at the end. */
function interleave<Each>(some: readonly Each[], others: readonly Each[]): Each[] {
  const left = [...others];
  const scattered = some.flatMap((each, at) => [
    each,
    ...((at + 1) % FITS_PER_NEAR_MISS === 0 ? left.splice(0, 1) : []),
  ]);
  return [...scattered, ...left];
}

/**
 * Invents `count` people who meet all criteria, mixed with some who only seem to, followed by some who fail one of several criteria. The
 * same parts always give the same people, and each can be invented again from the slug alone.
 */
function inventPeople(
  parts: readonly Part[],
  count: number,
  isWanted: (person: Person) => boolean,
): Person[] {
  if (parts.length === 0) return [];
  const lacking = parts.length < 2 ? [] : parts.map((left) => parts.filter((part) => part !== left));
  return [
    ...interleave(inventFitting(parts, count, isWanted), inventNearMisses(parts).filter(isWanted)),
    ...lacking.flatMap((some) => inventFitting(some, MISSES_PER_CRITERION, isWanted)),
  ];
}

/** A person, and how many of the query's groups their page matches. */
type GroupMatch = { person: Person; groups: number };

/** Each entry with the number of earlier ones that match equally many groups. */
function numberEquals(list: readonly GroupMatch[]): (GroupMatch & { turn: number })[] {
  const equals = [...Map.groupBy(list, ({ groups }) => groups).values()];
  return equals.flatMap((some) => some.map((standing, turn) => ({ ...standing, turn })));
}

/** Merges two lists: people who match more groups come first, and among equals the lists alternate. */
function mergeRanked(some: readonly GroupMatch[], others: readonly GroupMatch[]): Person[] {
  return [...numberEquals(some), ...numberEquals(others)]
    .toSorted((one, other) => other.groups - one.groups || one.turn - other.turn)
    .map(({ person }) => person);
}

/** How many of a hundred pages rank lower than their words deserve, and by how many places at most. */
const DEMOTED_PERCENT = 30;
const MAX_DEMOTION = 12;

/** Lowers some pages, always the same ones for a query, since search engines rank by more than words. */
function demotePages(people: readonly Person[], query: WebQuery): Person[] {
  const words = JSON.stringify(query.groups);
  return people
    .map((person, at) => {
      const chance = hashText(`${words} ${person.slug}`);
      return { person, at: at + (chance % 100 < DEMOTED_PERCENT ? (chance >>> 8) % MAX_DEMOTION : 0) };
    })
    .toSorted((one, other) => one.at - other.at)
    .map(({ person }) => person);
}

/** Finds people for a query, best first; empty if the vocabulary knows none of its words. */
export type FindPeople = (query: WebQuery) => Person[];

/** The first phrase of a group is the one that was typed, so it counts more than its synonyms. */
const TYPED_BOOST = 1.6;

/** The fewest fitting people to invent for a query; there are up to two more. */
const MIN_INVENTED = 5;

function bestScores(group: readonly string[], scorePages: ScorePages): Map<number, number> {
  const best = new Map<number, number>();
  for (const [at, phrase] of group.entries()) {
    const boost = at === 0 ? TYPED_BOOST : 1;
    for (const [id, score] of scorePages(phrase)) best.set(id, Math.max(best.get(id) ?? 0, score * boost));
  }
  return best;
}

/** People from the index whose pages match something in the query, best first. */
function findIndexed(people: readonly Person[], query: WebQuery, scorePages: ScorePages): GroupMatch[] {
  const standings = new Map<number, GroupMatch & { score: number }>();
  for (const [id, score] of query.groups.flatMap((group) => [...bestScores(group, scorePages)])) {
    const person = people[id];
    const earlier = standings.get(id);
    if (person === undefined) continue;
    standings.set(id, { person, groups: (earlier?.groups ?? 0) + 1, score: (earlier?.score ?? 0) + score });
  }
  for (const id of query.without.flatMap((phrase) => [...scorePages(phrase).keys()])) standings.delete(id);
  return [...standings.values()].sort((one, other) => other.groups - one.groups || other.score - one.score);
}

/** People invented for the query, ranked by their pages like everybody else. */
function findInvented(query: WebQuery): GroupMatch[] {
  const count = MIN_INVENTED + (hashText(JSON.stringify(query.groups)) % 3);
  const isWanted = (person: Person): boolean => {
    const page = writePageText(person, 0);
    return !query.without.some((phrase) => pageHolds(page, phrase));
  };
  return inventPeople(readParts(query), count, isWanted).map((person) => {
    const page = writePageText(person, 0);
    const shown = query.groups.filter((group) => group.some((phrase) => pageHolds(page, phrase)));
    return { person, groups: shown.length };
  });
}

/** The people whose pages contain a phrase of each group. */
const filterByGroups = (
  groups: readonly (readonly string[])[],
  people: readonly Person[],
): readonly Person[] =>
  groups.length === 0
    ? people
    : people.filter((person) => {
        const page = writePageText(person, 0);
        return groups.every((group) => group.some((phrase) => pageHolds(page, phrase)));
      });

/** How many queries to cache: the pages of one query are requested together and must be consistent. */
const MAX_CACHED_QUERIES = 16;

/** Indexes the people's pages once. Queries search these and the people invented for the query itself. */
export async function createPeopleFinder(
  people: readonly Person[],
  signal?: AbortSignal,
): Promise<FindPeople> {
  const scorePages = await indexPages(people, signal);
  const cache = new Map<string, Person[]>();
  const find: FindPeople = (query) => {
    const drawn = findIndexed(people, query, scorePages);
    const invented = findInvented(query);
    const maxGroups = Math.max(0, ...[...drawn, ...invented].map(({ groups }) => groups));
    const isCloseToBest = ({ groups }: GroupMatch): boolean => groups * 2 >= maxGroups;
    const ranked = mergeRanked(
      invented.filter((standing) => isCloseToBest(standing)),
      drawn.filter((standing) => isCloseToBest(standing)),
    );
    return demotePages(filterByGroups(query.exact, ranked), query);
  };
  return (query) => {
    const key = JSON.stringify(query);
    const known = cache.get(key) ?? find(query);
    cache.delete(key);
    cache.set(key, known);
    if (cache.size > MAX_CACHED_QUERIES) cache.delete(cache.keys().next().value ?? '');
    return known;
  };
}
