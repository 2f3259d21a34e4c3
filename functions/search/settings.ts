import type { SearchLimits } from '#functions/config.ts';
import type { Authenticate } from '#functions/http/authenticate.ts';
import type { SearchDeps } from '#functions/pipeline/context.ts';
import type { Providers } from '#functions/providers/ports.ts';
import type { Quotas, RunningSlots } from '#functions/store/limits.ts';
import type { SearchSavings } from '#functions/store/saving.ts';
import type { SearchLog } from '#functions/store/search-log.ts';
import type { Store } from '#functions/store/store.ts';
import type { UserStore } from '#functions/store/users.ts';
import type { ProviderMode } from '#shared/contract.ts';
import type { Search } from '#shared/search.ts';
import type { SearchMeasure } from './measure.ts';

/** Providers for one search; `finish` is called when it has ended (a recording is written then). */
export interface OpenedProviders {
  providers: Providers;
  finish: () => Promise<void>;
}

/** Everything the search function is given: what it works with, and its limits. */
export interface SearchSettings extends Pick<SearchDeps, 'pacing' | 'clock' | 'delay' | 'log'> {
  version: string;
  providersMode: ProviderMode;
  openProviders: (search: Search) => Promise<OpenedProviders>;
  /** Longest time for one search, in milliseconds. */
  deadline: number;
  /** Who is asking; undefined for anonymous callers. @throws HttpProblem 401 for a token that is invalid. */
  authenticate: Authenticate;
  /** Where the records of people are made when they are first seen. */
  users: Pick<UserStore, 'ensure'>;
  /** Where signed-in people's questions and answers are saved. */
  savings: SearchSavings;
  /** Where every search's events are written, so that it can be followed from anywhere. */
  searchLog: SearchLog;
  quotas: Quotas;
  runningSlots: RunningSlots;
  limits: SearchLimits;
  /** Takes what the cloud makes its metrics from. */
  measure: (line: SearchMeasure) => void;
}

/** Those of the stores that the search function works with. */
export const storesOf = ({ users, searchSavings, searchLog, quotas, runningSlots }: Store) => ({
  users,
  savings: searchSavings,
  searchLog,
  quotas,
  runningSlots,
});
