import * as v from 'valibot';

/*
 * Settings for who may use a deployment: docs/deploy.md#who-may-use-it. The part that the page needs is in site-config.ts, so that it does
 * not have to load these schemas.
 */

const DOMAIN_PATTERN = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$/;

/** The part of an email address after the @, in lower case. Non-ASCII domains must be in Punycode (xn--). */
export const EmailDomain = v.pipe(
  v.string(),
  v.trim(),
  v.toLowerCase(),
  v.regex(DOMAIN_PATTERN, 'must contain bare domains such as example.com, without @ and without *'),
);

const NETWORK_MESSAGE =
  'must contain addresses or networks such as 203.0.113.7, 198.51.100.0/24 or 2001:db8::/32';

/** An IPv4 or IPv6 network in CIDR notation. A single address becomes a network of one. */
export const Network = v.pipe(
  v.string(NETWORK_MESSAGE),
  v.trim(),
  v.check(isNetwork, NETWORK_MESSAGE),
  v.transform(withPrefixLength),
);

/** The length of an address, and so of the longest network prefix, in bits. */
function addressBits(address: string): number {
  return address.includes(':') ? 128 : 32;
}

function isNetwork(text: string): boolean {
  const [address = '', prefixLength, ...rest] = text.split('/');
  // Rejects IPv4-mapped IPv6 addresses, which CloudFront treats as IPv4, and zone ids, which are only meaningful on one machine.
  const isAddress = v.is(v.pipe(v.string(), v.ip(), v.regex(/^[\d.]+$|^[\da-f:]+$/i)), address);
  if (!isAddress || prefixLength === undefined) return isAddress;
  const bits = /^[1-9]\d{0,2}$/.test(prefixLength) ? Number(prefixLength) : Number.POSITIVE_INFINITY;
  return rest.length === 0 && bits <= addressBits(address);
}

function withPrefixLength(text: string): string {
  return text.includes('/') ? text : `${text}/${addressBits(text)}`;
}
