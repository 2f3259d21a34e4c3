import type { SearchLimits } from '#functions/config.ts';
import type { Authenticate } from '#functions/http/authenticate.ts';
import type { SearchDeps } from '#functions/pipeline/context.ts';
import type { Providers } from '#functions/providers/ports.ts';
import type { Store } from '#functions/store/store.ts';
import type { Delay } from '#functions/timing.ts';
import type { ConfiguredProviders, ProviderMode } from '#shared/contract.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { SearchMeasure } from './measure.ts';

/** Providers for one search; `finish` is called when it has ended (a recording is written then). */
export interface OpenedProviders {
  providers: Providers;
  finish: () => Promise<void>;
}

/** Those of the stores that the search function works with. */
type Stores = Pick<Store, 'searchSavings' | 'searchLog' | 'slots'>;

/** Everything the search function is given: what it works with, and its limits. */
export interface SearchSettings
  extends Stores,
    Pick<SearchDeps, 'pause' | 'clock' | 'log' | 'sensitiveCriteria'> {
  quotas: Pick<Store['quotas'], 'take' | 'giveBack'>;
  /** Adds up what the searches of an account cost. */
  spent: Pick<Store['spent'], 'add'>;
  /** Who is not to be found, bought or shown. */
  suppressed: Pick<Store['suppressed'], 'load'>;
  delay: Delay;
  version: string;
  providersMode: ProviderMode;
  configuredProviders: ConfiguredProviders;
  openProviders: (search: Search, plan: SearchPlan) => Promise<OpenedProviders>;
  /** Longest time for one search, in milliseconds. */
  deadline: number;
  /** Who is asking; undefined for anonymous callers. @throws HttpProblem 401 for a token that is invalid. */
  authenticate: Authenticate;
  /** Whether people without an account may search. */
  anonymous: boolean;
  /** Where the records of people are made when they are first seen. */
  users: Pick<Store['users'], 'ensure'>;
  limits: SearchLimits;
  /** Takes what the cloud makes its metrics from. */
  measure: (line: SearchMeasure) => void;
}
