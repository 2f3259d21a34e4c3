import { describe, expect, it } from 'vitest';
import { withLookupCache } from '#functions/search/lookup-cache.ts';
import type { LookupCache } from '#functions/store/lookups.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

const MEMBER = 'https://www.linkedin.com/in/ACoAABxYz12Qw3ErTyUiOpAsDfGhJkLzXcVbNm4';
const NAMED = 'https://www.linkedin.com/in/nobody-there';

/** A provider that knows people by exactly these addresses, behind a cache that ignores letter case. */
function cachedProvider(...known: string[]) {
  const asked: string[] = [];
  const entries = new Map<string, Parameters<LookupCache['remember']>[0]['lookup']>();
  const keyOf = ({ profileUrl }: { profileUrl: string }) => canonicalProfileUrl(profileUrl) ?? '';
  const cache: LookupCache = {
    read: async (address) => entries.get(keyOf(address)),
    remember: async ({ lookup, ...address }) => void entries.set(keyOf(address), lookup),
    erase: async () => false,
  };
  const profileData = {
    label: 'Enrich Layer',
    lookUp: async (url: string) => {
      asked.push(url);
      return known.includes(url) ? recordOf(url) : undefined;
    },
  };
  const { lookUp } = withLookupCache(profileData, { cache, clock: () => 0, log: () => undefined });
  return { lookUp: (url: string) => lookUp(url, new AbortController().signal), asked, entries };
}

describe('the cache of lookups', () => {
  it('answers for a member id in another letter case only if it has a record', async () => {
    const { lookUp, asked } = cachedProvider(MEMBER);
    expect(await lookUp(MEMBER.toLowerCase())).toBeUndefined();
    expect(await lookUp(MEMBER)).toEqual(recordOf(MEMBER));
    expect(await lookUp(MEMBER.toLowerCase())).toEqual(recordOf(MEMBER));
    expect(asked).toEqual([MEMBER.toLowerCase(), MEMBER]);
  });

  it('does not trust an earlier entry that says there is nobody with a member id', async () => {
    const { lookUp, entries } = cachedProvider(MEMBER);
    entries.set(MEMBER.toLowerCase(), { record: undefined });
    expect(await lookUp(MEMBER)).toEqual(recordOf(MEMBER));
  });

  it('remembers that nobody has a name', async () => {
    const { lookUp, asked } = cachedProvider();
    for (const _ of [1, 2]) expect(await lookUp(NAMED)).toBeUndefined();
    expect(asked).toEqual([NAMED]);
  });
});
