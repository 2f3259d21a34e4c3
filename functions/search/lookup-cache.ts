import type { SharedProviders } from '#functions/providers/create.ts';
import type { ProfileData } from '#functions/providers/ports.ts';
import type { LookupCache } from '#functions/store/lookups.ts';
import { hasMemberId } from '#shared/linkedin-url.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { DAY } from '#shared/time.ts';
import type { OpenedProviders, SearchAppDeps } from './deps.ts';

/** How long a paid lookup is cached, in milliseconds. */
const LOOKUP_LIFETIME = 7 * DAY;
/** Timeout for one cache request, in milliseconds. Writes are bounded by it alone, since they may outlast the search. */
const CACHE_TIMEOUT = 2_000;

interface LookupCacheOptions extends Pick<SearchAppDeps, 'clock' | 'log'> {
  cache: LookupCache;
}

/**
 * Wraps the provider in the cache, so that each person is looked up at most once a week. If the cache fails, the provider is called. That
 * there is no record is not cached for a member id: it may have been written in another letter case, which the cache does not distinguish.
 */
export function withLookupCache(profileData: ProfileData, { cache, clock, log }: LookupCacheOptions) {
  const provider = profileData.label;
  return {
    label: profileData.label,
    async lookUp(profileUrl: string, signal: AbortSignal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(CACHE_TIMEOUT)]);
      const known = await cache.read({ provider, profileUrl, signal: limited }).catch((error: unknown) => {
        signal.throwIfAborted();
        log('a cached lookup could not be read', error);
        return undefined;
      });
      const isCacheable = (record: ProfileRecord | undefined) =>
        record !== undefined || !hasMemberId(profileUrl);
      if (known !== undefined && isCacheable(known.record)) return known.record;
      const record = await profileData.lookUp(profileUrl, signal);
      if (!isCacheable(record)) return undefined;
      const expiresAt = clock() + LOOKUP_LIFETIME;
      const remembered = { provider, profileUrl, lookup: { record }, expiresAt };
      await cache
        .remember({ ...remembered, signal: AbortSignal.timeout(CACHE_TIMEOUT) })
        .catch((error: unknown) => log('a lookup could not be cached', error));
      return record;
    },
  };
}

/** Opens the shared providers for a search, with cached lookups. */
export const openWithLookupCache =
  (shared: SharedProviders, options: LookupCacheOptions) => async (): Promise<OpenedProviders> => ({
    providers: shared.open(),
    remember: (profileData) => withLookupCache(profileData, options),
  });
