import type { Search, SearchEvent } from '#shared/search.ts';
import { isDeep } from './quotas.ts';

/**
 * A log line from which CloudWatch derives metrics. Durations are in milliseconds; nothing of the request or its results is included.
 * `deepResearch` says which quotas the search counts against, so that alarms can compare the metrics with those quotas.
 */
export type SearchMeasure =
  | { event: 'step'; step: string; status: 'completed' | 'error'; duration: number }
  | { event: 'search'; outcome: string; deepResearch: boolean; duration: number }
  /** A search that could not be counted: whether it ran all the same, and whether the database was unreachable or failed. */
  | {
      event: 'uncounted';
      outcome: 'passed' | 'refused';
      reason: 'unreached' | 'failed';
      deepResearch: boolean;
      signedIn: boolean;
    };

/** Measures a search by its events: each step from `active` to its end, and the search as a whole. */
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
