import type { SearchLimits } from '#functions/config.ts';
import type { Authenticate } from '#functions/http/authenticate.ts';
import type { SearchTools } from '#functions/pipeline/context.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { Providers } from '#functions/providers/ports/index.ts';
import type { Quotas, RunningSlots } from '#functions/store/ports/quotas.ts';
import type { SearchLog } from '#functions/store/ports/search-log.ts';
import type { SearchSavings } from '#functions/store/ports/search-saving.ts';
import type { Store } from '#functions/store/ports/store.ts';
import type { UserStore } from '#functions/store/ports/users.ts';
import type { ProviderMode } from '#shared/api.ts';
import type { SearchMeasure } from './measure-search.ts';

/** Providers for one search; `finish` is called when it has ended (a recording is written then). */
export interface OpenedProviders {
  providers: Providers;
  finish: () => Promise<void>;
}

/** Those of the stores that the search door works with. */
export const storesOf = ({ users, searchSavings, searchLog, quotas, runningSlots }: Store) => ({
  users,
  savings: searchSavings,
  searchLog,
  quotas,
  runningSlots,
});

/** Everything the search door is given. */
export interface SearchSettings extends Pick<SearchTools, 'pacing' | 'clock' | 'delay' | 'log'> {
  version: string;
  providersMode: ProviderMode;
  openProviders: (search: Search) => Promise<OpenedProviders>;
  /** Longest time for one search, in milliseconds. */
  deadline: number;
  /** Who is asking; undefined for anonymous callers. @throws HttpProblem 401 for a token that does not hold. */
  authenticate: Authenticate;
  /** Where people's records are made at first sight. */
  users: Pick<UserStore, 'ensure'>;
  /** Where signed-in people's searches are kept. */
  savings: SearchSavings;
  /** Where every search's events are written, so that it can be followed from anywhere. */
  searchLog: SearchLog;
  quotas: Quotas;
  runningSlots: RunningSlots;
  limits: SearchLimits;
  /** Takes what the cloud makes its metrics from. */
  measure: (line: SearchMeasure) => void;
}
