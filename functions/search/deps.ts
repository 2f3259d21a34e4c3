import type { SearchLimits } from '#functions/config.ts';
import type { Authenticate } from '#functions/http/authenticate.ts';
import type { SearchDeps } from '#functions/pipeline/context.ts';
import type { ProfileData, Providers } from '#functions/providers/ports.ts';
import type { Store } from '#functions/store/store.ts';
import type { Delay } from '#functions/timing.ts';
import type { ConfiguredProviders, ProviderMode } from '#shared/health.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { Search } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { SearchMeasure } from './measure.ts';

/** The providers for one search. */
export interface OpenedProviders {
  providers: Providers;
  /** Caches lookups; absent if they are not cached. */
  remember?: (profileData: ProfileData) => ProfileData;
  /** How a recorded search treated sensitive criteria, if it is being replayed; otherwise they are treated as configured. */
  sensitiveCriteria?: SensitiveCriteria | undefined;
  /** Called when the search has ended, `interrupted` if its work was aborted, to write its recording; absent if it is not recorded. */
  finish?: (end: { interrupted: boolean }) => Promise<void>;
}

/** The stores that the search function passes on whole. */
type Stores = Pick<Store, 'searchMessages' | 'searchLog' | 'slots'>;

/** The search function's dependencies and limits. */
export interface SearchAppDeps
  extends Stores,
    Pick<SearchDeps, 'pause' | 'clock' | 'log' | 'sensitiveCriteria'> {
  quotas: Pick<Store['quotas'], 'take' | 'giveBack'>;
  /** Adds up the cost of an account's searches. */
  spent: Pick<Store['spent'], 'add'>;
  /** The people who must not be found, looked up or shown. */
  suppressed: Pick<Store['suppressed'], 'load'>;
  delay: Delay;
  version: string;
  providersMode: ProviderMode;
  configuredProviders: ConfiguredProviders;
  openProviders: (search: Search, plan: SearchPlan) => Promise<OpenedProviders>;
  /** Time limit for one search, in milliseconds. */
  deadline: number;
  /** Identifies the caller; undefined for anonymous callers. @throws HttpProblem 401 for an invalid token. */
  authenticate: Authenticate;
  /** Whether anonymous callers may search. */
  anonymous: boolean;
  /** Creates a user's record when they are first seen. */
  users: Pick<Store['users'], 'ensure'>;
  limits: SearchLimits;
  /** Receives the log lines from which CloudWatch derives metrics. */
  measure: (line: SearchMeasure) => void;
}
