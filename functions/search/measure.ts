import { isDeep } from '#functions/search-quotas.ts';
import type { Search, SearchEvent } from '#shared/search.ts';

/**
 * What the cloud makes its metrics from: durations in milliseconds, nothing of what was asked or found. `deepResearch` says which quotas the
 * search counts against: the alarms compare the two.
 */
export type SearchMeasure =
  | { event: 'step'; step: string; status: 'completed' | 'error'; duration: number }
  | { event: 'search'; outcome: string; deepResearch: boolean; duration: number }
  /** A search that could not be counted: whether it ran all the same, and whether the database was reached and failed. */
  | {
      event: 'uncounted';
      outcome: 'passed' | 'refused';
      reason: 'unreached' | 'failed';
      deepResearch: boolean;
      signedIn: boolean;
    };

/** Measures a search by its own events: each step from active to its end, and the whole. */
export function measureSearch(
  search: Search,
  { clock, measure }: { clock: () => number; measure: (line: SearchMeasure) => void },
) {
  const started = clock();
  const deepResearch = isDeep(search);
  const active = new Map<string, number>();
  return ({ type, data }: SearchEvent) => {
    if (type === 'done')
      measure({ event: 'search', outcome: data.outcome, deepResearch, duration: clock() - started });
    if (type !== 'step') return;
    const { id: step, status } = data;
    if (status === 'active' && !active.has(step)) active.set(step, clock());
    if (status === 'completed' || status === 'error')
      measure({ event: 'step', step, status, duration: clock() - (active.get(step) ?? clock()) });
  };
}
