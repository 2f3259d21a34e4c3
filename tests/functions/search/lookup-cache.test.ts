import { describe, expect, it } from 'vitest';
import { withLookupCache } from '#functions/search/lookup-cache.ts';
import type { LookupCache } from '#functions/store/lookups.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { recordOf } from '#tests/support/fake-providers.ts';

const MEMBER = 'https://www.linkedin.com/in/ACoAABxYz12Qw3ErTyUiOpAsDfGhJkLzXcVbNm4';
const NAMED = 'https://www.linkedin.com/in/nobody-there';

/** A provider that knows people by exactly these addresses, behind a cache that ignores letter case and may partly fail. */
function cachedProvider(known: string[] = [], faults: Partial<LookupCache> = {}) {
  const asked: string[] = [];
  const logged: unknown[] = [];
  const entries = new Map<string, Parameters<LookupCache['remember']>[0]['lookup']>();
  const keyOf = ({ profileUrl }: { profileUrl: string }) => canonicalProfileUrl(profileUrl) ?? '';
  const cache: LookupCache = {
    read: async (address) => entries.get(keyOf(address)),
    remember: async ({ lookup, ...address }) => void entries.set(keyOf(address), lookup),
    erase: async () => false,
    ...faults,
  };
  const profileData = {
    label: 'Enrich Layer',
    lookUp: async (url: string) => {
      asked.push(url);
      return known.includes(url) ? recordOf(url) : undefined;
    },
  };
  const log = (...entry: unknown[]) => void logged.push(entry);
  const { lookUp } = withLookupCache(profileData, { cache, clock: () => 0, log });
  const lookUpUntil = (url: string, signal = new AbortController().signal) => lookUp(url, signal);
  return { lookUp: lookUpUntil, asked, entries, logged };
}

describe('the cache of lookups', () => {
  it('answers for a member id in another letter case only if it has a record', async () => {
    const { lookUp, asked } = cachedProvider([MEMBER]);
    expect(await lookUp(MEMBER.toLowerCase())).toBeUndefined();
    expect(await lookUp(MEMBER)).toEqual(recordOf(MEMBER));
    expect(await lookUp(MEMBER.toLowerCase())).toEqual(recordOf(MEMBER));
    expect(asked).toEqual([MEMBER.toLowerCase(), MEMBER]);
  });

  it('keeps the record of a member id that is looked up in another letter case at the same time', async () => {
    const { lookUp, asked } = cachedProvider([MEMBER]);
    await Promise.all([lookUp(MEMBER), lookUp(MEMBER.toLowerCase())]);
    expect(await lookUp(MEMBER)).toEqual(recordOf(MEMBER));
    expect(asked).toEqual([MEMBER, MEMBER.toLowerCase()]);
  });

  it('does not trust an earlier entry that says there is nobody with a member id', async () => {
    const { lookUp, entries } = cachedProvider([MEMBER]);
    entries.set(MEMBER.toLowerCase(), { record: undefined });
    expect(await lookUp(MEMBER)).toEqual(recordOf(MEMBER));
  });

  it('remembers that nobody has a name', async () => {
    const { lookUp, asked } = cachedProvider();
    for (const _ of [1, 2]) expect(await lookUp(NAMED)).toBeUndefined();
    expect(asked).toEqual([NAMED]);
  });

  it('remembers for a week', async () => {
    const until: number[] = [];
    const remember: LookupCache['remember'] = async ({ expiresAt }) => void until.push(expiresAt);
    const { lookUp } = cachedProvider([NAMED], { remember });
    await lookUp(NAMED);
    expect(until).toEqual([7 * 24 * 3_600_000]);
  });

  it.each([
    ['read', 'a cached lookup could not be read'],
    ['remember', 'a lookup could not be cached'],
  ] as const)('that fails to %s is logged, and the record arrives all the same', async (method, what) => {
    const error = new Error('The database is down');
    const { lookUp, asked, logged } = cachedProvider([NAMED], { [method]: () => Promise.reject(error) });
    expect(await lookUp(NAMED)).toEqual(recordOf(NAMED));
    expect(asked).toEqual([NAMED]);
    expect(logged).toEqual([[what, error]]);
  });

  it('calls no provider for a search that is stopped while it reads', async () => {
    const controller = new AbortController();
    const reason = new Error('stopped');
    const read: LookupCache['read'] = ({ signal }) => {
      controller.abort(reason);
      return Promise.reject(new Error('The read was aborted', { cause: signal?.reason }));
    };
    const { lookUp, asked, logged } = cachedProvider([NAMED], { read });
    await expect(lookUp(NAMED, controller.signal)).rejects.toBe(reason);
    expect([asked, logged]).toEqual([[], []]);
  });
});
