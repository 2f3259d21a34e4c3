import { createHash } from 'node:crypto';
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

/** The part of an address that one person does not choose freely. */
function network(address: string): string {
  return address.includes(':') && !address.includes('.')
    ? address.split(':').slice(0, IPV6_GROUPS).join(':')
    : address;
}
