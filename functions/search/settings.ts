import type { SearchTools } from '#functions/pipeline/context.ts';
import type { Search } from '#functions/pipeline/run-search.ts';
import type { Providers } from '#functions/providers/ports/index.ts';
import type { ProviderMode } from '#shared/api.ts';

/** Providers for one search; `finish` is called when it has ended (a recording is written then). */
export interface OpenedProviders {
  providers: Providers;
  finish: () => Promise<void>;
}

/** Everything the search door is given. */
export interface SearchSettings extends Pick<SearchTools, 'pacing' | 'clock' | 'delay' | 'log'> {
  version: string;
  providersMode: ProviderMode;
  openProviders: (search: Search) => Promise<OpenedProviders>;
  /** Longest time for one search, in milliseconds. */
  deadline: number;
  /** Who is asking; undefined for anonymous callers. @throws HttpProblem 401 for a token that does not hold. */
  authenticate: (headers: Headers) => Promise<{ userId: string } | undefined>;
}
