import MiniSearch from 'minisearch';
import type { Person } from '../directory/person.ts';
import { holdsPhrase } from '../text/fold.ts';
import type { WebQuery } from './parse-query.ts';
import type { PageText } from './write-page-text.ts';
import { writePageText } from './write-page-text.ts';

/** Finds people for a query, best first; empty when no word of it means anything here. */
export type FindPeople = (query: WebQuery) => Person[];

/** The phrase a group names first is the one that was typed, so it weighs more than its synonyms. */
const TYPED_BOOST = 1.6;

type Standing = { groups: number; score: number };

/** Indexes the people's pages once and answers queries over them. */
export function createPeopleFinder(people: readonly Person[]): FindPeople {
  const pages = people.map((person, id) => writePageText(person, id));
  const index = new MiniSearch<PageText>({
    fields: ['title', 'body'],
    tokenize: (text) => text.split(/[ |]+/),
    processTerm: (term) => term || null,
    searchOptions: { boost: { title: 2 }, combineWith: 'AND' },
  });
  index.addAll(pages);

  const scoresOf = (phrase: string): Map<number, number> => {
    const scores = new Map<number, number>();
    for (const hit of index.search(phrase)) {
      const id = Number(hit.id);
      const page = pages[id];
      if (page && (holdsPhrase(page.title, phrase) || holdsPhrase(page.body, phrase)))
        scores.set(id, hit.score);
    }
    return scores;
  };

  const bestOf = (group: readonly string[]): Map<number, number> => {
    const best = new Map<number, number>();
    for (const [at, phrase] of group.entries()) {
      const boost = at === 0 ? TYPED_BOOST : 1;
      for (const [id, score] of scoresOf(phrase)) best.set(id, Math.max(best.get(id) ?? 0, score * boost));
    }
    return best;
  };

  const standingsOf = (query: WebQuery): Map<number, Standing> => {
    const standings = new Map<number, Standing>();
    for (const [id, score] of query.groups.flatMap((group) => [...bestOf(group)])) {
      const so = standings.get(id) ?? { groups: 0, score: 0 };
      standings.set(id, { groups: so.groups + 1, score: so.score + score });
    }
    return standings;
  };

  return (query) => {
    const standings = standingsOf(query);
    const most = Math.max(0, ...[...standings.values()].map((standing) => standing.groups));
    const unwanted = new Set(query.without.flatMap((phrase) => [...scoresOf(phrase).keys()]));
    return [...standings]
      .filter(([id, standing]) => standing.groups * 2 >= most && !unwanted.has(id))
      .sort(([a, first], [b, second]) => second.groups - first.groups || second.score - first.score || a - b)
      .flatMap(([id]) => people[id] ?? []);
  };
}
