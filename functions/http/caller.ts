import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import { accountName } from '#functions/store/service-keys.ts';
import type { Identity } from '#functions/store/users.ts';
import { BROWSER_ID_HEADER, VIEWER_ADDRESS_HEADER } from '#shared/contract.ts';

/** The leading groups of an IPv6 address (64 bits) that identify one household or firm. */
const HOUSEHOLD_GROUPS = 4;
/** The leading groups (48 bits) that an internet provider may assign to one customer, who then has 65,536 of the above. */
const NETWORK_GROUPS = 3;
/** Ids made by the page have 32 characters, but clients may send anything. */
const BROWSER_ID = /^[A-Za-z0-9_-]{16,64}$/;

/** Who is calling, as names for counters. Addresses and browser ids are hashed, so that neither is stored. */
export interface Caller {
  /** Who quotas are counted for: the account, or else the address. */
  person: string;
  /** Identifies an anonymous person's browser. Clients can choose it freely, so a limit per address bounds all browsers behind it. */
  browser: string | undefined;
  /** The wider IPv6 network around the address of an anonymous person. */
  network: string | undefined;
}

/**
 * Identifies the caller by their account, or by the address that the edge saw. The edge overwrites that header, so callers cannot choose
 * it. Only the part of an IPv6 address that one person cannot choose freely counts. All browsers at an address without an id count as one.
 */
export function callerOf(identity: Identity | undefined, headers: Headers): Caller {
  if (identity !== undefined)
    return { person: accountName(identity.userId), browser: undefined, network: undefined };
  const address = headers.get(VIEWER_ADDRESS_HEADER) ?? 'unknown';
  const groups = groupsOf(address);
  const ownAddress = groups === undefined ? address : networkOf(groups, HOUSEHOLD_GROUPS);
  const isNetwork = groups !== undefined && mappedIPv4(groups) === undefined;
  const id = headers.get(BROWSER_ID_HEADER) ?? '';
  return {
    person: `address:${hash(ownAddress)}`,
    browser: `browser:${hash(BROWSER_ID.test(id) ? id : `without an id at ${ownAddress}`)}`,
    network: isNetwork ? `network:${hash(networkOf(groups, NETWORK_GROUPS))}` : undefined,
  };
}

const hash = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 32);

const networkOf = (groups: readonly string[], count: number): string =>
  mappedIPv4(groups) ?? groups.slice(0, count).join(':');

/** All eight groups of an IPv6 address in any notation, in lower case without leading zeros; undefined for anything else. */
function groupsOf(address: string): string[] | undefined {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return undefined;
  // URL accepts every notation and returns the canonical one (RFC 5952), in brackets.
  const canonical = new URL(`http://[${bare}]`).hostname.slice(1, -1);
  const [before = [], after] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  if (after === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** The IPv4 address in `::ffff:a.b.c.d`, which is the same person as without the prefix. */
function mappedIPv4(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}
