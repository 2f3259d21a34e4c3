// CloudFront's runtime supports ES 5.1 and some later features, but not destructuring; a test checks every edge function against that.

const REFUSED =
  "This site can be used from its owner's networks only. Connect to one of them, or ask whoever runs it.";

/** An IP address as a bit string, prefixed with its version so that IPv4 and IPv6 never match: '4' and 32 bits, or '6' and 128. */
function bitsOf(address) {
  if (!address.includes(':'))
    return `4${address
      .split('.')
      .map((part) => toBits(Number(part), 8))
      .join('')}`;
  const halves = address
    .split('%')[0]
    .split('::')
    .map((half) => half.split(':').filter((group) => group !== ''));
  const before = halves[0];
  const isShortened = halves.length > 1;
  const after = isShortened ? halves[1] : [];
  const missing = isShortened ? Array(8 - before.length - after.length).fill('0') : [];
  const groups = before.concat(missing, after);
  return `6${groups.map((group) => toBits(parseInt(group, 16), 16)).join('')}`;
}

const toBits = (number, length) => number.toString(2).padStart(length, '0');

/** The bits shared by all addresses of a CIDR network. */
export function prefixOf(network) {
  const parts = network.split('/');
  return bitsOf(parts[0]).slice(0, 1 + Number(parts[1]));
}

/**
 * The response for a viewer outside the networks, or undefined for one inside. Runs in CloudFront Functions, before the cache and for
 * every path of the distribution, and also in the local stack.
 * @param networks bit prefixes from `prefixOf`
 */
export function refusalOf(event, networks) {
  const viewer = bitsOf(event.viewer.ip);
  if (networks.some((network) => viewer.startsWith(network))) return undefined;
  const isApi = event.request.uri.startsWith('/api/');
  return {
    statusCode: 403,
    statusDescription: 'Forbidden',
    headers: {
      'content-type': { value: isApi ? 'application/json' : 'text/plain; charset=utf-8' },
      'cache-control': { value: 'no-store' },
    },
    body: {
      encoding: 'text',
      data: isApi ? JSON.stringify({ error: { code: 'forbidden', message: REFUSED } }) : REFUSED,
    },
  };
}
