import type { ProfileData } from '#functions/providers/ports/profile-data.ts';
import type { LookupCache } from '#functions/store/ports/lookup-cache.ts';

/** How long an answer that was paid for is used again, in milliseconds. */
const REMEMBERED = 7 * 86_400_000;

interface RememberOptions {
  cache: LookupCache;
  clock: () => number;
  log: (message: string, error: unknown) => void;
}

/** The provider, asked once a week for each person at the most. A cache that is down is no reason not to look up. */
export function rememberLookups(
  profileData: ProfileData,
  { cache, clock, log }: RememberOptions,
): ProfileData {
  const provider = profileData.label;
  return {
    label: profileData.label,
    async lookUp(profileUrl, signal) {
      const known = await cache.read({ provider, profileUrl, signal }).catch((error: unknown) => {
        signal.throwIfAborted();
        log('a remembered lookup could not be read', error);
        return undefined;
      });
      if (known !== undefined) return known.record;
      const record = await profileData.lookUp(profileUrl, signal);
      await cache
        .remember({ provider, profileUrl, lookup: { record }, expiresAt: clock() + REMEMBERED })
        .catch((error: unknown) => log('a lookup could not be remembered', error));
      return record;
    },
  };
}
