import type { SharedProviders } from '#functions/providers/create.ts';
import type { ProfileData } from '#functions/providers/ports.ts';
import type { LookupCache } from '#functions/store/lookups.ts';
import type { OpenedProviders, SearchSettings } from './settings.ts';

/** How long an answer that was paid for is used again, in milliseconds. */
const REMEMBERED = 7 * 86_400_000;
/** Longest time for one cache request, in milliseconds: to read, and to write even after the search has ended. */
const LONGEST_REQUEST = 2_000;

interface RememberOptions extends Pick<SearchSettings, 'clock' | 'log'> {
  cache: LookupCache;
}

/** The provider, asked once a week for each person at the most. A cache that is down is no reason not to look up. */
export function rememberLookups(profileData: ProfileData, { cache, clock, log }: RememberOptions) {
  const provider = profileData.label;
  return {
    label: profileData.label,
    async lookUp(profileUrl: string, signal: AbortSignal) {
      const limited = AbortSignal.any([signal, AbortSignal.timeout(LONGEST_REQUEST)]);
      const known = await cache.read({ provider, profileUrl, signal: limited }).catch((error: unknown) => {
        signal.throwIfAborted();
        log('a remembered lookup could not be read', error);
        return undefined;
      });
      if (known !== undefined) return known.record;
      const record = await profileData.lookUp(profileUrl, signal);
      const expiresAt = clock() + REMEMBERED;
      const remembered = { provider, profileUrl, lookup: { record }, expiresAt };
      await cache
        .remember({ ...remembered, signal: AbortSignal.timeout(LONGEST_REQUEST) })
        .catch((error: unknown) => log('a lookup could not be remembered', error));
      return record;
    },
  };
}

/** How searches get the shared providers, whose lookups are remembered. */
export const openRemembering =
  (shared: SharedProviders, memory: RememberOptions) => async (): Promise<OpenedProviders> => {
    const providers = shared.open();
    const profileData = rememberLookups(providers.profileData, memory);
    return { providers: { ...providers, profileData }, finish: async () => undefined };
  };
