import MiniSearch from 'minisearch';
import type { PageText } from './write-page-text.ts';
import { pageHolds } from './write-page-text.ts';

/** How well each page that holds a folded phrase fits it, by the page's id; higher is better. */
export type ScorePages = (phrase: string) => Map<number, number>;

/** Indexes pages, whose ids are their places in the list, and answers for one phrase after another. */
export function createPageScorer(pages: readonly PageText[]): ScorePages {
  const index = new MiniSearch<PageText>({
    fields: ['title', 'body'],
    tokenize: (text) => text.split(/[ |]+/),
    processTerm: (term) => term || null,
    searchOptions: { boost: { title: 2 }, combineWith: 'AND' },
  });
  index.addAll(pages);
  return (phrase) => {
    const scores = new Map<number, number>();
    for (const hit of index.search(phrase)) {
      const id = Number(hit.id);
      const page = pages[id];
      if (page && pageHolds(page, phrase)) scores.set(id, hit.score);
    }
    return scores;
  };
}
