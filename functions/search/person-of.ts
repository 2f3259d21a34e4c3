import { createHash } from 'node:crypto';
import { isIPv6 } from 'node:net';
import type { Identity } from '#functions/store/ports/users.ts';
import { VIEWER_ADDRESS_HEADER } from '#shared/site-config.ts';

/** Of an IPv6 address this much belongs to one household or firm: 64 bits, four groups. */
const IPV6_GROUPS = 4;

/**
 * Who quotas are counted for: the account, or a hash of the address that the edge saw (design: never of a header that a caller can
 * set; the edge overwrites this one). The address itself is not kept.
 */
export function personOf(identity: Identity | undefined, headers: Headers): string {
  if (identity !== undefined) return `account:${identity.userId}`;
  const address = network(headers.get(VIEWER_ADDRESS_HEADER) ?? 'unknown');
  return `address:${createHash('sha256').update(address).digest('hex').slice(0, 32)}`;
}

/** The part of an address that one person does not choose freely: an IPv4 address whole, of an IPv6 address its network. */
function network(address: string): string {
  const [bare = ''] = address.split('%');
  if (!isIPv6(bare)) return address;
  const groups = groupsOf(bare);
  return v4In(groups) ?? groups.slice(0, IPV6_GROUPS).join(':');
}

/** All eight groups of an IPv6 address, however it was shortened, in lower case without leading zeros. */
function groupsOf(address: string): string[] {
  // URL knows every way to write one and gives the only canonical one (RFC 5952), in brackets.
  const canonical = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [before = [], after] = canonical
    .split('::')
    .map((part) => part.split(':').filter((group) => group !== ''));
  if (after === undefined) return before;
  return [...before, ...Array<string>(8 - before.length - after.length).fill('0'), ...after];
}

/** An IPv4 address that came as `::ffff:a.b.c.d`: the same person as without the prefix. */
function v4In(groups: readonly string[]): string | undefined {
  if (groups.slice(0, 6).join(':') !== '0:0:0:0:0:ffff') return undefined;
  const numbers = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return numbers.flatMap((number) => [number >> 8, number & 255]).join('.');
}
