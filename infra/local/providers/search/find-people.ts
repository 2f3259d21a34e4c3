import type { Person } from '../directory/person.ts';
import { hashText } from '../text/random.ts';
import { inventPeople } from './invent-people.ts';
import type { WebQuery } from './parse-query.ts';
import { readParts } from './read-parts.ts';
import type { ScorePages } from './score-pages.ts';
import { createPageScorer } from './score-pages.ts';
import type { Standing } from './take-turns.ts';
import { takeTurns } from './take-turns.ts';
import { pageHolds, writePageText } from './write-page-text.ts';

/** Finds people for a query, best first; empty when no word of it means anything here. */
export type FindPeople = (query: WebQuery) => Person[];

/** The phrase a group names first is the one that was typed, so it weighs more than its synonyms. */
const TYPED_BOOST = 1.6;

/** How many people are invented who fit all that a query asks for: so many, or up to three more. */
const FEWEST_INVENTED = 5;

function bestOf(group: readonly string[], scorePages: ScorePages): Map<number, number> {
  const best = new Map<number, number>();
  for (const [at, phrase] of group.entries()) {
    const boost = at === 0 ? TYPED_BOOST : 1;
    for (const [id, score] of scorePages(phrase)) best.set(id, Math.max(best.get(id) ?? 0, score * boost));
  }
  return best;
}

/** Those of the index whose pages show something that is asked for, best first. */
function findDrawn(options: {
  people: readonly Person[];
  query: WebQuery;
  scorePages: ScorePages;
}): Standing[] {
  const { people, query, scorePages } = options;
  const standings = new Map<number, Standing & { score: number }>();
  for (const [id, score] of query.groups.flatMap((group) => [...bestOf(group, scorePages)])) {
    const person = people[id];
    const so = standings.get(id);
    if (person === undefined) continue;
    standings.set(id, { person, groups: (so?.groups ?? 0) + 1, score: (so?.score ?? 0) + score });
  }
  for (const id of query.without.flatMap((phrase) => [...scorePages(phrase).keys()])) standings.delete(id);
  return [...standings.values()].sort((one, other) => other.groups - one.groups || other.score - one.score);
}

/** People made for what the query asks, who stand where their pages put them like everybody else. */
function findInvented(query: WebQuery): Standing[] {
  const count = FEWEST_INVENTED + (hashText(JSON.stringify(query.groups)) % 4);
  return inventPeople({ parts: readParts(query), count })
    .map((person) => ({ person, page: writePageText(person, 0) }))
    .filter(({ page }) => !query.without.some((phrase) => pageHolds(page, phrase)))
    .map(({ person, page }) => {
      const shown = query.groups.filter((group) => group.some((phrase) => pageHolds(page, phrase)));
      return { person, groups: shown.length };
    });
}

/** Indexes the people's pages once and answers queries over them and over the people that the query itself invents. */
export function createPeopleFinder(people: readonly Person[]): FindPeople {
  const scorePages = createPageScorer(people.map((person, id) => writePageText(person, id)));
  return (query) => {
    const drawn = findDrawn({ people, query, scorePages });
    const invented = findInvented(query);
    const most = Math.max(0, ...[...drawn, ...invented].map(({ groups }) => groups));
    const isNear = ({ groups }: Standing): boolean => groups * 2 >= most;
    return takeTurns(
      invented.filter((standing) => isNear(standing)),
      drawn.filter((standing) => isNear(standing)),
    );
  };
}
