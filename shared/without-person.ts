import { canonicalProfileUrl } from './linkedin-url.ts';

/** What says in an entry of a list whose it is; an entry may carry the one it was made from. */
const ADDRESSES = ['url', 'profileUrl'] as const;
const ORIGINS = ['originalProfile'] as const;

/**
 * The value without the person at the canonical profile URL: every entry of every list that is theirs is left out, however deep, and so is
 * their bare address. Counts of people (`totalProfiles`) follow. The very same value where they are not in it.
 */
export function withoutPerson<Value>(value: Value, profileUrl: string): Value;
export function withoutPerson(value: unknown, profileUrl: string): unknown {
  if (Array.isArray(value)) {
    const kept = value
      .filter((entry) => !isTheirs(entry, profileUrl))
      .map((entry) => withoutPerson(entry, profileUrl));
    return isSame(kept, value) ? value : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries.map(([name, inner]): [string, unknown] => [name, withoutPerson(inner, profileUrl)]);
  if (kept.every(([, inner], index) => inner === entries[index]?.[1])) return value;
  return recounted(Object.fromEntries(kept));
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);

function isTheirs(entry: unknown, profileUrl: string): boolean {
  if (typeof entry === 'string') return canonicalProfileUrl(entry) === profileUrl;
  if (typeof entry !== 'object' || entry === null) return false;
  const within = new Map<string, unknown>(Object.entries(entry));
  const isAddressed = ADDRESSES.some((name) => {
    const address = within.get(name);
    return typeof address === 'string' && canonicalProfileUrl(address) === profileUrl;
  });
  return isAddressed || ORIGINS.some((name) => isTheirs(within.get(name), profileUrl));
}

function recounted(value: Record<string, unknown>): Record<string, unknown> {
  const { verifiedProfiles, otherProfiles, totalProfiles } = value;
  if (typeof totalProfiles !== 'number' || !Array.isArray(verifiedProfiles) || !Array.isArray(otherProfiles))
    return value;
  return { ...value, totalProfiles: verifiedProfiles.length + otherProfiles.length };
}
